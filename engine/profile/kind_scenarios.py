"""The YAML of scenarios: what a designer expects to hear, as tests.

A file holds the scenarios of one field, or of several that are to behave alike. Names that a
scenario gives to its aircraft (`pony`) are keys of its lines: `pony says`, `pony does`.
"""

from __future__ import annotations

from engine.profile.kind_common import NAME_PATTERN
from engine.profile.schema_terms import (
    PROVENANCE,
    Schema,
    choice,
    document,
    flag,
    many,
    number,
    record,
    table,
    text,
    whole,
)

__all__ = ["ACTIONS", "ENDS", "MANNERS", "NEEDS", "PLACES", "SCENARIOS"]

NEEDS = (
    "clearance",
    "ground",
    "take_off",
    "instrument_approaches",
    "precision_radar",
    "visual",
    "tasking",
    "atis",
    "formations",
    "requests",
    "centers",
    "unplanned_ways",
)
"""Parts of the engine that a scenario can wait for."""

MANNERS = ("obeys", "ignores", "misreads", "silent")
"""How a pilot takes what he is told."""

ENDS = ("landed", "vacated", "missed", "handed_off")
"""What a flight is flown to."""

ACTIONS = ("take_off", "go_around", "land", "circuit", "leave", "crash", "radio_off", "radio_on")
"""What a pilot can be made to do."""

PLACES = ("apron", "runway", "stand")
"""Where an aircraft can stand."""

_LINE_NAME_WANTED = "one of this line's keys, or an aircraft with `says`, `does`, `tunes`, `until`"

_AT: Schema = record(
    "where it begins: from the field, on a final course, or on the ground",
    {},
    {
        "bearing_deg_grid": number(
            "bearing from the field, on the grid",
            unit="degrees",
            example=305,
            minimum=0,
            maximum=360,
        ),
        "final": text("an approach, or its kind: out on its final course", example="asr-13"),
        "off_deg": number(
            "how far beside the final course, seen from the field; right of it is positive",
            unit="degrees",
            example=-15,
            minimum=-180,
            maximum=180,
            default=0,
        ),
        "range_nm": number(
            "distance from the field, or from the threshold on a final course",
            unit="nautical miles",
            example=12,
            minimum=0.5,
            maximum=200,
        ),
        "place": choice("where on the ground", PLACES, example="runway"),
        "stand": text("the stand, with `place: stand`", example="12"),
        "runway": text(
            "the end it is lined up on, with `place: runway`; into the wind without it",
            example="13",
        ),
    },
)

_AIRCRAFT: Schema = record(
    "An aircraft with its pilot.",
    {"type": text("the sim's name of its type", example="P-51D-30-NA"), "at": _AT},
    {
        "callsign": text("what he calls himself; from the key without it", example="Pony 1-1"),
        "radio": text("the name on his radio; his callsign without it", example="Sockeye"),
        "side": choice("whose side he is on", ("blue", "red"), example="red", default="blue"),
        "altitude_ft": whole(
            "its altitude; without it safe for where it is",
            unit="feet",
            example=5000,
            minimum=0,
            maximum=60000,
        ),
        "height_ft": whole(
            "its height over the field, instead of its altitude",
            unit="feet",
            example=1500,
            minimum=0,
            maximum=60000,
        ),
        "heading_deg_grid": number(
            "where it points, on the grid; to the field without it, or along the final course",
            unit="degrees",
            example=125,
            minimum=0,
            maximum=360,
        ),
        "speed_kt": whole(
            "its airspeed; what its type is vectored at without it",
            unit="knots",
            example=200,
            minimum=40,
            maximum=800,
        ),
        "on": text(
            "the station or frequency that his radio is on; Approach in the air, Ground on the "
            "ground without it",
            example="tower",
        ),
    },
)

_GIVEN: Schema = record(
    "How the scenario begins.",
    {},
    {
        "aircraft": table(
            _AIRCRAFT,
            "the aircraft, by the names that the lines use",
            keys=NAME_PATTERN,
            wanted="a name in small letters, digits, `_` and `-`",
        ),
        "wind": record(
            "the wind at the field; the theatre's own without it",
            {
                "from_deg_mag": number(
                    "where it blows from, as it is spoken",
                    unit="degrees",
                    example=90,
                    minimum=0,
                    maximum=360,
                ),
                "speed_kt": number("its speed", unit="knots", example=5, minimum=0, maximum=100),
            },
        ),
        "qnh_hpa": number(
            "pressure at sea level",
            unit="hectopascals",
            example=1004,
            minimum=900,
            maximum=1080,
            default=1013,
        ),
        "cloud_base_ft": number(
            "how high above the field a pilot begins to see the runway",
            unit="feet",
            example=900,
            minimum=0,
            maximum=60000,
            default=3000,
        ),
        "visibility_nm": number(
            "how far he sees it",
            unit="nautical miles",
            example=1,
            minimum=0,
            maximum=100,
            default=10,
        ),
        "staffed": many(
            text("a station by its key", example="georgia-center"),
            "positions that somebody works in this scenario, though the profile has nobody there",
            distinct=True,
        ),
        "unstaffed": many(
            text("a station by its key", example="tower"),
            "positions that nobody works in this scenario",
            distinct=True,
        ),
    },
)


def _seconds(description: str, *, example: float, default: float | None = None) -> Schema:
    return number(
        description, unit="seconds", example=example, minimum=1, maximum=3600, default=default
    )


