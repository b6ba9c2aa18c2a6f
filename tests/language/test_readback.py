"""A read-back is judged by its values, and every error is named by its item."""

from __future__ import annotations

from random import Random

import pytest

from engine.language.compile import Language
from engine.language.lexicon import Lexicon
from engine.language.pilot import PilotVoice
from engine.language.readback import expected_of, expected_of_text, judge
from engine.model.directive import DIRECTIVE_TYPES, Directive
from tests.language.conftest import DATA
from tests.language.values import another, random_directive

_DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "niner")
READ_BACK = (
    *("vector", "level", "altimeter", "contact", "cleared_approach", "cleared_to_land", "speed"),
    *("hold", "sequence", "go_around"),
)


def _label(said: str) -> str:
    """Return the callsign that begins an instruction, as a label."""
    words = said.split(",", maxsplit=1)[0].replace(" flight", "").split()
    stem = " ".join(word for word in words if word.lower() not in _DIGITS)
    digits = [str(_DIGITS.index(word.lower())) for word in words if word.lower() in _DIGITS]
    return f"{stem} {'-'.join(digits)}".strip() if stem else "".join(digits)


def _rows() -> list[tuple[str, str, str, str]]:
    text = (DATA / "readbacks.tsv").read_text(encoding="utf-8")
    return [tuple(row.split("\t")) for row in text.splitlines()]  # type: ignore[misc]


def _same(verdict: str, wanted: str) -> bool:
    kind, _, items = verdict.partition(":")
    wanted_kind, _, wanted_items = wanted.partition(":")
    return kind == wanted_kind and set(items.split(",")) == set(wanted_items.split(","))


def test_worked_read_backs_are_judged_as_they_should_be(language: Language) -> None:
    wrong = []
    for said, read_back, wanted, reason in _rows():
        callsign = _label(said)
        lexicon = Lexicon(
            callsigns=(callsign,),
            stations={
                f"{field} {role}": ()
                for field in ("Batumi", "Kutaisi", "Senaki", "Nellis")
                for role in ("Approach", "Tower", "Ground", "Departure")
            },
            fixes=("SPAM", "RONKA", "Kutaisi", "Senaki"),
            plans=("Ledger Two",),
        )
        book = language.phrasebook("faa" if "FAA profile" in reason else "icao")
        intents = language.hearing.intents
        expected = expected_of_text(
            said, callsign=callsign, phrasebook=book, intents=intents, lexicon=lexicon
        )

        text = "" if read_back == "(no transmission)" else read_back
        verdict = judge(text, expected, intents=intents, lexicon=lexicon, callsign_required=True)

        if not _same(verdict.summary, wanted):
            wrong.append((said, read_back, wanted, verdict.summary))
    assert len(_rows()) == 83
    assert wrong == []


@pytest.mark.parametrize("authority", ["icao", "faa", "ww2"])
@pytest.mark.parametrize("kind", READ_BACK)
def test_a_pilots_own_read_back_is_correct(
    authority: str, kind: str, language: Language, batumi: Lexicon
) -> None:
    book, rng = language.phrasebook(authority), Random(f"{authority} {kind}")
    voice = PilotVoice(language.hearing.intents, book)
    for _ in range(40):
        told = random_directive(kind, rng, batumi)
        expected = expected_of([told], callsign="Pony 1-1", phrasebook=book)

        said = voice.say_readback([told], callsign="Pony 1-1")
        verdict = judge(
            said,
            expected,
            intents=language.hearing.intents,
            lexicon=batumi,
            callsign_required=True,
        )

        assert verdict.correct, (told, said, verdict.summary)
        assert verdict.left.complete


