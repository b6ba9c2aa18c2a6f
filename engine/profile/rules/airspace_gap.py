"""M431: the airspaces of a field stand in and on one another, so that nobody falls between two."""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.altitudes import looks_like_hundreds
from engine.profile.diagnostic import Diagnostic, Label
from engine.profile.project import Project

__all__ = ["check"]


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each field whose tower airspace reaches out of its approach airspace."""
    for key, airfield in project.fields.items():
        spaces = {space.role: space for space in airfield.airspace}
        tower, approach = spaces.get("tower"), spaces.get("approach")
        if (
            tower is not None
            and tower.up_to_ft <= airfield.elevation_ft
            and not looks_like_hundreds(tower.up_to_ft, airfield.elevation_ft)
        ):
            yield Diagnostic(
                "M431",
                f"the tower airspace ends at {tower.up_to_ft:,} ft, under the field",
                project.span(key, "airspace", "tower", "up_to_ft"),
                related=(Label(project.span(key, "elevation_ft"), "field elevation"),),
            )
        if tower is None or approach is None:
            continue
        for name, inner, outer in (
            ("within_nm", tower.within_nm, approach.within_nm),
            ("up_to_ft", float(tower.up_to_ft), float(approach.up_to_ft)),
        ):
            feet = name == "up_to_ft"
            if feet and looks_like_hundreds(round(outer), airfield.elevation_ft):
                continue  # M416 says so
            if inner >= outer:
                yield Diagnostic(
                    "M431",
                    f"the tower airspace reaches {inner:,g}, the approach airspace {outer:,g}",
                    project.span(key, "airspace", "tower", name),
                    hint="between them nobody would work an aircraft",
                    related=(Label(project.span(key, "airspace", "approach", name), "approach"),),
                )
        for name, flown in airfield.approaches.items():
            if flown.final_intercept_nm > approach.within_nm:
                yield Diagnostic(
                    "M431",
                    f"the approach is joined {flown.final_intercept_nm:g} nm out, beyond the "
                    f"approach airspace of {approach.within_nm:g}",
                    project.span(key, "approaches", name, "final_intercept_nm"),
                    related=(Label(project.span(key, "airspace", "approach"), "ends here"),),
                )
