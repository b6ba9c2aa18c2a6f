"""The declarations of every directive: its slots and how urgent it is.

A feature that speaks begins here; its words stand in phraseology data, by authority.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

from engine.model.slots import SlotSpec, SlotType

__all__ = ["DIRECTIVE_TYPES", "DirectiveType", "Priority"]


class Priority(IntEnum):
    """Who speaks first when two transmissions wait for one channel; lower goes first."""

    EMERGENCY = 0
    SAFETY = 1
    LANDING = 2
    TALKDOWN = 3
    REPLY = 4
    UNPROMPTED = 5


@dataclass(frozen=True, slots=True)
class DirectiveType:
    """A kind of directive: its slots and how urgent it is.

    `readback` is not here: which slots must be read back is phraseology, by authority.
    """

    name: str
    slots: tuple[SlotSpec, ...]
    priority: Priority
    meaning: str

    def slot(self, name: str) -> SlotSpec | None:
        """Return the slot of that name, or None."""
        return next((spec for spec in self.slots if spec.name == name), None)


def _choice(name: str, *values: str, required: bool = True) -> SlotSpec:
    return SlotSpec(name, SlotType.CHOICE, required, values)


def _slot(name: str, kind: SlotType, *, required: bool = True) -> SlotSpec:
    return SlotSpec(name, kind, required)


_TURN = _choice("turn", "left", "right", required=False)
_APPROACH = _choice("approach", "asr", "par", "ils", "visual", "ndb", "vor", "tacan", "overhead")
_RUNWAY = _slot("runway", SlotType.RUNWAY)
_HEADING = _slot("heading_deg_mag", SlotType.HEADING)
_ALTITUDE = _slot("altitude_ft", SlotType.ALTITUDE)
_VERB = _choice("verb", "climb", "descend", "maintain")
_STATION = _slot("station", SlotType.STATION)
_FREQUENCY = _slot("frequency_hz", SlotType.FREQUENCY)
_WIND_FROM = _slot("wind_from_deg_mag", SlotType.HEADING)
_WIND_SPEED = _slot("wind_speed_kt", SlotType.SPEED)
_DEVIATION = _choice(
    "deviation",
    "on_course",
    "slightly_left",
    "slightly_right",
    "left",
    "right",
    "well_left",
    "well_right",
)
_DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
_TYPES: tuple[DirectiveType, ...] = (
    DirectiveType(
        "radio_check_reply",
        (_slot("readability", SlotType.COUNT),),
        Priority.REPLY,
        "how well he is read, 1 to 5",
    ),
    DirectiveType("acknowledge", (), Priority.REPLY, "his message was received"),
    DirectiveType("go_ahead", (), Priority.REPLY, "he may pass his message"),
    DirectiveType("standby", (), Priority.REPLY, "he is to wait"),
    DirectiveType(
        "say_again",
        (_choice("reason", "not_understood", "stepped_on", "unreadable"),),
        Priority.REPLY,
        "his call was not understood",
    ),
    DirectiveType(
        "say_missing",
        (
            _choice(
                "item",
                "callsign",
                "altitude",
                "heading",
                "position",
                "runway",
                "approach",
                "frequency",
                "intentions",
                "type",
            ),
        ),
        Priority.REPLY,
        "one item of his call is wanted",
    ),
    DirectiveType(
        "identified",
        (_slot("range_nm", SlotType.RANGE), _choice("direction", *_DIRECTIONS)),
        Priority.REPLY,
        "radar has him, at this range and direction from the field",
    ),
    DirectiveType(
        "not_identified",
        (),
        Priority.REPLY,
        "radar does not have him: position and altitude wanted",
    ),
    DirectiveType("expect_approach", (_APPROACH, _RUNWAY), Priority.REPLY, "what he will fly"),
    DirectiveType(
        "altimeter",
        (
            _slot("qnh_hpa", SlotType.PRESSURE, required=False),
            _slot("altimeter_inhg", SlotType.PRESSURE_IN, required=False),
        ),
        Priority.REPLY,
        "the altimeter setting, in the unit of the authority: exactly one slot",
    ),
    DirectiveType("wind", (_WIND_FROM, _WIND_SPEED), Priority.REPLY, "the surface wind"),
    DirectiveType("wind_calm", (), Priority.REPLY, "the surface wind is calm"),
    DirectiveType(
        "missed_approach_instruction",
        (
            _slot("straight_to_ft", SlotType.ALTITUDE),
            _choice("turn", "left", "right"),
            _HEADING,
            _ALTITUDE,
        ),
        Priority.REPLY,
        "what to do if he misses: ahead to an altitude, then turn and climb",
    ),
    DirectiveType(
        "lost_communication",
        (
            _slot("pattern_s", SlotType.SECONDS),
            _slot("final_s", SlotType.SECONDS),
            _STATION,
            _FREQUENCY,
        ),
        Priority.REPLY,
        "whom to call when nothing is heard for so long (FAA JO 7110.65 5-10-4)",
    ),
    DirectiveType(
        "vector",
        (
            _TURN,
            _HEADING,
            _choice(
                "reason",
                "final",
                "spacing",
                "downwind",
                "base",
                "traffic",
                "terrain",
                "missed_approach",
                required=False,
            ),
        ),
        Priority.REPLY,
        "fly this heading",
    ),
    DirectiveType("present_heading", (), Priority.UNPROMPTED, "continue as he is pointing"),
    DirectiveType("level", (_VERB, _ALTITUDE), Priority.UNPROMPTED, "climb, descend or stay"),
    DirectiveType(
        "speed", (_slot("speed_kt", SlotType.SPEED),), Priority.UNPROMPTED, "fly this speed"
    ),
    DirectiveType("resume_speed", (), Priority.UNPROMPTED, "speed is his own again"),
    DirectiveType(
        "hold",
        (
            _ALTITUDE,
            _choice("turn", "left", "right"),
            _slot("inbound_deg_mag", SlotType.HEADING),
            _slot("leg_min", SlotType.MINUTES),
        ),
        Priority.REPLY,
        "a racetrack from his present position at a level of his own",
    ),
    DirectiveType(
        "sequence", (_slot("number", SlotType.COUNT),), Priority.REPLY, "his number to land"
    ),
    DirectiveType(
        "minimum_descent",
        (_ALTITUDE, _slot("missed_approach_point_nm_tenths", SlotType.COUNT)),
        Priority.REPLY,
        "MDA and the missed approach point in tenths of a mile from touchdown",
    ),
    DirectiveType(
        "cleared_approach",
        (_APPROACH, _RUNWAY, _slot("range_nm", SlotType.RANGE)),
        Priority.LANDING,
        "the letdown is his, from this range",
    ),
    DirectiveType("do_not_acknowledge", (), Priority.TALKDOWN, "no more replies on this approach"),
    DirectiveType(
        "range_call",
        (
            _slot("range_nm", SlotType.RANGE),
            _DEVIATION,
            _TURN,
            _slot("heading_deg_mag", SlotType.HEADING, required=False),
            _choice("verb", "descend", "maintain"),
            _ALTITUDE,
        ),
        Priority.TALKDOWN,
        "a mile of the talk-down: where he is and the next mile's altitude",
    ),
    DirectiveType(
        "course_correction",
        (
            _DEVIATION,
            _TURN,
            _HEADING,
        ),
        Priority.TALKDOWN,
        "a heading between the miles of a talk-down",
    ),
    DirectiveType(
        "on_course_report",
        (_slot("range_nm", SlotType.RANGE, required=False), _DEVIATION),
        Priority.TALKDOWN,
        "where he is, so that a talk-down is never silent for long (FAA JO 7110.65 5-11-5)",
    ),
    DirectiveType(
        "over_missed_approach_point", (), Priority.TALKDOWN, "land if he sees the runway, else miss"
    ),
    DirectiveType(
        "go_around",
        (
            _choice(
                "reason",
                "runway_occupied",
                "not_established",
                "too_low",
                "traffic",
                "pilot",
                required=False,
            ),
        ),
        Priority.SAFETY,
        "break off now and fly the missed approach",
    ),
    DirectiveType("cleared_to_land", (_RUNWAY,), Priority.LANDING, "the runway is his"),
    DirectiveType(
        "continue_approach",
        (_choice("reason", "runway_occupied", "traffic", required=False),),
        Priority.LANDING,
        "no landing clearance yet",
    ),
    DirectiveType("vacate_runway", (), Priority.REPLY, "leave the runway when able"),
    DirectiveType("contact", (_STATION, _FREQUENCY), Priority.REPLY, "call that station there"),
    DirectiveType(
        "not_staffed",
        (
            _choice(
                "role",
                "delivery",
                "ground",
                "tower",
                "departure",
                "approach",
                "center",
                "tasking",
                "atis",
                "marshal",
            ),
            _slot("station", SlotType.STATION, required=False),
            _slot("frequency_hz", SlotType.FREQUENCY, required=False),
        ),
        Priority.REPLY,
        "nobody works that position; who does, if anybody",
    ),
    DirectiveType(
        "unable",
        (
            _choice(
                "reason",
                "traffic",
                "no_level",
                "not_identified",
                "not_here",
                "not_available",
                "terrain",
                "emergency",
                "on_final",
                "coalition",
                "airborne",
                "on_ground",
                "too_close",
            ),
        ),
        Priority.REPLY,
        "his request is refused, and why",
    ),
    DirectiveType(
        "approach_cancelled",
        (_choice("reason", "requested", "left_area", "lost_contact", "emergency"),),
        Priority.SAFETY,
        "his approach clearance is void",
    ),
    DirectiveType(
        "emergency_acknowledged",
        (_choice("level", "mayday", "pan"),),
        Priority.EMERGENCY,
        "his emergency is known; the channel is his",
    ),
    DirectiveType(
        "stop_transmitting", (), Priority.EMERGENCY, "all others keep silent: distress traffic"
    ),
    DirectiveType("distress_ended", (), Priority.EMERGENCY, "silence is lifted"),
    DirectiveType("emergency_cancelled", (), Priority.REPLY, "his emergency is taken as over"),
    DirectiveType(
        "readback_wrong", (), Priority.SAFETY, "his read-back had an error; the right one follows"
    ),
    DirectiveType("readback_correct", (), Priority.REPLY, "his read-back was right"),
    DirectiveType(
        "report",
        (
            _choice(
                "what",
                "runway_in_sight",
                "established",
                "altitude",
                "position",
                "intentions",
                "going_around",
            ),
        ),
        Priority.REPLY,
        "he is to report that",
    ),
    DirectiveType("request_cancelled", (), Priority.REPLY, "his request is withdrawn"),
    DirectiveType("runway_in_use", (_RUNWAY,), Priority.REPLY, "the runway in use"),
)

DIRECTIVE_TYPES: Mapping[str, DirectiveType] = {kind.name: kind for kind in _TYPES}
"""Every directive that can be spoken, by name."""
