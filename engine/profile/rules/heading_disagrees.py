"""M422: a runway's heading is the bearing from one of its thresholds to the other."""

from __future__ import annotations

from collections.abc import Iterator

from engine.model.geometry import angle_between_deg, bearing_deg_grid, range_nm
from engine.profile.diagnostic import Diagnostic, Label
from engine.profile.project import Project
from engine.profile.rules.threshold_far_away import is_far

__all__ = ["check"]

_WIDEST_DIFFERENCE_DEG = 2.0


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each end whose heading is more than 2 degrees off its thresholds."""
    for key, airfield in project.fields.items():
        for index, runway in enumerate(airfield.runways):
            first, second = runway.ends
            reference = airfield.reference_point.grid
            if any(is_far(range_nm(reference, end.threshold.grid)) for end in runway.ends):
                continue  # M425 says so
            for place, (end, other) in enumerate(((first, second), (second, first))):
                bearing = bearing_deg_grid(end.threshold.grid, other.threshold.grid)
                off = angle_between_deg(bearing, end.heading_deg_grid)
                if off > _WIDEST_DIFFERENCE_DEG:
                    yield Diagnostic(
                        "M422",
                        f"heading {end.heading_deg_grid:g} of {end.designator} is "
                        f"{off:.0f} degrees off its thresholds",
                        project.span(key, "runways", index, "headings_deg_grid", place),
                        hint=f"from threshold to threshold it is {bearing:.2f} on the grid",
                        related=(
                            Label(
                                project.span(key, "runways", index, "thresholds", place),
                                f"the threshold of {end.designator}",
                            ),
                        ),
                    )
