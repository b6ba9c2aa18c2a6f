"""M463: the projection of a theatre is that of the sim's map.

Every place goes through it: with one wrong sign or digit all fields, fixes and aircraft lie
hundreds of miles from where the sim has them, and agree with one another.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic, Label
from engine.profile.known_fields import KnownTheatre, known_theatres
from engine.profile.project import Project

__all__ = ["check"]

_MOST_M = 100.0
_MOST_DEG = 1e-6
_SCALE = 0.9996
_MOST_SCALE = 1e-6
"""All maps of the sim are of one scale (pydcs, terrain projections)."""


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each figure of a known map's projection that is another."""
    known, projection = _known(project), project.projection
    if known is None or projection is None:
        return
    figures = (
        (
            "central_meridian_deg",
            projection.central_meridian_deg,
            known.central_meridian_deg,
            _MOST_DEG,
        ),
        ("scale", projection.scale, _SCALE, _MOST_SCALE),
        ("false_easting_m", projection.false_easting_m, known.false_easting_m, _MOST_M),
        ("false_northing_m", projection.false_northing_m, known.false_northing_m, _MOST_M),
    )
    wrong = [figure for figure in figures if abs(figure[1] - figure[2]) > figure[3]]
    if len(wrong) > 2:
        yield Diagnostic(
            "M463",
            f"the projection is not that of the map {known.dcs_name}",
            project.span("theatre", "dcs_name"),
            hint="it is another map's: change the name or the projection",
            related=(Label(project.key_span("theatre", "projection"), "the projection"),),
        )
        return
    for name, value, wanted, _ in wrong:
        yield Diagnostic(
            "M463",
            f"`{name}` of the map {known.dcs_name} is {wanted:.10g}, not {value:.10g}",
            project.span("theatre", "projection", name),
            hint=f"write {wanted:.10g}",
        )


def _known(project: Project) -> KnownTheatre | None:
    name = project.text("theatre", "dcs_name")
    return next((one for one in known_theatres().values() if one.dcs_name == name), None)
