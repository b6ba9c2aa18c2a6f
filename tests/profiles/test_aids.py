"""The aids, the recorded information and the taxi networks of the fields that ship."""

from __future__ import annotations

import pytest

from engine.model.geometry import angle_between_deg, bearing_deg_grid, range_nm
from engine.profile.theatre import Taxi
from tests.profiles.facts import FACTS, THEATRES, field_of, theatre_of

# Every ILS of the sim at a field that ships: runway, ident, MHz, course on the grid (DCS beacons,
# 2.9). Krymsk, Anapa and others have none there, only Russian systems and beacons.
ILS = (
    ("batumi", "13", "ILU", "110.30", 125.58),
    ("beslan", "10", "ICH", "110.50", 93.5),
    ("kobuleti", "07", "IKB", "111.50", 70.0),
    ("kutaisi", "07", "IKS", "109.75", 74.0),
    ("mineralnye-vody", "30", "IMW", "109.30", 295.3),
    ("mineralnye-vody", "12", "IMD", "111.70", 115.3),
    ("nalchik", "24", "INL", "110.50", 235.51),
    ("senaki", "09", "ITS", "108.90", 94.7),
    ("sochi", "06", "ISO", "111.10", 62.01),
    ("tbilisi", "13R", "IVP", "110.30", 128.0),
    ("tbilisi", "31L", "INA", "108.90", 308.0),
    ("vaziani", "13R", "IVZ", "108.75", 135.49),
    ("vaziani", "31L", "IVI", "108.75", 315.49),
    ("incirlik", "05", "IDAN", "109.30", 55.0),
    ("incirlik", "23", "IDNA", "111.70", 235.0),
    ("akrotiri", "28", "IAK", "109.70", 291.07),
    ("ramat-david", "33", "RMD", "111.10", 326.48),
    ("al-dhafra", "31R", "MMA", "109.10", 307.9),
    ("al-dhafra", "31L", "RMA", "108.70", 307.9),
    ("al-dhafra", "13R", "LMA", "108.70", 127.9),
    ("al-dhafra", "13L", "IMA", "111.10", 127.9),
    ("al-minhad", "09", "IMNW", "110.70", 89.99),
    ("al-minhad", "27", "IMNR", "110.75", 269.98),
    ("nellis", "21L", "IDIQ", "109.10", 220.11),
    ("creech", "08", "ICRR", "108.70", 91.54),
    ("creech", "13", "ICRS", "108.50", 145.14),
    ("tonopah", "14", "I-RVP", "108.30", 157.1),
)
# TACAN channels and VOR frequencies of the same data.
BEACONS = (
    ("batumi", "BTM", "16X"),
    ("kobuleti", "KBL", "67X"),
    ("kutaisi", "KTS", "44X"),
    ("kutaisi", "KT", "113.60"),
    ("mineralnye-vody", "MN", "117.10"),
    ("senaki", "TSK", "31X"),
    ("tbilisi", "GTB", "25X"),
    ("tbilisi", "TB", "113.70"),
    ("vaziani", "VAS", "22X"),
    ("incirlik", "DAN", "21X"),
    ("akrotiri", "AKR", "107X"),
    ("ramat-david", "RMD", "84X"),
    ("al-dhafra", "MA", "96X"),
    ("al-minhad", "MIN", "99X"),
    ("ras-al-khaimah", "OMRK", "113.60"),
    ("nellis", "LSV", "12X"),
    ("creech", "INS", "87X"),
    ("gelendzhik", "GN", "114.30"),
    ("krasnodar-pashkovsky", "KN", "115.80"),
    ("tonopah", "TQQ", "77X"),
)
NETWORKS = tuple(key for key in FACTS if field_of(key).taxi is not None)
WITH_INFORMATION = ("batumi", "kobuleti", "kutaisi", "nellis", "senaki", "tonopah")


