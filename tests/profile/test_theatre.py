"""The theatres that ship and the small one for tests: the numbers decisions rest on."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from engine.model.errors import ProfileError
from engine.model.geometry import (
    angle_between_deg,
    bearing_deg_grid,
    offset,
    range_nm,
    spoken_heading,
)
from engine.profile.floor import floor_ft
from engine.profile.loader import load_theatre, load_theatre_or_raise, theatre_folders
from engine.profile.theatre import Airfield, Approach, Channel, Theatre
from tests.profile.folders import ANAPA, PROFILES, ROOT, broken, copy_of_caucasus


@pytest.fixture(scope="module")
def caucasus() -> Theatre:
    return load_theatre_or_raise(PROFILES / "caucasus")


@pytest.fixture(scope="module")
def batumi(caucasus: Theatre) -> Airfield:
    return caucasus.fields["batumi"]


@pytest.fixture(scope="module")
def anapa() -> Theatre:
    return load_theatre_or_raise(ANAPA)


def _issued_ft(approach: Approach, mile: int) -> int:
    """Return the altitude that is said at a mile: the next mile's on the straight line to MDA."""
    distance = max(mile - 1, approach.missed_approach_point_nm)
    if distance >= approach.final_approach_fix_nm:
        return approach.platform_ft
    minimum = approach.minimum_descent_altitude_ft
    part = (distance - approach.missed_approach_point_nm) / (
        approach.final_approach_fix_nm - approach.missed_approach_point_nm
    )
    exact = minimum + part * (approach.platform_ft - minimum)
    return max(round(exact / 100) * 100, minimum)


def test_the_altitudes_of_the_talk_down_come_out_as_published(batumi: Airfield) -> None:
    approach = batumi.approaches["asr-13"]

    issued = [_issued_ft(approach, mile) for mile in range(8, 0, -1)]

    assert issued == [2000, 2000, 1800, 1500, 1300, 1100, 800, 732]


def test_batumi_stands_where_the_sim_has_it(batumi: Airfield) -> None:
    # The sim's own x and z of the field.
    assert batumi.reference_point.grid.north_m == pytest.approx(-355_810.7, abs=1.0)
    assert batumi.reference_point.grid.east_m == pytest.approx(617_386.2, abs=1.0)
    assert batumi.elevation_ft == 33
    end = batumi.runway_end("13")
    other = batumi.runway_end("31")
    assert end is not None
    assert other is not None
    bearing = bearing_deg_grid(end.threshold.grid, other.threshold.grid)
    assert angle_between_deg(bearing, end.heading_deg_grid) < 0.2
    assert range_nm(end.threshold.grid, other.threshold.grid) == pytest.approx(1.32, abs=0.02)


def test_runway_13_is_spoken_as_119_in_2016_and_121_in_1944(caucasus: Theatre) -> None:
    then = load_theatre(PROFILES / "caucasus", mission_year=1944.46).theatre
    assert then is not None

    for theatre, heading in ((caucasus, 119), (then, 121)):
        end = theatre.fields["batumi"].runway_end("13")
        assert end is not None
        assert spoken_heading(end.heading_deg_grid, theatre.variation_deg("batumi")) == heading


def test_variation_is_that_of_the_field_on_the_mission_date(caucasus: Theatre) -> None:
    assert caucasus.variation_deg("batumi") == pytest.approx(6.42, abs=0.01)
    assert caucasus.variation_deg("somewhere") == pytest.approx(6.8, abs=0.01)
    assert caucasus.variation_deg(None) == caucasus.variation_deg("")


def test_true_bearings_are_turned_to_the_grid_once(batumi: Airfield) -> None:
    sector = batumi.minimum_safe_altitude[0]

    # Convergence at Batumi is 5.74 degrees: grid = true - convergence.
    assert sector.from_deg_grid == pytest.approx(217 - 5.74, abs=0.02)
    assert sector.to_deg_grid == pytest.approx(38 - 5.74, abs=0.02)


