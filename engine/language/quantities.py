"""What a number that was heard is worth, by the kind of slot it stands in.

The other half of `engine.language.numbers`. Each kind has a rule of the grammar (which shapes of
number it takes) and a reading (what the shape is worth); a value that cannot be, such as a heading
of 400, is refused here, and the phrase with it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.model.slots import SlotType, SlotValue

__all__ = ["SLOT_RULES", "has_style", "read_slot", "rule_for"]

_HIGHEST_ALTITUDE_FT = 99_900
"""Flight levels are three digits."""
_HIGHEST_FREQUENCY_HZ = 400_000_000
_LOWEST_FREQUENCY_HZ = 20_000_000
_QUARTER_CHANNEL = {"2": "25", "7": "75"}
_SIDES = {"_W_LEFT": "L", "_W_RIGHT": "R", "_W_CENTER": "C"}
_DIGIT_SHAPES = "D1 | D2 | D3 | D4 | D5 | D6"

SLOT_RULES: Mapping[str, str] = {
    # Bare counts of one or two digits are thousands only where a pattern asks for an altitude.
    "altitude": "THOU | D1 | D2 | D3 | D4 | D5 | DEC | (THOU | D1 | D2 | D3 | D4 | D5) _W_FEET"
    " | _W_FLIGHT _W_LEVEL (D1 | D2 | D3) | _W_ANGELS (D1 | D2 | DEC)",
    # An altitude that cannot be mistaken for another number, for places where anything may stand.
    "altitude_explicit": "THOU | D4 | D5 | (THOU | D3 | D4 | D5) _W_FEET"
    " | _W_FLIGHT _W_LEVEL (D1 | D2 | D3) | _W_ANGELS (D1 | D2 | DEC)",
    # What can be nothing but an altitude, even alone in a read-back.
    "altitude_clear": "THOU | (THOU | D1 | D2 | D3 | D4 | D5) _W_FEET"
    " | _W_FLIGHT _W_LEVEL (D1 | D2 | D3) | _W_ANGELS (D1 | D2 | DEC)",
    "altitude_digits": "D1 | D2 | D3 | D4 | D5 | THOU",
    "heading": "D3 | D2",
    "degrees": "D1 | D2 | D3",
    "frequency": "DEC | D3 | D4 | D5 | D6",
    "frequency_decimal": "DEC",
    "range": "D1 | D2 | D3 | DEC",
    "speed": "D1 | D2 | D3 | D4",
    "speed_bare": "D1 | D2 | D3",
    "count": "D1 | D2 | D3 | D4 | D5 | D6",
    "distance_tenths": "(D1 | D2 | D3 | DEC) _W_MILE",
    "seconds": "D1 | D2 | D3 | D4",
    "minutes": "D1 | D2 | D3 | D4",
    "time": "D2 | D4 | D1",
    "pressure": "D3 | D4",
    "pressure_in": "D4 | DEC",
    "squawk": "D4",
    "letter": "LETTER",
    "letters": "LETTER+",
    "modexes": "D3+",
    "runway": "(D1 | D2) | (D1 | D2) (_W_LEFT | _W_RIGHT | _W_CENTER)",
    # A runway in both its digits or with its side, for places where any number may stand.
    "runway_whole": "D2 | (D1 | D2) (_W_LEFT | _W_RIGHT | _W_CENTER)",
    "fuel": "DEC | D1 | D2 | D3 | D4 | D5 | THOU",
    # With their unit, as a controller says them; the unit may get lost in recognition.
    "range_spoken": "(D1 | D2 | D3 | DEC) _W_MILE",
    "speed_spoken": "(D1 | D2 | D3 | D4) | (D1 | D2 | D3 | D4) _W_KNOT",
    "speed_knots": "(D2 | D3 | D4) _W_KNOT",
    "seconds_spoken": "(D1 | D2 | D3 | D4) _W_SECOND",
    "minutes_spoken": "(D1 | D2 | D3 | D4) _W_MINUTE",
    "pressure_spoken": "(D3 | D4) | (D3 | D4) _W_HECTOPASCAL",
    "callsign": "CALLSIGN",
    "station": "STATION | PLACE",
    "fix": "FIX",
    "plan": "PLAN",
    "aircraft": "AIRCRAFT",
    "spot": "D1 | D2 | D3 | LETTER",
    "modex": "D3",
    "place": "PLACE | FIX",
}
"""The grammar rule of each kind of slot, in terms of the shapes of `engine.language.tokens`."""

Piece = tuple[str, SlotValue]
"""A terminal and its value."""


_COUNT_STYLES = frozenset({"tenths"})


def has_style(kind: SlotType, style: str) -> bool:
    """Tell whether a kind of slot can be said in this style."""
    if kind is SlotType.COUNT and style in _COUNT_STYLES:
        return True
    return f"{kind.value}_{style}" in SLOT_RULES


def rule_for(kind: SlotType, style: str) -> str:
    """Return the name of the rule that hears a slot of this kind, in this style."""
    if style:
        joined = f"{kind.value}_{style}"
        if joined in SLOT_RULES:
            return joined
        if style in SLOT_RULES:
            return style
    return kind.value


def _digits(pieces: tuple[Piece, ...]) -> str:
    return next((str(value) for shape, value in pieces if shape[0] == "D" and shape != "DEC"), "")


def _shape(pieces: tuple[Piece, ...], name: str) -> SlotValue | None:
    return next((value for shape, value in pieces if shape == name), None)


def _altitude(pieces: tuple[Piece, ...]) -> SlotValue | None:
    altitude_ft = _altitude_said(pieces)
    return altitude_ft if altitude_ft <= _HIGHEST_ALTITUDE_FT else None


def _altitude_said(pieces: tuple[Piece, ...]) -> int:
    thousands = _shape(pieces, "THOU")
    if isinstance(thousands, int):
        return thousands
    shapes = {shape for shape, _ in pieces}
    decimal = _shape(pieces, "DEC")
    if decimal is not None:
        return round(float(str(decimal)) * 1000)
    digits = _digits(pieces)
    if "_W_LEVEL" in shapes:
        return int(digits) * 100
    if "_W_FEET" in shapes:
        return int(digits)
    if "_W_ANGELS" in shapes or len(digits) <= 2:
        return int(digits) * 1000
    return int(digits)


def _altitude_digits(pieces: tuple[Piece, ...]) -> SlotValue | None:
    thousands = _shape(pieces, "THOU")
    return thousands if thousands is not None else int(_digits(pieces))


def _heading(pieces: tuple[Piece, ...]) -> SlotValue | None:
    heading_deg = int(_digits(pieces))
    return (heading_deg or 360) if 0 <= heading_deg <= 360 else None


def _integer(low: int, high: int) -> Callable[[tuple[Piece, ...]], SlotValue | None]:
    def read(pieces: tuple[Piece, ...]) -> SlotValue | None:
        number = int(_digits(pieces))
        return number if low <= number <= high else None

    return read


def _number(pieces: tuple[Piece, ...]) -> SlotValue | None:
    decimal = _shape(pieces, "DEC")
    if decimal is None:
        return int(_digits(pieces))
    value = float(str(decimal))
    return int(value) if value.is_integer() else value


def _frequency(pieces: tuple[Piece, ...]) -> SlotValue | None:
    decimal = _shape(pieces, "DEC")
    if decimal is not None:
        whole, _, decimals = str(decimal).partition(".")
    else:
        digits = _digits(pieces)
        whole, decimals = digits[:3], digits[3:]
    if len(decimals) == 2 and decimals[1] in _QUARTER_CHANNEL:
        # "one three five point two seven" is 135.275: FAA JO 7110.65 2-4-17k
        decimals = decimals[0] + _QUARTER_CHANNEL[decimals[1]]
    frequency_hz = int(whole or 0) * 1_000_000 + int((decimals or "0").ljust(3, "0")[:3]) * 1_000
    return frequency_hz if _LOWEST_FREQUENCY_HZ <= frequency_hz <= _HIGHEST_FREQUENCY_HZ else None


def _tenths(pieces: tuple[Piece, ...]) -> SlotValue | None:
    value = _number(pieces)
    return round(float(value) * 10) if isinstance(value, int | float) else None


def _pressure_in(pieces: tuple[Piece, ...]) -> SlotValue | None:
    decimal = _shape(pieces, "DEC")
    if decimal is not None:
        return round(float(str(decimal)) * 100)
    return int(_digits(pieces))


def _squawk(pieces: tuple[Piece, ...]) -> SlotValue | None:
    digits = _digits(pieces)
    return None if set(digits) & {"8", "9"} else digits


def _runway(pieces: tuple[Piece, ...]) -> SlotValue | None:
    number = int(_digits(pieces))
    side = next((_SIDES[shape] for shape, _ in pieces if shape in _SIDES), "")
    return f"{number:02d}{side}" if 1 <= number <= 36 else None


def _fuel(pieces: tuple[Piece, ...]) -> SlotValue | None:
    decimal = _shape(pieces, "DEC")
    if decimal is not None:
        return round(float(str(decimal)) * 1000)
    thousands = _shape(pieces, "THOU")
    if thousands is not None:
        return thousands
    digits = _digits(pieces)
    return int(digits) * 1000 if len(digits) <= 2 else int(digits)


def _all(pieces: tuple[Piece, ...]) -> SlotValue | None:
    return tuple(str(value) for _, value in pieces)


def _text(pieces: tuple[Piece, ...]) -> SlotValue | None:
    return str(pieces[0][1])


_READERS: Mapping[str, Callable[[tuple[Piece, ...]], SlotValue | None]] = {
    "altitude": _altitude,
    "altitude_explicit": _altitude,
    "altitude_clear": _altitude,
    "altitude_digits": _altitude_digits,
    "heading": _heading,
    "degrees": _integer(1, 180),
    "frequency": _frequency,
    "frequency_decimal": _frequency,
    "range": _number,
    "speed": _integer(0, 9999),
    "speed_bare": _integer(0, 999),
    "count": _integer(0, 999_999),
    "distance_tenths": _tenths,
    "seconds": _integer(0, 9999),
    "minutes": _integer(0, 9999),
    "pressure": _integer(500, 1100),
    "pressure_in": _pressure_in,
    "squawk": _squawk,
    "runway": _runway,
    "runway_whole": _runway,
    "fuel": _fuel,
    "letters": _all,
    "modexes": _all,
    "range_spoken": _number,
    "speed_spoken": _integer(0, 9999),
    "speed_knots": _integer(0, 9999),
    "seconds_spoken": _integer(0, 9999),
    "minutes_spoken": _integer(0, 9999),
    "pressure_spoken": _integer(500, 1100),
}


def read_slot(rule: str, pieces: tuple[Piece, ...]) -> SlotValue | None:
    """Return the value that the pieces have under this rule, or None when there is none."""
    return _READERS.get(rule, _text)(pieces)
