"""`marshall rules`: everything that `validate` looks for."""

from __future__ import annotations

import json

import click

__all__ = ["rules"]


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def rules(as_json: bool) -> None:
    """List every code with its severity, its name and its law."""
    from engine.profile.codes import CODES  # noqa: PLC0415 - keeps --help quick

    if as_json:
        listed = [
            {"code": one.code, "slug": one.slug, "severity": str(one.severity), "law": one.law}
            for one in CODES.values()
        ]
        click.echo(json.dumps(listed, indent=2))
        return
    for one in CODES.values():
        click.echo(f"{one.code}  {one.severity:<11}  {one.slug:<30}  {one.law}")
