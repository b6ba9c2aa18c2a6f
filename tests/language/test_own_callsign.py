"""A radio's own callsign is known however it was damaged, and another's is never taken for it."""

from __future__ import annotations

import re

import pytest

from engine.language.compile import Language
from engine.language.lexer import tokens_of
from engine.language.lexicon import Lexicon, callsign_form
from tests.language.conftest import DATA

_STATIONS: dict[str, tuple[int, ...]] = {"Batumi Ground": (), "Batumi Tower": ()}
TWO = Lexicon(callsigns=("Enfield 2-1", "Springfield 1-1"), stations=_STATIONS)
MORE = Lexicon(
    callsigns=("Enfield 2-1", "Enfield 1-1", "Springfield 1-1", "Colt 2-1", "203", "204"),
    stations=_STATIONS,
)
OWN = "Enfield 2-1"


@pytest.mark.parametrize("lexicon", [TWO, MORE])
@pytest.mark.parametrize(
    ("text", "intent", "heard"),
    [
        ("Say again for Enfield zero one.", "say_again", "Enfield 0-1"),
        ("Enfield zero one, say again", "say_again", "Enfield 0-1"),
        ("Say again, Infield two one", "say_again", "Infield 2-1"),
        ("Enfield 2 too, say again", "say_again", "Enfield 2-2"),
        ("Enfield 2, ready for departure", "request_takeoff", "Enfield 2"),
        ("And field two one, unable", "unable", "Field 2-1"),
        ("Wilco Enfield one", "acknowledge", "Enfield 1"),
        ("Two one, unable", "unable", "2-1"),
        ("Roger two one", "acknowledge", "2-1"),
        ("Springfield two one, say again", "say_again", "Springfield 2-1"),
        ("Batumi Tower, banfield zero one, going around", "report_missed", "Banfield 0-1"),
        ("Batumi Tower, muffle two one, radio check", "radio_check", "Muffle 2-1"),
    ],
)
def test_his_own_callsign_is_known_however_it_is_damaged(
    text: str, intent: str, heard: str, lexicon: Lexicon, language: Language
) -> None:
    call = language.hearing.hear(text, lexicon=lexicon, likely_callsign=OWN)

    assert (call.readings[0].intent, call.callsign, call.heard) == (intent, OWN, heard)


@pytest.mark.parametrize(
    ("text", "callsign"),
    [
        ("Say again, Springfield one one", "Springfield 1-1"),
        ("Batumi Tower, Springfield 11, radio check", "Springfield 1-1"),
        ("Enfield one one, say again", "Enfield 1-1"),
        ("Batumi Tower, Cold two one, radio check", "Colt 2-1"),
        ("Batumi Tower, 203, radio check", "203"),
    ],
)
def test_the_name_of_another_live_aircraft_stays_his(
    text: str, callsign: str, language: Language
) -> None:
    assert language.hearing.hear(text, lexicon=MORE, likely_callsign=OWN).callsign == callsign


@pytest.mark.parametrize(
    ("text", "slots"),
    [
        ("Cleared to land runway two one", {"runway": "21"}),
        ("Turn left heading two one zero", {"heading_deg": 210}),
        ("Heading one two zero, Enfield zero one", {"heading_deg": 120}),
        ("Maintain two one thousand", {"altitude_ft": 21000}),
    ],
)
def test_numbers_of_the_call_are_not_his_name(
    text: str, slots: dict[str, object], language: Language
) -> None:
    reading = language.hearing.hear(text, lexicon=MORE, likely_callsign=OWN).readings[0]

    assert {name: reading.slots.get(name) for name in slots} == slots


