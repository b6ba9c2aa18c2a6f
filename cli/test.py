"""`marshall test`: play designers' scenarios on the real engine."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.exit_codes import ExitCode

if TYPE_CHECKING:
    from engine.proving.scenario_result import ScenarioResult
    from engine.service.scenario_suite import Play

__all__ = ["test"]

_FORMATS = ("text", "json", "junit")


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--filter",
    "wanted",
    multiple=True,
    metavar="WORDS",
    help="Only scenarios whose field, name or needs hold these words.",
)
@click.option(
    "-o", "--format", "output_format", type=click.Choice(_FORMATS), default="text",
    show_default=True, help="How results are printed.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option("--transcript", is_flag=True, help="Show what was said in every scenario.")
@click.option("--coverage", is_flag=True, help="Say what of each field no scenario exercises.")
@click.option("--all", "whole", is_flag=True, help="With --coverage: everything, and by whom.")
@click.option("--jobs", type=click.IntRange(1, 64), help="How many processes play at once.")
def test(
    *,
    paths: tuple[Path, ...],
    wanted: tuple[str, ...],
    output_format: str,
    as_json: bool,
    transcript: bool,
    coverage: bool,
    whole: bool,
    jobs: int | None,
) -> None:
    """Play the scenarios of theatres: folders of profiles, one theatre, or one file of scenarios.

    Without PATHS, those of ./profiles, or of the profiles that ship. Ends 0 when every scenario
    passes or is pending, 1 when one fails or is pending no more, 2 when a profile has errors. With
    --coverage it ends 1 also when something of a complete field is neither exercised nor pending.
    """
    from engine.proving.scenario_report import as_json as json_of  # noqa: PLC0415 - quick --help
    from engine.proving.scenario_report import junit  # noqa: PLC0415
    from engine.proving.scenario_result import State  # noqa: PLC0415
    from engine.service.scenario_suite import run_plays  # noqa: PLC0415

    started_s = time.perf_counter()
    chosen = "json" if as_json else output_format
    results: list[ScenarioResult] = []
    plays = _plays(paths, wanted)
    for result in run_plays(plays, processes=jobs):
        results.append(result)
        if chosen == "text":
            _tell(result, transcript=transcript)
    if chosen == "json":
        click.echo(json_of(results), nl=False)
    elif chosen == "junit":
        click.echo(junit(results), nl=False)
    counts = Counter(one.state for one in results)
    told = ", ".join(f"{counts[state]} {state}" for state in State if counts[state])
    flown_min = sum(one.flown_ms for one in results) / 60_000
    took_s = time.perf_counter() - started_s
    click.echo(
        f"{len(results)} scenarios: {told or 'nothing to play'}; "
        f"{flown_min:.0f} minutes flown in {took_s:.1f} s",
        err=True,
    )
    gaps = _show_coverage(plays, results, whole=whole) if coverage else 0
    if counts[State.FAILED] or counts[State.STALE] or gaps:
        sys.exit(ExitCode.FOUND)


def _plays(paths: tuple[Path, ...], wanted: tuple[str, ...]) -> list[Play]:
    from engine.profile.places import shown_name, theatre_folders  # noqa: PLC0415
    from engine.resources import profiles_dir  # noqa: PLC0415
    from engine.service.scenario_suite import plays_of  # noqa: PLC0415

    here = Path("profiles")
    found: list[Play] = []
    for path in paths or ((here if here.is_dir() else profiles_dir()),):
        if not path.exists():
            message = f"{path} does not exist"
            raise click.UsageError(message)
        is_file = path.is_file()
        folders = theatre_folders(path.parent if is_file else path)
        if not folders:
            message = f"{path} is in no theatre (a folder with a theatre.yaml)"
            raise click.UsageError(message)
        for folder in folders:
            only = shown_name(path) if is_file and path.stem != "theatre" else ""
            found += [one for one in plays_of(folder, wanted, only) if one not in found]
    return found


def _tell(result: ScenarioResult, *, transcript: bool) -> None:
    from engine.proving.scenario_result import State, told  # noqa: PLC0415

    colours = {State.PASSED: "green", State.PENDING: "yellow"}
    lines = told(result)
    click.secho(lines[0], fg=colours.get(result.state, "red"))
    for line in lines[1:]:
        click.echo(line)
    if transcript and result.state in (State.PASSED, State.PENDING, State.STALE):
        for spoken in result.lines:
            click.echo(f"    {spoken.told()}")


def _show_coverage(plays: Sequence[Play], results: Sequence[ScenarioResult], *, whole: bool) -> int:
    """Print what is exercised of every field, and return how much of complete ones is not."""
    from engine.proving.coverage import coverage, table  # noqa: PLC0415
    from engine.service.scenario_suite import load_or_raise  # noqa: PLC0415

    found = []
    for folder in dict.fromkeys(one.folder for one in plays):
        loaded = load_or_raise(folder)
        theatre = loaded.theatre
        complete = {key for one in loaded.scenarios if one.complete for key in one.fields}
        played = dict.fromkeys(one.field for one in plays if one.folder == folder)
        if theatre is not None:
            found += [
                coverage(theatre, theatre.fields[key], results, complete=key in complete)
                for key in sorted(played)
            ]
    for line in table(found, whole=whole):
        click.echo(line)
    return sum(len(one.uncovered) for one in found if one.complete)
