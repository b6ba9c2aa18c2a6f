"""A simple aircraft and a pilot of known habits, to fly what the geometry asks for."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field

from engine.control.air_mass import CALM, Wind, turn_rate_deg_s
from engine.control.course import FinalCourse
from engine.control.guidance import Guidance, Leg, Way, level_changes, should_issue, with_level
from engine.control.talkdown import issued_altitude_ft
from engine.control.turn_side import PILOT_LAG_S
from engine.control.vectors import guide
from engine.model.geometry import (
    METRES_PER_NM,
    GridPoint,
    Position,
    bearing_deg_grid,
    normalise_deg,
    offset,
    signed_turn_deg,
)
from engine.model.picture import Coalition, Track
from engine.profile.theatre import Airfield, Approach

__all__ = ["Aircraft", "Habits", "Vectored", "at", "radial", "track_at"]


@dataclass(frozen=True, slots=True)
class Habits:
    """How a pilot flies: seconds until he obeys, and the aircraft's rates."""

    lag_s: float = 8.0
    climb_fpm: float = 1500.0
    descent_fpm: float = 1500.0
    speed_change_kt_s: float = 1.5
    obeys_speed: bool = True
    skips: float = 0.0
    overshoots: float = 0.0
    wanders_deg: float = 0.0


@dataclass(slots=True)
class Aircraft:
    """A point that turns, climbs and changes speed at limited rates, in a wind."""

    grid: GridPoint
    heading_deg: float
    altitude_ft: float
    airspeed_kt: float
    wind: Wind = CALM
    habits: Habits = Habits()
    rng: random.Random = field(default_factory=lambda: random.Random(0))
    time_s: float = 0.0
    name: str = "Pony 1-1"
    wanted_heading_deg: float | None = None
    wanted_turn: str | None = None
    wanted_altitude_ft: float | None = None
    wanted_speed_kt: float | None = None
    vertical_fpm: float = 0.0
    pending: list[tuple[float, str, float, str | None]] = field(default_factory=list)

    def told(
        self,
        *,
        heading_deg: float | None = None,
        turn: str | None = None,
        altitude_ft: float | None = None,
        speed_kt: float | None = None,
    ) -> None:
        """Hear an instruction; it is flown after the pilot's lag."""
        due = self.time_s + self.habits.lag_s
        if heading_deg is not None:
            self.pending.append((due, "heading", heading_deg, turn))
        if altitude_ft is not None:
            self.pending.append((due, "altitude", altitude_ft, None))
        if speed_kt is not None and self.habits.obeys_speed:
            self.pending.append((due, "speed", speed_kt, None))

    def step(self, seconds: float) -> None:
        """Fly on for some seconds."""
        for order in [o for o in self.pending if o[0] <= self.time_s + 1e-9]:
            self.pending.remove(order)
            if order[1] == "heading":
                self.wanted_heading_deg, self.wanted_turn = order[2], order[3]
            elif order[1] == "altitude":
                self.wanted_altitude_ft = order[2]
            else:
                self.wanted_speed_kt = order[2]
        self._turn(seconds)
        self._climb(seconds)
        if self.wanted_speed_kt is not None:
            change = self.habits.speed_change_kt_s * seconds
            gap = self.wanted_speed_kt - self.airspeed_kt
            self.airspeed_kt += max(-change, min(change, gap))
        north, east = self._velocity_kt()
        scale = METRES_PER_NM * seconds / 3600.0
        self.grid = GridPoint(self.grid.north_m + north * scale, self.grid.east_m + east * scale)
        self.time_s += seconds

    def _turn(self, seconds: float) -> None:
        if self.wanted_heading_deg is None:
            return
        habits = self.habits
        if habits.skips and self.rng.random() < habits.skips:
            return
        error = signed_turn_deg(self.heading_deg, self.wanted_heading_deg)
        if abs(error) > 90.0 and self.wanted_turn == "left" and error > 0.0:
            error -= 360.0
        if abs(error) > 90.0 and self.wanted_turn == "right" and error < 0.0:
            error += 360.0
        most = turn_rate_deg_s(self.airspeed_kt) * seconds
        turn = max(-most, min(most, error))
        if habits.overshoots and abs(error) > 20.0:
            turn *= 1.0 + self.rng.random() * habits.overshoots
        if habits.wanders_deg:
            turn += self.rng.uniform(-habits.wanders_deg, habits.wanders_deg)
        self.heading_deg = normalise_deg(self.heading_deg + turn)

    def _climb(self, seconds: float) -> None:
        self.vertical_fpm = 0.0
        if self.wanted_altitude_ft is None:
            return
        gap = self.wanted_altitude_ft - self.altitude_ft
        up = self.habits.climb_fpm * seconds / 60.0
        down = self.habits.descent_fpm * seconds / 60.0
        change = max(-down, min(up, gap))
        self.altitude_ft += change
        self.vertical_fpm = change * 60.0 / seconds

    def _velocity_kt(self) -> tuple[float, float]:
        nose = math.radians(self.heading_deg)
        return (
            self.airspeed_kt * math.cos(nose) + self.wind.north_kt,
            self.airspeed_kt * math.sin(nose) + self.wind.east_kt,
        )

    def track(self) -> Track:
        """Return what radar shows."""
        north, east = self._velocity_kt()
        return track_at(
            self.grid,
            heading_deg=self.heading_deg,
            course_deg=normalise_deg(math.degrees(math.atan2(east, north))),
            altitude_ft=self.altitude_ft,
            speed_kt=math.hypot(north, east),
            vertical_fpm=self.vertical_fpm,
            time_s=self.time_s,
            name=self.name,
        )


