"""Results of scenarios for other programs: JSON, and JUnit as continuous integration reads it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

from engine.proving.scenario_result import ScenarioResult, State, told
from engine.proving.spoken_line import SpokenLine

__all__ = ["as_json", "junit"]


def as_json(results: Sequence[ScenarioResult]) -> str:
    """Return every result with its transcript."""
    counts = Counter(one.state for one in results)
    whole = {
        "scenarios": [_object(one) for one in results],
        "counts": {state.value: counts[state] for state in State},
    }
    return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"


def junit(results: Sequence[ScenarioResult]) -> str:
    """Return a test suite: a pending scenario is skipped, one that is pending no more fails."""
    counts = Counter(one.state for one in results)
    failed = counts[State.FAILED] + counts[State.STALE]
    suite = (
        f'<testsuite name="marshall test" tests="{len(results)}" failures="{failed}" '
        f'skipped="{counts[State.PENDING]}">'
    )
    out = ['<?xml version="1.0" encoding="UTF-8"?>', suite]
    for one in results:
        place = quoteattr(f"{one.theatre}.{one.field}")
        out.append(
            f"  <testcase classname={place} name={quoteattr(one.name)} "
            f'file={quoteattr(one.span.file)} line="{one.span.line}" time="{one.took_s:.3f}">'
        )
        if one.state is State.PENDING:
            out.append(f"    <skipped message={quoteattr('needs ' + ', '.join(one.needs))}/>")
        elif one.state is not State.PASSED:
            wanted = one.failure.wanted if one.failure is not None else "it is pending no more"
            out.append(f"    <failure message={quoteattr(wanted)}>")
            out.append(escape("\n".join(told(one))))
            out.append("    </failure>")
        out.append("  </testcase>")
    return "\n".join([*out, "</testsuite>", ""])


def _object(one: ScenarioResult) -> dict[str, object]:
    failure = one.failure
    return {
        "scenario": one.name,
        "theatre": one.theatre,
        "field": one.field,
        "file": one.span.file,
        "line": one.span.line,
        "state": one.state.value,
        "needs": list(one.needs),
        "flown_s": one.flown_ms / 1000.0,
        "failure": None
        if failure is None
        else {
            "file": failure.span.file,
            "line": failure.span.line,
            "at_s": failure.at_ms / 1000.0,
            "expected": failure.wanted,
            "why": failure.why,
            "instead": [_line(heard) for heard in failure.instead],
        },
        "transcript": [_line(said) for said in one.lines],
        "exercised": {
            "edges": [f"{start} to {end}" for start, end in sorted(one.edges)],
            "rungs": sorted(one.rungs),
            "approaches": sorted(one.approaches),
        },
    }


def _line(said: SpokenLine) -> dict[str, object]:
    return {
        "at_s": said.at_ms / 1000.0,
        "speaker": said.speaker,
        "to": said.to,
        "frequencies_mhz": [one / 1e6 for one in said.frequencies_hz],
        "words": said.words,
        "directives": [
            {"kind": one.kind, "rule": one.rule, "slots": dict(one.slots)}
            for one in said.directives
        ],
    }
