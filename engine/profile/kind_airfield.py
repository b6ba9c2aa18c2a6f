"""The YAML of an airfield: only what differs from what all fields share."""

from __future__ import annotations

from engine.profile.kind_common import NAME_PATTERN, rung
from engine.profile.kind_ground import ATIS, TAXI
from engine.profile.kind_navaid import ILS, NAVAIDS
from engine.profile.kind_theatre import STATION
from engine.profile.schema_terms import (
    ROLES,
    Schema,
    choice,
    document,
    latitude_longitude,
    many,
    number,
    record,
    runway_name,
    table,
    text,
    whole,
)

__all__ = ["AIRFIELD", "APPROACH_KINDS"]

APPROACH_KINDS = ("asr", "par", "ils", "visual", "ndb", "vor", "tacan", "overhead")
"""The kinds of approach that a directive can name."""

_SIDES = ("left", "right")
_NAME_WANTED = "a name in small letters, digits, `_` and `-`"


def _angle(description: str, example: float) -> Schema:
    return number(description, unit="degrees", example=example, minimum=0, maximum=360)


def _altitude(description: str, example: int, *, minimum: int = 0) -> Schema:
    return whole(description, unit="feet", example=example, minimum=minimum, maximum=50_000)


def _miles(description: str, example: float, *, maximum: float = 60) -> Schema:
    return number(description, unit="nautical miles", example=example, minimum=0, maximum=maximum)


_RUNWAY = record(
    "A strip with its two ends; lists give the ends in the same order.",
    {
        "ends": many(
            runway_name("an end"), "the names of both ends", least=2, most=2, distinct=True
        ),
        "headings_deg_grid": many(
            _angle("landing heading of an end on the grid", 125.56),
            "as DCS shows true",
            least=2,
            most=2,
        ),
        "length_ft": number(
            "length of the pavement", unit="feet", example=8050, minimum=500, maximum=20_000
        ),
        "width_ft": number("width", unit="feet", example=197, minimum=20, maximum=600),
        "thresholds": many(
            latitude_longitude("the painted threshold of an end"),
            "both thresholds",
            least=2,
            most=2,
        ),
    },
)

_MSA = record(
    "A sector of the minimum safe altitude: bearings FROM the field, clockwise.",
    {
        "from_deg_true": _angle("where the sector begins", 217),
        "to_deg_true": _angle("where it ends", 38),
        "within_nm": _miles("how far out it holds", 25, maximum=100),
        "ft": _altitude("the altitude", 7000),
    },
)

_MVA = record(
    "A sector of minimum vectoring altitudes in rings: bearings FROM the field, clockwise.",
    {
        "from_deg_true": _angle("where the sector begins", 0),
        "to_deg_true": _angle("where it ends", 30),
        "within_nm": many(
            _miles("outer edge of a ring", 5, maximum=100), "edges, nearest first", least=1
        ),
        "ft": many(_altitude("altitude of a ring", 1500), "altitudes in the same order", least=1),
    },
)

_HOLD = record(
    "A holding pattern.",
    {
        "at": record(
            "the holding point: from the field by bearing and range, a named fix, or a place",
            {},
            {
                "from": choice("where bearing and range are measured from", ("field",)),
                "bearing_deg_grid": _angle("bearing on the grid", 300),
                "range_nm": _miles("range", 12),
                "fix": text("a fix of the theatre", example="KOBULETI"),
                "lat": number(
                    "north latitude", unit="degrees", example=41.7, minimum=-90, maximum=90
                ),
                "lon": number(
                    "east longitude", unit="degrees", example=41.4, minimum=-180, maximum=180
                ),
            },
        ),
        "inbound_deg_grid": _angle("course to the holding point", 125.56),
        "turns": choice("which way it turns", _SIDES, example="right"),
        "leg_min": whole("outbound leg", unit="minutes", example=1, minimum=1, maximum=10),
        "levels_ft": record(
            "the levels it is used at",
            {
                "from": _altitude("the lowest", 5000),
                "to": _altitude("the highest", 10_000),
                "step": whole("between two", unit="feet", example=1000, minimum=500, maximum=4000),
            },
        ),
    },
)

