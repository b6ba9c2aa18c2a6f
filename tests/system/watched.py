"""Aircraft that nobody talks to, watched by the real desk from its radio and radar alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import MappingProxyType

from engine.language.compile import Language
from engine.model.event import Event
from engine.model.geometry import FEET_PER_METRE, GridPoint, Position, offset
from engine.model.picture import Coalition, Track
from engine.model.stimulus import KeyingReport, RadioPresent, Stimulus, Sweep
from engine.profile.loader import load_theatre_or_raise
from engine.profile.theatre import Airfield, RunwayEnd, Theatre
from engine.resources import profiles_dir
from engine.service.build import make_desk, make_language
from engine.store import MemoryEventLog
from engine.turn.desk import Desk
from engine.world.motion import Sample, motion

__all__ = ["ANAPA", "CAUCASUS", "Flown", "Watched", "looks", "radio_of", "theatre", "watch"]

ANAPA = Path(__file__).resolve().parents[1] / "data" / "anapa"
CAUCASUS = profiles_dir() / "caucasus"
_GUID = "NobodyTalksToHim000000"


@cache
def theatre(folder: Path) -> Theatre:
    return load_theatre_or_raise(folder)


@cache
def _language(folder: Path) -> Language:
    return make_language(theatre(folder))


def radio_of(track: Track) -> RadioPresent:
    """Return the radio aboard an aircraft, which nobody keys."""
    return RadioPresent(
        guid=_GUID,
        client_name=track.player_name or track.unit_name,
        unit_type=track.type_name,
        unit_id=track.unit_id,
        coalition=track.coalition,
        frequencies_hz=(),
    )


@dataclass(slots=True)
class Watched:
    """What the board showed: every phase with the sim second it was first seen in."""

    desk: Desk
    phases: list[tuple[int, str]] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    spoken: list[str] = field(default_factory=list)

    def names(self) -> list[str]:
        return [name for _, name in self.phases]

    def first(self, phase: str) -> int:
        """Return the second in which a phase was first on the board."""
        return next(second for second, name in self.phases if name == phase)

    def event(self, kind: str) -> Event:
        """Return the one event of a kind."""
        (found,) = [event for event in self.events if event.kind == kind]
        return found

    def text(self) -> str:
        """Return the phases as a list to read."""
        return "".join(f"{second:>4} {name}\n" for second, name in self.phases)


def watch(
    folder: Path,
    radio: RadioPresent,
    sweeps: Iterable[Sweep],
    *,
    calls: Mapping[int, Stimulus] = MappingProxyType({}),
) -> Watched:
    """Show the sweeps to a new desk, one a second of the sim, and return what its board showed.

    `calls` are what comes over the radio in a second, where anything does. What is answered goes on
    the air at once.
    """
    desk = make_desk(theatre(folder), MemoryEventLog(), language=_language(folder))
    watched = Watched(desk)
    desk.step(0, [radio])
    for sweep in sweeps:
        second = max((track.sim_time_s for track in sweep.tracks), default=0.0)
        now_ms = round(second * 1000)
        called = calls.get(round(second))
        result = desk.step(now_ms, [sweep] if called is None else [called, sweep])
        keyed = [
            KeyingReport(one.transmission.transmission_id, "keyed", now_ms) for one in result.spoken
        ]
        desk.step(now_ms, keyed)
        watched.events += result.events
        watched.spoken += [one.words for one in result.spoken]
        strip = desk.board.strip(desk.board.aircraft_of(radio.guid))
        name = strip.phase if strip is not None else ""
        if name and (not watched.phases or watched.phases[-1][1] != name):
            watched.phases.append((round(second), name))
    return watched


@dataclass(frozen=True, slots=True)
class Flown:
    """Where an aircraft is at a time, about a runway end: miles before the threshold, right of it.

    Between two of them it flies straight. `height_ft` is over the field.
    """

    at_s: float
    along_nm: float
    height_ft: float
    across_nm: float = 0.0


def looks(
    folder: Path,
    field_key: str,
    designator: str,
    way: Sequence[Flown],
    *,
    helicopter: bool = False,
) -> list[Track]:
    """Return a look a second at an aircraft that flies a way, its motion derived as feeds do."""
    airfield = theatre(folder).fields[field_key]
    end = airfield.runway_end(designator)
    assert end is not None
    samples: list[Sample] = []
    tracks: list[Track] = []
    second = way[0].at_s
    while second <= way[-1].at_s:
        point, altitude_ft = _place(airfield, end, way, second)
        samples.append(Sample(second, point.north_m, point.east_m, altitude_ft / FEET_PER_METRE))
        moved = motion(samples, second)
        course = moved.course_deg_grid
        heading = end.heading_deg_grid if course is None else course
        tracks.append(
            Track(
                track_id="track:watched/Hawk/1",
                unit_id=7,
                unit_name="Hawk",
                type_name="F-16C_50",
                player_name="Hawk",
                coalition=Coalition.BLUE,
                position=Position(point, 0.0, 0.0),
                altitude_ft=altitude_ft,
                heading_deg_grid=heading,
                course_deg_grid=heading,
                speed_kt=moved.speed_kt,
                vertical_fpm=moved.vertical_fpm,
                sim_time_s=second,
                helicopter=helicopter,
            )
        )
        second += 1.0
    return tracks


def _place(
    airfield: Airfield, end: RunwayEnd, way: Sequence[Flown], second: float
) -> tuple[GridPoint, float]:
    before = max((one for one in way if one.at_s <= second), key=lambda one: one.at_s)
    after = min((one for one in way if one.at_s >= second), key=lambda one: one.at_s)
    took_s = after.at_s - before.at_s
    share = (second - before.at_s) / took_s if took_s > 0.0 else 0.0

    def between(first: float, last: float) -> float:
        return first + share * (last - first)

    out = offset(
        end.threshold.grid,
        end.heading_deg_grid + 180.0,
        between(before.along_nm, after.along_nm),
    )
    point = offset(out, end.heading_deg_grid + 90.0, between(before.across_nm, after.across_nm))
    return point, airfield.elevation_ft + between(before.height_ft, after.height_ft)
