"""The last check before keying: do the words say the directives, all of them and nothing else?

The words are parsed by the controller-side grammar and compared with the directives in both
directions. A number spelled out counts as a number; a word that belongs to no directive is a
difference, because "cleared to land" slipped into a range call is exactly such a word. Words that
are not our own are held to what a pilot would hear as well (`engine.language.keyed_text`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.language.keyed_text import differences_as_heard, unsayable
from engine.language.lexicon import Lexicon
from engine.language.normalise import words_of
from engine.language.phrasebook import Phrasebook
from engine.model.directive import ALL_STATIONS, Directive, Transmission

__all__ = ["Verdict", "verify", "verify_directives"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether the words are the directives', and what differs, in plain words."""

    ok: bool
    differences: tuple[str, ...] = ()


def verify(
    text: str,
    transmission: Transmission,
    *,
    phrasebook: Phrasebook,
    lexicon: Lexicon,
    station_name: str = "",
) -> Verdict:
    """Judge words that would be keyed against the transmission they are for."""
    named = transmission.names_station or transmission.to is None
    return verify_directives(
        text,
        transmission.directives,
        callsign=transmission.callsign,
        station_name=station_name if named else "",
        phrasebook=phrasebook,
        lexicon=lexicon,
    )


def verify_directives(
    text: str,
    directives: Sequence[Directive],
    *,
    callsign: str,
    station_name: str = "",
    phrasebook: Phrasebook,
    lexicon: Lexicon,
) -> Verdict:
    """Judge words against directives addressed to a callsign."""
    known = lexicon if callsign == ALL_STATIONS else lexicon.with_callsigns([callsign])
    names = [station_name] if station_name else []
    names += [str(one.slots["station"]) for one in directives if "station" in one.slots]
    known = known.with_stations(names)
    heard = phrasebook.understand(text, lexicon=known)
    differences: list[str] = []
    if heard.callsign != callsign:
        differences.append(f"addressed to {heard.callsign or 'nobody'}, not to {callsign}")
    if heard.station != (station_name or None):
        differences.append(
            f"station {heard.station or 'not named'}, not {station_name or 'unnamed'}"
        )
    differences.extend(f"words of no directive: {word!r}" for word in heard.leftover)
    differences.extend(_compare(directives, heard.directives))
    ours = phrasebook.say_directives(
        directives, callsign=callsign, station_name=station_name, lexicon=lexicon
    )
    if text != ours:
        differences.extend(unsayable(text, [callsign, *names]))
        differences.extend(differences_as_heard(text, ours))
        differences.extend(_mishearings(text, phrasebook))
    return Verdict(not differences, tuple(differences))


def _mishearings(text: str, phrasebook: Phrasebook) -> list[str]:
    """Return the words that are understood only because a recogniser is known to write them."""
    said = f" {' '.join(one.text for one in words_of(text))} "
    return [
        f"the words {' '.join(one.written)!r} are only read as {' '.join(one.means)!r}"
        for one in phrasebook.vocabulary.corrections
        if f" {' '.join(one.written)} " in said
    ]


def _compare(wanted: Sequence[Directive], heard: Sequence[Directive]) -> list[str]:
    differences: list[str] = []
    for number in range(max(len(wanted), len(heard))):
        if number >= len(heard):
            differences.append(f"{wanted[number].kind} is not said")
        elif number >= len(wanted):
            differences.append(f"{heard[number].kind} is said but was not decided")
        elif wanted[number].kind != heard[number].kind:
            differences.append(f"{heard[number].kind} is said instead of {wanted[number].kind}")
        else:
            differences.extend(_compare_slots(wanted[number], heard[number]))
    return differences


def _compare_slots(wanted: Directive, heard: Directive) -> list[str]:
    names = dict.fromkeys([*wanted.slots, *heard.slots])
    return [
        f"{wanted.kind}.{name}: said {heard.slots.get(name)!r}, decided {wanted.slots.get(name)!r}"
        for name in names
        if wanted.slots.get(name) != heard.slots.get(name)
    ]
