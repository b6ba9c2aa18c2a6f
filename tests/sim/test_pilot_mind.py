"""What a virtual pilot does about what he hears."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.model.directive import Directive, directive
from engine.model.geometry import GridPoint
from engine.model.slots import SlotValue
from engine.sim.obedience import Limits
from engine.sim.orders import Flying, Orders
from engine.sim.own_callsign import callsign_likeness, is_own
from engine.sim.pilot_mind import Milestone, PilotMind, Situation
from engine.sim.pilot_speech import Self
from engine.sim.spoken_grammar import SpokenGrammar
from tests.sim.field import theatre
from tests.sim.spoken import phrasebook

BOOK = phrasebook()
GRAMMAR = SpokenGrammar.of(theatre(), BOOK, ["Pony 1-1", "Colt 2-1"])
LIMITS = Limits(approach_kt=120.0, minimum_kt=150.0, maximum_kt=330.0, field_elevation_ft=30.0)
NOW = Situation(
    now_ms=60_000,
    here=GridPoint(0.0, 0.0),
    altitude_ft=4000.0,
    heading_deg_mag=300,
    range_nm=7.0,
    direction="NW",
    runway_in_sight=False,
    airborne=True,
    stopped=False,
)


def _mind() -> PilotMind:
    return PilotMind(
        Self("Pony 1-1", "Mustang", "Seaside Approach", "12"),
        Orders(300, 4000.0, 220.0),
        limits=LIMITS,
        others=["Colt 2-1"],
    )


def _d(kind: str, **slots: SlotValue) -> Directive:
    return directive(kind, rule="test", facts=(), **slots)


def _hear(mind: PilotMind, *said: Directive, to: str = "Pony 1-1", now: Situation = NOW) -> str:
    words = BOOK.say_directives(said, callsign=to)
    answers = mind.hear(GRAMMAR.understand(words), words, now)
    return " ".join(one.words for one in answers)


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        (
            (_d("vector", turn="left", heading_deg_mag=120, reason="base"),),
            "Turn left heading one two zero, Pony one one.",
        ),
        (
            (_d("level", verb="descend", altitude_ft=2000), _d("speed", speed_kt=180)),
            "Descend two thousand, speed one eight zero knots, Pony one one.",
        ),
        ((_d("altimeter", qnh_hpa=1013),), "QNH one zero one three, Pony one one."),
        (
            (_d("cleared_to_land", runway="12"),),
            "Cleared to land runway one two, Pony one one.",
        ),
        (
            (_d("contact", station="Seaside Ground", frequency_hz=121_900_000),),
            "One two one decimal niner, Pony one one.",
        ),
        (
            (_d("expect_approach", approach="asr", runway="12"),),
            "Expect radar approach runway one two, Pony one one.",
        ),
        ((_d("identified", range_nm=7, direction="NW"),), "Roger, Pony one one."),
        (
            (
                _d(
                    "missed_approach_instruction",
                    straight_to_ft=800,
                    turn="left",
                    heading_deg_mag=324,
                    altitude_ft=3000,
                ),
            ),
            (
                "Straight ahead to eight hundred, turn left heading three two four, "
                "climb to three thousand, Pony one one."
            ),
        ),
        ((_d("standby"),), ""),
        ((_d("say_missing", item="altitude"),), "Pony one one, level four thousand."),
    ],
)
def test_he_reads_back(said: tuple[Directive, ...], answer: str) -> None:
    assert _hear(_mind(), *said) == answer


def test_he_flies_the_heading_at_once_and_the_level_after_a_moment() -> None:
    mind = _mind()

    _hear(
        mind,
        _d("vector", turn="right", heading_deg_mag=30),
        _d("level", verb="descend", altitude_ft=2000),
    )

    assert (mind.orders.heading_deg_mag, mind.orders.turn) == (30, "right")
    assert mind.orders.altitude_ft == 4000.0
    mind.look(replace(NOW, now_ms=NOW.now_ms + 6000), may_speak=False)
    assert mind.orders.altitude_ft == 2000.0


def test_he_leaves_alone_what_is_for_another() -> None:
    mind = _mind()

    answer = _hear(mind, _d("vector", heading_deg_mag=30), to="Colt 2-1")

    assert answer == ""
    assert mind.orders.heading_deg_mag == 300


@pytest.mark.parametrize(
    "heard", ["Pony one one", "Tony one one", "Pony 11", "Pony 1-1", "Bony 1 1"]
)
def test_a_damaged_callsign_is_still_his(heard: str) -> None:
    assert callsign_likeness(heard, "Pony 1-1") >= 0.7


@pytest.mark.parametrize("heard", ["Pony one two", "Colt two one", "Enfield one one"])
def test_another_callsign_is_not_his(heard: str) -> None:
    assert callsign_likeness(heard, "Pony 1-1") < 0.6


@pytest.mark.parametrize(
    ("heard", "others", "his"),
    [
        ("User 3-1", ["Springfield 1-1"], True),
        ("Using three one", ["Springfield 1-1"], True),
        ("User 3-1", ["Usher 3-1"], False),
        ("User 3-2", ["Springfield 1-1"], False),
        ("Colt 3-1", ["Springfield 1-1"], False),
    ],
)
def test_a_name_half_heard_is_his_when_nobody_else_has_its_digits(
    heard: str, others: list[str], his: bool
) -> None:
    assert is_own(heard, "Uzi 3-1", others) is his


@pytest.mark.parametrize(
    ("start", "answered"),
    [
        ("Bony one one,", True),
        ("Bony 1-1,", True),
        ("Pawning 11", True),
        ("Viper one one,", False),
        ("Bony one two,", False),
    ],
)
def test_a_clearance_to_a_name_half_heard_is_read_back(start: str, answered: bool) -> None:
    mind = _mind()
    words = f"{start} cleared surveillance approach runway one two, seven miles from touchdown."
    understood = GRAMMAR.understand(words)
    assert understood is not None
    assert understood.callsign is None

    answers = mind.hear(understood, words, NOW)

    assert bool(answers) is answered


def test_he_asks_again_for_what_he_did_not_catch() -> None:
    words = "Pony one one, blah blah"

    answers = _mind().hear(GRAMMAR.understand(words), words, NOW)

    assert [one.words for one in answers] == ["Say again for Pony one one."]


def test_after_do_not_acknowledge_he_answers_that_call_and_no_other() -> None:
    mind = _mind()

    first = _hear(
        mind,
        _d("cleared_approach", approach="asr", runway="12", range_nm=8),
        _d("do_not_acknowledge"),
    )
    second = _hear(
        mind,
        _d("range_call", range_nm=6, deviation="on_course", verb="descend", altitude_ft=1800),
        now=replace(NOW, altitude_ft=2000.0, range_nm=6.0),
    )

    assert first == "Cleared radar approach runway one two, Pony one one."
    assert second == ""
    assert mind.orders.altitude_ft == 1800.0


def test_he_does_not_believe_a_talk_down_altitude_far_below_the_path() -> None:
    mind = _mind()

    _hear(
        mind,
        _d("range_call", range_nm=6, deviation="on_course", verb="descend", altitude_ft=300),
        now=replace(NOW, altitude_ft=2000.0),
    )

    assert mind.orders.altitude_ft == 4000.0


@pytest.mark.parametrize(
    ("verb", "altitude_ft", "flown_ft"),
    [
        ("climb", 700, 4000.0),
        ("climb", 3400, 4000.0),
        ("climb", 5000, 5000.0),
        ("descend", 400, 4000.0),
        ("descend", 5000, 4000.0),
        ("descend", 2400, 2400.0),
        ("maintain", 4000, 4000.0),
    ],
)
def test_a_level_that_is_no_climb_or_descent_is_read_back_and_not_flown(
    verb: str, altitude_ft: int, flown_ft: float
) -> None:
    mind = _mind()

    said = _hear(mind, _d("level", verb=verb, altitude_ft=altitude_ft))
    mind.look(replace(NOW, now_ms=NOW.now_ms + 30_000), may_speak=False)

    assert said != ""
    assert mind.orders.altitude_ft == flown_ft


def _on_short_final(*, cleared: bool = True) -> PilotMind:
    mind = _mind()
    _hear(
        mind,
        _d(
            "missed_approach_instruction",
            straight_to_ft=800,
            turn="left",
            heading_deg_mag=324,
            altitude_ft=3000,
        ),
        _d("cleared_approach", approach="asr", runway="12", range_nm=8),
    )
    if cleared:
        _hear(mind, _d("cleared_to_land", runway="12"))
    return mind


def test_he_lands_by_eye_when_he_sees_the_runway() -> None:
    mind = _on_short_final()

    mind.look(replace(NOW, range_nm=1.2, runway_in_sight=True), may_speak=True)

    assert mind.orders.flying is Flying.VISUAL


def test_he_goes_around_when_he_does_not_see_it() -> None:
    mind = _on_short_final()

    said = mind.look(replace(NOW, range_nm=0.45), may_speak=False)

    assert [one.words for one in said] == ["Seaside Approach, Pony one one, going around."]
    assert mind.orders.flying is Flying.MISSED
    assert Milestone.CLEARED not in mind.milestones


def test_he_asks_for_the_runway_once_when_nobody_gave_it() -> None:
    mind = _on_short_final(cleared=False)
    near = replace(NOW, range_nm=1.7, runway_in_sight=True)

    first = mind.look(near, may_speak=True)
    second = mind.look(near, may_speak=True)

    assert "request landing clearance" in first[0].words
    assert second == []


def test_told_to_go_around_he_does() -> None:
    mind = _on_short_final()

    answer = _hear(mind, _d("go_around", reason="traffic"))

    assert answer == "Seaside Approach, Pony one one, going around."
    assert mind.orders.flying is Flying.MISSED


def test_an_unanswered_call_is_made_again_and_then_given_up() -> None:
    mind = _mind()
    said = 0
    for second in range(140):
        now = replace(NOW, now_ms=second * 1000)
        for one in mind.look(now, may_speak=True):
            said += 1
            mind.spoke(one, now.now_ms)

    assert 4 <= said <= 7


def test_clear_of_the_runway_he_calls_where_he_was_sent() -> None:
    mind = _mind()
    down = replace(NOW, airborne=False, range_nm=0.5)
    mind.look(down, may_speak=True)
    _hear(mind, _d("contact", station="Seaside Ground", frequency_hz=121_900_000), now=down)
    assert mind.tune_to == ("Seaside Ground", 121_900_000)
    mind.tuned("Seaside Ground", down)

    said = mind.look(replace(down, stopped=True), may_speak=True)

    assert [one.words for one in said] == ["Seaside Ground, Pony one one, clear of runway one two."]
    _hear(mind, _d("acknowledge"), now=down)
    assert Milestone.DONE in mind.milestones


def test_two_who_only_ask_each_other_again_fall_silent() -> None:
    mind = _mind()
    words = "Pony one one, blah blah"
    asked = 0
    answers = mind.hear(GRAMMAR.understand(words), words, NOW)
    while answers:
        asked += 1
        mind.spoke(answers[0], NOW.now_ms)
        said = BOOK.say_directives([_d("say_again", reason="not_understood")], callsign="Pony 1-1")
        answers = mind.hear(GRAMMAR.understand(said), said, NOW)

    assert asked == 3
