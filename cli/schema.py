"""`marshall schema`: the JSON Schemas that editors check profiles with."""

from __future__ import annotations

from pathlib import Path

import click

__all__ = ["schema"]


@click.command()
@click.argument("kind", required=False)
@click.option(
    "--write",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=None,
    help="Write every schema into a folder, for profiles outside a checkout.",
)
def schema(kind: str | None, folder: Path | None) -> None:
    """Print the schema of KIND (airfield, theatre, phases ...), or write them all."""
    from engine.profile.kinds import KINDS, render, write_for_designers  # noqa: PLC0415 - keeps --help quick

    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        for path in write_for_designers(folder):
            click.echo(f"wrote {path}", err=True)
        return
    if kind not in KINDS:
        message = f"there are schemas of: {', '.join(KINDS)}"
        raise click.UsageError(message)
    click.echo(render(kind), nl=False)
