"""The virtual pilots' ears: recognition in a process of its own, at low priority.

Simulated pilots must not slow the controller they are there to test, and on two cores their
recognition would. So it runs in a child process that yields to everything else, and a transmission
that several pilots hear is decoded once. The child is spoken to over its standard input and output:
a length, a line of JSON, then the samples.
"""

from __future__ import annotations

import asyncio
import json
import os
import struct
import sys
from collections.abc import Sequence
from typing import BinaryIO

import numpy as np

from engine.model.errors import SpeechError
from engine.voice.models import find_model
from engine.voice.pcm import Pcm
from engine.voice.recogniser import Clip, Recogniser
from engine.voice.whisper import WhisperRecogniser, WhisperSettings

__all__ = ["CHILD_COMMAND", "RecognitionProcess", "main", "serve"]

NICENESS = 10
DEADLINE_S = 8.0
CLOSE_S = 1.0
REMEMBERED = 64
"""Decodes kept for listeners who ask a little later."""
_HEADER = struct.Struct(">II")
CHILD_COMMAND = (sys.executable, "-m", "engine.sim.recognition_process")


class RecognitionProcess:
    """A child that recognises; asked from one event loop, answers in order."""

    def __init__(self, command: Sequence[str] = CHILD_COMMAND) -> None:
        self._command = tuple(command)
        self._child: asyncio.subprocess.Process | None = None
        self._turn = asyncio.Lock()
        self._decodes: dict[str, asyncio.Task[str]] = {}

    async def recognise(self, key: str, pcm: Pcm, *, prompt: str) -> str:
        """Return the words of a transmission; one decode for everybody who asks with its `key`.

        Raises:
            SpeechError: the child could not be started, or ended.
        """
        task = self._decodes.get(key)
        if task is None:
            task = asyncio.create_task(self._ask(pcm, prompt))
            self._decodes[key] = task
            while len(self._decodes) > REMEMBERED:
                self._decodes.pop(next(iter(self._decodes)))
        return await asyncio.shield(task)

    async def close(self) -> None:
        """End the child and forget what it was asked."""
        for task in self._decodes.values():
            task.cancel()
        await asyncio.gather(*self._decodes.values(), return_exceptions=True)
        self._decodes.clear()
        child, self._child = self._child, None
        if child is not None:
            await _end(child)

    async def _ask(self, pcm: Pcm, prompt: str) -> str:
        async with self._turn:
            child = await self._running()
            if child.stdin is None or child.stdout is None:
                message = "the pilots' recogniser has no pipes"
                raise SpeechError(message)
            samples = pcm.astype("<i2").tobytes()
            question = json.dumps({"prompt": prompt}).encode()
            try:
                child.stdin.write(_HEADER.pack(len(question), len(samples)) + question + samples)
                await child.stdin.drain()
                (length, _) = _HEADER.unpack(await child.stdout.readexactly(_HEADER.size))
                answer = json.loads(await child.stdout.readexactly(length))
            except (OSError, asyncio.IncompleteReadError) as error:
                self._child = None
                await _end(child)
                message = "the pilots' recogniser ended; is the speech extra installed?"
                raise SpeechError(message) from error
            return str(answer["text"])

    async def _running(self) -> asyncio.subprocess.Process:
        if self._child is None or self._child.returncode is not None:
            try:
                self._child = await asyncio.create_subprocess_exec(
                    *self._command,
                    stdin=asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE,
                    stderr=asyncio.subprocess.DEVNULL,
                )
            except OSError as error:
                message = "the pilots' recogniser cannot be started"
                raise SpeechError(message) from error
        return self._child


async def _end(child: asyncio.subprocess.Process) -> None:
    if child.stdin is not None:
        child.stdin.close()
    try:
        await asyncio.wait_for(child.wait(), CLOSE_S)
    except TimeoutError:
        child.kill()
        await child.wait()


def serve(recogniser: Recogniser, questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer until the questions end: what the child does."""
    while True:
        header = questions.read(_HEADER.size)
        if len(header) < _HEADER.size:
            return
        asked, length = _HEADER.unpack(header)
        prompt = json.loads(questions.read(asked))["prompt"]
        pcm = np.frombuffer(questions.read(length), dtype="<i2").astype(np.int16)
        try:
            heard = recogniser.recognise(
                Clip(pcm), prompt=prompt, deadline_s=DEADLINE_S, hypotheses=1
            )
            text = heard.text
        except SpeechError:
            text = ""
        answer = json.dumps({"text": text}).encode()
        answers.write(_HEADER.pack(len(answer), 0) + answer)
        answers.flush()


def main() -> None:
    """Serve Whisper on standard input and output, at low priority."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    recogniser = WhisperRecogniser(find_model(), WhisperSettings(threads=1, beam=3))
    serve(recogniser, sys.stdin.buffer, sys.stdout.buffer)


if __name__ == "__main__":
    main()
