"""M429: vectoring sectors reach equally far, and not less far than the safe altitudes.

Beyond the last ring the answer comes from a coarser table; a sector that ends early would make the
floor jump by thousands of feet from one mile to the next, in the middle of a vector.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic
from engine.profile.project import Project

__all__ = ["check"]


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each vectoring sector that ends before the others do."""
    for key, airfield in project.fields.items():
        sectors = airfield.minimum_vectoring_altitude
        if len(sectors) < 2:
            continue
        edges = [sector.rings[-1][0] if sector.rings else 0.0 for sector in sectors]
        usual, _ = max(Counter(edges).items(), key=lambda item: (item[1], item[0]))
        for index, edge in enumerate(edges):
            if edge < usual:
                yield Diagnostic(
                    "M429",
                    f"this sector ends at {edge:g} nm, the others at {usual:g}",
                    project.span(key, "minimum_vectoring_altitude", index, "within_nm"),
                    hint=f"give it a ring to {usual:g} nm",
                    notes=("beyond its edge the floor is that of the coarser safe altitudes",),
                )
