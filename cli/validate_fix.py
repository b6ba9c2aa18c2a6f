"""The fixes of `marshall validate`: made in the files, or shown as they would be."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from engine.profile.diagnostic import Diagnostic

__all__ = ["make_fixes", "show_fixes"]


def make_fixes(
    folders: Sequence[Path], select: frozenset[str], ignore: frozenset[str], *, unsafe: bool
) -> None:
    """Make the fixes in the author's own files."""
    from engine.profile.places import own_paths  # noqa: PLC0415 - keeps --help quick

    count = 0
    for folder in folders:
        count += _fixed(folder, own_paths(folder), select, ignore, unsafe=unsafe)
    click.echo(f"made {count} fix{'' if count == 1 else 'es'}", err=True)


def _fixed(
    folder: Path,
    paths: Mapping[str, Path],
    select: frozenset[str],
    ignore: frozenset[str],
    *,
    unsafe: bool,
) -> int:
    """Make the fixes in these files of a theatre, and return how many."""
    from engine.profile.checking import chosen  # noqa: PLC0415
    from engine.profile.fixing import fix_all  # noqa: PLC0415
    from engine.profile.loader import load_theatre  # noqa: PLC0415

    def check() -> Sequence[Diagnostic]:
        return chosen(load_theatre(folder).diagnostics, select, ignore)

    return fix_all(check, paths, unsafe=unsafe).count


def show_fixes(
    folders: Sequence[Path], select: frozenset[str], ignore: frozenset[str], *, unsafe: bool
) -> None:
    """Show what the fixes would change, by making them in a copy."""
    import difflib  # noqa: PLC0415
    import shutil  # noqa: PLC0415
    import tempfile  # noqa: PLC0415

    from engine.profile.places import own_paths, shown_name  # noqa: PLC0415

    count = 0
    shown: set[Path] = set()  # what theatres share is told once
    for folder in folders:
        with tempfile.TemporaryDirectory() as scratch:
            copy, root = Path(scratch) / "profiles", folder.resolve().parent
            for part in (folder.resolve(), root / "common"):
                if part.is_dir():
                    shutil.copytree(part, copy / part.name, ignore=_not_files)
            mine = {path.resolve() for path in own_paths(folder).values()}
            copied = {
                name: path
                for name, path in own_paths(copy / folder.resolve().name).items()
                if root / path.resolve().relative_to(copy.resolve()) in mine
            }
            theatre = copy / folder.resolve().name
            count += _fixed(theatre, copied, select, ignore, unsafe=unsafe)
            for path in own_paths(folder).values():
                place = path.resolve().relative_to(root)
                if not (copy / place).is_file():
                    continue
                before = path.read_bytes().decode("utf-8", errors="replace")
                after = (copy / place).read_bytes().decode("utf-8", errors="replace")
                if before == after or path.resolve() in shown:
                    continue
                shown.add(path.resolve())
                name = shown_name(path)
                lines = difflib.unified_diff(
                    before.splitlines(keepends=True), after.splitlines(keepends=True), name, name
                )
                click.echo("".join(lines), nl=False)
    click.echo(f"would make {count} fix{'' if count == 1 else 'es'}", err=True)


def _not_files(folder: str, names: list[str]) -> list[str]:
    """Return what cannot be copied: pipes, links to nowhere, what nobody may read."""
    paths = [Path(folder) / name for name in names]
    return [
        path.name
        for path in paths
        if not (path.is_dir() or (path.is_file() and os.access(path, os.R_OK)))
    ]
