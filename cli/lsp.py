"""`marshall lsp`: profiles in an editor, by the Language Server Protocol."""

from __future__ import annotations

import click

from cli.exit_codes import ExitCode

__all__ = ["lsp"]


@click.command()
def lsp() -> None:
    """Serve an editor on standard input and output: findings, completion, names, hints.

    An editor starts this by itself; docs/designer/editor.md says how to tell yours.
    """
    try:
        from cli.lsp_server import make_server  # noqa: PLC0415 - keeps --help quick, is optional
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.split(".")[0] not in {"pygls", "lsprotocol"}:
            raise
        click.echo(
            "error: the package pygls is missing: install marshall[editor], then start again",
            err=True,
        )
        raise SystemExit(ExitCode.UNAVAILABLE) from missing
    make_server().start_io()
