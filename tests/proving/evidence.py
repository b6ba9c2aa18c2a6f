"""Made-up evidence for the judge: one aircraft down a straight final, with its calls."""

from __future__ import annotations

from collections.abc import Sequence

from engine.model.capture import AirRecord, Capture, TruthPoint
from engine.model.directive import Directive, directive
from engine.model.geometry import GridPoint, offset
from engine.model.slots import SlotValue
from engine.proving.mile_calls import table_altitude_ft
from engine.sim.spoken_grammar import SpokenGrammar
from tests.sim.field import APPROACH_HZ, COURSE_DEG, FIELD, theatre
from tests.sim.spoken import phrasebook

__all__ = [
    "BOOK",
    "GRAMMAR",
    "PONY",
    "THEATRE",
    "capture",
    "d",
    "final",
    "keyed",
    "pilot_call",
    "said",
]

THEATRE = theatre()
BOOK = phrasebook()
PONY = "Pony 1-1"
GRAMMAR = SpokenGrammar.of(THEATRE, BOOK, [PONY, "Colt 2-1"])
SECONDS_PER_NM = 25


def _threshold() -> GridPoint:
    end = THEATRE.fields[FIELD].runway_end("12")
    assert end is not None
    return end.threshold.grid


def final(callsign: str = PONY, *, start_nm: float = 9.0, delay_s: int = 0) -> list[TruthPoint]:
    """Return one look a second down the final to the runway and ten seconds of roll."""
    points = []
    seconds = round(start_nm * SECONDS_PER_NM)
    for second in range(seconds + 11):
        nm = start_nm - second / SECONDS_PER_NM
        points.append(
            TruthPoint(
                t_ms=(delay_s + second) * 1000,
                callsign=callsign,
                track_id=f"track:1/{callsign}/1",
                grid=offset(_threshold(), COURSE_DEG + 180.0, nm),
                altitude_ft=max(30.0, min(2000.0, 30.0 + 325.0 * nm)),
                heading_deg_grid=COURSE_DEG,
                airborne=nm > 0.0,
            )
        )
    return points


def d(kind: str, **slots: SlotValue) -> Directive:
    return directive(kind, rule="test", facts=(), **slots)


def keyed(t_ms: int, *said: Directive, words: str | None = None, to: str = PONY) -> AirRecord:
    """Return a controller's transmission."""
    return AirRecord(
        transmission_id=f"t-{t_ms}",
        speaker="Seaside Approach",
        station=f"{FIELD}/approach",
        frequencies_hz=APPROACH_HZ,
        words=words if words is not None else BOOK.say_directives(said, callsign=to),
        started_ms=t_ms,
        ended_ms=t_ms + 3000,
        addressed=to,
        directives=said,
    )


def pilot_call(t_ms: int, words: str, *, stepped_on: bool = False) -> AirRecord:
    """Return a pilot's transmission, three seconds long."""
    return AirRecord(
        transmission_id=f"p-{t_ms}",
        speaker=PONY,
        station=None,
        frequencies_hz=APPROACH_HZ[:1],
        words=words,
        started_ms=t_ms,
        ended_ms=t_ms + 3000,
        stepped_on=stepped_on,
        heard={f"{FIELD}/approach": words},
    )


def said(mile: int, *, late_s: int = 0, altitude_ft: int | None = None) -> AirRecord:
    """Return the call of a mile, `late_s` after he was there."""
    approach = THEATRE.fields[FIELD].approaches["asr-12"]
    altitude = altitude_ft or table_altitude_ft(approach, mile)
    call = d(
        "range_call", range_nm=mile, deviation="on_course", verb="descend", altitude_ft=altitude
    )
    return keyed(round((9.0 - mile) * SECONDS_PER_NM + late_s) * 1000, call)


def capture(air: Sequence[AirRecord], truth: Sequence[TruthPoint] | None = None) -> Capture:
    """Return the evidence of a sortie."""
    return Capture(
        field=FIELD,
        approach="asr-12",
        seed=1,
        air=tuple(air),
        truth=tuple(truth if truth is not None else final()),
        ended_ms=400_000,
    )
