"""The projection agrees with what DCS says of its own fields and of a recorded aircraft."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.model.geometry import GridPoint
from engine.model.projection import (
    Projection,
    convergence_deg,
    position_from_geographic,
    position_from_grid,
    to_geographic,
    to_grid,
)

CAUCASUS = Projection(
    central_meridian_deg=33.0,
    scale=0.9996,
    false_easting_m=-99517.0,
    false_northing_m=-4998115.0,
)
FALKLANDS = Projection(
    central_meridian_deg=-57.0,
    scale=0.9996,
    false_easting_m=147640.0,
    false_northing_m=5815417.0,
)

# Latitude, longitude, DCS x, DCS z and convergence of fields (pydcs terrain data, DCS 2.9).
FIELDS = {
    "Anapa-Vityazevo": (45.004948, 37.347825, -5412.4, 243128.8, 3.08),
    "Batumi": (41.609597, 41.600237, -355810.7, 617386.2, 5.74),
    "Beslan": (43.205706, 44.605808, -148590.2, 843668.6, 8.0),
    "Gelendzhik": (44.572901, 38.011614, -50378.6, 298406.2, 3.52),
    "Gudauta": (43.114327, 40.569741, -196710.1, 516451.7, 5.19),
    "Kobuleti": (41.929919, 41.863275, -317962.3, 635633.0, 5.95),
    "Krasnodar-Center": (45.08695, 38.939984, 11685.2, 367933.5, 4.21),
    "Krasnodar-Pashkovsky": (45.038008, 39.188135, 7717.6, 387878.8, 4.39),
    "Krymsk": (44.967937, 37.99503, -6576.5, 294388.1, 3.53),
    "Kutaisi": (42.177616, 42.481293, -284887.4, 683858.8, 6.4),
    "Maykop-Khanskaya": (44.681285, 40.035254, -26437.3, 458048.8, 4.96),
    "Mineralnye Vody": (44.227853, 43.081191, -51260.0, 705734.0, 7.07),
    "Mozdok": (43.791711, 44.605838, -83450.4, 834461.8, 8.09),
    "Nalchik": (43.514002, 43.636451, -124932.2, 760421.2, 7.37),
    "Novorossiysk": (44.668096, 37.778258, -40917.5, 279256.1, 3.36),
    "Senaki-Kolkhi": (42.240849, 42.048015, -281782.5, 647279.5, 6.11),
    "Sochi-Adler": (43.444354, 39.941077, -164496.5, 462218.9, 4.79),
    "Soganlug": (41.649542, 44.938358, -317828.1, 895407.2, 8.0),
    "Sukhumi-Babushara": (42.861092, 41.124999, -220592.3, 564392.0, 5.55),
    "Tbilisi-Lochini": (41.667034, 44.956288, -315671.1, 896629.8, 8.01),
    "Vaziani": (41.629026, 45.02723, -319064.9, 903148.5, 8.06),
}


@pytest.mark.parametrize("field", FIELDS)
def test_a_field_lies_where_dcs_puts_it(field: str) -> None:
    latitude, longitude, x, z, convergence = FIELDS[field]

    point = to_grid(CAUCASUS, latitude, longitude)

    assert math.hypot(point.north_m - x, point.east_m - z) < 0.12  # the table's own rounding
    assert convergence_deg(CAUCASUS, latitude, longitude) == pytest.approx(convergence, abs=0.006)


# Latitude, longitude, V (north) and U (east) of an aircraft in a DCS recording, reference
# 39 N 33 E added (kavinsky/tacview-acmi-parser, MIT, tests/resources/simple-acmi.txt.acmi).
RECORDED = (
    (45.001753, 36.8608779, -7714.72, 204770.17),
    (45.0009178, 36.8628117, -7800.23, 204927.02),
)


@pytest.mark.parametrize(("latitude", "longitude", "v", "u"), RECORDED)
def test_a_recorded_aircraft_lies_where_its_recorder_put_it(
    latitude: float, longitude: float, v: float, u: float
) -> None:
    point = to_grid(CAUCASUS, latitude, longitude)

    assert math.hypot(point.north_m - v, point.east_m - u) < 0.03


@given(
    projection=st.sampled_from([CAUCASUS, FALKLANDS]),
    latitude=st.floats(-75.0, 75.0),
    east_of_meridian=st.floats(-15.0, 15.0),
)
def test_there_and_back_is_the_same_place(
    projection: Projection, latitude: float, east_of_meridian: float
) -> None:
    longitude = projection.central_meridian_deg + east_of_meridian

    again = to_geographic(projection, to_grid(projection, latitude, longitude))

    assert again == pytest.approx((latitude, longitude), abs=2e-9)  # a fifth of a millimetre


@given(north=st.floats(-600_000.0, 400_000.0), east=st.floats(-600_000.0, 1_200_000.0))
def test_a_grid_point_survives_the_round_trip(north: float, east: float) -> None:
    position = position_from_grid(CAUCASUS, GridPoint(north_m=north, east_m=east))

    again = position_from_geographic(CAUCASUS, position.latitude_deg, position.longitude_deg)

    assert again.grid.north_m == pytest.approx(north, abs=1e-3)
    assert again.grid.east_m == pytest.approx(east, abs=1e-3)


def test_true_is_grid_plus_convergence() -> None:
    """A short step along the grid's north points convergence degrees east of true north."""
    start = position_from_geographic(CAUCASUS, 41.609597, 41.600237)
    ahead = position_from_grid(
        CAUCASUS, GridPoint(north_m=start.grid.north_m + 100.0, east_m=start.grid.east_m)
    )

    east = (ahead.longitude_deg - start.longitude_deg) * math.cos(math.radians(start.latitude_deg))
    north = ahead.latitude_deg - start.latitude_deg
    true_deg = math.degrees(math.atan2(east, north))

    expected = convergence_deg(CAUCASUS, start.latitude_deg, start.longitude_deg)
    assert true_deg == pytest.approx(expected, abs=0.05)
