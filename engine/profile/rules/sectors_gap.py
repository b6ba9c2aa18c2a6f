"""M428: safe-altitude sectors go once round the field, with no gap and no overlap."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.model.geometry import normalise_deg
from engine.profile.diagnostic import Diagnostic, Label
from engine.profile.node import Items, Table
from engine.profile.project import Project
from engine.profile.theatre import SafeAltitudeSector

__all__ = ["check", "go_round"]

_SLACK_DEG = 0.01
_ALIKE_DEG = 0.1


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
            fault = _fault(sectors)
            if fault is None:
                continue
            index, following, end, message = fault
            name, other = ("to_deg_true", "from_deg_true")[:: 1 if end else -1]
            accused, beside = (index, following)[:: 1 if end else -1]
            yield Diagnostic(
                "M428",
                message,
                project.span(key, part, accused, name),
                hint="let each sector end where the next begins",
                related=(Label(project.span(key, part, beside, other), "the other side"),),
            )


def go_round(sectors: tuple[SafeAltitudeSector, ...]) -> bool:
    """Tell whether sectors go once round, with no gap and no overlap."""
    return _fault(sectors) is None


def _fault(sectors: tuple[SafeAltitudeSector, ...]) -> tuple[int, int, bool, str] | None:
    """Return the first sector that does not end where the next begins, with that, and the words.

    The flag tells which side is accused: the end of the one, or the beginning of the next. It is
    the side whose sector is not as wide as most are.
    """
    if len(sectors) < 2:
        return None
    written = tuple(range(len(sectors)))
    by_bearing = tuple(sorted(written, key=lambda index: sectors[index].from_deg_grid))
    order = min((written, by_bearing), key=lambda order: len(list(_steps(sectors, order))))
    widths = [_width(one) for one in sectors]
    usual, count = Counter(round(width, 1) for width in widths).most_common(1)[0]
    for index, following, step in _steps(sectors, order):
        regular = count > 1 and abs(widths[index] - usual) <= _ALIKE_DEG
        end = not (regular and abs(widths[following] - usual) > _ALIKE_DEG)
        if step < 0.0:
            return index, following, end, f"two sectors overlap by {-step:g} degrees"
        return index, following, end, f"no sector covers the {step:g} degrees after this one"
    if abs(sum(widths) - 360.0) > 1.0:
        return 0, 0, True, "the sectors go round more than once"
    return None


def _width(one: SafeAltitudeSector) -> float:
    return normalise_deg(one.to_deg_grid - one.from_deg_grid) or 360.0


def _steps(
    sectors: tuple[SafeAltitudeSector, ...], order: tuple[int, ...]
) -> Iterator[tuple[int, int, float]]:
    """Yield each sector that does not end where the following one begins, with the difference."""
    for place, index in enumerate(order):
        following = order[(place + 1) % len(order)]
        between = sectors[following].from_deg_grid - sectors[index].to_deg_grid
        step = normalise_deg(between + 180.0) - 180.0
        if abs(step) > _SLACK_DEG:
            yield index, following, round(step, 6)
