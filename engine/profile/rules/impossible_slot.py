"""M854: a scenario expects slots that the directive has, with values that they can have."""

from __future__ import annotations

from collections.abc import Iterator

from engine.model.directive_types import DIRECTIVE_TYPES, DirectiveType
from engine.model.slots import SlotSpec, SlotType
from engine.profile.diagnostic import Diagnostic, Fix, nearest
from engine.profile.project import Project
from engine.profile.scenario import Expectation, Scenario, SlotWish
from engine.profile.scenario_names import lines_of, places_of, slot_named

__all__ = ["check"]

_TEXTS = frozenset(
    {
        SlotType.CALLSIGN,
        SlotType.STATION,
        SlotType.FIX,
        SlotType.PLAN,
        SlotType.RUNWAY,
        SlotType.SQUAWK,
        SlotType.LETTER,
        SlotType.CHOICE,
        SlotType.FREQUENCY,
    }
)


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each slot that a directive has not, or that cannot have that value."""
    for scenario, line in lines_of(project):
        declared = DIRECTIVE_TYPES.get(line.directive) if isinstance(line, Expectation) else None
        if declared is None or not isinstance(line, Expectation):
            continue
        for wish in line.slots:
            spec = slot_named(declared, wish.name)
            if spec is None:
                yield _unknown(declared, wish)
            else:
                yield from _impossible(declared, spec, wish)
                if spec.type is SlotType.RUNWAY:
                    yield from _no_runway(project, scenario, wish)


def _no_runway(project: Project, scenario: Scenario, wish: SlotWish) -> Iterator[Diagnostic]:
    """Yield a runway that a field of the scenario has not."""
    for airfield in places_of(project, scenario):
        ends = [end.designator for strip in airfield.runways for end in strip.ends]
        if isinstance(wish.value, str) and ends and wish.value not in ends:
            yield Diagnostic(
                "M854",
                f"{airfield.name} has no runway `{wish.value}`",
                wish.span,
                hint=f"it has: {', '.join(ends)}",
                about=airfield.key,
            )
            return


def _unknown(declared: DirectiveType, wish: SlotWish) -> Diagnostic:
    known = [spec.name for spec in declared.slots]
    guess = nearest(wish.name, known)
    listed = f"it has: {', '.join(known)}" if known else "it has none"
    return Diagnostic(
        "M854",
        f"`{declared.name}` has no slot `{wish.name}`",
        wish.span,
        hint=f"did you mean `{guess}`?" if guess else listed,
        fix=Fix.rename(wish.span, guess, quoted=False),
    )


def _impossible(declared: DirectiveType, spec: SlotSpec, wish: SlotWish) -> Iterator[Diagnostic]:
    value = wish.value
    if spec.values and value is not None and value not in spec.values:
        guess = nearest(str(value), spec.values)
        yield Diagnostic(
            "M854",
            f"`{spec.name}` of `{declared.name}` is never `{value}`",
            wish.span,
            hint=f"did you mean `{guess}`?" if guess else f"it is: {', '.join(spec.values)}",
        )
    elif (spec.type in _TEXTS) != isinstance(value, str):
        wanted = "a text in quotes" if spec.type in _TEXTS else "a number, or {from, to}"
        yield Diagnostic(
            "M854",
            f"`{spec.name}` of `{declared.name}` is {wanted}",
            wish.span,
            hint=f"write {wanted}",
        )