@pytest.mark.parametrize(
    ("bearing_true", "distance_nm", "feet"),
    [
        (311, 12, 1000),
        (300, 24, 1000),
        (300, 26, None),
        (250, 3, 1500),
        (130, 4, 3000),
        (130, 20, 13600),
        (225, 12, 1900),
        (225, 20, 6500),
        (355, 12, 1000),
        (5, 12, 1500),
    ],
)
def test_the_floor_is_that_of_the_ring_a_point_is_in(
    batumi: Airfield, bearing_true: float, distance_nm: float, feet: int | None
) -> None:
    point = offset(batumi.reference_point.grid, bearing_true - 5.74, distance_nm)

    assert floor_ft(batumi, point) == feet


# Sector maxima of the terrain model in feet, by true bearing and ring of 5, 10, 15 and 25 nm.
TERRAIN_FT = {
    0: (0, 0, 0, 356),
    30: (118, 951, 3448, 5114),
    60: (594, 4281, 4757, 8087),
    90: (1070, 3924, 5470, 9990),
    120: (1189, 3448, 6660, 10941),
    150: (2735, 4757, 4162, 9276),
    180: (2378, 3330, 4400, 7373),
    210: (0, 0, 713, 4162),
}


def test_no_vectoring_altitude_is_less_than_a_thousand_feet_above_the_ground(
    batumi: Airfield,
) -> None:
    for bearing, maxima in TERRAIN_FT.items():
        for distance_nm, ground_ft in zip((3, 8, 13, 22), maxima, strict=True):
            point = offset(batumi.reference_point.grid, bearing + 15 - 5.74, distance_nm)
            floor = floor_ft(batumi, point)
            assert floor is not None
            assert floor >= ground_ft + (2000 if ground_ft >= 3000 else 1000), (bearing, ground_ft)


def test_every_station_of_batumi_is_on_vhf_and_uhf(batumi: Airfield) -> None:
    for station in batumi.stations.values():
        mhz = [channel.frequency_hz / 1e6 for channel in station.channels]
        assert any(118 <= value < 137 for value in mhz), station.name
        assert any(225 <= value < 400 for value in mhz), station.name
    assert batumi.stations["approach"].channels[0] == Channel(124_425_000, "AM")
    assert batumi.stations["approach"].key == "batumi/approach"
    assert batumi.stations["ground"].radar is False


def test_roles_find_their_stations(caucasus: Theatre, batumi: Airfield) -> None:
    for role, name in (
        ("ground", "Batumi Ground"),
        ("delivery", "Batumi Ground"),
        ("tower", "Batumi Tower"),
        ("approach", "Batumi Approach"),
        ("departure", "Batumi Approach"),
    ):
        station = batumi.station_for_role(role)
        assert station is not None
        assert station.name == name
    center = caucasus.station("/georgia-center")
    assert center is not None
    assert (center.staffed, center.field) == (False, None)
    approach = batumi.approaches["asr-13"]
    assert caucasus.station(approach.worked_by) is batumi.stations["approach"]
    assert caucasus.station(approach.lost_communication.station) is batumi.stations["tower"]


def test_the_hold_is_at_sea_with_one_level_for_each_aircraft(batumi: Airfield) -> None:
    hold = batumi.holding["main"]

    assert hold.levels_ft == (5000, 6000, 7000, 8000, 9000, 10000)
    assert range_nm(batumi.reference_point.grid, hold.at.grid) == pytest.approx(12.0)
    bearing = bearing_deg_grid(batumi.reference_point.grid, hold.at.grid)
    assert angle_between_deg(bearing, 300) < 0.01


