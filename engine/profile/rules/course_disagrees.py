"""M451: the course of an ILS is that of its runway.

A localizer beside the runway's own line would be no ILS (ICAO Annex 10 volume I, 3.1.3); half a
degree is what two sources may differ by.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.model.geometry import angle_between_deg, bearing_deg_grid, range_nm
from engine.profile.diagnostic import Diagnostic
from engine.profile.project import Project
from engine.profile.rules.heading_disagrees import points_right
from engine.profile.rules.threshold_far_away import is_far, misplaced
from engine.profile.theatre import Airfield, Approach, RunwayEnd

__all__ = ["check"]

_MOST_DEG = 0.5
_MOST_ASIDE_DEG = 1.0


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each ILS whose course or localizer is not on its runway's line."""
    astray = misplaced(project)
    for key, airfield in project.fields.items():
        if key in astray or not points_right(airfield):
            continue  # M425, M422
        for name, approach in airfield.approaches.items():
            line = _line(airfield, approach.runway)
            if line is None or approach.ils is None:
                continue
            end, bearing = line
            path = ("approaches", name, "ils")
            off = angle_between_deg(approach.ils.course_deg_grid, bearing)
            if off > _MOST_DEG:
                yield Diagnostic(
                    "M451",
                    f"the ILS points {off:.1f} degrees off runway {end.designator}",
                    project.span(key, *path, "course_deg_grid"),
                    label=f"from threshold to threshold it is {bearing:.2f}",
                )
            elif _localizer_is_off(approach, end, bearing):
                yield Diagnostic(
                    "M451",
                    f"the localizer does not stand on the line of runway {end.designator}",
                    project.key_span(key, *path, "localizer"),
                    hint="it stands beyond the far end, where the course leads",
                )


def _line(airfield: Airfield, name: str) -> tuple[RunwayEnd, float] | None:
    """Return an end and the bearing from its threshold to the other, where both can be right."""
    for runway in airfield.runways:
        for end, other in (runway.ends, runway.ends[::-1]):
            if end.designator == name:
                one, two = end.threshold.grid, other.threshold.grid
                far = is_far(range_nm(one, two)) or is_far(
                    range_nm(airfield.reference_point.grid, one)
                )
                return None if far else (end, bearing_deg_grid(one, two))
    return None


def _localizer_is_off(approach: Approach, end: RunwayEnd, course_deg: float) -> bool:
    if approach.ils is None or approach.ils.localizer is None:
        return False
    place = approach.ils.localizer.grid
    bearing = bearing_deg_grid(end.threshold.grid, place)
    return is_far(range_nm(end.threshold.grid, place)) or (
        angle_between_deg(bearing, course_deg) > _MOST_ASIDE_DEG
    )