def track_at(
    grid: GridPoint,
    *,
    heading_deg: float,
    altitude_ft: float,
    speed_kt: float,
    course_deg: float | None = None,
    vertical_fpm: float = 0.0,
    time_s: float = 0.0,
    name: str = "Pony 1-1",
) -> Track:
    """Return a track at a place."""
    return Track(
        track_id=f"track:test/{name}/1",
        unit_id=1,
        unit_name=name,
        type_name="P-51D-30-NA",
        player_name=name,
        coalition=Coalition.BLUE,
        position=Position(grid, 0.0, 0.0),
        altitude_ft=altitude_ft,
        heading_deg_grid=heading_deg,
        course_deg_grid=heading_deg if course_deg is None else course_deg,
        speed_kt=speed_kt,
        vertical_fpm=vertical_fpm,
        sim_time_s=time_s,
    )


def at(course: FinalCourse, along_nm: float, across_nm: float) -> GridPoint:
    """Return a place given from the course."""
    return course.point(along_nm, across_nm)


def radial(reference: GridPoint, bearing_deg_grid: float, distance_nm: float) -> GridPoint:
    """Return a place given from the field."""
    return offset(reference, bearing_deg_grid, distance_nm)


@dataclass(slots=True)
class Vectored:
    """An aircraft and what its controller has told it, looked at again and again."""

    aircraft: Aircraft
    airfield: Airfield
    approach: Approach
    course: FinalCourse
    variation_deg: float
    reported: Wind = CALM
    minimum_speed_kt: float = 0.0
    allowed_lag_s: float = PILOT_LAG_S
    look_s: float = 1.0
    deaf: bool = False
    given: Guidance | None = None
    latest: Guidance | None = None
    mile_ft: float | None = None
    slow_kt: float | None = None

    @property
    def along_nm(self) -> float:
        """Return the distance to go."""
        return self.course.along_nm(self.aircraft.grid)

    @property
    def final(self) -> bool:
        """Tell whether he was sent on the final course."""
        return self.given is not None and self.given.leg is Leg.FINAL

    @property
    def landed(self) -> bool:
        """Tell whether he has come down the course to the threshold."""
        across = abs(self.course.across_nm(self.aircraft.grid))
        return self.final and self.along_nm <= 0.05 and across < 0.3

    def look(
        self,
        *,
        not_before_s: float | None = None,
        not_below_ft: int | None = None,
        traffic: tuple[Way, ...] = (),
    ) -> Guidance | None:
        """Decide and tell; return what was told, or None."""
        self._talk_down()
        track = self.aircraft.track()
        advice = guide(
            track,
            course=self.course,
            approach=self.approach,
            airfield=self.airfield,
            variation_deg_east=self.variation_deg,
            wind=self.reported,
            previous=self.given,
            not_before_s=not_before_s,
            minimum_speed_kt=self.minimum_speed_kt,
            not_below_ft=not_below_ft,
            traffic=traffic,
            lag_s=self.allowed_lag_s,
            look_s=self.look_s,
        )
        self.latest = advice
        if advice is None:
            if self.given is None:
                home = self.airfield.reference_point.grid
                self.aircraft.wanted_heading_deg = bearing_deg_grid(self.aircraft.grid, home)
            return None
        if should_issue(self.given, advice, track):
            self.given = advice
            self._tell(advice, with_heading=True)
            return advice
        if self.given is not None and level_changes(self.given, advice) and not self.final:
            self.given = with_level(self.given, advice)
            self._tell(advice, with_heading=False)
            return self.given
        return None

    def _tell(self, advice: Guidance, *, with_heading: bool) -> None:
        self.aircraft.told(
            heading_deg=advice.heading_deg_grid if with_heading and not self.deaf else None,
            turn=advice.turn,
            altitude_ft=advice.altitude_ft if self.mile_ft is None else None,
            speed_kt=advice.speed_kt,
        )

    def _talk_down(self) -> None:
        """Say the altitude of each mile; inside the fix he slows to his own speed."""
        if not self.final or self.along_nm > self.approach.final_approach_fix_nm:
            return
        feet = float(issued_altitude_ft(self.approach, max(1, round(self.along_nm))))
        if self.along_nm < self.approach.missed_approach_point_nm:
            feet = self.airfield.elevation_ft
        if feet != self.mile_ft:
            self.mile_ft = feet
            self.aircraft.told(altitude_ft=feet, speed_kt=self.slow_kt)
