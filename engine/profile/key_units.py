"""The unit or frame that the name of a key ends in, and whether two keys speak of one quantity.

`elevation_m` is no slip of `elevation_ft`: whoever writes it means metres, and the number must be
changed with the name.
"""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["in_another_unit", "unit_of"]

_SPELLINGS = {
    "deg_grid": "degrees on the grid",
    "deg_true": "degrees true",
    "deg_mag": "degrees magnetic",
    "deg_magnetic": "degrees magnetic",
    "deg_east": "degrees east",
    "deg_west": "degrees west",
    "deg": "degrees",
    "degrees": "degrees",
    "rad": "radians",
    "ft": "feet",
    "feet": "feet",
    "fl": "flight levels",
    "m": "metres",
    "metres": "metres",
    "meters": "metres",
    "km": "kilometres",
    "nm": "nautical miles",
    "nmi": "nautical miles",
    "miles": "statute miles",
    "mi": "statute miles",
    "kt": "knots",
    "kts": "knots",
    "knots": "knots",
    "kmh": "km/h",
    "kph": "km/h",
    "mph": "mph",
    "ms": "metres a second",
    "mhz": "MHz",
    "khz": "kHz",
    "hz": "Hz",
    "s": "seconds",
    "sec": "seconds",
    "secs": "seconds",
    "seconds": "seconds",
    "min": "minutes",
    "mins": "minutes",
    "minutes": "minutes",
    "hpa": "hectopascals",
    "inhg": "inches of mercury",
}


def unit_of(name: str) -> tuple[str, str]:
    """Return a key without its unit, and the unit in words; "" where it says none.

    >>> unit_of("inbound_deg_grid"), unit_of("length_m"), unit_of("role")
    (('inbound', 'degrees on the grid'), ('length', 'metres'), ('role', ''))
    """
    parts = name.casefold().replace("-", "_").split("_")
    for length in (2, 1):
        ending = "_".join(parts[-length:])
        if len(parts) > length and ending in _SPELLINGS:
            return "_".join(parts[:-length]), _SPELLINGS[ending]
    return name, ""


def in_another_unit(name: str, known: Iterable[str]) -> tuple[str, str, str] | None:
    """Return the known key of the same quantity in another unit, with both units; None if none."""
    stem, unit = unit_of(name)
    if not unit:
        return None
    for other in known:
        same, wanted = unit_of(other)
        if same == stem and wanted and wanted != unit:
            return other, unit, wanted
    return None
