"""M453: an ILS is flown no lower than its category allows.

Category I has a decision height of 200 ft or more, II of 100 ft or more (ICAO Annex 6 part I,
4.2.8.3); category III may have none.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic
from engine.profile.project import Project

__all__ = ["check"]

_LOWEST_FT = {"I": 200, "II": 100, "III": 0}


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each ILS approach whose minimum is under that of its category."""
    for key, airfield in project.fields.items():
        for name, approach in airfield.approaches.items():
            if approach.ils is None:
                continue
            height = approach.minimum_descent_altitude_ft - airfield.elevation_ft
            lowest = _LOWEST_FT.get(approach.ils.category, 0)
            if 0 < round(height) < lowest:  # at or below the field is M413
                yield Diagnostic(
                    "M453",
                    f"the minimum is {height:.0f} ft above the field, under category "
                    f"{approach.ils.category}",
                    project.span(key, "approaches", name, "minimum_descent_altitude_ft"),
                    hint=f"at least {airfield.elevation_ft + lowest:.0f} ft",
                )
