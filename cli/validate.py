"""`marshall validate`: find at the desk what would go wrong in the air."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.exit_codes import ExitCode

if TYPE_CHECKING:
    from engine.profile.diagnostic import Diagnostic
    from engine.profile.result_cache import Checked

__all__ = ["validate"]

_FORMATS = ("full", "concise", "json", "jsonl", "sarif", "github", "junit")
_MOST_OF_A_CODE = 5
_LOOK_EVERY_S = 0.4


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--format",
    "--output-format",
    "output_format",
    type=click.Choice(_FORMATS),
    default=None,
    help="How findings are printed; full on a terminal, concise when piped.",
)
@click.option("--fix", is_flag=True, help="Make the safe fixes in the files.")
@click.option("--unsafe-fixes", is_flag=True, help="Make also those that change what pilots meet.")
@click.option("--diff", is_flag=True, help="Show what the fixes would change, and write nothing.")
@click.option("--select", multiple=True, metavar="CODE", help="Only these: M4, M501, a slug.")
@click.option("--ignore", multiple=True, metavar="CODE", help="All but these.")
@click.option("--all", "every", is_flag=True, help="Do not fold more than five of one code.")
@click.option("--notes", is_flag=True, help="Show notes too: what is worth knowing, not wrong.")
@click.option("--statistics", is_flag=True, help="A table of codes on the error stream.")
@click.option("--accepted", is_flag=True, help="Show what comments in the files keep quiet.")
@click.option("--watch", is_flag=True, help="Check again whenever a file is saved.")
@click.option("--prove", is_flag=True, help="Walk the compiled theatres against the invariants.")
@click.option("--exit-zero", is_flag=True, help="End with 0 whatever is found.")
@click.option("--error-on-warning", is_flag=True, help="Let warnings fail the check too.")
@click.option("--no-cache", is_flag=True, help="Check afresh, and remember nothing.")
def validate(  # noqa: PLR0917 - click gives each option by name
    paths: tuple[Path, ...],
    output_format: str | None,
    fix: bool,
    unsafe_fixes: bool,
    diff: bool,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    every: bool,
    notes: bool,
    statistics: bool,
    accepted: bool,
    watch: bool,
    prove: bool,
    exit_zero: bool,
    error_on_warning: bool,
    no_cache: bool,
) -> None:
    """Check theatres: folders of profiles, one theatre, or one file's theatre.

    Without PATHS, ./profiles is checked, or the profiles that ship. Ends 0 when nothing is wrong, 1
    with errors, 2 when a path holds no theatre. Findings go to the output, the summary to the error
    stream.
    """
    from engine.profile.diagnostic import in_order  # noqa: PLC0415 - keeps --help quick

    folders = _folders(paths)
    wanted, unwanted = _codes(select), _codes(ignore)

    def look() -> list[tuple[Path, Checked]]:
        return _look(folders, wanted, unwanted, cached=not no_cache)

    if diff:
        _diff(folders, wanted, unwanted, unsafe=unsafe_fixes)
        return
    if fix or unsafe_fixes:
        _fix(folders, wanted, unwanted, unsafe=unsafe_fixes)
    if watch:
        _watch(look, folders)
        return
    looked = look()
    proved = _prove(looked, folders) if prove else []
    told = [found for _, one in looked for found in one.diagnostics] + proved
    if accepted:
        told += [found for _, one in looked for found in one.accepted]
    diagnostics = in_order(told)  # what theatres share is found in each of them
    _print(diagnostics, folders, output_format, every=every, notes=notes)
    if statistics:
        _statistics(diagnostics)
    failed = _summary(diagnostics, looked, error_on_warning=error_on_warning)
    if failed and not exit_zero:
        sys.exit(ExitCode.FOUND)


def _folders(paths: tuple[Path, ...]) -> list[Path]:
    from engine.profile.places import theatre_folders  # noqa: PLC0415 - keeps --help quick
    from engine.resources import profiles_dir  # noqa: PLC0415

    here = Path("profiles")
    folders: list[Path] = []
    for path in paths or ((here if here.is_dir() else profiles_dir()),):
        if not path.exists():
            message = f"{path} does not exist"
            raise click.UsageError(message)
        inside = theatre_folders(path)
        if not inside:
            message = f"{path} holds no theatre (a folder with a theatre.yaml)"
            raise click.UsageError(message)
        folders.extend(folder for folder in inside if folder not in folders)
    return folders


def _codes(names: tuple[str, ...]) -> frozenset[str]:
    from engine.profile.checking import code_of  # noqa: PLC0415
    from engine.profile.codes import CODES  # noqa: PLC0415
    from engine.profile.diagnostic import nearest  # noqa: PLC0415

    found: set[str] = set()
    for name in (part.strip() for given in names for part in given.split(",")):
        codes = code_of(name)
        if not codes:
            guess = nearest(name, [*CODES, *(code.slug for code in CODES.values())])
            hint = f"did you mean {guess}?" if guess else "`marshall rules` lists them"
            message = f"no finding is called {name}; {hint}"
            raise click.UsageError(message)
        found.update(codes)
    return frozenset(found)


def _look(
    folders: Sequence[Path], select: frozenset[str], ignore: frozenset[str], *, cached: bool
) -> list[tuple[Path, Checked]]:
    from dataclasses import replace  # noqa: PLC0415

    from engine.profile.checking import check_folder, chosen  # noqa: PLC0415

    looked = []
    for folder in folders:
        checked = check_folder(folder, cached=cached)
        kept = chosen(checked.diagnostics, select, ignore)
        looked.append((folder, replace(checked, diagnostics=kept)))
    return looked


def _fix(
    folders: Sequence[Path], select: frozenset[str], ignore: frozenset[str], *, unsafe: bool
) -> None:
    """Make the fixes in the author's own files."""
    from engine.profile.checking import chosen  # noqa: PLC0415
    from engine.profile.fixing import fix_all  # noqa: PLC0415
    from engine.profile.loader import load_theatre  # noqa: PLC0415
    from engine.profile.places import own_paths  # noqa: PLC0415

    count = 0
    for folder in folders:

        def check(folder: Path = folder) -> Sequence[Diagnostic]:
            return chosen(load_theatre(folder).diagnostics, select, ignore)

        count += fix_all(check, own_paths(folder), unsafe=unsafe).count
    click.echo(f"made {count} fix{'' if count == 1 else 'es'}", err=True)


