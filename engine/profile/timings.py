"""How long each part of a check takes, for whoever asks why it is slow (`--timings`)."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["Timings"]


class Timings:
    """Seconds by what they were spent on, in the order first met."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def part(self, name: str) -> Iterator[None]:
        """Add the time spent inside to a part."""
        began = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[name] = self.seconds.get(name, 0.0) + time.perf_counter() - began

    def table(self) -> str:
        """Return the parts, the slowest first, in milliseconds."""
        longest_first = sorted(self.seconds.items(), key=lambda item: -item[1])
        return "".join(f"{1000.0 * took:>9.1f} ms  {name}\n" for name, took in longest_first)
