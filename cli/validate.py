"""`marshall validate`: find at the desk what would go wrong in the air."""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.exit_codes import ExitCode
from cli.validate_report import FORMATS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.profile.codes import Severity
    from engine.profile.diagnostic import Diagnostic
    from engine.profile.mission_file import Mission
    from engine.profile.result_cache import Checked
    from engine.profile.timings import Timings

__all__ = ["validate"]

_STDIN = Path("-")
_CODES: Any = {"multiple": True, "metavar": "CODE"}


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--format",
    "--output-format",
    "output_format",
    type=click.Choice(FORMATS),
    default=None,
    help="How findings are printed; full on a terminal, concise when piped.",
)
@click.option("--fix", is_flag=True, help="Make the safe fixes in the files.")
@click.option("--unsafe-fixes", is_flag=True, help="Make also those that change what pilots meet.")
@click.option("--diff", is_flag=True, help="Show what the fixes would change, and write nothing.")
@click.option("--select", **_CODES, help="Only these: M4, M501, a slug.")
@click.option("--ignore", **_CODES, help="All but these.")
@click.option("--warn", **_CODES, help="Take these for warnings.")
@click.option("--error", **_CODES, help="Take these for errors.")
@click.option(
    "--max-per-code",
    type=click.IntRange(min=0),
    default=5,
    show_default=True,
    metavar="N",
    help="How many of one code in one file are shown.",
)
@click.option("--all", "every", is_flag=True, help="Show all of every code.")
@click.option("--notes", is_flag=True, help="Show notes too: what is worth knowing, not wrong.")
@click.option("--statistics", is_flag=True, help="A table of codes on the error stream.")
@click.option("--timings", is_flag=True, help="A table of what took how long on the error stream.")
@click.option("--accepted", is_flag=True, help="Show what comments in the files keep quiet.")
@click.option("--watch", is_flag=True, help="Check again whenever a file is saved.")
@click.option("--prove", is_flag=True, help="Walk the compiled theatres against the invariants.")
@click.option(
    "--fly",
    type=click.IntRange(1, 10_000),
    metavar="N",
    help="Fly N scripted sorties through each theatre, without audio.",
)
@click.option("--seed", default=1, show_default=True, help="With --fly: the first sortie's seed.")
@click.option(
    "--stdin-filename",
    type=click.Path(path_type=Path),
    help="With PATH `-`: the file that the text on the input stands for.",
)
@click.option(
    "--mission",
    "mission_file",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="FILE.miz",
    help="Check against a mission too: its map, slots, frequencies and date.",
)
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
    warn: tuple[str, ...],
    error: tuple[str, ...],
    max_per_code: int,
    every: bool,
    notes: bool,
    statistics: bool,
    timings: bool,
    accepted: bool,
    watch: bool,
    prove: bool,
    fly: int | None,
    seed: int,
    stdin_filename: Path | None,
    mission_file: Path | None,
    exit_zero: bool,
    error_on_warning: bool,
    no_cache: bool,
) -> None:
    """Check theatres: folders of profiles, one theatre, or one file's theatre.

    Without PATHS, ./profiles is checked, or the profiles that ship; `-` is one file on the standard
    input. Ends 0 when nothing is wrong, 1 with errors, 2 when a path holds no theatre. Findings go
    to the output, the summary to the error stream.
    """
    from cli.validate_fix import make_fixes, show_fixes  # noqa: PLC0415 - keeps --help quick
    from cli.validate_report import (  # noqa: PLC0415
        print_findings,
        print_statistics,
        print_summary,
    )
    from cli.validate_watch import watch_files  # noqa: PLC0415
    from engine.profile.diagnostic import in_order  # noqa: PLC0415
    from engine.profile.timings import Timings  # noqa: PLC0415

    if not watch:
        gc.disable()  # a check builds a tree and ends: looking for rubbish in it is a fifth of it
    unsaved = _unsaved(paths, stdin_filename, changes=fix or unsafe_fixes or diff or watch)
    folders = _folders(tuple(unsaved) or paths, new=bool(unsaved))
    wanted, unwanted = _codes(select), _codes(ignore)
    levels = _levels(warn, error)
    clock = Timings() if timings else None
    mission = _mission(mission_file)
    if mission is not None:
        folders = _of_map(folders, mission)

    def look() -> list[tuple[Path, Checked]]:
        cached = not (no_cache or timings)
        looked = _look(folders, unsaved, (clock, mission), cached=cached)
        return [(folder, _kept(one, wanted, unwanted, levels)) for folder, one in looked]

    if diff:
        show_fixes(folders, wanted, unwanted, unsafe=unsafe_fixes)
        return
    if fix or unsafe_fixes:
        make_fixes(folders, wanted, unwanted, unsafe=unsafe_fixes)
    if watch:
        watch_files(look, folders, notes=notes)
    looked = look()
    proved = _prove(looked, folders) if prove else []
    proved += _fly(looked, folders, fly, seed) if fly else []
    told = [found for _, one in looked for found in one.diagnostics] + proved
    if accepted:
        told += [found for _, one in looked for found in one.accepted]
    diagnostics = in_order(told)  # what theatres share is found in each of them
    most = None if every else max_per_code
    print_findings(diagnostics, folders, output_format, most=most, notes=notes, unsaved=unsaved)
    if statistics:
        print_statistics(diagnostics)
    if clock is not None:
        click.echo(clock.table(), nl=False, err=True)
    failed = print_summary(diagnostics, looked, error_on_warning=error_on_warning)
    if failed and not exit_zero:
        sys.exit(ExitCode.FOUND)


