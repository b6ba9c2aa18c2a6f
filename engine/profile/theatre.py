"""The compiled theatre: what the loader makes of a folder of YAML, as frozen values.

Everything a decision may rest on that is not the sim, the radio or the clock is here. Angles are
grid degrees, altitudes feet above mean sea level, distances nautical miles, times as named.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise

from engine.model.geometry import Position
from engine.model.projection import Projection
from engine.profile.ground import Atis, HoldingPoint, Taxi, TaxiEdge
from engine.profile.handoff import HandoffRule
from engine.profile.navaid import Ils, Navaid
from engine.profile.phase import PhaseMachine
from engine.profile.radio_channel import Channel

__all__ = [
    "Airfield",
    "Airframe",
    "Airspace",
    "Approach",
    "Atis",
    "Channel",
    "Hold",
    "HoldingPoint",
    "Ils",
    "LostCommunication",
    "MissedApproach",
    "Navaid",
    "Projection",
    "RadioBand",
    "Runway",
    "RunwayEnd",
    "SafeAltitudeSector",
    "SpeedLimits",
    "Station",
    "Taxi",
    "TaxiEdge",
    "Theatre",
    "VariationTable",
]


@dataclass(frozen=True, slots=True)
class Station:
    """A controller position.

    `roles` holds its own role first, then those it also works. `key` is the station id
    (`batumi/approach`); `field` is the airfield key, or None for an en-route station. `staffed`
    False is a position that exists on paper and that nobody works.
    """

    key: str
    name: str
    field: str | None
    roles: tuple[str, ...]
    channels: tuple[Channel, ...]
    radar: bool
    voice: str | None = None
    staffed: bool = True


@dataclass(frozen=True, slots=True)
class RunwayEnd:
    """One direction of a runway: designator, landing heading, painted threshold."""

    designator: str
    heading_deg_grid: float
    threshold: Position


@dataclass(frozen=True, slots=True)
class Runway:
    """A strip with its two ends."""

    ends: tuple[RunwayEnd, RunwayEnd]
    length_ft: float
    width_ft: float


@dataclass(frozen=True, slots=True)
class SafeAltitudeSector:
    """A ring sector around the field: bearings FROM the field on the grid, clockwise.

    `rings` are (outer range in nm, feet), nearest first. The first ring that contains the range
    gives the altitude; beyond the last there is none and the terrain grid or nothing answers.
    """

    from_deg_grid: float
    to_deg_grid: float
    rings: tuple[tuple[float, int], ...]


@dataclass(frozen=True, slots=True)
class MissedApproach:
    """Ahead to `straight_to_ft`, then turn to a heading and climb."""

    straight_to_ft: int
    turn: str
    heading_deg_grid: float
    climb_to_ft: int


@dataclass(frozen=True, slots=True)
class LostCommunication:
    """After how many seconds of silence to call which station."""

    pattern_s: int
    final_s: int
    station: str


@dataclass(frozen=True, slots=True)
class SpeedLimits:
    """Speeds to ask for, in knots: in the pattern and on final (airframe limits come on top)."""

    pattern_kt: int
    final_kt: int


@dataclass(frozen=True, slots=True)
class Approach:
    """A published way down to one runway end.

    Distances are from the painted threshold of `runway`. `advisory` is a published table of
    (nm, ft) when there is one; else altitudes follow from platform, final approach fix and MDA.
    `worked_by` and `lost_communication.station` are station ids (`batumi/approach`).
    `intercept_angle_deg` is the largest angle at which a vector may meet the course.
    `minimum_intercept_nm` is the least distance at which an aircraft may join the final course.
    `ils` is what an approach of that kind is flown on, `navaid` what one to a beacon is.
    """

    key: str
    kind: str
    runway: str
    final_intercept_nm: float
    minimum_intercept_nm: float
    final_approach_fix_nm: float
    platform_ft: int
    glidepath_deg: float
    minimum_descent_altitude_ft: int
    missed_approach_point_nm: float
    missed: MissedApproach
    lost_communication: LostCommunication
    speeds: SpeedLimits
    worked_by: str
    pattern_side: str
    intercept_angle_deg: float = 30.0
    advisory: tuple[tuple[float, int], ...] = ()
    ils: Ils | None = None
    navaid: Navaid | None = None


@dataclass(frozen=True, slots=True)
class Hold:
    """A holding pattern: fix position, inbound course, turns, leg, levels from low to high."""

    key: str
    at: Position
    inbound_deg_grid: float
    turns: str
    leg_min: int
    levels_ft: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Airspace:
    """The cylinder that a role works around its field."""

    role: str
    within_nm: float
    up_to_ft: int


@dataclass(frozen=True, slots=True)
class Airfield:
    """A field with everything that is flown from and to it.

    `stations` is by the key within the field (`approach`), `holding` and `approaches` by their
    keys; `handoffs` is the field's whole ladder from the top. `airframes` are the types it is for,
    all when there are none; `mission_year` is when, where it is not the theatre's.
    """

    key: str
    name: str
    icao: str
    reference_point: Position
    elevation_ft: float
    phraseology: str
    runways: tuple[Runway, ...]
    stations: Mapping[str, Station]
    airspace: tuple[Airspace, ...]
    minimum_safe_altitude: tuple[SafeAltitudeSector, ...]
    minimum_vectoring_altitude: tuple[SafeAltitudeSector, ...]
    holding: Mapping[str, Hold]
    approaches: Mapping[str, Approach]
    handoffs: tuple[HandoffRule, ...]
    taxi: Taxi | None = None
    atis: Atis | None = None
    navaids: Mapping[str, Navaid] = field(default_factory=dict)
    airframes: tuple[str, ...] = ()
    mission_year: float | None = None

    def runway_end(self, designator: str) -> RunwayEnd | None:
        """Return the runway end of that name, or None."""
        for runway in self.runways:
            for end in runway.ends:
                if end.designator == designator:
                    return end
        return None

    def station_for_role(self, role: str) -> Station | None:
        """Return the staffed station that works `role`, its own role before one it also works."""
        staffed = [station for station in self.stations.values() if station.staffed]
        first = (station for station in staffed if station.roles[0] == role)
        also = (station for station in staffed if role in station.roles)
        return next(first, None) or next(also, None)


@dataclass(frozen=True, slots=True)
class VariationTable:
    """East magnetic variation in degrees by year at one place; linear between years."""

    by_year: tuple[tuple[float, float], ...]

    def at(self, year: float) -> float:
        """Return the variation at a decimal year, held constant beyond the ends."""
        table = self.by_year
        if year <= table[0][0]:
            return table[0][1]
        for (y0, v0), (y1, v1) in pairwise(table):
            if year <= y1:
                return v0 + (v1 - v0) * (year - y0) / (y1 - y0)
        return table[-1][1]


@dataclass(frozen=True, slots=True)
class RadioBand:
    """A tunable band: `[min_hz, max_hz]` and modulations."""

    min_hz: int
    max_hz: int
    modulations: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Airframe:
    """What an aircraft type can do, for the radio and for vectors."""

    type_name: str
    display: str
    spoken: str
    bands: tuple[RadioBand, ...]
    approach_kt: int
    minimum_vector_kt: int
    helicopter: bool = False

    def can_tune(self, channel: Channel) -> bool:
        """Tell whether one of its radios reaches the channel."""
        return any(
            band.min_hz <= channel.frequency_hz <= band.max_hz
            and channel.modulation in band.modulations
            for band in self.bands
        )


@dataclass(frozen=True, slots=True)
class Theatre:
    """A map with its fields, compiled.

    `variation` is by field key, with "" for the theatre's own. `mission_year` is the decimal year
    variation is taken at. `config_hash` names this exact compiled content. `variants` are fields
    that can stand in the place of the first of those that `extended` gives for them.
    """

    key: str
    name: str
    dcs_name: str
    projection: Projection
    heading_reference: str
    variation: Mapping[str, VariationTable]
    mission_year: float
    fields: Mapping[str, Airfield]
    stations: Mapping[str, Station]
    fixes: Mapping[str, Position]
    pronunciation: Mapping[str, str]
    airframes: Mapping[str, Airframe]
    phases: PhaseMachine
    phraseology: Mapping[str, Mapping[str, object]]
    intents: Mapping[str, object]
    default_wind_from_deg_grid: float
    default_wind_speed_kt: float
    config_hash: str
    plans: Mapping[str, object] = field(default_factory=dict)
    navaids: Mapping[str, Navaid] = field(default_factory=dict)
    variants: Mapping[str, Airfield] = field(default_factory=dict)
    extended: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def variation_deg(self, field_key: str | None) -> float:
        """Return east variation at a field (or the theatre) for the mission's year."""
        names = (field_key or "", *self.extended.get(field_key or "", ()))
        table = next((self.variation[name] for name in names if name in self.variation), None)
        airfield = self.every_field().get(field_key or "")
        own_year = airfield.mission_year if airfield is not None else None
        return (table or self.variation[""]).at(own_year or self.mission_year)

    def every_field(self) -> Mapping[str, Airfield]:
        """Return the fields and their variants, by key."""
        return {**self.fields, **self.variants} if self.variants else self.fields

    def standing(self, *names: str) -> Theatre:
        """Return the theatre with each variant named in the place of its field."""
        fields = dict(self.fields)
        for name in names:
            if name in self.variants:
                for base in self.extended[name]:
                    fields.pop(base, None)
                fields[name] = self.variants[name]
        return replace(self, fields=fields)

    def all_stations(self) -> tuple[Station, ...]:
        """Return every station of every field and of the theatre, in a fixed order."""
        of_fields = [s for key in sorted(self.fields) for s in self.fields[key].stations.values()]
        return (*of_fields, *self.stations.values())

    def station(self, station_id: str) -> Station | None:
        """Return the station with that id, or None."""
        return next((s for s in self.all_stations() if s.key == station_id), None)

    def field_of(self, station: Station) -> Airfield | None:
        """Return the field a station belongs to, or None for an en-route station."""
        return self.fields.get(station.field) if station.field else None
