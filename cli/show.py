"""`marshall show`: a field as it is understood, and where each value comes from."""

from __future__ import annotations

import json
from pathlib import Path

import click

__all__ = ["show"]


@click.command()
@click.argument("field")
@click.option("--section", default=None, help="Only this part: approaches, stations.tower ...")
@click.option(
    "--profiles",
    "folder",
    type=click.Path(path_type=Path, exists=True),
    default=None,
    help="Folder of theatres, or one theatre; the profiles that ship by default.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def show(field: str, section: str | None, folder: Path | None, as_json: bool) -> None:
    """Print the values of FIELD (`batumi`), or of the `phases`, with their origin.

    Written in its file, defaulted by the schema, inherited from a common file, or expanded from a
    short form.
    """
    from engine.profile.diagnostic import nearest  # noqa: PLC0415 - keeps --help quick
    from engine.profile.loader import load_project  # noqa: PLC0415
    from engine.profile.places import theatre_folders  # noqa: PLC0415
    from engine.profile.provenance import resolved_field, resolved_phases  # noqa: PLC0415
    from engine.resources import profiles_dir  # noqa: PLC0415

    known: list[str] = []
    for path in theatre_folders(folder or profiles_dir()):
        project, _ = load_project(path, [])
        known += [*project.fields, *project.variants]
        if field == "phases":
            values = list(resolved_phases(project))
        elif field in project.fields or field in project.variants:
            values = list(resolved_field(project, field))
        else:
            continue
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
            where = (
                f" {one.span.file}:{one.span.line}" if one.span is not None else " by the schema"
            )
            note = f"  ({one.note})" if one.note else ""
            value = f" = {one.value}" if one.value else ""
            click.echo(f"{one.path}{value}  [{one.origin}{where}]{note}")
        return
    guess = nearest(field, [*known, "phases"])
    hint = f"did you mean {guess}?" if guess else f"there are: {', '.join(sorted(known))}, phases"
    message = f"no field is called {field}; {hint}"
    raise click.UsageError(message)