@pytest.mark.parametrize("kind", READ_BACK)
def test_a_changed_item_is_wrong_by_its_name(
    kind: str, language: Language, batumi: Lexicon
) -> None:
    book, rng = language.phrasebook("icao"), Random(kind)
    voice = PilotVoice(language.hearing.intents, book)
    for _ in range(20):
        told = random_directive(kind, rng, batumi)
        for slot in [name for name in book.entries[kind].readback if name in told.slots]:
            changed = another(told, slot, rng, batumi)
            expected = expected_of([told], callsign="Pony 1-1", phrasebook=book)
            item = next(
                one.name
                for one in expected_of([changed], callsign="Pony 1-1", phrasebook=book).items
                if one not in expected.items
            )

            said = voice.say_readback([changed], callsign="Pony 1-1")
            verdict = judge(said, expected, intents=language.hearing.intents, lexicon=batumi)

            assert not verdict.correct, (told, said)
            assert item in verdict.wrong, (told, said, verdict.summary)


@pytest.mark.parametrize("kind", READ_BACK)
def test_an_acknowledgement_is_no_read_back(kind: str, language: Language, batumi: Lexicon) -> None:
    book = language.phrasebook("icao")
    told = random_directive(kind, Random(3), batumi)
    expected = expected_of([told], callsign="Pony 1-1", phrasebook=book)

    verdict = judge(
        "Roger, Pony one one.", expected, intents=language.hearing.intents, lexicon=batumi
    )

    wanted = {one.name for one in expected.items if one.required}
    assert set(verdict.missing) == wanted
    assert not verdict.wrong


def test_what_was_right_stays_right(language: Language, batumi: Lexicon) -> None:
    told = [
        Directive("vector", {"turn": "left", "heading_deg_mag": 120}, "test"),
        Directive("level", {"verb": "descend", "altitude_ft": 2000}, "test"),
    ]
    book, intents = language.phrasebook("icao"), language.hearing.intents
    expected = expected_of(told, callsign="Pony 1-1", phrasebook=book)

    first = judge("Left one two zero, Pony one one", expected, intents=intents, lexicon=batumi)
    second = judge("Three thousand, Pony one one", first.left, intents=intents, lexicon=batumi)
    third = judge("Two thousand", second.left, intents=intents, lexicon=batumi)

    assert first.missing == ("altitude",)
    assert second.wrong == ("altitude",)
    assert third.correct


def test_nothing_is_wanted_after_do_not_acknowledge(language: Language) -> None:
    told = [
        Directive("level", {"verb": "descend", "altitude_ft": 2000}, "test"),
        Directive("do_not_acknowledge", {}, "test"),
    ]

    expected = expected_of(told, callsign="Pony 1-1", phrasebook=language.phrasebook("icao"))

    assert expected.complete


def test_the_altimeter_must_come_back_by_icao_and_not_by_faa(language: Language) -> None:
    told = [Directive("altimeter", {"qnh_hpa": 1013}, "test")]

    by_icao = expected_of(told, callsign="Pony 1-1", phrasebook=language.phrasebook("icao"))
    by_faa = expected_of(told, callsign="Pony 1-1", phrasebook=language.phrasebook("faa"))

    assert [one.name for one in by_icao.items] == ["altimeter"]
    assert by_faa.complete


def test_every_read_back_item_belongs_to_a_directive(language: Language) -> None:
    for book in language.phrasebooks.values():
        for entry in book.entries.values():
            for name in entry.readback:
                assert name == "kind" or DIRECTIVE_TYPES[entry.type.name].slot(name)


def test_bare_numbers_answer_what_he_was_told(language: Language, batumi: Lexicon) -> None:
    told = [
        Directive("level", {"verb": "descend", "altitude_ft": 4000}, "test"),
        Directive("altimeter", {"qnh_hpa": 1013}, "test"),
    ]

    call = language.hearing.hear(
        "Four thousand, one zero one three, Pony one one", lexicon=batumi, told=told
    )

    assert [one.intent for one in call.readings] == ["readback"]
    assert call.readings[0].slots == {"altitude_ft": 4000, "qnh_hpa": 1013}


