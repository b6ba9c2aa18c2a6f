"""`marshall graph`: the phases, the handoff ladder and the taxi network of a field, drawn."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.completing import complete_field

if TYPE_CHECKING:
    from engine.profile.theatre import Airfield

__all__ = ["graph"]


@click.command()
@click.argument("field", shell_complete=complete_field)
@click.option(
    "--of",
    "what",
    type=click.Choice(["phases", "ladder", "taxi"]),
    default="phases",
    show_default=True,
    help="What is drawn.",
)
@click.option("--from", "start", default=None, help="Only the phases reached from this one.")
@click.option(
    "--format",
    "output_format",
    type=click.Choice(["mermaid", "svg"]),
    default="mermaid",
    show_default=True,
    help="The language of the drawing.",
)
@click.option(
    "--profiles",
    "folder",
    type=click.Path(path_type=Path, exists=True),
    default=None,
    help="Folder of theatres, or one theatre; `profiles` here, then those that ship, by default.",
)
def graph(
    field: str, what: str, start: str | None, output_format: str, folder: Path | None
) -> None:
    """Draw the phase machine that FIELD is worked by, its handoff ladder, or its taxi network."""
    from engine.model.errors import MarshallError  # noqa: PLC0415 - keeps --help quick
    from engine.profile import diagram  # noqa: PLC0415
    from engine.profile.diagnostic import nearest  # noqa: PLC0415
    from engine.profile.find_field import find_field, folders_here, not_found  # noqa: PLC0415
    from engine.profile.loader import load_theatre_or_raise  # noqa: PLC0415

    folders = folders_here(folder)
    found = find_field(field, folders)
    if found is None:
        raise click.UsageError(not_found(field, folders))
    try:
        theatre = load_theatre_or_raise(found.folder).standing(found.key)
    except MarshallError as error:
        raise click.ClickException(str(error)) from error
    field = found.key
    if start is not None and start not in theatre.phases.phases:
        guess = nearest(start, theatre.phases.phases)
        hint = f"did you mean {guess}?" if guess else ", ".join(theatre.phases.phases)
        message = f"no phase is called {start}; {hint}"
        raise click.UsageError(message)
    if what == "taxi":
        click.echo(_taxi(theatre.fields[field], output_format), nl=False)
        return
    drawn = (
        diagram.ladder_diagram(theatre.fields[field])
        if what == "ladder"
        else diagram.phases_diagram(theatre, start=start)
    )
    text = diagram.svg(drawn) if output_format == "svg" else diagram.mermaid(drawn)
    click.echo(text, nl=False)


def _taxi(airfield: Airfield, output_format: str) -> str:
    from engine.profile.taxi_map import taxi_mermaid, taxi_svg  # noqa: PLC0415

    if airfield.taxi is None:
        message = f"{airfield.name} has no taxi network in its file"
        raise click.UsageError(message)
    draw = taxi_svg if output_format == "svg" else taxi_mermaid
    return draw(airfield, airfield.taxi)
