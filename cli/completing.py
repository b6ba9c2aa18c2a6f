"""What a shell completes for our arguments: the names of fields."""

from __future__ import annotations

import click

__all__ = ["complete_field"]


def complete_field(
    context: click.Context,
    parameter: click.Parameter,  # noqa: ARG001 - click's
    incomplete: str,
) -> list[str]:
    """Return the fields that begin so: one's own, then those that ship."""
    from engine.profile.find_field import fields_in, folders_here  # noqa: PLC0415 - keeps it quick

    folders = folders_here(context.params.get("folder"))
    names = dict.fromkeys(one.key for one in fields_in(folders))
    return [name for name in names if name.startswith(incomplete.casefold())]
