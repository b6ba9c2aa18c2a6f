"""What a check before a run says."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Check", "Verdict", "ok", "problem"]


class Verdict(StrEnum):
    """What came of a check."""

    OK = "ok"
    PROBLEM = "problem"


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was tried: what it is, what came of it, and what to do about it."""

    name: str
    verdict: Verdict
    line: str
    advice: str = ""


def ok(name: str, line: str, advice: str = "") -> Check:
    """Return a check that found nothing wrong."""
    return Check(name, Verdict.OK, line, advice)


def problem(name: str, line: str, advice: str = "") -> Check:
    """Return a check that found something to be put right."""
    return Check(name, Verdict.PROBLEM, line, advice)
