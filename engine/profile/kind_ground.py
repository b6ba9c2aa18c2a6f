"""The YAML of what is on the ground of a field: its taxi network and its recorded information."""

from __future__ import annotations

from engine.profile.schema_terms import (
    Schema,
    flag,
    frequency,
    latitude_longitude,
    many,
    number,
    record,
    runway_name,
    table,
    text,
)

__all__ = ["ATIS", "TAXI"]


def _node(description: str) -> Schema:
    return text(description, example="charlie-whiskey")


TAXI: Schema = record(
    "The taxi network: nodes, the stretches between them, holding points and stands.",
    {
        "nodes": table(latitude_longitude("where it is"), "the nodes by key"),
        "edges": many(
            record(
                "a stretch between two nodes, used both ways unless it says otherwise",
                {"from": _node("the node it begins at"), "to": _node("the node it ends at")},
                {
                    "taxiway": text("its name as it is said", example="Charlie"),
                    "runway": runway_name("the strip it lies on, by either end"),
                    "one_way": flag("true when it is used from `from` to `to` only", default=False),
                },
            ),
            "the stretches",
            least=1,
        ),
    },
    {
        "holding_points": table(
            record(
                "where an aircraft waits before a runway",
                {
                    "at": _node("its node"),
                    "runways": many(
                        runway_name("an end"), "the ends it is used for", least=1, distinct=True
                    ),
                },
            ),
            "the holding points by name",
        ),
        "stands": table(_node("the node of a stand"), "the stands by name, each with its node"),
    },
)

ATIS: Schema = record(
    "Recorded information.",
    {
        "frequencies": many(
            frequency("a channel it is heard on"), "its channels", least=1, distinct=True
        )
    },
    {
        "hourly": flag("a new letter every hour", default=True),
        "wind_shift_deg": number(
            "a new letter when the wind turns by this much",
            unit="degrees",
            example=30,
            minimum=5,
            maximum=180,
            default=30,
        ),
        "wind_change_kt": number(
            "a new letter when the wind changes by this much",
            unit="knots",
            example=10,
            minimum=1,
            maximum=50,
            default=10,
        ),
    },
)
