"""`marshall doctor CONFIG`: what of a configuration can be reached and used."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.exit_codes import ExitCode

if TYPE_CHECKING:
    from engine.service.config import Config
    from engine.service.health_check import Check

__all__ = ["doctor"]

_NAME_WIDTH = 14


@click.command(epilog="Example: marshall doctor marshall.yaml")
@click.argument("config", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--json", "as_json", is_flag=True, help="Print each check as a JSON line.")
def doctor(config: Path, *, as_json: bool) -> None:
    """Tell whether everything that CONFIG names can be reached and used.

    Profile, record folder, codec, SRS server, sim, voices, recogniser: one line each, with what to
    do about what is wrong. Ends 0 when all is well, 3 when something is not.
    """
    from engine.service.config import read_config  # noqa: PLC0415 - keeps --help quick

    settings = read_config(config, os.environ)
    problems = asyncio.run(_examine(settings, as_json=as_json))
    if problems:
        sys.exit(ExitCode.UNAVAILABLE)


async def _examine(settings: Config, *, as_json: bool) -> int:
    from engine.service.health import examine  # noqa: PLC0415
    from engine.service.health_check import Verdict  # noqa: PLC0415

    problems = 0
    async for check in examine(settings):
        problems += check.verdict is Verdict.PROBLEM
        click.echo(_json(check) if as_json else _line(check))
    if not as_json:
        click.echo(f"{problems} to be put right" if problems else "all is well", err=True)
    return problems


def _line(check: Check) -> str:
    advice = f"\n{'':<{_NAME_WIDTH + 10}}{check.advice}" if check.advice else ""
    return f"{check.verdict:<8}  {check.name:<{_NAME_WIDTH}}{check.line}{advice}"


def _json(check: Check) -> str:
    record = {
        "check": check.name,
        "verdict": check.verdict,
        "line": check.line,
        "advice": check.advice,
    }
    return json.dumps(record, ensure_ascii=False)
