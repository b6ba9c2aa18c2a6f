"""M521: a station is called after its field and its role, spelled as they are.

A pilot calls what he reads; a slip in the name of one station makes another name of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.profile.diagnostic import Diagnostic, Fix, nearest
from engine.profile.project import Project
from engine.profile.theatre import Airfield

__all__ = ["check"]

_ROLE_WORDS = frozenset(
    {
        "delivery",
        "clearance",
        "ground",
        "tower",
        "departure",
        "approach",
        "arrival",
        "center",
        "centre",
        "control",
        "radar",
        "radio",
        "director",
        "information",
        "tasking",
        "marshal",
        "atis",
        "talkdown",
        "precision",
        "military",
    }
)
_SHORTEST = 4
_MOST_SLIPS = 2


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each station name with a word that is nearly one of its field or of its role."""
    for key, airfield in project.fields.items():
        own = set(_words(airfield.name))
        counted = Counter(
            word for station in airfield.stations.values() for word in set(_words(station.name))
        )
        shared = {word for word, count in counted.items() if count > 1}
        renamed = sorted(
            word for word in shared - own - _ROLE_WORDS if _slip_of(word, own) and not own & shared
        )
        if renamed:
            yield Diagnostic(
                "M521",
                f"the field is called {airfield.name}, its stations {renamed[0].title()}",
                project.span(key, "airfield"),
                hint="spell it the same in all of them",
            )
            continue
        yield from _stations(project, key, airfield, own | shared | _ROLE_WORDS)


def _stations(
    project: Project, key: str, airfield: Airfield, known: set[str] | frozenset[str]
) -> Iterator[Diagnostic]:
    for name, station in airfield.stations.items():
        for word in station.name.split():
            meant = None if word.casefold() in known else _slip_of(word.casefold(), known)
            if meant is None:
                continue
            span = project.span(key, "stations", name, "name")
            right = station.name.replace(word, meant.title())
            yield Diagnostic(
                "M521",
                f"`{station.name}` is nearly `{right}`",
                span,
                hint=f"write {right}",
                fix=Fix.rename(span, right, quoted=False),
            )


def _slip_of(word: str, known: set[str] | frozenset[str]) -> str | None:
    if len(word) < _SHORTEST:
        return None
    near = [
        one
        for one in known
        if abs(len(one) - len(word)) <= _MOST_SLIPS and one[0] == word[0] and one[-1] == word[-1]
    ]
    return nearest(word, near) if near else None


def _words(name: str) -> list[str]:
    return [word.casefold() for word in name.replace("-", " ").split()]
