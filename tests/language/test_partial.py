"""A call that leaves something out says so, by the slot, and nothing else of it is asked again."""

from __future__ import annotations

import pytest

from engine.language.compile import Language
from engine.language.lexicon import Lexicon

CARRIER = {"radial_deg", "distance_nm", "altitude_ft"}


@pytest.mark.parametrize(
    ("said", "intent", "missing", "slots"),
    [
        (
            "Approach, Pony one one, request altitude change",
            "request_altitude",
            ["altitude_ft"],
            {},
        ),
        ("Approach, Sockeye, request a different level", "request_altitude", ["altitude_ft"], {}),
        ("Approach, Sockeye, request lower", "request_altitude", [], {"vertical": "descend"}),
        ("Center, Sockeye, request 9,000", "request_altitude", [], {"altitude_ft": 9000}),
        ("Tower, Pony one two, I have a question", "request_info", ["topic"], {}),
        ("Tower, Pony one two, say wind", "request_info", [], {"topic": "wind"}),
        (
            "Marshal, 203, marking mom's",
            "carrier_inbound",
            ["radial_deg", "distance_nm", "altitude_ft"],
            {},
        ),
        (
            "Marshal, 203, marking mom's two seven zero, angels fifteen",
            "carrier_inbound",
            ["distance_nm"],
            {"radial_deg": 270, "altitude_ft": 15000},
        ),
        (
            "Marshal, 203, marking mom's two seven zero for forty, state 6.1",
            "carrier_inbound",
            ["altitude_ft"],
            {"radial_deg": 270, "distance_nm": 40, "fuel_lb": 6100},
        ),
        (
            "Marshal, 203, angels 12, state 6.1, marking moms 270 for 40",
            "carrier_inbound",
            [],
            {"radial_deg": 270, "distance_nm": 40, "altitude_ft": 12000, "fuel_lb": 6100},
        ),
    ],
)
def test_what_is_missing_is_named_and_only_that(  # noqa: PLR0917 - a table's columns
    said: str,
    intent: str,
    missing: list[str],
    slots: dict[str, object],
    language: Language,
    roster: Lexicon,
) -> None:
    reading = language.hearing.hear(said, lexicon=roster).readings[0]

    assert reading.intent == intent
    assert list(reading.missing) == missing
    assert dict(reading.slots) == slots


def test_every_need_is_a_slot_of_its_intent(language: Language) -> None:
    intents = language.hearing.intents
    needing = {name: spec.needs for name, spec in intents.specs.items() if spec.needs}

    assert set(needing) == {"request_altitude", "request_info", "carrier_inbound"}
    for name, needs in needing.items():
        for need in needs:
            assert set(need.split("|")) <= intents.allowed[name]


@pytest.mark.parametrize(
    ("said", "intents"),
    [
        (
            "Tower, Sockeye, clear of the runway, request taxi to parking, say wind",
            {"request_taxi", "report_landed", "request_info"},
        ),
        (
            "Request taxi to parking, Tower, Sockeye, we're clear of the runway",
            {"request_taxi", "report_landed"},
        ),
        (
            "Approach, Pony one one, going around, minimum fuel, request vectors to final",
            {"report_missed", "report_fuel", "request_vector"},
        ),
        (
            "Approach, Pony one one, with you, field in sight, request visual, request lower",
            {"check_in", "report_in_sight", "request_visual", "request_altitude"},
        ),
        (
            "Approach, Pony one one, TACAN is out, unable six thousand, request hold at SPAM",
            {"report_failure", "unable", "request_hold"},
        ),
    ],
)
def test_several_intents_come_in_any_order(
    said: str, intents: set[str], language: Language, roster: Lexicon
) -> None:
    call = language.hearing.hear(said, lexicon=roster)

    assert {one.intent for one in call.readings} == intents
    assert call.station in {"Tower", "Approach"}
