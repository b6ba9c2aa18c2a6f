"""A small made-up field by a sea, for sorties: one runway, two stations, one radar approach."""

from __future__ import annotations

from engine.model.geometry import GridPoint, offset
from engine.model.projection import Projection, position_from_grid
from engine.profile.phase import Phase, PhaseExit, PhaseMachine
from engine.profile.theatre import (
    Airfield,
    Airframe,
    Airspace,
    Approach,
    Channel,
    LostCommunication,
    MissedApproach,
    RadioBand,
    Runway,
    RunwayEnd,
    SafeAltitudeSector,
    SpeedLimits,
    Station,
    Theatre,
    VariationTable,
)

__all__ = ["APPROACH_HZ", "FIELD", "GROUND_HZ", "theatre"]

FIELD = "seaside"
APPROACH_HZ = (124_000_000, 262_000_000)
GROUND_HZ = (121_900_000, 263_000_000)
COURSE_DEG = 120.0
ELEVATION_FT = 30.0
_PROJECTION = Projection(33.0, 0.9996, -99517.0, -4998115.0)
_CENTRE = GridPoint(-355_000.0, 617_000.0)
_AM = (RadioBand(108_000_000, 156_000_000, ("AM",)),)
_UHF = (*_AM, RadioBand(225_000_000, 400_000_000, ("AM",)))


def _airframe(name: str, approach: int, minimum: int, bands: tuple[RadioBand, ...]) -> Airframe:
    return Airframe(name, name, name, bands, approach, minimum)


def _station(key: str, name: str, role: str, frequencies: tuple[int, ...]) -> Station:
    return Station(
        key=f"{FIELD}/{key}",
        name=name,
        field=FIELD,
        roles=(role,),
        channels=tuple(Channel(one, "AM") for one in frequencies),
        radar=role == "approach",
    )


def _airfield() -> Airfield:
    centre = position_from_grid(_PROJECTION, _CENTRE)
    near = position_from_grid(_PROJECTION, offset(_CENTRE, COURSE_DEG + 180.0, 0.6))
    far = position_from_grid(_PROJECTION, offset(_CENTRE, COURSE_DEG, 0.6))
    return Airfield(
        key=FIELD,
        name="Seaside",
        icao="XXSS",
        reference_point=centre,
        elevation_ft=ELEVATION_FT,
        phraseology="icao",
        runways=(
            Runway(
                ends=(
                    RunwayEnd("12", COURSE_DEG, near),
                    RunwayEnd("30", COURSE_DEG + 180.0, far),
                ),
                length_ft=7300.0,
                width_ft=150.0,
            ),
        ),
        stations={
            "approach": _station("approach", "Seaside Approach", "approach", APPROACH_HZ),
            "ground": _station("ground", "Seaside Ground", "ground", GROUND_HZ),
        },
        airspace=(Airspace("approach", 25.0, 15_000),),
        minimum_safe_altitude=(),
        minimum_vectoring_altitude=(
            SafeAltitudeSector(210.0, 30.0, ((5.0, 1500), (25.0, 1500))),
            SafeAltitudeSector(30.0, 210.0, ((5.0, 3000), (25.0, 9000))),
        ),
        holding={},
        approaches={
            "asr-12": Approach(
                key="asr-12",
                kind="asr",
                runway="12",
                final_intercept_nm=8.0,
                minimum_intercept_nm=7.0,
                final_approach_fix_nm=6.0,
                platform_ft=2000,
                glidepath_deg=3.0,
                minimum_descent_altitude_ft=730,
                missed_approach_point_nm=0.6,
                missed=MissedApproach(800, "left", 330.0, 3000),
                lost_communication=LostCommunication(60, 15, f"{FIELD}/approach"),
                speeds=SpeedLimits(200, 160),
                worked_by=f"{FIELD}/approach",
                pattern_side="left",
            )
        },
        handoffs=(),
    )


def theatre() -> Theatre:
    """Return the made-up theatre."""
    return Theatre(
        key="testland",
        name="Testland",
        dcs_name="Testland",
        projection=_PROJECTION,
        heading_reference="grid",
        variation={"": VariationTable(((1990.0, 5.0), (2030.0, 7.0)))},
        mission_year=2016.0,
        fields={FIELD: _airfield()},
        stations={},
        fixes={},
        pronunciation={},
        airframes={
            one.type_name: one
            for one in (
                _airframe("Prop", 110, 145, _AM),
                _airframe("Trainer", 118, 150, _UHF),
                _airframe("Fighter", 135, 180, _UHF),
            )
        },
        phases=PhaseMachine(
            [Phase("parked", "ground", airborne=False, exits=(PhaseExit("parked", "stay"),))],
            initial="parked",
        ),
        phraseology={},
        intents={},
        default_wind_from_deg_grid=90.0,
        default_wind_speed_kt=5.0,
        config_hash="test",
    )
