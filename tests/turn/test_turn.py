"""A turn: nine states on every path, failures as evidence, and no word that was not decided."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest

from engine.control.outcome import Capability, Context, Outcome, Request
from engine.language.compile import Language
from engine.language.phrasebook import Phrasebook
from engine.model.event import Event
from engine.model.stimulus import KeyingReport, RadioGone, Stimulus
from engine.store import MemoryEventLog
from engine.turn.desk import Desk, StepResult
from engine.turn.hearing import UNINTELLIGIBLE
from engine.turn.registry import Availability, CapabilityRegistry
from engine.turn.trace import Trace, TraceBuilder, TurnState
from tests.turn.rig import GUID, TRACK_ID, desk_on, heard, identified, radio, sweep

PATHS: tuple[tuple[str, Stimulus], ...] = (
    ("a call that is answered", heard("Batumi Approach, Pony one one, radio check")),
    ("a call that nobody understands", heard("purple monkey dishwasher seven")),
    ("noise", heard("")),
    ("two at once", heard("", stepped_on=True)),
    ("our own voice", heard("Pony one one, roger", client_name="Batumi Tower [BOT]")),
    ("a station that nobody works", heard("radio check", station="batumi/nobody")),
    ("a look", sweep(9.0)),
    ("a radio that comes", radio()),
    ("a radio that leaves", RadioGone(GUID)),
    ("a keying report", KeyingReport("tx-99", "keyed", 5_000)),
)


@pytest.mark.parametrize("stimulus", [one for _, one in PATHS], ids=[name for name, _ in PATHS])
def test_all_nine_states_are_emitted(stimulus: Stimulus) -> None:
    desk = desk_on()
    now = identified(desk)

    (trace,) = desk.step(now, [stimulus]).traces

    assert list(dict.fromkeys(step.state for step in trace.steps)) == list(TurnState)
    assert all(step.duration_ms >= 0.0 for step in trace.steps)


@pytest.mark.parametrize("name", ["noise", "our own voice", "a station that nobody works"])
def test_a_refusal_says_why_and_marks_what_it_skips(name: str) -> None:
    desk = desk_on()
    now = identified(desk)

    result = desk.step(now, [dict(PATHS)[name]])

    steps = states(result.traces[0])
    assert result.spoken == ()
    assert steps[TurnState.VALIDATE].detail["gate"] != "admitted"
    reason = steps[TurnState.VALIDATE].detail["reason"]
    assert reason
    assert steps[TurnState.PREPROCESS].skipped == steps[TurnState.EXECUTE].skipped == reason


def test_a_state_out_of_order_or_left_out_is_a_fault() -> None:
    builder = TraceBuilder("run_1", "Sweep", lambda: 0.0)
    builder.passed(TurnState.PARSE, {})

    with pytest.raises(Exception, match="RECEIVE after PARSE"):
        builder.passed(TurnState.RECEIVE, {})
    with pytest.raises(Exception, match="ended without RECEIVE"):
        builder.finish()


def test_a_capability_that_fails_is_evidence_and_the_rest_goes_on() -> None:
    desk = with_capability(desk_on(), "identify", failing)
    result = desk.step(1_000, [heard("Batumi Approach, Pony one one, radio check")])

    steps = [step for step in result.traces[0].steps if step.state is TurnState.EXECUTE]
    assert [step.detail["ok"] for step in steps] == [False, True]
    assert steps[0].detail["error_code"] == "unhandled"
    assert "secret" not in str(result.traces[0])
    assert result.spoken == (), "who it is for was not found out"


def test_a_pilot_whose_call_cannot_be_worked_is_told_to_stand_by() -> None:
    desk = with_capability(desk_on(), "radio_check", failing)
    result = desk.step(1_000, [heard("Batumi Approach, Pony one one, radio check")])

    assert [one.words for one in result.spoken] == ["Pony one one, Batumi Approach, stand by."]
    assert "secret" not in str(result.traces[0])


def test_a_failing_look_is_put_on_record() -> None:
    log = MemoryEventLog()
    desk = with_capability(desk_on(log), "runways", failing)
    desk.step(0, [sweep(0.0)])

    turn = log.last("turn")
    assert turn is not None
    assert any(
        state["state"] == "EXECUTE" and state["detail"].get("error_code") == "unhandled"
        for state in turn.data["states"]
    )


def test_a_capability_that_is_unavailable_is_said_to_be() -> None:
    desk = desk_on()
    desk.turn.registry.set_state("radio_check", Availability.UNAVAILABLE, "switched off")

    result = desk.step(1_000, [heard("Batumi Approach, Pony one one, radio check")])

    failed = [step.detail for step in result.traces[0].steps if step.detail.get("ok") is False]
    assert [one["error_code"] for one in failed] == ["unavailable"]
    assert failed[0]["user_message"] == "switched off"
    (spoken,) = result.spoken
    assert [one.rule for one in spoken.transmission.directives] == ["turn.step_failed"]
    assert spoken.words.endswith("stand by.")
    desk.turn.registry.set_state("radio_check", Availability.AVAILABLE, "")


def test_optional_steps_that_are_not_started_in_time_are_skipped_and_said_to_be() -> None:
    desk, now = slow_desk()

    (trace,) = desk.step(now, [sweep(9.0)]).traces

    executed = [step for step in trace.steps if step.state is TurnState.EXECUTE]
    skipped = [step for step in executed if step.skipped]
    assert {step.skipped for step in skipped} == {"budget_exceeded:2"}
    assert "timers" in {step.detail["capability"] for step in skipped}
    assert all(step.detail["late"] for step in executed if not step.skipped)


def test_a_pilot_is_answered_late_rather_than_never() -> None:
    desk, now = slow_desk()

    result = desk.step(now, [heard("Batumi Approach, Pony one one, radio check")])

    assert kinds(result) == ["radio_check_reply"]
    late = [step.detail.get("late") for step in result.traces[0].steps if step.detail.get("ok")]
    assert late == ["budget_exceeded:2", "budget_exceeded:2"]


def slow_desk() -> tuple[Desk, int]:
    """Return a desk on which every look at the clock takes a second of the two there are."""
    desk = desk_on()
    now = identified(desk)
    ticking = Ticking()
    ticking.step_s = 1.0
    return (
        replace(desk, duration_clock_s=ticking, turn=replace(desk.turn, budget_s=2.0)),
        now,
    )


@dataclass(frozen=True)
class Lying(Phrasebook):
    """Says another number than the one that was decided."""

    def say(self, *args: Any, **kwargs: Any) -> str:
        return super().say(*args, **kwargs).replace("one three", "three one")


def test_words_that_differ_from_what_was_decided_are_not_keyed() -> None:
    log = MemoryEventLog()
    desk = desk_on(log)
    now = identified(desk)
    desk = replace(desk, turn=replace(desk.turn, language=lying(desk.turn.language)))

    result = desk.step(now, [heard("Batumi Approach, Pony one one, request radar approach")])

    assert result.spoken == ()
    withheld = log.last("not_keyed")
    assert withheld is not None
    assert "three one" in withheld.data["words"]
    assert withheld.data["differences"]
    assert log.last("transmission") is None
    assert not desk.board.pending
    verify = states(result.traces[0])[TurnState.VERIFY].detail
    assert verify["verdicts"] == [["Pony 1-1", False]]


def test_a_decision_that_breaks_an_invariant_is_taken_back_and_recorded() -> None:
    def lets_down_without_leave(context: Context, _: Request) -> Outcome:
        given = {"approach": "asr-13", "field": "batumi"}
        return Outcome(
            (
                Event("approach_assigned", context.now_ms, given, TRACK_ID),
                Event("phase_changed", context.now_ms, {"phase": "final"}, TRACK_ID),
            )
        )

    log = MemoryEventLog()
    desk = desk_on(log)
    now = identified(desk)
    desk.step(now, [heard("Batumi Approach, Pony one one, radio check")])
    desk = with_capability(desk, "timers", lets_down_without_leave)

    result = desk.step(now + 1_000, [sweep(6.0)])

    assert "without the letdown" in str(states(result.traces[0])[TurnState.VERIFY].detail)
    assert desk.board.strips[TRACK_ID].phase != "final"
    again = desk_on(log)
    again.resume()
    assert again.board_json() == desk.board_json()


def test_somebody_who_cannot_be_made_out_is_asked_to_say_again() -> None:
    desk = desk_on()
    now = identified(desk)

    result = desk.step(now, [heard(UNINTELLIGIBLE)])

    assert kinds(result) == ["say_again"]


def test_hearing_that_fails_asks_him_to_say_again() -> None:
    desk = desk_on()
    now = identified(desk)
    language = replace(desk.turn.language, hearing=Deaf())  # type: ignore[arg-type]
    desk = replace(desk, turn=replace(desk.turn, language=language))

    result = desk.step(now, [heard("Batumi Approach, Pony one one, radio check")])

    assert "say_again" in kinds(result)
    parsed = states(result.traces[0])[TurnState.PARSE].detail
    assert parsed["error_code"] == "unhandled"


class Deaf:
    """Hearing with a fault in it."""

    def hear(self, *_: object, **__: object) -> None:
        message = "a fault"
        raise KeyError(message)


class Ticking:
    """A clock that goes on a step each time it is looked at."""

    def __init__(self) -> None:
        self.step_s = 0.0
        self.now_s = 0.0

    def __call__(self) -> float:
        self.now_s += self.step_s
        return self.now_s


def failing(_: Context, __: Request) -> Outcome:
    message = "secret"
    raise RuntimeError(message)


def with_capability(desk: Desk, name: str, capability: Capability) -> Desk:
    known = {**desk.turn.registry.capabilities, name: capability}
    return replace(desk, turn=replace(desk.turn, registry=CapabilityRegistry(known)))


def lying(language: Language) -> Language:
    books = {
        name: Lying(**{field: getattr(book, field) for field in fields_of(book)})
        for name, book in language.phrasebooks.items()
    }
    return replace(language, phrasebooks=books)


def fields_of(book: Phrasebook) -> list[str]:
    return [name for name, field in book.__dataclass_fields__.items() if field.init]


def states(trace: Trace) -> dict[TurnState, Any]:
    return {step.state: step for step in trace.steps}


def kinds(result: StepResult) -> list[str]:
    return [one.kind for spoken in result.spoken for one in spoken.transmission.directives]