def _line(description: str, optional: dict[str, Schema], words: str) -> Schema:
    """Return the schema of a line that may also carry keys made of an aircraft and a word."""
    schema = record(description, {}, optional)
    schema["additionalProperties"] = text(
        "of an aircraft: what he says, does, tunes, or flies until", example="take_off"
    )
    names = "|".join([*optional, *PROVENANCE])
    schema["propertyNames"] = {
        "pattern": rf"^({names}|[a-z][a-z0-9_-]* ({words}))$",
        "x-wanted": _LINE_NAME_WANTED,
    }
    return schema


_WHEN: Schema = _line(
    'What happens next: `pony says: "…"`, `pony does: take_off`, `pony tunes: tower`, '
    "`pony until: range < 5 nm`, a heading to fly, or a pause.",
    {
        "on": text("the station or frequency it is said on; else as tuned", example="tower"),
        "wait_s": _seconds("let time run", example=20),
        "within_s": _seconds("how long to wait for an `until`", example=300, default=900),
        "flies": text("an aircraft that is flown otherwise from now on", example="pony"),
        "heading_deg_mag": whole(
            "where it is turned", unit="degrees", example=90, minimum=1, maximum=360
        ),
        "altitude_ft": whole(
            "where it climbs or descends", unit="feet", example=3000, minimum=0, maximum=60000
        ),
        "speed_kt": whole("what it flies", unit="knots", example=180, minimum=40, maximum=800),
    },
    "says|does|tunes|until",
)

_SLOT: Schema = {
    "type": ["string", "number", "object"],
    "description": "the value, or the numbers it lies between",
    "examples": ["asr", 2000, {"from": 1500, "to": 2500}],
    "properties": {
        "from": {
            "type": "number",
            "description": "the least number that will do",
            "examples": [1500],
        },
        "to": {
            "type": "number",
            "description": "the greatest number that will do",
            "examples": [2500],
        },
    },
    "additionalProperties": False,
    "x-wanted": "a value, or {from, to}",
}

_THEN: Schema = record(
    "What is expected: one of `says`, `never`, `hands_off`, `phase`, `silence_s`.",
    {},
    {
        "says": text("a directive that is said", example="cleared_approach"),
        "never": text("a directive that is not said from here on", example="hold"),
        "hands_off": text("an aircraft that is sent to another station", example="pony"),
        "phase": text("a phase that an aircraft comes to be in", example="final"),
        "silence_s": _seconds("nobody says anything for so long", example=20),
        "to": text(
            "the aircraft it is said to, or `all`; of a handoff, the station", example="pony"
        ),
        "of": text("the aircraft whose phase it is", example="pony"),
        "by": text("the station that says it", example="approach"),
        "on": text("a frequency it is said on", example="124.425 AM"),
        "slots": table(_SLOT, "values it carries, by slot"),
        "within_s": _seconds(
            "how long after the step's last line; without it 30, as long as another of the "
            "step, or to the end of what is flown",
            example=15,
        ),
    },
)

_FLY: Schema = record(
    "How each pilot flies from here: `pony: obeys`. Without it he flies on as he was placed, and "
    "says only what the lines say.",
    {},
    {
        "until": choice("the flight is over when everybody has", ENDS, example="landed"),
        "within_min": number(
            "how long that may take", unit="minutes", example=12, minimum=0.1, maximum=60
        ),
    },
)
_FLY["additionalProperties"] = choice("how an aircraft is flown", MANNERS, example="obeys")

_LINES: dict[str, Schema] = {
    "when": many(_WHEN, "what happens, line by line"),
    "then": many(_THEN, "what is expected of it, in any order"),
}

_SCENARIO: Schema = record(
    "A scenario: given an aircraft, when its pilot says something, then this is heard.",
    {
        "scenario": text(
            "what it shows, as a claim", example="a lone arrival gets the radar approach"
        )
    },
    {
        "needs": many(
            choice("a part of the engine", NEEDS, example="ground"),
            "what the engine cannot do yet; the scenario is pending until it can",
            least=1,
            distinct=True,
        ),
        "covers": many(
            text(
                "a phase edge, `phase NAME`, `rung NAME` or `approach KEY`",
                example="parked to taxi",
            ),
            "what a pending scenario will exercise",
            distinct=True,
        ),
        "fields": many(
            text("a field by its key", example="batumi"),
            "the fields it is run at, instead of the file's",
            least=1,
            distinct=True,
        ),
        "given": _GIVEN,
        **_LINES,
        "steps": many(
            record("What happens next and what is expected of it.", {}, _LINES),
            "instead of one `when` and `then`: several, one after the other",
            least=1,
        ),
        "fly": _FLY,
    },
)

SCENARIOS: Schema = document(
    "scenarios",
    "Scenarios: what a designer expects to hear, as tests",
    record(
        "Scenarios of one field, or of fields that are to behave alike.",
        {
            "fields": many(
                text("a field by its key", example="batumi"),
                "the fields that each scenario is run at",
                least=1,
                distinct=True,
            ),
            "scenarios": many(_SCENARIO, "the scenarios", least=1),
        },
        {
            "given": _GIVEN,
            "complete": flag(
                "whether everything of these fields is to be exercised, or pending by name",
                default=False,
            ),
        },
    ),
)
