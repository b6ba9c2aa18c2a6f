"""What is said is understood as exactly what was meant, by every authority."""

from __future__ import annotations

from random import Random

import pytest

from engine.language.compile import Language
from engine.language.lexicon import Lexicon
from engine.language.verify import verify_directives
from engine.model.directive import ALL_STATIONS, DIRECTIVE_TYPES, Directive
from tests.language.values import another, random_directive

AUTHORITIES = ("icao", "faa", "ww2")
KINDS = tuple(DIRECTIVE_TYPES)


def meaning(
    directives: tuple[Directive, ...] | list[Directive],
) -> list[tuple[str, dict[str, object]]]:
    return [(one.kind, dict(one.slots)) for one in directives]


@pytest.mark.slow
@pytest.mark.parametrize("authority", AUTHORITIES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_directive_is_understood_as_it_was_meant(
    authority: str, kind: str, language: Language, batumi: Lexicon
) -> None:
    book, rng = language.phrasebook(authority), Random(f"{authority} {kind}")
    for _ in range(1000):
        meant = random_directive(kind, rng, batumi)

        said = book.say_directives([meant], callsign="Pony 1-1", lexicon=batumi)
        heard = book.understand(said, lexicon=batumi)

        assert (heard.callsign, heard.leftover) == ("Pony 1-1", ()), said
        assert meaning(heard.directives) == meaning([meant]), said


@pytest.mark.slow
@pytest.mark.parametrize("authority", AUTHORITIES)
def test_directives_in_one_transmission_are_told_apart(
    authority: str, language: Language, batumi: Lexicon
) -> None:
    book, rng = language.phrasebook(authority), Random(7)
    for _ in range(1000):
        meant = [random_directive(rng.choice(KINDS), rng, batumi) for _ in range(rng.randint(1, 4))]
        callsign = rng.choice([*batumi.callsigns, *batumi.formations])
        station = rng.choice(["", *batumi.stations])

        said = book.say_directives(meant, callsign=callsign, station_name=station, lexicon=batumi)
        verdict = verify_directives(
            said, meant, callsign=callsign, station_name=station, phrasebook=book, lexicon=batumi
        )

        assert verdict.ok, (said, verdict.differences)


@pytest.mark.parametrize("authority", AUTHORITIES)
def test_a_changed_slot_is_always_noticed(
    authority: str, language: Language, batumi: Lexicon
) -> None:
    book, rng = language.phrasebook(authority), Random(11)
    for kind in KINDS:
        for _ in range(6):
            meant = random_directive(kind, rng, batumi)
            said = book.say_directives([meant], callsign="Sockeye")
            for slot in meant.slots:
                changed = another(meant, slot, rng, batumi)

                verdict = verify_directives(
                    said, [changed], callsign="Sockeye", phrasebook=book, lexicon=batumi
                )

                assert not verdict.ok, (said, changed)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("Pony one one, heading one two zero, cleared to land.", "a clearance slipped in"),
        ("Pony one one, heading one two zero, runway one three.", "a runway slipped in"),
        ("Pony one one, heading one two zero five.", "a digit too many"),
        ("Pony one one, heading one two one.", "another number"),
        ("Pony one two, heading one two zero.", "another aircraft"),
        ("Heading one two zero.", "nobody is called"),
        ("Pony one one, Batumi Tower, heading one two zero.", "a station slipped in"),
        ("Pony one one, turn left heading one two zero.", "a turn slipped in"),
        ("Pony one one, do not fly heading one two zero.", "the opposite"),
        ("Pony one one, heading one two zero, descend to two thousand.", "a level slipped in"),
        ("", "nothing is said"),
    ],
)
def test_words_that_are_not_the_directive_are_refused(
    said: str, why: str, language: Language, batumi: Lexicon
) -> None:
    meant = [Directive("vector", {"heading_deg_mag": 120}, "test")]

    verdict = verify_directives(
        said, meant, callsign="Pony 1-1", phrasebook=language.phrasebook("icao"), lexicon=batumi
    )

    assert not verdict.ok, why
    assert verdict.differences


def test_a_broadcast_names_its_station(language: Language, batumi: Lexicon) -> None:
    meant = [Directive("stop_transmitting", {}, "test")]
    book = language.phrasebook("icao")

    said = book.say_directives(meant, callsign=ALL_STATIONS, station_name="Batumi Approach")

    assert said == "All stations, Batumi Approach, stop transmitting, mayday."
    heard = book.understand(said, lexicon=batumi)
    assert (heard.callsign, heard.station) == (ALL_STATIONS, "Batumi Approach")
    assert meaning(heard.directives) == meaning(meant)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "Pony 11 Batumi Approach turn left heading 120 descend to 2,000 feet",
            [
                ("vector", {"turn": "left", "heading_deg_mag": 120}),
                ("level", {"verb": "descend", "altitude_ft": 2000}),
            ],
        ),
        (
            "Pony11, contact Batumi ground, 121.9",
            [("contact", {"station": "Batumi Ground", "frequency_hz": 121_900_000})],
        ),
        (
            "pony 1-1, QNH 1013 wind 090 degrees 5 knots",
            [
                ("altimeter", {"qnh_hpa": 1013}),
                ("wind", {"wind_from_deg_mag": 90, "wind_speed_kt": 5}),
            ],
        ),
        (
            "Pony 11 3 miles from touchdown slightly left of track right heading 128 descend 1000",
            [
                (
                    "range_call",
                    {
                        "range_nm": 3,
                        "deviation": "slightly_left",
                        "turn": "right",
                        "heading_deg_mag": 128,
                        "verb": "descend",
                        "altitude_ft": 1000,
                    },
                )
            ],
        ),
        (
            "Pony one one cleared surveillance approach runway one three six miles from touchdown",
            [("cleared_approach", {"approach": "asr", "runway": "13", "range_nm": 6})],
        ),
        (
            "Pony one one, runway one three, clear to land.",
            [("cleared_to_land", {"runway": "13"})],
        ),
    ],
)
def test_what_a_recogniser_writes_of_our_words_is_understood(
    text: str, wanted: list[tuple[str, dict[str, object]]], language: Language, batumi: Lexicon
) -> None:
    heard = language.phrasebook("icao").understand(text, lexicon=batumi)

    assert heard.callsign == "Pony 1-1"
    assert meaning(heard.directives) == wanted
    assert heard.complete
