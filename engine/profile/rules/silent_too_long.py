"""M446: a pilot who hears nothing is told early when to call somebody else.

FAA JO 7110.65 5-10-4: at most a minute without a transmission in the pattern, fifteen seconds on
the final of a surveillance approach, five on that of a precision approach.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic
from engine.profile.project import Project

__all__ = ["check"]

_LIMITS_S = {"pattern_s": 60, "final_s": 15}


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each silence that is longer than the rules of talk-downs allow."""
    for key, airfield in project.fields.items():
        for name, approach in airfield.approaches.items():
            lost = approach.lost_communication
            for part, given in (("pattern_s", lost.pattern_s), ("final_s", lost.final_s)):
                if given > _LIMITS_S[part]:
                    yield Diagnostic(
                        "M446",
                        f"he would wait {given} seconds in silence, where {_LIMITS_S[part]} are "
                        "the most",
                        project.span(key, "approaches", name, "lost_communication", part),
                        notes=("FAA JO 7110.65 5-10-4",),
                    )
