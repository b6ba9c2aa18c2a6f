"""M215: no rung is starved: whatever it would hand on, no rung above it takes or keeps.

A rung governs while its `where` holds, and then nothing below it is asked, whether it fires or says
"not yet". So a rung is starved when its own conditions imply the `where` of one above it that
speaks for the same role.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic, Label
from engine.profile.guard_logic import always_when, can_hold
from engine.profile.handoff import HandoffRule
from engine.profile.project import Project

__all__ = ["check"]


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each rung that a rung above it starves, once, at the field where it is first seen."""
    told: set[tuple[str, str]] = set()
    for key, airfield in project.fields.items():
        for index, rung in enumerate(airfield.handoffs):
            if can_hold(rung.where, rung.when) is False:
                continue  # M216 has said so
            above = _starver(airfield.handoffs[:index], rung)
            if above is None or (above.name, rung.name) in told:
                continue
            told.add((above.name, rung.name))
            here = project.rung_span(key, rung.name)
            yield Diagnostic(
                "M215",
                f"handoff `{rung.name}` can never fire",
                here,
                label="every aircraft it could match is already taken",
                hint=f"move it above `{above.name}`, or narrow that one with `where`",
                related=(Label(project.rung_span(key, above.name), _what(above)),),
                notes=(f"rungs are tried from the top; {airfield.name} is where it shows",),
            )
    yield from _ways(project)


def _starver(above: tuple[HandoffRule, ...], rung: HandoffRule) -> HandoffRule | None:
    return next(
        (
            one
            for one in above
            if one.from_role == rung.from_role and always_when((rung.where, rung.when), one.where)
        ),
        None,
    )


def _what(above: HandoffRule) -> str:
    if above.where is None:
        return f"tried first, and speaks for everybody with {above.from_role}"
    return f"tried first, and speaks whenever {above.where.source}"


def _ways(project: Project) -> Iterator[Diagnostic]:
    """Yield each way out of a phase that an earlier way of the same phase always takes."""
    places = project.phases.exit_places
    for name, phase in project.phases.phases.items():
        guarded = [way for way in phase.exits if way.when is not None]
        for index, way in enumerate(guarded):
            for first in guarded[:index]:
                if first.target == way.target or can_hold(way.when) is False:
                    continue
                if always_when((way.when,), first.when):
                    yield Diagnostic(
                        "M215",
                        f"the way from `{name}` to `{way.target}` is never taken by its condition",
                        places[name, way.target],
                        hint=f"put it before the way to `{first.target}`",
                        related=(Label(places[name, first.target], "always taken before it"),),
                    )
