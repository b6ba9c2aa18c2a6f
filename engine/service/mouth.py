"""Speaking: from verified words to packets on a station's channels.

Each station speaks one stream at a time. What waits goes by priority; its voice is made while it
waits, and it is keyed as soon as that begins to sound (`engine.service.speech`), when nobody has
been on its channels for 300 ms; an unprompted one also leaves pilots a window to read back. While
the station is off the air everything waits: it is keyed when the voice server is back, if it has
not expired by then. Just before keying it is held against the board once more: what no longer holds
is withheld and recorded.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from engine.language.lexicon import spoken_callsign
from engine.model.directive import Priority
from engine.model.errors import RadioUnreachable
from engine.radio import Channel, LinkPhase, StationClient
from engine.service.speech import SOME_TIME, Speech, VoiceWorks, pieces_of
from engine.turn.speech_queue import SpeechQueue, Spoken
from engine.voice.pcm import Pcm

__all__ = ["CLEAR_MS", "READBACK_WINDOW_MS", "Mouth", "Utterance"]

CLEAR_MS = 300
"""How long a channel must have been free (SRS clients do not interrupt themselves)."""

READBACK_WINDOW_MS = 4_000
"""How long an unprompted call leaves a pilot to begin his read-back."""

STUCK_MS = 12_000
"""A carrier without a pause for so long is a stuck microphone: it does not silence the station."""

_PAUSE_MS = 120
"""Three packets missing: whoever was talking has let go of the key."""

UNANSWERED_MS = 20_000
"""A call that is not decided on by then (nobody could have talked for so long) holds up nothing."""

_POLL_S = 0.04
_MOST_OPENINGS = 200


@dataclass(frozen=True, slots=True)
class Utterance:
    """What became of one transmission; times are milliseconds of the monotonic clock."""

    spoken: Spoken
    outcome: str
    reason: str = ""
    queued_ms: int = 0
    voiced_ms: int = 0
    keyed_ms: int = 0
    ended_ms: int = 0


@dataclass(slots=True)
class _Voiced:
    """A transmission in the queue with its voice on the way."""

    speech: Speech
    queued_ms: int
    ready_ms: int = 0
    answers_hz: int | None = None


@dataclass(slots=True)
class Mouth:
    """One station's voice.

    `voice(words)` gives the sound of a few words and runs on a worker of `works`, off the loop;
    `still_holds(spoken)` returns "" or the reason it no longer does; `before_key` is told when
    keying begins, `on_done` how it ended.
    """

    client: StationClient
    voice: Callable[[str], Pcm]
    works: VoiceWorks
    engine_ms: Callable[[], int]
    still_holds: Callable[[Spoken], str]
    before_key: Callable[[Spoken], None]
    on_done: Callable[[Utterance], None]
    _queue: SpeechQueue = field(default_factory=SpeechQueue)
    _voices: dict[str, _Voiced] = field(default_factory=dict)
    _wake: asyncio.Event = field(default_factory=asyncio.Event)
    _unanswered: dict[str, int] = field(default_factory=dict)
    _readback_until_ms: int = 0
    _busy_since_ms: int | None = None
    _openings: set[str] = field(default_factory=set)
    _preparing: dict[str, Speech] = field(default_factory=dict)

    def prepare(self, callsign: str) -> None:
        """Make a pilot's name while he still talks: whatever is answered begins with it."""
        opening = f"{spoken_callsign(callsign)},"
        if opening in self._openings or opening in self._preparing:
            return
        if len(self._openings) >= _MOST_OPENINGS:
            self._openings.clear()

        def ready() -> None:
            self._openings.add(opening)
            self._preparing.pop(opening, None)

        self._preparing[opening] = self.works.make(
            (opening,), self.voice, priority=SOME_TIME, ready=ready
        )

    def say(self, spoken: Spoken, *, answers_hz: int | None = None) -> None:
        """Queue a transmission and start making its voice.

        `answers_hz` is the frequency it answers on: it does not wait for somebody who talks on
        another of the station's, it only leaves that one out.
        """
        loop = asyncio.get_running_loop()
        name = spoken.transmission.transmission_id

        def ready() -> None:
            # The service may have ended while a worker was at it.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(self._note_ready, name)

        opening = f"{spoken_callsign(spoken.transmission.callsign)},"
        pieces = pieces_of(spoken.words, opening if opening in self._openings else "")
        priority = spoken.transmission.priority
        speech = self.works.make(pieces, self.voice, priority=priority, ready=ready)
        self._voices[name] = _Voiced(speech, _now_ms(), answers_hz=answers_hz)
        self._queue.push(spoken)
        self._wake.set()

    def pilot_speaks(self, transmission_id: str) -> None:
        """Note that a pilot is talking to the station: until he is answered, only he is."""
        self._unanswered[transmission_id] = _now_ms()

    def answered(self, transmission_id: str) -> None:
        """Note that what a pilot said has been decided on, whether or not it needs an answer."""
        self._unanswered.pop(transmission_id, None)
        self._wake.set()

    def pilot_spoke(self) -> None:
        """Note that a pilot's transmission has ended: the read-back window is over."""
        self._readback_until_ms = 0
        self._wake.set()

    async def run(self) -> None:
        """Speak what is queued until cancelled."""
        while True:
            self._drop_expired()
            self._wake.clear()
            spoken = self._queue.peek()
            if spoken is None:
                self._busy_since_ms = None
                await self._wake.wait()
            elif self._may_key(spoken):
                await self._key(self._queue.take())
            else:
                await self._a_moment()

    def close(self) -> None:
        """Give up every voice that is being made."""
        for voiced in self._voices.values():
            voiced.speech.cancel()

    def _note_ready(self, name: str) -> None:
        voiced = self._voices.get(name)
        if voiced is not None:
            voiced.ready_ms = voiced.ready_ms or _now_ms()
            self._wake.set()

    async def _a_moment(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(_POLL_S):
                await self._wake.wait()

    def _drop_expired(self) -> None:
        for late in self._queue.expired(self.engine_ms()):
            self._finish(late, "expired", "waited too long for the channel")

    def _may_key(self, spoken: Spoken) -> bool:
        voiced = self._voices[spoken.transmission.transmission_id]
        if not voiced.speech.is_ready or self.client.state.phase is not LinkPhase.ON_AIR:
            return False
        if self._is_stuck(spoken):
            return True
        if self._is_busy(spoken, CLEAR_MS):
            own_hz = voiced.answers_hz
            return own_hz is not None and not self.client.is_busy(own_hz, within_ms=CLEAR_MS)
        if self._keeps_back(spoken):
            return False
        unprompted = spoken.transmission.priority is Priority.UNPROMPTED
        return not (unprompted and _now_ms() < self._readback_until_ms)

    def _keeps_back(self, spoken: Spoken) -> bool:
        """Tell whether a pilot who has just spoken is to be answered before this is said."""
        sent = spoken.transmission
        if sent.priority < Priority.REPLY or sent.reply_to is not None:
            return False
        oldest = _now_ms() - UNANSWERED_MS
        self._unanswered = {key: at for key, at in self._unanswered.items() if at > oldest}
        return bool(self._unanswered)

    def _is_busy(self, spoken: Spoken, within_ms: int) -> bool:
        return any(self.client.is_busy(hz, within_ms=within_ms) for hz in spoken.frequencies_hz)

    def _is_stuck(self, spoken: Spoken) -> bool:
        if not self._is_busy(spoken, _PAUSE_MS):
            self._busy_since_ms = None
            return False
        now = _now_ms()
        self._busy_since_ms = self._busy_since_ms or now
        return now - self._busy_since_ms >= STUCK_MS

    async def _key(self, spoken: Spoken) -> None:
        self._busy_since_ms = None
        name = spoken.transmission.transmission_id
        voiced = self._voices[name]
        if voiced.speech.error is not None:
            self._finish(spoken, "failed", str(voiced.speech.error))
            return
        reason = self.still_holds(spoken)
        if reason:
            self._finish(spoken, "withheld", reason)
            return
        self.before_key(spoken)
        voiced.speech.hurry()
        try:
            keyed = await self.client.transmit(
                voiced.speech, channels=_channels(self.client, spoken, voiced.answers_hz)
            )
        except RadioUnreachable as error:
            self._finish(spoken, "failed", str(error))
            return
        if voiced.speech.error is not None:
            self._finish(spoken, "failed", f"broke off: {voiced.speech.error}")
            return
        self._readback_until_ms = keyed.end_ms + READBACK_WINDOW_MS
        del self._voices[name]
        self.on_done(
            Utterance(
                spoken,
                "keyed",
                queued_ms=voiced.queued_ms,
                voiced_ms=voiced.ready_ms,
                keyed_ms=keyed.start_ms,
                ended_ms=keyed.end_ms,
            )
        )

    def _finish(self, spoken: Spoken, outcome: str, reason: str) -> None:
        voiced = self._voices.pop(spoken.transmission.transmission_id)
        voiced.speech.cancel()
        now = _now_ms()
        self.on_done(Utterance(spoken, outcome, reason, queued_ms=voiced.queued_ms, ended_ms=now))


def _channels(client: StationClient, spoken: Spoken, answers_hz: int | None) -> tuple[Channel, ...]:
    of_station = client.identity.channels
    wanted = tuple(one for one in of_station if one.frequency_hz in spoken.frequencies_hz)
    wanted = wanted or of_station
    if answers_hz is None or client.is_busy(answers_hz, within_ms=CLEAR_MS):
        return wanted
    return tuple(one for one in wanted if not client.is_busy(one.frequency_hz, within_ms=CLEAR_MS))


def _now_ms() -> int:
    return time.monotonic_ns() // 1_000_000
