"""Read-backs: asked for once more, only where wrong or missing, and not for ever."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.control.strip import Readback, SaidDirective
from engine.language.compile import compile_language
from engine.language.lexicon import Lexicon
from engine.model.call import Call, Reading
from engine.model.slots import SlotValue
from engine.model.stimulus import Heard
from tests.control.flying import APPROACH, Plane, Sortie, caucasus, from_threshold

_THEATRE = caucasus()
_LANGUAGE = compile_language(_THEATRE.intents, _THEATRE.phraseology)
_LEXICON = Lexicon(
    callsigns=("Pony 1-1",),
    stations={one.name: () for one in _THEATRE.all_stations()},
    runways=("13", "31"),
)

Said = list[tuple[str, dict[str, SlotValue]]]


@pytest.fixture
def told() -> tuple[Sortie, Plane]:
    """Return an aircraft that was just told what to expect, and has not read it back."""
    plane = Plane("Pony 1-1", 11, from_threshold(12, 3), altitude_ft=5000.0)
    sortie = Sortie([plane])
    sortie.reads_back = False
    sortie.call(plane, "request_approach")
    sortie.run(30)
    strip = sortie.board.strips[plane.track_id]
    readback = Readback(
        station=APPROACH,
        directives=(
            SaidDirective("expect_approach", {"approach": "asr", "runway": "13"}),
            SaidDirective("altimeter", {"qnh_hpa": 1013}),
        ),
        wanted=((0, "runway"), (1, "qnh_hpa")),
        since_ms=sortie.now_ms,
        phase=strip.phase,
    )
    sortie.queue.clear()
    strips = {plane.track_id: replace(strip, readback=readback)}
    sortie.board = replace(sortie.board, strips=strips, pending={})
    return sortie, plane


def reply(sortie: Sortie) -> Said:
    return [
        (one.kind, dict(one.slots))
        for transmission in sortie.decisions[-1].transmissions
        for one in transmission.directives
    ]


def speak(sortie: Sortie, plane: Plane, words: str) -> Said:
    """Say it in words, as a recogniser would give them."""
    call: Call = _LANGUAGE.hearing.hear(words, lexicon=_LEXICON, expects_readback=True)
    heard = Heard(
        transmission_id="rx",
        guid=plane.guid,
        client_name=plane.name,
        unit_type=plane.type_name,
        unit_id=plane.unit_id,
        coalition=sortie.board.coalition,
        station=APPROACH,
        frequency_hz=124_425_000,
        started_ms=sortie.now_ms - 2000,
        ended_ms=sortie.now_ms,
        hypotheses=(),
    )
    sortie.tell(heard, call)
    return reply(sortie)


def test_a_right_read_back_closes_it_without_a_word(told: tuple[Sortie, Plane]) -> None:
    sortie, plane = told

    sortie.call(plane, "readback", qnh_hpa=1013, runway="13")

    assert reply(sortie) == []
    assert sortie.board.strips[plane.track_id].readback is None


@pytest.mark.parametrize(
    "words",
    [
        "QNH one zero one three, runway one three, Pony one one",
        "expecting radar approach runway one three, QNH one zero one three, Pony 1-1",
        "one zero one three, runway one three",
        "runway 13, 1013, Pony 11",
    ],
)
def test_a_right_read_back_in_words_is_right(told: tuple[Sortie, Plane], words: str) -> None:
    sortie, plane = told

    assert speak(sortie, plane, words) == []
    assert sortie.board.strips[plane.track_id].readback is None


def test_only_what_is_missing_is_asked_again(told: tuple[Sortie, Plane]) -> None:
    sortie, plane = told

    sortie.call(plane, "readback", runway="13")

    assert reply(sortie) == [("altimeter", {"qnh_hpa": 1013})]


def test_only_what_is_wrong_is_corrected(told: tuple[Sortie, Plane]) -> None:
    sortie, plane = told

    sortie.call(plane, "readback", qnh_hpa=1031, runway="13")

    assert reply(sortie) == [("readback_wrong", {}), ("altimeter", {"qnh_hpa": 1013})]


def test_what_was_right_stays_right(told: tuple[Sortie, Plane]) -> None:
    sortie, plane = told
    sortie.call(plane, "readback", runway="13")
    sortie.run(4)

    sortie.call(plane, "readback", qnh_hpa=1013)

    assert reply(sortie) == []
    assert sortie.board.strips[plane.track_id].readback is None


def test_roger_is_no_read_back(told: tuple[Sortie, Plane]) -> None:
    sortie, plane = told

    sortie.call(plane, "acknowledge", word="roger")

    assert ("altimeter", {"qnh_hpa": 1013}) in reply(sortie)


def test_he_is_asked_twice_and_then_left_alone(told: tuple[Sortie, Plane]) -> None:
    sortie, plane = told

    asked = []
    for _ in range(4):
        sortie.call(plane, "readback", qnh_hpa=1031, runway="13")
        asked.append(bool(reply(sortie)))
        sortie.run(4)

    assert asked == [True, True, False, False]


def test_a_read_back_is_not_judged_after_his_phase_has_changed(
    told: tuple[Sortie, Plane],
) -> None:
    sortie, plane = told
    strip = replace(sortie.board.strips[plane.track_id], phase="approach")
    letdown = {"batumi": plane.track_id}
    strips = {plane.track_id: strip}
    sortie.board = replace(sortie.board, strips=strips, letdown=letdown)

    sortie.call(plane, "readback", qnh_hpa=1031)

    assert "altimeter" not in [kind for kind, _ in reply(sortie)]


def test_a_repeated_request_inside_the_window_is_the_read_back(
    told: tuple[Sortie, Plane],
) -> None:
    sortie, plane = told
    queued = sortie.board.strips[plane.track_id].queued_ms

    sortie.call(
        plane,
        "request_approach",
        approach="asr",
        runway="13",
        also=(Reading("readback", {"qnh_hpa": 1013}),),
    )

    assert reply(sortie) == []
    assert sortie.board.strips[plane.track_id].queued_ms == queued


def test_on_the_talk_down_no_read_back_is_wanted() -> None:
    plane = Plane("Pony 1-1", 11, from_threshold(7, 4), altitude_ft=3000.0, heading=200.0)
    sortie = Sortie([plane])
    sortie.call(plane, "request_approach")

    sortie.run(900, lambda: sortie.board.strips[plane.track_id].mile_called == 5)
    assert sortie.board.strips[plane.track_id].readback is None
    sortie.call(plane, "acknowledge", word="roger")

    assert reply(sortie) == []
