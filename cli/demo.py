"""`marshall demo`: two simulated pilots are brought to the runway, by voice or as text."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from cli.completing import complete_field
from cli.exit_codes import ExitCode

__all__ = ["demo"]


@click.command()
@click.option("--text", is_flag=True, help="Without audio, on a simulated clock: seconds.")
@click.option("--seed", default=3, show_default=True, help="Start, wind, airframes, mishearings.")
@click.option("--seeds", type=click.IntRange(1, 10_000), help="With --text: fly seeds 1 to N.")
@click.option(
    "--kill-service-at",
    "kills",
    multiple=True,
    metavar="PHASE",
    help="With --text: kill -9 the service when a pilot reaches PHASE, and start it again.",
)
@click.option(
    "--theatre", default=None, help="Theatre folder or name; by default the first with the field."
)
@click.option(
    "--field",
    "field_name",
    default="batumi",
    show_default=True,
    shell_complete=complete_field,
    help="Field to land at, by file name, name or ICAO code.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("build/demo"),
    show_default=True,
    help="Where the summary, transcript and recordings go.",
)
def demo(
    *,
    text: bool,
    seed: int,
    seeds: int | None,
    kills: tuple[str, ...],
    theatre: str | None,
    field_name: str,
    out: Path,
) -> None:
    """Fly two simulated pilots down to the runway, by voice or as text.

    Everything starts on this machine: a voice server, a sim, the service as a host would run it,
    and two pilots. Ends with a summary that is counted from what was on the air. A field is looked
    for in the folder `profiles` where you are, then among those that ship.
    """
    if (seeds or kills) and not text:
        message = "--seeds and --kill-service-at need --text"
        raise click.UsageError(message)
    if seeds and kills:
        message = "--seeds and --kill-service-at do not go together"
        raise click.UsageError(message)
    from cli.find_theatre import find_theatre  # noqa: PLC0415  # heavy parts on demand

    place = find_theatre(theatre, field_name)
    if not place.ships:
        click.echo(f"flying {place.shown}", err=True)
    if text:
        from cli.demo_text import fly_seeds, fly_text  # noqa: PLC0415  # heavy parts on demand

        if seeds:
            sys.exit(fly_seeds(place, seeds))
        sys.exit(fly_text(place, seed, kills, out))
    from cli.demo_voice import fly_by_voice  # noqa: PLC0415

    sys.exit(fly_by_voice(place, seed, out) or ExitCode.OK)