def test_two_altitudes_of_one_instruction_are_both_heard(
    language: Language, batumi: Lexicon
) -> None:
    told = [
        Directive("level", {"verb": "descend", "altitude_ft": 2000}, "test"),
        Directive(
            "missed_approach_instruction",
            {"straight_to_ft": 800, "turn": "left", "heading_deg_mag": 330, "altitude_ft": 3000},
            "test",
        ),
    ]

    call = language.hearing.hear(
        "Descend to two thousand, turn left heading three three zero, climb to three thousand, "
        "Pony one one.",
        lexicon=batumi,
        told=told,
    )

    heard = [one.slots.get("altitude_ft") for one in call.readings]
    assert set(heard) == {2000, 3000}


def test_a_request_stays_a_request_beside_a_read_back(language: Language, batumi: Lexicon) -> None:
    told = [Directive("vector", {"heading_deg_mag": 120}, "test")]

    call = language.hearing.hear(
        "Heading one two zero, request lower, Pony one one", lexicon=batumi, told=told
    )

    assert [one.intent for one in call.readings] == ["request_altitude", "readback"]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            "Hold present position, maintain 6,000, inbound 125, right turns, Pony one one.",
            Directive(
                "hold",
                {"altitude_ft": 6000, "turn": "right", "inbound_deg_mag": 125, "leg_min": 1},
                "test",
            ),
        ),
        ("Number two, Pony one one.", Directive("sequence", {"number": 2}, "test")),
        (
            "One two four decimal four two five, Pony one one.",
            Directive(
                "contact", {"station": "Batumi Approach", "frequency_hz": 124_425_000}, "test"
            ),
        ),
        (
            "Cleared radar approach runway one three, Pony one one.",
            Directive("cleared_approach", {"approach": "asr", "runway": "13", "range_nm": 9}, "t"),
        ),
        (
            "Write one two zero, to send two thousand, Pony one one",
            Directive("vector", {"turn": "right", "heading_deg_mag": 120}, "test"),
        ),
    ],
)
def test_other_pilots_words_are_as_good(
    said: str, told: Directive, language: Language, batumi: Lexicon
) -> None:
    book = language.phrasebook("icao")
    expected = expected_of([told], callsign="Pony 1-1", phrasebook=book)

    verdict = judge(
        said, expected, intents=language.hearing.intents, lexicon=batumi, callsign_required=True
    )

    assert verdict.correct, verdict.summary


def test_a_read_back_that_lost_its_first_word_is_no_request(
    language: Language, batumi: Lexicon
) -> None:
    told = [
        Directive("cleared_approach", {"approach": "asr", "runway": "13", "range_nm": 9}, "test")
    ]

    for text, intent in (
        ("radar approach runway one three, Pony one one", "readback"),
        ("request radar approach runway one three, Pony one one", "request_approach"),
    ):
        call = language.hearing.hear(text, lexicon=batumi, told=told)

        assert call.readings[0].intent == intent, text


@pytest.mark.parametrize(
    ("said", "heading_deg", "summary"),
    [
        ("Right, heading two zero three, Pony one one.", 203, "correct"),
        ("Right two zero three, Pony one one.", 203, "correct"),
        ("Two zero three on the right, Pony one one.", 203, "correct"),
        ("Right, two zero three.", 203, "correct"),
        ("Heading 203", 203, "correct"),
        ("Heading two zero three, Pony one one.", 30, "wrong:heading"),
    ],
)
def test_a_heading_may_be_somebodys_side_number(
    said: str, heading_deg: int, summary: str, language: Language, batumi: Lexicon
) -> None:
    told = Directive("vector", {"turn": "right", "heading_deg_mag": heading_deg}, "test")
    expected = expected_of([told], callsign="Pony 1-1", phrasebook=language.phrasebook("icao"))
    assert "203" in batumi.callsigns

    verdict = judge(said, expected, intents=language.hearing.intents, lexicon=batumi)

    assert verdict.summary == summary
