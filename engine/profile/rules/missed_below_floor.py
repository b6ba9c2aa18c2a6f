"""M417: a missed approach climbs to an altitude that is safe where its heading leads."""

from __future__ import annotations

from collections.abc import Iterator

from engine.model.geometry import offset
from engine.profile.altitudes import looks_like_hundreds
from engine.profile.diagnostic import Diagnostic
from engine.profile.floor import floor_ft
from engine.profile.project import Project
from engine.profile.rules.heading_disagrees import points_right
from engine.profile.rules.threshold_far_away import misplaced

__all__ = ["check"]

# Two minutes of flight at about 200 kt after the turn: long enough for the next instruction.
_MILES_ALONG = (2.0, 4.0, 6.0, 8.0)


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each missed approach that climbs to less than the safe altitude ahead of it."""
    astray = misplaced(project)
    for key, airfield in project.fields.items():
        if key in astray or not points_right(airfield):
            continue  # M425 or M422 says so
        for name, approach in airfield.approaches.items():
            end = airfield.runway_end(approach.runway)
            missed = approach.missed
            if end is None or any(
                looks_like_hundreds(feet, airfield.elevation_ft)
                for feet in (missed.climb_to_ft, missed.straight_to_ft)
            ):
                continue  # M416 says so
            ahead = [
                floor_ft(airfield, offset(end.threshold.grid, missed.heading_deg_grid, distance))
                for distance in _MILES_ALONG
            ]
            floor = max((feet for feet in ahead if feet is not None), default=None)
            path = ("approaches", name, "missed", "climb_to_ft")
            if floor is not None and missed.climb_to_ft < floor:
                yield Diagnostic(
                    "M417",
                    f"the missed approach climbs to {missed.climb_to_ft:,} ft, below "
                    f"the safe {floor:,} ft",
                    project.span(key, *path),
                    hint=f"climb to {floor} or turn elsewhere",
                    notes=(f"along {missed.heading_deg_grid:g} degrees on the grid for 8 nm",),
                )
            elif missed.straight_to_ft > missed.climb_to_ft:
                yield Diagnostic(
                    "M417",
                    f"the missed approach goes ahead to {missed.straight_to_ft:,} ft, then "
                    f"climbs to {missed.climb_to_ft:,}",
                    project.span(key, *path),
                )
