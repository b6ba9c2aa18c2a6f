"""What a mission of the sim says that a profile must agree with: map, date, slots, frequencies.

A `.miz` is a zip archive with the Lua tables `mission` and `theatre`. It may come from anybody, so
nothing of it is written anywhere, and every size is bounded before it is read.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.model.errors import ConfigurationError
from engine.profile.lua_table import LuaError, LuaTable, LuaValue, read_table

__all__ = ["Mission", "Slot", "Used", "read_mission"]

_MOST_BYTES = 64_000_000
_MOST_THEATRE_BYTES = 1_000
_HUMAN = frozenset({"Client", "Player"})
_TASKS = {"Refueling": "a tanker", "AWACS": "an AWACS"}
_MODULATIONS = {0.0: "AM", 1.0: "FM"}
_LARGEST_MHZ = 1_000.0


@dataclass(frozen=True, slots=True)
class Slot:
    """A seat for a pilot: what he flies and what the unit is called."""

    airframe: str
    unit: str


@dataclass(frozen=True, slots=True)
class Used:
    """A frequency that the mission uses itself: by whom, and what that is."""

    frequency_hz: int
    modulation: str
    name: str
    what: str


@dataclass(frozen=True, slots=True)
class Mission:
    """A mission: its file's name, map, date as a decimal year, slots, frequencies in use."""

    file: str
    theatre: str
    year: float
    slots: tuple[Slot, ...]
    used: tuple[Used, ...]


def read_mission(path: Path) -> Mission:
    """Return what a mission file says.

    Raises:
        ConfigurationError: it cannot be read, or is no mission.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            mission = read_table(_member(archive, "mission", _MOST_BYTES), "mission")
            theatre = _member(archive, "theatre", _MOST_THEATRE_BYTES).strip()
    except KeyError:
        message = f"{path.name} is no mission: it holds no `mission` and `theatre`"
        raise ConfigurationError(message) from None
    except LuaError as error:
        message = f"{path.name}: the mission cannot be read: {error}"
        raise ConfigurationError(message) from None
    except (OSError, zipfile.BadZipFile, RuntimeError, NotImplementedError, EOFError, ValueError):
        message = f"{path.name} is no mission: it is not a zip archive that can be read"
        raise ConfigurationError(message) from None
    groups = list(_groups(mission))
    return Mission(
        path.name,
        theatre,
        _year(mission),
        tuple(_slots(groups)),
        tuple(dict.fromkeys(_used(groups))),
    )


def _member(archive: zipfile.ZipFile, name: str, most: int) -> str:
    with archive.open(name) as file:
        data = file.read(most + 1)
    if len(data) > most:
        message = f"`{name}` is larger than {most:,} bytes"
        raise LuaError(message)
    return data.decode("utf-8", errors="replace").lstrip("\ufeff")


_LAST_YEAR = 9999.0


def _year(mission: LuaTable) -> float:
    date = _table(mission.get("date"))
    year, month, day = (date.get(part) for part in ("Year", "Month", "Day"))
    if not isinstance(year, float) or not 1.0 <= year <= _LAST_YEAR:
        return 0.0
    months = (month - 1.0) / 12.0 if isinstance(month, float) and 1.0 <= month <= 12.0 else 0.0
    days = (day - 1.0) / 365.25 if isinstance(day, float) and 1.0 <= day <= 31.0 else 0.0
    return year + months + days


def _groups(mission: LuaTable) -> Iterator[tuple[str, LuaTable]]:
    """Yield every group with its kind (`plane`, `helicopter`, `ship`...)."""
    for side in _table(mission.get("coalition")).values():
        for country in _table(_table(side).get("country")).values():
            for kind, part in _table(country).items():
                for group in _table(_table(part).get("group")).values():
                    if isinstance(group, dict) and isinstance(kind, str):
                        yield kind, group


def _slots(groups: list[tuple[str, LuaTable]]) -> Iterator[Slot]:
    for kind, group in groups:
        for unit in _table(group.get("units")).values() if kind in ("plane", "helicopter") else ():
            given = _table(unit)
            if given.get("skill") in _HUMAN and isinstance(given.get("type"), str):
                yield Slot(str(given["type"]), str(given.get("name", "")))


def _used(groups: list[tuple[str, LuaTable]]) -> Iterator[Used]:
    for kind, group in groups:
        units = list(_table(group.get("units")).values())
        name = str(group.get("name", ""))
        task = _TASKS.get(str(group.get("task", "")))
        if task is not None and not any(_table(one).get("skill") in _HUMAN for one in units):
            yield from _channel(group.get("frequency"), group.get("modulation"), name, task)
        for unit in units if kind == "ship" else ():
            given = _table(unit)
            ship = str(given.get("name", name))
            yield from _channel(given.get("frequency"), given.get("modulation"), ship, "a ship")


def _channel(frequency: LuaValue, modulation: LuaValue, name: str, what: str) -> Iterator[Used]:
    """Yield a channel; groups are given in MHz, ships in hertz."""
    if not isinstance(frequency, float) or isinstance(frequency, bool) or frequency <= 0.0:
        return
    hertz = frequency * 1e6 if frequency < _LARGEST_MHZ else frequency
    if hertz < 1e12:
        known = modulation if isinstance(modulation, float) else 0.0
        yield Used(round(hertz), _MODULATIONS.get(known, "AM"), name, what)


def _table(value: LuaValue) -> LuaTable:
    return value if isinstance(value, dict) else {}
