"""Many sorties, one after another: which seeds broke which promise.

How a seed is flown is the caller's business; this only judges and reports, so the same sweep runs
on the real engine, on a stand-in and in a test.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from engine.model.capture import Capture
from engine.model.understood import ControllerGrammar
from engine.profile.theatre import Theatre
from engine.proving.checker import summarise
from engine.proving.verdict import verify_sortie

__all__ = ["SeedVerdict", "report", "sweep_seeds"]


@dataclass(frozen=True, slots=True)
class SeedVerdict:
    """One seed and what was wrong with it; nothing when it kept every promise."""

    seed: int
    problems: tuple[str, ...]


def sweep_seeds(
    seeds: Iterable[int],
    fly: Callable[[int], Capture],
    *,
    theatre: Theatre,
    grammar: ControllerGrammar,
    told: Callable[[SeedVerdict], None] | None = None,
) -> list[SeedVerdict]:
    """Fly and judge every seed in order; `told` is called after each, for progress."""
    verdicts: list[SeedVerdict] = []
    for seed in seeds:
        problems = verify_sortie(summarise(fly(seed), theatre, grammar))
        verdict = SeedVerdict(seed, tuple(problems))
        verdicts.append(verdict)
        if told is not None:
            told(verdict)
    return verdicts


def report(verdicts: Iterable[SeedVerdict]) -> str:
    """Return the sweep in plain words: the count, then each seed that failed and why."""
    listed = list(verdicts)
    failed = [one for one in listed if one.problems]
    lines = [f"{len(listed) - len(failed)} of {len(listed)} seeds kept every promise"]
    lines.extend(f"seed {one.seed}: {problem}" for one in failed for problem in one.problems)
    return "\n".join(lines)
