"""Make the feed of the sim that a configuration names."""

from __future__ import annotations

from pathlib import Path

from engine.control.board import Board
from engine.model.picture import Track
from engine.profile.theatre import Theatre
from engine.service.config import SimSettings
from engine.world.acmi import AcmiFeed
from engine.world.dcs_air import WeatherPoint, WindReading
from engine.world.dcs_grpc import DcsGrpcFeed
from engine.world.dcs_settings import DcsSettings
from engine.world.feed import Feed, StateObserver

__all__ = ["dcs_settings", "make_feed"]


def dcs_settings(theatre: Theatre, sim: SimSettings) -> DcsSettings:
    """Return how a theatre is read from the configured DCS-gRPC server."""
    points = tuple(
        WeatherPoint(
            field=airfield.key,
            latitude_deg=airfield.reference_point.latitude_deg,
            longitude_deg=airfield.reference_point.longitude_deg,
            elevation_ft=airfield.elevation_ft,
        )
        for _, airfield in sorted(theatre.fields.items())
    )
    return DcsSettings(
        address=sim.address,
        token=sim.token,
        theatre=theatre.dcs_name,
        wind=WindReading(sim.wind),
        weather=points,
    )


def make_feed(theatre: Theatre, sim: SimSettings, *, on_state: StateObserver, board: Board) -> Feed:
    """Return the configured feed; tracks that the board knows keep their ids."""
    if sim.kind == "acmi":
        return AcmiFeed(Path(sim.file), theatre.projection, pace=1.0, on_state=on_state)
    known: tuple[Track, ...] = tuple(board.tracks.values())
    return DcsGrpcFeed(
        dcs_settings(theatre, sim), theatre.projection, on_state=on_state, known=known
    )