def _diff(
    folders: Sequence[Path], select: frozenset[str], ignore: frozenset[str], *, unsafe: bool
) -> None:
    """Show what the fixes would change, by making them in a copy."""
    import difflib  # noqa: PLC0415
    import shutil  # noqa: PLC0415
    import tempfile  # noqa: PLC0415

    from engine.profile.places import own_paths, shown_name  # noqa: PLC0415

    for folder in folders:
        with tempfile.TemporaryDirectory() as scratch:
            copy = Path(scratch) / "profiles"
            shutil.copytree(folder, copy / folder.resolve().name)
            common = folder.resolve().parent / "common"
            if common.is_dir():
                shutil.copytree(common, copy / "common")
            _fix([copy / folder.resolve().name], select, ignore, unsafe=unsafe)
            for path in own_paths(folder).values():
                place = path.resolve().relative_to(folder.resolve().parent)
                before = path.read_bytes().decode("utf-8", errors="replace")
                after = (copy / place).read_bytes().decode("utf-8", errors="replace")
                name = shown_name(path)
                lines = difflib.unified_diff(
                    before.splitlines(keepends=True), after.splitlines(keepends=True), name, name
                )
                click.echo("".join(lines), nl=False)


def _print(
    diagnostics: Sequence[Diagnostic],
    folders: Sequence[Path],
    output_format: str | None,
    *,
    every: bool,
    notes: bool,
) -> None:
    from engine import __version__  # noqa: PLC0415
    from engine.profile import formats, render  # noqa: PLC0415
    from engine.profile.checking import texts_of  # noqa: PLC0415
    from engine.profile.diagnostic import Severity, in_order  # noqa: PLC0415
    from engine.profile.places import paths_by_name  # noqa: PLC0415

    found = in_order(diagnostics)
    chosen = output_format or ("full" if sys.stdout.isatty() else "concise")
    if chosen in ("full", "concise"):
        told = [one for one in found if notes or one.severity is not Severity.INFORMATION]
        shown, folded = _folded(told, every=every)
        if chosen == "concise":
            text = render.concise(shown)
        else:
            texts: dict[str, str] = {}
            for folder in folders:
                texts |= texts_of(folder, shown)
            text = render.full(shown, texts)
        click.echo(text + "".join(f"{line}\n" for line in folded), nl=False)
    elif chosen == "json":
        click.echo(render.to_json(found), nl=False)
    elif chosen == "jsonl":
        click.echo(formats.to_jsonl(found), nl=False)
    elif chosen == "sarif":
        click.echo(formats.sarif(found, __version__), nl=False)
    elif chosen == "github":
        click.echo(formats.github(found), nl=False)
    else:
        files = sorted({name for folder in folders for name in paths_by_name(folder)})
        click.echo(formats.junit(found, files), nl=False)


