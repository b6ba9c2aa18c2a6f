"""A line of `then` against what was heard: does it fit, and how is it told when nothing does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.model.directive import Directive
from engine.model.slots import SlotSpec, SlotType, SlotValue
from engine.profile.scenario import Expectation, SlotWish
from engine.profile.scenario_names import slot_named
from engine.profile.theatre import Station
from engine.proving.spoken_line import SpokenLine

__all__ = ["Stations", "differences", "fits", "wanted_in_words"]

_HZ_PER_MHZ = 1_000_000

Stations = Mapping[str, Station]
"""Stations by what a scenario calls them."""


def fits(wanted: Expectation, line: SpokenLine, stations: Stations) -> bool:
    """Tell whether a transmission is what a line expects."""
    if not line.station or (wanted.to and wanted.to != line.to):
        return False
    if wanted.by and line.station != _key(wanted.by, stations):
        return False
    if wanted.on and not set(_hertz(wanted.on, stations)) & set(line.frequencies_hz):
        return False
    return any(
        one.kind == wanted.directive and not differences(wanted, one, stations)
        for one in line.directives
    )


def differences(wanted: Expectation, said: Directive, stations: Stations) -> list[str]:
    """Return what a directive of the right kind has otherwise than a line expects."""
    wrong = []
    for wish in wanted.slots:
        spec = slot_named(said.type, wish.name)
        value = said.slots.get(spec.name) if spec is not None else None
        if not _is_wished(wish, spec, value, stations):
            wrong.append(f"{wish.name} was {_shown(value)}")
    if wanted.station:
        station = stations.get(wanted.station)
        if station is None or said.slots.get("station") != station.name:
            wrong.append(f"he was sent to {said.slots.get('station')}")
    return wrong


def wanted_in_words(wanted: Expectation, within_s: float | None) -> str:
    """Return what a line expects, as a designer would say it."""
    limit = f" within {within_s:g} s" if within_s is not None else ""
    to = f" to {wanted.to}" if wanted.to else ""
    by = f" by {wanted.by}" if wanted.by else ""
    on = f" on {wanted.on}" if wanted.on else ""
    slots = ", ".join(f"{one.name} {_wish(one)}" for one in wanted.slots)
    carrying = f" ({slots})" if slots else ""
    match wanted.kind:
        case "hands_off":
            where = f" to {wanted.station}" if wanted.station else ""
            return f"{wanted.to} is handed off{where}{by}{on}{limit}"
        case "phase":
            return f"{wanted.to or 'somebody'} is in phase {wanted.phase}{limit}"
        case "silence":
            return f"nobody says anything{to} for {wanted.within_s:g} s"
        case "never":
            return f"never {wanted.directive}{carrying}{to}{by}{on}"
        case _:
            return f"{wanted.directive}{carrying} is said{to}{by}{on}{limit}"


def _is_wished(
    wish: SlotWish, declared: SlotSpec | None, value: SlotValue | None, stations: Stations
) -> bool:
    if value is None:
        return False
    if wish.value is None:
        low = wish.least is None or (isinstance(value, int | float) and value >= wish.least)
        high = wish.most is None or (isinstance(value, int | float) and value <= wish.most)
        return low and high
    if declared is not None and declared.type is SlotType.STATION:
        station = stations.get(str(wish.value))
        return value == (station.name if station is not None else wish.value)
    if declared is not None and declared.type is SlotType.FREQUENCY:
        return value in _hertz(str(wish.value), stations)
    if isinstance(wish.value, str) or isinstance(value, str):
        return str(value) == str(wish.value)
    return value == wish.value


def _key(name: str, stations: Stations) -> str | None:
    station = stations.get(name)
    return station.key if station is not None else None


def _hertz(name: str, stations: Stations) -> Sequence[int]:
    if name[:1].isdigit():
        megahertz = name.partition(" ")[0]
        return (round(float(megahertz) * _HZ_PER_MHZ),)
    station = stations.get(name)
    return [one.frequency_hz for one in station.channels] if station is not None else []


def _wish(wish: SlotWish) -> str:
    if wish.value is not None:
        return str(wish.value)
    return f"{_shown(wish.least)} to {_shown(wish.most)}"


def _shown(value: SlotValue | None) -> str:
    return "nothing" if value is None else f"{value:g}" if isinstance(value, float) else str(value)
