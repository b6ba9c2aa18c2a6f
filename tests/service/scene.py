"""Run a scene on an event loop, and fail rather than hang."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from typing import Any


def run(scene: Coroutine[Any, Any, None], *, limit_s: float = 8.0) -> None:
    """Run a scene to its end."""

    async def limited() -> None:
        async with asyncio.timeout(limit_s):
            await scene

    asyncio.run(limited())


class Changes:
    """Something to await a claim on: whoever makes it true calls `note`."""

    def __init__(self) -> None:
        self._changed = asyncio.Event()

    def note(self, *_: object) -> None:
        self._changed.set()

    async def until(self, holds: Callable[[], object]) -> None:
        """Wait until something told, or the passing of a moment, makes a claim true."""
        while not holds():
            self._changed.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(0.02):
                    await self._changed.wait()
