"""The YAML that every field shares: phases, the handoff ladder, airframes."""

from __future__ import annotations

from engine.profile.schema_terms import (
    WORKING_ROLES,
    Schema,
    choice,
    document,
    flag,
    guard,
    many,
    record,
    table,
    text,
    whole,
)

__all__ = ["AIRFRAMES", "HANDOFFS", "NAME_PATTERN", "PHASES", "RUNG", "rung"]

NAME_PATTERN = r"^[a-z][a-z0-9_-]*$"
_NAME_WANTED = "a name in small letters, digits, `_` and `-` that begins with a letter"

_EXIT: Schema = record(
    "A way out of a phase: on what is seen or said, or whenever something holds.",
    {},
    {
        "on": {
            "type": ["string", "array"],
            "items": {
                "type": "string",
                "minLength": 1,
                "description": "a trigger",
                "examples": ["sim landed"],
            },
            "minLength": 1,
            "minItems": 1,
            "description": "what is observed (`sim landed`), said (`call report_missed`) or "
            "decided (`approach_cleared`); one or a list",
            "examples": ["sim landed", ["call report_missed", "go_around_ordered"]],
            "x-wanted": "a trigger such as `sim landed`, or a list of them",
        },
        "when": guard("the way is taken whenever this holds", example="on ground"),
        "or_when": guard(
            "beside `on`: the way is also taken whenever this holds",
            example="past missed approach point and climbing",
        ),
    },
)

_EXITS: Schema = table(_EXIT, "ways out, by the phase they lead to")

_PHASE: Schema = record(
    "A phase of a sortie: whose it is and what may follow.",
    {
        "owner": choice(
            "the role that works an aircraft in this phase", WORKING_ROLES, example="tower"
        ),
    },
    {
        "airborne": flag(
            "whether an aircraft in it flies; left out where both may be", default=True
        ),
        "enter_when": guard(
            "the geometry by which an aircraft is in this phase",
            example="established and range < final intercept",
        ),
        "exits": _EXITS,
        "allows": many(
            text("a directive by name", example="range_call"),
            "directives that belong to this phase",
            distinct=True,
        ),
    },
)

PHASES: Schema = document(
    "phases",
    "Phases: the machine every sortie runs through",
    record(
        "The phases of a sortie, who owns each and what may follow it.",
        {
            "initial": record(
                "the phase of an aircraft that is seen for the first time",
                {
                    "on_ground": text("when it stands", example="parked"),
                    "airborne": text("when it flies", example="en_route"),
                },
            ),
            "phases": table(
                _PHASE, "the phases by name", keys=r"^[a-z][a-z_]*$", wanted=_NAME_WANTED
            )
            | {"minProperties": 1},
        },
        {
            "common_exits": record(
                "ways out of many phases at once; a phase's own way on the same trigger goes first",
                {},
                {"airborne": _EXITS, "on_ground": _EXITS},
            ),
        },
    ),
)


def rung(*, overlay: bool) -> Schema:
    """Return the schema of one rung; an airfield's own may replace one of the common ladder."""
    optional: dict[str, Schema] = {
        "where": guard("the rung speaks only while this holds", example="approach kind is asr"),
    }
    if overlay:
        optional["replaces"] = text(
            "the rung of the common ladder whose place it takes; with `where`, the common rung "
            "still answers elsewhere",
            example="approach to tower on final",
        )
    return record(
        "A rung of the ladder, tried from the top: fire, not yet (which blocks all below) or no "
        "opinion.",
        {
            "name": text("what the rung is called", example="approach to tower on final"),
            "from": choice("the role that has the aircraft", WORKING_ROLES, example="approach"),
            "to": choice("the role that is to have it", WORKING_ROLES, example="tower"),
            "when": guard("when it is handed over", example="inbound and range <= 5 nm"),
        },
        optional,
    )


RUNG = rung(overlay=False)

HANDOFFS: Schema = document(
    "handoffs",
    "Handoffs: the ladder that fields share",
    record(
        "Who has an aircraft next, rung by rung from the top.",
        {"handoffs": many(RUNG, "the rungs in the order they are tried", least=1)},
    ),
)

_AIRFRAME: Schema = record(
    "An aircraft type: what its radios reach and how it is flown on an approach.",
    {
        "display": text("its name as written", example="F/A-18C Lot 20"),
        "spoken": text("its name as said", example="Hornet"),
        "bands": many(
            text(
                "a band that one of its radios tunes",
                example="118.000-135.975 AM",
                pattern=r"^[0-9]{1,3}\.[0-9]{3}-[0-9]{1,3}\.[0-9]{3} (AM|FM|AM/FM)$",
                wanted='a band in MHz with its modulation, like "118.000-135.975 AM"',
            ),
            "the bands of all its radios",
            least=1,
            distinct=True,
        ),
        "approach_kt": whole(
            "speed on final approach", unit="knots", example=135, minimum=30, maximum=300
        ),
        "minimum_vector_kt": whole(
            "slowest speed to assign while it is vectored",
            unit="knots",
            example=170,
            minimum=30,
            maximum=400,
        ),
    },
    {"helicopter": flag("whether it is a helicopter", default=False)},
)

AIRFRAMES: Schema = document(
    "airframes",
    "Airframes: radios, bands and speeds by aircraft type",
    record(
        "Aircraft types by the name the sim reports.",
        {"airframes": table(_AIRFRAME, "the types by the sim's own name") | {"minProperties": 1}},
    ),
)
