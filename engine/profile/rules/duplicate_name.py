"""M201: no two fields of a theatre have one name or one code, and no two strips one end.

A pilot calls a field by its name and files for it by its code: of two, one would never be meant.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic, Label
from engine.profile.project import Project
from engine.profile.rules.copied_place import copies

__all__ = ["check"]


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each name and each code that a field before has, and each end that a strip has."""
    yield from _strips(project)
    skipped = copies(project)
    for path, what in (("airfield", "are called"), ("icao", "have the code")):
        first: dict[str, str] = {}
        for key in sorted(project.fields):
            written = project.text(key, path)
            if written is None:
                continue
            other = first.setdefault(written.casefold(), key)
            if other == key or {key, other} <= skipped:
                continue  # M427 says that one is a copy
            yield Diagnostic(
                "M201",
                f"two fields {what} `{written}`",
                project.span(key, path),
                hint="give this one its own",
                related=(Label(project.span(other, path), "the other"),),
            )


def _strips(project: Project) -> Iterator[Diagnostic]:
    for key, airfield in project.fields.items():
        first: dict[str, tuple[int, int]] = {}
        for index, runway in enumerate(airfield.runways):
            for place, end in enumerate(runway.ends):
                other = first.setdefault(end.designator, (index, place))
                if other[0] == index:
                    continue
                yield Diagnostic(
                    "M201",
                    f"two strips have the end `{end.designator}`",
                    project.span(key, "runways", index, "ends", place),
                    hint="parallel strips are told apart by L, C and R",
                    related=(
                        Label(
                            project.span(key, "runways", other[0], "ends", other[1]), "the other"
                        ),
                    ),
                )
                break
