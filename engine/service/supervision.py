"""Keep the parts of the service running: one that fails is started again, and is talked about.

A fault in one part must not silence the others, and must not be hidden either: its class and
traceback go to the log file, one plain line to the console. A part that fails again and again ends
the service, since whoever supervises the process can start all of it anew. A log that cannot be
written ends it at once: what is not recorded may not be said.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from engine.model.errors import InternalError, MarshallError, StoreError

__all__ = ["MOST_FAILURES", "WITHIN_S", "Part", "Supervisor"]

MOST_FAILURES = 5
WITHIN_S = 60.0
"""A part that fails this often in this time will not get well by being started again."""

RESTART_AFTER_S = 0.5

_LOG = logging.getLogger(__name__)

Part = Callable[[], Coroutine[Any, Any, None]]
"""Starts a part: it runs until cancelled, or ends when it has nothing more to do."""


class Supervisor:
    """Runs parts by name; `tell` is told each failure that is survived, in a line."""

    def __init__(
        self,
        tell: Callable[[str], None],
        *,
        restart_after_s: float = RESTART_AFTER_S,
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._tell = tell
        self._restart_after_s = restart_after_s
        self._now_s = now_s
        self._fatal: asyncio.Queue[MarshallError] = asyncio.Queue()

    def fail(self, error: MarshallError) -> None:
        """End the service with this error; for callbacks that nobody awaits."""
        self._fatal.put_nowait(error)

    async def run(self, parts: Mapping[str, Part]) -> None:
        """Run the parts until cancelled.

        Raises:
            StoreError: the log cannot be written.
            InternalError: a part fails again and again.
            MarshallError: what `fail` was given.
        """
        tasks = [
            asyncio.create_task(self._keep(name, part), name=name) for name, part in parts.items()
        ]
        tasks.append(asyncio.create_task(self._until_fatal(), name="fatal"))
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        for task in done:
            task.result()

    async def _until_fatal(self) -> None:
        raise await self._fatal.get()

    async def _keep(self, name: str, part: Part) -> None:
        failures: deque[float] = deque(maxlen=MOST_FAILURES)
        while True:
            try:
                await part()
            except StoreError:
                raise
            except Exception as error:
                _LOG.exception("%s failed", name)
                failures.append(self._now_s())
                kind = type(error).__name__
                if len(failures) == MOST_FAILURES and failures[-1] - failures[0] <= WITHIN_S:
                    message = (
                        f"{name} failed {MOST_FAILURES} times within {WITHIN_S:.0f} s ({kind}); "
                        "marshall.log in the record folder has the details"
                    )
                    raise InternalError(message) from error
                self._tell(f"{name} failed ({kind}) and starts again; see marshall.log")
                await asyncio.sleep(self._restart_after_s)
            else:
                return
