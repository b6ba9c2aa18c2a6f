"""`marshall card`: what a pilot dials and says at a field."""

from __future__ import annotations

from pathlib import Path

import click

__all__ = ["card"]


@click.command()
@click.argument("field")
@click.option(
    "--profiles",
    "folder",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    default=None,
    help="Folder of theatres, or one theatre; the profiles that ship by default.",
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
    """Print the pilot's card of FIELD, named as in its file: batumi."""
    from engine.model.errors import MarshallError  # noqa: PLC0415 - keeps --help quick
    from engine.profile.card import card_markdown, card_of, card_text  # noqa: PLC0415
    from engine.profile.diagnostic import nearest  # noqa: PLC0415
    from engine.profile.loader import load_theatre_or_raise, theatre_folders  # noqa: PLC0415
    from engine.resources import profiles_dir  # noqa: PLC0415

    try:
        folders = theatre_folders(folder or profiles_dir())
        theatres = [load_theatre_or_raise(path) for path in folders]
    except MarshallError as error:
        raise click.ClickException(str(error)) from error
    known: list[str] = []
    for theatre in theatres:
        for key, airfield in theatre.every_field().items():
            known.append(key)
            if field.casefold() in {key, airfield.name.casefold(), airfield.icao.casefold()}:
                made = card_of(theatre.standing(key), airfield)
                shown = card_markdown(made) if output_format == "markdown" else card_text(made)
                click.echo(shown, nl=False)
                return
    guess = nearest(field, known)
    hint = f"did you mean {guess}?" if guess else f"there are: {', '.join(sorted(known))}"
    message = f"no field is called {field}; {hint}"
    raise click.UsageError(message)
