"""M461: the inbound course of a hold leads toward its field.

The inbound course is flown to the fix, not from it: written the other way round, the whole pattern
lies on the far side and every aircraft leaves it with its back to the field.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.model.geometry import angle_between_deg, bearing_deg_grid, normalise_deg, range_nm
from engine.profile.diagnostic import Diagnostic
from engine.profile.project import Project
from engine.profile.rules.threshold_far_away import misplaced

__all__ = ["check"]

_AWAY_DEG = 120.0
_OVERHEAD_NM = 3.0
"""Nearer than this a hold is over the field, and every course leads away from it."""


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each hold whose inbound course turns its back on the field."""
    astray = misplaced(project)
    for key, airfield in project.fields.items():
        field = airfield.reference_point.grid
        for name, hold in airfield.holding.items():
            if key in astray or range_nm(hold.at.grid, field) < _OVERHEAD_NM:
                continue
            toward = bearing_deg_grid(hold.at.grid, field)
            if angle_between_deg(toward, hold.inbound_deg_grid) <= _AWAY_DEG:
                continue
            back = normalise_deg(hold.inbound_deg_grid + 180.0)
            yield Diagnostic(
                "M461",
                f"the inbound course {hold.inbound_deg_grid:g} leads away from the field",
                project.span(key, "holding", name, "inbound_deg_grid"),
                label=f"from the hold the field is at {toward:.0f}",
                hint=f"the course to the holding point may be {back:g}",
            )
