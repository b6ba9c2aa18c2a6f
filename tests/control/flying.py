"""Aircraft that obey, a radio that takes time, and a clock: enough to fly a decision by itself."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from engine.control.board import Board
from engine.control.decide import Decision, decide
from engine.control.expiry import revalidate
from engine.control.fold import apply, fold
from engine.control.invariants import check
from engine.control.outcome import Context
from engine.control.stimuli import stimulus_event
from engine.model.call import Call, Hypothesis, Reading
from engine.model.directive import Directive, Transmission
from engine.model.event import Event
from engine.model.geometry import (
    FEET_PER_NM,
    METRES_PER_NM,
    GridPoint,
    Position,
    normalise_deg,
    offset,
    range_nm,
    signed_turn_deg,
)
from engine.model.picture import (
    Coalition,
    SimEvent,
    SurfaceWeather,
    Track,
    TrackGone,
    WeatherReport,
)
from engine.model.slots import SlotValue
from engine.model.stimulus import Heard, KeyingReport, RadioGone, RadioPresent, Stimulus, Sweep
from engine.profile.loader import load_theatre_or_raise
from engine.profile.theatre import Airfield, Theatre

APPROACH = "batumi/approach"
TOWER = "batumi/tower"
GROUND = "batumi/ground"


@cache
def caucasus() -> Theatre:
    return load_theatre_or_raise(Path(__file__).parents[2] / "profiles" / "caucasus")


def batumi() -> Airfield:
    return caucasus().fields["batumi"]


@dataclass
class Plane:
    """One aircraft with its radio; flies what it was told after a lag."""

    name: str
    unit_id: int
    at: GridPoint
    altitude_ft: float = 4000.0
    heading: float = 125.0
    speed_kt: float = 180.0
    type_name: str = "P-51D-30-NA"
    obeys: bool = True
    lands: bool = True
    want_heading: float | None = None
    want_turn: str | None = None
    want_ft: float | None = None
    want_kt: float | None = None
    vertical_fpm: float = 0.0
    down: bool = False
    final: bool = False
    missing: bool = False
    vacates_after_s: float | None = 40.0
    stopped_s: float = 0.0
    wind: tuple[float, float] = (0.0, 0.0)
    orders: list[tuple[int, Callable[[], None]]] = field(default_factory=list)

    @property
    def guid(self) -> str:
        return f"guid-{self.name}".ljust(22, "0")

    @property
    def track_id(self) -> str:
        return f"track:s1/{self.name}/1"

    def radio(self) -> RadioPresent:
        return RadioPresent(
            guid=self.guid,
            client_name=self.name,
            unit_type=self.type_name,
            unit_id=self.unit_id,
            coalition=Coalition.BLUE,
            frequencies_hz=(124_425_000,),
        )

    def track(self, sim_s: float) -> Track:
        ground_kt, course = self.velocity()
        return Track(
            track_id=self.track_id,
            unit_id=self.unit_id,
            unit_name=self.name,
            type_name=self.type_name,
            player_name=self.name,
            coalition=Coalition.BLUE,
            position=Position(self.at, 0.0, 0.0),
            altitude_ft=self.altitude_ft,
            heading_deg_grid=self.heading,
            course_deg_grid=course,
            speed_kt=ground_kt,
            vertical_fpm=self.vertical_fpm,
            sim_time_s=sim_s,
            on_ground=self.down,
        )

    def velocity(self) -> tuple[float, float]:
        """Return ground speed and course: `speed_kt` is through the air, the wind adds to it."""
        if self.down:
            return self.speed_kt, self.heading
        nose, blows = math.radians(self.heading), math.radians(self.wind[0] + 180.0)
        north = self.speed_kt * math.cos(nose) + self.wind[1] * math.cos(blows)
        east = self.speed_kt * math.sin(nose) + self.wind[1] * math.sin(blows)
        return math.hypot(north, east), normalise_deg(math.degrees(math.atan2(east, north)))

    def fly(self, seconds: float, now_ms: int) -> None:
        due = [order for at, order in self.orders if at <= now_ms]
        self.orders = [(at, order) for at, order in self.orders if at > now_ms]
        for order in due:
            order()
        if self.down:
            self._roll(seconds)
            return
        if self.want_kt is not None:
            change = 2.0 * seconds
            self.speed_kt += max(-change, min(change, self.want_kt - self.speed_kt))
        if self.want_heading is not None:
            turn = signed_turn_deg(self.heading, self.want_heading)
            if abs(turn) > 150.0 and self.want_turn is not None:
                turn = abs(turn) if self.want_turn == "right" else -abs(turn)
            rate = 3.0 * seconds
            self.heading = normalise_deg(self.heading + max(-rate, min(rate, turn)))
        ground_kt, course = self.velocity()
        self.at = offset(self.at, course, ground_kt * seconds / 3600.0)
        before = self.altitude_ft
        if self.missing and self.altitude_ft >= 800.0:
            self._turn_to(330.0, "left")
            self.missing = False
        if self.final:
            self._down_the_path()
        elif self.want_ft is not None:
            rate = 1200.0 / 60.0 * seconds
            self.altitude_ft += max(-rate, min(rate, self.want_ft - self.altitude_ft))
        self.vertical_fpm = (self.altitude_ft - before) * 60.0 / seconds

    def _roll(self, seconds: float) -> None:
        self.vertical_fpm = 0.0
        self.speed_kt = max(15.0, self.speed_kt - 4.0 * seconds)
        self.stopped_s += seconds if self.speed_kt <= 30.0 else 0.0
        leaves = self.vacates_after_s is not None and self.stopped_s >= self.vacates_after_s
        if not leaves and self.stopped_s > 5.0:
            self.speed_kt = 0.0
        if leaves:
            self.heading = normalise_deg(35.0)
        self.at = offset(self.at, self.heading, self.speed_kt * seconds / 3600.0)

    def _down_the_path(self) -> None:
        """Fly the 3 degree path to the runway once told to descend on final."""
        end = batumi().runway_end("13")
        assert end is not None
        north = end.threshold.grid.north_m - self.at.north_m
        east = end.threshold.grid.east_m - self.at.east_m
        course = math.radians(end.heading_deg_grid)
        along = (north * math.cos(course) + east * math.sin(course)) / METRES_PER_NM
        path = 33.0 + 50.0 + along * FEET_PER_NM * math.tan(math.radians(3.0))
        self.altitude_ft = min(self.altitude_ft, max(43.0, path))
        if 0.0 < along < 0.8:
            self._line_up(end.threshold.grid, end.heading_deg_grid)
        self.speed_kt = max(130.0, self.speed_kt - 0.5)
        if along < 0.0:
            self.heading = self.want_heading = end.heading_deg_grid
        if self.lands and along < -0.15 and self.altitude_ft <= 60.0:
            self.altitude_ft = 43.0
            self.down = True
            self.final = False

    def _line_up(self, threshold: GridPoint, course_deg: float) -> None:
        """See the runway and slide onto its centreline, whatever the wind."""
        wanted = offset(threshold, course_deg + 180.0, range_nm(self.at, threshold))
        self.at = GridPoint(
            self.at.north_m + 0.1 * (wanted.north_m - self.at.north_m),
            self.at.east_m + 0.1 * (wanted.east_m - self.at.east_m),
        )

    def obey(self, one: Directive, heard_ms: int, variation: float) -> None:
        """Do what a directive says, a few seconds after the last word."""
        if not self.obeys:
            return
        slots = one.slots
        at = heard_ms + 4000

        def later(do: Callable[[], None]) -> None:
            self.orders.append((at, do))

        if one.kind in ("vector", "course_correction", "range_call") and "heading_deg_mag" in slots:
            wanted = normalise_deg(float(str(slots["heading_deg_mag"])) + variation)
            turn = str(slots["turn"]) if "turn" in slots else None
            later(lambda: self._turn_to(wanted, turn))
        if one.kind in ("level", "hold"):
            feet = float(str(slots["altitude_ft"]))
            later(lambda: setattr(self, "want_ft", feet))
        if one.kind == "speed":
            knots = float(str(slots["speed_kt"]))
            later(lambda: setattr(self, "want_kt", knots))
        if one.kind == "range_call" and slots["verb"] == "descend":
            later(lambda: setattr(self, "final", True))
        if one.kind == "missed_approach_instruction" and one.rule.startswith("missed."):
            later(self.go_around)

    def _turn_to(self, heading: float, turn: str | None) -> None:
        self.want_heading, self.want_turn = heading, turn

    def go_around(self) -> None:
        self.final = False
        self.want_ft = 3000.0
        self.missing = True


@dataclass
class Sortie:
    """A board, a clock, aircraft and a channel that carries one transmission at a time."""

    planes: list[Plane]
    theatre: Theatre = field(default_factory=caucasus)
    wind: tuple[float, float] = (90.0, 5.0)
    now_ms: int = 1_000
    board: Board = field(default_factory=Board)
    events: list[Event] = field(default_factory=list)
    said: list[tuple[int, Transmission]] = field(default_factory=list)
    withheld: list[tuple[Transmission, str]] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)
    queue: list[Transmission] = field(default_factory=list)
    busy_until_ms: int = 0
    keying: Transmission | None = None
    reads_back: bool = True
    gone: list[TrackGone] = field(default_factory=list)
    sim_events: list[SimEvent] = field(default_factory=list)
    hidden: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        for plane in self.planes:
            plane.wind = self.wind
            self.tell(plane.radio())
        if not self.board.tracks:
            self.sweep()

    def context(self) -> Context:
        return Context(self.theatre, self.board, self.now_ms, self.now_ms / 1000.0)

    def tell(self, stimulus: Stimulus, call: Call | None = None) -> Decision:
        before = self.board
        decision = decide(self.context(), stimulus, call)
        self.board = decision.board
        self.events += decision.events
        self.decisions.append(decision)
        violations = check(before, decision.board, decision.transmissions)
        assert violations == (), violations
        self.queue += decision.transmissions
        return decision

    def sweep(self) -> Decision:
        tracks = tuple(
            plane.track(self.now_ms / 1000.0)
            for plane in self.planes
            if plane.name not in self.hidden
        )
        weather = WeatherReport(
            {"Batumi": SurfaceWeather(self.wind[0], self.wind[1], 1013.4, 1012.2)},
            self.now_ms / 1000.0,
        )
        gone, events = tuple(self.gone), tuple(self.sim_events)
        self.gone, self.sim_events = [], []
        return self.tell(Sweep(tracks, gone=gone, events=events, weather=weather))

    def call(
        self,
        plane: Plane,
        intent: str,
        *,
        station: str = APPROACH,
        spoken: str | None = None,
        callsign: str | None = None,
        heard_as: str | None = None,
        text: str = "words",
        also: tuple[Reading, ...] = (),
        stepped_on: bool = False,
        **slots: SlotValue,
    ) -> Decision:
        heard = Heard(
            transmission_id=f"rx-{len(self.events)}",
            guid=plane.guid,
            client_name=plane.name,
            unit_type=plane.type_name,
            unit_id=plane.unit_id,
            coalition=Coalition.BLUE,
            station=station,
            frequency_hz=124_425_000,
            started_ms=self.now_ms - 3000,
            ended_ms=self.now_ms,
            hypotheses=(Hypothesis(text),) if text else (),
            stepped_on=stepped_on,
        )
        readings = (Reading(intent, slots), *also) if intent else ()
        return self.tell(heard, Call(text, readings, spoken, callsign, heard_as))

    def leave(self, plane: Plane) -> Decision:
        return self.tell(RadioGone(plane.guid))

    def run(self, seconds: float, until: Callable[[], bool] | None = None) -> bool:
        """Fly on; True when `until` came true."""
        end = self.now_ms + int(seconds * 1000)
        while self.now_ms < end:
            self.now_ms += 500
            for plane in self.planes:
                plane.fly(0.5, self.now_ms)
            self._radio()
            close = any(self._near(plane) for plane in self.planes)
            if close or self.now_ms % 1000 == 0:
                self.sweep()
            if until is not None and until():
                return True
        return until is None

    def _near(self, plane: Plane) -> bool:
        strip = self.board.strips.get(plane.track_id)
        return strip is not None and strip.was_told("cleared_approach")

    def _radio(self) -> None:
        """Key what waits, most urgent first, one at a time; report when the last word is out."""
        if self.keying is not None and self.now_ms >= self.busy_until_ms:
            done, self.keying = self.keying, None
            self._report(done, "keyed")
            self._heard_by_pilot(done)
        if self.keying is not None or not self.queue or self.now_ms < self.busy_until_ms + 300:
            return
        self.queue.sort(key=lambda one: (one.priority, one.created_ms))
        wanted = self.queue.pop(0)
        reason = revalidate(self.context(), wanted)
        if reason is not None:
            self.withheld.append((wanted, reason))
            self._report(wanted, "expired" if reason == "expired" else "withheld")
            return
        self.keying = wanted
        self.said.append((self.now_ms, wanted))
        words = sum(_LENGTH_MS.get(one.kind, 2000) for one in wanted.directives)
        self.busy_until_ms = self.now_ms + 1000 + words

    def _report(self, transmission: Transmission, outcome: str) -> None:
        self.tell(KeyingReport(transmission.transmission_id, outcome, self.now_ms))

    def _heard_by_pilot(self, transmission: Transmission) -> None:
        plane = next((one for one in self.planes if one.track_id == transmission.to), None)
        if plane is None:
            return
        variation = self.theatre.variation_deg("batumi")
        for one in transmission.directives:
            plane.obey(one, self.now_ms, variation)
        strip = self.board.strips.get(plane.track_id)
        if self.reads_back and plane.obeys and strip is not None and strip.readback is not None:
            self._read_back(plane, transmission)

    def _read_back(self, plane: Plane, transmission: Transmission) -> None:
        strip = self.board.strips[plane.track_id]
        assert strip.readback is not None
        readings = []
        for index, slot in strip.readback.wanted:
            value = strip.readback.directives[index].slots[slot]
            if slot == "frequency_hz":
                readings.append(Reading("readback", {"frequency_mhz": int(str(value)) / 1e6}))
                continue
            name = {"heading_deg_mag": "heading_deg", "inbound_deg_mag": "inbound_deg"}
            readings.append(Reading("readback", {name.get(slot, slot): value}))
        self.busy_until_ms = self.now_ms + 3000
        self.call(plane, "readback", station=transmission.station, also=tuple(readings))

    def kinds(self, plane: Plane | None = None) -> list[str]:
        to = None if plane is None else plane.track_id
        return [
            one.kind
            for _, transmission in self.said
            if plane is None or transmission.to == to
            for one in transmission.directives
        ]

    def refolds(self) -> bool:
        return fold(self.events) == self.board


_LENGTH_MS = {
    "vector": 2500,
    "level": 2000,
    "range_call": 4000,
    "course_correction": 3000,
    "missed_approach_instruction": 5000,
    "lost_communication": 6000,
    "minimum_descent": 3500,
    "identified": 2000,
    "cleared_approach": 2500,
    "do_not_acknowledge": 2000,
    "wind": 2200,
    "cleared_to_land": 1500,
}


def from_threshold(along_nm: float, across_nm: float = 0.0) -> GridPoint:
    """Return a place so far out on the course of 13, and so far right of it."""
    end = batumi().runway_end("13")
    assert end is not None
    out = offset(end.threshold.grid, end.heading_deg_grid + 180.0, along_nm)
    return offset(out, end.heading_deg_grid + 90.0, across_nm)


def along_of(plane: Plane) -> float:
    from engine.control.course import final_course  # noqa: PLC0415 - kept beside its one use

    airfield = batumi()
    return final_course(airfield, airfield.approaches["asr-13"]).along_nm(plane.at)


__all__ = [
    "APPROACH",
    "GROUND",
    "TOWER",
    "Plane",
    "Sortie",
    "along_of",
    "apply",
    "batumi",
    "caucasus",
    "from_threshold",
    "replace",
    "stimulus_event",
]
