"""M454: who holds short is off the runway: clear of its edge, before its middle line is reached."""

from __future__ import annotations

import math
from collections.abc import Iterator

from engine.model.geometry import FEET_PER_NM, GridPoint, bearing_deg_grid, range_nm
from engine.profile.diagnostic import Diagnostic
from engine.profile.project import Project
from engine.profile.rules.heading_disagrees import points_right
from engine.profile.rules.threshold_far_away import misplaced
from engine.profile.theatre import Airfield, Runway

__all__ = ["check"]


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each holding point that lies on a strip."""
    astray = misplaced(project)
    for key, airfield in project.fields.items():
        if airfield.taxi is None or key in astray or not points_right(airfield):
            continue  # M425, M422
        for name, point in airfield.taxi.holding_points.items():
            place = airfield.taxi.nodes.get(point.node)
            strip = _strip_at(airfield, place.grid) if place is not None else None
            if strip is not None:
                yield Diagnostic(
                    "M454",
                    f"holding point `{name}` lies on runway {strip.ends[0].designator}",
                    project.key_span(key, "taxi", "holding_points", name),
                    hint="put it on the taxiway, before the edge of the strip",
                )


def _strip_at(airfield: Airfield, place: GridPoint) -> Runway | None:
    for runway in airfield.runways:
        one, other = (end.threshold.grid for end in runway.ends)
        length, out = range_nm(one, other), range_nm(one, place)
        aside = math.radians(bearing_deg_grid(one, place) - bearing_deg_grid(one, other))
        along, across = out * math.cos(aside), out * abs(math.sin(aside))
        if 0.0 <= along <= length and across * FEET_PER_NM <= runway.width_ft / 2.0:
            return runway
    return None
