"""M425: the thresholds of a runway lie at their own field."""

from __future__ import annotations

from collections.abc import Iterator

from engine.model.geometry import range_nm
from engine.profile.diagnostic import Diagnostic, Label
from engine.profile.project import Project
from engine.profile.rules.copied_place import copies

__all__ = ["check", "is_far"]

_FARTHEST_NM = 4.0


def is_far(distance_nm: float) -> bool:
    """Tell whether something is too far away to belong to a field."""
    return distance_nm > _FARTHEST_NM


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each threshold that is miles from its field's reference point."""
    skipped = copies(project)
    for key, airfield in project.fields.items():
        if key in skipped:
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
