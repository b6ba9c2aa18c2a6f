"""`marshall run CONFIG`: the service on a host's own voice server and sim."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Any

import click

from cli.exit_codes import ExitCode
from engine.model.errors import ConfigurationError

__all__ = ["print_record", "run"]

END_WITHIN_S = 2.5
"""After Ctrl-C the parts have this long. A model that is loading cannot be interrupted, and nothing
is lost by leaving it: every event is on disk before it takes effect."""

_LOG_BYTES = 2_000_000
_LOG_FILES = 5
_STOPPED = "stopped; everything recorded is on disk"


@click.command(epilog="Example: marshall run marshall.yaml")
@click.argument("config", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--json", "as_json", is_flag=True, help="Print what happens as JSON lines.")
def run(config: Path, *, as_json: bool) -> None:
    """Control traffic on your own SRS server and DCS-gRPC, as CONFIG says.

    Ctrl-C ends every part within three seconds; nothing recorded is lost, and a start within a
    quarter of an hour goes on where it stopped. `marshall doctor CONFIG` tells beforehand what
    cannot be used.
    """
    # The parts behind these imports take a second to load; `--help` need not wait for them.
    from engine.service.config import read_config  # noqa: PLC0415
    from engine.service.start import serve  # noqa: PLC0415

    settings = read_config(config, os.environ)
    show: Callable[[Any], None] = _print_json if as_json else print_record
    with _logging_to(settings.record.folder):
        try:
            asyncio.run(_until_stopped(serve(settings, show)))
        except (
            KeyboardInterrupt
        ):  # where the loop cannot take signals, asyncio has cancelled by now
            _leave_soon()
    click.echo(_STOPPED, err=True)
    sys.exit(ExitCode.INTERRUPTED)


async def _until_stopped(serving: Coroutine[Any, Any, None]) -> None:
    """Run until SIGINT or SIGTERM, then cancel and wait for the end."""
    loop = asyncio.get_running_loop()
    task = asyncio.ensure_future(serving)

    def stop() -> None:
        _leave_soon()
        task.cancel()

    for name in ("SIGINT", "SIGTERM"):
        try:
            loop.add_signal_handler(getattr(signal, name), stop)
        except NotImplementedError:  # Windows has no signal handlers on the loop
            continue
    try:
        await task
    except asyncio.CancelledError:
        if not task.cancelled():
            raise


def _leave_soon() -> None:
    """End the process in time, whatever is still being loaded, spoken or recognised by then."""

    def leave() -> None:
        click.echo(_STOPPED, err=True)
        logging.shutdown()
        os._exit(ExitCode.INTERRUPTED)

    timer = threading.Timer(END_WITHIN_S, leave)
    timer.daemon = True
    timer.start()


def print_record(record: Any) -> None:  # a journal record
    """Print one record of the journal as a line, or not at all."""
    match record["kind"]:
        case "state":
            who = f" {record['station']}" if record["station"] else ""
            line = f"[{record['part']}{who}] {record['condition']}: {record['line']}"
        case "heard":
            refused = f"  ({record['refused']})" if record["refused"] else ""
            line = f"{record['pilot']} > {record['words'] or '(no words)'}{refused}"
        case "decided":
            rules = ", ".join(one["rule"] for one in record["directives"])
            line = f"{record['station_name']} < {record['words']}  [{rules}]"
        case "keyed" if record["outcome"] != "keyed":
            line = f"not keyed: {record['transmission_id']} {record['outcome']}: {record['reason']}"
        case _:
            return
    click.echo(line)


def _print_json(record: Any) -> None:  # a journal record
    click.echo(json.dumps(record, ensure_ascii=False))


@contextmanager
def _logging_to(folder: Path) -> Iterator[None]:
    """Keep what a maintainer needs in a file of the record folder."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(
            folder / "marshall.log", maxBytes=_LOG_BYTES, backupCount=_LOG_FILES, encoding="utf-8"
        )
    except OSError as error:
        message = f"cannot write to the record folder {folder.name!r}: {error.strerror}"
        raise ConfigurationError(message) from error
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    # Of libraries only what is wrong: some of them tell every step that they take.
    root, ours = logging.getLogger(), logging.getLogger("engine")
    root.addHandler(handler)
    ours.setLevel(logging.INFO)
    try:
        yield
    finally:
        ours.setLevel(logging.NOTSET)
        root.removeHandler(handler)
        handler.close()
