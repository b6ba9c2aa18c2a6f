"""M505: two ILS that can be received at one place have two frequencies.

The two ends of one strip may share one where only the end in use radiates; nobody but the author
can know that, so he says so.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.model.geometry import Position, range_nm
from engine.profile.diagnostic import Diagnostic, Label, Span
from engine.profile.project import Project

__all__ = ["check"]

_WITHIN_NM = 25.0
"""The range that a localizer is to be received within (ICAO Annex 10 volume I, 3.1.3.3)."""


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each ILS on the frequency of another one near."""
    heard: dict[int, list[tuple[str, Position, Span]]] = {}
    for key, airfield in project.fields.items():
        for name, approach in airfield.approaches.items():
            if approach.ils is None:
                continue
            span = project.span(key, "approaches", name, "ils", "frequency_mhz")
            own = f"{airfield.name} {approach.runway}"
            others = heard.setdefault(approach.ils.frequency_hz, [])
            for other, place, there in others:
                near = range_nm(place.grid, airfield.reference_point.grid) <= _WITHIN_NM
                if near and other != own:
                    yield Diagnostic(
                        "M505",
                        f"the ILS of {own} is on the frequency of that of {other}",
                        span,
                        hint="give it its own; if only one of them radiates, say so in a comment",
                        related=(Label(there, f"`{other}`"),),
                    )
                    break
            others.append((own, airfield.reference_point, span))
