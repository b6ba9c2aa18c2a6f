"""The ladder of the field, with three answers for each rung."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.control.facts import facts_of
from engine.control.hand_off import hand_off, next_station
from engine.control.outcome import Context, Request
from engine.model.geometry import offset
from engine.model.stimulus import Sweep
from engine.profile.guard import FactValue, Guard
from engine.profile.handoff import HandoffRule
from engine.profile.theatre import Theatre
from engine.world.movement import Movement
from tests.control.flying import APPROACH, TOWER, Plane, Sortie, batumi, caucasus

FIELD = batumi().reference_point.grid


def where(
    distance_nm: float,
    *,
    station: str,
    phase: str,
    outbound: bool = True,
    theatre: Theatre | None = None,
    movement: Movement = Movement.AIRBORNE,
    field: str | None = "batumi",
    **changes: object,
) -> Context:
    heading = 300.0 if outbound else 120.0
    plane = Plane("Hawk", 5, offset(FIELD, 300, distance_nm), heading=heading, **changes)  # type: ignore[arg-type]
    sortie = Sortie([plane])
    strip = replace(
        sortie.board.strips[plane.track_id],
        station=station,
        phase=phase,
        has_flown=True,
        field=field,
    )
    board = replace(
        sortie.board,
        strips={plane.track_id: strip},
        movement={plane.track_id: movement},
    )
    return Context(theatre or caucasus(), board, sortie.now_ms, 1.0)


def strip_of(context: Context) -> str:
    return next(iter(context.board.strips))


def told(context: Context) -> list[str]:
    name = strip_of(context)
    outcome = hand_off(context, Request(name, context.board.strips[name].station, Sweep(())))
    return [str(say.directive.slots["station"]) for say in outcome.says]


def test_a_missed_approach_on_tower_goes_to_approach_at_the_edge() -> None:
    assert told(where(5.5, station=TOWER, phase="missed")) == ["Batumi Approach"]


@pytest.mark.parametrize(
    ("distance", "outbound", "phase"),
    [(1.2, True, "departure"), (3.0, True, "missed"), (6.0, False, "departure")],
)
def test_not_yet_keeps_him_whatever_stands_below(
    distance: float, outbound: bool, phase: str
) -> None:
    context = where(distance, station=TOWER, phase=phase, outbound=outbound)

    due = next_station(context, context.board.strips[strip_of(context)])

    assert due is not None
    assert (due.to, due.reason) == (None, "not yet")
    assert told(context) == []


def test_the_offer_is_made_once() -> None:
    context = where(5.5, station=TOWER, phase="missed")
    name = strip_of(context)
    strip = replace(context.board.strips[name], told=("contact Batumi Approach",))
    context = replace(context, board=replace(context.board, strips={name: strip}))

    assert told(context) == []


def test_the_same_station_under_another_role_is_no_handoff() -> None:
    context = where(30.0, station=APPROACH, phase="departure")

    due = next_station(context, context.board.strips[strip_of(context)])

    assert due is None or due.to is None or due.to.key != APPROACH


def test_a_talk_down_stays_with_approach_in_the_air() -> None:
    context = where(4.0, station=APPROACH, phase="final", outbound=False)
    name = strip_of(context)
    strip = replace(context.board.strips[name], approach="asr-13")
    context = replace(context, board=replace(context.board, strips={name: strip}))

    assert told(context) == []


def with_center() -> Theatre:
    theatre = caucasus()
    center = replace(theatre.stations["georgia-center"], staffed=True)
    return replace(theatre, stations={**theatre.stations, "georgia-center": center})


@pytest.mark.parametrize(
    ("distance", "station"), [(40.0, []), (25.0, ["Batumi Approach"])], ids=["beyond", "inside"]
)
def test_a_center_hands_an_arrival_to_the_field_it_is_near(
    distance: float, station: list[str]
) -> None:
    theatre = with_center()
    center = theatre.stations["georgia-center"].key
    context = where(
        distance, station=center, phase="en_route", outbound=False, theatre=theatre, field=None
    )

    assert told(context) == station


def test_who_has_flown_no_approach_is_on_none_of_any_kind() -> None:
    context = where(0.2, station=APPROACH, phase="parked", movement=Movement.ON_GROUND)

    facts = facts_of(context, context.board.strips[strip_of(context)])

    assert facts["approach_kind"] == "none"


def unknown(_facts: object) -> bool | None:
    return None


def always(_facts: object) -> bool | None:
    return True


def test_a_rung_that_cannot_tell_blocks_and_says_so() -> None:
    theatre = caucasus()
    rungs = (
        HandoffRule(
            "unsure",
            "tower",
            "ground",
            Guard("a", frozenset(), always),
            Guard("b", frozenset(), unknown),
        ),
        HandoffRule("below", "tower", "approach", Guard("c", frozenset(), always)),
    )
    field = replace(theatre.fields["batumi"], handoffs=rungs)
    theatre = replace(theatre, fields={**theatre.fields, "batumi": field})
    context = where(5.5, station=TOWER, phase="missed", theatre=theatre)

    due = next_station(context, context.board.strips[strip_of(context)])

    assert due is not None
    assert (due.rule, due.to, due.reason) == ("unsure", None, "unknown")


def test_a_station_his_radios_do_not_reach_is_kept_with_a_reason() -> None:
    context = where(5.5, station=TOWER, phase="missed", type_name="P-51D-30-NA")
    theatre = context.theatre
    deaf = replace(theatre.airframes["P-51D-30-NA"], bands=())
    theatre = replace(theatre, airframes={**theatre.airframes, "P-51D-30-NA": deaf})
    context = replace(context, theatre=theatre)
    name = strip_of(context)

    outcome = hand_off(context, Request(name, TOWER, Sweep(())))

    assert outcome.says == ()
    assert [event.kind for event in outcome.events] == ["hand_off_kept"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("phase", "missed"),
        ("airborne", True),
        ("on_ground", False),
        ("outbound", True),
        ("inbound", False),
        ("approach_kind", "asr"),
        ("final_intercept", 11.0),
        ("platform", 2000.0),
        ("role", "tower"),
        ("runway_vacated", True),
        ("tower_edge", 5.0),
    ],
)
def test_the_facts_are_what_a_guard_asks(name: str, value: FactValue) -> None:
    context = where(7.0, station=TOWER, phase="missed")
    aircraft = strip_of(context)
    strip = replace(context.board.strips[aircraft], approach="asr-13")

    assert facts_of(context, strip)[name] == value


def test_what_is_not_known_is_none() -> None:
    context = where(7.0, station=TOWER, phase="missed")
    aircraft = strip_of(context)
    context = replace(context, board=replace(context.board, movement={}))

    facts = facts_of(context, context.board.strips[aircraft])

    assert facts["airborne"] is None
    assert facts["on_ground"] is None
    assert facts["outbound"] is None
