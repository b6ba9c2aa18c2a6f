"""M438: no vectoring altitude is above the safe altitude of the sector around it.

A safe altitude clears everything within its range, so a ring inside can never need more; one that
does has a digit too many, or the safe altitude has one too few.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.model.geometry import normalise_deg
from engine.profile.diagnostic import Diagnostic, Label
from engine.profile.project import Project
from engine.profile.rules.sectors_gap import go_round
from engine.profile.theatre import SafeAltitudeSector

__all__ = ["check"]

_TOUCH_DEG = 1.0


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each ring that is higher than every safe altitude that covers it."""
    for key, airfield in project.fields.items():
        safe, vectoring = airfield.minimum_safe_altitude, airfield.minimum_vectoring_altitude
        if not safe or not (go_round(safe) and go_round(vectoring)):
            continue
        higher: dict[int, list[tuple[int, int, int]]] = {}
        for index, sector in enumerate(vectoring):
            over = [place for place, one in enumerate(safe) if one.rings and _overlap(sector, one)]
            if not over:
                continue
            top = max(over, key=lambda place: safe[place].rings[-1][1])
            reach, highest = safe[top].rings[-1]
            for ring, (edge, feet) in enumerate(sector.rings):
                if feet > highest and edge <= reach:
                    higher.setdefault(top, []).append((index, ring, feet))
        for top, rings in higher.items():
            yield _told(project, key, (top, *safe[top].rings[-1]), rings)


def _told(
    project: Project,
    key: str,
    safe: tuple[int, float, int],
    rings: list[tuple[int, int, int]],
) -> Diagnostic:
    """Return the finding: about the ring, or about the safe altitude when it is under several."""
    top, reach, highest = safe
    index, ring, feet = rings[0]
    lower = Label(
        project.span(key, "minimum_safe_altitude", top, "ft"), f"safe within {reach:g} nm"
    )
    higher = Label(
        project.span(key, "minimum_vectoring_altitude", index, "ft", ring), f"{feet:,} ft"
    )
    several = len({place for place, _, _ in rings}) > 1
    accused, beside = (lower, higher)[:: 1 if several else -1]
    return Diagnostic(
        "M438",
        f"vectoring altitude {feet:,} ft is above the safe altitude {highest:,} ft",
        accused.span,
        hint="one of the two has a digit too many or too few",
        related=(beside,),
    )


def _overlap(one: SafeAltitudeSector, other: SafeAltitudeSector) -> bool:
    """Tell whether two sectors share more than an edge."""

    def width(sector: SafeAltitudeSector) -> float:
        return normalise_deg(sector.to_deg_grid - sector.from_deg_grid) or 360.0

    after = normalise_deg(other.from_deg_grid - one.from_deg_grid)
    before = normalise_deg(one.from_deg_grid - other.from_deg_grid)
    return after < width(one) - _TOUCH_DEG or before < width(other) - _TOUCH_DEG
