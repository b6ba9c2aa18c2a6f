"""Examples for the questions that a begun profile asks: each passes the rules as it stands.

A question that says only what is wanted stops somebody who has never written a profile. An example
worked out from the same table of ground lets him go on, look, and change it. It stays a question:
what the highest ground of a sector allows is not yet what somebody who knows the place would do.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from engine.model.geometry import (
    GridPoint,
    bearing_deg_grid,
    normalise_deg,
    offset,
    range_nm,
)
from engine.model.projection import Projection, convergence_deg, to_grid
from engine.profile.begin_taxi import quoted
from engine.profile.known_fields import KnownField

__all__ = [
    "RINGS_NM",
    "Ground",
    "MissedExample",
    "free_channel",
    "hundreds",
    "plain_or_quoted",
    "safe_ft",
    "todo",
]

_PLAIN_NAME = re.compile(r"[A-Z][a-z]{2,}(?:[ -][A-Z]?[a-z]+)*")
RINGS_NM = (5, 10, 15, 20, 25)
_MOUNTAINS_FT = 3000
_SECTOR_DEG = 30
_ALONG_NM, _FURTHER_NM = 8, 15
"""As far as M417 looks along a missed approach, and as far as one may be flown unanswered."""
_BESIDE_NM, _BEYOND_NM, _STEP_NM = 6, 3.0, 1
"""How wide a downwind is flown, and how far behind the place to join final a base leg may lie."""
_LEAST_TURN_DEG = 40
_FIRST_KHZ, _LAST_KHZ, _STEP_KHZ = 125_350, 136_950, 100
"""Below 118 MHz are beacons, at 121.5 is the guard; every radio of the sim tunes 100 kHz steps."""


def todo(question: str, example: str = "") -> str:
    """Return a value that is still to be filled in; the example is YAML to write as it stands."""
    text = f"{question}, e.g. {example}" if example else question
    return "!todo '" + text.replace("'", "''") + "'"


def plain_or_quoted(text: str) -> str:
    """Return a name as YAML: bare where that is plain, else in quotes."""
    return text if _PLAIN_NAME.fullmatch(text) else quoted(text)


def hundreds(feet: float) -> int:
    """Return an altitude rounded up to the next hundred feet."""
    return int(-(-feet // 100)) * 100


def safe_ft(ground_ft: float) -> int:
    """Return the altitude that clears ground which a model puts at a height."""
    high = ground_ft * 1.05 + 60.0
    return hundreds(high + (2000 if ground_ft >= _MOUNTAINS_FT else 1000))


def free_channel(taken: Collection[str]) -> str:
    """Return a channel in quotes that is not among those taken, which are in MHz: `125.350`."""
    khz = range(_FIRST_KHZ, _LAST_KHZ, _STEP_KHZ)
    free = next((f"{k / 1000:.3f}" for k in khz if f"{k / 1000:.3f}" not in taken), "125.350")
    return f'"{free} AM"'


@dataclass(frozen=True, slots=True)
class MissedExample:
    """A missed approach over the lowest ground that a turn can reach."""

    turn: str
    heading_deg_grid: int
    climb_to_ft: int


class Ground:
    """The highest ground around a field, asked by place."""

    __slots__ = ("_field", "_here", "_turn_deg")

    def __init__(self, field: KnownField, projection: Projection) -> None:
        self._field = field
        self._here = to_grid(projection, field.latitude_deg, field.longitude_deg)
        self._turn_deg = convergence_deg(projection, field.latitude_deg, field.longitude_deg)

    def floor_ft(self, point: GridPoint) -> int:
        """Return what clears the ground at a place, and on both sides of a border it lies on."""
        if not self._field.ground_max_ft:
            return 0
        true_deg = bearing_deg_grid(self._here, point) + self._turn_deg
        sectors = {int(normalise_deg(true_deg + off) // _SECTOR_DEG) for off in (-0.5, 0.0, 0.5)}
        miles = range_nm(self._here, point)
        ring = next((i for i, edge in enumerate(RINGS_NM) if miles <= edge), len(RINGS_NM))
        return max(safe_ft(self._field.ground_max_ft[sector][ring]) for sector in sectors)

    def missed(
        self, threshold: GridPoint, heading_deg_grid: float, platform_ft: int
    ) -> MissedExample:
        """Return a missed approach of an end: the least turn to where the platform is safe.

        From there he is vectored again at once. Where there is none, to the lowest ground.
        """
        best: tuple[int, int, str, int, int] | None = None
        for turn, sign in (("left", -1), ("right", 1)):
            for degrees in range(_LEAST_TURN_DEG, 181, 10):
                heading = int(normalise_deg(round((heading_deg_grid + sign * degrees) / 10) * 10))
                ahead = [
                    self.floor_ft(offset(threshold, heading, float(miles)))
                    for miles in range(1, _FURTHER_NM + 1)
                ]
                climb = max(*ahead[:_ALONG_NM], hundreds(self._field.elevation_ft + 2000))
                tried = (max(*ahead, platform_ft), degrees, turn, heading, climb)
                best = min(best or tried, tried)
        assert best is not None  # noqa: S101 - both ranges hold something
        *_, turn, heading, climb = best
        return MissedExample(turn, heading, climb)

    def pattern(
        self, threshold: GridPoint, heading_deg_grid: float, reach_nm: float
    ) -> tuple[int, str]:
        """Return the floor over the lower side of a final course, and which side that is.

        From abeam the threshold to beyond where final is joined, as wide as a downwind: all of it
        is flown by whoever is vectored there. The side is as a pilot on final sees it.
        """
        outward = heading_deg_grid + 180.0

        def highest(side_deg: float) -> int:
            return max(
                self.floor_ft(
                    offset(
                        offset(threshold, outward, along),
                        heading_deg_grid + side_deg,
                        float(beside),
                    )
                )
                for along in _steps(reach_nm + _BEYOND_NM)
                for beside in range(0, _BESIDE_NM + 1, _STEP_NM)
            )

        return min((highest(-90.0), "left"), (highest(90.0), "right"))


def _steps(reach_nm: float) -> list[float]:
    return [float(nm) for nm in range(0, int(reach_nm) + 1, _STEP_NM)]
