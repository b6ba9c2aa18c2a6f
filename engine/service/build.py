"""Make the deciding half of the service: language, desk, log and clock.

Nothing here needs more than the base set, so that a designer without a radio can be controlled too.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from engine.control.capabilities import CAPABILITIES
from engine.language.compile import Language, compile_language
from engine.model.call import Hypothesis
from engine.model.picture import Coalition
from engine.model.stimulus import Heard
from engine.profile.theatre import Theatre
from engine.service.engine_clock import EngineClock
from engine.store import EventLog, SqliteEventLog, keep_newest
from engine.turn.desk import Desk
from engine.turn.hearing import static_lexicon
from engine.turn.registry import CapabilityRegistry
from engine.turn.turn import Turn
from engine.voice.models import user_cache

__all__ = ["make_desk", "make_language", "open_log", "rehearse", "resume_clock"]

RESUME_WITHIN_S = 15 * 60.0
"""A log older than this is another sortie: a strip that old is not restored."""


def make_language(theatre: Theatre) -> Language:
    """Return the compiled language of a theatre, ready for its first call.

    Parse tables are kept in the user's cache, by their content: the first pilot of an evening
    does not wait for them. A cache that cannot be written only costs time.
    """
    language = compile_language(theatre.intents, theatre.phraseology)
    language.build(user_cache() / "grammars")
    return language


def make_desk(
    theatre: Theatre,
    log: EventLog,
    *,
    language: Language | None = None,
    budget_s: float = math.inf,
) -> Desk:
    """Return a desk with an empty board on a log; call `resume` to fold the log in.

    A simulated sortie has no budget of computing time, or a slow machine would fly another one.
    """
    spoken = language or make_language(theatre)
    registry = CapabilityRegistry(CAPABILITIES)
    turn = Turn(spoken, static_lexicon(theatre), registry, budget_s=budget_s)
    return Desk(theatre, turn, log)


def rehearse(desk: Desk) -> None:
    """Answer a call on a desk that nobody listens to, so that everything it needs is loaded."""
    station = next((one for one in desk.theatre.all_stations() if one.staffed), None)
    if station is None:
        return
    words = f"{station.name}, Colt one one, radio check"
    call = Heard(
        transmission_id="rehearsal",
        guid="rehearsal",
        client_name="Colt 1-1",
        unit_type="",
        unit_id=0,
        coalition=Coalition.BLUE,
        station=station.key,
        frequency_hz=station.channels[0].frequency_hz,
        started_ms=0,
        ended_ms=0,
        hypotheses=(Hypothesis(words),),
    )
    desk.step(0, [call])


def open_log(
    folder: Path, *, logs: int, logs_mb: int, started: Mapping[str, Any], now: datetime
) -> tuple[EventLog, bool]:
    """Return the log to go on with, and whether it is an earlier one that is resumed.

    That is the newest, if it is recent and `started` (what the service is started with: profile,
    fields, side) is what it was started with; else a new one, and old ones go.

    Raises:
        StoreError: the log cannot be opened.
    """
    existing = sorted(folder.glob("events-*.sqlite"))
    recent = existing[-1] if existing else None
    if recent is not None and now.timestamp() - _last_written_s(recent) <= RESUME_WITHIN_S:
        log = SqliteEventLog(recent)
        before = log.last("service_started")
        if before is not None and before.data == started:
            return log, True
        log.close()
    for gone in keep_newest(existing, count=max(1, logs - 1), total_bytes=logs_mb * 1_000_000):
        for companion in _companions(gone):
            companion.unlink(missing_ok=True)
    return SqliteEventLog(_unused(folder, f"events-{now:%Y%m%dT%H%M%SZ}")), False


def resume_clock(
    desk: Desk, *, wall_ms: Callable[[], int] = lambda: time.time_ns() // 1_000_000
) -> EngineClock:
    """Fold the log into the desk and return a clock that goes on after it.

    Engine time resumes at the last event plus the wall time that has passed since, which the last
    `clock` record tells; with the sim paused none has passed.
    """
    desk.resume()
    told = desk.log.last("clock")
    passed_ms = 0
    if told is not None and not told.data["paused"]:
        since_ms = wall_ms() - int(told.data["wall_ms"])
        passed_ms = max(0, since_ms - (desk.now_ms - told.t_ms))
    clock = EngineClock(desk.now_ms + passed_ms)
    desk.record("clock", {"wall_ms": wall_ms(), "paused": False}, clock.now_ms())
    return clock


def _last_written_s(log: Path) -> float:
    """Return when a log was last written: SQLite writes ahead beside the file itself."""
    return max(path.stat().st_mtime for path in (log, *_companions(log)) if path.exists())


def _companions(log: Path) -> tuple[Path, ...]:
    return tuple(log.with_name(log.name + suffix) for suffix in ("-wal", "-shm"))


def _unused(folder: Path, name: str) -> Path:
    """Return a file name that is not taken: two starts within a second are two logs."""
    path, number = folder / f"{name}.sqlite", 1
    while path.exists():
        number += 1
        path = folder / f"{name}-{number}.sqlite"
    return path
