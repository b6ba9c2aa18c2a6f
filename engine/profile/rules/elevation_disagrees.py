"""M460: a field is as high as it is in the sim.

Every minimum and every height above the field begins from its elevation, so metres written for feet
put all of them too low. Fields that no list knows are not judged.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic
from engine.profile.known_ground import known_at
from engine.profile.project import Project
from engine.profile.rules.copied_place import copies

__all__ = ["check"]

_MOST_FT = 50.0
"""Charts give the highest point of the runways, the sim the reference point."""
_FT_IN_M = 3.280839895
_AS_METRES = 0.03


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each field whose elevation is not that of its place."""
    skipped = copies(project)
    for key, airfield in project.fields.items():
        known = known_at(airfield.reference_point)
        if known is None or key in skipped:
            continue
        if abs(airfield.elevation_ft - known.elevation_ft) <= _MOST_FT:
            continue
        metres = airfield.elevation_ft * _FT_IN_M
        is_metres = abs(metres - known.elevation_ft) <= _AS_METRES * abs(known.elevation_ft)
        yield Diagnostic(
            "M460",
            f"elevation {airfield.elevation_ft:,g} ft; in the sim this place is at "
            f"{known.elevation_ft:,.0f} ft",
            project.span(key, "elevation_ft"),
            hint=f"write {known.elevation_ft:.0f}",
            notes=(f"{airfield.elevation_ft:g} metres are {metres:,.0f} ft",) if is_metres else (),
        )
