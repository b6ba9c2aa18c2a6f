"""M428: safe-altitude sectors go once round the field, with no gap and no overlap."""

from __future__ import annotations

from collections.abc import Iterator

from engine.model.geometry import normalise_deg
from engine.profile.diagnostic import Diagnostic
from engine.profile.node import Items, Table
from engine.profile.project import Project
from engine.profile.theatre import SafeAltitudeSector

__all__ = ["check", "go_round"]

_SLACK_DEG = 0.01


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each sector that does not begin where another ends."""
    for key, airfield in project.fields.items():
        for part, sectors in (
            ("minimum_safe_altitude", airfield.minimum_safe_altitude),
            ("minimum_vectoring_altitude", airfield.minimum_vectoring_altitude),
        ):
            root = project.root(key)
            written = root.get(part) if isinstance(root, Table) else None
            if not isinstance(written, Items) or len(written.items) > len(sectors):
                continue  # one that could not be read is no gap
            for index, message in _faults(sectors):
                yield Diagnostic(
                    "M428",
                    message,
                    project.span(key, part, index, "to_deg_true"),
                    hint="let each sector end where the next begins",
                )


def go_round(sectors: tuple[SafeAltitudeSector, ...]) -> bool:
    """Tell whether sectors go once round, with no gap and no overlap."""
    return not any(True for _ in _faults(sectors))


def _faults(sectors: tuple[SafeAltitudeSector, ...]) -> Iterator[tuple[int, str]]:
    if len(sectors) < 2:
        return
    order = sorted(range(len(sectors)), key=lambda index: sectors[index].from_deg_grid)
    for place, index in enumerate(order):
        following = sectors[order[(place + 1) % len(order)]]
        width = normalise_deg(sectors[index].to_deg_grid - sectors[index].from_deg_grid) or 360.0
        room = normalise_deg(following.from_deg_grid - sectors[index].from_deg_grid) or 360.0
        if width > room + _SLACK_DEG:
            yield index, f"two sectors overlap by {width - room:g} degrees"
        elif width < room - _SLACK_DEG:
            yield index, f"no sector covers the {room - width:g} degrees after this one"
