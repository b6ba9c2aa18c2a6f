"""Find out before a run whether everything a configuration names can be reached and used.

Each check asks the real thing: the voice server is logged in to, the sim is asked who it is, a clip
is spoken and recognised. A check answers in one line, with what to do when there is something; none
of them shows a secret or changes anything but the record folder, which is made.
"""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import AsyncIterator

from engine.model.errors import MarshallError
from engine.profile.theatre import Theatre
from engine.service.config import Config
from engine.service.extras import install_advice, is_ours
from engine.service.fields import load_fields
from engine.service.health_check import Check, ok, problem
from engine.service.health_radio import check_server

__all__ = ["examine"]

_MEGABYTE = 1_000_000
_SIM_WITHIN_S = 15.0


async def examine(config: Config) -> AsyncIterator[Check]:
    """Yield what came of each check, in the order in which things depend on each other."""
    theatre, checked = _profile(config)
    yield checked
    yield _record(config)
    async for check in _radio(config, theatre):
        yield check
    yield await _sim(config, theatre)
    async for check in _speech(config):
        yield check


def _profile(config: Config) -> tuple[Theatre | None, Check]:
    try:
        theatre = load_fields(config)
    except MarshallError as error:
        return None, problem("profile", str(error), "marshall validate shows every mistake")
    stations = sum(1 for station in theatre.all_stations() if station.staffed)
    fields = ", ".join(sorted(theatre.fields))
    return theatre, ok("profile", f"{theatre.name}: {fields}; {stations} stations")


def _record(config: Config) -> Check:
    folder = config.record.folder
    wanted = (config.record.logs_mb + (config.record.audio_mb if config.record.audio else 0)) * (
        _MEGABYTE
    )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as trial:
            trial.write(b"trial")
        free = shutil.disk_usage(folder).free
    except OSError as error:
        line = f"the folder {folder.name} cannot be written: {error.strerror}"
        return problem("record", line, "give `record: {folder: ...}` one that can")
    line = f"{folder.name} can be written; {free // _MEGABYTE} MB free"
    if free < wanted:
        advice = (
            f"up to {wanted // _MEGABYTE} MB may be kept: make room, or lower logs_mb, audio_mb"
        )
        return problem("record", line, advice)
    return ok("record", line)


async def _radio(config: Config, theatre: Theatre | None) -> AsyncIterator[Check]:
    try:
        from engine.voice.opus import encode_frames  # noqa: PLC0415 - may not be installed
        from engine.voice.pcm import silence  # noqa: PLC0415

        packets = encode_frames(silence(400))
        yield ok("opus", f"the audio codec works ({len(packets)} packets)")
    except ImportError as error:
        yield _missing("opus", error)
    except MarshallError as error:
        yield problem("opus", str(error))
    async for check in check_server(config, theatre):
        yield check


async def _sim(config: Config, theatre: Theatre | None) -> Check:
    if config.sim.kind == "acmi":
        return ok("sim", "a recording is played; there is no sim to ask")
    try:
        from engine.world.dcs_probe import SimPaused, probe  # noqa: PLC0415
        from engine.world.dcs_settings import DcsSettings  # noqa: PLC0415
    except ImportError as error:
        return _missing("sim", error)
    settings = DcsSettings(
        config.sim.address,
        token=config.sim.token,
        theatre=theatre.dcs_name if theatre is not None else "",
    )
    try:
        async with asyncio.timeout(_SIM_WITHIN_S):
            found = await probe(settings)
    except SimPaused as error:
        return ok("sim", str(error), "the theatre can be checked once the mission runs")
    except TimeoutError:
        line = f"the sim at {config.sim.address} did not answer in {_SIM_WITHIN_S:.0f} s"
        return problem("sim", line, "is the mission loaded, and DCS not paused?")
    except MarshallError as error:
        return problem("sim", str(error), "the address is `sim: {address: ...}`")
    return ok(
        "sim",
        f"DCS-gRPC {found.version} runs {found.theatre}, session {found.session}, "
        f"mission time {found.time_s:.0f} s",
    )


async def _speech(config: Config) -> AsyncIterator[Check]:
    try:
        from engine.service.health_speech import check_recogniser, check_voices  # noqa: PLC0415
    except ImportError as error:
        yield _missing("speech", error)
        return
    clip = None
    for check, spoken in await asyncio.to_thread(check_voices, config):
        clip = spoken if clip is None else clip
        yield check
    yield await asyncio.to_thread(check_recogniser, config, clip)


def _missing(name: str, error: ImportError) -> Check:
    if is_ours(error):
        raise error
    return problem(name, install_advice(error))
