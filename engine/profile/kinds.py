"""The kinds of YAML file a theatre is made of, declared once.

`schemas/*.schema.json` are written from here (`python -m engine.profile.kinds`), and a test holds
the two equal. Editors read the files through the first line of every profile; the loader checks
against the same files.
"""

from __future__ import annotations

import json
from pathlib import Path

from engine.profile.kind_airfield import AIRFIELD
from engine.profile.kind_common import AIRFRAMES, HANDOFFS, PHASES
from engine.profile.kind_overlay import OVERLAY
from engine.profile.kind_scenarios import SCENARIOS
from engine.profile.kind_theatre import THEATRE
from engine.profile.schema_terms import Schema
from engine.resources import schemas_dir

__all__ = ["KINDS", "render", "write", "write_for_designers"]

KINDS: dict[str, Schema] = {
    "theatre": THEATRE,
    "airfield": AIRFIELD,
    "overlay": OVERLAY,
    "phases": PHASES,
    "handoffs": HANDOFFS,
    "airframes": AIRFRAMES,
    "scenarios": SCENARIOS,
}
"""Every kind of file declared in this package, by name."""


def render(kind: str) -> str:
    """Return the text of a kind's schema file."""
    return json.dumps(KINDS[kind], indent=2, ensure_ascii=False) + "\n"


def write(folder: Path) -> list[Path]:
    """Write every schema file whose text has changed, and return those."""
    changed = []
    for kind in KINDS:
        path = folder / f"{kind}.schema.json"
        text = render(kind)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8", newline="\n")
            changed.append(path)
    return changed


def write_for_designers(folder: Path) -> list[Path]:
    """Write the schema of every file that a designer or a host writes, beside his profiles."""
    changed = write(folder)
    for name in ("intents", "phraseology", "config"):
        path = folder / f"{name}.schema.json"
        text = (schemas_dir() / path.name).read_text(encoding="utf-8")
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8", newline="\n")
            changed.append(path)
    return changed


if __name__ == "__main__":
    write(schemas_dir())
