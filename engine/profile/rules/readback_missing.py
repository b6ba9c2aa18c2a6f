"""M604: what a pilot must read back is asked for (ICAO Annex 11 3.7.3, Doc 4444 4.5.7.5).

Runway and clearance to land or to approach, altimeter setting, level, heading and speed
instructions, and the frequency of a transfer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.model.directive import DIRECTIVE_TYPES
from engine.profile.diagnostic import Diagnostic
from engine.profile.node import Items, Table
from engine.profile.phrases import directives_of
from engine.profile.project import Project

__all__ = ["MUST_BE_READ_BACK", "check"]

MUST_BE_READ_BACK: Mapping[str, frozenset[str]] = {
    "altimeter": frozenset({"qnh_hpa", "altimeter_inhg"}),
    "vector": frozenset({"heading_deg_mag"}),
    "level": frozenset({"altitude_ft"}),
    "speed": frozenset({"speed_kt"}),
    "hold": frozenset({"altitude_ft"}),
    "cleared_approach": frozenset({"approach", "runway"}),
    "cleared_to_land": frozenset({"kind", "runway"}),
    "contact": frozenset({"frequency_hz"}),
    "go_around": frozenset({"kind"}),
}
"""By directive, the slots; `kind` is the instruction itself."""

_NOT_ASKED_BY: Mapping[str, frozenset[str]] = {"faa": frozenset({"altimeter", "speed"})}
"""What an authority leaves to the pilot: AIM 4-4-7 asks for altitudes, headings and runways."""


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each directive whose read-back leaves out what is required."""
    for source, key, value in directives_of(project):
        kind = DIRECTIVE_TYPES.get(key.raw)
        wanted = MUST_BE_READ_BACK.get(key.raw)
        root = project.root(source)
        authority = source.rpartition("/")[2]
        if key.raw in _NOT_ASKED_BY.get(authority, frozenset()):
            continue
        if wanted is None or kind is None or not isinstance(value, Table):
            continue
        extends = isinstance(root, Table) and root.get("extends") is not None
        node = value.get("readback")
        if node is None and extends:
            continue  # it is the one that is extended
        if node is not None and not isinstance(node, Items):
            continue
        given = {str(item.plain()) for item in node.items} if isinstance(node, Items) else set()
        carried = {spec.name for spec in kind.slots} | {"kind"}
        missing = sorted((wanted & carried) - given)
        if missing:
            yield Diagnostic(
                "M604",
                f"`{key.raw}` does not ask for `{missing[0]}` to be read back",
                key.span if node is None else node.span.part(0, 1),
                hint=f"add it to `readback: [{', '.join(sorted(wanted))}]`",
                notes=("ICAO Annex 11, 3.7.3",),
            )
