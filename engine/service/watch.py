"""Looking: from the sim's feed and the voice server's roster to stimuli.

Everyone is looked at once a second, and four times a second while somebody is inside a final, so
that a mile is called when it is flown. The look is the only rhythm of the engine: timers and rules
run on it, so a paused sim pauses them too.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import cast

from engine.model.picture import FeedUpdate
from engine.model.stimulus import RadioGone, RadioPresent, Stimulus
from engine.radio import ClientRecord
from engine.service.sides import coalition_of
from engine.world.feed import Feed
from engine.world.picture import RadarPicture

__all__ = ["FAST_LOOK_S", "LOOK_S", "Watch", "roster_changes"]

LOOK_S = 1.0
FAST_LOOK_S = 0.25

_LOWEST_HZ = 10_000
"""SRS ignores a radio at or below this; an unused one stands at 1 Hz."""

_MACHINE = "[bot]"
"""How controllers that are programs mark their names, as ours do."""


@dataclass(slots=True)
class Watch:
    """Feeds the radar picture, and posts a sweep at each look.

    `post` takes stimuli; `is_close` tells whether anyone is inside a final; `roster` gives the
    voice server's clients, or None while no station has a link: pilots have not left because we
    cannot see them.
    """

    feed: Feed
    post: Callable[[Stimulus], None]
    is_close: Callable[[], bool]
    roster: Callable[[], Mapping[str, ClientRecord] | None]
    own_guids: set[str]
    picture: RadarPicture = field(default_factory=RadarPicture)
    wait: Callable[[float], Awaitable[None]] = asyncio.sleep
    _radios: dict[str, RadioPresent] = field(default_factory=dict)

    async def take_updates(self) -> None:
        """Fold the feed into the picture until it ends; a live one reconnects by itself."""
        feed = cast("AsyncGenerator[FeedUpdate, None]", self.feed.updates())
        async with aclosing(feed) as updates:
            async for update in updates:
                self.picture.fold(update)

    async def keep_looking(self) -> None:
        """Look at the roster and the radar until cancelled."""
        while True:
            await self.wait(FAST_LOOK_S if self.is_close() else LOOK_S)
            self.look()

    def look(self) -> None:
        """Post what changed on the voice server, then one sweep of the radar."""
        roster = self.roster()
        if roster is not None:
            now = {
                guid: present
                for guid, record in roster.items()
                if guid not in self.own_guids and (present := _present(guid, record)) is not None
            }
            for change in roster_changes(self._radios, now):
                self.post(change)
            self._radios = now
        self.post(self.picture.take_sweep())


def roster_changes(
    before: Mapping[str, RadioPresent], after: Mapping[str, RadioPresent]
) -> tuple[Stimulus, ...]:
    """Return what a roster's change means: radios that left, then those that came or changed."""
    gone = tuple(RadioGone(guid) for guid in sorted(before) if guid not in after)
    came = tuple(after[guid] for guid in sorted(after) if before.get(guid) != after[guid])
    return (*gone, *came)


def _present(guid: str, record: ClientRecord) -> RadioPresent | None:
    """Return a client as a radio somebody may call on; a machine's is nobody's aircraft."""
    if record.radio_info is None or _MACHINE in record.name.casefold():
        return None
    return RadioPresent(
        guid=guid,
        client_name=record.name,
        unit_type=record.radio_info.unit_type,
        unit_id=record.radio_info.unit_id,
        coalition=coalition_of(record.coalition),
        frequencies_hz=tuple(
            round(radio.frequency_hz)
            for radio in record.radio_info.radios
            if radio.frequency_hz > _LOWEST_HZ
        ),
    )
