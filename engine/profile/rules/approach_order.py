"""M418: the points of an approach follow one another on the way in."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from engine.profile.diagnostic import Diagnostic, Label
from engine.profile.project import Project

__all__ = ["check"]


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each point that is farther out than the one before it.

    The order is: intercept, nearest intercept (which may be the same), final approach fix, missed
    approach point.
    """
    for key, airfield in project.fields.items():
        for name, approach in airfield.approaches.items():
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
