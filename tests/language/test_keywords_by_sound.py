"""Words that no phrase uses are the keyword they sound like, where there is one and it fits."""

from __future__ import annotations

import pytest

from engine.language.compile import Language
from engine.language.keywords_by_sound import KeywordsBySound
from engine.language.lexicon import Lexicon
from engine.language.tokens import Token, keyword

LEXICON = Lexicon(
    callsigns=("Enfield 1-1", "Uzi 1-1"), stations={"Batumi Tower": (), "Batumi Ground": ()}
)


@pytest.fixture(scope="module")
def sounds(language: Language) -> KeywordsBySound:
    intents = language.hearing.intents
    return KeywordsBySound(intents.known_terminals, intents.vocabulary)


def _types(sounds: KeywordsBySound, word: str) -> tuple[str, ...]:
    (token,) = sounds.in_place([Token((keyword(word),), 0, len(word), word)])
    return token.types


@pytest.mark.parametrize(
    ("heard", "meant"),
    [
        ("enbound", "inbound"),
        ("embound", "inbound"),
        ("impound", "inbound"),
        ("clarence", "clearance"),
    ],
)
def test_a_word_that_means_nothing_is_the_keyword_it_sounds_like(
    sounds: KeywordsBySound, heard: str, meant: str
) -> None:
    own, also = _types(sounds, heard)

    assert own == keyword(heard)
    assert meant.upper() in also


@pytest.mark.parametrize("word", ["loud", "here", "strawberry", "elephant"])
def test_a_word_that_is_short_or_like_nothing_stays_what_it_is(
    sounds: KeywordsBySound, word: str
) -> None:
    assert _types(sounds, word) == (keyword(word),)


def test_a_controllers_word_is_no_misheard_one_of_a_pilot(language: Language) -> None:
    order = "Enfield one one, vacate right, contact Ground one two one decimal niner"

    call = language.hearing.hear(order, lexicon=LEXICON)

    assert {one.intent for one in call.readings} == {"none"}


def test_a_name_is_no_misheard_keyword(sounds: KeywordsBySound) -> None:
    fix = Token((keyword("enbound"), "FIX"), 0, 7, "enbound", {"FIX": "ENBOUND"})

    assert sounds.in_place([fix]) == (fix,)


@pytest.mark.parametrize(
    ("said", "intent"),
    [
        ("Batumi Tower, Enfield one one, enbound for full stop", "request_landing"),
        ("Batumi Ground, Uzi one one, requesting clarence", "request_clearance"),
    ],
)
def test_a_call_with_a_misheard_keyword_means_what_he_said(
    language: Language, said: str, intent: str
) -> None:
    call = language.hearing.hear(said, lexicon=LEXICON)

    assert [one.intent for one in call.readings] == [intent]


@pytest.mark.parametrize(
    "said", ["the clarence was impound and enbound", "enbound", "Towers, loud and here"]
)
def test_chatter_is_not_made_a_call_by_what_it_sounds_like(language: Language, said: str) -> None:
    call = language.hearing.hear(said, lexicon=LEXICON)

    assert {one.intent for one in call.readings} == {"none"}
