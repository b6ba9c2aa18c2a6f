"""M804: the mission's date lies within the years that magnetic variation is known for."""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic
from engine.profile.mission_file import Mission
from engine.profile.project import Project

__all__ = ["check"]

_BEYOND_YEARS = 1.0


def check(project: Project, mission: Mission) -> Iterator[Diagnostic]:
    """Yield the table that does not reach the mission's date."""
    table = project.variation.get("")
    if table is None or not table.by_year or mission.year <= 0.0:
        return
    first, last = table.by_year[0][0], table.by_year[-1][0]
    if first - _BEYOND_YEARS <= mission.year <= last + _BEYOND_YEARS:
        return
    nearest_year = first if mission.year < first else last
    yield Diagnostic(
        "M804",
        f"variation is known from {first:.0f} to {last:.0f}, the mission is in {int(mission.year)}",
        project.key_span("theatre", "magnetic_variation_deg_east"),
        hint=f"add the year, or headings are said as in {nearest_year:.0f}",
        notes=(f"the date of {mission.file}",),
    )
