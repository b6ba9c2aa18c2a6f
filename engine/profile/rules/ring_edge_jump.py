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

_MOST_OF = 0.7


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each sector that does not have the ring edges that the others have."""
    for key, airfield in project.fields.items():
        for part, sectors in (
            ("minimum_vectoring_altitude", airfield.minimum_vectoring_altitude),
            ("minimum_safe_altitude", airfield.minimum_safe_altitude),
        ):
            edges = [tuple(edge for edge, _ in sector.rings) for sector in sectors]
            if len(edges) < 2:
                continue
            usual, count = max(Counter(edges).items(), key=lambda item: (item[1], item[0]))
            reach = max(edge[-1] if edge else 0.0 for edge in edges)
            for index, own in enumerate(edges):
                ends = own[-1] if own else 0.0
                odd = own != usual if count > _MOST_OF * len(edges) else ends < reach
                if odd:
                    yield _told(project, (key, part, index), own, usual if count > 1 else (reach,))


def _told(
    project: Project,
    where: tuple[str, str, int],
    own: tuple[float, ...],
    usual: tuple[float, ...],
) -> Diagnostic:
    key, part, index = where
    odd = [place for place, edge in enumerate(own) if edge not in usual]
    path = ("within_nm", odd[0]) if odd and part == "minimum_vectoring_altitude" else ("within_nm",)
    ends = own[-1] if own else 0.0
    if ends != usual[-1]:
        message = f"this sector ends at {ends:g} nm, the others at {usual[-1]:g}"
        hint = f"give it a ring to {usual[-1]:g} nm"
    else:
        message = (
            f"the rings of this sector end at {_listed(own)}, of the others at {_listed(usual)}"
        )
        hint = "an edge of its own makes the floor jump where nobody expects it"
    return Diagnostic("M429", message, project.span(key, part, index, *path), hint=hint)


def _listed(edges: tuple[float, ...]) -> str:
    return " ".join(f"{edge:g}" for edge in edges)
