"""Callers whose name or whose station was damaged, or is not ours."""

from __future__ import annotations

import pytest

from engine.language.compile import Language
from engine.language.lexicon import Lexicon


@pytest.mark.parametrize(
    "said",
    [
        "code two one, ready for departure",
        "Tower, code two one, ready for departure",
        "Tower, call two one, ready for departure",
        "Batumi Tower, code two one ready for takeoff",
    ],
)
def test_a_plain_word_before_live_digits_is_the_name_it_sounds_like(
    said: str, language: Language, roster: Lexicon
) -> None:
    heard = language.hearing.hear(said, lexicon=roster)

    assert heard.callsign == "Colt 2-1"
    assert [one.intent for one in heard.readings] == ["request_takeoff"]
    assert "runway" not in heard.readings[0].slots


@pytest.mark.parametrize("name", ["Sochi", "Gudauta", "Vaziani", "Mozdok", "Kutaisi", "Incirlik"])
@pytest.mark.parametrize("own", [None, "Colt 2-1"])
def test_a_call_to_a_tower_that_is_not_ours_is_not_for_us(
    name: str, own: str | None, language: Language, roster: Lexicon
) -> None:
    said = f"{name} Tower, Colt two one, ready for departure"

    heard = language.hearing.hear(said, lexicon=roster, likely_callsign=own)

    assert [dict(one.slots) for one in heard.readings] == [{"kind": "other_station"}]


@pytest.mark.parametrize(
    ("said", "station"),
    [
        ("The Tumi Tower, Colt two one, ready for departure", "Batumi Tower"),
        ("Batman Tower, Colt two one, ready for departure", "Batumi Tower"),
        ("Bonjour Tower, Colt two one, ready for departure", "Tower"),
        ("Mellis Tower, Colt two one, ready for departure", "Nellis Tower"),
    ],
)
def test_a_name_that_was_only_misheard_is_ours(
    said: str, station: str, language: Language, roster: Lexicon
) -> None:
    heard = language.hearing.hear(said, lexicon=roster)

    assert heard.station == station
    assert heard.readings[0].intent == "request_takeoff"


def test_distress_is_heard_whoever_is_called(language: Language, roster: Lexicon) -> None:
    heard = language.hearing.hear(
        "Mayday mayday, Sochi Tower, Colt two one, engine failure", lexicon=roster
    )

    assert heard.readings[0].intent == "declare_emergency"


@pytest.mark.parametrize(
    "said",
    [
        "wilco, report field in sight, Colt two one",
        "call you established, Colt two one",
        "unable visual, Colt two one",
        "Colt two one, report downwind",
    ],
)
def test_what_is_promised_or_denied_is_not_reported(
    said: str, language: Language, roster: Lexicon
) -> None:
    heard = language.hearing.hear(said, lexicon=roster, expects_readback=True)

    told = {one.intent for one in heard.readings}
    assert not told & {"report_in_sight", "report_established", "report_pattern"}