def _unsaved(
    paths: tuple[Path, ...], stdin_filename: Path | None, *, changes: bool
) -> dict[Path, bytes]:
    """Return the text on the standard input by the file it stands for; nothing without `-`."""
    if _STDIN not in paths:
        if stdin_filename is not None:
            message = "--stdin-filename goes with the path `-`"
            raise click.UsageError(message)
        return {}
    if len(paths) > 1:
        message = "`-` stands alone: it is one file on the standard input"
        raise click.UsageError(message)
    if changes:
        message = "what comes on the standard input cannot be changed or watched"
        raise click.UsageError(message)
    from engine.profile.source import MAX_BYTES  # noqa: PLC0415 - keeps --help quick

    data = sys.stdin.buffer.read(MAX_BYTES + 1)
    path = stdin_filename or _same_field(data)
    if path is None:
        message = (
            "say which file the input stands for: --stdin-filename profiles/caucasus/batumi.yaml"
        )
        raise click.UsageError(message)
    return {path.resolve(): data}


def _same_field(data: bytes) -> Path | None:
    """Return the file of the field that a text says it is of, if there is one."""
    from engine.profile.known_files import file_of_field  # noqa: PLC0415

    return file_of_field(_profiles(), data)


def _profiles() -> Path:
    from engine.resources import profiles_dir  # noqa: PLC0415

    here = Path("profiles")
    return here if here.is_dir() else profiles_dir()


def _as_given(path: Path) -> str:
    """Return a path as it is seen from here, without the host's own folders around it."""
    try:
        return path.relative_to(Path.cwd()).as_posix()
    except ValueError:
        return str(path)


def _folders(paths: tuple[Path, ...], *, new: bool = False) -> list[Path]:
    from engine.profile.places import theatre_folders  # noqa: PLC0415 - keeps --help quick

    folders: list[Path] = []
    for path in paths or (_profiles(),):
        if not path.exists() and not (new and path.parent.is_dir()):
            message = f"{_as_given(path)} does not exist"
            raise click.UsageError(message)
        inside = theatre_folders(path if path.exists() else path.parent)
        if not inside:
            message = f"{_as_given(path)} holds no theatre (a folder with a theatre.yaml)"
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
            message = f"no finding is called {name}; {hint}" if name else "a code is empty"
            raise click.UsageError(message)
        found.update(codes)
    return frozenset(found)


