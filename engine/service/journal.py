"""What the service tells whoever watches it: plain records, one kind each.

The console prints them as lines, the demo draws them, a supervisor reads them as JSON lines. They
hold what a pilot could hear and why it was said; never a path, a secret or a traceback.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.control.board import Board
from engine.model.geometry import range_nm
from engine.model.stimulus import Heard
from engine.profile.theatre import Theatre
from engine.turn.speech_queue import Spoken
from engine.turn.trace import Trace, TurnState

__all__ = ["Journal", "Record", "decided", "heard", "keyed", "picture", "state"]

Record = Mapping[str, Any]
Journal = Callable[[Record], None]
"""Takes a record; must return at once."""


def state(part: str, condition: str, line: str, *, station: str = "") -> Record:
    """Return the record of a part's condition: `radio`, `sim`, `speech` or `service`."""
    return {
        "kind": "state",
        "part": part,
        "station": station,
        "condition": condition,
        "line": line,
    }


def heard(stimulus: Heard, trace: Trace, board: Board, *, stages_ms: Mapping[str, int]) -> Record:
    """Return the record of a pilot's transmission: his words as recognised, and their meaning."""
    aircraft = board.aircraft_of(stimulus.guid)
    strip = board.strip(aircraft)
    parsed = next(step.detail for step in trace.steps if step.state is TurnState.PARSE)
    validated = next(step.detail for step in trace.steps if step.state is TurnState.VALIDATE)
    return {
        "kind": "heard",
        "transmission_id": stimulus.transmission_id,
        "station": stimulus.station,
        "frequency_hz": stimulus.frequency_hz,
        "guid": stimulus.guid,
        "client_name": stimulus.client_name,
        "pilot": strip.label if strip is not None and strip.label else stimulus.client_name,
        "words": stimulus.hypotheses[0].text if stimulus.hypotheses else "",
        "intents": list(parsed.get("intents", ())),
        "stepped_on": stimulus.stepped_on,
        "refused": validated.get("reason", ""),
        "stages_ms": dict(stages_ms),
    }


def decided(spoken: Spoken, station_name: str) -> Record:
    """Return the record of words that were decided, with the rules and the facts under them."""
    sent = spoken.transmission
    return {
        "kind": "decided",
        "transmission_id": sent.transmission_id,
        "station": sent.station,
        "station_name": station_name,
        "to": sent.callsign,
        "aircraft": sent.to,
        "words": spoken.words,
        "reply_to": sent.reply_to,
        "frequencies_hz": list(spoken.frequencies_hz),
        "directives": [
            {
                "kind": one.kind,
                "slots": dict(one.slots),
                "rule": one.rule,
                "facts": [[f.name, f.value, f.unit, f.source.value] for f in one.facts],
            }
            for one in sent.directives
        ],
    }


def keyed(
    transmission_id: str, outcome: str, reason: str, *, stages_ms: Mapping[str, int]
) -> Record:
    """Return the record of what became of a transmission, with the time each stage took."""
    return {
        "kind": "keyed",
        "transmission_id": transmission_id,
        "outcome": outcome,
        "reason": reason,
        "stages_ms": dict(stages_ms),
    }


def picture(board: Board, theatre: Theatre) -> Record:
    """Return the record of who is where: every strip that radar has."""
    aircraft = []
    for strip in board.worked():
        track = board.track_of(strip.track_id)
        airfield = theatre.fields.get(strip.field or "")
        if track is None:
            continue
        here = track.position.grid
        aircraft.append(
            {
                "label": strip.label,
                "phase": strip.phase,
                "altitude_ft": round(track.altitude_ft),
                "range_nm": round(range_nm(here, airfield.reference_point.grid), 1)
                if airfield is not None
                else None,
                "letdown": board.holds_letdown(strip.aircraft),
            }
        )
    return {"kind": "picture", "aircraft": aircraft}
