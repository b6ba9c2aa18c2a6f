"""A desk for Batumi, with somebody to talk to it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from engine.language.compile import Language
from engine.model.call import Hypothesis
from engine.model.geometry import GridPoint, offset
from engine.model.picture import Coalition, Track
from engine.model.projection import position_from_grid
from engine.model.stimulus import Heard, RadioPresent, Sweep
from engine.profile.loader import load_theatre_or_raise
from engine.profile.theatre import Theatre
from engine.resources import profiles_dir
from engine.service.build import make_desk, make_language
from engine.store import EventLog, MemoryEventLog
from engine.turn.desk import Desk

GUID = "PonyPonyPonyPonyPony11"
APPROACH_HZ = 124_425_000
TRACK_ID = "track:1/Pony-1/1"


@cache
def theatre() -> Theatre:
    whole = load_theatre_or_raise(profiles_dir() / "caucasus")
    return replace(whole, fields={"batumi": whole.fields["batumi"]})


@cache
def language() -> Language:
    made = make_language(theatre())
    made.build()
    return made


def desk_on(log: EventLog | None = None) -> Desk:
    return make_desk(theatre(), log if log is not None else MemoryEventLog(), language=language())


def heard(words: str, *, number: int = 1, **changes: object) -> Heard:
    call = Heard(
        transmission_id=f"call-{number}",
        guid=GUID,
        client_name="Pony 1-1",
        unit_type="P-51D-30-NA",
        unit_id=101,
        coalition=Coalition.BLUE,
        station="batumi/approach",
        frequency_hz=APPROACH_HZ,
        started_ms=1_000,
        ended_ms=3_000,
        hypotheses=(Hypothesis(words),) if words else (),
    )
    return replace(call, **changes)  # type: ignore[arg-type]


def radio() -> RadioPresent:
    return RadioPresent(GUID, "Pony 1-1", "P-51D-30-NA", 101, Coalition.BLUE, (APPROACH_HZ,))


def track(at_s: float, *, range_nm: float = 12.0, bearing_deg: float = 300.0) -> Track:
    """Return a jet that flies to the field at 220 knots; it is `range_nm` away at time 0."""
    range_nm -= at_s * 220.0 / 3600.0
    field = theatre().fields["batumi"].reference_point.grid
    here: GridPoint = offset(field, bearing_deg, range_nm)
    return Track(
        track_id=TRACK_ID,
        unit_id=101,
        unit_name="Pony-1",
        type_name="P-51D-30-NA",
        player_name="Pony 1-1",
        coalition=Coalition.BLUE,
        position=position_from_grid(theatre().projection, here),
        altitude_ft=4_000.0,
        heading_deg_grid=120.0,
        course_deg_grid=120.0,
        speed_kt=220.0,
        vertical_fpm=0.0,
        sim_time_s=at_s,
    )


def sweep(at_s: float, **where: float) -> Sweep:
    return Sweep((track(at_s, **where),))


def identified(desk: Desk) -> int:
    """Let radar and radio know each other; return the engine time it is then."""
    desk.step(0, [radio(), sweep(0.0)])
    for second in range(1, 4):
        desk.step(second * 1000, [sweep(float(second))])
    return 4_000