@pytest.mark.parametrize("fact", ILS, ids=lambda fact: f"{fact[0]} {fact[1]}")
def test_every_ils_of_the_sim_is_flown_or_said_not_to_be(
    fact: tuple[str, str, str, str, float],
) -> None:
    key, runway, ident, mhz, course = fact
    airfield = field_of(key)
    flown = [one for one in airfield.approaches.values() if one.ils and one.ils.ident == ident]
    told = [
        one for one in airfield.navaids.values() if one.ident == ident and one.kind == "localizer"
    ]

    assert len(flown) + len(told) == 1
    for approach in flown:
        assert approach.ils is not None
        assert approach.runway == runway
        assert f"{approach.ils.frequency_hz / 1e6:.2f}" == mhz
        assert angle_between_deg(approach.ils.course_deg_grid, course) < 0.05
    for aid in told:
        assert aid.dialled == mhz


@pytest.mark.parametrize("fact", BEACONS, ids=lambda fact: f"{fact[0]} {fact[1]}")
def test_every_tacan_and_vor_of_the_sim_is_there(fact: tuple[str, str, str]) -> None:
    key, ident, tuning = fact
    aids = [one for one in field_of(key).navaids.values() if one.ident == ident]

    assert any(tuning in aid.dialled.split(", ") for aid in aids), aids


@pytest.mark.parametrize("key", WITH_INFORMATION)
def test_information_is_recorded_on_vhf_and_uhf(key: str) -> None:
    atis = field_of(key).atis
    assert atis is not None
    mhz = [channel.frequency_hz / 1e6 for channel in atis.channels]
    assert any(118 <= value < 137 for value in mhz)
    assert any(225 <= value < 400 for value in mhz)


def test_no_channel_of_recorded_information_is_anybody_elses() -> None:
    for name in THEATRES:
        theatre = theatre_of(name)
        channels = [c for station in theatre.all_stations() for c in station.channels]
        for airfield in theatre.fields.values():
            channels += airfield.atis.channels if airfield.atis else ()
        assert len(channels) == len(set(channels))


def test_the_networks_are_those_whose_taxiways_are_known() -> None:
    known = "al-dhafra anapa batumi gudauta incirlik kobuleti kutaisi ramat-david senaki sochi"

    assert set(NETWORKS) == {*known.split(), "tbilisi", "vaziani"}


@pytest.mark.parametrize("key", NETWORKS)
def test_from_every_stand_every_holding_point_and_runway_is_reached(key: str) -> None:
    taxi = field_of(key).taxi
    assert taxi is not None
    reached = _reached(taxi, next(iter(taxi.nodes)))

    assert reached == set(taxi.nodes)
    held = {end for point in taxi.holding_points.values() for end in point.runways}
    ends = {end.designator for runway in field_of(key).runways for end in runway.ends}
    assert held == ends
    if key != "senaki":
        assert len(taxi.stands) >= 10


@pytest.mark.parametrize("key", NETWORKS)
def test_stretches_on_a_runway_lie_on_it(key: str) -> None:
    airfield = field_of(key)
    taxi = airfield.taxi
    assert taxi is not None
    for edge in taxi.edges:
        if edge.runway is None:
            continue
        end = airfield.runway_end(edge.runway)
        assert end is not None
        one, other = taxi.nodes[edge.start].grid, taxi.nodes[edge.end].grid
        if range_nm(one, other) * 1852 < 100:
            continue  # too short to have a direction
        along = bearing_deg_grid(one, other)
        off = angle_between_deg(along, end.heading_deg_grid)
        assert min(off, 180 - off) < 7, (edge.start, edge.end)


def _reached(taxi: Taxi, start: str) -> set[str]:
    ways: dict[str, set[str]] = {node: set() for node in taxi.nodes}
    for edge in taxi.edges:
        ways[edge.start].add(edge.end)
        if not edge.one_way:
            ways[edge.end].add(edge.start)
    seen, waiting = {start}, [start]
    while waiting:
        for node in ways[waiting.pop()] - seen:
            seen.add(node)
            waiting.append(node)
    return seen
