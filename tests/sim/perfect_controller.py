"""A tiny controller that sees everything and vectors two aircraft down: a test stand-in."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from engine.model.directive import Directive, Transmission, directive
from engine.model.geometry import METRES_PER_NM, range_nm, signed_turn_deg, spoken_heading
from engine.model.picture import Track
from engine.model.slots import SlotValue
from engine.model.stimulus import Heard, KeyingReport, RadioPresent, Stimulus, Sweep
from engine.profile.theatre import Theatre
from engine.sim.aircraft import Strip
from engine.sim.controller import Keyed
from tests.sim.field import APPROACH_HZ, FIELD, GROUND_HZ
from tests.sim.plain_words import say

__all__ = ["PerfectController"]

ISSUED = {6: 1800, 5: 1500, 4: 1300, 3: 1100, 2: 800, 1: 730}


@dataclass
class _Strip:
    callsign: str
    guid: str
    heading: int = 0
    turned_ms: int = -60_000
    requested: bool = False
    leg: str = "downwind"
    level_ft: int = 0
    cleared: bool = False
    called: set[int] = field(default_factory=set)
    landing: bool = False
    over: bool = False
    down: bool = False
    to_ground: bool = False
    waiting: set[str] = field(default_factory=set)


class PerfectController:
    """Answers by keyword and vectors by geometry."""

    def __init__(
        self,
        theatre: Theatre,
        words: Callable[[str, Sequence[Directive]], str] = say,
    ) -> None:
        self._theatre = theatre
        self._words = words
        airfield = theatre.fields[FIELD]
        end = airfield.runway_end("12")
        assert end is not None
        self._strip_line = Strip.of(end, airfield.elevation_ft)
        self._variation = theatre.variation_deg(FIELD)
        self._strips: dict[str, _Strip] = {}
        self._count = 0
        self._out: list[Keyed] = []

    def board_json(self) -> str:
        return json.dumps({key: one.callsign for key, one in sorted(self._strips.items())})

    def step(self, now_ms: int, stimuli: Sequence[Stimulus]) -> Sequence[Keyed]:
        self._out = []
        for stimulus in stimuli:
            if isinstance(stimulus, RadioPresent):
                self._strips.setdefault(stimulus.guid, _Strip(stimulus.client_name, stimulus.guid))
            elif isinstance(stimulus, KeyingReport):
                for strip in self._strips.values():
                    strip.waiting.discard(stimulus.transmission_id)
            elif isinstance(stimulus, Heard):
                self._answer(stimulus, now_ms)
            elif isinstance(stimulus, Sweep):
                for track in stimulus.tracks:
                    self._watch(track, now_ms)
        return self._out

    def _answer(self, heard: Heard, now_ms: int) -> None:
        strip = self._strips[heard.guid]
        text = heard.hypotheses[0].text if heard.hypotheses else ""
        if "radio check" in text:
            self._say(strip, now_ms, _d("radio_check_reply", readability=5))
        elif "checking in" in text:
            self._say(
                strip,
                now_ms,
                _d("identified", range_nm=7, direction="NW"),
                _d("altimeter", qnh_hpa=1013),
            )
        elif "request radar" in text:
            strip.requested = True
            self._say(
                strip,
                now_ms,
                _d("expect_approach", approach="asr", runway="12"),
                _d("wind", wind_from_deg_mag=90, wind_speed_kt=5),
                _d(
                    "missed_approach_instruction",
                    straight_to_ft=800,
                    turn="left",
                    heading_deg_mag=324,
                    altitude_ft=3000,
                ),
            )
        elif "clear of runway" in text and heard.station.endswith("ground"):
            self._say(strip, now_ms, _d("acknowledge"), station=f"{FIELD}/ground")
        elif "going around" in text:
            strip.cleared = strip.landing = strip.over = False
            strip.called.clear()
            strip.leg, strip.level_ft, strip.heading = "downwind", 0, 0
        elif "ay again" in text and strip.requested:
            strip.turned_ms = -60_000
            strip.heading = 0

    def _watch(self, track: Track, now_ms: int) -> None:
        strip = next(s for s in self._strips.values() if s.callsign == track.player_name)
        along_m, cross_m = self._strip_line.along_cross_m(track.position.grid)
        along, cross = -along_m / METRES_PER_NM, cross_m / METRES_PER_NM
        low = track.altitude_ft < self._strip_line.elevation_ft + 30
        if low and track.speed_kt < 60 and not strip.to_ground:
            strip.down = strip.to_ground = True
            self._say(
                strip, now_ms, _d("contact", station="Seaside Ground", frequency_hz=GROUND_HZ[0])
            )
        if strip.requested and not strip.down and not strip.waiting:
            if self._behind(strip):
                self._keep_back(strip, now_ms)
            elif strip.cleared:
                self._talk_down(strip, track, along, cross, now_ms)
            else:
                self._vector(strip, track, along, cross, now_ms)

    def _behind(self, strip: _Strip) -> bool:
        others = [one for one in self._strips.values() if one is not strip]
        mine = list(self._strips.values()).index(strip)
        return mine > 0 and any(not other.down for other in others[:mine])

    def _keep_back(self, strip: _Strip, now_ms: int) -> None:
        if strip.level_ft != 5000:
            strip.level_ft = 5000
            self._say(
                strip,
                now_ms,
                _d("hold", altitude_ft=5000, turn="right", inbound_deg_mag=114, leg_min=1),
            )

    def _vector(self, strip: _Strip, track: Track, along: float, cross: float, now_ms: int) -> None:
        side = 1.0 if cross > 0 else -1.0
        course = self._strip_line.heading_deg_grid
        if strip.leg == "downwind" and along > 9.5 and abs(cross) > 2.5:
            strip.leg = "base"
        elif strip.leg == "base" and abs(cross) < 2.4:
            strip.leg = "intercept"
        elif strip.leg == "intercept" and abs(cross) < 0.9:
            strip.cleared = True
        wanted = {
            "downwind": course + 180.0 + (0.0 if abs(cross) > 3.0 else -side * 30.0),
            "base": course - side * 90.0,
            "intercept": course - side * 30.0,
        }[strip.leg]
        if strip.cleared:
            drift = signed_turn_deg(track.heading_deg_grid, track.course_deg_grid)
            heading = spoken_heading(course - drift, self._variation)
            self._say(
                strip,
                now_ms,
                _d("vector", heading_deg_mag=heading),
                _d("cleared_approach", approach="asr", runway="12", range_nm=round(along)),
                _d("minimum_descent", altitude_ft=730, missed_approach_point_nm_tenths=6),
                _d("do_not_acknowledge"),
            )
            return
        level = 2000 if strip.level_ft != 2000 else None
        heading = spoken_heading(wanted, self._variation, step_deg=5)
        if abs(signed_turn_deg(strip.heading, heading)) >= 10 or level:
            strip.heading = heading
            strip.level_ft = level or strip.level_ft
            vector = _d("vector", heading_deg_mag=heading)
            down = [_d("level", verb="descend", altitude_ft=level)] if level else []
            self._say(strip, now_ms, vector, *down)

    def _talk_down(
        self, strip: _Strip, track: Track, along: float, cross: float, now_ms: int
    ) -> None:
        mile = math.floor(along + 0.2)
        threshold = range_nm(track.position.grid, self._strip_line.threshold)
        correction = max(-20.0, min(20.0, math.degrees(math.atan2(cross, max(1.0, along / 2)))))
        drift = signed_turn_deg(track.heading_deg_grid, track.course_deg_grid)
        heading = spoken_heading(
            self._strip_line.heading_deg_grid - correction - drift, self._variation
        )
        if mile in ISSUED and mile not in strip.called and threshold < mile + 0.05:
            strip.called.add(mile)
            strip.heading = heading
            self._say(
                strip,
                now_ms,
                _d(
                    "range_call",
                    range_nm=mile,
                    deviation="on_course",
                    heading_deg_mag=heading,
                    verb="descend",
                    altitude_ft=ISSUED[mile],
                ),
            )
        elif threshold < 3.5 and not strip.landing:
            strip.landing = True
            self._say(strip, now_ms, _d("cleared_to_land", runway="12"))
        elif threshold < 0.6 and not strip.over:
            strip.over = True
            self._say(strip, now_ms, _d("over_missed_approach_point"))
        elif abs(signed_turn_deg(strip.heading, heading)) >= 5 and now_ms - strip.turned_ms > 9000:
            strip.heading, strip.turned_ms = heading, now_ms
            self._say(
                strip,
                now_ms,
                _d("course_correction", deviation="on_course", heading_deg_mag=heading),
            )

    def _say(
        self, strip: _Strip, now_ms: int, *directives: Directive, station: str | None = None
    ) -> None:
        self._count += 1
        at = station or f"{FIELD}/approach"
        sent = Transmission(
            transmission_id=f"t-{self._count:04d}",
            station=at,
            to=f"radio:{strip.guid}",
            callsign=strip.callsign,
            directives=directives,
            priority=min(one.type.priority for one in directives),
            created_ms=now_ms,
            expires_ms=now_ms + 60_000,
        )
        strip.waiting.add(sent.transmission_id)
        frequencies = GROUND_HZ if at.endswith("ground") else APPROACH_HZ
        self._out.append(Keyed(sent, self._words(strip.callsign, directives), frequencies))


def _d(kind: str, **slots: SlotValue | None) -> Directive:
    return directive(kind, rule="perfect", facts=(), **slots)
