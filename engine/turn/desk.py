"""The desk: where stimuli become events, a board and words, one at a time and in order.

It is synchronous and deterministic: the same log and the same stimuli give the same decisions.
A step takes stimuli, runs a turn for each, and appends everything (stimuli, decisions, traces, and
the words that are to be keyed) in one batch before any of it takes effect. After a kill the board
is folded from the log again, and a step that was asked for twice (because the asker never saw the
answer) is answered from the log.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from engine.control.board import Board, board_from_json, board_to_json
from engine.control.codec import from_json, to_json
from engine.control.expiry import revalidate
from engine.control.fold import apply
from engine.control.fold_said import transmission_from_event
from engine.control.outcome import Context
from engine.control.stimuli import stimulus_event
from engine.model.directive import Transmission
from engine.model.event import Event
from engine.model.stimulus import KeyingReport, Stimulus, Sweep
from engine.profile.theatre import Theatre
from engine.store import EventLog
from engine.turn.hearing import Listening
from engine.turn.speech_queue import Spoken
from engine.turn.trace import Trace
from engine.turn.turn import Turn

__all__ = ["SNAPSHOT_EVERY", "Desk", "StepResult"]

SNAPSHOT_EVERY = 2_000
"""Events between snapshots: a restart reads no more than this many."""


@dataclass(frozen=True, slots=True)
class StepResult:
    """What one step decided: words to key, and what happened in each turn."""

    spoken: tuple[Spoken, ...] = ()
    traces: tuple[Trace, ...] = ()
    events: tuple[Event, ...] = ()


@dataclass(slots=True)
class Desk:
    """Holds the board of one theatre and decides."""

    theatre: Theatre
    turn: Turn
    log: EventLog
    duration_clock_s: Callable[[], float] = time.perf_counter
    snapshot_every: int = SNAPSHOT_EVERY
    board: Board = field(default_factory=Board)
    now_ms: int = 0
    sim_time_s: float = 0.0
    _since_snapshot: int = 0

    def resume(self) -> int:
        """Fold the log into the board, and return how many events were folded."""
        after = 0
        snapshot = self.log.last("snapshot")
        if snapshot is not None:
            self.board = board_from_json(snapshot.data["board"])
            self.now_ms, self.sim_time_s = snapshot.t_ms, snapshot.sim_t
            after = snapshot.seq
        count = 0
        for event in self.log.read(after=after):
            self.board = apply(self.board, event)
            self.now_ms, self.sim_time_s = event.t_ms, event.sim_t
            count += 1
        self._since_snapshot = count
        return count

    def step(self, now_ms: int, stimuli: Sequence[Stimulus], *, step_id: str = "") -> StepResult:
        """Run a turn for each stimulus in order, and return what is to be keyed.

        Raises:
            StoreError: the log cannot be written; nothing has taken effect.
        """
        if step_id:
            done = self.log.last("step")
            if done is not None and done.data["step_id"] == step_id:
                return StepResult(tuple(_spoken(one) for one in done.data["spoken"]))
        board, sim_time_s = self.board, self.sim_time_s
        since_snapshot = self._since_snapshot
        events: list[Event] = []
        spoken: list[Spoken] = []
        traces: list[Trace] = []
        for stimulus in stimuli:
            if isinstance(stimulus, Sweep):
                sim_time_s = _sim_time_s(sim_time_s, stimulus)
            received = stimulus_event(stimulus, now_ms, sim_time_s)
            board = apply(board, received)
            context = Context(self.theatre, board, now_ms, sim_time_s)
            result = self.turn.run(context, stimulus, now_s=self.duration_clock_s)
            board = result.board
            events += [received, *result.events]
            spoken += result.spoken
            traces.append(result.trace)
        if step_id:
            data = {"step_id": step_id, "spoken": [to_json(one) for one in spoken]}
            events.append(Event("step", now_ms, data, sim_t=sim_time_s))
        since_snapshot += len(events)
        if since_snapshot >= self.snapshot_every:
            snapshot = {"board": board_to_json(board)}
            events.append(Event("snapshot", now_ms, snapshot, sim_t=sim_time_s))
            since_snapshot = 0
        numbered = self.log.append(events)
        self.board, self.now_ms, self.sim_time_s = board, now_ms, sim_time_s
        self._since_snapshot = since_snapshot
        return StepResult(tuple(spoken), tuple(traces), numbered)

    def unsettled(self) -> tuple[Spoken, ...]:
        """Return what was decided and never reported keyed or dropped, in the order of deciding.

        After a kill these are keyed, or reported as expired or withheld: until then the board
        takes them as told. One that can be worded no more is left out, and is settled as failed.
        """
        waiting = set(self.board.pending)
        if not waiting:
            return ()
        context = Context(self.theatre, self.board, self.now_ms, self.sim_time_s)
        decided = [
            sent
            for event in self.log.read(kind="transmission")
            if (sent := transmission_from_event(event)).transmission_id in waiting
        ]
        found = [self.turn.word_again(context, one) for one in decided]
        settled = {one.transmission.transmission_id for one in found if one is not None}
        lost = [KeyingReport(name, "failed", self.now_ms) for name in sorted(waiting - settled)]
        if lost:
            self.step(self.now_ms, lost)
        return tuple(one for one in found if one is not None)

    def listening_to(self, guid: str) -> Listening:
        """Return how a radio is listened to as the board stands."""
        return self.turn.listening_to(self.board, guid)

    def still_holds(self, transmission: Transmission, now_ms: int) -> str:
        """Return "" while a decided transmission still holds, else the reason to withhold it."""
        context = Context(self.theatre, self.board, now_ms, self.sim_time_s)
        return revalidate(context, transmission) or ""

    def record(self, kind: str, data: dict[str, object], now_ms: int) -> None:
        """Append a record that changes nothing on the board, such as `keying`."""
        event = Event(kind, now_ms, data, sim_t=self.sim_time_s)
        self.board = apply(self.board, *self.log.append([event]))

    def board_json(self) -> str:
        """Return the whole board as canonical JSON."""
        return board_to_json(self.board)


def _sim_time_s(before_s: float, sweep: Sweep) -> float:
    """Return the sim's time after a look; a mission that restarted begins its time anew."""
    earlier = [] if sweep.reset is not None else [before_s]
    return max([*earlier, *(track.sim_time_s for track in sweep.tracks)], default=0.0)


def _spoken(record: object) -> Spoken:
    spoken: Spoken = from_json(Spoken, record)
    return spoken
