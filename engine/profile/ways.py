"""Where each way from a phase to a phase is written, so that a proof can point at it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.profile.diagnostic import Span
from engine.profile.project import Project

__all__ = ["places_of_ways"]

_SOURCE = "common/phases"


def places_of_ways(project: Project) -> dict[tuple[str, str], Span]:
    """Return the place of every way by the phases that it leads from and to.

    A phase's own way goes before one that many phases share.
    """
    return dict(_shared(project)) | dict(_own(project))


def _own(project: Project) -> Iterator[tuple[tuple[str, str], Span]]:
    for name in project.names(_SOURCE, "phases"):
        for target in project.names(_SOURCE, "phases", name, "exits"):
            place = project.key_span(_SOURCE, "phases", name, "exits", target)
            yield (name, target), place


def _shared(project: Project) -> Iterator[tuple[tuple[str, str], Span]]:
    for part in project.names(_SOURCE, "common_exits"):
        for target in project.names(_SOURCE, "common_exits", part):
            place = project.key_span(_SOURCE, "common_exits", part, target)
            for name in project.names(_SOURCE, "phases"):
                yield (name, target), place
