"""M464: a theatre is called as the sim calls its map, so that a mission finds it.

The sim has more maps than are known here; only a name that is a slip of a known one is accused.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic, Fix, nearest
from engine.profile.known_fields import known_theatres
from engine.profile.project import Project

__all__ = ["check"]


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield a name of a map that is nearly, and not quite, one of the sim's."""
    name = project.text("theatre", "dcs_name")
    known = [one.dcs_name for one in known_theatres().values()]
    if name is None or name in known:
        return
    guess = nearest(name, known)
    if guess is not None:
        span = project.span("theatre", "dcs_name")
        yield Diagnostic(
            "M464",
            f"the sim has no map called `{name}`",
            span,
            hint=f"did you mean `{guess}`?",
            fix=Fix.rename(span, guess, quoted=False),
        )
