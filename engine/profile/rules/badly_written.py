"""M107: what a schema's pattern cannot see: open brackets in a phrase, days that are in no month.

A phrase whose brackets do not match would be found by the host, when the stations start.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from functools import lru_cache
from itertools import chain

from engine.profile.diagnostic import Diagnostic, Span
from engine.profile.heard import heard_phrases
from engine.profile.node import Items, Scalar
from engine.profile.phrases import phrases_of
from engine.profile.project import Project
from engine.profile.tree_walk import node_at

__all__ = ["check"]

# What grammars/pattern.lark takes for one piece of a phrase; a slot is whole or none.
_PIECE = re.compile(
    r"\s+|[A-Za-z0-9][A-Za-z0-9'-]*|[,.?]|\{\s*[a-z_][a-z0-9_]*\s*(?::\s*[a-z_][a-z0-9_]*\s*)?\}"
    r"|(?P<open>[\[(])|(?P<close>[\])])|(?P<either>\|)"
)
_CLOSED_BY = {"[": "]", "(": ")"}
_HIGHEST_MHZ = 400.0
"""The radios of the sim end below it."""


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each phrase, date and band that is written as one and cannot be read as one."""
    for phrase in chain(phrases_of(project), heard_phrases(project)):
        wrong = _wrong_in(phrase.text)
        if wrong is not None:
            at, what = wrong
            yield Diagnostic(
                "M107",
                what,
                phrase.place(at, 1),
                hint="write words, [optional], (one|other) and {slot}",
            )
    yield from _dates(project)
    yield from _bands(project)


@lru_cache(maxsize=4096)
def _wrong_in(text: str) -> tuple[int, str] | None:
    """Return where a phrase cannot be read, and why; None when it can."""
    waiting: list[tuple[str, int]] = []
    at = 0
    while at < len(text):
        piece = _PIECE.match(text, at)
        if piece is None:
            if text[at] == "{":
                return at, "a slot in the phrase is not closed, or has no name"
            return at, f"`{text[at]}` cannot stand in a phrase"
        if piece["open"]:
            waiting.append((piece["open"], at))
        elif piece["close"]:
            if not waiting or _CLOSED_BY[waiting.pop()[0]] != piece["close"]:
                return at, f"the `{piece['close']}` closes nothing in the phrase"
        elif piece["either"] and not waiting:
            return at, "a `|` stands outside of ( ) and [ ]"
        at = piece.end()
    if waiting:
        bracket, start = waiting[0]
        return start, f"the `{bracket}` is not closed in the phrase"
    return None


def _dates(project: Project) -> Iterator[Diagnostic]:
    for source in project.sources:
        written = project.text(source, "mission_date") if "/" not in source else None
        if written is None:
            continue
        try:
            date.fromisoformat(written)
        except ValueError:
            span = project.span(source, "mission_date")
            yield Diagnostic("M107", f"`{written}` is no day of the calendar", span)


def _bands(project: Project) -> Iterator[Diagnostic]:
    source = "common/airframes"
    for name in project.names(source, "airframes"):
        root = project.root(source)
        bands = node_at(root, ("airframes", name, "bands")) if root is not None else None
        for band in bands.items if isinstance(bands, Items) else ():
            if isinstance(band, Scalar) and not band.spoiled:
                yield from _band(band.raw, band.span)


def _band(raw: str, span: Span) -> Iterator[Diagnostic]:
    low, _, rest = raw.partition("-")
    try:
        ends = float(low), float(rest.split()[0])
    except (ValueError, IndexError):
        return  # its shape has been told
    if ends[0] >= ends[1]:
        hint = "write the lower end first"
        yield Diagnostic("M107", f"the band `{raw}` ends below where it begins", span, hint=hint)
    elif ends[1] > _HIGHEST_MHZ:
        message = f"no radio reaches {ends[1]:g} MHz"
        yield Diagnostic("M107", message, span, hint="the sim's end at 399.975")
