"""M211: a field that is named has a file."""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile import scenario_places
from engine.profile.diagnostic import Diagnostic, nearest
from engine.profile.project import Project

__all__ = ["check"]

_NOT_FIELDS = ("theatre",)


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each variation table of a field that is in no file."""
    yield from scenario_places.fields(project)
    known = [name for name in project.sources if "/" not in name and name not in _NOT_FIELDS]
    for name in project.names("theatre", "magnetic_variation_deg_east", "fields"):
        if name not in known:
            guess = nearest(name, known)
            yield Diagnostic(
                "M211",
                f"no file describes the field `{name}`",
                project.key_span("theatre", "magnetic_variation_deg_east", "fields", name),
                hint=f"did you mean `{guess}`?" if guess else f"there are: {', '.join(known)}",
            )
