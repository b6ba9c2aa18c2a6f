"""Proves that no call is met with silence: every intent of a pilot in every phase has an answer.

The real decision is asked, on a board with one aircraft in that phase, for every intent there is.
What calls for no answer by its nature (a read-back, an acknowledgement) is listed, so that silence
is always meant.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.control.board import Board
from engine.control.decide import decide
from engine.control.outcome import Context
from engine.control.strip import Radio, Strip
from engine.model.call import Call, Hypothesis, Reading
from engine.model.geometry import offset
from engine.model.intent import Intent
from engine.model.picture import Coalition, Track
from engine.model.projection import position_from_grid
from engine.model.stimulus import Heard
from engine.profile.diagnostic import Diagnostic, Span
from engine.profile.theatre import Airfield, Station, Theatre

__all__ = ["NEEDS_NO_ANSWER", "silent_pairs", "unanswered"]

NEEDS_NO_ANSWER = frozenset(
    {Intent.READBACK, Intent.ACKNOWLEDGE, Intent.ANSWER, Intent.STANDBY, Intent.NONE}
)
"""Intents that end an exchange: an answer to them would never end."""

_AIRCRAFT = "track:proof/Colt/1"
_GUID = "proof-radio-0000000000"
_LABEL = "Colt 1-1"
_NOW_MS = 600_000
_AWAY_NM = 8.0
_HEIGHT_FT = 5000.0


def unanswered(theatre: Theatre, file: str) -> tuple[Diagnostic, ...]:
    """Return a finding for each intent that meets silence somewhere, with the phases."""
    found = []
    for airfield in theatre.fields.values():
        if not airfield.stations:
            continue
        by_intent: dict[str, list[str]] = {}
        for phase, intent in silent_pairs(theatre, airfield):
            by_intent.setdefault(intent, []).append(phase)
        for intent, phases in sorted(by_intent.items()):
            found.append(
                Diagnostic(
                    "M706",
                    f"at {airfield.name}: a call `{intent}` meets silence",
                    Span(file, 1, 1, 1, 2),
                    notes=("in the phases " + ", ".join(phases),),
                    hint="every intent has an answer in every phase, if only that it is not now",
                )
            )
        return tuple(found)  # answers are the rules' own: one field with stations shows them all
    return tuple(found)


def silent_pairs(theatre: Theatre, airfield: Airfield) -> Iterator[tuple[str, str]]:
    """Yield each phase and intent in which a call gets neither an answer nor a refusal on record.

    A station that nobody works hears nothing, so phases that only it owns are asked of the tower.
    """
    for phase in theatre.phases.phases.values():
        station = airfield.station_for_role(phase.owner) or next(iter(airfield.stations.values()))
        for intent in Intent:
            if intent in NEEDS_NO_ANSWER:
                continue
            flies = phase.airborne is not False
            context, heard = _scene(theatre, airfield, station, phase.name, flies=flies)
            call = Call(
                f"call for {intent.value}",
                (Reading(intent.value),),
                station=station.name,
                callsign=_LABEL,
                confidence=1.0,
            )
            if not decide(context, heard, call).transmissions:
                yield phase.name, intent.value


def _scene(
    theatre: Theatre, airfield: Airfield, station: Station, phase: str, *, flies: bool
) -> tuple[Context, Heard]:
    """Return a board with one aircraft in a phase, and the radio it calls on."""
    point = airfield.reference_point.grid
    if flies:
        point = offset(point, 300.0, _AWAY_NM)
    track = Track(
        track_id=_AIRCRAFT,
        unit_id=1,
        unit_name="Colt",
        type_name=next(iter(theatre.airframes)),
        player_name="Colt",
        coalition=Coalition.BLUE,
        position=position_from_grid(theatre.projection, point),
        altitude_ft=airfield.elevation_ft + (_HEIGHT_FT if flies else 0.0),
        heading_deg_grid=120.0,
        course_deg_grid=120.0,
        speed_kt=200.0 if flies else 0.0,
        vertical_fpm=0.0,
        sim_time_s=_NOW_MS / 1000.0,
        on_ground=not flies,
    )
    frequency_hz = station.channels[0].frequency_hz if station.channels else 0
    radio = Radio(
        guid=_GUID,
        name="Colt",
        unit_type=track.type_name,
        unit_id=1,
        coalition=Coalition.BLUE,
        frequencies_hz=(frequency_hz,),
        aircraft=_AIRCRAFT,
        authority="unit",
    )
    strip = Strip(
        aircraft=_AIRCRAFT,
        label=_LABEL,
        opened_ms=0,
        track_id=_AIRCRAFT,
        type_name=track.type_name,
        coalition=Coalition.BLUE,
        phase=phase,
        has_flown=flies,
        station=station.key,
        greeted=(station.key,),
        field=airfield.key,
        seen_ms=_NOW_MS,
    )
    board = Board(
        strips={_AIRCRAFT: strip},
        radios={_GUID: radio},
        tracks={_AIRCRAFT: track},
        looks={_AIRCRAFT: (track,)},
        coalition=Coalition.BLUE,
        swept_ms=_NOW_MS,
    )
    heard = Heard(
        transmission_id="t1",
        guid=_GUID,
        client_name="Colt",
        unit_type=track.type_name,
        unit_id=1,
        coalition=Coalition.BLUE,
        station=station.key,
        frequency_hz=frequency_hz,
        started_ms=_NOW_MS - 3000,
        ended_ms=_NOW_MS,
        hypotheses=(Hypothesis("call"),),
    )
    return Context(theatre, board, _NOW_MS, _NOW_MS / 1000.0), heard
