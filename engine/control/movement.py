"""Whether an aircraft flies or stands, from kinematics first."""

from __future__ import annotations

from dataclasses import dataclass

from engine.model.picture import Track

__all__ = ["Movement", "judge_movement"]

_GROUND_HEIGHT_FT = 60.0
_AIR_HEIGHT_FT = 150.0
_ROLLING_FPM = 400.0


@dataclass(frozen=True, slots=True)
class Movement:
    """What kinematics say: airborne, on the ground (False), or unknown (None), and since when."""

    airborne: bool | None
    since_s: float


def judge_movement(track: Track, elevation_ft: float | None, before: Movement | None) -> Movement:
    """Return the movement after this look; unknown keeps what was known."""
    verdict: bool | None = None
    if elevation_ft is not None:
        height_ft = track.altitude_ft - elevation_ft
        level = abs(track.vertical_fpm) < _ROLLING_FPM
        if height_ft > _AIR_HEIGHT_FT:
            verdict = True
        elif height_ft < _GROUND_HEIGHT_FT and level and track.on_ground is not False:
            verdict = False
    elif track.on_ground is not None:
        verdict = not track.on_ground
    if verdict is None:
        return before or Movement(None, track.sim_time_s)
    if before is not None and before.airborne is verdict:
        return before
    return Movement(verdict, track.sim_time_s)
