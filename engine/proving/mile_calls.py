"""The miles of a talk-down: each call against where he truly was and the published altitude.

The table is worked out here again from the approach as published, not asked of the engine: the
altitude said at a mile is the one to have at the next (FAA JO 7110.65 5-11-5), from the published
table or the straight line from the final approach fix to the minimum, to the nearest hundred.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine.model.capture import AirRecord
from engine.model.understood import Understood
from engine.profile.theatre import Approach, RunwayEnd
from engine.proving.truth import Paths, along_cross_nm

__all__ = ["MileCall", "by_callsign", "last_run", "mile_calls", "table_altitude_ft", "wanted_miles"]

RANGE_TOLERANCE_NM = 0.2


@dataclass(frozen=True, slots=True)
class MileCall:
    """One call: what was said, where he was at its first packet, what the table says."""

    callsign: str
    mile: int
    t_ms: int
    true_range_nm: float
    altitude_ft: int
    table_altitude_ft: int

    @property
    def ok(self) -> bool:
        """Tell whether range and altitude are right."""
        near = abs(self.true_range_nm - self.mile) <= RANGE_TOLERANCE_NM
        return near and self.altitude_ft == self.table_altitude_ft


def table_altitude_ft(approach: Approach, mile: int) -> int:
    """Return the altitude to be said at a mile: the next mile's, never below the minimum."""
    minimum, at_minimum_nm = approach.minimum_descent_altitude_ft, approach.missed_approach_point_nm
    ahead_nm = float(mile - 1)
    if ahead_nm <= at_minimum_nm:
        return minimum
    inside = [
        (nm, float(feet))
        for nm, feet in approach.advisory
        if at_minimum_nm < nm < approach.final_approach_fix_nm
    ]
    line = sorted(
        [
            (at_minimum_nm, float(minimum)),
            *inside,
            (approach.final_approach_fix_nm, float(approach.platform_ft)),
        ]
    )
    altitude = float(approach.platform_ft)
    for (low_nm, low_ft), (high_nm, high_ft) in pairwise(line):
        if low_nm <= ahead_nm <= high_nm:
            altitude = low_ft + (high_ft - low_ft) * (ahead_nm - low_nm) / (high_nm - low_nm)
            break
    rounded = math.floor(altitude / 100.0 + 0.5) * 100
    return max(minimum, min(approach.platform_ft, rounded))


def mile_calls(
    said: Sequence[tuple[AirRecord, Understood]],
    paths: Paths,
    approach: Approach,
    end: RunwayEnd,
) -> list[MileCall]:
    """Return every mile call of the sortie, in order of time."""
    calls: list[MileCall] = []
    for record, understood in said:
        for one in understood.instructions:
            mile, altitude = one.number("range_nm"), one.number("altitude_ft")
            if one.kind != "range_call" or mile is None or altitude is None:
                continue
            callsign = paths.named(record.addressed or understood.callsign or "")
            there = paths.at(callsign, record.started_ms)
            along = along_cross_nm(end, there)[0] if there is not None else math.inf
            calls.append(
                MileCall(
                    callsign=callsign,
                    mile=mile,
                    t_ms=record.started_ms,
                    true_range_nm=round(along, 3) if math.isfinite(along) else 999.0,
                    altitude_ft=altitude,
                    table_altitude_ft=table_altitude_ft(approach, mile),
                )
            )
    return calls


def last_run(calls: Sequence[MileCall], broken_off_ms: Sequence[int]) -> list[MileCall]:
    """Return the calls of one aircraft's last approach.

    Those after he last broke off; and where nobody said that he did, those after the miles began
    again, since miles only ever count down on one approach.
    """
    after = max(broken_off_ms, default=-1)
    run: list[MileCall] = []
    for one in calls:
        if one.t_ms <= after:
            continue
        if run and one.mile > run[-1].mile:
            run = []
        run.append(one)
    return run


def wanted_miles(approach: Approach) -> list[int]:
    """Return the whole miles to be called, from the final approach fix in."""
    first = math.floor(approach.final_approach_fix_nm)
    return [mile for mile in range(first, 0, -1) if mile > approach.missed_approach_point_nm]


def by_callsign(calls: Sequence[MileCall]) -> Mapping[str, list[MileCall]]:
    """Return the calls of each aircraft, in order of time."""
    found: dict[str, list[MileCall]] = {}
    for one in calls:
        found.setdefault(one.callsign, []).append(one)
    return found
