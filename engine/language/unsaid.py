"""Words that do not mean what they say: denied, promised, asked twice, or merely "ready".

"Unable visual" reports nothing in sight, "call you established" reads an instruction back, and
whoever is ready to copy is not therefore ready for departure.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.language.layout import CORE, DETAIL, Found, Layout
from engine.language.lexer import term_terminal
from engine.language.tokens import Token

__all__ = ["ASKING", "asked_once", "only_ready", "silence_unsaid"]

ASKING = term_terminal("request")
"""The terminal of every way to ask for something."""
_NEGATIONS = frozenset({"not", "never", "without", "unable"})
_PROMISES = frozenset({"report", "call", "advise"})
_TOLD_WHOM = frozenset({"you", "when"})
"""After these something is promised, not so: "call you established" reads an instruction back."""
_READY = "ready"


def silence_unsaid(found: list[list[Found]], tokens: Sequence[Token]) -> None:
    """Drop what is said not to be, or to be yet: "not ready for departure", "report final"."""
    for at in range(1, len(tokens)):
        silent = tokens[at - 1].text in _NEGATIONS or _promised(tokens, at)
        if silent and not tokens[at].gap:
            found[at] = [one for one in found[at] if one.role == DETAIL]


def _promised(tokens: Sequence[Token], at: int) -> bool:
    back = at - 1
    while back >= 0 and tokens[back].text in _TOLD_WHOM:
        back -= 1
    return back >= 0 and tokens[back].text in _PROMISES


def asked_once(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """Return the tokens with "any chance we can get" as the one request that it is."""
    return tuple(
        one
        for at, one in enumerate(tokens)
        if not (at and ASKING in one.types and ASKING in tokens[at - 1].types and not one.gap)
    )


def only_ready(intent: str, layout: Layout, tokens: Sequence[Token]) -> bool:
    """Tell whether nothing but "ready" makes a call this intent.

    "Pen and paper ready, go ahead with the clearance": ready for that.
    """
    cores = [one.match for one in layout.chosen if one.intent == intent and one.role == CORE]
    return all(one.end - one.start == 1 and tokens[one.start].text == _READY for one in cores)
