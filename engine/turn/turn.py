"""One turn: from a stimulus, through nine states, to words that may be keyed.

The controller of the turn only dispatches and assembles. Hearing understands, the planner decides
what runs, capabilities compute, the phrasebook explains, the verifier proves. A step that fails is
evidence and not an exit; a refusal is a successful turn with nothing, or one sentence, to say.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.control.board import Board
from engine.control.fold import apply
from engine.control.fold_said import transmission_event
from engine.control.invariants import check
from engine.control.outcome import Context, Outcome, Say
from engine.control.plan import Refusal, Step, plan_call, plan_presence, plan_sweep
from engine.control.readback_items import wanted_readback
from engine.control.reconcile import Reconciled, reconcile
from engine.language.compile import Language
from engine.language.lexicon import Lexicon
from engine.model.call import Call
from engine.model.directive import Transmission
from engine.model.event import Event
from engine.model.stimulus import Heard, RadioGone, RadioPresent, Stimulus, Sweep
from engine.turn.hearing import lexicon_for
from engine.turn.registry import Availability, CapabilityRegistry
from engine.turn.speech_queue import Spoken
from engine.turn.trace import Trace, TraceBuilder, TurnState
from engine.turn.words import Worded, word

__all__ = ["BUDGET_S", "Turn", "TurnResult"]

BUDGET_S = 2.0
"""Computing time of one turn; a step not started by then is skipped and said to be."""

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class TurnResult:
    """The board after a turn, what to append to the log, what to key, and how it went."""

    board: Board
    events: tuple[Event, ...]
    spoken: tuple[Spoken, ...]
    trace: Trace


@dataclass(slots=True)
class _Work:
    """What a turn has gathered so far."""

    board: Board
    events: list[Event]
    says: list[Say]


@dataclass(frozen=True, slots=True)
class Turn:
    """Runs turns for one theatre with one language."""

    language: Language
    lexicon: Lexicon
    registry: CapabilityRegistry
    budget_s: float = BUDGET_S

    def run(
        self, context: Context, stimulus: Stimulus, *, now_s: Callable[[], float]
    ) -> TurnResult:
        """Run one turn; `context` has the stimulus itself folded in already."""
        started_s = now_s()
        trace = TraceBuilder(_run_id(context, stimulus), type(stimulus).__name__, now_s)
        trace.passed(TurnState.RECEIVE, _received(context, stimulus))
        call = self._parse(context, stimulus, trace)
        planned = _plan(context, stimulus, call)
        steps: tuple[Step, ...] = ()
        if isinstance(planned, Refusal):
            trace.passed(TurnState.VALIDATE, {"gate": planned.gate, "reason": planned.reason})
            trace.passed(TurnState.PLAN, {"refused": planned.reason})
        else:
            steps = planned
            trace.passed(TurnState.VALIDATE, {"gate": "admitted"})
            trace.passed(
                TurnState.PLAN,
                {"steps": [[step.step_id, step.capability, step.reason] for step in steps]},
            )
        work = _Work(context.board, [], [])
        if steps:
            trace.passed(TurnState.PREPROCESS, _snapshot(context))
            for step in steps:
                self._execute(context, step, work, trace, over_budget=now_s() - started_s)
        else:
            reason = planned.reason if isinstance(planned, Refusal) else "nothing to do"
            trace.passed(TurnState.PREPROCESS, {}, skipped=reason)
            trace.passed(TurnState.EXECUTE, {}, skipped=reason)
        return self._answer(context, stimulus, work, trace)

    def _parse(self, context: Context, stimulus: Stimulus, trace: TraceBuilder) -> Call | None:
        if not isinstance(stimulus, Heard):
            trace.passed(TurnState.PARSE, {}, skipped="not a transmission")
            return None
        lexicon = lexicon_for(self.lexicon, context.board, speaker_guid=stimulus.guid)
        call = self._hear(context.board, stimulus, lexicon)
        trace.passed(
            TurnState.PARSE,
            {
                "words": call.transcript,
                "intents": [reading.intent for reading in call.readings],
                "hypotheses": len(stimulus.hypotheses),
                "confidence": round(call.confidence, 3),
            },
        )
        return call

    def _hear(self, board: Board, heard: Heard, lexicon: Lexicon) -> Call:
        if not heard.hypotheses:
            return Call("", ())
        strip = board.strip(board.aircraft_of(heard.guid))
        return self.language.hearing.hear(
            heard.hypotheses,
            lexicon=lexicon,
            likely_callsign=strip.label if strip is not None else None,
            expects_readback=strip is not None and strip.readback is not None,
        )

    def _execute(
        self, context: Context, step: Step, work: _Work, trace: TraceBuilder, *, over_budget: float
    ) -> None:
        state, reason = self.registry.state(step.capability)
        detail: dict[str, Any] = {
            "step_id": step.step_id,
            "capability": step.capability,
            "registry_state": state,
        }
        if over_budget > self.budget_s:
            skipped = f"budget_exceeded:{self.budget_s:g}"
            trace.passed(TurnState.EXECUTE, detail | {"ok": False}, skipped=skipped)
            return
        capability = self.registry.usable(step.capability)
        if capability is None or state is Availability.UNAVAILABLE:
            detail |= {"ok": False, "error_code": "unavailable", "user_message": reason}
            trace.passed(TurnState.EXECUTE, detail)
            return
        try:
            outcome = capability(replace(context, board=work.board), step.request)
        except Exception:  # a failing step is evidence; the one supervisor of a turn
            _LOG.exception("capability %s failed", step.capability)
            outcome = Outcome()
            detail |= {"ok": False, "error_code": "unhandled", "recoverable": True}
        else:
            detail |= {"ok": True, "events": len(outcome.events), "says": len(outcome.says)}
        for event in outcome.events:
            work.board = apply(work.board, event)
        work.events += outcome.events
        work.says += outcome.says
        trace.passed(TurnState.EXECUTE, detail)

    def _answer(
        self, context: Context, stimulus: Stimulus, work: _Work, trace: TraceBuilder
    ) -> TurnResult:
        after = replace(context, board=work.board)
        reply_to = stimulus.transmission_id if isinstance(stimulus, Heard) else None
        made = reconcile(after, work.says, reply_to=reply_to)
        trace.passed(TurnState.AGGREGATE, _aggregated(made))
        worded = [self._word(after, one) for one in made.transmissions]
        broken = check(context.board, work.board, made.transmissions)
        trace.passed(
            TurnState.VERIFY,
            {
                "verdicts": [
                    [one.transmission.transmission_id, not one.differences] for one in worded
                ],
                "differences": [list(one.differences) for one in worded if one.differences],
                "invariants": list(broken),
            },
        )
        unsafe = bool(broken)
        spoken: list[Spoken] = []
        for one in worded:
            if one.differences or unsafe:
                work.events.append(_withheld(one, broken, context.now_ms))
                continue
            wanted = wanted_readback(after, one.transmission)
            event = transmission_event(one.transmission, context.now_ms, wanted=wanted)
            work.board = apply(work.board, event)
            work.events.append(event)
            spoken.append(Spoken(one.transmission, one.words, one.frequencies_hz))
        trace.passed(
            TurnState.RESPOND, {"queued": [one.transmission.transmission_id for one in spoken]}
        )
        done = trace.finish()
        if isinstance(stimulus, Heard) or spoken or broken:
            work.events.append(_trace_event(done, context))
        return TurnResult(work.board, tuple(work.events), tuple(spoken), done)

    def _word(self, context: Context, transmission: Transmission) -> Worded:
        lexicon = lexicon_for(self.lexicon, context.board)
        return word(context.theatre, self.language, transmission, lexicon=lexicon)


def _plan(context: Context, stimulus: Stimulus, call: Call | None) -> tuple[Step, ...] | Refusal:
    if isinstance(stimulus, Heard):
        return plan_call(context, stimulus, call or Call("", ()))
    if isinstance(stimulus, Sweep):
        return plan_sweep(context, stimulus)
    if isinstance(stimulus, RadioPresent | RadioGone):
        return plan_presence(context, stimulus)
    return ()  # a keying report is folded in; nothing is decided on it


def _run_id(context: Context, stimulus: Stimulus) -> str:
    seed = (
        f"{context.theatre.config_hash}/{context.now_ms}/{context.board.transmissions}/{stimulus}"
    )
    return "run_" + hashlib.sha256(seed.encode()).hexdigest()[:12]


def _received(context: Context, stimulus: Stimulus) -> dict[str, Any]:
    detail: dict[str, Any] = {
        "stimulus": type(stimulus).__name__,
        "config": context.theatre.config_hash[:12],
    }
    if isinstance(stimulus, Heard):
        detail |= {
            "transmission_id": stimulus.transmission_id,
            "station": stimulus.station,
            "frequency_hz": stimulus.frequency_hz,
            "audio_ms": stimulus.ended_ms - stimulus.started_ms,
        }
    return detail


def _snapshot(context: Context) -> dict[str, Any]:
    return {
        "tracks": len(context.board.tracks),
        "strips": len(context.board.strips),
        "sim_time_s": round(context.sim_time_s, 2),
    }


def _aggregated(made: Reconciled) -> dict[str, Any]:
    return {
        "kept": [[one.kind for one in sent.directives] for sent in made.transmissions],
        "suppressed": [[one.say.directive.kind, one.reason] for one in made.suppressed],
    }


def _withheld(one: Worded, broken: Sequence[str], now_ms: int) -> Event:
    data = {
        "transmission_id": one.transmission.transmission_id,
        "kinds": [directive.kind for directive in one.transmission.directives],
        "words": one.words,
        "differences": list(one.differences),
        "invariants": list(broken),
    }
    return Event("not_keyed", now_ms, data, one.transmission.to, one.transmission.station)


def _trace_event(trace: Trace, context: Context) -> Event:
    data = {
        "run_id": trace.run_id,
        "stimulus": trace.stimulus,
        "states": trace.facts(),
        "durations_ms": trace.durations_ms(),
    }
    return Event("turn", context.now_ms, data, sim_t=context.sim_time_s)
