"""Compiles `phases.yaml`: the phases, who owns each, and every way out of them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TypeAlias

from engine.model.directive import DIRECTIVE_TYPES
from engine.profile.compile_ladder import guard_of
from engine.profile.diagnostic import Diagnostic, Fix, Span, nearest
from engine.profile.node import Items, Node, Scalar
from engine.profile.phase import Phase, PhaseExit
from engine.profile.section import Absent, Section, as_text

__all__ = ["Phases", "compile_phases"]

_NOT_A_NAME = re.compile(r"[^a-z0-9]+")
_Ways: TypeAlias = list[tuple[PhaseExit, Span]]


@dataclass(slots=True)
class Phases:
    """The phases as compiled, with the place of each name and of each way out.

    `whole` is False when part of the file could not be read: then nothing can be said about what
    leads where.
    """

    initial: str = ""
    initial_airborne: str = ""
    whole: bool = True
    phases: dict[str, Phase] = field(default_factory=dict)
    places: dict[str, Span] = field(default_factory=dict)
    exit_places: dict[tuple[str, str], Span] = field(default_factory=dict)


def compile_phases(node: Node | None, found: list[Diagnostic]) -> Phases:
    """Return the phases of a file; `found` gains what is wrong with them."""
    try:
        return _Reader(Section(node), found).read()
    except Absent:
        return Phases()


class _Reader:
    """Reads one file of phases."""

    def __init__(self, root: Section, found: list[Diagnostic]) -> None:
        self._root = root
        self._found = found
        self._names = frozenset(key.raw for key, _ in root.pairs("phases"))
        self._result = Phases()

    def read(self) -> Phases:
        """Return every phase that can be had."""
        self._initial()
        shared = {True: self._common("airborne"), False: self._common("on_ground")}
        for key, value in self._root.pairs("phases"):
            try:
                section = Section(value)
                airborne = (
                    section.flag("airborne", default=False) if section.has("airborne") else None
                )
                common = shared[airborne] if airborne is not None else []
                phase = self._phase(key, section, airborne, common)
            except Absent:
                continue
            self._result.phases[key.raw] = phase
            self._result.places[key.raw] = key.span
        return self._result

    def _initial(self) -> None:
        try:
            section = self._root.section("initial")
            ground, air = section.scalar("on_ground"), section.scalar("airborne")
        except Absent:
            return
        self._result.initial, self._result.initial_airborne = ground.raw, air.raw
        for scalar in (ground, air):
            self._known_phase(scalar)

    def _known_phase(self, scalar: Scalar) -> bool:
        if scalar.raw in self._names:
            return True
        guess = nearest(scalar.raw, self._names)
        listed = ", ".join(sorted(self._names))
        hint = f"did you mean `{guess}`?" if guess else f"there are: {listed}"
        self._found.append(
            Diagnostic(
                "M204",
                f"no phase is called `{scalar.raw}`",
                scalar.span,
                hint=hint,
                fix=Fix.rename(scalar.span, guess, quoted=scalar.quoted),
            )
        )
        return False

    def _common(self, name: str) -> _Ways:
        try:
            return self._exits(self._root.section("common_exits"), name)
        except Absent:
            return []

    def _phase(self, key: Scalar, section: Section, airborne: bool | None, common: _Ways) -> Phase:
        own = self._exits(section, "exits")
        taken = {way.trigger for way, _ in own if way.trigger is not None}
        ways = own + [
            (way, span)
            for way, span in common
            if way.target != key.raw and (way.trigger is None or way.trigger not in taken)
        ]
        for way, span in ways:
            self._result.exit_places.setdefault((key.raw, way.target), span)
        for item in section.items("allows"):
            self._known_directive(item)
        return Phase(
            name=key.raw,
            owner=section.text("owner"),
            airborne=airborne,
            exits=tuple(way for way, _ in ways),
            allows=section.texts("allows"),
            enter_when=guard_of(section, "enter_when", self._names, self._found)
            if section.has("enter_when")
            else None,
        )

    def _known_directive(self, node: Node) -> None:
        if not isinstance(node, Scalar) or node.spoiled or node.raw in DIRECTIVE_TYPES:
            return
        guess = nearest(node.raw, DIRECTIVE_TYPES)
        hint = f"did you mean `{guess}`?" if guess else ""
        self._found.append(
            Diagnostic(
                "M212",
                f"no directive is called `{node.raw}`",
                node.span,
                hint=hint,
                fix=Fix.rename(node.span, guess, quoted=node.quoted),
            )
        )

    def _exits(self, section: Section, name: str) -> _Ways:
        ways: _Ways = []
        for key, value in section.pairs(name):
            if not self._known_phase(key):
                continue
            try:
                ways.extend((way, key.span) for way in self._ways(key, Section(value)))
            except Absent:
                continue
        return ways

    def _ways(self, key: Scalar, section: Section) -> list[PhaseExit]:
        triggers = _triggers(section.table.get("on"))
        guards = [
            guard_of(section, name, self._names, self._found)
            for name in ("when", "or_when")
            if section.has(name)
        ]
        both = section.table.key("when")
        if both is not None and triggers:
            self._found.append(
                Diagnostic(
                    "M107",
                    "`on` and `when` together do not say whether both are needed",
                    both.span,
                    hint="write `or_when`: the way is taken on either",
                )
            )
        if not triggers and not guards:
            message = f"the way to `{key.raw}` is never taken"
            self._found.append(Diagnostic("M102", message, key.span, hint="add `on:` or `when:`"))
        return [
            *(PhaseExit(target=key.raw, trigger=trigger) for trigger in triggers),
            *(PhaseExit(target=key.raw, trigger=None, when=guard) for guard in guards),
        ]


def _triggers(node: Node | None) -> list[str]:
    if node is None:
        return []
    items = node.items if isinstance(node, Items) else (node,)
    return [_NOT_A_NAME.sub("_", as_text(item).casefold()).strip("_") for item in items]
