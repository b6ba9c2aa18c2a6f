"""`marshall graph`: the phases, the handoff ladder and the taxi network of a field, drawn."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from engine.profile.theatre import Airfield

__all__ = ["graph"]


@click.command()
@click.argument("field")
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
    help="Folder of theatres, or one theatre; the profiles that ship by default.",
)
def graph(
    field: str, what: str, start: str | None, output_format: str, folder: Path | None
) -> None:
    """Draw the phase machine that FIELD is worked by, its handoff ladder, or its taxi network."""
    from engine.model.errors import MarshallError  # noqa: PLC0415 - keeps --help quick
    from engine.profile import diagram  # noqa: PLC0415
    from engine.profile.diagnostic import nearest  # noqa: PLC0415
    from engine.profile.loader import load_theatre_or_raise, theatre_folders  # noqa: PLC0415
    from engine.resources import profiles_dir  # noqa: PLC0415

    known: list[str] = []
    for path in theatre_folders(folder or profiles_dir()):
        try:
            theatre = load_theatre_or_raise(path)
        except MarshallError as error:
            raise click.ClickException(str(error)) from error
        known += theatre.every_field()
        if field not in theatre.every_field():
            continue
        theatre = theatre.standing(field)
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
        return
    guess = nearest(field, known)
    hint = f"did you mean {guess}?" if guess else f"there are: {', '.join(sorted(known))}"
    message = f"no field is called {field}; {hint}"
    raise click.UsageError(message)


def _taxi(airfield: Airfield, output_format: str) -> str:
    from engine.profile.taxi_map import taxi_mermaid, taxi_svg  # noqa: PLC0415

    if airfield.taxi is None:
        message = f"{airfield.name} has no taxi network in its file"
        raise click.UsageError(message)
    draw = taxi_svg if output_format == "svg" else taxi_mermaid
    return draw(airfield, airfield.taxi)
