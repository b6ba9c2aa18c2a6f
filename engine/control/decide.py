"""One turn's decision from end to end, without audio: plan, run, reconcile, record. Pure.

The turn room does the same with a trace and a budget; the proof, the scenarios and the tests use
this. Feeding it the recorded stimuli again gives the same events, byte for byte.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.control.board import Board
from engine.control.capabilities import CAPABILITIES
from engine.control.fold import apply, fold
from engine.control.fold_said import transmission_event
from engine.control.outcome import Context, Say
from engine.control.plan import Refusal, Step, plan_call, plan_presence, plan_sweep
from engine.control.readback_items import wanted_readback
from engine.control.reconcile import Suppressed, reconcile
from engine.control.stimuli import stimulus_event
from engine.model.call import Call
from engine.model.directive import Transmission
from engine.model.event import Event
from engine.model.stimulus import Heard, RadioGone, RadioPresent, Stimulus, Sweep

__all__ = ["Decision", "decide"]


@dataclass(frozen=True, slots=True)
class Decision:
    """What a turn decided: events in order (the stimulus first), what to key, what was dropped."""

    events: tuple[Event, ...]
    transmissions: tuple[Transmission, ...]
    suppressed: tuple[Suppressed, ...]
    plan: tuple[Step, ...] | Refusal
    board: Board


def decide(context: Context, stimulus: Stimulus, call: Call | None = None) -> Decision:
    """Return the decision on one stimulus; `context.board` is the board before it."""
    events = [stimulus_event(stimulus, context.now_ms, context.sim_time_s)]
    now = replace(context, board=apply(context.board, events[0]))
    plan = _plan(now, stimulus, call)
    says: list[Say] = []
    for step in plan if isinstance(plan, tuple) else ():
        outcome = CAPABILITIES[step.capability](now, step.request)
        events += outcome.events
        says += outcome.says
        now = replace(now, board=fold(outcome.events, now.board))
    reply_to = stimulus.transmission_id if isinstance(stimulus, Heard) else None
    made = reconcile(now, says, reply_to=reply_to)
    for transmission in made.transmissions:
        event = transmission_event(
            transmission, now.now_ms, wanted=wanted_readback(now, transmission)
        )
        events.append(event)
        now = replace(now, board=apply(now.board, event))
    return Decision(tuple(events), made.transmissions, made.suppressed, plan, now.board)


def _plan(context: Context, stimulus: Stimulus, call: Call | None) -> tuple[Step, ...] | Refusal:
    if isinstance(stimulus, Heard):
        return plan_call(context, stimulus, call or Call("", ()))
    if isinstance(stimulus, Sweep):
        return plan_sweep(context, stimulus)
    if isinstance(stimulus, (RadioPresent, RadioGone)):
        return plan_presence(context, stimulus)
    return ()
