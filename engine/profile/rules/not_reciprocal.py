"""M421: the two ends of a runway have opposite names and headings."""

from __future__ import annotations

from collections.abc import Iterator

from engine.model.geometry import angle_between_deg
from engine.profile.diagnostic import Diagnostic, Fix
from engine.profile.project import Project
from engine.profile.theatre import Airfield

__all__ = ["check", "names_agree", "reciprocal_name"]

_OPPOSITE_SIDE = {"L": "R", "R": "L", "C": "C", "": ""}
_WIDEST_DIFFERENCE_DEG = 1.0


def reciprocal_name(designator: str) -> str:
    """Return the name of the other end of a runway."""
    number = (int(designator[:2]) + 17) % 36 + 1
    return f"{number:02d}{_OPPOSITE_SIDE[designator[2:]]}"


def names_agree(airfield: Airfield) -> bool:
    """Tell whether every runway of a field is named by the two ends of one strip."""
    return all(
        runway.ends[1].designator == reciprocal_name(runway.ends[0].designator)
        for runway in airfield.runways
    )


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each runway whose ends do not point opposite ways."""
    for key, airfield in project.fields.items():
        for index, runway in enumerate(airfield.runways):
            first, second = runway.ends
            wanted = reciprocal_name(first.designator)
            if second.designator != wanted:
                yield Diagnostic(
                    "M421",
                    f"`{first.designator}` and `{second.designator}` are not the ends of one strip",
                    project.span(key, "runways", index, "ends", 1),
                    label=f"the other end of {first.designator} is {wanted}",
                    hint=f'the other end of {first.designator} is "{wanted}"',
                    notes=(_sum(first.designator, second.designator),),
                    fix=Fix.replace(project.span(key, "runways", index, "ends", 1), f'"{wanted}"'),
                )
            turned = angle_between_deg(first.heading_deg_grid, second.heading_deg_grid)
            if abs(turned - 180.0) > _WIDEST_DIFFERENCE_DEG:
                yield Diagnostic(
                    "M421",
                    f"headings {first.heading_deg_grid:g} and {second.heading_deg_grid:g} are not "
                    "opposite",
                    project.span(key, "runways", index, "headings_deg_grid", 1),
                    hint=f"the opposite of {first.heading_deg_grid:g} is "
                    f"{(first.heading_deg_grid + 180.0) % 360.0:g}",
                )


def _sum(first: str, second: str) -> str:
    """Return the sum that tells the number of the other end, and what is written instead."""
    number = int(first[:2])
    sign = "-" if number > 18 else "+"
    other = number - 18 if sign == "-" else number + 18
    apart = abs(int(second[:2]) - number)
    return f"{number:02d} {sign} 18 = {other:02d}; the painted numbers differ by {apart}"
