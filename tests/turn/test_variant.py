"""Batumi of 1944 on the air: its own words and stations, and no radar to bring anybody down."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.profile.loader import load_theatre_or_raise
from engine.resources import profiles_dir
from engine.service.build import make_desk, make_language
from engine.store import MemoryEventLog
from engine.turn.desk import Desk
from tests.turn import rig

KEY = "batumi-1944"


@pytest.fixture(scope="module")
def desk() -> Desk:
    whole = load_theatre_or_raise(profiles_dir() / "caucasus").standing(KEY)
    theatre = replace(whole, fields={KEY: whole.fields[KEY]})
    desk = make_desk(theatre, MemoryEventLog(), language=make_language(theatre))
    desk.step(0, [rig.radio()])
    for second in range(1, 5):
        desk.step(second * 1000, [rig.sweep(float(second))])
    return desk


def test_1944_answers_in_its_words_and_refuses_what_needs_a_radar(desk: Desk) -> None:
    calls = {
        "Batumi Homer, Pony one one, radio check": "Batumi Homer, receiving you strength five.",
        "Batumi Homer, Pony one one, request radar approach": "I do not have you",
        "Batumi Homer, Pony one one, request NDB approach": "I do not have you",
    }
    for number, (call, answer) in enumerate(calls.items(), start=1):
        now = 5_000 + number * 20_000
        heard = rig.heard(
            call,
            number=number,
            station=f"{KEY}/approach",
            started_ms=now - 2_000,
            ended_ms=now - 100,
        )
        said = [spoken.words for spoken in desk.step(now, [heard]).spoken]
        for second in range(1, 8):
            said += [one.words for one in desk.step(now + second * 1000, []).spoken]

        assert any(answer in words for words in said), (call, said)
        assert not any("vector" in words for words in said)
