"""Writes the designer's reference from the declarations that the program itself uses.

`python -m engine.profile.reference` writes docs/designer; a test holds the pages equal, so that no
page can say what the program does not do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from engine.model.directive import DIRECTIVE_TYPES
from engine.model.intent import Intent
from engine.profile.facts import FACTS, UNITS
from engine.profile.kind_overlay import OVERLAY_KEYS
from engine.profile.kinds import KINDS
from engine.profile.schema_terms import PROVENANCE, ROLES
from engine.profile.triggers import DECIDED, SEEN, written

__all__ = ["pages"]

_NOTE = "*Written by `python -m engine.profile.reference` from what the program itself uses.*"
_PLACES = {
    "theatre": "`theatre.yaml` of a theatre's folder",
    "airfield": "every other file of a theatre's folder, named by the field's key",
    "overlay": "a file beside the field that it extends, named by the variant's own key",
    "phases": "`common/phases.yaml`",
    "handoffs": "`common/handoffs.yaml`",
    "airframes": "`common/airframes.yaml`",
    "scenarios": "the files of a theatre's folder `scenarios`",
}

_OVERLAY = (
    "And every key of an airfield, none of them needed. Sections merge key by key; a value or a",
    "list stands in place of the field's whole. `without` takes away first, so a section that is",
    "listed there can be written anew. `source`, `derived` and `invented` are not inherited by a",
    "section in which the variant writes a value.",
)


def pages() -> dict[str, str]:
    """Return the generated pages by file name."""
    return {"reference.md": _reference(), "guards.md": _guards(), "phases.md": _phases()}


def _reference() -> str:
    lines = ["# Reference: every key of every file", "", _NOTE, ""]
    lines += [
        "A quantity may be written bare or with where it comes from: `elevation_ft: 33` or",
        '`elevation_ft: {value: 33, source: "AIP"}`. Any section may carry `source`, `derived` or',
        "`invented`, to say where its values come from. A key that is not here is an error.",
        "",
    ]
    for name, schema in KINDS.items():
        lines += [f"## {name}", "", f"{schema['title']}. {_PLACES[name]}.", ""]
        lines += ["| key | | what it is | example | default |", "|---|---|---|---|---|"]
        if name == "overlay":
            own = {key: schema["properties"][key] for key in OVERLAY_KEYS}
            lines += list(_rows(schema | {"properties": own}, ""))
            lines += ["", *_OVERLAY]
        else:
            lines += list(_rows(schema, ""))
        lines.append("")
    lines += ["## Roles", "", ", ".join(f"`{role}`" for role in ROLES), ""]
    lines += ["## Directives", "", "What can be said, and the slots that each carries.", ""]
    lines += ["| directive | slots | what it is |", "|---|---|---|"]
    for kind in DIRECTIVE_TYPES.values():
        slots = ", ".join(
            f"`{spec.name}`" + ("" if spec.required else " (may be absent)") for spec in kind.slots
        )
        lines.append(f"| `{kind.name}` | {slots or '-'} | {kind.meaning} |")
    lines += ["", "## Intents", "", "What a pilot can mean.", ""]
    lines.append(", ".join(f"`{intent.value}`" for intent in Intent if intent is not Intent.NONE))
    return "\n".join([*lines, ""])


def _rows(schema: Mapping[str, Any], path: str) -> Iterator[str]:
    required = schema.get("required", ())
    for name, inner in schema.get("properties", {}).items():
        if name in PROVENANCE:
            continue
        yield from _row(inner, f"{path}{name}", needed=name in required)


def _row(schema: Mapping[str, Any], path: str, *, needed: bool) -> Iterator[str]:
    example = schema.get("examples", [""])[0]
    shown = f"`{_plain(example)}`" if example != "" else ""
    default = f"`{_plain(schema['default'])}`" if "default" in schema else ""
    words = schema.get("enum")
    what = str(schema.get("description", ""))
    if words:
        what += ": " + ", ".join(f"`{word}`" for word in words)
    if "minimum" in schema:
        what += f"; {schema['minimum']:g} to {schema['maximum']:g}"
    yield f"| `{path}` | {'needed' if needed else ''} | {what} | {shown} | {default} |"
    if "x-unit" in schema:
        return
    if isinstance(schema.get("items"), dict) and "properties" in schema["items"]:
        yield from _rows(schema["items"], f"{path}[].")
    others = schema.get("additionalProperties")
    if isinstance(others, dict):
        yield from _row(others, f"{path}.NAME", needed=False)
    if "properties" in schema:
        yield from _rows(schema, f"{path}.")


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return str(value)


def _guards() -> str:
    lines = ["# What a `when` may say", "", _NOTE, ""]
    lines += [
        "A condition is made of claims joined by `and`, `or`, `not` and brackets:",
        "",
        "```",
        "phase is final and inbound and range < 5 nm",
        "on ground and not runway vacated",
        "altitude > 14000 ft or (range > 25 nm and outbound)",
        "approach kind is not visual",
        "```",
        "",
        "It answers yes, no, or unknown: what is not known makes a claim neither true nor false. A",
        "comparison needs a unit, and both sides the same dimension.",
        "",
        "## Facts",
        "",
        "| fact | in | what it is |",
        "|---|---|---|",
    ]
    for name, kind in FACTS.items():
        words = ": " + ", ".join(f"`{word}`" for word in sorted(kind.words)) if kind.words else ""
        lines.append(f"| `{name.replace('_', ' ')}` | {kind.dimension} | {kind.meaning}{words} |")
    lines += ["", "## Units", "", ", ".join(f"`{unit}`" for unit in UNITS), ""]
    lines += [
        "## The ladder",
        "",
        "Rungs are tried from the top. A rung speaks for aircraft that its `from` role works; with",
        "`where`, only while that holds. A rung that speaks fires when its `when` holds, and else",
        'says "not yet", which keeps every rung below it quiet. `marshall validate` tells a rung',
        "that is starved by those above it (M215), one that can never fire (M216), and rungs that",
        "would hand an aircraft to and fro (M306).",
    ]
    return "\n".join([*lines, ""])


def _phases() -> str:
    lines = ["# Phases and what they are left on", "", _NOTE, ""]
    lines += [
        "Each aircraft is in one phase of `common/phases.yaml`, and each phase has one owner. A",
        "way out is taken `on` a trigger, or whenever a `when` (beside `on`: `or_when`) holds.",
        "`common_exits` are ways out of every phase in the air, or on the ground.",
        "",
        "```yaml",
        "phases:",
        "  final:",
        "    owner: tower",
        "    airborne: true",
        "    allows: [cleared_to_land, continue_approach, go_around]",
        "    exits:",
        "      missed: {on: [call report_missed, go_around_ordered, missed_seen]}",
        "```",
        "",
        "## Triggers",
        "",
        "| kind | triggers |",
        "|---|---|",
        "| seen by radar or the sim | " + ", ".join(f"`{written(one)}`" for one in SEEN) + " |",
        "| decided by a controller | " + ", ".join(f"`{written(one)}`" for one in DECIDED) + " |",
    ]
    calls = [f"`call {one.value}`" for one in Intent if one is not Intent.NONE]
    lines += ["| said by a pilot | " + ", ".join(calls) + " |", ""]
    lines += [
        "`marshall graph FIELD` draws the machine, with `--of ladder` the handoffs;",
        "`marshall validate --prove` walks both with two aircraft against the safety invariants.",
    ]
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    folder = Path(__file__).resolve().parents[2] / "docs" / "designer"
    folder.mkdir(parents=True, exist_ok=True)
    for page, text in pages().items():
        (folder / page).write_text(text, encoding="utf-8", newline="\n")
