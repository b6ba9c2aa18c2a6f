"""M441: every runway end of a field with a taxi network has a holding point."""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic
from engine.profile.project import Project
from engine.profile.rules.not_reciprocal import names_agree

__all__ = ["check"]


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each runway end at which nobody could be told to hold short."""
    for key, airfield in project.fields.items():
        if airfield.taxi is None or not names_agree(airfield):
            continue
        held = {end for point in airfield.taxi.holding_points.values() for end in point.runways}
        for index, runway in enumerate(airfield.runways):
            for place, end in enumerate(runway.ends):
                if end.designator not in held:
                    yield Diagnostic(
                        "M441",
                        f"runway {end.designator} has no holding point",
                        project.span(key, "runways", index, "ends", place),
                        hint=f'add one to `taxi.holding_points` with runways ["{end.designator}"]',
                    )