@pytest.mark.parametrize("own", [None, OWN])
@pytest.mark.parametrize(
    ("text", "heard"),
    [
        ("Batumi Ground, Colt one two, clear of runway one three", "Colt 1-2"),
        ("Batumi Ground, this is Colt 12, clear of runway 13", "Colt 1-2"),
        ("Clear of runway one three, Colt one two", "Colt 1-2"),
        ("Colt one two, clear of runway one three", "Colt 1-2"),
        ("Batumi Ground, Speedbird one two three, clear of runway one three", "Speedbird 1-2-3"),
    ],
)
def test_the_digits_of_an_unknown_callsign_are_no_runway(
    text: str, heard: str, own: str | None, language: Language
) -> None:
    call = language.hearing.hear(text, lexicon=TWO, likely_callsign=own)

    assert (call.callsign, call.heard) == (None, heard)
    assert call.readings[0].intent == "report_landed"
    assert call.readings[0].slots == {"vacated": True, "runway": "13"}


def test_another_ship_called_at_the_head_is_not_us(language: Language) -> None:
    call = language.hearing.hear(
        "Springfield one one, say your position, Enfield two one", lexicon=MORE, likely_callsign=OWN
    )

    assert (call.readings[0].intent, call.callsign) == ("none", OWN)


def damaged(label: str) -> list[str]:
    """Return ways in which recognition breaks a callsign of a word and digits."""
    form = callsign_form(label)
    word, digits = " ".join(form.stem), form.digits
    last = "0" if digits[-1] != "0" else "9"
    ways = [f"{word} {digits[:-1]}{last}", f"{word[:-1]}{'m' if word[-1] != 'm' else 'n'} {digits}"]
    if len(digits) > 1:
        ways += [f"{word} {digits[-1]}", f"{word} {digits}{digits[-1]}", f"zq{word[1:]} {digits}"]
    return ways


def test_every_call_means_the_same_with_his_callsign_damaged(
    language: Language, roster: Lexicon
) -> None:
    """One name a lexicon, for what is damaged into another live name is that other's."""
    tried, wrong = 0, []
    for row in (DATA / "pilot-utterances.tsv").read_text(encoding="utf-8").splitlines():
        text, intent, _ = row.split("\t")
        whole = language.hearing.hear(text, lexicon=roster)
        label = whole.callsign
        if label is None or not re.fullmatch(r"[A-Z][a-z]+ \d(-\d)?", label) or intent == "none":
            continue
        lexicon = Lexicon(
            callsigns=(label,),
            stations=roster.stations,
            fixes=roster.fixes,
            plans=roster.plans,
            runways=roster.runways,
        )
        tokens = tokens_of(text, lexicon=lexicon, vocabulary=language.hearing.intents.vocabulary)
        spans = [(one.start, one.end) for one in tokens if one.values.get("CALLSIGN") == label]
        if len(spans) != 1:
            continue
        start, end = spans[0]
        for name in damaged(label):
            said = f"{text[:start]}{name}{text[end:]}"
            call = language.hearing.hear(said, lexicon=lexicon, likely_callsign=label)
            tried += 1
            if (call.readings[0].intent if call.readings else None, call.callsign) != (
                intent,
                label,
            ):
                wrong.append((said, intent, call.callsign, [one.intent for one in call.readings]))

    assert tried > 400
    assert len(wrong) <= 0.02 * tried, "\n".join(map(str, wrong))


@pytest.mark.parametrize(
    ("said", "own", "heard"),
    [
        ("Pan three twenty six clear of one three", "Panther 2-6", "Pan 3 2-6"),
        ("Pan three 26, clear of the active", "Panther 2-6", "Pan 3 2-6"),
    ],
)
def test_a_name_that_ran_into_a_digit_is_his(
    said: str, own: str, heard: str, language: Language
) -> None:
    lexicon = Lexicon(callsigns=(own, "Raven"))

    call = language.hearing.hear(said, lexicon=lexicon, likely_callsign=own)

    assert (call.callsign, call.heard) == (own, heard)
    assert call.readings[0].intent == "report_landed"
    assert call.readings[0].slots.get("runway") in {None, "13"}
