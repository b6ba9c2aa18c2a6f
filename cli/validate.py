"""`marshall validate`: find at the desk what would go wrong in the air."""

from __future__ import annotations

import sys
from pathlib import Path

import click

__all__ = ["validate"]


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--format",
    "output_format",
    type=click.Choice(["full", "concise", "json"]),
    default=None,
    help="How findings are printed; full on a terminal, concise when piped.",
)
def validate(paths: tuple[Path, ...], output_format: str | None) -> None:
    """Check theatres: folders of profiles, one theatre, or one file's theatre.

    Without PATHS, ./profiles is checked, or the profiles that ship. Ends 0 when nothing is wrong, 1
    with errors, 2 when a path holds no theatre.
    """
    from engine.profile.diagnostic import Severity, in_order  # noqa: PLC0415 - keeps --help quick
    from engine.profile.loader import load_theatre, theatre_folders  # noqa: PLC0415
    from engine.profile.render import concise, full, summary, to_json  # noqa: PLC0415
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
    loaded = [load_theatre(folder) for folder in folders]
    found = in_order(finding for one in loaded for finding in one.diagnostics)
    texts = {file: text for one in loaded for file, text in one.texts.items()}
    chosen = output_format or ("full" if sys.stdout.isatty() else "concise")
    if chosen == "json":
        click.echo(to_json(found), nl=False)
    elif found:
        click.echo(full(found, texts) if chosen == "full" else concise(found), nl=False)
    click.echo(summary(found, len(texts)), err=True)
    theatres = [one.theatre for one in loaded if one.theatre is not None]
    if any(finding.severity is Severity.ERROR for finding in found):
        sys.exit(1)
    fields = sum(len(theatre.fields) for theatre in theatres)
    stations = sum(len(theatre.all_stations()) for theatre in theatres)
    click.echo(f"ok: {len(theatres)} theatres, {fields} fields, {stations} stations", err=True)
