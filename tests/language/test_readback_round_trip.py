"""Whatever was said, its read-back is judged right in any words, and wrong by the item that is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

import pytest

from engine.language.compile import Language
from engine.language.lexicon import Lexicon, spoken_callsign
from engine.language.phrasebook import Phrasebook
from engine.language.readback import Expected, Item, expected_of, judge
from engine.model.directive import DIRECTIVE_TYPES, Directive
from engine.model.slots import SlotType
from tests.language.values import another, random_directive

AUTHORITIES = ("icao", "faa", "ww2")
SETS = 1000
CALLSIGN = "Pony 1-1"
_READ_BACK = {
    "icao": frozenset(
        {
            *("vector", "level", "altimeter", "contact", "cleared_approach", "cleared_to_land"),
            *("speed", "hold", "sequence", "go_around"),
        }
    ),
    "faa": frozenset(
        {
            *("vector", "level", "contact", "cleared_approach", "cleared_to_land", "hold"),
            *("sequence", "go_around"),
        }
    ),
}
_READ_BACK["ww2"] = _READ_BACK["icao"]


@pytest.fixture(scope="module")
def no_side_numbers(batumi: Lexicon) -> Lexicon:
    """Nobody is 203 here, so that two zero three is a heading whatever stands around it."""
    return replace(batumi, callsigns=("Pony 1-1", "Pony 1-2", "Sockeye", "Colt 2-1"))


def _parts(item: Item, told: Directive, book: Phrasebook, rng: Random) -> str:
    """Return words by which a pilot may give back one item."""
    slot, value = item.slot, item.value
    if slot == "altitude_ft":
        words = book.quantity(SlotType.ALTITUDE, value)
        ways = [f"maintain {words}"]
        if not words.startswith("angels") and not words.endswith("feet"):
            ways.append(f"{words} feet")
        if value % 100 == 0:
            ways.append(words)
        return rng.choice(ways)
    if slot == "heading_deg":
        words = book.quantity(SlotType.HEADING, value)
        return rng.choice([f"heading {words}", f"heading {value:03d}", words])
    if slot == "inbound_deg":
        words = book.quantity(SlotType.HEADING, value)
        return rng.choice([f"inbound {words}", f"inbound track {words} degrees"])
    if slot == "frequency_mhz":
        words = book.quantity(SlotType.FREQUENCY, told.slots["frequency_hz"])
        return rng.choice([words, f"contact {told.slots['station']} {words}", f"switching {words}"])
    if slot == "qnh_hpa":
        words = book.quantity(SlotType.PRESSURE, value)
        return rng.choice([f"QNH {words}", f"QNH {value}", words])
    if slot == "altimeter_inhg":
        words = book.quantity(SlotType.PRESSURE_IN, told.slots["altimeter_inhg"])
        return rng.choice([f"altimeter {words}", f"altimeter {value:.2f}"])
    if slot == "speed_kt":
        return rng.choice([f"speed {value}", f"speed {book.quantity(SlotType.COUNT, value)} knots"])
    if slot == "runway":
        return f"runway {book.quantity(SlotType.RUNWAY, value)}"
    if slot == "approach":
        ways = book.entries[told.kind].words["approach"][str(value)]
        return rng.choice([f"cleared {ways[0]} approach", f"{ways[0]} approach"])
    words_of: Mapping[str, Sequence[str]] = {
        "clearance": ("cleared to land", "clear to land"),
        "turn": (str(value),),
        "turns": (f"{value} turns", f"{value} hand pattern"),
        "number": (f"number {value}", f"number {value} to land"),
        "intent": ("going around",),
    }
    return rng.choice(words_of[slot])


def _said(parts: Sequence[str], rng: Random) -> str:
    """Return a read-back of these parts, his callsign first or last, said or written."""
    name = rng.choice([spoken_callsign(CALLSIGN), "Pony 1-1", "pony 11"])
    body = ", ".join(parts)
    text = rng.choice([f"{body}, {name}", f"{name}, {body}", f"Roger, {body}, {name}", body])
    return rng.choice([text, f"{text[:1].upper()}{text[1:]}.", f"uh, {text}"])


def _whole(items: Sequence[Item], told: Directive, book: Phrasebook, rng: Random) -> dict[str, str]:
    return {item.name: _parts(item, told, book, rng) for item in items}


def _judge(said: str, expected: Expected, language: Language, lexicon: Lexicon):  # type: ignore[no-untyped-def]
    return judge(said, expected, intents=language.hearing.intents, lexicon=lexicon)


@pytest.mark.parametrize("authority", AUTHORITIES)
def test_every_directive_has_its_items_or_wants_none(authority: str, language: Language) -> None:
    book = language.phrasebook(authority)

    assert set(book.entries) == set(DIRECTIVE_TYPES)
    wanting = {kind for kind, entry in book.entries.items() if entry.readback}
    assert wanting == _READ_BACK[authority]


@pytest.mark.slow
@pytest.mark.parametrize("authority", AUTHORITIES)
@pytest.mark.parametrize("kind", sorted(_READ_BACK["icao"]))
def test_a_read_back_is_right_whole_and_wrong_by_its_item(
    authority: str, kind: str, language: Language, no_side_numbers: Lexicon
) -> None:
    batumi = no_side_numbers
    book, rng = language.phrasebook(authority), Random(f"back {authority} {kind}")
    for number in range(SETS):
        told = random_directive(kind, rng, batumi)
        expected = expected_of([told], callsign=CALLSIGN, phrasebook=book)
        if kind not in _READ_BACK[authority]:
            assert expected.complete
            continue
        parts = _whole(expected.items, told, book, rng)

        said = _said(list(parts.values()), rng)
        verdict = _judge(said, expected, language, batumi)
        assert verdict.correct, (told, said, verdict.summary)

        item = expected.items[number % len(expected.items)]
        said = _said([one for name, one in parts.items() if name != item.name], rng)
        verdict = _judge(said, expected, language, batumi)
        if item.required:
            assert item.name in verdict.missing, (told, said, verdict.summary)
            assert not verdict.wrong, (told, said, verdict.summary)
        else:
            assert verdict.correct, (told, said, verdict.summary)

        if item.slot == "intent":
            continue
        slot = (
            next(
                name
                for name in told.slots
                if name.removesuffix("_mag")
                .removesuffix("_hz")
                .startswith(
                    {"turns": "turn", "frequency_mhz": "frequency"}.get(item.slot, item.slot)
                )
            )
            if item.slot != "clearance"
            else ""
        )
        if not slot:
            continue
        changed = another(told, slot, rng, batumi)
        other = expected_of([changed], callsign=CALLSIGN, phrasebook=book)
        new = next(one for one in other.items if one.name == item.name)
        said = _said(
            [
                _parts(new, changed, book, rng) if name == item.name else one
                for name, one in parts.items()
            ],
            rng,
        )
        verdict = _judge(said, expected, language, batumi)
        assert verdict.wrong == (item.name,), (told, said, verdict.summary)
        assert item in verdict.left.items


@pytest.mark.slow
@pytest.mark.parametrize("authority", AUTHORITIES)
@pytest.mark.parametrize("kind", sorted(set(DIRECTIVE_TYPES) - _READ_BACK["icao"]))
def test_what_need_not_come_back_is_never_asked_for(
    authority: str, kind: str, language: Language, batumi: Lexicon
) -> None:
    book, rng = language.phrasebook(authority), Random(f"none {authority} {kind}")
    for _ in range(50):
        told = random_directive(kind, rng, batumi)
        expected = expected_of([told], callsign=CALLSIGN, phrasebook=book)

        for said in ("Roger, Pony one one", "Wilco", book.body(told), ""):
            verdict = _judge(said, expected, language, batumi)
            assert verdict.correct
            assert verdict.left.complete
