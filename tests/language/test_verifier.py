"""No words are keyed that say more, less or something else than was decided."""

from __future__ import annotations

from random import Random

import pytest

from engine.language.compile import Language
from engine.language.keyed_text import number_runs
from engine.language.lexicon import Lexicon
from engine.language.normalise import FILLERS
from engine.language.verify import Verdict, verify_directives
from engine.model.directive import DIRECTIVE_TYPES, Directive
from tests.language.values import random_directive

AUTHORITIES = ("icao", "faa", "ww2")
_VECTOR = Directive("vector", {"turn": "left", "heading_deg_mag": 120}, "test")
_LEVEL = Directive("level", {"verb": "descend", "altitude_ft": 2500}, "test")
_CONTACT = Directive("contact", {"station": "Batumi Tower", "frequency_hz": 118_600_000}, "test")
_LAND = Directive("cleared_to_land", {"runway": "13"}, "test")

# The edits of one word that leave the meaning as it is. Any other must be refused.
_MAY_BE_LEFT_OUT = frozenset(
    {
        *("to", "of", "i", "and", "are", "the", "then", "at", "on", "be", "is", "this"),
        *("knots", "degrees", "hectopascals", "pan", "turn", "fly", "maintain", "vectoring"),
    }
)
"""Little words, a unit that only one quantity has, and verbs that the rest implies."""
_MAY_BE_ADDED = frozenset(
    {"the", "a", "of", "and", "please", "feet", "at", "turn", "fly", "on", "sockeye"}
)
_MEAN_THE_SAME = frozenset(
    frozenset(pair.split())
    for pair in (
        *(
            "mile miles",
            "clear cleared",
            "point decimal",
            "pancake land",
            "twenty two",
            "eighty eight",
            "at degrees",
        ),
        *("second seconds", "knot knots", "niner nine"),
    )
)
_VOCABULARY = (
    *("not", "do", "negative", "no", "without", "never", "cancel", "disregard", "if", "after"),
    *("until", "correction", "unless", "except", "left", "right", "climb", "descend", "miles"),
    *("knots", "degrees", "feet", "hundred", "thousand", "decimal", "point", "zero", "one", "two"),
    *("four", "for", "to", "five", "niner", "eight", "tower", "approach", "runway", "heading"),
    *("cleared", "land", "contact", "hold", "maintain", "wind", "visual", "colt", "maybe", "i"),
    *("you", "my", "am", "be", "then", "now", "so", "just", "please", "the", "a", "of", "and"),
)


def _judge(said: str, meant: list[Directive], language: Language, lexicon: Lexicon) -> Verdict:
    return verify_directives(
        said, meant, callsign="Pony 1-1", phrasebook=language.phrasebook("icao"), lexicon=lexicon
    )


def _bare(word: str) -> str:
    return word.lower().strip(",.?")


def _keeps_the_meaning(before: list[str], after: list[str]) -> bool:
    """Tell whether an edit of one word is one of the few that change nothing."""
    old, new = [_bare(one) for one in before], [_bare(one) for one in after]
    if sorted(old) == sorted(new):
        # little words may stand elsewhere; a word of weight may not pass another
        small = FILLERS | {"then", "is", "turn"}
        return [one for one in old if one not in small] == [one for one in new if one not in small]
    lost = list(old)
    added = []
    for one in new:
        if one in lost:
            lost.remove(one)
        else:
            added.append(one)
    if len(lost) == len(added) == 1 and frozenset((lost[0], added[0])) in _MEAN_THE_SAME:
        return True
    # "runway zero seven" is runway seven
    lost = [one for one in lost if one != "zero"]
    return set(lost) <= _MAY_BE_LEFT_OUT and set(added) <= _MAY_BE_ADDED


def _edited(words: list[str], rng: Random) -> list[str]:
    at = rng.randrange(len(words))
    kind = rng.choice(("replace", "insert", "drop", "swap", "repeat"))
    if kind == "replace":
        return [*words[:at], rng.choice(_VOCABULARY), *words[at + 1 :]]
    if kind == "insert":
        return [*words[:at], rng.choice(_VOCABULARY), *words[at:]]
    if kind == "drop":
        return [*words[:at], *words[at + 1 :]]
    if kind == "repeat":
        return [*words[:at], words[at], *words[at:]]
    other = rng.randrange(len(words))
    swapped = list(words)
    swapped[at], swapped[other] = swapped[other], swapped[at]
    return swapped


