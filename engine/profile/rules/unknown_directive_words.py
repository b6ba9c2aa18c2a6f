"""M601: words are given for directives that exist, and for every one of them."""

from __future__ import annotations

from collections.abc import Iterator

from engine.model.directive import DIRECTIVE_TYPES
from engine.profile.diagnostic import Diagnostic, nearest
from engine.profile.node import Table
from engine.profile.phrases import directives_of
from engine.profile.project import Project

__all__ = ["check"]


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each directive that is not known, and each that a whole phraseology leaves out."""
    given: dict[str, set[str]] = {}
    slips: dict[str, set[str]] = {}
    for source, key, _ in directives_of(project):
        given.setdefault(source, set()).add(key.raw)
        if key.raw not in DIRECTIVE_TYPES:
            guess = nearest(key.raw, DIRECTIVE_TYPES)
            slips.setdefault(source, set()).add(guess or "")
            yield Diagnostic(
                "M601",
                f"no directive is called `{key.raw}`",
                key.span,
                hint=f"did you mean `{guess}`?" if guess else "see docs/designer/reference.md",
            )
    for source, names in given.items():
        root = project.root(source)
        if isinstance(root, Table) and root.get("extends") is not None:
            continue
        missing = sorted(set(DIRECTIVE_TYPES) - names - slips.get(source, set()))
        if missing:
            listed = ", ".join(f"`{name}`" for name in missing[:5])
            yield Diagnostic(
                "M601",
                f"{len(missing)} directives have no words: {listed}",
                project.key_span(source, "directives"),
                hint="give each a `say`, or `extends` an authority that has them",
            )
