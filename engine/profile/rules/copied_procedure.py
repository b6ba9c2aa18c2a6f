"""M433: a missed approach is a field's own, not another's that was copied."""

from __future__ import annotations

from collections.abc import Iterator

from engine.model.geometry import angle_between_deg
from engine.profile.diagnostic import Diagnostic, Label
from engine.profile.project import Project
from engine.profile.theatre import MissedApproach

__all__ = ["check"]

_SAME_COURSE_DEG = 20.0


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each missed approach that equals one from a runway which points elsewhere."""
    first: dict[MissedApproach, tuple[str, str, float]] = {}
    for key, airfield in project.fields.items():
        for name, approach in airfield.approaches.items():
            end = airfield.runway_end(approach.runway)
            if end is None:
                continue
            before = first.setdefault(approach.missed, (key, name, end.heading_deg_grid))
            other, other_name, heading = before
            same_course = angle_between_deg(heading, end.heading_deg_grid) < _SAME_COURSE_DEG
            if other == key or same_course:
                continue
            yield Diagnostic(
                "M433",
                f"the missed approach is that of {project.fields[other].name}, figure by figure",
                project.key_span(key, "approaches", name, "missed"),
                hint="write this field's own: heading, altitudes and side of the turn",
                related=(Label(project.key_span(other, "approaches", other_name, "missed"), ""),),
            )