def test_a_talk_down_goes_to_ground_when_he_is_down_and_slow(batumi: Airfield) -> None:
    names = [rule.name for rule in batumi.handoffs]
    place = names.index("a talk-down stays with approach until he is down")
    rule = batumi.handoffs[place]

    assert names[place + 1] == "approach to tower on final"
    assert (rule.from_role, rule.to_role) == ("approach", "ground")
    assert rule.where is not None
    assert rule.where({"approach_kind": "asr"}) is True
    assert rule.where({"approach_kind": "visual"}) is False
    assert rule.when({"on_ground": False, "speed": 120.0}) is False
    assert rule.when({"on_ground": True, "speed": 30.0}) is True
    below = next(r for r in batumi.handoffs[place + 1 :] if r.name.endswith("on the ground"))
    assert below.to_role == "tower"


def test_sixty_airframes_with_bands_and_speeds(caucasus: Theatre) -> None:
    assert len(caucasus.airframes) == 60
    mustang = caucasus.airframes["P-51D-30-NA"]
    assert mustang.can_tune(Channel(124_425_000, "AM"))
    assert not mustang.can_tune(Channel(260_000_000, "AM"))
    tiger = caucasus.airframes["F-5E-3"]
    assert tiger.can_tune(Channel(262_000_000, "AM"))
    assert not tiger.can_tune(Channel(124_425_000, "AM"))
    assert caucasus.airframes["UH-1H"].helicopter
    hercules = caucasus.airframes["C-130J-30"]
    assert hercules.can_tune(Channel(260_000_000, "FM"))


def test_anapa_is_a_theatre_of_its_own_on_the_common_files(anapa: Theatre) -> None:
    field = anapa.fields["anapa"]
    end = field.runway_end("04")
    assert end is not None
    assert end.heading_deg_grid == pytest.approx(41.49)
    assert field.elevation_ft == 141
    assert len(anapa.airframes) == 60
    assert anapa.phases.owner("final") == "tower"


def test_the_same_files_give_the_same_hash_and_other_files_another(tmp_path: Path) -> None:
    first = load_theatre_or_raise(PROFILES / "caucasus").config_hash
    copied = load_theatre_or_raise(copy_of_caucasus(tmp_path / "a")).config_hash
    other = broken(
        tmp_path / "b", "caucasus/batumi.yaml", "platform_ft: 2000", "platform_ft: 2100"
    ).theatre
    remarked = broken(tmp_path / "c", "caucasus/batumi.yaml", "# Mountains", "# Hills").theatre

    assert other is not None
    assert remarked is not None
    assert copied == first == remarked.config_hash
    assert other.config_hash != first


def test_a_broken_profile_raises_with_file_line_and_column(tmp_path: Path) -> None:
    folder = copy_of_caucasus(tmp_path)
    path = folder / "batumi.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("icao: UGSB", "icao: 12", 1))

    with pytest.raises(ProfileError) as caught:
        load_theatre_or_raise(folder)

    text = str(caught.value)
    assert "caucasus/batumi.yaml:8:7" in text
    assert 'write "12" in quotes' in text
    assert str(tmp_path) not in text


def test_a_folder_without_a_theatre_says_so(tmp_path: Path) -> None:
    loaded = load_theatre(tmp_path / "nowhere")

    assert loaded.theatre is None
    assert [d.code for d in loaded.errors] == ["M021"]


def test_a_file_that_cannot_be_opened_is_a_finding(tmp_path: Path) -> None:
    folder = copy_of_caucasus(tmp_path)
    (folder / "nowhere.yaml").symlink_to(tmp_path / "gone.yaml")

    loaded = load_theatre(folder)

    assert [d.code for d in loaded.errors] == ["M020"]


def test_theatres_are_found_in_a_folder_in_one_and_by_a_file() -> None:
    caucasus = PROFILES / "caucasus"

    assert caucasus in theatre_folders(PROFILES)
    assert theatre_folders(caucasus) == (caucasus,)
    assert theatre_folders(caucasus / "batumi.yaml") == (caucasus,)
    assert theatre_folders(ROOT / "engine") == ()


def test_a_theatre_loads_well_within_a_second() -> None:
    began = time.process_time()

    load_theatre(PROFILES / "caucasus")

    assert time.process_time() - began < 1.0
