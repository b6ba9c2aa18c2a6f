"""Words on their way to being sound: keyed when they begin to sound, made on while they are spoken.

A controller's transmission lasts ten seconds and takes a voice one or two to make on a busy
machine: a pilot who waits for the last word to be ready waits for nothing. So words are made piece
by piece, at the pauses a controller makes anyway, and keyed as soon as the first piece is there.
Pieces recur more often than whole transmissions, so more of them are found in the cache. Whatever
is most urgent is made first, and what is on the air before everything else. Should a piece be late
all the same, silence keeps the carrier up until it comes.
"""

from __future__ import annotations

import logging
import re
import threading
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import overload

import numpy as np

from engine.model.errors import MarshallError, SpeechError
from engine.voice.opus import FRAME_MS, FRAME_SAMPLES, OpusEncoder
from engine.voice.pcm import Pcm, silence

__all__ = ["SOME_TIME", "Speech", "VoiceWorks", "pieces_of"]

_LONG_SENTENCE = 45
"""Characters, about three seconds: a first sentence longer than this is begun at a comma."""

_SHORT_PIECE = 20
"""Characters: what is shorter is over before the next piece is made."""

SOME_TIME = 100
"""Less urgent than any priority: what may be wanted soon is made while nothing else is."""

_ON_THE_AIR = -1
"""More urgent than any priority: a carrier is up and waits for it."""

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
_LOG = logging.getLogger(__name__)

Synthesise = Callable[[str], Pcm]
Notify = Callable[[], None]


def pieces_of(words: str, opening: str = "") -> tuple[str, ...]:
    """Return a transmission in the pieces it is made in: sentences, the first begun early.

    `opening` is a beginning that is made already, such as a pilot's name: it is a piece by itself.

    >>> pieces_of("Pony one one, identified. Expect surveillance approach runway one three.")
    ('Pony one one, identified.', 'Expect surveillance approach runway one three.')
    >>> pieces_of("Pony one one, three miles from touchdown, on track, descend to one thousand.")
    ('Pony one one, three miles from touchdown,', 'on track, descend to one thousand.')
    """
    if opening and words.startswith(f"{opening} "):
        return (opening, *pieces_of(words[len(opening) :]))
    sentences = [one for one in _SENTENCE_END.split(words.strip()) if one]
    if not sentences:
        return (words,)
    first, *rest = sentences
    comma = first.rfind(", ", _SHORT_PIECE, _LONG_SENTENCE)
    if len(first) > _LONG_SENTENCE and comma > 0:
        return (first[: comma + 1], first[comma + 2 :], *rest)
    return tuple(sentences)


class Speech(Sequence[bytes]):
    """The packets of one transmission, which grow while they are sent.

    To iterate never waits: where a packet is not there yet, one of silence takes its place. `error`
    is why the rest will not come. `on_ready` is called, from a worker, when it may be keyed.
    """

    def __init__(
        self, pieces: Sequence[str], synthesise: Synthesise, *, priority: int, ready: Notify
    ) -> None:
        self.priority = priority
        self.error: MarshallError | None = None
        self._pieces = list(pieces)
        self._synthesise = synthesise
        self._ready = ready
        self._frames: list[bytes] = []
        self._is_whole = False
        self._encoder: OpusEncoder | None = None
        self._left: Pcm = silence(FRAME_MS)  # a listener whose radio opens late loses no syllable

    @overload
    def __getitem__(self, index: int) -> bytes: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[bytes]: ...
    def __getitem__(self, index: int | slice) -> bytes | Sequence[bytes]:
        """Return packets that are there."""
        return self._frames[index]

    def __len__(self) -> int:
        """Return how many packets are there."""
        return len(self._frames)

    def __iter__(self) -> Iterator[bytes]:
        """Yield every packet in order, and silence for what is late."""
        place = 0
        while True:
            if place < len(self._frames):
                yield self._frames[place]
                place += 1
            elif self._is_whole or self.error is not None:
                return
            else:
                yield _pause()

    @property
    def is_ready(self) -> bool:
        """Whether it may be keyed, or has failed before anything could be."""
        return bool(self._frames) or self.error is not None

    @property
    def is_finished(self) -> bool:
        """Whether nothing more is to be made."""
        return self._is_whole or self.error is not None

    def hurry(self) -> None:
        """Make what is left before everything else: the carrier is up."""
        self.priority = _ON_THE_AIR

    def cancel(self) -> None:
        """Give up what is not made yet."""
        self.error = self.error or SpeechError("it was given up")

    def make_next(self) -> None:
        """Make the next piece; called on a worker, one at a time."""
        if self.is_finished:
            return
        try:
            self._add(self._synthesise(self._pieces.pop(0)), is_last=not self._pieces)
        except MarshallError as error:
            self.error = error
        except Exception as error:  # noqa: BLE001 - any engine's own error ends this speech
            _LOG.exception("the voice failed")
            self.error = SpeechError(f"the voice failed ({type(error).__name__})")
        self._ready()

    def _add(self, pcm: Pcm, *, is_last: bool) -> None:
        self._encoder = self._encoder or OpusEncoder()
        sound = np.concatenate([self._left, pcm])
        if is_last:
            sound = np.pad(sound, (0, -len(sound) % FRAME_SAMPLES + FRAME_SAMPLES))
        whole = len(sound) - len(sound) % FRAME_SAMPLES
        self._left = sound[whole:]
        frames = sound[:whole].reshape(-1, FRAME_SAMPLES)
        self._frames += [self._encoder.encode(frame) for frame in frames]
        self._is_whole = is_last


class VoiceWorks:
    """Makes the speech of every station on a few workers, the most urgent piece first.

    The workers are daemons: what they are making when the service ends is not waited for.
    """

    def __init__(self, *, workers: int = 1) -> None:
        self._waiting: list[Speech] = []
        self._changed = threading.Condition()
        self._is_open = True
        for number in range(workers):
            threading.Thread(target=self._work, name=f"voice-{number}", daemon=True).start()

    def make(
        self, pieces: Sequence[str], synthesise: Synthesise, *, priority: int, ready: Notify
    ) -> Speech:
        """Return the speech of some pieces, and have it made; `ready` is called from a worker."""
        speech = Speech(pieces, synthesise, priority=priority, ready=ready)
        with self._changed:
            self._waiting.append(speech)
            self._changed.notify()
        return speech

    def close(self) -> None:
        """Make nothing more."""
        with self._changed:
            self._is_open = False
            self._waiting.clear()
            self._changed.notify_all()

    def _work(self) -> None:
        while (speech := self._take()) is not None:
            speech.make_next()
            if not speech.is_finished:
                with self._changed:
                    self._waiting.insert(0, speech)

    def _take(self) -> Speech | None:
        with self._changed:
            while self._is_open and not self._waiting:
                self._changed.wait()
            if not self._is_open:
                return None
            speech = min(self._waiting, key=lambda one: one.priority)
            self._waiting.remove(speech)
            return speech


@cache
def _pause() -> bytes:
    """Return a packet of silence."""
    return OpusEncoder().encode(silence(FRAME_MS))
