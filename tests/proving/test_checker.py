"""The judge: what it counts, and that it cannot be talked round."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from engine.model.capture import AirRecord
from engine.proving.checker import summarise
from engine.proving.mile_calls import table_altitude_ft
from engine.proving.verdict import verify_sortie
from tests.proving.evidence import (
    GRAMMAR,
    PONY,
    THEATRE,
    capture,
    d,
    final,
    keyed,
    pilot_call,
    said,
)
from tests.sim.field import FIELD

SCHEMA = json.loads(
    (Path(__file__).resolve().parents[2] / "schemas" / "summary.schema.json").read_text("utf-8")
)
APPROACH = THEATRE.fields[FIELD].approaches["asr-12"]
MILES = [said(mile) for mile in (6, 5, 4, 3, 2, 1)]
REQUEST = "Seaside Approach, Pony one one, request radar approach."


def _summary(air: list[AirRecord], **changes: Any) -> dict[str, Any]:
    return summarise(replace(capture(air), **changes), THEATRE, GRAMMAR)


def test_a_good_final_has_no_problems_and_fits_the_schema() -> None:
    summary = _summary(MILES)

    Draft202012Validator.check_schema(SCHEMA)
    Draft202012Validator(SCHEMA).validate(summary)
    assert verify_sortie(summary) == []
    assert (summary["landed"], summary["aircraft"]) == (1, 1)


def test_the_table_is_the_next_miles_altitude() -> None:
    assert [table_altitude_ft(APPROACH, mile) for mile in (7, 6, 5, 4, 3, 2, 1)] == [
        2000, 1800, 1500, 1300, 1100, 800, 730,
    ]  # fmt: skip


def test_a_published_table_goes_before_the_straight_line() -> None:
    published = replace(APPROACH, advisory=((5.0, 1682), (4.0, 1355), (3.0, 1031)))

    assert [table_altitude_ft(published, mile) for mile in (6, 5, 4)] == [1700, 1400, 1000]


@pytest.mark.parametrize(
    ("air", "problem"),
    [
        ([*MILES[:5]], "miles called [6, 5, 4, 3, 2]"),
        ([MILES[1], *MILES], "miles called [6, 5, 5, 4, 3, 2, 1]"),
        ([said(6, late_s=8), *MILES[1:]], "6 miles called at 5.68 nm"),
        ([said(6, altitude_ft=1700), *MILES[1:]], "with 1700 ft, table 1800 ft"),
    ],
)
def test_a_wrong_mile_call_is_found(air: list[AirRecord], problem: str) -> None:
    assert any(problem in one for one in verify_sortie(_summary(air)))


@pytest.mark.parametrize(
    ("words", "decided", "count"),
    [
        ("Pony one one, turn left heading one two zero.", d("vector", turn="left",
                                                            heading_deg_mag=120), 0),
        ("Pony one one, turn left heading one three zero.", d("vector", turn="left",
                                                              heading_deg_mag=120), 1),
        ("Pony one one, turn right heading one three zero.", d("vector", turn="left",
                                                               heading_deg_mag=120), 2),
        ("Pony one one, descend to two thousand.", d("acknowledge"), 2),
        ("Pony one one, roger four.", d("acknowledge"), 1),
        ("gibberish two", d("acknowledge"), 2),
    ],
)  # fmt: skip
def test_what_no_directive_holds_is_counted(words: str, decided: Any, count: int) -> None:
    assert _summary([*MILES, keyed(1000, decided, words=words)])["unbacked_slots"] == count


@pytest.mark.parametrize(
    ("later", "lost"),
    [
        ([], 1),
        ([keyed(14_000, d("acknowledge"))], 0),
        ([keyed(14_000, d("acknowledge"), to="Colt 2-1")], 1),
        ([keyed(10_500, d("acknowledge"))], 1),
        ([keyed(34_000, d("acknowledge"))], 1),
        ([pilot_call(20_000, "Seaside Approach, Pony one one, going around.")], 1),
    ],
)
def test_a_call_nobody_answered_is_lost(later: list[AirRecord], lost: int) -> None:
    summary = _summary([*MILES, pilot_call(10_000, REQUEST), *later])

    assert summary["transmissions_lost"] == lost


def test_a_call_said_again_unanswered_stays_lost() -> None:
    air = [
        pilot_call(10_000, REQUEST),
        pilot_call(25_000, REQUEST),
        keyed(40_000, d("acknowledge")),
    ]

    assert _summary([*MILES, *air])["transmissions_lost"] == 1


@pytest.mark.parametrize(
    "record",
    [
        pilot_call(10_000, "Turn left heading one two zero, Pony one one."),
        pilot_call(10_000, "Roger, Pony one one."),
        pilot_call(10_000, "Seaside Ground one two one decimal niner, Pony one one."),
        pilot_call(10_000, REQUEST, stepped_on=True),
        pilot_call(395_000, REQUEST),
    ],
)
def test_silence_is_right_after_a_read_back(record: AirRecord) -> None:
    assert _summary([*MILES, record])["transmissions_lost"] == 0


def test_latency_is_last_packet_to_first_packet() -> None:
    air = [pilot_call(10_000, REQUEST), keyed(14_200, d("acknowledge"))]

    assert _summary([*MILES, *air])["latency_ms"]["p50"] == 1200.0


def test_a_second_aircraft_too_close_is_found() -> None:
    summary = _summary(MILES, truth=(*final(), *final("Colt 2-1", delay_s=40)))

    assert summary["separation"]["lost_s"] > 0
    assert summary["separation"]["closest_nm_within_1000_ft"] < 3.0
    assert any("separation lost" in one for one in verify_sortie(summary))


def test_low_outside_the_final_is_found_and_low_on_it_is_not() -> None:
    low = [replace(one, altitude_ft=1200.0) for one in final()]

    assert _summary(MILES)["safe_altitude"]["below_s"] == 0
    assert _summary(MILES, truth=tuple(low))["safe_altitude"]["below_s"] > 20


def test_only_the_last_approach_must_be_whole() -> None:
    broken = [
        said(6),
        pilot_call(80_000, "Seaside Approach, Pony one one, going around."),
        keyed(84_500, d("acknowledge")),
    ]
    again = [replace(one, started_ms=one.started_ms + 500_000) for one in MILES]
    later = [replace(one, t_ms=one.t_ms + 500_000) for one in final()]

    summary = _summary([*broken, *again], truth=(*final()[:80], *later), ended_ms=900_000)

    assert summary["go_arounds"] == 1
    assert verify_sortie(summary) == []


def test_an_aircraft_still_up_is_not_landed() -> None:
    summary = _summary(MILES, truth=tuple(final()[:200]))

    assert summary["landed"] == 0
    assert any(PONY in one for one in verify_sortie(summary))
