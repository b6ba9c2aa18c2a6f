"""M424: a runway is painted with what a compass shows on it.

Only a note: the sim paints some runways otherwise (Batumi 13 is flown on 119), and a controller
says the painted name and the heading separately.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.model.geometry import spoken_heading
from engine.profile.diagnostic import Diagnostic
from engine.profile.project import Project
from engine.profile.theatre import VariationTable

__all__ = ["check"]


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each runway end whose magnetic heading rounds to another name."""
    for key, airfield in project.fields.items():
        table = project.variation.get(key) or project.variation.get("")
        if not isinstance(table, VariationTable):
            continue
        variation = table.at(airfield.mission_year or project.mission_year)
        for index, runway in enumerate(airfield.runways):
            for place, end in enumerate(runway.ends):
                magnetic = spoken_heading(end.heading_deg_grid, variation)
                painted = int(end.designator[:2])
                away = abs((magnetic - painted * 10 + 180) % 360 - 180)
                if 10 < away <= 40:  # beyond that M422 says more
                    yield Diagnostic(
                        "M424",
                        f"runway {end.designator} is flown on {magnetic:03d} magnetic",
                        project.span(key, "runways", index, "ends", place),
                        notes=(f"{end.heading_deg_grid:g} on the grid less {variation:.2f} east",),
                    )
