"""`marshall validate --watch`: checks again after every save, and tells what is new."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

if TYPE_CHECKING:
    from engine.profile.result_cache import Checked

__all__ = ["watch_files"]

_LOOK_EVERY_S = 0.4


def watch_files(
    look: Callable[[], list[tuple[Path, Checked]]], folders: Sequence[Path], *, notes: bool
) -> NoReturn:
    """Check again whenever a file is saved, until interrupted; `notes` are told when asked for."""
    from engine.profile.diagnostic import Severity  # noqa: PLC0415 - keeps --help quick
    from engine.profile.places import paths_by_name  # noqa: PLC0415
    from engine.profile.render import concise  # noqa: PLC0415

    def state() -> dict[Path, int]:
        paths = [path for folder in folders for path in paths_by_name(folder).values()]
        found = {}
        for path in paths:
            try:
                found[path] = path.stat().st_mtime_ns
            except OSError:
                continue
        return found

    known: set[tuple[str, str]] = set()
    seen: dict[Path, int] = {}
    while True:
        now = state()
        if now != seen:
            seen = now
            found = [
                one
                for _, checked in look()
                for one in checked.diagnostics
                if notes or one.severity is not Severity.INFORMATION
            ]
            keys = {(one.code, f"{one.span.file} {one.message}") for one in found}
            new = [
                one for one in found if (one.code, f"{one.span.file} {one.message}") not in known
            ]
            gone = len(known - keys)
            click.echo(f"{len(new)} new, {gone} fixed, {len(keys)} left", err=True)
            click.echo(concise(new), nl=False)
            known = keys
        time.sleep(_LOOK_EVERY_S)
