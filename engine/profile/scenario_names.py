"""What the names of a scenario mean at a field: stations, frequencies, approaches.

A scenario may run at several fields, so it names a station by its key or its role, and an approach
by its key or its kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from engine.model.directive_types import DirectiveType
from engine.model.slots import SlotSpec
from engine.profile.compile_values import channel
from engine.profile.project import Project
from engine.profile.scenario import Action, Expectation, Scenario
from engine.profile.theatre import Airfield, Approach, Channel, Station

__all__ = [
    "FIELD",
    "approach_named",
    "channels_named",
    "filled",
    "is_frequency",
    "known_stations",
    "lines_of",
    "placeholders",
    "places_of",
    "slot_named",
    "station_named",
]


FIELD = "field"
"""What stands for the name of the field in a pilot's words."""
_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")


def station_named(airfield: Airfield, en_route: Mapping[str, Station], name: str) -> Station | None:
    """Return the station that a scenario names: by key, by role, or of the theatre."""
    return (
        airfield.stations.get(name)
        or en_route.get(name)
        or airfield.station_for_role(name)
        or next((one for one in en_route.values() if name in one.roles), None)
    )


def known_stations(airfield: Airfield, en_route: Mapping[str, Station]) -> tuple[str, ...]:
    """Return every name that means a station at a field."""
    roles = [
        role for one in (*airfield.stations.values(), *en_route.values()) for role in one.roles
    ]
    return tuple(dict.fromkeys((*airfield.stations, *en_route, *roles)))


def approach_named(airfield: Airfield, name: str) -> Approach | None:
    """Return the approach of that key, else the first of that kind, or None."""
    found = airfield.approaches.get(name)
    if found is not None:
        return found
    kinds = (one for _, one in sorted(airfield.approaches.items()) if one.kind == name)
    return next(kinds, None)


def is_frequency(name: str) -> bool:
    """Tell whether a name is a frequency and not a station."""
    return name[:1].isdigit()


def channels_named(
    airfield: Airfield, en_route: Mapping[str, Station], name: str
) -> tuple[Channel, ...]:
    """Return the channel that is written, or those of the station that is named."""
    if is_frequency(name):
        return (channel(name if " " in name else f"{name} AM"),)
    station = station_named(airfield, en_route, name)
    return station.channels if station is not None else ()


def placeholders(words: str) -> Iterator[tuple[str, int]]:
    """Yield the names in braces in a pilot's words, each with where it begins."""
    for match in _PLACEHOLDER.finditer(words):
        yield match[1], match.start(1)


def filled(words: str, airfield: Airfield, en_route: Mapping[str, Station]) -> str:
    """Return a pilot's words with `{tower}` and `{field}` as they are said at a field."""

    def name(match: re.Match[str]) -> str:
        if match[1] == FIELD:
            return airfield.name
        station = station_named(airfield, en_route, match[1])
        return station.name if station is not None else match[0]

    return _PLACEHOLDER.sub(name, words)


def lines_of(project: Project) -> Iterator[tuple[Scenario, Action | Expectation]]:
    """Yield every line of every scenario."""
    for scenario in project.scenarios:
        for step in scenario.steps:
            yield from ((scenario, line) for line in step.when)
            yield from ((scenario, line) for line in step.then)


def places_of(project: Project, scenario: Scenario) -> Iterator[Airfield]:
    """Yield the fields of a scenario that there are."""
    for key in scenario.fields:
        if key in project.fields:
            yield project.fields[key]


def slot_named(declared: DirectiveType, name: str) -> SlotSpec | None:
    """Return the slot that a name means: `altitude` is `altitude_ft` where it is the only one."""
    exact = declared.slot(name)
    if exact is not None:
        return exact
    longer = [spec for spec in declared.slots if spec.name.startswith(f"{name}_")]
    return longer[0] if len(longer) == 1 else None