_APPROACH = record(
    "A way down to one runway end; distances are from its painted threshold.",
    {
        "kind": choice("what kind of approach", APPROACH_KINDS, example="asr"),
        "runway": runway_name("the end it leads to"),
        "final_intercept_nm": _miles("where the final course is to be joined by", 11),
        "minimum_intercept_nm": _miles("nearest place to join the final course", 8),
        "final_approach_fix_nm": _miles("where descent begins", 6),
        "platform_ft": _altitude("altitude until the final approach fix", 2000),
        "glidepath_deg": number(
            "angle of descent", unit="degrees", example=3.0, minimum=1, maximum=10
        ),
        "minimum_descent_altitude_ft": _altitude(
            "lowest altitude without the runway in sight", 732
        ),
        "missed_approach_point_nm": _miles("where he lands or misses", 0.6, maximum=10),
        "missed": record(
            "what to do when it is missed: ahead, then turn and climb",
            {
                "straight_to_ft": _altitude("ahead to this altitude", 800),
                "turn": choice("then turn", _SIDES, example="left"),
                "heading_deg_grid": _angle("to this heading on the grid", 330),
                "climb_to_ft": _altitude("and climb to this", 3000),
            },
        ),
        "lost_communication": record(
            "after how much silence to call whom",
            {
                "pattern_s": whole(
                    "while vectored", unit="seconds", example=60, minimum=5, maximum=300
                ),
                "final_s": whole("on final", unit="seconds", example=15, minimum=5, maximum=60),
                "call": text("a station of this field by its key", example="tower"),
            },
        ),
        "speeds": record(
            "speeds to ask for",
            {
                "pattern_kt": whole(
                    "while vectored", unit="knots", example=210, minimum=60, maximum=400
                ),
                "final_kt": whole("on final", unit="knots", example=175, minimum=50, maximum=300),
            },
        ),
        "worked_by": text("the station that works it, by its key", example="approach"),
        "pattern_side": choice(
            "side of the final course, seen inbound, on which aircraft are vectored",
            _SIDES,
            example="right",
        ),
    },
    {
        "intercept_angle_deg": number(
            "largest angle at which a vector meets the final course (FAA JO 7110.65 5-9-2)",
            unit="degrees",
            example=30,
            minimum=10,
            maximum=45,
            default=30,
        ),
        "advisory": many(
            record(
                "a line of a published table",
                {"nm": _miles("from the threshold", 5), "ft": _altitude("altitude there", 1700)},
            ),
            "the published altitudes by mile, where there is a table",
        ),
        "ils": ILS,
        "navaid": text(
            "the beacon that an approach of kind `ndb`, `vor` or `tacan` is flown on",
            example="LU",
        ),
    },
)

AIRFIELD: Schema = document(
    "airfield",
    "Airfield: what a field has that others have not",
    record(
        "An airfield, its stations, and what is flown from and to it.",
        {
            "airfield": text("its name as the sim has it", example="Batumi"),
            "icao": text(
                "its ICAO code",
                example="UGSB",
                pattern=r"^[A-Z][A-Z0-9]{3}$",
                wanted='four capital letters or digits, like "UGSB"',
            ),
            "reference_point": latitude_longitude("the aerodrome reference point"),
            "elevation_ft": number(
                "height above mean sea level",
                unit="feet",
                example=33,
                minimum=-1500,
                maximum=20_000,
            ),
            "phraseology": text("the authority whose words are used", example="icao"),
            "runways": many(_RUNWAY, "the strips", least=1),
            "stations": table(
                STATION, "the controller positions by key", keys=NAME_PATTERN, wanted=_NAME_WANTED
            )
            | {"minProperties": 1},
            "airspace": table(
                record(
                    "a cylinder around the field",
                    {
                        "within_nm": _miles("radius", 5, maximum=200),
                        "up_to_ft": _altitude("top", 4000),
                    },
                ),
                "the cylinder that each role works",
                keys="^(" + "|".join(ROLES) + ")$",
                wanted="a role: " + ", ".join(ROLES),
            ),
        },
        {
            "minimum_safe_altitude": many(_MSA, "safe altitudes by sector"),
            "minimum_vectoring_altitude": many(_MVA, "vectoring altitudes by sector and ring"),
            "holding": table(_HOLD, "holding patterns", keys=NAME_PATTERN, wanted=_NAME_WANTED),
            "approaches": table(_APPROACH, "ways down", keys=NAME_PATTERN, wanted=_NAME_WANTED),
            "handoffs": many(
                rung(overlay=True), "rungs added above the common ladder, or taking a rung's place"
            ),
            "navaids": NAVAIDS,
            "airframes": many(
                text("a type by the sim's name", example="P-51D-30-NA"),
                "the types that it is for, where it is not for all",
                distinct=True,
            ),
            "mission_date": text(
                "the date its magnetic variation is taken at, where it is not the theatre's",
                example="1944-06-21",
                pattern=r"^(19|20)[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$",
                wanted='a date like "1944-06-21"',
            ),
            "taxi": TAXI,
            "atis": ATIS,
        },
    ),
)