def _folded(
    found: Sequence[Diagnostic], *, every: bool
) -> tuple[Sequence[Diagnostic], Sequence[str]]:
    """Return at most five of a code in a file, and a line for those left out."""
    if every:
        return found, ()
    seen: Counter[tuple[str, str]] = Counter()
    shown = []
    for one in found:
        seen[one.span.file, one.code] += 1
        if seen[one.span.file, one.code] <= _MOST_OF_A_CODE:
            shown.append(one)
    lines = [
        f"{file}: and {count - _MOST_OF_A_CODE} more {code} like these (--all)"
        for (file, code), count in seen.items()
        if count > _MOST_OF_A_CODE
    ]
    return shown, lines


def _statistics(diagnostics: Sequence[Diagnostic]) -> None:
    from engine.profile.codes import CODES  # noqa: PLC0415

    counts = Counter(found.code for found in diagnostics)
    for code, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        click.echo(f"{count:>6}  {code}  {CODES[code].severity:<11}  {CODES[code].slug}", err=True)


def _summary(
    diagnostics: Sequence[Diagnostic],
    looked: Sequence[tuple[Path, Checked]],
    *,
    error_on_warning: bool,
) -> bool:
    """Print what was found and tell whether the check has failed."""
    from engine.profile.diagnostic import Safety, Severity  # noqa: PLC0415
    from engine.profile.places import paths_by_name  # noqa: PLC0415
    from engine.profile.render import summary  # noqa: PLC0415

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
        fields = sum(one.fields for _, one in looked)
        stations = sum(one.stations for _, one in looked)
        phases = max((one.phases for _, one in looked), default=0)
        click.echo(
            f"ok: {len(looked)} theatres, {fields} fields, {stations} stations, {phases} phases",
            err=True,
        )
    return False


def _prove(looked: Sequence[tuple[Path, Checked]], folders: Sequence[Path]) -> list[Diagnostic]:
    from engine.profile.loader import load_theatre  # noqa: PLC0415
    from engine.proving.invariants_walk import prove  # noqa: PLC0415
    from engine.proving.replies_walk import unanswered  # noqa: PLC0415

    found: list[Diagnostic] = []
    for folder, (_, checked) in zip(folders, looked, strict=True):
        theatre = load_theatre(folder).theatre if checked.whole else None
        if theatre is None:
            click.echo(f"{folder.name} has errors: nothing is proved of it", err=True)
            continue
        place = f"{folder.name}/theatre.yaml"
        proof = prove(theatre, place)
        found.extend((*proof.findings, *unanswered(theatre, place)))
        click.echo(proof.told, err=True)
    return found


def _watch(look: Callable[[], list[tuple[Path, Checked]]], folders: Sequence[Path]) -> None:
    """Check again after every save, and tell what is new."""
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
            found = [one for _, checked in look() for one in checked.diagnostics]
            keys = {(one.code, f"{one.span.file} {one.message}") for one in found}
            new = [
                one for one in found if (one.code, f"{one.span.file} {one.message}") not in known
            ]
            gone = len(known - keys)
            click.echo(f"{len(new)} new, {gone} fixed, {len(keys)} left", err=True)
            click.echo(concise(new), nl=False)
            known = keys
        time.sleep(_LOOK_EVERY_S)
