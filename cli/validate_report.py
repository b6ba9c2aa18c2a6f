"""What `marshall validate` prints: findings in a format, tables, and the line at the end."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from engine.profile.diagnostic import Diagnostic
    from engine.profile.result_cache import Checked

__all__ = ["FORMATS", "print_findings", "print_statistics", "print_summary"]

FORMATS = ("full", "concise", "json", "jsonl", "sarif", "github", "gitlab", "junit")


def print_findings(
    diagnostics: Sequence[Diagnostic],
    folders: Sequence[Path],
    output_format: str | None,
    *,
    most: int | None,
    notes: bool,
    unsaved: Mapping[Path, bytes],
) -> None:
    """Print findings in order; `most` of one code in a file, all when it is None."""
    from engine import __version__  # noqa: PLC0415 - keeps --help quick
    from engine.profile import render  # noqa: PLC0415
    from engine.profile.checking import texts_of  # noqa: PLC0415
    from engine.profile.diagnostic import Severity, in_order  # noqa: PLC0415
    from engine.profile.places import paths_by_name  # noqa: PLC0415

    found = in_order(diagnostics)
    chosen = output_format or ("full" if sys.stdout.isatty() else "concise")
    if chosen in ("full", "concise"):
        told = [one for one in found if notes or one.severity is not Severity.INFORMATION]
        shown, folded = _folded(told, most)
        if chosen == "concise":
            text = render.concise(shown)
        else:
            texts: dict[str, str] = {}
            for folder in folders:
                texts |= texts_of(folder, shown, unsaved)
            text = render.full(shown, texts)
        click.echo(text + "".join(f"{line}\n" for line in folded), nl=False)
    elif chosen == "json":
        click.echo(render.to_json(found), nl=False)
    else:
        from engine.profile import formats  # noqa: PLC0415 - only other programs read these

        files = sorted({name for folder in folders for name in paths_by_name(folder)})
        written = {
            "jsonl": lambda: formats.to_jsonl(found),
            "sarif": lambda: formats.sarif(found, __version__),
            "github": lambda: formats.github(found),
            "gitlab": lambda: formats.gitlab(found),
            "junit": lambda: formats.junit(found, files),
        }
        click.echo(written[chosen](), nl=False)


def _folded(
    found: Sequence[Diagnostic], most: int | None
) -> tuple[Sequence[Diagnostic], Sequence[str]]:
    """Return so many of a code in a file, and a line for those left out."""
    if most is None:
        return found, ()
    seen: Counter[tuple[str, str]] = Counter()
    shown = []
    for one in found:
        seen[one.span.file, one.code] += 1
        if seen[one.span.file, one.code] <= most:
            shown.append(one)
    lines = [
        f"{file}: and {count - most} more {code} like {'these' if most else 'this'} (--all)"
        for (file, code), count in seen.items()
        if count > most
    ]
    return shown, lines


def print_statistics(diagnostics: Sequence[Diagnostic]) -> None:
    """Print how often each code was found, on the error stream."""
    from engine.profile.codes import CODES  # noqa: PLC0415

    counts = Counter(found.code for found in diagnostics)
    severities = {found.code: found.severity for found in diagnostics}
    for code, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        click.echo(f"{count:>6}  {code}  {severities[code]:<11}  {CODES[code].slug}", err=True)


def print_summary(
    diagnostics: Sequence[Diagnostic],
    looked: Sequence[tuple[Path, Checked]],
    *,
    error_on_warning: bool,
) -> bool:
    """Print what was found, on the error stream, and tell whether the check has failed."""
    from engine.profile.diagnostic import Safety, Severity  # noqa: PLC0415
    from engine.profile.places import paths_by_name  # noqa: PLC0415
    from engine.profile.render import counted, summary  # noqa: PLC0415

    files = len({name for folder, _ in looked for name in paths_by_name(folder)})
    told = summary(diagnostics, files)
    fixes = [found.fix for found in diagnostics if found.fix is not None]
    safe = sum(1 for one in fixes if one.safety is Safety.SAFE)
    if safe:
        told += f"; {safe} can be fixed with --fix"
    if len(fixes) > safe:
        told += f"; {len(fixes) - safe} more with --unsafe-fixes"
    kept = len({found for _, one in looked for found in one.accepted})
    if kept:
        told += f"; {kept} accepted"
    click.echo(told, err=True)
    errors = [found for found in diagnostics if found.severity is Severity.ERROR]
    warnings = [found for found in diagnostics if found.severity is Severity.WARNING]
    if errors or (error_on_warning and warnings):
        first = (errors or warnings)[0]
        click.echo(f"for more about it: marshall explain {first.code}", err=True)
        return True
    if all(one.whole for _, one in looked):
        parts = (
            counted(len(looked), "theatre"),
            counted(sum(one.fields for _, one in looked), "field"),
            counted(sum(one.stations for _, one in looked), "station"),
            counted(max((one.phases for _, one in looked), default=0), "phase"),
        )
        click.echo("ok: " + ", ".join(parts), err=True)
    return False
