"""M418: the points of an approach follow one another on the way in."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

from engine.profile.diagnostic import Diagnostic, Label
from engine.profile.project import Project
from engine.profile.theatre import Airfield

__all__ = ["check"]

_FEET_PER_NM = 6076.12
_SLACK_NM = 0.3


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each point that is farther out than the one before it.

    The order is: intercept, nearest intercept (which may be the same), final approach fix, missed
    approach point.
    """
    for key, airfield in project.fields.items():
        for name, approach in airfield.approaches.items():
            yield from _missed_early(project, key, airfield, name)
            points = (
                ("final_intercept_nm", approach.final_intercept_nm),
                ("minimum_intercept_nm", approach.minimum_intercept_nm),
                ("final_approach_fix_nm", approach.final_approach_fix_nm),
                ("missed_approach_point_nm", approach.missed_approach_point_nm),
            )
            for (outer, far), (inner, near) in pairwise(points):
                same_allowed = outer == "final_intercept_nm"
                if far > near or (same_allowed and far == near):
                    continue
                yield Diagnostic(
                    "M418",
                    f"`{inner}` {near:g} is not nearer than `{outer}` {far:g}",
                    project.span(key, "approaches", name, inner),
                    hint="on the way in: intercept, nearest intercept, final approach fix, missed",
                    related=(Label(project.span(key, "approaches", name, outer), "farther out"),),
                )


def _missed_early(
    project: Project, key: str, airfield: Airfield, name: str
) -> Iterator[Diagnostic]:
    """Yield an approach that is missed while its descent is still above the minimum."""
    approach = airfield.approaches[name]
    height = approach.minimum_descent_altitude_ft - airfield.elevation_ft
    slope = math.tan(math.radians(approach.glidepath_deg)) * _FEET_PER_NM
    reached_nm = height / slope
    missed_nm = approach.missed_approach_point_nm
    if height <= 0.0 or not reached_nm + _SLACK_NM < missed_nm < approach.final_approach_fix_nm:
        return
    yield Diagnostic(
        "M418",
        f"he misses at {missed_nm:g} nm, before he is down to the minimum at {reached_nm:.1f} nm",
        project.span(key, "approaches", name, "missed_approach_point_nm"),
        hint="bring the missed approach point nearer",
        related=(
            Label(
                project.span(key, "approaches", name, "minimum_descent_altitude_ft"), "the minimum"
            ),
        ),
    )
