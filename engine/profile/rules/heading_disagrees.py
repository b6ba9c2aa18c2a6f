"""M422: a runway's heading is the bearing between its thresholds, and about its name."""

from __future__ import annotations

from collections.abc import Iterator

from engine.model.geometry import angle_between_deg, bearing_deg_grid, range_nm
from engine.profile.diagnostic import Diagnostic, Label
from engine.profile.project import Project
from engine.profile.rules.not_reciprocal import names_agree
from engine.profile.rules.threshold_far_away import is_far
from engine.profile.theatre import Airfield, RunwayEnd

__all__ = ["check", "points_right"]

_WIDEST_DIFFERENCE_DEG = 2.0
# Names are magnetic and may be years old, headings stand on the grid: 40 degrees hold both.
_WRONG_WAY_DEG = 40.0
_SWAPPED_DEG = 175.0


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each end whose heading is more than 2 degrees off its thresholds."""
    for key, airfield in project.fields.items():
        for index, runway in enumerate(airfield.runways):
            first, second = runway.ends
            reference = airfield.reference_point.grid
            if any(is_far(range_nm(reference, end.threshold.grid)) for end in runway.ends):
                continue  # M425 says so
            wrong_way = [
                place
                for place, end in enumerate(runway.ends)
                if _off_its_name(end) > _WRONG_WAY_DEG
            ]
            if wrong_way and names_agree(airfield):
                end = runway.ends[wrong_way[0]]
                yield Diagnostic(
                    "M422",
                    f"the end called {end.designator} points {end.heading_deg_grid:g} degrees",
                    project.span(key, "runways", index, "ends", wrong_way[0]),
                    hint="the names of the two ends may have changed places",
                )
                continue
            both = ((first, second), (second, first))
            swapped = angle_between_deg(
                bearing_deg_grid(first.threshold.grid, second.threshold.grid),
                first.heading_deg_grid,
            )
            if (
                swapped > _SWAPPED_DEG
                and angle_between_deg(first.heading_deg_grid, second.heading_deg_grid)
                > _SWAPPED_DEG
            ):
                yield Diagnostic(
                    "M422",
                    f"the thresholds of {first.designator} and {second.designator} have "
                    "changed places",
                    project.key_span(key, "runways", index, "thresholds"),
                    hint="write them in the order of `ends`",
                )
                continue
            for place, (end, other) in enumerate(both):
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


def points_right(airfield: Airfield) -> bool:
    """Tell whether every end of a field points about where its name says."""
    ends = [end for runway in airfield.runways for end in runway.ends]
    return all(_off_its_name(end) <= _WRONG_WAY_DEG for end in ends)


def _off_its_name(end: RunwayEnd) -> float:
    return angle_between_deg(end.heading_deg_grid, int(end.designator[:2]) * 10.0)
