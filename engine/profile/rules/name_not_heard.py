"""M705: every name of a theatre is made of words that can be said and heard."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.language.normalise import FILLERS
from engine.profile.diagnostic import Diagnostic, Span
from engine.profile.project import Project

__all__ = ["check"]

_WORD = re.compile(r"[A-Za-z0-9]+")
_NOT_LATIN = re.compile(r"[^\x00-\u024f]")
_RESPELLING = re.compile(r"\[\[[^\[\]]+\]\]|[A-Za-z]+(?:[ '-]+[A-Za-z]+)*\Z")


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each name without a word in it, and each respelling that no voice reads."""
    for name, span in _names(project):
        words = [word.casefold() for word in _WORD.findall(name)]
        if _NOT_LATIN.search(name):
            why = "has letters that neither voices nor recognition know"
        elif not words:
            why = "has no word in it"
        elif all(word in FILLERS for word in words):
            why = "is made of words that are passed over"
        else:
            continue
        yield Diagnostic(
            "M705", f"the name `{name}` {why}", span, hint="write it in letters, as it is said"
        )
    root = project.names("theatre", "pronunciation")
    for name in root:
        if name in ("source", "derived", "invented"):
            continue
        span = project.span("theatre", "pronunciation", name)
        said = project.text("theatre", "pronunciation", name)
        if said is not None and not _RESPELLING.match(said):
            yield Diagnostic(
                "M705",
                f"no voice reads `{said}`",
                span,
                hint="write it in letters and hyphens, like `bah-too-mee`",
            )


def _names(project: Project) -> Iterator[tuple[str, Span]]:
    for key, airfield in project.fields.items():
        yield airfield.name, project.span(key, "airfield")
        taxi = airfield.taxi
        for name in taxi.holding_points if taxi is not None else ():
            yield name, project.key_span(key, "taxi", "holding_points", name)
        for name in taxi.stands if taxi is not None else ():
            yield name, project.key_span(key, "taxi", "stands", name)
    for station, source, path in project.station_places():
        yield station.name, project.span(source, *path, "name")
    for name in project.fixes:
        yield name, project.key_span("theatre", "fixes", name)
    for name, airframe in project.airframes.items():
        yield airframe.spoken, project.span("common/airframes", "airframes", name, "spoken")
