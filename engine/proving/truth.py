"""Questions to the sim's own positions: where he was, when he landed, who came close to whom."""

from __future__ import annotations

import bisect
import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.model.capture import TruthPoint
from engine.model.geometry import METRES_PER_NM, range_nm
from engine.profile.theatre import RunwayEnd
from engine.proving.names import letters_and_digits

__all__ = ["Closest", "Paths", "along_cross_nm", "closest"]

SEPARATION_NM = 3.0
SEPARATION_FT = 1000.0
"""Radar separation near the antenna (FAA JO 7110.65 5-5-4) and vertical separation (4-5-1)."""
HEIGHT_NOISE_FT = 10.0
"""How far off a level an aircraft that flies it may be: far inside the 300 ft of ICAO Doc 4444
8.5.5.2."""


def along_cross_nm(end: RunwayEnd, point: TruthPoint) -> tuple[float, float]:
    """Return miles before the threshold (negative past it) and miles right of the course."""
    north = point.grid.north_m - end.threshold.grid.north_m
    east = point.grid.east_m - end.threshold.grid.east_m
    course = math.radians(end.heading_deg_grid)
    along = -(north * math.cos(course) + east * math.sin(course)) / METRES_PER_NM
    cross = (-north * math.sin(course) + east * math.cos(course)) / METRES_PER_NM
    return along, cross


class Paths:
    """Everybody's path, by callsign, in order of time."""

    def __init__(self, points: Sequence[TruthPoint]) -> None:
        by_callsign: dict[str, list[TruthPoint]] = defaultdict(list)
        for point in points:
            by_callsign[point.callsign].append(point)
        self.by_callsign: Mapping[str, Sequence[TruthPoint]] = {
            callsign: sorted(path, key=lambda one: one.t_ms)
            for callsign, path in sorted(by_callsign.items())
        }

    def named(self, name: str) -> str:
        """Return the callsign that a name on the air stands for; the name itself when unknown."""
        wanted = letters_and_digits(name)
        same = (one for one in self.by_callsign if letters_and_digits(one) == wanted)
        return next(same, name)

    def at(self, callsign: str, t_ms: int) -> TruthPoint | None:
        """Return the look nearest to an instant, or None for somebody without a path."""
        path = self.by_callsign.get(callsign)
        if not path:
            return None
        index = bisect.bisect_left(path, t_ms, key=lambda one: one.t_ms)
        near = path[max(0, index - 1) : index + 1]
        return min(near, key=lambda one: abs(one.t_ms - t_ms))

    def landed_ms(self, callsign: str) -> int | None:
        """Return when his wheels touched for good, or None while he is flying or never flew."""
        path = self.by_callsign.get(callsign, ())
        if not path or path[-1].airborne or not any(one.airborne for one in path):
            return None
        last_air = max(index for index, one in enumerate(path) if one.airborne)
        return path[last_air + 1].t_ms


@dataclass(frozen=True, slots=True)
class Closest:
    """How close two airborne aircraft came.

    `nm_when_level` is the least distance while less than 1,000 ft apart, `ft_when_near` the least
    height between them while less than 3 nm apart; None when that never was. `lost_s` is how long
    both were too little at once.
    """

    nm_when_level: float | None
    ft_when_near: float | None
    lost_s: float


def closest(paths: Paths) -> Closest:
    """Return the least separation between any two that were airborne together."""
    by_time: dict[int, list[TruthPoint]] = defaultdict(list)
    for path in paths.by_callsign.values():
        for point in path:
            if point.airborne:
                by_time[point.t_ms].append(point)
    times = sorted(by_time)
    level: list[float] = []
    near: list[float] = []
    lost_ms = 0
    for index, t_ms in enumerate(times):
        step = t_ms - times[index - 1] if index else 0
        lost = False
        points = by_time[t_ms]
        for first in range(len(points)):
            for second in range(first + 1, len(points)):
                nm = range_nm(points[first].grid, points[second].grid)
                ft = abs(points[first].altitude_ft - points[second].altitude_ft)
                if ft < SEPARATION_FT - HEIGHT_NOISE_FT:
                    level.append(nm)
                if nm < SEPARATION_NM:
                    near.append(ft)
                    lost = lost or ft < SEPARATION_FT - HEIGHT_NOISE_FT
        lost_ms += step if lost else 0
    return Closest(min(level, default=None), min(near, default=None), lost_ms / 1000.0)
