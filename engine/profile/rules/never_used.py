"""M210: what is declared is used: a pronunciation is of a name that can be said."""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic, nearest
from engine.profile.project import Project

__all__ = ["check"]


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each respelling of a name that no station, field or fix of the theatre has.

    Nothing is said while some field could not be read: the name may be its own.
    """
    written = [name for name in project.sources if "/" not in name and name != "theatre"]
    if len(project.fields) + len(project.variants) < len(written):
        return
    said = [field.name for field in (*project.fields.values(), *project.variants.values())]
    said += [station.name for station, _, _ in project.station_places()]
    said += list(project.fixes)
    words = {word.casefold() for name in said for word in name.replace("-", " ").split()}
    for name in project.names("theatre", "pronunciation"):
        if name in ("source", "derived", "invented"):
            continue
        parts = name.casefold().replace("-", " ").split()
        if not set(parts) <= words and name.casefold() not in {one.casefold() for one in said}:
            guess = nearest(name, {word for one in said for word in one.split()})
            yield Diagnostic(
                "M210",
                f"nothing in the theatre is called `{name}`",
                project.key_span("theatre", "pronunciation", name),
                hint=f"did you mean `{guess}`?" if guess else "delete it, or write the field",
            )
