"""What became of a landing, judged from looks alone: touchdown, roll-out, or off again.

Pure: the same looks give the same answer. It knows what the looks given to it show and no more, so
whoever asks keeps the answer once the touchdown has passed out of the history.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine.model.picture import Track
from engine.world.movement import KEEPS_TO_SURFACE_FT, Movement, judge_movement
from engine.world.runway_strip import RunwayStrip

__all__ = ["SLOWED_TO", "Landing", "LandingPhase", "first_contact", "judge_landing"]

SLOWED_TO = 0.9
"""An aircraft that has lost a tenth of its touchdown speed means to stay."""

BEYOND_ENDS_FT = 500.0
BESIDE_FT = 50.0
VACATED_BESIDE_FT = 30.0


class LandingPhase(StrEnum):
    """How far a landing has come."""

    NOT_LANDED = "not_landed"
    TOUCHED = "touched"
    ROLLING_OUT = "rolling_out"
    VACATED = "vacated"
    TOUCH_AND_GO = "touch_and_go"


@dataclass(frozen=True, slots=True)
class Landing:
    """A landing: its phase, when the wheels touched, and when they left again, in sim seconds."""

    phase: LandingPhase
    touchdown_s: float | None = None
    airborne_again_s: float | None = None


_NOT_LANDED = Landing(LandingPhase.NOT_LANDED)


def judge_landing(
    history: Sequence[Track], *, surface_elevation_ft: float, runway: RunwayStrip
) -> Landing:
    """Return the last landing on `runway` that the looks show, as of the last of them.

    `history` is one aircraft's looks, oldest first. It must have been seen to fly first: an
    aircraft that appears on the runway has not landed.
    """
    landing = _NOT_LANDED
    touch = history[0] if history else None
    flew = False
    for index, look in enumerate(history):
        movement = judge_movement(
            history[max(0, index - _LOOKS_NEEDED) : index + 1],
            surface_elevation_ft=surface_elevation_ft,
            runway=runway,
        )
        if movement is Movement.AIRBORNE:
            flew = True
            if landing.phase in _DOWN:
                landing = Landing(LandingPhase.TOUCH_AND_GO, landing.touchdown_s, look.sim_time_s)
        elif movement is Movement.ON_GROUND and flew:
            flew = False
            touch = first_contact(history[: index + 1], runway)
            landing = _NOT_LANDED
            if _on_runway(touch, runway):
                landing = Landing(LandingPhase.TOUCHED, touch.sim_time_s)
        if touch is not None and landing.phase in _DOWN and movement is Movement.ON_GROUND:
            phase = _after_touchdown(touch, look, runway)
            landing = Landing(phase, landing.touchdown_s)
    return landing


_LOOKS_NEEDED = 16  # four a second for longer than a movement is judged by
_DOWN = frozenset({LandingPhase.TOUCHED, LandingPhase.ROLLING_OUT, LandingPhase.VACATED})


def _after_touchdown(touch: Track, look: Track, runway: RunwayStrip) -> LandingPhase:
    grid = look.position.grid
    if not runway.contains(grid, beyond_ends_ft=BEYOND_ENDS_FT, beside_ft=VACATED_BESIDE_FT):
        return LandingPhase.VACATED
    if look.speed_kt <= touch.speed_kt * SLOWED_TO:
        return LandingPhase.ROLLING_OUT
    return LandingPhase.TOUCHED


def first_contact(history: Sequence[Track], runway: RunwayStrip | None) -> Track:
    """Return the look at which an aircraft, on the ground by now, came to the height it rolls at.

    `history` is its looks, oldest first, at least one. Off a runway the ground is taken as level.
    """

    def height_ft(look: Track) -> float:
        ground_ft = runway.elevation_ft(look.position.grid) if runway is not None else 0.0
        return look.altitude_ft - ground_ft

    first = history[-1]
    rolling_ft = height_ft(first)
    for look in reversed(history):
        if abs(height_ft(look) - rolling_ft) > KEEPS_TO_SURFACE_FT:
            break
        first = look
    return first


def _on_runway(look: Track, runway: RunwayStrip) -> bool:
    return runway.contains(look.position.grid, beyond_ends_ft=BEYOND_ENDS_FT, beside_ft=BESIDE_FT)
