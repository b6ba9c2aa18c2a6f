"""Numbers, names and words as they are said and as recognition writes them."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.language.compile import Language
from engine.language.lexer import Vocabulary, tokens_of
from engine.language.lexicon import Lexicon, spoken_callsign
from engine.language.match import best_name
from engine.language.normalise import words_of
from engine.language.numbers import ICAO, NumberStyle
from engine.language.pilot import PilotVoice
from engine.model.call import Hypothesis
from engine.model.directive import Directive

FAA = NumberStyle(decimal="point", frequency_decimals=2, leading_zero=False)
WW2 = NumberStyle(angels=True, letters_1943=True)


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        (ICAO.altitude(800), "eight hundred"),
        (ICAO.altitude(3400), "three thousand four hundred"),
        (ICAO.altitude(12000), "one two thousand"),
        (ICAO.altitude(17500), "one seven thousand five hundred"),
        (ICAO.altitude_digits(732), "seven three two"),
        (WW2.altitude(10000), "angels ten"),
        (WW2.altitude(22000), "angels twenty two"),
        (WW2.altitude(2500), "two thousand five hundred"),
        (ICAO.heading(63), "zero six three"),
        (ICAO.heading(360), "three six zero"),
        (ICAO.heading(0), "three six zero"),
        (ICAO.runway("09L"), "zero niner left"),
        (ICAO.runway("03"), "zero three"),
        (FAA.runway("03"), "three"),
        (ICAO.frequency(133_000_000), "one three three decimal zero"),
        (ICAO.frequency(118_050_000), "one one eight decimal zero five zero"),
        (ICAO.frequency(124_425_000), "one two four decimal four two five"),
        (ICAO.frequency(30_000_000), "three zero decimal zero"),
        (FAA.frequency(135_275_000), "one three five point two seven"),
        (FAA.frequency(369_000_000), "three six niner point zero"),
        (ICAO.squawk("2651"), "two six five one"),
        (ICAO.pressure(1013), "one zero one three"),
        (ICAO.pressure(998), "niner niner eight hectopascals"),
        (ICAO.pressure(1000), "one zero zero zero"),
        (ICAO.pressure_in(2992), "two niner niner two"),
        (ICAO.distance(1), "one mile"),
        (ICAO.distance(12), "one two miles"),
        (ICAO.distance_tenths(5), "zero decimal five miles"),
        (ICAO.seconds(15), "fifteen seconds"),
        (ICAO.letter("A"), "alfa"),
        (WW2.letter("A"), "able"),
        (spoken_callsign("Colt 1-1"), "Colt one one"),
        (spoken_callsign("203"), "two zero three"),
    ],
)
def test_quantities_are_said_like_a_controller(said: str, wanted: str) -> None:
    assert said == wanted


def shapes(text: str, lexicon: Lexicon | None = None) -> list[tuple[str, str]]:
    tokens = tokens_of(text, lexicon=lexicon or Lexicon(), vocabulary=Vocabulary())
    return [(one.types[0], one.text) for one in tokens if one.is_number]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("11,000", [("THOU", "11000")]),
        ("1-0,000", [("THOU", "10000")]),
        ("one zero thousand", [("THOU", "10000")]),
        ("1-4 thousand", [("THOU", "14000")]),
        ("three thousand five hundred", [("THOU", "3500")]),
        ("three five hundred", [("THOU", "3500")]),
        ("tree thousand", [("THOU", "3000")]),
        ("one six zero tree thousand five hundred", [("D3", "160"), ("THOU", "3500")]),
        ("heading one two zero one zero thousand", [("D3", "120"), ("THOU", "10000")]),
        ("climb two one two thousand", [("THOU", "12000")]),
        ("1.6 for 5", [("DEC", "1.6"), ("D1", "5")]),
        ("two point five for eight", [("DEC", "2.5"), ("D1", "8")]),
        ("123.3", [("DEC", "123.3")]),
        ("1, 2, 3, decimal, 3", [("DEC", "123.3")]),
        ("1 2 3 point 3", [("DEC", "123.3")]),
        ("one two four decimal four two five", [("DEC", "124.425")]),
        ("4, 6, 1, 2", [("D4", "4612")]),
        ("squawk 5 two six 1", [("D4", "5261")]),
        ("0-9-0", [("D3", "090")]),
        ("forty five", [("D2", "45")]),
        ("two oh four", [("D3", "204")]),
        ("QNH one zero one three, one two miles", [("D4", "1013"), ("D2", "12")]),
        ("heading 120 2000", [("D3", "120"), ("D4", "2000")]),
        ("heading one for zero", [("D3", "140")]),
        ("two thousand and one four zero", [("THOU", "2000"), ("D3", "140")]),
        ("ILS-13", [("D2", "13")]),
        ("21L", [("D2", "21")]),
    ],
)
def test_written_numbers_become_what_was_said(text: str, wanted: list[tuple[str, str]]) -> None:
    assert shapes(text) == wanted


@pytest.mark.parametrize("text", ["request to land", "for the field", "won the war", "too late"])
def test_words_that_sound_like_digits_stay_words(text: str) -> None:
    assert shapes(text) == []


@pytest.mark.parametrize(
    ("text", "callsign"),
    [
        ("Batumi Tower, this is Pony one one, radio check", "Pony 1-1"),
        ("Batumi Tower good evening it's Pony 11 with you", "Pony 1-1"),
        ("Batumi Tower, Pony11, radio check", "Pony 1-1"),
        ("Batumi Tower, Tony one one, radio check", "Pony 1-1"),
        ("Batumi Tower, pony one too, radio check", "Pony 1-2"),
        ("Batumi Tower, Sakai, radio check", "Sockeye"),
        ("Batumi Tower, sock eye, radio check", "Sockeye"),
        ("radio check, Pony one two", "Pony 1-2"),
        ("Batumi Tower, two zero three, radio check", "203"),
        ("Batumi Tower, Colt, radio check", "Colt 2-1"),
        ("Batumi Tower, Pony, radio check", None),
        ("Batumi Tower, Pony one three, radio check", None),
        ("Batumi Tower, Pony two one, radio check", None),
        ("Batumi Tower, level four, radio check", None),
        ("Batumi Tower, need two, radio check", None),
    ],
)
def test_a_callsign_is_one_that_is_live_or_none(
    text: str, callsign: str | None, language: Language, batumi: Lexicon
) -> None:
    assert language.hearing.hear(text, lexicon=batumi).callsign == callsign


def test_a_callsign_does_not_swallow_the_next_number(language: Language) -> None:
    lexicon = Lexicon(callsigns=("Hammer 1-1",))

    for text in ("Hammer one one three hundred", "hammer 113500", "Hammer 1-1, 3,500"):
        call = language.hearing.hear(f"{text} for two thousand", lexicon=lexicon)

        assert call.callsign == "Hammer 1-1", text
        assert call.readings[0].slots["altitude_ft"] == 2000


def test_digits_and_sides_are_never_fuzzy() -> None:
    assert best_name("bolt", ["colt", "dolt"]) is None
    tokens = tokens_of(
        "Colt one three", lexicon=Lexicon(callsigns=("Colt 1-1",)), vocabulary=Vocabulary()
    )
    assert all("CALLSIGN" not in one.types for one in tokens)


@pytest.mark.parametrize(
    "text", ["hammertaxi", "request tour of the island", "household", "Portland", "I will aboard"]
)
def test_no_keyword_is_found_inside_another_word(
    text: str, language: Language, batumi: Lexicon
) -> None:
    call = language.hearing.hear(text, lexicon=batumi)

    assert not call.understood or call.readings[0].intent == "none"


@pytest.mark.parametrize(
    ("text", "slot", "value"),
    [
        ("Pony one one, level three thousand, correction, four thousand", "altitude_ft", 4000),
        ("Pony one one, request ILS one three, correction, request PAR", "approach", "par"),
        ("Pony 1-1, request taxi runway one three, correction three one", "runway", "31"),
    ],
)
def test_a_correction_replaces(
    text: str, slot: str, value: object, language: Language, batumi: Lexicon
) -> None:
    call = language.hearing.hear(text, lexicon=batumi)

    assert call.readings[0].slots[slot] == value


def test_what_is_missing_is_named(language: Language, batumi: Lexicon) -> None:
    call = language.hearing.hear("Pony one one, marking mom 270 for 45", lexicon=batumi)

    assert call.readings[0].missing == ("altitude_ft",)


def test_each_slot_says_where_it_was_heard(language: Language, batumi: Lexicon) -> None:
    text = "Pony one one, request radar approach runway one three"

    reading = language.hearing.hear(text, lexicon=batumi).readings[0]

    start, end = reading.spans["runway"]
    assert text[start:end] == "one three"


def test_of_several_hypotheses_the_one_that_means_something_wins(
    language: Language, batumi: Lexicon
) -> None:
    heard = [
        Hypothesis("The two me approach, pony won one, require rate are a porch", -0.2),
        Hypothesis("Batumi Approach, Pony one one, request radar approach", -0.5),
    ]

    call = language.hearing.hear(heard, lexicon=batumi, likely_callsign="Pony 1-1")

    assert call.reading("request_approach") is not None
    assert call.callsign == "Pony 1-1"


@pytest.mark.parametrize(
    ("said", "misheard"),
    [
        ("Pony one one, turn left heading two seven zero", "Only one one turn left heading 270"),
        ("Pony one two, close it up", "Pony one two, request the ILS"),
        ("Overlord, Colt two one, bogey dope", "Batumi Tower, Colt two one, ready"),
    ],
)
def test_words_to_another_stand_against_a_worse_reading(
    said: str, misheard: str, language: Language, batumi: Lexicon
) -> None:
    heard = [Hypothesis(said, -3.0), Hypothesis(misheard, -5.0)]

    call = language.hearing.hear(heard, lexicon=batumi, likely_callsign="Pony 1-1")

    assert call.readings[0].intent == "none"


@pytest.mark.parametrize(
    "text",
    ["not ready for departure", "we do not request the approach", "never going around"],
)
def test_what_is_denied_is_not_done(text: str, language: Language, batumi: Lexicon) -> None:
    call = language.hearing.hear(f"Batumi Tower, Pony one one, {text}", lexicon=batumi)

    intents = {one.intent for one in call.readings}
    assert not intents & {"request_takeoff", "request_approach", "report_missed"}


_FRAGMENTS = (
    *("pony", "one", "two", "request", "runway", "thousand", "decimal", "to", "for", "1.5"),
    *("batumi", "approach", "left", "mayday", ",", ".", "113,500", "1-1", "correction", "♪"),
)
_TEXT = st.one_of(
    st.text(max_size=400),
    st.lists(st.sampled_from(_FRAGMENTS), max_size=200).map(" ".join),
)


@settings(max_examples=150, deadline=None)
@given(text=_TEXT)
def test_any_text_is_heard_without_an_error(text: str, language: Language, batumi: Lexicon) -> None:
    call = language.hearing.hear(text, lexicon=batumi)
    language.phrasebook("icao").understand(text, lexicon=batumi)

    assert call.transcript == text
    for reading in call.readings:
        for start, end in reading.spans.values():
            assert 0 <= start <= end <= len(text)


@given(text=st.text(max_size=300))
@settings(max_examples=100, deadline=None)
def test_words_stand_where_they_say(text: str) -> None:
    for word in words_of(text):
        assert 0 <= word.start < word.end <= len(text)


def test_a_pilots_calls_are_heard_as_what_he_meant(language: Language, batumi: Lexicon) -> None:
    voice = PilotVoice(language.hearing.intents, language.phrasebook("icao"))
    rng = Random(5)
    calls = [
        ("radio_check", {}),
        ("check_in", {"altitude_ft": 6000, "atis": "B"}),
        ("request_approach", {"approach": "asr", "runway": "13"}),
        ("request_visual", {"runway": "31"}),
        ("request_taxi", {}),
        ("request_takeoff", {"runway": "13"}),
        ("report_holding_short", {"runway": "13"}),
        ("request_landing", {"atis": "K"}),
        ("report_missed", {}),
        ("report_landed", {}),
        ("report_in_sight", {"what": "runway"}),
        ("report_pattern", {"position": "final", "runway": "13"}),
        ("request_info", {"topic": "wind"}),
        ("report_altitude", {"altitude_ft": 4000}),
        ("declare_emergency", {"nature": "engine_failure"}),
        ("acknowledge", {}),
        ("say_again", {}),
        ("standby", {}),
        ("unable", {}),
        ("cancel", {}),
    ]
    for intent, slots in calls:
        text = voice.say_call(
            intent, slots, station="Batumi Approach", callsign="Pony 1-1", rng=rng
        )

        call = language.hearing.hear(text, lexicon=batumi)

        assert call.readings, text
        assert call.readings[0].intent == intent, text
        assert slots.items() <= call.readings[0].slots.items(), text
        assert call.callsign == "Pony 1-1", text


def test_one_mile_is_not_one_miles(language: Language) -> None:
    book = language.phrasebook("icao")

    said = book.body(Directive("identified", {"range_nm": 1, "direction": "N"}, "test"))

    assert said == "identified, one mile north"
