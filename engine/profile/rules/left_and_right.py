"""M465: of two parallel runways, the one called left lies on the left.

Names that have changed places send one aircraft to land where another is cleared to line up.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from engine.model.geometry import bearing_deg_grid, signed_turn_deg
from engine.profile.diagnostic import Diagnostic, Label
from engine.profile.project import Project
from engine.profile.theatre import RunwayEnd

__all__ = ["check"]

_FROM_LEFT = "LCR"
_ABEAM_DEG = 5.0
"""Thresholds nearly behind one another say nothing of left and right."""


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each strip that lies on the other side of its parallel than its name says."""
    for key, airfield in project.fields.items():
        ends = [
            (index, place, end)
            for index, runway in enumerate(airfield.runways)
            for place, end in enumerate(runway.ends)
            if end.designator[2:]
        ]
        told: set[frozenset[int]] = set()
        for (index, place, end), (other_index, other_place, other) in permutations(ends, 2):
            pair = frozenset((index, other_index))
            if end.designator[:2] != other.designator[:2] or pair in told or len(pair) < 2:
                continue
            if _is_left(end, other) and not _lies_left(end, other):
                told.add(pair)
                yield Diagnostic(
                    "M465",
                    f"{end.designator} lies to the right of {other.designator}",
                    project.span(key, "runways", index, "ends", place),
                    hint="the names of the two strips may have changed places",
                    related=(
                        Label(
                            project.span(key, "runways", other_index, "ends", other_place),
                            "its parallel",
                        ),
                    ),
                )


def _is_left(end: RunwayEnd, other: RunwayEnd) -> bool:
    return _FROM_LEFT.index(end.designator[2]) < _FROM_LEFT.index(other.designator[2])


def _lies_left(end: RunwayEnd, other: RunwayEnd) -> bool:
    """Tell whether an end is not to the right of another, seen along the other's course."""
    toward = bearing_deg_grid(other.threshold.grid, end.threshold.grid)
    off = signed_turn_deg(other.heading_deg_grid, toward)
    return off <= _ABEAM_DEG or off >= 180.0 - _ABEAM_DEG