@pytest.mark.slow
@pytest.mark.parametrize("authority", AUTHORITIES)
def test_no_edit_that_changes_the_meaning_is_accepted(
    authority: str, language: Language, batumi: Lexicon
) -> None:
    book, rng = language.phrasebook(authority), Random(f"edits {authority}")
    accepted = []
    for kind in DIRECTIVE_TYPES:
        for _ in range(25):
            meant = [random_directive(kind, rng, batumi)]
            callsign = rng.choice(("Pony 1-1", "Sockeye", "203"))
            words = book.say_directives(meant, callsign=callsign, lexicon=batumi).split()
            for _ in range(12):
                edited = _edited(words, rng)
                if _keeps_the_meaning(words, edited):
                    continue
                verdict = verify_directives(
                    " ".join(edited), meant, callsign=callsign, phrasebook=book, lexicon=batumi
                )
                if verdict.ok:
                    accepted.append((" ".join(words), " ".join(edited)))
                else:
                    assert all(verdict.differences)

    assert accepted == []


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("Pony one one, turn left heading one two zero, cleared to land.", "cleared"),
        ("Pony one one, do not turn left heading one two zero.", "'not'"),
        ("Pony one one, don't turn left heading one two zero.", '"don\'t"'),
        ("Pony one one, turn left heading two one zero.", "120"),
        ("Pony one one, turn left heading 210.", "120"),
        ("Pony one one, turn right heading one two zero.", "'right'"),
        ("Pony one one, turn left heading one two zero, runway one three.", "13"),
        ("Pony one two, turn left heading one two zero.", "Pony 1-2"),
        ("Turn left heading one two zero.", "nobody"),
        ("Pony one one, turn left heading one two zero degrees for spacing.", ""),
        ("Pony one one, turn left heading one two.", "12"),
        ("Pony one one, turn left", ""),
        ("Pony one one, turn left heading", ""),
        ("Pony one one, turn left heading one two zero (cleared to land).", "'('"),
        ("Pony one one, turn left heading one two zero [cleared to land].", "'['"),
        ("Pony one one, turn left heading one two zero <break/>.", "'<'"),
        ("**Pony one one**, turn left heading one two zero.", "'*'"),
        ("1. Pony one one, turn left heading one two zero.", ""),
        ("`Pony one one`, turn left heading one two zero.", "'`'"),
        ("Pony one one, turn left heading one two zero ✈", "'✈'"),
        ("Pony one one, turn left heading one two zero. 左转", "'左'"),
        ("Pony one one, turn left heading -120.", "'-'"),
        ("Pony one one: turn left heading one two zero; cleared to land.", "';'"),
        ("Pony one one, turn left heading one two zero" + " please" * 300, "200 words"),
        ("Sure! Pony one one, turn left heading one two zero.", "'!'"),
        ("Okay, here is your clearance, Pony one one, turn left heading one two zero.", ""),
        ("Pony one one, hope you are well, turn left heading one two zero, enjoy the flight.", ""),
        ("I'm sorry, I can't help with that.", ""),
        ("Pony one one, turn left heading one two zero, correction, one three zero.", ""),
        ("Pony one one, turn left heading one two zero, disregard.", "disregard"),
        ("Pony one one, turn left heading one two zero when able.", "'when'"),
        ("Pony one one, term left heading one two zero.", "'term'"),
        ("Pony one one, turn left adding one two zero.", "'adding'"),
        ("Pony one one, turn left heading one to zero.", ""),
        ("", "nobody"),
        ("   ", "nobody"),
    ],
)
def test_words_that_try_to_pass_for_a_vector_are_refused_with_a_reason(
    said: str, reason: str, language: Language, batumi: Lexicon
) -> None:
    verdict = _judge(said, [_VECTOR], language, batumi)

    assert not verdict.ok, said
    assert reason in " ".join(verdict.differences)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("Pony one one, descend to two thousand.", _LEVEL),
        ("Pony one one, descend to two thousand five.", _LEVEL),
        ("Pony one one, descend to five thousand two hundred.", _LEVEL),
        ("Pony one one, descend to 2500 metres.", _LEVEL),
        ("Pony one one, descend to flight level two five.", _LEVEL),
        ("Pony one one, descend to angels two.", _LEVEL),
        ("Pony one one, climb to two thousand five hundred.", _LEVEL),
        ("Pony one one, descend to two two thousand five hundred.", _LEVEL),
        ("Pony one one, contact Batumi Ground on one one eight decimal six.", _CONTACT),
        ("Pony one one, contact Batumi Tower on one one eight decimal six five.", _CONTACT),
        ("Pony one one, contact Batumi Tower on one one six decimal eight.", _CONTACT),
        ("Pony one one, contact Batumi Tower.", _CONTACT),
        ("Pony one one, runway one three left, cleared to land.", _LAND),
        ("Pony one one, runway three one, cleared to land.", _LAND),
        ("Pony one one, runway one three, not cleared to land.", _LAND),
        ("Pony one one, runway one three and three one, cleared to land.", _LAND),
        ("Pony one one, runway one three, continue approach.", _LAND),
        ("Pony one one, runway one three, cleared to land after the Hornet.", _LAND),
    ],
)
def test_another_number_or_another_thing_is_refused(
    said: str, meant: Directive, language: Language, batumi: Lexicon
) -> None:
    verdict = _judge(said, [meant], language, batumi)

    assert not verdict.ok, said
    assert verdict.differences


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("PONY ONE ONE, TURN LEFT HEADING ONE TWO ZERO.", _VECTOR),
        ("pony 1-1 turn left heading 120", _VECTOR),
        ("Pony 11, left heading one two zero, please.", _VECTOR),
        ("Pony one one, descend to 2,500.", _LEVEL),
        ("Pony one one, descend to two thousand five hundred feet.", _LEVEL),
        ("Pony one one, contact Batumi Tower, 118.6.", _CONTACT),
        ("Pony one one, contact Batumi Tower one one eight point six.", _CONTACT),
        ("Pony one one, runway 13, cleared to land.", _LAND),
    ],
)
def test_other_words_for_the_same_are_accepted(
    said: str, meant: Directive, language: Language, batumi: Lexicon
) -> None:
    verdict = _judge(said, [meant], language, batumi)

    assert verdict.ok, verdict.differences


