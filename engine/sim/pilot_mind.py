"""A virtual pilot's mind: what he does about what he hears and sees.

A state machine on values: it is told what he heard, what he sees and what time it is, and answers
with what he wants to say; `orders` is what he flies. It knows nothing of radios or speech, so the
same mind flies in text and by voice. He obeys only what is addressed to him, reads back unless told
not to, asks again when he did not catch it, and asks again when nobody answers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.model.understood import Instruction, Understood
from engine.sim import pilot_speech as speech
from engine.sim.obedience import Limits, obey
from engine.sim.orders import Flying, Orders
from engine.sim.own_callsign import callsign_likeness, is_own, with_half_heard_name
from engine.sim.pilot_speech import Self, Spoken
from engine.sim.situation import Milestone, Situation

__all__ = ["Milestone", "PilotMind", "Situation"]

CALLED_BY_NAME = 0.8
"""Words that start this like his callsign were for him, though he did not catch the rest."""
ANSWER_WITHIN_MS = 14_000
STANDBY_MS = 45_000
POLITE_MS = 10_000
"""How long another has to read back, and to be answered, before one calls in between."""
LEVEL_DELAY_MS = 5_000
"""He starts a level change after his read-back has had time to be corrected."""
MOST_TRIES = 4
MOST_SAY_AGAINS = 3
GIVEN_UP_MS = 60_000
FORGOTTEN_AFTER_MS = 120_000
FORGOTTEN_IN_HOLD_MS = 400_000
FORGOTTEN_ON_FINAL_MS = 90_000
"""Silence longer than these and he asks whether anybody still knows of him."""
VISUAL_WITHIN_NM = 1.5
"""On a talk-down he takes over by eye here, if he sees the runway."""
NO_CLEARANCE_AT_NM = 1.8
"""Without a landing clearance by here he asks for it."""
DECIDE_AT_NM = 0.5
"""Without runway or clearance by here he goes around (inside any missed approach point)."""
GROUND_CALL_AFTER_MS = 25_000
"""Clear of the runway and still with nobody to call: he tells the last station."""


_NUMBER = re.compile(r"\d|^(zero|one|two|three|four|five|six|seven|eight|niner?)$", re.IGNORECASE)


@dataclass(slots=True)
class _Awaiting:
    spoken: Spoken
    since_ms: int
    tries: int = 1


class PilotMind:
    """One pilot, from his first call to the apron."""

    def __init__(
        self,
        who: Self,
        orders: Orders,
        *,
        limits: Limits,
        others: Sequence[str] = (),
        radio_check: bool = False,
        miss_first: bool = False,
        calls_after_ms: int = 0,
        speaks_first: bool = True,
    ) -> None:
        self.who = who
        self.orders = orders
        self.limits = limits
        self.others = tuple(others)
        self.milestones: dict[Milestone, int] = {}
        self.station = who.station
        self.tune_to: tuple[str, int] | None = None
        self._radio_check = radio_check
        self._miss_first = miss_first
        self._awaiting: _Awaiting | None = None
        self._silent = False
        self._last_said: Spoken | None = None
        self._asked_to_land = False
        self._asked_again = 0
        self._level_at: tuple[int, Orders] | None = None
        self._quiet_until_ms = calls_after_ms
        self.polite_until_ms = 0
        self._last_for_me_ms = calls_after_ms
        self._speaks_first = speaks_first
        self._has_flown = False
        if not speaks_first:
            # What another says for him has been said: his own first calls are not made again.
            for one in (Milestone.CALLING, Milestone.CHECKED_IN, Milestone.REQUESTED):
                self.milestones[one] = calls_after_ms

    # ------------------------------------------------------------------ what he sees

    def look(self, now: Situation, *, may_speak: bool) -> list[Spoken]:
        """Return what he wants to say for what he sees, and change what he flies.

        `may_speak` is False while he is speaking or has something else to say first; only a
        go-around is reported all the same.
        """
        if not self.milestones:
            self._reach(Milestone.STARTED, now)
        self._change_level(now)
        if not now.airborne:
            if not self._speaks_first and not self._has_flown:
                return []
            return self._on_the_ground(now, may_speak=may_speak)
        self._has_flown = True
        if self.orders.flying is Flying.VISUAL:
            return []
        if Milestone.CLEARED in self.milestones and now.range_nm < 2.5:
            return self._short_final(now, may_speak=may_speak)
        return self._calls(now) if may_speak else []

    def _calls(self, now: Situation) -> list[Spoken]:
        if now.now_ms < max(self._quiet_until_ms, self.polite_until_ms):
            return []
        if self._awaiting is not None:
            return self._ask_again(now)
        if Milestone.CALLING not in self.milestones:
            self._reach(Milestone.CALLING, now)
            if self._radio_check:
                return [speech.radio_check(self.who, self.station)]
            return [self._check_in(now)]
        if Milestone.CHECKED_IN not in self.milestones:
            return [self._check_in(now)]
        if Milestone.REQUESTED not in self.milestones:
            self._reach(Milestone.REQUESTED, now)
            return [speech.request_approach(self.who, self.station)]
        return self._forgotten(now)

    def _forgotten(self, now: Situation) -> list[Spoken]:
        if not self._speaks_first and Milestone.INFORMED not in self.milestones:
            return []
        silence_ms = now.now_ms - self._last_for_me_ms
        cleared = Milestone.CLEARED in self.milestones
        patience_ms = FORGOTTEN_ON_FINAL_MS if cleared else FORGOTTEN_AFTER_MS
        if self.orders.flying is Flying.HOLDING:
            patience_ms = FORGOTTEN_IN_HOLD_MS
        if silence_ms < patience_ms:
            return []
        self._last_for_me_ms = now.now_ms
        if cleared:
            return [speech.radio_check(self.who, self.station)]
        return [speech.request_approach(self.who, self.station)]

    def _ask_again(self, now: Situation) -> list[Spoken]:
        waiting = self._awaiting
        if waiting is None or now.now_ms - waiting.since_ms < ANSWER_WITHIN_MS:
            return []
        if waiting.tries >= MOST_TRIES:
            self._give_up(now)
            return []
        waiting.tries += 1
        waiting.since_ms = now.now_ms
        return [waiting.spoken]

    def _give_up(self, now: Situation) -> None:
        self._awaiting = None
        self._quiet_until_ms = now.now_ms + GIVEN_UP_MS
        if not now.airborne:
            self._reach(Milestone.DONE, now)

    def _short_final(self, now: Situation, *, may_speak: bool) -> list[Spoken]:
        if self._miss_first and now.range_nm <= DECIDE_AT_NM + 0.2:
            self._miss_first = False
            return self.go_around(now)
        cleared = Milestone.LANDING_CLEARED in self.milestones
        sees = now.runway_in_sight and not self._miss_first
        if sees and cleared and now.range_nm <= VISUAL_WITHIN_NM:
            self.orders = replace(self.orders, flying=Flying.VISUAL)
            self._reach(Milestone.VISUAL, now)
            return []
        if now.range_nm <= DECIDE_AT_NM:
            return self.go_around(now)
        asks = may_speak and not cleared and not self._asked_to_land
        if asks and now.range_nm <= NO_CLEARANCE_AT_NM:
            self._asked_to_land = True
            return [speech.request_landing(self.who, self.station)]
        return []

    def _on_the_ground(self, now: Situation, *, may_speak: bool) -> list[Spoken]:
        first = Milestone.LANDED not in self.milestones
        if first:
            self._reach(Milestone.LANDED, now)
            self._silent = False
            self._awaiting = None
            self.orders = replace(self.orders, flying=Flying.GROUND, vacate=True)
            return []
        if not now.stopped:
            return []
        if Milestone.VACATED not in self.milestones:
            self._reach(Milestone.VACATED, now)
            self._quiet_until_ms = now.now_ms + GROUND_CALL_AFTER_MS
        if Milestone.DONE in self.milestones or not may_speak:
            return []
        if self._awaiting is not None:
            return self._ask_again(now)
        if Milestone.TO_GROUND in self.milestones or now.now_ms >= self._quiet_until_ms:
            return [speech.clear_of_runway(self.who, self.station)]
        return []

    def go_around(self, now: Situation) -> list[Spoken]:
        """Break off, and say so."""
        self._reach(Milestone.MISSED, now)
        self._silent = False
        self._asked_to_land = False
        self._awaiting = None
        for gone in (Milestone.CLEARED, Milestone.LANDING_CLEARED, Milestone.TALKED_DOWN):
            self.milestones.pop(gone, None)
        missed = self.orders.missed
        self.orders = replace(
            self.orders,
            flying=Flying.MISSED if missed else Flying.HEADING,
            # The minimum he was let down to is no level to fly a vector at afterwards.
            altitude_ft=float(missed.altitude_ft) if missed else self.orders.altitude_ft,
            descend_over_nm=None,
            speed_kt=self.limits.minimum_kt,
        )
        return [speech.going_around(self.who, self.station)]

    # ------------------------------------------------------------------ what he hears

    def hear(self, understood: Understood | None, words: str, now: Situation) -> list[Spoken]:
        """Return what he answers to a transmission, having obeyed what was for him."""
        if understood is None or not understood.instructions:
            return self._not_caught(words)
        understood = with_half_heard_name(understood, words, self.who.callsign, self.others)
        if any(_NUMBER.search(word) for word in understood.unexplained) and not self._silent:
            return self._not_caught(words)
        if understood.callsign and understood.callsign.lower() == "all stations":
            return []
        if not self._is_mine(understood.callsign):
            # Another was spoken to: he lets him read back before he calls for anything himself.
            self.polite_until_ms = now.now_ms + POLITE_MS
            return []
        self._awaiting = None
        self._last_for_me_ms = now.now_ms
        was_silent = self._silent
        for instruction in understood.instructions:
            self._take(instruction, now)
        return self._reply(understood.instructions, now, was_silent=was_silent)

    def spoke(self, spoken: Spoken, now_ms: int) -> None:
        """Note that he has let go of the key after saying this."""
        self._last_said = spoken
        if spoken.wants_answer:
            same = self._awaiting is not None and self._awaiting.spoken == spoken
            tries = self._awaiting.tries if self._awaiting and same else 1
            self._awaiting = _Awaiting(spoken, now_ms, tries)

    def listening(self, now_ms: int) -> None:
        """Note that a controller is talking, or was and has not been made out yet: he waits."""
        if self._awaiting is not None:
            self._awaiting.since_ms = now_ms

    def tuned(self, station: str, now: Situation) -> None:
        """Note that his radio is on another station's frequency now."""
        self.station = station
        self.tune_to = None
        self._awaiting = None
        if now.airborne:
            self.milestones.pop(Milestone.CHECKED_IN, None)
        else:
            self._reach(Milestone.TO_GROUND, now)

    def _not_caught(self, words: str) -> list[Spoken]:
        start = words.split()[:4]
        named = max(
            (callsign_likeness(" ".join(start[:count]), self.who.callsign) for count in (2, 3, 4)),
        )
        if self._silent or named < CALLED_BY_NAME:
            return []
        return self._say_again()

    def _say_again(self) -> list[Spoken]:
        """Ask again, but not for ever: two who only ask each other again say nothing."""
        self._asked_again += 1
        return [speech.say_again(self.who)] if self._asked_again <= MOST_SAY_AGAINS else []

    def _is_mine(self, callsign: str | None) -> bool:
        if callsign is None:
            return False
        return is_own(callsign, self.who.callsign, self.others)

    def _take(self, instruction: Instruction, now: Situation) -> None:
        before = self.orders
        after = obey(
            before,
            instruction,
            here=now.here,
            heading_deg_mag=now.heading_deg_mag,
            altitude_ft=now.altitude_ft,
            limits=self.limits,
        )
        if instruction.kind in {"level", "hold"} and after.altitude_ft != before.altitude_ft:
            self._level_at = (now.now_ms + LEVEL_DELAY_MS, after)
            after = replace(after, altitude_ft=before.altitude_ft)
        elif instruction.kind == "range_call":
            self._level_at = None
        self.orders = after
        self._note(instruction, now)

    def _note(self, instruction: Instruction, now: Situation) -> None:
        match instruction.kind:
            case "standby":
                self._quiet_until_ms = now.now_ms + STANDBY_MS
            case "radio_check_reply" | "go_ahead":
                pass
            case "unable":
                self._quiet_until_ms = now.now_ms + STANDBY_MS
                self.milestones.pop(Milestone.REQUESTED, None)
            case "do_not_acknowledge":
                self._silent = True
            case "minimum_descent":
                minimum = instruction.number("altitude_ft")
                self.limits = replace(self.limits, minimum_descent_ft=minimum)
            case "cleared_to_land" | "over_missed_approach_point":
                self._reach(Milestone.LANDING_CLEARED, now)
            case "go_around" | "approach_cancelled":
                pass
            case "contact":
                station, frequency = instruction.word("station"), instruction.number("frequency_hz")
                if station and frequency:
                    self.tune_to = (station, frequency)
            case "range_call":
                # Whoever is told his miles is on the approach, whether or not he caught the words.
                if self.orders.flying is not Flying.MISSED:
                    self._reach(Milestone.CLEARED, now)
                self._reach(Milestone.TALKED_DOWN, now)
            case kind:
                self._progress(kind, now)

    def _progress(self, kind: str, now: Situation) -> None:
        reached = {
            "identified": Milestone.CHECKED_IN,
            "expect_approach": Milestone.INFORMED,
            "vector": Milestone.VECTORED,
            "hold": Milestone.HOLDING,
            "cleared_approach": Milestone.CLEARED,
            "vacate_runway": Milestone.LANDED,
        }.get(kind)
        if reached is not None:
            self._reach(reached, now)
        if reached is Milestone.INFORMED:
            self._reach(Milestone.REQUESTED, now)
        if Milestone.CALLING in self.milestones and kind != "say_again":
            self._reach(Milestone.CHECKED_IN, now)

    def _reply(
        self, heard: Sequence[Instruction], now: Situation, *, was_silent: bool
    ) -> list[Spoken]:
        kinds = {instruction.kind for instruction in heard}
        if "say_again" in kinds:
            if self._last_said == speech.say_again(self.who):
                return self._say_again()
            return [self._last_said] if self._last_said else []
        self._asked_again = 0
        if kinds & {"go_around", "approach_cancelled"} and now.airborne:
            return self.go_around(now) if "go_around" in kinds else [speech.roger(self.who)]
        missing = next((one for one in heard if one.kind == "say_missing"), None)
        if missing is not None:
            if missing.word("item") == "intentions":
                self._reach(Milestone.REQUESTED, now)
            return [speech.answer(self.who, self.station, missing.word("item") or "", now=now)]
        if "not_identified" in kinds:
            return [speech.position(self.who, now=now)]
        if Milestone.TO_GROUND in self.milestones:
            self._reach(Milestone.DONE, now)
            return []
        if was_silent:
            return []
        return speech.read_back(self.who, heard)

    # ------------------------------------------------------------------ small things

    def _check_in(self, now: Situation) -> Spoken:
        return speech.check_in(self.who, self.station, now=now)

    def _change_level(self, now: Situation) -> None:
        if self._level_at is None or now.now_ms < self._level_at[0]:
            return
        self.orders = replace(
            self.orders, altitude_ft=self._level_at[1].altitude_ft, descend_over_nm=None
        )
        self._level_at = None

    def _reach(self, milestone: Milestone, now: Situation) -> None:
        self.milestones.setdefault(milestone, now.now_ms)
