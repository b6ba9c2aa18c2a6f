"""Read-backs in odd order, in pieces, with chatter and with one value wrong are judged by value."""

from __future__ import annotations

import pytest

from engine.language.compile import Language
from engine.language.lexicon import Lexicon
from engine.language.readback import expected_of, judge
from engine.model.directive import Directive, directive

LEXICON = Lexicon(
    callsigns=("Pony 1-1", "Colt 2-1"),
    stations={"Batumi Tower": (), "Batumi Approach": (), "Kobuleti Tower": ()},
    fixes=("SPAM", "BAR"),
)
VECTOR = (
    directive("vector", rule="test", turn="left", heading_deg_mag=270),
    directive("level", rule="test", verb="descend", altitude_ft=4000),
    directive("altimeter", rule="test", qnh_hpa=1013),
)
TOWER = (directive("contact", rule="test", station="Batumi Tower", frequency_hz=131_000_000),)
LAND = (directive("cleared_to_land", rule="test", runway="13"),)
APPROACH = (directive("cleared_approach", rule="test", approach="ils", runway="13", range_nm=10),)
HOLD = (
    directive("hold", rule="test", altitude_ft=6000, turn="right", inbound_deg_mag=124, leg_min=1),
)
SPEED = (directive("speed", rule="test", speed_kt=210),)
SEQUENCE = (directive("sequence", rule="test", number=2),)


@pytest.mark.parametrize(
    ("told", "said", "verdict"),
    [
        (VECTOR, ["QNH 1013, four thousand, left 270, Pony one one"], "correct"),
        (
            VECTOR,
            ["uh okay, down to four thousand on one zero one three, left two seven zero"],
            "correct",
        ),
        (
            VECTOR,
            ["Left two seven zero, Pony one one", "four thousand, QNH one zero one three"],
            "correct",
        ),
        (
            VECTOR,
            ["Pony one one, four thousand, one zero one three", "left two seventy, sorry"],
            "correct",
        ),
        (VECTOR, ["wilco, left two seven zero, four tousand, QNH vun zero vun sree"], "correct"),
        (
            VECTOR,
            ["four thousand, left two seven zero, traffic in sight, QNH 1013, like the ILS"],
            "correct",
        ),
        (VECTOR, ["Left 275, correction, 270, four thousand, QNH 1013, Pony one one"], "correct"),
        (VECTOR, ["Left two seven zero, five thousand, QNH one zero one three"], "wrong:altitude"),
        (VECTOR, ["Right two seven zero, four thousand, QNH one zero one three"], "wrong:turn"),
        (VECTOR, ["Left two forty, four thousand, QNH one zero one three"], "wrong:heading"),
        (
            VECTOR,
            ["Left two seven zero, four thousand, QNH one zero zero three"],
            "wrong:altimeter",
        ),
        (TOWER, ["Tower on one three one decimal zero, good day, Pony one one"], "correct"),
        (TOWER, ["one three one, Pony one one, see ya"], "correct"),
        (TOWER, ["Tower one three two decimal zero, Pony one one"], "wrong:frequency"),
        (TOWER, ["Over to Tower, Pony one one"], "missing:frequency"),
        (LAND, ["Cleared to land one three, wind copied, three green"], "correct"),
        (LAND, ["Runway one three, Pony one one", "cleared to land"], "correct"),
        (LAND, ["Cleared to land three one, Pony one one"], "wrong:runway"),
        (LAND, ["Land one three, Pony one one"], "missing:clearance"),
        (APPROACH, ["Cleared ILS one three, will call established"], "correct"),
        (APPROACH, ["ILS one three, cleared approach, Pony one one"], "correct"),
        (APPROACH, ["Cleared ILS three one, Pony one one"], "wrong:runway"),
        (APPROACH, ["Cleared for the visual one three, Pony one one"], "wrong:approach"),
        (HOLD, ["six thousand, one two four inbound, rights, Pony one one"], "correct"),
        (HOLD, ["six thousand, one two four inbound, left turns"], "wrong:turns"),
        (
            HOLD,
            ["maintain six thousand, inbound course one four two, right turns"],
            "wrong:inbound",
        ),
        (SPEED, ["Two ten knots, Pony one one"], "correct"),
        (SPEED, ["slowing two two zero knots, Pony one one"], "wrong:speed"),
        (SEQUENCE, ["Number two, looking for him, Pony one one"], "correct"),
        (SEQUENCE, ["We're number three, Pony one one"], "wrong:sequence"),
    ],
)
def test_an_odd_read_back_is_judged_by_its_values(
    told: tuple[Directive, ...], said: list[str], verdict: str, language: Language
) -> None:
    left = expected_of(told, callsign="Pony 1-1", phrasebook=language.phrasebook("icao"))

    for one in said:
        judged = judge(one, left, intents=language.hearing.intents, lexicon=LEXICON)
        left = judged.left

    assert judged.summary == verdict


@pytest.mark.parametrize(
    ("said", "values"),
    [
        ("Left two seventy, Pony one one", {"turn": "left", "heading_deg": 270}),
        ("Heading three sixty, Pony one one", {"heading_deg": 360}),
        ("Two ten knots, Pony one one", {"speed_kt": 210}),
        (
            "Turn right one ten, two forty knots, Pony one one",
            {"heading_deg": 110, "speed_kt": 240},
        ),
        ("Turn left ten degrees, Pony one one", {"turn": "left", "degrees": 10}),
    ],
)
def test_three_digits_said_in_groups_are_one_number(
    said: str, values: dict[str, object], language: Language
) -> None:
    heard = language.hearing.hear(said, lexicon=LEXICON)

    slots = {name: value for one in heard.readings for name, value in one.slots.items()}
    assert values.items() <= slots.items()


def test_miles_are_not_run_into_a_side(language: Language) -> None:
    heard = language.hearing.hear(
        "Batumi Tower, Pony one one, runway two one left ten miles", lexicon=LEXICON
    )

    slots = {name: value for one in heard.readings for name, value in one.slots.items()}
    assert slots == {"runway": "21L", "distance_nm": 10}
