"""The desk in a process of its own, which can be killed at any instant and started again.

The parent sends one JSON line a step and waits for one line back. Steps are numbered: after a kill
the parent sends the step that was never answered once more, and the child, which may or may not
have committed it, answers from its log or runs it. So nothing is lost and nothing is done twice.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.control.codec import from_json, to_json
from engine.control.stimuli import stimulus_from_json, stimulus_kind, stimulus_to_json
from engine.model.errors import InternalError
from engine.model.event import canonical_json
from engine.model.stimulus import Stimulus
from engine.profile.loader import load_theatre_or_raise
from engine.service.build import make_desk
from engine.service.in_process import keyed_of
from engine.sim.controller import Keyed
from engine.store import SqliteEventLog, Synchronous
from engine.turn.desk import Desk

__all__ = ["ChildController", "serve"]


@dataclass(slots=True)
class ChildController:
    """A `Controller` whose desk runs in a child process over one log file."""

    theatre: Path
    log: Path
    restarts: int = 0
    kill_in_next_step: bool = False
    _process: subprocess.Popen[str] | None = field(default=None, repr=False)
    _steps: int = 0

    def start(self) -> None:
        """Start the child; it folds the log before it answers."""
        command = [sys.executable, "-m", "engine.service.child", str(self.theatre), str(self.log)]
        self._process = subprocess.Popen(  # noqa: S603  # our own interpreter and module
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )

    def step(self, now_ms: int, stimuli: Sequence[Stimulus]) -> Sequence[Keyed]:
        """Take the stimuli of this instant and return what is to be said, in order.

        With `kill_in_next_step` set, the child is killed before it can answer, whether or not it
        has committed the step by then, and is asked again after its restart.
        """
        self._steps += 1
        line = self._step_line(now_ms, stimuli)
        if self.kill_in_next_step:
            self.kill_in_next_step = False
            self._send(line)
            self.kill()
            self.start()
        answer = self._ask(line)
        return [_keyed(one) for one in answer["keyed"]]

    def board_json(self) -> str:
        """Return the whole board as canonical JSON."""
        return str(self._ask(canonical_json({"ask": "board"}))["board"])

    def kill(self) -> None:
        """Kill the child outright, as a power cut would."""
        process = self._running()
        process.kill()
        process.wait()
        _close(process)
        self._process = None
        self.restarts += 1

    def close(self) -> None:
        """End the child in an orderly way; safe to call twice."""
        process = self._process
        if process is None:
            return
        self._process = None
        _close(process)
        process.wait()

    def _step_line(self, now_ms: int, stimuli: Sequence[Stimulus]) -> str:
        return canonical_json(
            {
                "ask": "step",
                "step_id": str(self._steps),
                "now_ms": now_ms,
                "stimuli": [[stimulus_kind(one), stimulus_to_json(one)] for one in stimuli],
            }
        )

    def _running(self) -> subprocess.Popen[str]:
        if self._process is None:
            message = "the child was asked before it was started"
            raise InternalError(message)
        return self._process

    def _send(self, line: str) -> None:
        pipe = self._running().stdin
        assert pipe is not None  # noqa: S101  # made with a pipe
        pipe.write(line + "\n")
        pipe.flush()

    def _ask(self, line: str) -> dict[str, Any]:
        self._send(line)
        process = self._running()
        assert process.stdout is not None  # noqa: S101  # made with a pipe
        answer = process.stdout.readline()
        if not answer:
            message = f"the service process ended by itself with code {process.wait()}"
            raise InternalError(message)
        decoded: dict[str, Any] = json.loads(answer)
        return decoded


def serve(desk: Desk) -> None:
    """Answer the parent's lines until it closes the pipe."""
    for line in sys.stdin:
        asked = json.loads(line)
        if asked["ask"] == "board":
            answer: dict[str, Any] = {"board": desk.board_json()}
        else:
            stimuli = [stimulus_from_json(kind, data) for kind, data in asked["stimuli"]]
            result = desk.step(asked["now_ms"], stimuli, step_id=asked["step_id"])
            answer = {"keyed": [to_json(one) for one in keyed_of(result)]}
        sys.stdout.write(canonical_json(answer) + "\n")
        sys.stdout.flush()


def _keyed(record: Any) -> Keyed:  # JSON
    keyed: Keyed = from_json(Keyed, record)
    return keyed


def _close(process: subprocess.Popen[str]) -> None:
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            try:
                pipe.close()
            except BrokenPipeError:
                continue


def _main() -> None:
    theatre = load_theatre_or_raise(Path(sys.argv[1]))
    log = SqliteEventLog(Path(sys.argv[2]), synchronous=Synchronous.NORMAL)
    desk = make_desk(theatre, log)
    desk.resume()
    try:
        serve(desk)
    finally:
        log.close()


if __name__ == "__main__":
    _main()
