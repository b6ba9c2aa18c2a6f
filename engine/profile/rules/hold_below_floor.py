"""M411: no holding level is below the safe altitude around its pattern.

The area is the whole racetrack with 5 nm around it (FAA Order 8260.3 17-2-2 and PANS-OPS give
buffers of that order), flown at 210 kt: a leg takes 3.5 nm a minute and a turn is about 2 nm wide.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.model.geometry import GridPoint, offset
from engine.profile.altitudes import looks_like_hundreds
from engine.profile.diagnostic import Diagnostic, Label
from engine.profile.floor import floor_ft
from engine.profile.project import Project
from engine.profile.rules.threshold_far_away import misplaced
from engine.profile.theatre import Airfield, Hold

__all__ = ["check"]

_BUFFER_NM = 5.0
_NM_PER_LEG_MINUTE = 3.5
_TURN_WIDTH_NM = 2.2
_BEARINGS = range(0, 360, 30)


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each hold whose lowest level is under the ground's safe altitude."""
    astray = misplaced(project)
    for key, airfield in project.fields.items():
        if key in astray:
            continue  # M425 says so
        for name, hold in airfield.holding.items():
            answers = [floor_ft(airfield, point) for point in _area(hold)]
            known = [feet for feet in answers if feet is not None]
            floor = max(known, default=None)
            lowest = hold.levels_ft[0]
            path = ("holding", name, "levels_ft", "from")
            if looks_like_hundreds(lowest, airfield.elevation_ft):
                continue  # M416 says so
            if floor is not None and lowest < floor:
                yield Diagnostic(
                    "M411",
                    f"holding level {lowest:,} ft is below the safe altitude {floor:,} ft",
                    project.span(key, *path),
                    label=f"{floor - lowest:,} ft below the floor",
                    hint=f"the lowest usable level is {-(-floor // 1000) * 1000}",
                    notes=("the floor is that of the whole pattern with 5 nm around it",),
                    related=_sector(project, key, airfield, floor),
                )
            elif len(known) < len(answers) and _has_sectors(airfield):
                yield Diagnostic(
                    "M411",
                    f"hold `{name}` reaches beyond the field's safe altitudes",
                    project.key_span(key, "holding", name),
                    hint="bring it nearer, or widen the sectors",
                )


def _sector(project: Project, key: str, airfield: Airfield, floor: int) -> tuple[Label, ...]:
    """Return where the altitude stands that is the floor."""
    for part, sectors in (
        ("minimum_vectoring_altitude", airfield.minimum_vectoring_altitude),
        ("minimum_safe_altitude", airfield.minimum_safe_altitude),
    ):
        for index, sector in enumerate(sectors):
            for ring, (_, feet) in enumerate(sector.rings):
                if feet == floor:
                    path = ("ft",) if part == "minimum_safe_altitude" else ("ft", ring)
                    return (Label(project.span(key, part, index, *path), "the floor"),)
    return ()


def _has_sectors(airfield: Airfield) -> bool:
    return bool(airfield.minimum_safe_altitude or airfield.minimum_vectoring_altitude)


def _area(hold: Hold) -> Iterator[GridPoint]:
    side = 90.0 if hold.turns == "right" else -90.0
    for back_nm in (0.0, hold.leg_min * _NM_PER_LEG_MINUTE):
        along = offset(hold.at.grid, hold.inbound_deg_grid + 180.0, back_nm)
        for across_nm in (0.0, _TURN_WIDTH_NM):
            corner = offset(along, hold.inbound_deg_grid + side, across_nm)
            yield corner
            for bearing in _BEARINGS:
                yield offset(corner, bearing, _BUFFER_NM)
