"""One authority for each aircraft, one thing at a time, and a record of what was left out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.control.expiry import revalidate
from engine.control.invariants import check
from engine.control.outcome import Context, Say
from engine.control.readback_items import wanted_readback
from engine.control.reconcile import reconcile
from engine.model.directive import Directive, Priority, directive
from engine.model.fact import Fact, FactSource
from tests.control.flying import APPROACH, TOWER, Plane, Sortie, caucasus, from_threshold

ONE, TWO = "track:s1/Pony 1-1/1", "track:s1/Viper 2-1/1"


@pytest.fixture
def context() -> Context:
    sortie = Sortie(
        [
            Plane("Pony 1-1", 11, from_threshold(9, 2)),
            Plane("Viper 2-1", 21, from_threshold(15), altitude_ft=6000.0),
        ]
    )
    sortie.run(3)
    return sortie.context()


def make(kind: str, **slots: Any) -> Directive:
    return directive(kind, rule="test", **slots)


def say(one: Directive, *, to: str | None = ONE, station: str = APPROACH) -> Say:
    return Say(to, station, one)


VECTOR = make("vector", heading_deg_mag=120)
LEVEL = make("level", verb="descend", altitude_ft=3000)
HOLD = make("hold", altitude_ft=5000, turn="right", inbound_deg_mag=120, leg_min=1)
CONTACT = make("contact", station="Batumi Tower", frequency_hz=118_600_000)
UNABLE = make("unable", reason="traffic")


def kept(context: Context, *says: Say) -> list[list[str]]:
    made = reconcile(context, says)
    return [[one.kind for one in sent.directives] for sent in made.transmissions]


def with_strip(context: Context, **changes: object) -> Context:
    strip = replace(context.board.strips[ONE], **changes)  # type: ignore[arg-type]
    board = replace(context.board, strips={**context.board.strips, ONE: strip})
    return replace(context, board=board)


def test_a_handoff_drops_orders_and_keeps_a_refusal(context: Context) -> None:
    assert kept(context, say(VECTOR), say(LEVEL), say(UNABLE), say(CONTACT)) == [
        ["unable", "contact"]
    ]


def test_told_to_hold_drops_the_vector(context: Context) -> None:
    assert kept(context, say(VECTOR), say(HOLD), say(LEVEL)) == [["hold"]]


def test_established_drops_the_hold_and_the_vector(context: Context) -> None:
    cleared = with_strip(context, told=("cleared_approach",), phase="final")

    assert kept(cleared, say(HOLD), say(VECTOR), say(make("wind_calm"))) == [["wind_calm"]]


def test_a_go_around_drops_the_talk_down(context: Context) -> None:
    mile = make("range_call", range_nm=3, deviation="on_course", verb="descend", altitude_ft=1100)
    land = make("cleared_to_land", runway="13")

    assert kept(context, say(mile), say(land), say(make("go_around"))) == [["go_around"]]


def test_every_directive_left_out_has_its_reason(context: Context) -> None:
    made = reconcile(context, (say(VECTOR), say(HOLD)))

    assert [(one.say.directive.kind, one.reason) for one in made.suppressed] == [
        ("vector", "he was told to hold")
    ]


def test_two_stations_never_instruct_one_aircraft_in_one_turn(context: Context) -> None:
    worked = with_strip(context, station=TOWER)

    made = reconcile(worked, (say(VECTOR), say(UNABLE, station=TOWER)))

    assert [one.station for one in made.transmissions] == [TOWER]
    assert check(worked.board, worked.board, made.transmissions) == ()


def test_what_is_for_another_goes_out_to_him_alone(context: Context) -> None:
    made = reconcile(context, (say(VECTOR), say(LEVEL, to=TWO), say(UNABLE, to=TWO)))

    assert {one.to: [d.kind for d in one.directives] for one in made.transmissions} == {
        ONE: ["vector"],
        TWO: ["unable", "level"],
    }
    assert {one.to: one.callsign for one in made.transmissions} == {
        ONE: "Pony 1-1",
        TWO: "Viper 2-1",
    }


def test_a_thing_is_said_once_in_a_transmission(context: Context) -> None:
    other = make("vector", heading_deg_mag=270)

    made = reconcile(context, (say(VECTOR), say(other)))

    assert [one.slots for one in made.transmissions[0].directives] == [{"heading_deg_mag": 120}]


def test_the_most_urgent_directive_gives_the_priority(context: Context) -> None:
    made = reconcile(context, (say(make("wind_calm")), say(make("cleared_to_land", runway="13"))))

    assert made.transmissions[0].priority is Priority.LANDING
    assert [one.kind for one in made.transmissions[0].directives] == [
        "wind_calm",
        "cleared_to_land",
    ]


def test_a_station_nobody_works_says_nothing(context: Context) -> None:
    made = reconcile(context, (say(VECTOR, station="batumi/moon"),))

    assert made.transmissions == ()
    assert made.suppressed


def test_the_most_urgent_transmission_comes_first(context: Context) -> None:
    made = reconcile(context, (say(VECTOR), say(make("go_around"), to=TWO)))

    assert [one.to for one in made.transmissions] == [TWO, ONE]


def test_a_vector_is_withheld_once_he_is_not_vectored_any_more(context: Context) -> None:
    vectored = with_strip(context, phase="vectoring")
    sent = reconcile(vectored, (say(VECTOR),)).transmissions[0]

    assert revalidate(vectored, sent) is None
    assert revalidate(with_strip(context, phase="final"), sent) is not None
    late = replace(vectored, now_ms=sent.expires_ms + 1)
    assert revalidate(late, sent) == "expired"


def test_an_approach_clearance_is_withheld_without_the_letdown(context: Context) -> None:
    clearance = make("cleared_approach", approach="asr", runway="13", range_nm=9)
    sent = reconcile(context, (say(clearance),)).transmissions[0]
    held = replace(context, board=replace(context.board, letdown={"batumi": ONE}))

    assert revalidate(held, sent) is None
    assert revalidate(context, sent) == "the letdown is not his"


def test_what_was_for_an_aircraft_that_is_gone_is_withheld(context: Context) -> None:
    sent = reconcile(context, (say(VECTOR),)).transmissions[0]
    empty = replace(context, board=replace(context.board, strips={}))

    assert revalidate(empty, sent) == "the aircraft is gone"


def test_numbers_are_to_be_read_back_and_a_talk_down_is_not(context: Context) -> None:
    sent = reconcile(context, (say(VECTOR), say(LEVEL))).transmissions[0]
    assert {slot for _, slot in wanted_readback(context, sent)} >= {
        "heading_deg_mag",
        "altitude_ft",
    }

    silent = with_strip(context, told=("do_not_acknowledge",))
    assert wanted_readback(silent, sent) == ()


def test_the_invariants_name_what_is_broken(context: Context) -> None:
    one, two = context.board.strips[ONE], context.board.strips[TWO]
    board = replace(
        context.board,
        strips={
            ONE: replace(one, field="batumi", hold_level_ft=5000, phase="final", approach="asr-13"),
            TWO: replace(two, field="batumi", hold_level_ft=5000),
            "radio:g": replace(one, aircraft="radio:g", track_id=None, phase="arrival"),
        },
    )
    floor = Fact("floor", 4000.0, "ft", FactSource.TRACK)
    low = directive("level", rule="test", facts=(floor,), verb="descend", altitude_ft=3000)
    sent = reconcile(replace(context, board=board), (say(low),)).transmissions
    misnamed = replace(sent[0], callsign="Somebody")
    landing = reconcile(context, (say(make("cleared_to_land", runway="13")),)).transmissions

    broken = " ".join(check(board, board, (misnamed, *landing)))

    for words in (
        "hold at 5000 ft",
        "without the letdown",
        "no track",
        "under a floor",
        "is called Somebody",
        "holds no runway",
    ):
        assert words in broken


def test_the_theatre_of_these_tests_is_the_one_that_ships() -> None:
    assert caucasus().fields["batumi"].approaches


def test_a_call_is_acknowledged_where_all_that_answers_it_may_not_be_said(
    context: Context,
) -> None:
    cleared = with_strip(context, told=("cleared_approach",), phase="final")
    number = say(make("sequence", number=2))

    assert kept(cleared, number) == []
    answered = reconcile(cleared, [number], reply_to="rx-1")
    assert [[one.kind for one in sent.directives] for sent in answered.transmissions] == [
        ["acknowledge"]
    ]