def test_what_was_decided_must_all_be_said_and_in_its_order(
    language: Language, batumi: Lexicon
) -> None:
    left, down = "turn left heading one two zero", "descend to two thousand five hundred"

    assert _judge(f"Pony one one, {left}. {down}.", [_VECTOR, _LEVEL], language, batumi).ok
    assert not _judge(f"Pony one one, {left}.", [_VECTOR, _LEVEL], language, batumi).ok
    assert not _judge(f"Pony one one, {left}. {down}.", [_VECTOR], language, batumi).ok
    assert not _judge(f"Pony one one, {down}. {left}.", [_VECTOR, _LEVEL], language, batumi).ok
    assert not _judge(f"Pony one one, {left}. {left}.", [_VECTOR], language, batumi).ok


@pytest.mark.parametrize(
    ("callsign", "station"),
    [
        ("Enfield 2-1", "McCarran International Approach"),
        ("McDuff 1-1", "LaGuardia Tower"),
        ("PonyFlight 1-1", "Batumi Tower"),
    ],
)
def test_a_name_with_a_capital_within_it_is_heard_as_it_is_said(
    callsign: str, station: str, language: Language
) -> None:
    phrasebook = language.phrasebook("icao")
    lexicon = Lexicon(callsigns=(callsign,), stations={station: ()})
    said = phrasebook.say_directives([_VECTOR], callsign=callsign, station_name=station)

    judged = verify_directives(
        said,
        [_VECTOR],
        callsign=callsign,
        station_name=station,
        phrasebook=phrasebook,
        lexicon=lexicon,
    )

    assert judged.ok, judged


def test_a_name_may_hold_what_a_voice_is_told_how_to_say(language: Language) -> None:
    station = "Smith & Sons Tower"
    lexicon = Lexicon(callsigns=("Pony 1-1",), stations={station: ()})
    meant = Directive("contact", {"station": station, "frequency_hz": 118_600_000}, "test")
    said = language.phrasebook("icao").say_directives([meant], callsign="Pony 1-1")

    assert _judge(
        said.upper().replace("SMITH & SONS TOWER", station), [meant], language, lexicon
    ).ok


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("heading one two zero", "heading 120", True),
        ("two thousand five hundred", "2,500", True),
        ("two thousand five hundred", "2500", True),
        ("one one thousand", "11,000", True),
        ("twenty five", "two five", True),
        ("one one eight decimal six zero zero", "118.6", True),
        ("runway zero seven", "runway 7", True),
        ("Pony 1-1", "Pony one one", True),
        ("four decimal two thousand", "4,200", True),
        ("zero seven zero", "seven zero", False),
        ("heading one two zero", "heading one two, zero", False),
        ("angels five", "five", False),
        ("four one thousand three hundred", "four one three hundred", False),
        ("one one eight decimal six", "one one eight decimal six five", False),
        ("two two thousand", "two, two thousand", False),
        ("missed approach point four", "missed approach four", True),
        ("decimal point decimal", "nothing", True),
    ],
)
def test_numbers_are_compared_as_they_are_heard(one: str, other: str, same: bool) -> None:
    assert (number_runs(one) == number_runs(other)) is same
