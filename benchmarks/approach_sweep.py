"""The approach sweep: from everywhere around a field, does the geometry bring him in quietly?

1,296 starts (six ranges, eighteen radials, twelve headings) flown by a clean, a sloppy or a deaf
pilot. Run `python -m benchmarks.approach_sweep --help`.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, replace

from engine.control.air_mass import CALM, Wind
from engine.control.course import final_course
from engine.control.safe_altitude import safe_altitude_ft
from engine.control.turn_side import PILOT_LAG_S
from engine.control.vectors import Guidance, Leg
from engine.model.geometry import (
    angle_between_deg,
    range_nm,
)
from engine.profile.theatre import Airfield, Approach
from tests.control.batumi import ASR_13, BATUMI, VARIATION_DEG
from tests.control.flight import Aircraft, Habits, Vectored, radial

RANGES_NM = (8, 12, 16, 20, 25, 30)
DEAF_RANGES_NM = (3, 5, *RANGES_NM)
RADIALS_DEG = tuple(range(0, 360, 20))
HEADINGS_DEG = tuple(range(0, 360, 30))
START_FT = 5000.0
STEP_S = 5.0
_REVERSAL_S = 30.0
_ALONE_S = 120.0
_TURN_WORD_DEG = 8.0
_ON_RUNWAY_NM = 0.5
_CLEAN = Habits(lag_s=0.0, climb_fpm=1000.0, descent_fpm=700.0, obeys_speed=False)
HABITS = {
    "clean": _CLEAN,
    "sloppy": replace(_CLEAN, skips=0.25, overshoots=0.25, wanders_deg=2.0),
    "deaf": replace(_CLEAN, lag_s=1e9),
    "lagging": replace(_CLEAN, lag_s=10.0, obeys_speed=True),
}


@dataclass(frozen=True, slots=True)
class Start:
    """Where one flight of the sweep begins."""

    range_nm: int
    radial_deg: int
    heading_deg: int

    @property
    def seed(self) -> int:
        """Return the seed of its pilot."""
        return self.range_nm * 100_000 + self.radial_deg * 100 + self.heading_deg


@dataclass(slots=True)
class Flight:
    """What one flight scored."""

    start: Start
    arrived: bool = False
    minutes: float = 0.0
    miles: float = 0.0
    established_nm: float | None = None
    cut_deg: float | None = None
    reversals: int = 0
    turns: int = 0
    orders: int = 0
    under_floor: int = 0
    worst_under_ft: float = 0.0
    fix_error_ft: float | None = None
    end_error_ft: float | None = None


def starts(mode: str) -> Iterator[Start]:
    """Yield the starts of a mode in order."""
    for distance in DEAF_RANGES_NM if mode == "deaf" else RANGES_NM:
        for bearing in RADIALS_DEG:
            for heading in HEADINGS_DEG:
                yield Start(distance, bearing, heading)


def fly(
    start: Start,
    *,
    airfield: Airfield,
    approach: Approach,
    variation_deg: float,
    airspeed_kt: float = 174.0,
    wind: Wind = CALM,
    habits: Habits = _CLEAN,
    deaf: bool = False,
    altitude_ft: float = START_FT,
    step_s: float = STEP_S,
    minimum_speed_kt: float = 0.0,
    lag_s: float = PILOT_LAG_S,
) -> Flight:
    """Fly one start until it passes the missed approach point or its time is over."""
    course = final_course(airfield, approach)
    reference = airfield.reference_point.grid
    aircraft = Aircraft(
        grid=radial(reference, start.radial_deg, start.range_nm),
        heading_deg=float(start.heading_deg),
        altitude_ft=altitude_ft,
        airspeed_kt=airspeed_kt,
        wind=wind,
        habits=habits,
        rng=random.Random(start.seed),
    )
    vectored = Vectored(
        aircraft,
        airfield,
        approach,
        course,
        variation_deg,
        reported=wind,
        minimum_speed_kt=minimum_speed_kt,
        allowed_lag_s=lag_s,
        look_s=step_s,
        deaf=deaf,
    )
    flight = Flight(start)
    slowest = max(40.0, airspeed_kt - wind.speed_kt)
    cap_s = 600.0 + (0.0 if deaf else (start.range_nm + 60.0) * 3600.0 / slowest)
    told = _Turns()
    while aircraft.time_s < cap_s:
        if vectored.final and _score_final(flight, vectored):
            break
        before, was_final = vectored.given, vectored.final
        advice = vectored.look()
        if advice is not None:
            flight.orders += 1
            if before is None or advice.heading_deg_grid != before.heading_deg_grid:
                told.score(flight, vectored)
            if vectored.final and not was_final:
                flight.cut_deg = angle_between_deg(
                    aircraft.track().course_deg_grid, course.heading_deg_grid
                )
            _score_floor(flight, aircraft, advice, airfield)
        place = aircraft.grid
        aircraft.step(step_s)
        flight.miles += range_nm(place, aircraft.grid)
    flight.minutes = aircraft.time_s / 60.0
    return flight


@dataclass(slots=True)
class _Turns:
    """The turns ordered, for counting changes of side and how soon they come."""

    word: str | None = None
    time_s: float = 0.0

    def score(self, flight: Flight, vectored: Vectored) -> None:
        """Count an order that turns him the other way, and one that does so within seconds."""
        aircraft, given = vectored.aircraft, vectored.given
        if given is None or given.turn is None:
            return
        change = angle_between_deg(aircraft.heading_deg, given.heading_deg_grid)
        if change < _TURN_WORD_DEG:
            return
        if self.word is not None and self.word != given.turn:
            flight.turns += 1
            flight.reversals += aircraft.time_s - self.time_s <= _REVERSAL_S
        self.word, self.time_s = given.turn, aircraft.time_s


def _score_final(flight: Flight, vectored: Vectored) -> bool:
    """Score him on final; tell whether he is at the missed approach point."""
    approach, along, aircraft = vectored.approach, vectored.along_nm, vectored.aircraft
    if flight.established_nm is None and vectored.course.established(aircraft.track()):
        flight.established_nm = along
    if along <= approach.final_approach_fix_nm and flight.fix_error_ft is None:
        flight.fix_error_ft = aircraft.altitude_ft - approach.platform_ft
    if along > approach.missed_approach_point_nm:
        return False
    flight.arrived = abs(vectored.course.across_nm(aircraft.grid)) < _ON_RUNWAY_NM
    flight.end_error_ft = aircraft.altitude_ft - approach.minimum_descent_altitude_ft
    return True


def _score_floor(flight: Flight, aircraft: Aircraft, advice: Guidance, airfield: Airfield) -> None:
    """Count an order that would take him under a floor if nothing followed for two minutes."""
    if advice.leg is Leg.FINAL:
        return
    alone = replace(aircraft, pending=list(aircraft.pending), rng=random.Random(0))
    worst = 0.0
    for _ in range(int(_ALONE_S / STEP_S) + 1):
        floor = safe_altitude_ft(airfield, alone.grid)
        worst = max(worst, (floor or 0) - advice.altitude_ft)
        alone.step(STEP_S)
    flight.under_floor += worst > 0.0
    flight.worst_under_ft = max(flight.worst_under_ft, worst)


def _one(job: tuple[Start, dict[str, object]]) -> Flight:
    start, options = job
    return fly(start, airfield=BATUMI, approach=ASR_13, variation_deg=VARIATION_DEG, **options)  # type: ignore[arg-type]


def sweep(
    mode: str,
    *,
    airspeed_kt: float = 174.0,
    wind: Wind = CALM,
    every: int = 1,
    workers: int = 1,
    altitude_ft: float = START_FT,
    step_s: float = STEP_S,
    lag_s: float = PILOT_LAG_S,
) -> list[Flight]:
    """Fly every start of a mode (or every n-th)."""
    options: dict[str, object] = {
        "airspeed_kt": airspeed_kt,
        "wind": wind,
        "habits": HABITS[mode],
        "deaf": mode == "deaf",
        "altitude_ft": altitude_ft,
        "step_s": step_s,
        "lag_s": lag_s,
    }
    jobs = [(start, options) for start in list(starts(mode))[::every]]
    if workers <= 1:
        return [_one(job) for job in jobs]
    with ProcessPoolExecutor(workers) as pool:
        return list(pool.map(_one, jobs, chunksize=16))


def scores(flights: list[Flight]) -> dict[str, object]:
    """Return the figures of a sweep."""
    joined = sorted(f.established_nm for f in flights if f.established_nm is not None)
    minutes = [f.minutes for f in flights if f.arrived] or [0.0]
    cuts = [f.cut_deg for f in flights if f.cut_deg is not None] or [0.0]
    fixes = [f.fix_error_ft for f in flights if f.fix_error_ft is not None] or [0.0]
    ends = [f.end_error_ft for f in flights if f.end_error_ft is not None] or [0.0]
    return {
        "flights": len(flights),
        "arrived": sum(f.arrived for f in flights),
        "reversals": sum(f.reversals for f in flights),
        "turns": sum(f.turns for f in flights),
        "orders_mean": round(statistics.mean(f.orders for f in flights), 2),
        "established_nm": [round(v, 1) for v in (statistics.median(joined), joined[0], joined[-1])]
        if joined
        else None,
        "minutes_median_worst": [round(statistics.median(minutes), 1), round(max(minutes), 1)],
        "cut_median_worst_deg": [round(statistics.median(cuts)), round(max(cuts))],
        "orders_under_floor": sum(f.under_floor for f in flights),
        "flights_under_floor": sum(f.under_floor > 0 for f in flights),
        "fix_error_ft_median_worst": [round(statistics.median(fixes)), round(max(fixes))],
        "end_error_ft_median_worst": [round(statistics.median(ends)), round(max(ends))],
    }


def main(arguments: list[str] | None = None) -> int:
    """Run a sweep and print its figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mode", choices=sorted(HABITS), default="clean")
    parser.add_argument("--speed", type=float, default=174.0, help="knots")
    parser.add_argument("--wind", default="0/0", help="FROM/KNOTS on the grid")
    parser.add_argument("--every", type=int, default=1, help="fly every n-th start")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--altitude", type=float, default=START_FT, help="feet")
    parser.add_argument("--step", type=float, default=STEP_S, help="seconds")
    parser.add_argument("--lag", type=float, default=PILOT_LAG_S, help="seconds allowed for")
    parser.add_argument("--worst", type=int, default=0, help="list that many bad flights")
    options = parser.parse_args(arguments)
    blows_from, knots = (float(part) for part in options.wind.split("/"))
    begun = time.perf_counter()
    flights = sweep(
        options.mode,
        airspeed_kt=options.speed,
        wind=Wind.blowing_from(blows_from, knots),
        every=options.every,
        workers=options.workers,
        altitude_ft=options.altitude,
        step_s=options.step,
        lag_s=options.lag,
    )
    result = scores(flights) | {"wall_s": round(time.perf_counter() - begun, 1)}
    out = sys.stdout.write
    out(json.dumps(result) + "\n")
    bad = sorted(flights, key=lambda f: (f.arrived, -f.reversals, -f.under_floor, -f.minutes))
    for flight in bad[: options.worst]:
        out(json.dumps(asdict(flight)) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
