"""A field as it is understood, with where each value comes from.

Written in its own file, defaulted by the schema, inherited from a common file, or expanded from a
short form. A variant inherits from the field that it extends and from nowhere else; other fields
take nothing from each other, and here that can be seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from engine.profile.diagnostic import Span
from engine.profile.kinds import KINDS
from engine.profile.node import Items, Node, Scalar, Table
from engine.profile.overlay import Variant
from engine.profile.project import Project
from engine.profile.rungs import own_rungs
from engine.profile.schema_terms import PROVENANCE

__all__ = ["Origin", "Resolved", "resolved_field", "resolved_phases"]


class Origin(StrEnum):
    """How a value came to be."""

    WRITTEN = "written"
    DEFAULTED = "defaulted"
    INHERITED = "inherited"
    EXPANDED = "expanded"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class Resolved:
    """A value by its path, where it is written, and what its author says of its source."""

    path: str
    value: str
    origin: Origin
    span: Span | None
    note: str = ""


def resolved_field(project: Project, key: str) -> Iterator[Resolved]:
    """Yield every value of a field in the order of its file, then its ladder from the top."""
    root = project.root(key)
    if root is None:
        return
    variant = project.overlays.get(key)
    for value in _walk(KINDS["airfield"], root, "", _NOBODY):
        if not value.path.startswith("handoffs"):
            yield _of_variant(value, variant)
    if variant is not None:
        for path, span in variant.removed.items():
            yield Resolved(path, "", Origin.REMOVED, span, f"{variant.bases[0]} has it")
    airfield = project.fields.get(key) or project.variants.get(key)
    if airfield is None:
        return
    own = {rung.rule.name for rung in own_rungs(project, key)}
    for number, rule in enumerate(airfield.handoffs, start=1):
        where = f" where {rule.where.source}" if rule.where is not None else ""
        yield Resolved(
            f"handoffs.{number}",
            f"{rule.from_role} to {rule.to_role} when {rule.when.source}{where}",
            Origin.WRITTEN if rule.name in own else Origin.INHERITED,
            project.rung_span(key, rule.name),
            rule.name,
        )


def _of_variant(value: Resolved, variant: Variant | None) -> Resolved:
    """Return a value as inherited when another file than the variant's writes it."""
    if variant is None or value.span is None or value.span.file == variant.file:
        return value
    return replace(value, origin=Origin.INHERITED)


def resolved_phases(project: Project) -> Iterator[Resolved]:
    """Yield every way out of every phase; those of `common_exits` are expanded into each."""
    root = project.root("common/phases")
    phases = root.get("phases") if isinstance(root, Table) else None
    for name, phase in project.phases.phases.items():
        section = phases.get(name) if isinstance(phases, Table) else None
        written = section.get("exits") if isinstance(section, Table) else None
        own = set(written.names()) if isinstance(written, Table) else set()
        place = project.phases.places.get(name)
        yield Resolved(f"{name}.owner", phase.owner, Origin.WRITTEN, place)
        for way in phase.exits:
            on = way.trigger if way.trigger is not None else f"when {way.when.source}"  # type: ignore[union-attr]
            yield Resolved(
                f"{name}.exits.{way.target}",
                on,
                Origin.WRITTEN if way.target in own else Origin.EXPANDED,
                project.phases.exit_places.get((name, way.target)),
            )


_NOBODY = ("", "")


def _walk(
    schema: Mapping[str, Any], node: Node, path: str, said: tuple[str, str]
) -> Iterator[Resolved]:
    """Yield the values of a part; `said` is what the part says of its sources, and in which file.

    It is not said of values that another file writes.
    """
    if isinstance(node, Scalar):
        note = said[0] if said[1] == node.span.file else ""
        yield Resolved(path, node.raw, Origin.WRITTEN, node.span, note)
        return
    if isinstance(node, Items):
        inner = schema.get("items", {})
        for index, item in enumerate(node.items):
            yield from _walk(inner, item, f"{path}[{index}]", said)
        return
    said = _said(node) or said
    if "x-unit" in schema:
        value = node.get("value")
        if value is not None:
            yield from _walk({}, value, path, said)
        return
    known = schema.get("properties", {})
    others = schema.get("additionalProperties")
    for key, value in node.pairs():
        if key.raw in PROVENANCE:
            continue
        inner = known.get(key.raw, others if isinstance(others, dict) else {})
        yield from _walk(inner, value, f"{path}.{key.raw}" if path else key.raw, said)
    for name, inner in known.items():
        if "default" in inner and node.get(name) is None:
            full = f"{path}.{name}" if path else name
            yield Resolved(full, str(inner["default"]).lower(), Origin.DEFAULTED, None)


def _said(node: Table) -> tuple[str, str] | None:
    """Return what a section says of where its values come from, and in which file."""
    for name in PROVENANCE:
        value = node.get(name)
        if isinstance(value, Scalar):
            return f"{name}: {value.raw}", value.span.file
    return None
