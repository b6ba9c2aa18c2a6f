"""Where he is on final, in as few words as there are: what fills the quiet of a talk-down.

The range goes with it outside the final approach fix, at a whole mile only; from the fix in the
miles are called by themselves, with the altitude that belongs to each.
"""

from __future__ import annotations

from engine.control.course import FinalCourse
from engine.model.directive import Directive, directive
from engine.model.fact import Fact
from engine.model.picture import Track
from engine.profile.theatre import Approach

__all__ = ["on_course_report"]

_AT_MILE_NM = 0.12
"""With what the words take to be keyed he is within 0.2 nm of the mile that is said."""


def on_course_report(
    approach: Approach,
    course: FinalCourse,
    track: Track,
    *,
    rule: str,
    facts: tuple[Fact, ...],
    lead_s: float,
) -> Directive:
    """Return the deviation, and the range where it is a whole mile outside the fix."""
    heard_at = course.along_nm(track.position.grid) - track.speed_kt * lead_s / 3600.0
    mile = round(heard_at)
    at_mile = abs(heard_at - mile) <= _AT_MILE_NM and mile > approach.final_approach_fix_nm
    return directive(
        "on_course_report",
        rule=rule,
        facts=facts,
        range_nm=mile if at_mile else None,
        deviation=course.deviation_word(track.position.grid),
    )
