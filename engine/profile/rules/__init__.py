"""What must hold of a theatre as a whole: one rule a file, each with one code.

A rule is a function from the project to diagnostics. It sees whatever could be compiled, says
nothing about what could not, and never repeats what the shape check has said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from engine.profile.diagnostic import Diagnostic
from engine.profile.project import Project
from engine.profile.rules import (
    approach_order,
    dead_end,
    heading_disagrees,
    hold_below_floor,
    levels_out_of_order,
    minimum_below_field,
    missed_below_floor,
    no_frequency,
    no_way_home,
    not_reciprocal,
    off_channel,
    painted_otherwise,
    platform_below_floor,
    rings_out_of_order,
    shared_frequency,
    two_ways,
    unknown_field,
    unknown_phraseology,
    unknown_runway,
    unknown_station,
    unreachable_phase,
    untunable,
    unworked_role,
)

__all__ = ["RULES", "check_all"]

RULES: Mapping[str, Callable[[Project], Iterator[Diagnostic]]] = {
    "M203": unknown_station.check,
    "M206": unknown_phraseology.check,
    "M207": unknown_runway.check,
    "M208": unworked_role.check,
    "M211": unknown_field.check,
    "M301": unreachable_phase.check,
    "M302": dead_end.check,
    "M303": no_way_home.check,
    "M304": two_ways.check,
    "M411": hold_below_floor.check,
    "M412": platform_below_floor.check,
    "M413": minimum_below_field.check,
    "M417": missed_below_floor.check,
    "M418": approach_order.check,
    "M419": rings_out_of_order.check,
    "M420": levels_out_of_order.check,
    "M421": not_reciprocal.check,
    "M422": heading_disagrees.check,
    "M424": painted_otherwise.check,
    "M501": shared_frequency.check,
    "M503": off_channel.check,
    "M512": untunable.check,
    "M520": no_frequency.check,
}
"""Every rule by its code."""


def check_all(project: Project) -> Iterator[Diagnostic]:
    """Yield what every rule finds."""
    for check in RULES.values():
        yield from check(project)
