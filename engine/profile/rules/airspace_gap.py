"""M431: the airspaces of a field stand in and on one another, so that nobody falls between two."""

from __future__ import annotations

from collections.abc import Iterator

from engine.model.geometry import range_nm
from engine.profile.altitudes import looks_like_hundreds
from engine.profile.diagnostic import Diagnostic, Label
from engine.profile.project import Project
from engine.profile.rules.threshold_far_away import is_far
from engine.profile.theatre import Airfield, Airspace, Approach

__all__ = ["check"]


_LEAST_HEIGHT_FT = 1000
_FINAL_NM = 1.0


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each airspace that does not hold the runways, the tower's, or the approaches in it."""
    for key, airfield in project.fields.items():
        spaces = {space.role: space for space in airfield.airspace}
        yield from _under(project, key, airfield)
        tower, approach = spaces.get("tower"), spaces.get("approach")
        if tower is not None:
            yield from _without_runway(project, key, airfield, tower)
        if tower is None or approach is None:
            continue
        farthest = max(
            airfield.approaches.items(),
            key=lambda item: item[1].final_intercept_nm,
            default=None,
        )
        if farthest is not None and farthest[1].final_intercept_nm > approach.within_nm:
            yield _too_small(project, key, approach, *farthest)
        elif tower.within_nm >= approach.within_nm:
            yield _reaches_out(project, key, "within_nm", tower.within_nm, approach.within_nm)
        if tower.up_to_ft >= approach.up_to_ft and not looks_like_hundreds(
            approach.up_to_ft, airfield.elevation_ft
        ):
            yield _reaches_out(
                project, key, "up_to_ft", float(tower.up_to_ft), float(approach.up_to_ft)
            )


def _under(project: Project, key: str, airfield: Airfield) -> Iterator[Diagnostic]:
    for space in airfield.airspace:
        height = space.up_to_ft - airfield.elevation_ft
        if height < _LEAST_HEIGHT_FT and not looks_like_hundreds(
            space.up_to_ft, airfield.elevation_ft
        ):
            where = "under the field" if height <= 0 else f"{height:,.0f} ft over the field"
            yield Diagnostic(
                "M431",
                f"the {space.role} airspace ends at {space.up_to_ft:,} ft, {where}",
                project.span(key, "airspace", space.role, "up_to_ft"),
                hint="nobody can fly a circuit in it",
                related=(Label(project.span(key, "elevation_ft"), "field elevation"),),
            )


def _without_runway(
    project: Project, key: str, airfield: Airfield, tower: Airspace
) -> Iterator[Diagnostic]:
    field = airfield.reference_point.grid
    ends = [range_nm(field, end.threshold.grid) for way in airfield.runways for end in way.ends]
    near = [distance for distance in ends if not is_far(distance)]
    if near and max(near) + _FINAL_NM > tower.within_nm:
        yield Diagnostic(
            "M431",
            f"the tower airspace of {tower.within_nm:g} nm holds no final of a mile",
            project.span(key, "airspace", "tower", "within_nm"),
            hint="an aircraft about to land would be nobody's",
            notes=(f"the farthest threshold is {max(near):.1f} nm from the field",),
        )


def _too_small(
    project: Project, key: str, approach: Airspace, name: str, flown: Approach
) -> Diagnostic:
    return Diagnostic(
        "M431",
        f"the approach is joined {flown.final_intercept_nm:g} nm out, beyond the "
        f"approach airspace of {approach.within_nm:g}",
        project.span(key, "airspace", "approach", "within_nm"),
        related=(
            Label(
                project.span(key, "approaches", name, "final_intercept_nm"),
                f"{flown.final_intercept_nm:g} nm",
            ),
        ),
    )


def _reaches_out(project: Project, key: str, name: str, inner: float, outer: float) -> Diagnostic:
    return Diagnostic(
        "M431",
        f"the tower airspace reaches {inner:,g}, the approach airspace {outer:,g}",
        project.span(key, "airspace", "tower", name),
        hint="between them nobody would work an aircraft",
        related=(Label(project.span(key, "airspace", "approach", name), "approach"),),
    )
