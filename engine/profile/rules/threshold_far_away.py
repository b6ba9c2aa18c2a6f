"""M425: the thresholds of a runway lie at their own field."""

from __future__ import annotations

from collections.abc import Iterator

from engine.model.geometry import range_nm
from engine.profile.diagnostic import Diagnostic, Label
from engine.profile.project import Project
from engine.profile.rules.copied_place import copies

__all__ = ["check", "is_far", "misplaced"]

_FARTHEST_NM = 4.0


def is_far(distance_nm: float) -> bool:
    """Tell whether something is too far away to belong to a field."""
    return distance_nm > _FARTHEST_NM


def misplaced(project: Project) -> frozenset[str]:
    """Return the fields whose reference point, and not a runway, is somewhere else.

    Then all thresholds are far from it and near each other; of such a field nothing that is
    measured from its reference point is worth saying.
    """
    return frozenset(
        key
        for key, airfield in project.fields.items()
        if airfield.runways
        and all(
            is_far(range_nm(airfield.reference_point.grid, end.threshold.grid))
            for runway in airfield.runways
            for end in runway.ends
        )
    )


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each threshold that is miles from its field's reference point, or that point."""
    skipped, astray = copies(project), misplaced(project)
    for key, airfield in project.fields.items():
        if key in skipped:
            continue
        if key in astray:
            first = airfield.runways[0].ends[0].threshold.grid
            distance = range_nm(airfield.reference_point.grid, first)
            yield Diagnostic(
                "M425",
                f"the reference point is {distance:.1f} nm from the field's runways",
                project.span(key, "reference_point"),
                hint="a digit is wrong, or it is another field's",
                related=(Label(project.span(key, "runways", 0, "thresholds", 0), "a runway"),),
            )
            continue
        for index, runway in enumerate(airfield.runways):
            for place, end in enumerate(runway.ends):
                distance = range_nm(airfield.reference_point.grid, end.threshold.grid)
                if is_far(distance):
                    yield Diagnostic(
                        "M425",
                        f"the threshold of {end.designator} is {distance:.1f} nm from the field",
                        project.span(key, "runways", index, "thresholds", place),
                        hint="one of the two places is another field's, or a digit is wrong",
                        related=(Label(project.span(key, "reference_point"), "the field"),),
                    )
