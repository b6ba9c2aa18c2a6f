"""M439: speeds slow down on the way in, and some airframe can fly them."""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic, Label
from engine.profile.project import Project

__all__ = ["check"]


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each approach that is faster on final than before, or too slow for every airframe."""
    for one in project.airframes.values():
        if not one.helicopter and one.approach_kt > one.minimum_vector_kt:
            type_path = ("airframes", one.type_name)
            yield Diagnostic(
                "M439",
                f"{one.type_name} would be vectored slower than it flies its final",
                project.span("common/airframes", *type_path, "minimum_vector_kt"),
                hint=f"at least {one.approach_kt} kt",
                related=(
                    Label(project.span("common/airframes", *type_path, "approach_kt"), "on final"),
                ),
            )
    slowest = min((one.approach_kt for one in project.airframes.values()), default=0)
    fixed = [one.approach_kt for one in project.airframes.values() if not one.helicopter]
    slowest = min(fixed, default=slowest)
    for key, airfield in project.fields.items():
        for name, approach in airfield.approaches.items():
            path = ("approaches", name, "speeds")
            pattern, final = approach.speeds.pattern_kt, approach.speeds.final_kt
            if final < slowest:
                yield Diagnostic(
                    "M439",
                    f"no airframe flies a final at {final} kt",
                    project.span(key, *path, "final_kt"),
                    notes=(f"the slowest comes down at {slowest} kt",),
                )
            elif pattern < final:
                yield Diagnostic(
                    "M439",
                    f"he would be vectored at {pattern} kt and fly the final at {final} kt",
                    project.span(key, *path, "pattern_kt"),
                    hint="the pattern is flown faster than the final",
                    related=(Label(project.span(key, *path, "final_kt"), "on final"),),
                )
