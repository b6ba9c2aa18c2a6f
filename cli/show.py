"""`marshall show`: a field as it is understood, and where each value comes from."""

from __future__ import annotations

import json
from pathlib import Path

import click

from cli.completing import complete_field

__all__ = ["show"]

_PHASES = "phases"


@click.command()
@click.argument("field", shell_complete=complete_field)
@click.option("--section", default=None, help="Only this part: approaches, stations.tower ...")
@click.option(
    "--profiles",
    "folder",
    type=click.Path(path_type=Path, exists=True),
    default=None,
    help="Folder of theatres, or one theatre; `profiles` here, then those that ship, by default.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def show(field: str, section: str | None, folder: Path | None, as_json: bool) -> None:
    """Print the values of FIELD (`batumi`), or of the `phases`, with their origin.

    Written in its file, defaulted by the schema, inherited from a common file, or expanded from a
    short form.
    """
    from engine.profile.find_field import find_field, folders_here, not_found  # noqa: PLC0415
    from engine.profile.loader import load_project  # noqa: PLC0415 - keeps --help quick
    from engine.profile.provenance import resolved_field, resolved_phases  # noqa: PLC0415

    folders = folders_here(folder)
    if field == _PHASES and folders:
        values = list(resolved_phases(load_project(folders[0], [])[0]))
    else:
        found = find_field(field, folders)
        if found is None:
            raise click.UsageError(not_found(field, folders, [_PHASES]))
        values = list(resolved_field(load_project(found.folder, [])[0], found.key))
    chosen = [
        one
        for one in values
        if section is None
        or one.path == section
        or one.path.startswith((f"{section}.", f"{section}["))
    ]
    if as_json:
        click.echo(
            json.dumps(
                [
                    {
                        "path": one.path,
                        "value": one.value,
                        "origin": str(one.origin),
                        "file": one.span.file if one.span is not None else None,
                        "line": one.span.line if one.span is not None else None,
                        "note": one.note,
                    }
                    for one in chosen
                ],
                indent=2,
                ensure_ascii=False,
            )
        )
        return
    for one in chosen:
        where = f" {one.span.file}:{one.span.line}" if one.span is not None else " by the schema"
        note = f"  ({one.note})" if one.note else ""
        value = f" = {one.value}" if one.value else ""
        click.echo(f"{one.path}{value}  [{one.origin}{where}]{note}")
