"""The pilot's card of a field: what to dial, what to call, what to say.

Pure text from the compiled theatre, so that it cannot differ from what the controllers do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.model.geometry import bearing_deg_grid, range_nm, spoken_heading
from engine.profile.theatre import Airfield, Approach, Channel, Station, Theatre

__all__ = ["Card", "Dial", "card_markdown", "card_of", "card_text"]

_VHF_HZ = (100_000_000, 174_000_000)
_UHF_HZ = (220_000_000, 400_000_000)
_KIND_NAMES = {
    "asr": "radar approach",
    "par": "precision approach",
    "ils": "ILS approach",
    "visual": "visual approach",
    "ndb": "NDB approach",
    "vor": "VOR approach",
    "tacan": "TACAN approach",
    "overhead": "overhead break",
}
_ASKED_FOR = ("asr", "par")
"""Approaches that a pilot asks a controller for; the rest he flies by his own instruments."""
_AID_NAMES = {
    "vor": "VOR",
    "tacan": "TACAN",
    "vortac": "VORTAC",
    "ndb": "beacon",
    "localizer": "localizer without an approach",
}
_NEAR_NM = 60.0
_SAID_TO_DEG = 5
"""The missed approach is briefed in steps of five degrees; the card must not say another number."""
_EXAMPLE_CALLSIGN = "Pony one one"


@dataclass(frozen=True, slots=True)
class Dial:
    """A station and where it is heard, by band; "-" where it has no channel in one."""

    station: str
    works: str
    vhf: str
    uhf: str
    other: str


@dataclass(frozen=True, slots=True)
class Card:
    """Everything on the card, in the order it is printed."""

    title: str
    facts: tuple[str, ...]
    dials: tuple[Dial, ...]
    yourself: tuple[str, ...]
    calls: tuple[str, ...]
    approaches: tuple[str, ...]
    aids: tuple[str, ...] = ()


def card_of(theatre: Theatre, airfield: Airfield) -> Card:
    """Return the card of a field."""
    variation = theatre.variation_deg(airfield.key)
    staffed = [station for station in airfield.stations.values() if station.staffed]
    return Card(
        title=f"{airfield.name} ({airfield.icao})",
        facts=(
            f"Elevation {airfield.elevation_ft:.0f} ft, variation {variation:+.1f} east",
            *((f"For {', '.join(airfield.airframes)}",) if airfield.airframes else ()),
            *(
                f"Runway {end.designator}: {spoken_heading(end.heading_deg_grid, variation):03d} "
                f"magnetic, {runway.length_ft:,.0f} ft"
                for runway in airfield.runways
                for end in runway.ends
            ),
        ),
        dials=(*(_dial(station) for station in staffed), *_information(airfield)),
        yourself=(
            (
                f"Give your radio a name and a number, like {_EXAMPLE_CALLSIGN}, and set it as "
                "your name on the voice server."
            ),
            (
                "Say the station, then your callsign, then what you want. Say it again if you are "
                "not answered."
            ),
        ),
        calls=tuple(_calls(airfield, staffed)),
        approaches=tuple(
            line
            for approach in airfield.approaches.values()
            for line in _approach(theatre, airfield, approach, variation)
        ),
        aids=tuple(_aids(theatre, airfield, variation)),
    )


def card_text(card: Card) -> str:
    """Return a card as plain lines."""
    rows = [("Station", "Works", "VHF", "UHF", "Other"), *map(_row, card.dials)]
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    dials = [
        "  ".join(cell.ljust(widths[i]) for i, cell in enumerate(row)).rstrip() for row in rows
    ]
    parts = (
        (card.title, card.facts),
        ("Dial", tuple(dials)),
        ("You", card.yourself),
        ("Say", card.calls),
        ("Approaches", card.approaches),
        ("Aids", card.aids),
    )
    return "\n".join(
        "\n".join([heading, *(f"  {line}" for line in lines)]) + "\n"
        for heading, lines in parts
        if lines
    )


def card_markdown(card: Card) -> str:
    """Return a card as Markdown."""
    rows = [("Station", "Works", "VHF", "UHF", "Other"), ("---",) * 5, *map(_row, card.dials)]
    table = "\n".join("| " + " | ".join(row) + " |" for row in rows)
    parts = [f"# {card.title}", _bullets(card.facts), "## Dial", table, "## You"]
    parts += [_bullets(card.yourself), "## Say", _bullets(card.calls)]
    if card.approaches:
        parts += ["## Approaches", _bullets(card.approaches)]
    if card.aids:
        parts += ["## Aids", _bullets(card.aids)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _bullets(lines: Sequence[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def _row(dial: Dial) -> tuple[str, str, str, str, str]:
    return (dial.station, dial.works, dial.vhf, dial.uhf, dial.other)


def _dial(station: Station) -> Dial:
    return _dialled(station.name, ", ".join(station.roles), station.channels)


def _information(airfield: Airfield) -> Iterator[Dial]:
    if airfield.atis is not None:
        yield _dialled(f"{airfield.name} Information", "recorded (ATIS)", airfield.atis.channels)


def _dialled(name: str, works: str, channels: Sequence[Channel]) -> Dial:
    def within(band: tuple[int, int]) -> list[Channel]:
        return [c for c in channels if band[0] <= c.frequency_hz < band[1]]

    vhf, uhf = within(_VHF_HZ), within(_UHF_HZ)
    rest = [c for c in channels if c not in vhf and c not in uhf]
    return Dial(
        station=name,
        works=works,
        vhf=_listed(vhf),
        uhf=_listed(uhf),
        other=_listed(rest),
    )


def _listed(channels: Sequence[Channel]) -> str:
    return ", ".join(f"{c.frequency_hz / 1e6:.3f} {c.modulation}" for c in channels) or "-"


def _calls(airfield: Airfield, staffed: Sequence[Station]) -> list[str]:
    calls = [f'"{station.name}, {_EXAMPLE_CALLSIGN}, radio check"' for station in staffed[:1]]
    for approach in airfield.approaches.values():
        if approach.kind not in _ASKED_FOR:
            continue
        station = airfield.stations.get(approach.worked_by.partition("/")[2])
        if station is not None:
            wish = _KIND_NAMES.get(approach.kind, approach.kind)
            calls.append(f'"{station.name}, {_EXAMPLE_CALLSIGN}, request {wish}"')
    for role, words in (("tower", "request wind"), ("approach", "request altimeter")):
        station = airfield.station_for_role(role)
        if station is not None:
            calls.append(f'"{station.name}, {_EXAMPLE_CALLSIGN}, {words}"')
    calls.append(f'"Mayday, mayday, mayday, {_EXAMPLE_CALLSIGN}", and what is wrong')
    return list(dict.fromkeys(calls))


def _aids(theatre: Theatre, airfield: Airfield, variation: float) -> Iterator[str]:
    """Yield what can be tuned: each ILS, the field's beacons, then the theatre's that are near."""
    for approach in airfield.approaches.values():
        if approach.ils is not None:
            course = spoken_heading(approach.ils.course_deg_grid, variation)
            yield (
                f"ILS {approach.runway}: {approach.ils.ident} "
                f"{approach.ils.frequency_hz / 1e6:.2f}, course {course:03d}, glidepath "
                f"{approach.glidepath_deg:g} degrees, category {approach.ils.category}"
            )
    near = [
        aid
        for aid in theatre.navaids.values()
        if range_nm(airfield.reference_point.grid, aid.at.grid) <= _NEAR_NM
    ]
    for aid in (*airfield.navaids.values(), *near):
        out = range_nm(airfield.reference_point.grid, aid.at.grid)
        bearing = bearing_deg_grid(airfield.reference_point.grid, aid.at.grid)
        at = f", {out:.1f} nm on {spoken_heading(bearing, variation):03d}" if out >= 1 else ""
        yield f"{aid.ident}: {_AID_NAMES[aid.kind]} {aid.dialled}{at}"


def _approach(
    theatre: Theatre, airfield: Airfield, approach: Approach, variation: float
) -> list[str]:
    missed = approach.missed
    heading = spoken_heading(missed.heading_deg_grid, variation, step_deg=_SAID_TO_DEG)
    silence = approach.lost_communication
    helper = theatre.station(silence.station)
    end = airfield.runway_end(approach.runway)
    course = "" if end is None else f" on {spoken_heading(end.heading_deg_grid, variation):03d}"
    aid = f" ({approach.navaid.ident} {approach.navaid.dialled})" if approach.navaid else ""
    return [
        (
            f"{approach.key}: {_KIND_NAMES.get(approach.kind, approach.kind)}{aid} to runway "
            f"{approach.runway}{course}, {approach.platform_ft:,} ft until "
            f"{approach.final_approach_fix_nm:g} miles, minimum "
            f"{approach.minimum_descent_altitude_ft:,} ft"
        ),
        (
            f"missed: ahead to {missed.straight_to_ft:,} ft, turn {missed.turn} heading "
            f"{heading:03d}, climb {missed.climb_to_ft:,} ft"
        ),
        (
            f"nothing heard for {silence.pattern_s} s while vectored or {silence.final_s} s on "
            f"final: call {helper.name if helper is not None else silence.station}"
        ),
    ]
