"""M462: an approach is worked by a station with a role that works approaches.

Every phase of an approach is owned by that role, so another station would be given an aircraft that
the ladder takes away from it. A tower may work what is flown by eye.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic, Label
from engine.profile.project import Project

__all__ = ["check"]

_ROLES = frozenset({"approach", "marshal"})
_BY_EYE = frozenset({"visual", "overhead"})


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each approach that a station of another role is to work."""
    for key, airfield in project.fields.items():
        for name, approach in airfield.approaches.items():
            worked_by = approach.worked_by.rpartition("/")[2]
            station = airfield.stations.get(worked_by)
            allowed = _ROLES | {"tower"} if approach.kind in _BY_EYE else _ROLES
            if station is None or allowed & set(station.roles):
                continue
            able = [one for one, each in airfield.stations.items() if allowed & set(each.roles)]
            yield Diagnostic(
                "M462",
                f"{station.name} works no approaches",
                project.span(key, "approaches", name, "worked_by"),
                hint=f"write `{able[0]}`" if able else "give it the role `approach`",
                related=(Label(project.span(key, "stations", worked_by, "role"), "its role"),),
            )
