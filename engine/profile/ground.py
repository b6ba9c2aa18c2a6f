"""What is on the ground of a field: its taxi network and its recorded information."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.model.geometry import Position
from engine.profile.radio_channel import Channel

__all__ = ["Atis", "HoldingPoint", "Taxi", "TaxiEdge"]


@dataclass(frozen=True, slots=True)
class TaxiEdge:
    """A stretch between two nodes; `taxiway` is its name, `runway` the strip it lies on.

    `written` is where the file has it: the index of its line of nodes, and of its start in that
    line; None for the way from the network to a stand, which the stand implies.
    """

    start: str
    end: str
    taxiway: str | None = None
    runway: str | None = None
    one_way: bool = False
    written: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class HoldingPoint:
    """A node where an aircraft waits before it enters the runways of these ends."""

    key: str
    node: str
    runways: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Taxi:
    """The taxi network: nodes by key, the stretches between them, stands by name at their nodes.

    A stand beside the network has a node of its own, called `stand ` and its name, and a stretch
    from there to the node that it is joined to.
    """

    nodes: Mapping[str, Position]
    edges: tuple[TaxiEdge, ...]
    holding_points: Mapping[str, HoldingPoint]
    stands: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Atis:
    """Recorded information: where it is heard, and what makes a new letter."""

    channels: tuple[Channel, ...]
    hourly: bool = True
    wind_shift_deg: float = 30.0
    wind_change_kt: float = 10.0