def _levels(warn: tuple[str, ...], error: tuple[str, ...]) -> dict[str, Severity]:
    from engine.profile.codes import Severity  # noqa: PLC0415

    warnings, errors = _codes(warn), _codes(error)
    both = sorted(warnings & errors)
    if both:
        message = f"{', '.join(both)} cannot be both a warning and an error"
        raise click.UsageError(message)
    levels = dict.fromkeys(sorted(warnings), Severity.WARNING)
    return levels | dict.fromkeys(sorted(errors), Severity.ERROR)


def _look(
    folders: Sequence[Path],
    unsaved: Mapping[Path, bytes],
    given: tuple[Timings | None, Mission | None],
    *,
    cached: bool,
) -> list[tuple[Path, Checked]]:
    from engine.profile.checking import check_folder  # noqa: PLC0415

    timings, mission = given
    return [
        (
            folder,
            check_folder(folder, cached=cached, unsaved=unsaved, timings=timings, mission=mission),
        )
        for folder in folders
    ]


def _mission(path: Path | None) -> Mission | None:
    if path is None:
        return None
    from engine.profile.mission_file import read_mission  # noqa: PLC0415 - seldom asked for

    return read_mission(path)


def _of_map(folders: Sequence[Path], mission: Mission) -> list[Path]:
    """Return the theatres of the mission's map, or all when there is none of it."""
    from engine.profile.known_files import is_of_map  # noqa: PLC0415

    fitting = [folder for folder in folders if is_of_map(folder, mission.theatre)]
    return fitting or list(folders)


def _kept(
    checked: Checked,
    select: frozenset[str],
    ignore: frozenset[str],
    levels: Mapping[str, Severity],
) -> Checked:
    from dataclasses import replace  # noqa: PLC0415

    from engine.profile.checking import chosen, leveled  # noqa: PLC0415

    kept = leveled(chosen(checked.diagnostics, select, ignore), levels)
    return replace(checked, diagnostics=kept)


def _prove(looked: Sequence[tuple[Path, Checked]], folders: Sequence[Path]) -> list[Diagnostic]:
    from engine.profile.loader import load_project, load_theatre  # noqa: PLC0415
    from engine.profile.ways import places_of_ways  # noqa: PLC0415
    from engine.proving.invariants_walk import prove  # noqa: PLC0415
    from engine.proving.replies_walk import unanswered  # noqa: PLC0415
    from engine.service.build import make_language  # noqa: PLC0415
    from engine.service.scenario_hearing import unheard  # noqa: PLC0415

    found: list[Diagnostic] = []
    for folder, (_, checked) in zip(folders, looked, strict=True):
        loaded = load_theatre(folder)
        theatre = loaded.theatre if checked.whole else None
        if theatre is None:
            click.echo(f"{folder.name} has errors: nothing is proved of it", err=True)
            continue
        place = f"{folder.name}/theatre.yaml"
        ways = places_of_ways(load_project(folder, [], scenarios=False)[0])
        proof = prove(theatre, place, ways)
        found.extend((*proof.findings, *unanswered(theatre, place)))
        if loaded.scenarios:
            found.extend(unheard(theatre, loaded.scenarios, make_language(theatre)))
        click.echo(proof.told, err=True)
    return found


def _fly(
    looked: Sequence[tuple[Path, Checked]], folders: Sequence[Path], count: int, seed: int
) -> list[Diagnostic]:
    from engine.profile.diagnostic import Span  # noqa: PLC0415
    from engine.profile.loader import load_theatre  # noqa: PLC0415
    from engine.service.profile_flights import fly_profile  # noqa: PLC0415

    found: list[Diagnostic] = []
    for folder, (_, checked) in zip(folders, looked, strict=True):
        theatre = load_theatre(folder, scenarios=False).theatre if checked.whole else None
        if theatre is None:
            click.echo(f"{folder.name} has errors: nobody flies there", err=True)
            continue
        places = {key: Span(f"{folder.name}/{key}.yaml", 1, 1, 1, 2) for key in theatre.fields}
        flights = fly_profile(theatre, count, seed, places=places)
        found.extend(flights.findings)
        click.echo(flights.told, err=True)
    return found
