"""Spoken numbers: how each kind of quantity is said, by authority.

One function per kind of quantity, used by every phrase, because a heading read like a squawk or an
altitude read like a year is how a pilot ends up on the wrong one. What is said here is read back
by `engine.language.quantities` to the same value: the pair is a property test.

Digits are said one by one (ICAO Annex 10 vol II 5.2.1.4; FAA JO 7110.65 2-4-17). Written forms are
those a transcript can be read by: "niner", but "three" and "five", which voices pronounce well.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["ICAO", "LETTERS", "LETTERS_1943", "NumberStyle", "digits", "grouped"]

_DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "niner")
_ONES = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen"),
    *("eighteen", "nineteen"),
)
_TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_HZ_PER_KHZ = 1_000
_HIGHEST_GROUP = 99

LETTERS: dict[str, str] = dict(
    zip(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        (
            *("alfa", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel", "india"),
            *("juliett", "kilo", "lima", "mike", "november", "oscar", "papa", "quebec", "romeo"),
            *("sierra", "tango", "uniform", "victor", "whiskey", "x-ray", "yankee", "zulu"),
        ),
        strict=True,
    )
)
"""ICAO spelling alphabet (Annex 10 vol II figure 5-1)."""

LETTERS_1943: dict[str, str] = dict(
    zip(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        (
            *("able", "baker", "charlie", "dog", "easy", "fox", "george", "how", "item", "jig"),
            *("king", "love", "mike", "nan", "oboe", "peter", "queen", "roger", "sugar", "tare"),
            *("uncle", "victor", "william", "x-ray", "yoke", "zebra"),
        ),
        strict=True,
    )
)
"""Joint Army/Navy and RAF alphabet from 1943 (TM 1-460)."""

_SIDES = {"L": "left", "R": "right", "C": "center"}


def digits(text: str) -> str:
    """Say every digit of `text` by itself.

    >>> digits("0907")
    'zero niner zero seven'
    """
    return " ".join(_DIGITS[int(one)] for one in text)


def grouped(number: int) -> str:
    """Say a number up to 99 as a whole, and a larger one by its digits.

    >>> grouped(15), grouped(42), grouped(120)
    ('fifteen', 'forty two', 'one two zero')
    """
    if not 0 <= number <= _HIGHEST_GROUP:
        return digits(str(number))
    if number < len(_ONES):
        return _ONES[number]
    tens, ones = divmod(number, 10)
    return _TENS[tens] if ones == 0 else f"{_TENS[tens]} {_ONES[ones]}"


@dataclass(frozen=True, slots=True)
class NumberStyle:
    """What an authority's numbers sound like where authorities differ."""

    decimal: str = "decimal"
    frequency_decimals: int = 3
    leading_zero: bool = True
    angels: bool = False
    letters_1943: bool = False

    def altitude(self, altitude_ft: int) -> str:
        """Say an altitude in thousands and hundreds; one that has neither, digit by digit."""
        if altitude_ft < 100:
            return f"{digits(str(altitude_ft))} feet"
        if altitude_ft % 100:
            return digits(str(altitude_ft))
        thousands, rest = divmod(altitude_ft, 1000)
        if self.angels and thousands and not rest and thousands <= _HIGHEST_GROUP:
            return f"angels {grouped(thousands)}"
        words = [f"{digits(str(thousands))} thousand"] if thousands else []
        if rest:
            words.append(f"{digits(str(rest // 100))} hundred")
        return " ".join(words)

    def altitude_digits(self, altitude_ft: int) -> str:
        """Say a minimum digit by digit, as FAA JO 7110.65 2-4-17b3 wants it."""
        return digits(str(altitude_ft))

    def heading(self, heading_deg: int) -> str:
        """Say a heading or a course in three digits; north is three six zero."""
        return digits(f"{heading_deg or 360:03d}")

    def runway(self, runway: str) -> str:
        """Say a runway with its side."""
        number = runway.rstrip("LRC")
        side = _SIDES.get(runway[len(number) :], "")
        if not self.leading_zero:
            number = number.lstrip("0")
        return f"{digits(number)} {side}".rstrip()

    def frequency(self, frequency_hz: int) -> str:
        """Say a frequency; nothing is said of trailing zeros but one digit after the decimal."""
        whole, khz = divmod(round(frequency_hz / _HZ_PER_KHZ), 1000)
        decimals = f"{khz:03d}"
        decimals = decimals[:1] if decimals.endswith("00") else decimals[: self.frequency_decimals]
        if self.frequency_decimals < 3 and decimals.endswith("0"):
            decimals = decimals.rstrip("0") or "0"
        return f"{digits(str(whole))} {self.decimal} {digits(decimals)}"

    def distance(self, distance_nm: int) -> str:
        """Say a distance with its unit."""
        return f"{digits(str(distance_nm))} mile{'' if distance_nm == 1 else 's'}"

    def distance_tenths(self, tenths_nm: int) -> str:
        """Say a distance kept in tenths of a mile, with its unit."""
        whole, tenth = divmod(tenths_nm, 10)
        if tenth == 0:
            return self.distance(whole)
        return f"{digits(str(whole))} {self.decimal} {digits(str(tenth))} miles"

    def speed(self, speed_kt: int) -> str:
        """Say a speed with its unit."""
        return f"{digits(str(speed_kt))} knot{'' if speed_kt == 1 else 's'}"

    def count(self, count: int) -> str:
        """Say a count."""
        return digits(str(count))

    def seconds(self, seconds: int) -> str:
        """Say a time in seconds with its unit, as one number."""
        return f"{grouped(seconds)} second{'' if seconds == 1 else 's'}"

    def minutes(self, minutes: int) -> str:
        """Say a time in minutes with its unit, as one number."""
        return f"{grouped(minutes)} minute{'' if minutes == 1 else 's'}"

    def degrees(self, degrees: int) -> str:
        """Say an amount of turn with its unit, as one number."""
        return f"{grouped(degrees)} degree{'' if degrees == 1 else 's'}"

    def pressure(self, qnh_hpa: int) -> str:
        """Say a pressure in hectopascals, naming the unit below a thousand."""
        unit = " hectopascals" if qnh_hpa < 1000 else ""
        return f"{digits(str(qnh_hpa))}{unit}"

    def pressure_in(self, altimeter_inhg: int) -> str:
        """Say a pressure in hundredths of an inch of mercury."""
        return digits(f"{altimeter_inhg:04d}")

    def squawk(self, squawk: str) -> str:
        """Say a transponder code."""
        return digits(squawk)

    def letter(self, letter: str) -> str:
        """Say a letter by the alphabet of the time."""
        return (LETTERS_1943 if self.letters_1943 else LETTERS)[letter]

    def fuel(self, fuel_lb: int) -> str:
        """Say a fuel state in thousands of pounds."""
        thousands, rest = divmod(fuel_lb, 1000)
        return f"{digits(str(thousands))} {self.decimal} {digits(str(rest // 100))}"


ICAO = NumberStyle()
"""The default; a phraseology file says what differs under `numbers` (frequencies said to two
decimals and runway 03 as "three": FAA JO 7110.65 2-4-17 j, k; angels as whole numbers: RAF R/T)."""
