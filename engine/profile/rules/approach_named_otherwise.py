"""M444: an approach whose name says a kind or a runway is of that kind and to that runway."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic, Label
from engine.profile.kind_airfield import APPROACH_KINDS
from engine.profile.project import Project

__all__ = ["check"]

_NAME = re.compile(r"(?P<kind>[a-z]+)?[-_]?(?P<runway>[0-3][0-9][lrc]?)(?![0-9])")


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each approach that is called after another runway or another kind."""
    for key, airfield in project.fields.items():
        for name, approach in airfield.approaches.items():
            said = _NAME.match(name)
            if said is None or airfield.runway_end(approach.runway) is None:
                continue
            path = ("approaches", name)
            if said["runway"] != approach.runway.casefold():
                what, is_now = "runway", approach.runway
            elif said["kind"] in APPROACH_KINDS and said["kind"] != approach.kind:
                what, is_now = "kind", approach.kind
            else:
                continue
            yield Diagnostic(
                "M444",
                f"the approach `{name}` has the {what} {is_now}",
                project.span(key, *path, what),
                hint="its name says another: change one of them",
                related=(Label(project.key_span(key, *path), "its name"),),
            )
