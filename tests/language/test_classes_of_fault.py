"""Classes of fault that users of such systems reported, each with other words than theirs."""

from __future__ import annotations

import pytest

from engine.language.compile import Language
from engine.language.lexicon import Lexicon
from engine.model.call import Call

STATIONS = {"Kutaisi Tower": (), "Kutaisi Ground": (), "Kutaisi Approach": ()}


def _hear(said: str, language: Language, *callsigns: str, own: str | None = None) -> Call:
    lexicon = Lexicon(callsigns=callsigns, stations=STATIONS)
    return language.hearing.hear(said, lexicon=lexicon, likely_callsign=own)


@pytest.mark.parametrize(
    ("said", "intent"),
    [
        ("Kutaisi Tower, this is Dagger two one, request taxi", "request_taxi"),
        ("Kutaisi Ground good morning it's Dagger 21 here looking for taxi", "request_taxi"),
        ("Tower, Dagger, request startup", "request_startup"),
        ("Kutaisi Approach hello from Dagger two one calling, request lower", "request_altitude"),
    ],
)
def test_words_before_a_callsign_are_not_of_it(said: str, intent: str, language: Language) -> None:
    call = _hear(said, language, "Dagger 2-1")

    assert call.callsign == "Dagger 2-1"
    assert call.readings[0].intent == intent


@pytest.mark.parametrize(
    "said", ["Dagger two, request taxi", "Dagger, request taxi", "Dagger two two one, ready"]
)
def test_half_a_callsign_that_fits_two_names_nobody(said: str, language: Language) -> None:
    call = _hear(said, language, "Dagger 2-1", "Dagger 2-2", "Dagger 1-2")

    assert call.callsign is None


def test_a_name_cut_off_is_his_who_alone_has_the_digits(language: Language) -> None:
    alone = _hear("Two one, ready for departure", language, "Dagger 2-1", "Saber 3-1")
    both = _hear("Two one, ready for departure", language, "Dagger 2-1", "Saber 2-1")

    assert alone.callsign == "Dagger 2-1"
    assert both.callsign is None
    for call in (alone, both):
        assert call.readings[0].intent == "request_takeoff"
        assert "runway" not in call.readings[0].slots


def test_what_follows_a_break_is_for_somebody_else(language: Language) -> None:
    call = _hear("Unable. Break. Saber three one, go spread", language, "Dagger 2-1", "Saber 3-1")
    twice = _hear("Roger, break break, Saber three one, inbound", language, "Saber 3-1")

    assert [one.intent for one in call.readings] == ["unable"]
    assert [one.intent for one in twice.readings] == ["acknowledge"]


def test_the_break_of_a_circuit_is_no_separator(language: Language) -> None:
    call = _hear("Dagger two one, in the break", language, "Dagger 2-1")

    assert call.readings[0].slots["position"] == "break"


@pytest.mark.parametrize(
    "said", ["Negative, one three, Dagger two one", "Say again", "Unable", "Stand by"]
)
def test_a_few_words_are_enough_in_a_dialogue(said: str, language: Language) -> None:
    call = _hear(said, language, "Dagger 2-1", own="Dagger 2-1")

    assert call.understood
    assert call.readings[0].intent in {"answer", "say_again", "unable", "standby"}


@pytest.mark.parametrize(
    "said",
    [
        *("daggertaxi", "a request tourist", "the householder", "Northland over there"),
        *("holding company shares", "we are aboard", "runwayless", "the tower in that film"),
    ],
)
def test_no_keyword_hides_in_another_word(said: str, language: Language) -> None:
    call = _hear(said, language, "Dagger 2-1")

    assert not call.understood or call.readings[0].intent == "none"


@pytest.mark.parametrize(
    ("said", "intent"),
    [
        (
            "Kutaisi Tower, Dagger two one, ready for departure. Thanks for watching.",
            "request_takeoff",
        ),
        (
            "Kutaisi Tower, Dagger two one, field in sight. Thank you for watching!",
            "report_in_sight",
        ),
        ("Switching departure, thank you, Dagger two one", "acknowledge"),
    ],
)
def test_a_stock_phrase_at_the_end_is_cut_and_thanks_are_not(
    said: str, intent: str, language: Language
) -> None:
    assert _hear(said, language, "Dagger 2-1").readings[0].intent == intent


@pytest.mark.parametrize("said", ["Dagger dwa jeden, zgłaszam", "Дагер два один", "短い", "¿Qué?"])
def test_another_language_is_no_call(said: str, language: Language) -> None:
    call = _hear(said, language, "Dagger 2-1")

    assert not call.understood or call.readings[0].intent == "none"


@pytest.mark.parametrize(
    ("said", "slot", "value"),
    [
        ("Dagger two one, runway three one, ready", "runway", "31"),
        ("Dagger two one, ready, runway one three", "runway", "13"),
        ("Dagger two one, ready for departure zero niner left", "runway", "09L"),
        ("Dagger two one, ready for departure zero niner right", "runway", "09R"),
    ],
)
def test_digits_and_sides_are_heard_as_they_are(
    said: str, slot: str, value: str, language: Language
) -> None:
    assert _hear(said, language, "Dagger 2-1").readings[0].slots[slot] == value


def test_a_hesitation_does_not_part_a_callsign(language: Language) -> None:
    for said in ("Dagger, uh, two one, roger", "Tower, Dagger um two one, roger"):
        assert _hear(said, language, "Dagger 2-1").callsign == "Dagger 2-1", said


def test_the_graver_word_of_a_distress_call_counts(language: Language) -> None:
    for said in (
        "Dagger two one's engine is on fire, mayday mayday",
        "Mayday, Dagger two one is on fire",
        "Declaring an emergency, mayday, Dagger two one",
    ):
        reading = _hear(said, language, "Dagger 2-1").readings[0]

        assert reading.intent == "declare_emergency", said
        assert reading.slots["level"] == "mayday", said


def test_he_may_speak_of_himself_as_of_another(language: Language) -> None:
    reading = _hear("Dagger two one is on fire", language, "Dagger 2-1").readings[0]

    assert reading.intent == "declare_emergency"
    assert dict(reading.slots) == {"level": "emergency", "nature": "fire"}
