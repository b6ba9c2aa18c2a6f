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
                "a line of nodes, used both ways unless it says otherwise",
                {"through": many(_node("a node"), "its nodes in order, two or more", least=2)},
                {
                    "taxiway": text("its name as it is said", example="Charlie"),
                    "runway": runway_name("the strip it lies on, by either end"),
                    "one_way": flag("true when it is used in this order only", default=False),
                },
            ),
            "the stretches: each a line through nodes",
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
        "stands": table(
            record(
                "a stand: at a node, or at a place that is joined to the nearest node",
                {},
                {
                    "at": _node("the node it is at"),
                    "lat": number(
                        "north latitude", unit="degrees", example=41.6, minimum=-90, maximum=90
                    ),
                    "lon": number(
                        "east longitude", unit="degrees", example=41.6, minimum=-180, maximum=180
                    ),
                    "joins": _node("the node that its lead-in line comes from"),
                },
            ),
            "the stands by name",
        ),
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
