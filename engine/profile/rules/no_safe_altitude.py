"""M448: where aircraft are vectored, held or let down, somebody knows how high is safe."""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic
from engine.profile.project import Project

__all__ = ["check"]


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each field with approaches or holds and no safe altitude at all."""
    for key, airfield in project.fields.items():
        written = any(
            project.has(key, part)
            for part in ("minimum_safe_altitude", "minimum_vectoring_altitude")
        )
        if written or not (airfield.approaches or airfield.holding):
            continue
        part = "approaches" if airfield.approaches else "holding"
        yield Diagnostic(
            "M448",
            f"{airfield.name} has {part} and no safe altitudes",
            project.key_span(key, part),
            hint="write `minimum_safe_altitude`: its sectors once round the field",
        )
