"""`marshall card`: what a pilot dials and says at a field."""

from __future__ import annotations

from pathlib import Path

import click

from cli.completing import complete_field

__all__ = ["card"]


@click.command()
@click.argument("field", shell_complete=complete_field)
@click.option(
    "--profiles",
    "folder",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    default=None,
    help="Folder of theatres, or one theatre; `profiles` here, then those that ship, by default.",
)
@click.option(
    "--format",
    "output_format",
    type=click.Choice(["text", "markdown"]),
    default="text",
    show_default=True,
    help="How the card is printed.",
)
def card(field: str, folder: Path | None, output_format: str) -> None:
    """Print the pilot's card of FIELD: its file's name (`batumi`), its name, or its ICAO code."""
    from engine.model.errors import MarshallError  # noqa: PLC0415 - keeps --help quick
    from engine.profile.card import card_markdown, card_of, card_text  # noqa: PLC0415
    from engine.profile.find_field import find_field, folders_here, not_found  # noqa: PLC0415
    from engine.profile.loader import load_theatre_or_raise  # noqa: PLC0415

    folders = folders_here(folder)
    found = find_field(field, folders)
    if found is None:
        raise click.UsageError(not_found(field, folders))
    try:
        theatre = load_theatre_or_raise(found.folder)
    except MarshallError as error:
        raise click.ClickException(str(error)) from error
    airfield = theatre.every_field()[found.key]
    made = card_of(theatre.standing(found.key), airfield)
    shown = card_markdown(made) if output_format == "markdown" else card_text(made)
    click.echo(shown, nl=False)
