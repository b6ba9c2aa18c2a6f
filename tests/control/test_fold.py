"""The board is nothing but the fold of its events, and survives any of them."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.control.board import Board, board_from_json, board_to_json
from engine.control.fold import apply, fold
from engine.control.fold_decisions import DECISIONS, PATCHES
from engine.control.invariants import check
from engine.control.stimuli import (
    STIMULUS_KINDS,
    stimulus_event,
    stimulus_from_json,
    stimulus_kind,
    stimulus_to_json,
)
from engine.control.strip import Strip
from engine.model.errors import InternalError
from engine.model.event import Event, event_from_json, event_to_json
from engine.model.intent import Intent
from engine.model.picture import Coalition, FeedReset, SimEvent, SimEventKind, TrackGone
from engine.model.stimulus import Heard, KeyingReport, RadioGone, RadioPresent, Stimulus, Sweep
from tests.control.flying import APPROACH, GROUND, TOWER, Plane, Sortie, from_threshold

_PLANES = ("Pony 1-1", "Viper 2-1", "Raven")


def fresh() -> Sortie:
    return Sortie(
        [
            Plane("Pony 1-1", 11, from_threshold(7.0, 3.0), altitude_ft=3000.0),
            Plane("Viper 2-1", 21, from_threshold(12.0, -2.0), altitude_ft=5000.0),
            Plane("Raven", 31, from_threshold(16.0, 5.0), altitude_ft=6000.0),
        ]
    )


_ACTIONS = st.one_of(
    st.tuples(st.just("call"), st.sampled_from(_PLANES), st.sampled_from(list(Intent))),
    st.tuples(st.just("garbled"), st.sampled_from(_PLANES), st.booleans()),
    st.tuples(st.just("fly"), st.integers(1, 40), st.none()),
    st.tuples(st.just("leave"), st.sampled_from(_PLANES), st.none()),
    st.tuples(st.just("join"), st.sampled_from(_PLANES), st.none()),
    st.tuples(st.just("gone"), st.sampled_from(_PLANES), st.none()),
    st.tuples(st.just("event"), st.sampled_from(_PLANES), st.sampled_from(list(SimEventKind))),
    st.tuples(st.just("reset"), st.integers(2, 4), st.none()),
    st.tuples(st.just("drop"), st.sampled_from(["expired", "withheld", "failed"]), st.none()),
)


def act(sortie: Sortie, what: str, who: object, how: object) -> None:
    planes = {plane.name: plane for plane in sortie.planes}
    sortie.now_ms += 700
    if what == "fly":
        sortie.run(float(str(who)))
    elif what == "reset":
        sortie.tell(Sweep((), reset=FeedReset(f"s{who}", "restarted")))
    elif what == "drop":
        for pending in list(sortie.board.pending):
            sortie.tell(KeyingReport(pending, str(who), sortie.now_ms))
    else:
        plane = planes[str(who)]
        if what == "call":
            station = (APPROACH, TOWER, GROUND)[len(sortie.events) % 3]
            sortie.call(plane, str(how), station=station, level="mayday", what="approach")
        elif what == "garbled":
            sortie.call(plane, "", stepped_on=bool(how))
        elif what == "leave":
            sortie.leave(plane)
        elif what == "join":
            sortie.tell(plane.radio())
        elif what == "gone":
            sortie.tell(Sweep((), gone=(TrackGone(plane.track_id, plane.name, 1.0),)))
        elif isinstance(how, SimEventKind):
            sortie.tell(Sweep((), events=(SimEvent(how, plane.track_id, 1.0),)))


@settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
@given(st.lists(_ACTIONS, min_size=1, max_size=14))
def test_any_sequence_of_stimuli_folds_to_the_live_board(
    actions: list[tuple[str, object, object]],
) -> None:
    sortie = fresh()

    for action in actions:
        act(sortie, *action)

    assert fold(sortie.events) == sortie.board
    lines = [event_to_json(event) for event in sortie.events]
    refolded = fold(event_from_json(line) for line in lines)
    assert board_to_json(refolded) == board_to_json(sortie.board)
    assert board_from_json(board_to_json(sortie.board)) == sortie.board
    assert check(sortie.board, sortie.board, ()) == ()


def test_the_same_stimuli_give_the_same_events() -> None:
    first, second = fresh(), fresh()
    for sortie in (first, second):
        for plane in sortie.planes:
            sortie.call(plane, "request_approach")
            sortie.run(20)

    assert [event_to_json(one) for one in first.events] == [
        event_to_json(one) for one in second.events
    ]


def test_a_kind_nobody_knows_changes_nothing() -> None:
    board = fresh().board

    assert apply(board, Event("from the future", 1, {"anything": [1, 2]})) is board


@pytest.mark.parametrize("kind", sorted(DECISIONS))
def test_no_decision_about_an_aircraft_that_is_not_there_breaks_the_fold(kind: str) -> None:
    data = {
        "field": "batumi",
        "runway": "batumi/13-31",
        "guid": "nobody",
        "label": "Ghost",
        "coalition": "blue",
        "authority": "unit",
        "tracks": {},
    }

    board = apply(Board(), Event(kind, 1, data, aircraft="track:none/1"))

    assert board.letdown == {}
    assert board.runways == {}


@pytest.mark.parametrize(
    "kind",
    ["phase_changed", "approach_assigned", "hold_assigned", "queued", "missed", "letdown_taken"],
)
def test_a_voice_without_a_track_gets_no_place_whatever_is_decided(kind: str) -> None:
    strip = Strip("radio:g", "Raven", 0)
    board = Board(strips={"radio:g": strip})
    data = {
        "phase": "arrival",
        "approach": "asr-13",
        "field": "batumi",
        "hold_level_ft": 5000,
        "queued_ms": 1,
        "level_ft": 5000,
    }

    assert apply(board, Event(kind, 1, data, aircraft="radio:g")) == board


def test_the_letdown_is_never_taken_from_its_holder() -> None:
    sortie = fresh()
    one, two = (plane.track_id for plane in sortie.planes[:2])
    board = apply(sortie.board, Event("letdown_taken", 1, {"field": "batumi"}, aircraft=one))

    assert apply(board, Event("letdown_taken", 2, {"field": "batumi"}, aircraft=two)) is board
    assert apply(board, Event("letdown_freed", 2, {"field": "batumi"}, aircraft=two)) is board


@pytest.mark.parametrize("kind", sorted(PATCHES))
def test_a_patch_names_fields_that_a_strip_has(kind: str) -> None:
    assert set(PATCHES[kind]) <= set(Strip.__slots__)


_STIMULI: list[Stimulus] = [
    Heard("rx", "g", "Sockeye", "F-16C_50", 3, Coalition.BLUE, APPROACH, 1, 2, 3, ()),
    RadioPresent("g", "Sockeye", "F-16C_50", 3, Coalition.RED, (1, 2)),
    RadioGone("g"),
    Sweep(
        (Plane("A-1", 1, from_threshold(5)).track(3.0),),
        gone=(TrackGone("t", "u", 1.0),),
        events=(SimEvent(SimEventKind.LAND, None, 2.0, place="Batumi"),),
        reset=FeedReset("s", "why"),
    ),
    *(KeyingReport("tx-1", one, 5) for one in ("keyed", "expired", "withheld", "failed")),
]


@pytest.mark.parametrize("stimulus", _STIMULI, ids=lambda one: type(one).__name__)
def test_a_stimulus_survives_its_record(stimulus: Stimulus) -> None:
    event = stimulus_event(stimulus, 7, 1.5)
    line = event_to_json(event)

    back = event_from_json(line)

    assert stimulus_from_json(back.kind, back.data) == stimulus
    assert back.kind in STIMULUS_KINDS


def test_records_that_are_not_stimuli_are_refused() -> None:
    with pytest.raises(InternalError, match="is not a stimulus"):
        stimulus_from_json("phase_changed", {})
    with pytest.raises(InternalError, match="cannot read a RadioGone"):
        stimulus_from_json("radio_gone", {"guid": "g", "surprise": 1})
    with pytest.raises(InternalError, match="wanted keyed"):
        stimulus_kind(KeyingReport("tx-1", "shouted", 5))


def test_a_stimulus_is_plain_json() -> None:
    for stimulus in _STIMULI:
        assert json.loads(json.dumps(stimulus_to_json(stimulus)))


def test_a_report_of_something_never_decided_changes_nothing() -> None:
    board = fresh().board

    assert apply(board, stimulus_event(KeyingReport("tx-99", "keyed", 1), 1)) == board


def test_what_was_not_keyed_is_untold() -> None:
    sortie = fresh()
    plane = sortie.planes[0]
    before = sortie.board.strips[plane.track_id].told
    sortie.call(plane, "request_approach")
    sent = sortie.decisions[-1].transmissions[0]
    assert sortie.board.strips[plane.track_id].was_told("altimeter")

    sortie.tell(KeyingReport(sent.transmission_id, "failed", sortie.now_ms))

    assert sortie.board.strips[plane.track_id].told == before
    assert sortie.board.pending == {}
    assert sortie.board.strips[plane.track_id].last_said is None


def test_a_level_that_changed_since_is_not_taken_back() -> None:
    sortie = fresh()
    plane = sortie.planes[0]
    sortie.call(plane, "request_approach")
    sortie.run(20, lambda: sortie.board.strips[plane.track_id].level_ft is not None)
    name, pending = next(iter(sortie.board.pending.items()))
    strip = replace(sortie.board.strips[plane.track_id], level_ft=9000)
    sortie.board = replace(sortie.board, strips={**sortie.board.strips, plane.track_id: strip})

    after = apply(sortie.board, stimulus_event(KeyingReport(name, "expired", 1), 1))

    assert pending.to == plane.track_id
    assert after.strips[plane.track_id].level_ft == 9000
