"""The fixes of `marshall validate`: made in the files, or shown as they would be."""

from __future__ import annotations

from collections.abc import Sequence
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
    from engine.profile.checking import chosen  # noqa: PLC0415 - keeps --help quick
    from engine.profile.fixing import fix_all  # noqa: PLC0415
    from engine.profile.loader import load_theatre  # noqa: PLC0415
    from engine.profile.places import own_paths  # noqa: PLC0415

    count = 0
    for folder in folders:

        def check(folder: Path = folder) -> Sequence[Diagnostic]:
            return chosen(load_theatre(folder).diagnostics, select, ignore)

        count += fix_all(check, own_paths(folder), unsafe=unsafe).count
    click.echo(f"made {count} fix{'' if count == 1 else 'es'}", err=True)


def show_fixes(
    folders: Sequence[Path], select: frozenset[str], ignore: frozenset[str], *, unsafe: bool
) -> None:
    """Show what the fixes would change, by making them in a copy."""
    import difflib  # noqa: PLC0415
    import shutil  # noqa: PLC0415
    import tempfile  # noqa: PLC0415

    from engine.profile.places import own_paths, shown_name  # noqa: PLC0415

    shown: set[Path] = set()  # what theatres share is told once
    for folder in folders:
        with tempfile.TemporaryDirectory() as scratch:
            copy = Path(scratch) / "profiles"
            shutil.copytree(folder, copy / folder.resolve().name)
            common = folder.resolve().parent / "common"
            if common.is_dir():
                shutil.copytree(common, copy / "common")
            make_fixes([copy / folder.resolve().name], select, ignore, unsafe=unsafe)
            for path in own_paths(folder).values():
                place = path.resolve().relative_to(folder.resolve().parent)
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
