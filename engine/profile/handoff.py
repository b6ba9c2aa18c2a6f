"""A rung of the handoff ladder, compiled: from role, to role, and when.

A ladder is tried top to bottom. Each rule answers fire, hold (it governs and says not yet, which
blocks everything below it) or no opinion, because "not yet" taken for "no rule" hands a departure
on at one mile.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.profile.guard import Guard

__all__ = ["HandoffRule"]


@dataclass(frozen=True, slots=True)
class HandoffRule:
    """One rung: while `where` holds, an aircraft with `from_role` goes to `to_role` when `when`."""

    name: str
    from_role: str
    to_role: str
    when: Guard
    where: Guard | None = None
