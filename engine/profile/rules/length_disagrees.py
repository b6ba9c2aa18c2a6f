"""M426: a runway is about as long as its thresholds are apart."""

from __future__ import annotations

from collections.abc import Iterator

from engine.model.geometry import FEET_PER_NM, range_nm
from engine.profile.diagnostic import Diagnostic
from engine.profile.project import Project
from engine.profile.rules.threshold_far_away import is_far

__all__ = ["check"]

# Thresholds lie on the pavement; a displaced one may stand well inside it.
_SHORTEST, _LONGEST = 0.95, 1.35


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each runway that is shorter than its thresholds are apart, or very much longer."""
    for key, airfield in project.fields.items():
        for index, runway in enumerate(airfield.runways):
            first, second = (end.threshold.grid for end in runway.ends)
            reference = airfield.reference_point.grid
            if is_far(range_nm(reference, first)) or is_far(range_nm(reference, second)):
                continue
            apart = range_nm(first, second) * FEET_PER_NM
            if not _SHORTEST * apart <= runway.length_ft <= _LONGEST * apart + 500.0:
                yield Diagnostic(
                    "M426",
                    f"the runway is {runway.length_ft:,.0f} ft long and its thresholds "
                    f"{apart:,.0f} ft apart",
                    project.span(key, "runways", index, "length_ft"),
                    hint="look for metres written as feet, or a digit",
                )
