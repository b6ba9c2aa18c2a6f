"""The facts that a `when:` may ask about, each with its dimension: the one table.

Control gives their values at each decision, in the unit shown here, under the name shown here;
what it does not know it leaves out or gives as None, and the guard answers "unknown". Facts never
name an aircraft: a rule is about the kind of thing that happens, not about who it happens to.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from engine.profile.kind_airfield import APPROACH_KINDS
from engine.profile.schema_terms import ROLES

__all__ = ["FACTS", "UNITS", "Dimension", "FactKind"]


class Dimension(StrEnum):
    """What can be compared with what; the value names the unit that facts are given in."""

    FLAG = "true or false"
    WORD = "a word"
    DISTANCE = "nm"
    ALTITUDE = "ft"
    SPEED = "kt"
    CLIMB = "fpm"
    ANGLE = "deg"
    TIME = "s"


@dataclass(frozen=True, slots=True)
class FactKind:
    """A fact: its dimension, what it means and, for a word, the words it can be.

    `words` empty for a word means that the profile says which there are (the phases).
    """

    dimension: Dimension
    meaning: str
    words: frozenset[str] = frozenset()


UNITS: Mapping[str, tuple[Dimension, float]] = {
    "nm": (Dimension.DISTANCE, 1.0),
    "ft": (Dimension.ALTITUDE, 1.0),
    "kt": (Dimension.SPEED, 1.0),
    "fpm": (Dimension.CLIMB, 1.0),
    "deg": (Dimension.ANGLE, 1.0),
    "s": (Dimension.TIME, 1.0),
    "min": (Dimension.TIME, 60.0),
}
"""Units that may be written, with the factor to the unit of the fact."""

_F, _D, _A = Dimension.FLAG, Dimension.DISTANCE, Dimension.ALTITUDE

FACTS: Mapping[str, FactKind] = {
    "phase": FactKind(Dimension.WORD, "the phase he is in"),
    "role": FactKind(Dimension.WORD, "the role that works him", frozenset(ROLES)),
    "approach_kind": FactKind(
        Dimension.WORD, "the kind of approach he was given", frozenset(APPROACH_KINDS)
    ),
    "on_ground": FactKind(_F, "he is on the ground"),
    "airborne": FactKind(_F, "he flies"),
    "runway_vacated": FactKind(_F, "he has left the runway"),
    "inbound": FactKind(_F, "he points within 90 degrees of the field"),
    "outbound": FactKind(_F, "he flies and points away from the field"),
    "approach_given": FactKind(_F, "he was given an approach and still has it"),
    "established": FactKind(_F, "he is on the final course and points along it"),
    "joining_final": FactKind(
        _F, "he closes on the final course at a shallow angle and meets it before the threshold"
    ),
    "past_missed_approach_point": FactKind(_F, "he is nearer than the missed approach point"),
    "climbing": FactKind(_F, "he climbs at 300 feet a minute or more"),
    "descending": FactKind(_F, "he descends at 300 feet a minute or more"),
    "range": FactKind(
        _D, "how far he is from the field of the station that works him, else from the nearest"
    ),
    "distance_to_threshold": FactKind(_D, "how far he is from the threshold of his approach"),
    "final_intercept": FactKind(_D, "where his approach is to be joined by"),
    "minimum_intercept": FactKind(_D, "nearest place to join his approach"),
    "final_approach_fix": FactKind(_D, "the final approach fix of his approach"),
    "missed_approach_point": FactKind(_D, "the missed approach point of his approach"),
    "terminal_edge": FactKind(_D, "radius of the field's approach airspace"),
    "tower_edge": FactKind(_D, "radius of the field's tower airspace"),
    "altitude": FactKind(_A, "his altitude above mean sea level"),
    "height": FactKind(_A, "his height above the field"),
    "platform": FactKind(_A, "the platform altitude of his approach"),
    "minimum_descent_altitude": FactKind(_A, "the minimum descent altitude of his approach"),
    "missed_approach_altitude": FactKind(_A, "what his missed approach climbs to"),
    "minimum_safe_altitude": FactKind(_A, "the safe altitude where he is"),
    "speed": FactKind(Dimension.SPEED, "his speed over the ground"),
    "vertical_speed": FactKind(Dimension.CLIMB, "how fast he climbs; negative when he descends"),
    "heading_off_course": FactKind(Dimension.ANGLE, "how far he points off the final course"),
    "silent": FactKind(Dimension.TIME, "how long ago he last called"),
}
"""Every fact, by the name it has in the guard language with `_` for spaces."""
