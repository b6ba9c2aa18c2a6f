"""What a controller's words mean: the other reading of the phrasebook.

Virtual pilots obey by it and the verifier judges by it, so it must be exact for words that we
rendered, and still read what a recogniser heard of them. Whatever it could not read is handed back
as `leftover`, never dropped: for a pilot that is noise, for the verifier a reason to refuse.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.language.grammar import PatternGrammar
from engine.language.lexer import Vocabulary, tokens_of
from engine.language.lexicon import Lexicon
from engine.language.normalise import Word
from engine.language.tokens import Token
from engine.model.directive import ALL_STATIONS, DIRECTIVE_TYPES, Directive

__all__ = ["Understood", "understand"]

_RULE = "understood from speech"


@dataclass(frozen=True, slots=True)
class Understood:
    """What was understood of a controller's transmission.

    `callsign` is the live callsign it was addressed to, ALL_STATIONS for a broadcast, or None.
    `leftover` are the words that belong to nothing, in order.
    """

    callsign: str | None
    station: str | None
    directives: tuple[Directive, ...]
    leftover: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        """Tell whether every word was understood."""
        return not self.leftover


def understand(
    text: str | Sequence[Word], *, grammar: PatternGrammar, vocabulary: Vocabulary, lexicon: Lexicon
) -> Understood:
    """Return what a controller's transmission means; never raises."""
    tokens = list(tokens_of(text, lexicon=lexicon, vocabulary=vocabulary))
    callsign, station, at = _address(tokens)
    directives: list[Directive] = []
    leftover: list[str] = []
    while at < len(tokens):
        match = grammar.longest(tokens, at)
        if match is not None:
            if match.tokens:
                tokens = list(match.tokens)
            order = DIRECTIVE_TYPES[match.label].slots
            slots = {
                spec.name: match.slots[spec.name] for spec in order if spec.name in match.slots
            }
            directives.append(Directive(match.label, slots, _RULE))
            at = match.end
            continue
        if "CALLSIGN" in tokens[at].types and tokens[at].values["CALLSIGN"] == callsign:
            at += 1
            continue
        leftover.append(tokens[at].text)
        at += 1
    return Understood(callsign, station, tuple(directives), tuple(leftover))


def _address(tokens: Sequence[Token]) -> tuple[str | None, str | None, int]:
    """Return who is called, who calls, and where the message begins."""
    callsign: str | None = None
    station: str | None = None
    at = 0
    if [one.text for one in tokens[:2]] == ["all", "stations"]:
        callsign, at = ALL_STATIONS, 2
    while at < len(tokens):
        token = tokens[at]
        if callsign is None and "CALLSIGN" in token.types:
            callsign = str(token.values["CALLSIGN"])
        elif station is None and "STATION" in token.types and not _is_role(tokens, at):
            station = str(token.values["STATION"])
        else:
            break
        at += 1
    return callsign, station, at


def _is_role(tokens: Sequence[Token], at: int) -> bool:
    """Tell "Tower not available" and "Approach clearance cancelled" from "Tower, ..."."""
    bare = " " not in str(tokens[at].values["STATION"])
    return bare and at + 1 < len(tokens) and not tokens[at + 1].gap
