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
from engine.control.safe_altitude import floor_along, safe_altitude_ft
from engine.control.vectors import Guidance, Leg, guide, should_issue
from engine.model.geometry import (
    angle_between_deg,
    bearing_deg_grid,
    range_nm,
    signed_turn_deg,
)
from engine.profile.theatre import Airfield, Approach
from tests.control.batumi import ASR_13, BATUMI, VARIATION_DEG
from tests.control.flight import Aircraft, Habits, radial

RANGES_NM = (8, 12, 16, 20, 25, 30)
DEAF_RANGES_NM = (3, 5, *RANGES_NM)
RADIALS_DEG = tuple(range(0, 360, 20))
HEADINGS_DEG = tuple(range(0, 360, 30))
START_FT = 5000.0
STEP_S = 5.0
_REVERSAL_S = 30.0
_TURN_WORD_DEG = 8.0
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
    flight = Flight(start)
    given: Guidance | None = None
    last_turn: tuple[str, float] | None = None
    last_call_ft: float | None = None
    slowest = max(40.0, airspeed_kt - wind.speed_kt)
    cap_s = 60.0 * 10.0 + (start.range_nm + 60.0) * 3600.0 / slowest
    while aircraft.time_s < (cap_s if not deaf else 600.0):
        track = aircraft.track()
        point = track.position.grid
        along = course.along_nm(point)
        if given is not None and given.leg is Leg.FINAL:
            if flight.established_nm is None and course.established(track):
                flight.established_nm = along
            if along <= approach.final_approach_fix_nm and flight.fix_error_ft is None:
                flight.fix_error_ft = aircraft.altitude_ft - approach.platform_ft
            if along <= approach.missed_approach_point_nm:
                flight.arrived = abs(course.across_nm(point)) < 0.5
                flight.end_error_ft = aircraft.altitude_ft - approach.minimum_descent_altitude_ft
                break
            if along <= approach.final_approach_fix_nm:
                mile = max(1, round(along))
                feet = float(_issued(approach, mile))
                if feet != last_call_ft:
                    last_call_ft = feet
                    aircraft.told(altitude_ft=feet)
        advice = guide(
            track,
            course=course,
            approach=approach,
            airfield=airfield,
            variation_deg_east=variation_deg,
            wind=wind,
            previous=given,
            look_s=step_s,
            minimum_speed_kt=minimum_speed_kt,
        )
        if advice is None:
            if given is None:
                aircraft.wanted_heading_deg = bearing_deg_grid(point, reference)
        elif should_issue(given, advice, track):
            change = signed_turn_deg(track.heading_deg_grid, advice.heading_deg_grid)
            flight.orders += 1
            if abs(change) >= _TURN_WORD_DEG and advice.turn is not None:
                if last_turn is not None and last_turn[0] != advice.turn:
                    flight.turns += 1
                    if aircraft.time_s - last_turn[1] <= _REVERSAL_S:
                        flight.reversals += 1
                last_turn = (advice.turn, aircraft.time_s)
            if advice.leg is Leg.FINAL and (given is None or given.leg is not Leg.FINAL):
                flight.cut_deg = angle_between_deg(track.course_deg_grid, course.heading_deg_grid)
            given = advice
            aircraft.told(
                heading_deg=None if deaf else advice.heading_deg_grid,
                turn=advice.turn,
                altitude_ft=None if last_call_ft is not None else advice.altitude_ft,
                speed_kt=advice.speed_kt,
            )
            _score_floor(flight, aircraft, advice, airfield)
        elif given is not None and advice.altitude_ft != given.altitude_ft and not last_call_ft:
            flight.orders += 1
            given = replace(given, altitude_ft=advice.altitude_ft)
            aircraft.told(altitude_ft=advice.altitude_ft)
            _score_floor(flight, aircraft, advice, airfield)
        before = aircraft.grid
        aircraft.step(step_s)
        flight.miles += range_nm(before, aircraft.grid)
    flight.minutes = aircraft.time_s / 60.0
    return flight


def _issued(approach: Approach, mile: int) -> int:
    from engine.control.talkdown import issued_altitude_ft  # noqa: PLC0415

    return issued_altitude_ft(approach, mile)


def _score_floor(
    flight: Flight, aircraft: Aircraft, advice: Guidance, airfield: Airfield
) -> None:
    """Count an order whose altitude is under a floor of the next two minutes of its vector."""
    if advice.leg is Leg.FINAL:
        return
    here = safe_altitude_ft(airfield, aircraft.grid)
    floor = floor_along(
        airfield,
        aircraft.grid,
        course_deg_grid=advice.heading_deg_grid,
        distance_nm=aircraft.airspeed_kt / 30.0,
        buffer_nm=0.0,
    )
    highest = max(floor or 0, here or 0)
    if advice.altitude_ft < highest:
        flight.under_floor += 1
        flight.worst_under_ft = max(flight.worst_under_ft, highest - advice.altitude_ft)


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
) -> list[Flight]:
    """Fly every start of a mode (or every n-th)."""
    options: dict[str, object] = {
        "airspeed_kt": airspeed_kt,
        "wind": wind,
        "habits": HABITS[mode],
        "deaf": mode == "deaf",
        "altitude_ft": altitude_ft,
        "step_s": step_s,
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
