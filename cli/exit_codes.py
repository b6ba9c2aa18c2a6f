"""Exit codes, the same for every command; documented in docs/commands.md."""

from __future__ import annotations

from enum import IntEnum

__all__ = ["ExitCode"]


class ExitCode(IntEnum):
    """What the shell is told."""

    OK = 0
    """The command did what it was asked."""
    FOUND = 1
    """It ran, and found what it was looking for: diagnostics, a failed sortie, a failed check."""
    USAGE = 2
    """The command line, a configuration or a profile cannot be used; the message says why."""
    UNAVAILABLE = 3
    """Something outside is missing: a server, a model, a voice, a file."""
    INTERNAL = 101
    """A bug in Marshall; the message says where the report was written ."""
    INTERRUPTED = 130
    """Stopped with Ctrl-C after an orderly end (128 + SIGINT)."""
