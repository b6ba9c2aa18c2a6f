"""M856: no scenario expects what it forbids, and none expects nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.profile.diagnostic import Diagnostic, Label
from engine.profile.project import Project
from engine.profile.scenario import Expectation, Scenario

__all__ = ["check"]


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each line that cannot come true beside another of its scenario."""
    for scenario in project.scenarios:
        if not any(step.then for step in scenario.steps) and not scenario.until:
            yield Diagnostic(
                "M856",
                "the scenario expects nothing",
                scenario.span,
                hint="add a `then`, or `fly` with `until`",
            )
        forbidden: list[Expectation] = []
        for step in scenario.steps:
            forbidden += [one for one in step.then if one.kind == "never"]
            for line in step.then:
                yield from _against(line, forbidden, step.then)
        yield from _flown(scenario)


def _against(
    line: Expectation, forbidden: Sequence[Expectation], beside: Sequence[Expectation]
) -> Iterator[Diagnostic]:
    if line.kind not in ("says", "hands_off"):
        return
    silent = [one for one in beside if one.kind == "silence" and one.to in ("", line.to)]
    for other in [one for one in forbidden if _forbids(one, line)] + silent:
        yield Diagnostic(
            "M856",
            f"`{line.directive}` is expected and forbidden",
            line.span,
            hint="take one of the two away, or say of whom each is",
            related=(Label(other.span, "forbidden here"),),
        )
        return


def _forbids(never: Expectation, says: Expectation) -> bool:
    """Tell whether what is expected is always something forbidden."""
    return (
        never.directive == says.directive
        and never.to in ("", says.to)
        and never.by in ("", says.by)
        and never.on in ("", says.on)
        and all(_same(wish.name, never, says) for wish in never.slots)
    )


def _same(name: str, never: Expectation, says: Expectation) -> bool:
    first = next((one for one in never.slots if one.name == name), None)
    second = next((one for one in says.slots if one.name == name), None)
    if first is None or second is None or first.value is None:
        return False
    return first.value == second.value


def _flown(scenario: Scenario) -> Iterator[Diagnostic]:
    """Yield a time of the last step that lies after the end of the flight."""
    if not scenario.until or not scenario.steps:
        return
    limit_s = scenario.within_min * 60.0
    for line in scenario.steps[-1].then:
        if line.kind != "never" and line.within_s is not None and line.within_s > limit_s:
            yield Diagnostic(
                "M856",
                f"the line has {line.within_s:g} s, and the flight is over after {limit_s:g} s",
                line.span,
                hint="give the flight more minutes, or the line fewer seconds",
            )
