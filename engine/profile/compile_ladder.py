"""Compiles the handoff ladder of a field: its own rungs, then the ones all fields share."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from engine.profile.diagnostic import Diagnostic, Fix, Label, nearest
from engine.profile.guard import Guard
from engine.profile.guard_compiler import compile_guard
from engine.profile.handoff import HandoffRule
from engine.profile.node import Node, Scalar
from engine.profile.section import Absent, Section

__all__ = ["Rung", "compile_rungs", "ladder"]


@dataclass(frozen=True, slots=True)
class Rung:
    """A rung as written: the rule, the place of its name, and the rung it replaces."""

    rule: HandoffRule
    name: Scalar
    replaces: Scalar | None = None


def compile_rungs(
    nodes: Sequence[Node], phases: AbstractSet[str], found: list[Diagnostic]
) -> tuple[Rung, ...]:
    """Return the rungs of one file; `found` gains what is wrong with their guards and names."""
    rungs: list[Rung] = []
    for node in nodes:
        try:
            rung = _rung(Section(node), phases, found)
        except Absent:
            continue
        before = next((r for r in rungs if r.rule.name == rung.rule.name), None)
        if before is None:
            rungs.append(rung)
            continue
        found.append(
            Diagnostic(
                "M201",
                f"two rungs are called `{rung.rule.name}`",
                rung.name.span,
                hint="give each rung its own name",
                related=(Label(before.name.span, "the other is here"),),
            )
        )
    return tuple(rungs)


def ladder(
    own: Sequence[Rung],
    common: Sequence[Rung],
    found: list[Diagnostic],
    *,
    written: AbstractSet[str] = frozenset(),
) -> tuple[HandoffRule, ...]:
    """Return a field's ladder from the top.

    A rung that replaces a common one stands in its place. If it is limited by `where`, the common
    rung stays right under it, to answer wherever the field's own has no opinion. Other rungs of the
    field stand above the common ladder, as what a field says for itself goes first. `written` are
    the names of common rungs, those included that could not be compiled.
    """
    names = {rung.rule.name for rung in common} | written
    replacing: dict[str, list[HandoffRule]] = {}
    top: list[HandoffRule] = []
    for rung in own:
        if rung.replaces is None:
            top.append(rung.rule)
        elif rung.replaces.raw in names:
            replacing.setdefault(rung.replaces.raw, []).append(rung.rule)
        elif names:  # else the common ladder could not be read, which has its diagnostic
            guess = nearest(rung.replaces.raw, names)
            found.append(
                Diagnostic(
                    "M209",
                    f"the common ladder has no rung `{rung.replaces.raw}`",
                    rung.replaces.span,
                    hint=f"did you mean `{guess}`?" if guess else "it has: " + _listed(names),
                    fix=Fix.rename(rung.replaces.span, guess, quoted=rung.replaces.quoted),
                )
            )
    result = list(top)
    for rung in common:
        instead = replacing.get(rung.rule.name, [])
        result.extend(instead)
        if not instead or all(rule.where is not None for rule in instead):
            result.append(rung.rule)
    return tuple(result)


def _rung(section: Section, phases: AbstractSet[str], found: list[Diagnostic]) -> Rung:
    when = guard_of(section, "when", phases, found)
    where = guard_of(section, "where", phases, found) if section.has("where") else None
    rule = HandoffRule(
        name=section.text("name"),
        from_role=section.text("from"),
        to_role=section.text("to"),
        when=when,
        where=where,
    )
    replaces = section.scalar("replaces") if section.has("replaces") else None
    return Rung(rule, section.scalar("name"), replaces)


def guard_of(
    section: Section, name: str, phases: AbstractSet[str], found: list[Diagnostic]
) -> Guard:
    """Return the guard under a key; `found` gains what is wrong with it."""
    scalar = section.scalar(name)
    if not isinstance(scalar.value, str):
        raise Absent
    guard, problems = compile_guard(scalar, phases=phases)
    found.extend(problems)
    if guard is None:
        raise Absent
    return guard


def _listed(names: AbstractSet[str]) -> str:
    return ", ".join(f"`{name}`" for name in sorted(names))
