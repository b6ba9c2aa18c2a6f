"""M423: every fix lies on the theatre's map, near enough to a field to be flown to."""

from __future__ import annotations

from collections.abc import Iterator

from engine.model.geometry import range_nm
from engine.profile.diagnostic import Diagnostic
from engine.profile.project import Project
from engine.profile.rules.threshold_far_away import misplaced

__all__ = ["check"]

# The widest of the sim's maps is about 700 nm across.
_FARTHEST_NM = 500.0
_FARTHEST_DEG = 16.0


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each fix, hold and field that is far from everything else."""
    if project.projection is None:
        return
    meridian = project.projection.central_meridian_deg
    astray = misplaced(project)
    for key, airfield in project.fields.items():
        if key in astray:
            continue  # M425 says so
        place = airfield.reference_point
        if abs((place.longitude_deg - meridian + 180) % 360 - 180) > _FARTHEST_DEG:
            yield Diagnostic(
                "M423",
                f"{airfield.name} is not on this map",
                project.span(key, "reference_point", "lon"),
                notes=(f"the map lies about longitude {meridian:g}",),
            )
    places = [
        airfield.runways[0].ends[0].threshold.grid
        if key in astray
        else airfield.reference_point.grid
        for key, airfield in project.fields.items()
    ]
    for name, fix in project.fixes.items():
        distance = min((range_nm(place, fix.grid) for place in places), default=0.0)
        if distance > _FARTHEST_NM:
            yield Diagnostic(
                "M423",
                f"fix `{name}` is {distance:,.0f} nm from the nearest field",
                project.key_span("theatre", "fixes", name),
                hint="look at the signs and at the order of `lat` and `lon`",
            )
