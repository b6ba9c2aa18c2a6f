"""One turn: from a stimulus, through nine states, to words that may be keyed.

The controller of the turn only dispatches and assembles. Hearing understands, the planner decides
what runs, capabilities compute, the phrasebook explains, the verifier proves. A step that fails is
evidence and not an exit; a refusal is a successful turn with nothing, or one sentence, to say.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.control.board import Board
from engine.control.fold import apply
from engine.control.fold_said import transmission_event
from engine.control.invariants import check
from engine.control.outcome import Context
from engine.control.plan import Refusal, Step, plan_call, plan_presence, plan_sweep
from engine.control.readback_items import wanted_readback
from engine.control.reconcile import Reconciled, reconcile
from engine.language.compile import Language
from engine.language.lexicon import Lexicon
from engine.model.call import Call
from engine.model.directive import ALL_STATIONS, Transmission
from engine.model.event import Event
from engine.model.stimulus import Heard, RadioGone, RadioPresent, Stimulus, Sweep
from engine.turn.execution import Execution, Work, attempt
from engine.turn.hearing import UNINTELLIGIBLE, Listening, lexicon_for, listening_to
from engine.turn.registry import CapabilityRegistry
from engine.turn.speech_queue import Spoken
from engine.turn.trace import Trace, TraceBuilder, TurnState
from engine.turn.words import Worded, word

__all__ = ["BUDGET_S", "Turn", "TurnResult"]

BUDGET_S = 2.0
"""Computing time of one live turn; an optional step not started by then is skipped."""

_UNHANDLED = "unhandled"


@dataclass(frozen=True, slots=True)
class TurnResult:
    """The board after a turn, what to append to the log, what to key, and how it went."""

    board: Board
    events: tuple[Event, ...]
    spoken: tuple[Spoken, ...]
    trace: Trace


@dataclass(frozen=True, slots=True)
class _Verdict:
    """Every transmission in words, and what each of them, or all together, would break."""

    worded: tuple[Worded, ...]
    broken: tuple[tuple[str, ...], ...] = ()
    together: tuple[str, ...] = ()

    def why_not(self, place: int) -> tuple[str, ...]:
        """Return the invariants that keep one transmission off the air."""
        return self.broken[place] or self.together


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
        work = Work(context.board)
        if steps:
            trace.passed(TurnState.PREPROCESS, _snapshot(context))
            execution = Execution(self.registry, self.budget_s, lambda: now_s() - started_s)
            execution.run(context, steps, work, trace)
        else:
            reason = planned.reason if isinstance(planned, Refusal) else "nothing to do"
            trace.passed(TurnState.PREPROCESS, {}, skipped=reason)
            trace.passed(TurnState.EXECUTE, {}, skipped=reason)
        return self._answer(context, stimulus, work, trace)

    def _parse(self, context: Context, stimulus: Stimulus, trace: TraceBuilder) -> Call | None:
        if not isinstance(stimulus, Heard):
            trace.passed(TurnState.PARSE, {}, skipped="not a transmission")
            return None
        heard = attempt("hearing", lambda: self._hear(context.board, stimulus))
        # What cannot even be parsed was still said by somebody: he is asked to say it again.
        call = heard or Call(stimulus.hypotheses[0].text, ())
        detail: dict[str, Any] = {
            "words": call.transcript,
            "intents": [reading.intent for reading in call.readings],
            "hypotheses": len(stimulus.hypotheses),
            "confidence": round(call.confidence, 3),
        }
        if heard is None:
            detail["error_code"] = _UNHANDLED
        trace.passed(TurnState.PARSE, detail)
        return call

    def _hear(self, board: Board, heard: Heard) -> Call:
        if not heard.hypotheses:
            return Call("", ())
        if heard.hypotheses[0].text == UNINTELLIGIBLE:
            return Call(UNINTELLIGIBLE, ())
        return self.listening_to(board, heard.guid).hear(heard.hypotheses)

    def listening_to(self, board: Board, guid: str) -> Listening:
        """Return how a radio is listened to as the board stands."""
        return listening_to(self.language.hearing, self.lexicon, board, guid)

    def _answer(
        self, context: Context, stimulus: Stimulus, work: Work, trace: TraceBuilder
    ) -> TurnResult:
        after = replace(context, board=work.board)
        reply_to = stimulus.transmission_id if isinstance(stimulus, Heard) else None
        made = attempt("reconciling", lambda: reconcile(after, work.says, reply_to=reply_to))
        work.failed |= made is None
        trace.passed(TurnState.AGGREGATE, _aggregated(made))
        verdict = self._verdict(context, after, made.transmissions if made else ())
        trace.passed(TurnState.VERIFY, _verified(verdict, work))
        spoken: list[Spoken] = []
        for place, one in enumerate(verdict.worded):
            broken = verdict.why_not(place)
            if one.differences or broken:
                work.failed = True
                work.events.append(_withheld(one, broken, context.now_ms))
                continue
            spoken.append(_keyable(after, one, work))
        trace.passed(
            TurnState.RESPOND, {"queued": [one.transmission.transmission_id for one in spoken]}
        )
        done = trace.finish()
        if isinstance(stimulus, Heard) or spoken or work.failed:
            work.events.append(_trace_event(done, context))
        return TurnResult(work.board, tuple(work.events), tuple(spoken), done)

    def _verdict(
        self, before: Context, after: Context, transmissions: Sequence[Transmission]
    ) -> _Verdict:
        worded = tuple(self._word(after, one) for one in transmissions)
        standing = set(check(after.board, after.board, ()))

        def breaks(sent: Sequence[Transmission]) -> tuple[str, ...]:
            found = attempt("the invariants", lambda: check(before.board, after.board, sent))
            nameless = [
                f"what is for {one.to} would call everybody"
                for one in sent
                if one.to is not None and one.callsign == ALL_STATIONS
            ]
            return (_UNHANDLED,) if found is None else tuple(sorted({*found, *nameless} - standing))

        each = tuple(breaks((one,)) for one in transmissions)
        known = {reason for reasons in each for reason in reasons}
        together = tuple(one for one in breaks(transmissions) if one not in known)
        return _Verdict(worded, each, together)

    def _word(self, context: Context, transmission: Transmission) -> Worded:
        lexicon = lexicon_for(self.lexicon, context.board)
        worded = attempt(
            "wording", lambda: word(context.theatre, self.language, transmission, lexicon=lexicon)
        )
        return worded or Worded(transmission, "", (_UNHANDLED,), ())

    def word_again(self, context: Context, transmission: Transmission) -> Spoken | None:
        """Return a transmission of an earlier run in words, or None if it may not be keyed."""
        worded = self._word(context, transmission)
        if worded.differences:
            return None
        return Spoken(transmission, worded.words, worded.frequencies_hz)


def _keyable(after: Context, one: Worded, work: Work) -> Spoken:
    """Record a transmission as decided, under the next number of those that are keyed."""
    number = work.board.transmissions + 1
    sent = replace(one.transmission, transmission_id=f"tx-{number}")
    wanted = wanted_readback(replace(after, board=work.board), sent)
    event = transmission_event(sent, after.now_ms, wanted=wanted)
    work.board = apply(work.board, event)
    work.events.append(event)
    return Spoken(sent, one.words, one.frequencies_hz)


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


def _aggregated(made: Reconciled | None) -> dict[str, Any]:
    if made is None:
        return {"kept": [], "suppressed": [], "error_code": _UNHANDLED}
    return {
        "kept": [[one.kind for one in sent.directives] for sent in made.transmissions],
        "suppressed": [[one.say.directive.kind, one.reason] for one in made.suppressed],
    }


def _verified(verdict: _Verdict, work: Work) -> dict[str, Any]:
    return {
        "verdicts": [
            [one.transmission.callsign, not one.differences and not verdict.why_not(place)]
            for place, one in enumerate(verdict.worded)
        ],
        "differences": [list(one.differences) for one in verdict.worded if one.differences],
        "invariants": [
            *work.broken,
            *(reason for reasons in verdict.broken for reason in reasons),
            *verdict.together,
        ],
    }


def _withheld(one: Worded, broken: Sequence[str], now_ms: int) -> Event:
    data = {
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
