"""Taxi networks drawn, and the aids of a field on its card."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner

from cli.card import card
from cli.graph import graph
from engine.profile.loader import load_theatre, load_theatre_or_raise
from engine.profile.taxi_map import taxi_mermaid, taxi_svg
from engine.profile.theatre import Airfield
from tests.profile.folders import PROFILES

SVG = "{http://www.w3.org/2000/svg}"


def _airfield(key: str) -> Airfield:
    return load_theatre_or_raise(PROFILES / "caucasus").fields[key]


@pytest.mark.parametrize("key", ["batumi", "senaki", "vaziani"])
def test_a_map_shows_every_stand_and_holding_point_inside_its_frame(key: str) -> None:
    airfield = _airfield(key)
    assert airfield.taxi is not None

    drawn = ET.fromstring(taxi_svg(airfield, airfield.taxi))  # noqa: S314 - our own text

    width, height = float(drawn.get("width", 0)), float(drawn.get("height", 0))
    circles = list(drawn.iter(f"{SVG}circle"))
    assert len(circles) == len(airfield.taxi.stands) + len(airfield.taxi.holding_points)
    for circle in circles:
        assert 0 <= float(circle.get("cx", -1)) <= width
        assert 0 <= float(circle.get("cy", -1)) <= height
    lines = len(list(drawn.iter(f"{SVG}line")))
    assert lines == len(airfield.taxi.edges) + len(airfield.runways)


def test_north_is_up_and_a_mile_is_as_long_each_way() -> None:
    airfield = _airfield("batumi")
    assert airfield.taxi is not None
    drawn = ET.fromstring(taxi_svg(airfield, airfield.taxi))  # noqa: S314 - our own text
    strip = next(iter(drawn.iter(f"{SVG}line")))

    x, y = (float(strip.get(f"{a}2", 0)) - float(strip.get(f"{a}1", 0)) for a in "xy")

    # 13 points to 125.56 on the grid: right and down.
    assert x / y == pytest.approx(1.399, abs=0.01)


def test_a_flowchart_names_each_node_once_and_each_stretch() -> None:
    airfield = _airfield("kobuleti")
    assert airfield.taxi is not None

    lines = taxi_mermaid(airfield, airfield.taxi).splitlines()

    assert lines[3] == "flowchart LR"
    assert sum(1 for line in lines if re.match(r"    n\d+\[", line)) == len(airfield.taxi.nodes)
    assert sum(1 for line in lines if " --" in line) == len(airfield.taxi.edges)


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (["batumi", "--of", "taxi", "--format", "svg"], 0, "<svg "),
        (["batumi-1944", "--of", "taxi"], 0, "title: Taxi network of Batumi 1944"),
        (["nellis", "--of", "taxi"], 2, "has no taxi network"),
    ],
)
def test_graph_draws_the_taxiways(arguments: list[str], code: int, told: str) -> None:
    result = CliRunner().invoke(graph, arguments)

    assert result.exit_code == code
    assert told in result.output


@pytest.mark.parametrize(
    ("field", "lines"),
    [
        (
            "nellis",
            ["ILS 21L: IDIQ 109.10, course 208", "Nellis Information", "LAS: VORTAC 116X, 116.90"],
        ),
        ("tbilisi", ["ILS 31L: INA 108.90", "IVP: localizer without an approach 110.30"]),
        ("batumi-1944", ["NDB approach (OS 132.00) to runway 13 on 121", "SW: beacon 128.00"]),
    ],
)
def test_the_card_shows_what_can_be_tuned(field: str, lines: list[str]) -> None:
    shown = CliRunner().invoke(card, [field]).output

    for line in lines:
        assert line in shown
    assert "request ILS approach" not in shown


def test_a_date_that_is_asked_for_goes_before_a_variants_own() -> None:
    loaded = load_theatre(PROFILES / "caucasus", mission_year=2016.47).theatre
    assert loaded is not None

    assert loaded.variation_deg("batumi-1944") == pytest.approx(6.42, abs=0.02)
