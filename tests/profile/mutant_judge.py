"""Whether a mutant is caught: exactly its code, at the right line."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from engine.profile.diagnostic import Diagnostic, Severity
from engine.profile.loader import load_theatre
from tests.profile.mutants import HARMLESS, OPERATORS, Mutant, Operator, mutants_of

__all__ = ["judge", "judged"]


def _counted(folder: Path) -> Counter[tuple[str, str]]:
    return Counter((one.code, one.message) for one in _loud(folder))


def _loud(folder: Path) -> list[Diagnostic]:
    return [
        one for one in load_theatre(folder).diagnostics if one.severity is not Severity.INFORMATION
    ]


def judge(mutant: Mutant, new: list[Diagnostic]) -> str:
    """Return "" for a mutant that is caught, or how it was missed."""
    if not new:
        return "nothing was said"
    codes = {one.code for one in new}
    if codes != {mutant.operator.code}:
        return f"said {', '.join(sorted(codes))}"
    wanted = mutant.operator.line
    lines = mutant.text.split("\n")
    for one in new:
        at = one.span.line
        if wanted in ("1", "+1"):
            right = at == (1 if wanted == "1" else mutant.line + 1)
        elif wanted:
            right = at <= len(lines) and re.search(wanted, lines[at - 1]) is not None
        else:
            right = abs(at - mutant.line) <= (1 if mutant.operator.code == "M004" else 0)
        if right:
            return ""
    return f"said it at line {new[0].span.line}, not {mutant.line}"


def judged(
    folder: Path, path: Path, kind: str, operators: tuple[Operator, ...] = OPERATORS
) -> list[tuple[Mutant, str]]:
    """Break one file in every way and return what came of each."""
    text = path.read_text(encoding="utf-8")
    before = _counted(folder)
    results = []
    try:
        for mutant in mutants_of(kind, text, operators):
            path.write_text(mutant.text, encoding="utf-8")
            seen: Counter[tuple[str, str]] = Counter()
            new = []
            for one in _loud(folder):
                seen[one.code, one.message] += 1
                if seen[one.code, one.message] > before[one.code, one.message]:
                    new.append(one)
            results.append((mutant, judge(mutant, new)))
        for mutant in mutants_of(kind, text, HARMLESS):
            path.write_text(mutant.text, encoding="utf-8")
            said = [one.code for one in _loud(folder)]
            wrong = (
                "" if Counter(said) == Counter(code for code, _ in before.elements()) else "spoke"
            )
            results.append((mutant, wrong))
    finally:
        path.write_text(text, encoding="utf-8")
    return results
