"""Batumi as a compiled value, for geometry tests that need a field and no files."""

from __future__ import annotations

from engine.model.geometry import GridPoint, Position, offset
from engine.profile.theatre import (
    Airfield,
    Approach,
    LostCommunication,
    MissedApproach,
    Runway,
    RunwayEnd,
    SafeAltitudeSector,
    SpeedLimits,
)

CONVERGENCE_DEG = 5.74
VARIATION_DEG = 6.4
COURSE_DEG = 125.56
_RINGS_NM = (5.0, 10.0, 15.0, 25.0)
_MVA_FT = (
    (1500, 1000, 1500, 1500),
    (1500, 3000, 5500, 8000),
    (3000, 5500, 6000, 9000),
    (3000, 5000, 6500, 11000),
    (3000, 5000, 8000, 12000),
    (4000, 6000, 5500, 9500),
    (3000, 4000, 6000, 9000),
    (1500, 1000, 1000, 3500),
    (1500, 1000, 1000, 1000),
    (1500, 1000, 1000, 1000),
    (1500, 1000, 1000, 1000),
    (1500, 1000, 1000, 1000),
)


def _at(grid: GridPoint, latitude_deg: float, longitude_deg: float) -> Position:
    return Position(grid, latitude_deg, longitude_deg)


REFERENCE = _at(GridPoint(-355811.0, 617386.0), 41.6103, 41.5997)
_LINE_UP = GridPoint(-355208.6, 616544.1)
THRESHOLD = _at(offset(_LINE_UP, COURSE_DEG + 180.0, 148.0 / 1852.0), 41.616583, 41.589633)
_FAR_END = _at(offset(THRESHOLD.grid, COURSE_DEG, 7800.0 / 6076.12), 41.604, 41.61)

MVA = tuple(
    SafeAltitudeSector(
        (30.0 * index - CONVERGENCE_DEG) % 360.0,
        (30.0 * (index + 1) - CONVERGENCE_DEG) % 360.0,
        tuple(zip(_RINGS_NM, feet, strict=True)),
    )
    for index, feet in enumerate(_MVA_FT)
)
MSA = (
    SafeAltitudeSector(217.0 - CONVERGENCE_DEG, 38.0 - CONVERGENCE_DEG, ((25.0, 7000),)),
    SafeAltitudeSector(38.0 - CONVERGENCE_DEG, 217.0 - CONVERGENCE_DEG, ((25.0, 13600),)),
)

ASR_13 = Approach(
    key="asr-13",
    kind="asr",
    runway="13",
    final_intercept_nm=11.0,
    minimum_intercept_nm=8.0,
    final_approach_fix_nm=6.0,
    platform_ft=2000,
    glidepath_deg=3.0,
    minimum_descent_altitude_ft=732,
    missed_approach_point_nm=0.6,
    missed=MissedApproach(800, "left", 330.0, 3000),
    lost_communication=LostCommunication(60, 15, "tower"),
    speeds=SpeedLimits(210, 174),
    worked_by="approach",
    pattern_side="right",
)

BATUMI = Airfield(
    key="batumi",
    name="Batumi",
    icao="UGSB",
    reference_point=REFERENCE,
    elevation_ft=33.0,
    phraseology="icao",
    runways=(
        Runway(
            (
                RunwayEnd("13", COURSE_DEG, THRESHOLD),
                RunwayEnd("31", (COURSE_DEG + 180.0) % 360.0, _FAR_END),
            ),
            7800.0,
            148.0,
        ),
    ),
    stations={},
    airspace=(),
    minimum_safe_altitude=MSA,
    minimum_vectoring_altitude=MVA,
    holding={},
    approaches={"asr-13": ASR_13},
    handoffs=(),
)
