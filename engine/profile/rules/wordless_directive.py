"""M601: every directive that can be decided has words to be said in."""

from __future__ import annotations

from collections.abc import Iterator

from engine.model.directive import DIRECTIVE_TYPES
from engine.profile.diagnostic import Diagnostic, nearest
from engine.profile.node import Table
from engine.profile.phrases import directives_of
from engine.profile.project import Project

__all__ = ["check"]


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each phraseology that stands alone and gives some directives no words.

    A name that is none is the shape check's; the directive that was meant counts as given.
    """
    given: dict[str, set[str]] = {}
    for source, key, _ in directives_of(project):
        meant = key.raw if key.raw in DIRECTIVE_TYPES else nearest(key.raw, DIRECTIVE_TYPES)
        given.setdefault(source, set()).add(meant or "")
    for source, names in given.items():
        root = project.root(source)
        if isinstance(root, Table) and root.get("extends") is not None:
            continue
        missing = sorted(set(DIRECTIVE_TYPES) - names)
        if missing:
            listed = ", ".join(f"`{name}`" for name in missing[:5])
            what = "directive has" if len(missing) == 1 else "directives have"
            yield Diagnostic(
                "M601",
                f"{len(missing)} {what} no words: {listed}",
                project.key_span(source, "directives"),
                hint="give each a `say`, or `extends` an authority that has them",
            )
