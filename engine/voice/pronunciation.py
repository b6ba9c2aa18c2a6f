"""Respell words for a voice: names it says wrongly, and digits as a radio wants them.

Which names and which digits is data of the profile and the phraseology; this is only the
replacement, text to text, done last before a voice speaks. What the pilot reads on a screen keeps
its spelling.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.voice.pcm import Pcm
    from engine.voice.synthesiser import Synthesiser, VoiceSpec

__all__ = ["PronouncingSynthesiser", "Respelling", "respell"]

_NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Respelling:
    """Spellings to say: `names` for every voice, `by_voice` (by voice name) over them.

    A respelling is letters to be read ("bah-too-mee") or, for voices of eSpeak and Piper, phonemes
    in double brackets ("[[b@t'u:mi]]"). `digits` maps digit words ("nine" to "niner").
    """

    names: Mapping[str, str] = field(default_factory=lambda: _NOTHING)
    by_voice: Mapping[str, Mapping[str, str]] = field(default_factory=lambda: MappingProxyType({}))
    digits: Mapping[str, str] = field(default_factory=lambda: _NOTHING)

    def for_voice(self, voice: VoiceSpec) -> Mapping[str, str]:
        """Return every replacement that applies to a voice."""
        return {**self.digits, **self.names, **self.by_voice.get(voice.name, _NOTHING)}


def respell(text: str, spellings: Mapping[str, str]) -> str:
    """Return the text with whole words and names replaced, the longest name first, once each.

    >>> respell("Batumi Tower, runway one nine", {"batumi": "bah-too-mee", "nine": "niner"})
    'bah-too-mee Tower, runway one niner'
    """
    known = {_folded(name): said for name, said in spellings.items() if name.strip()}
    if not known:
        return text
    longest_first = sorted(known, key=len, reverse=True)
    names = "|".join(re.escape(name).replace(r"\ ", r"\s+") for name in longest_first)
    pattern = re.compile(rf"(?<![^\W_])(?:{names})(?![^\W_])", re.IGNORECASE)
    return pattern.sub(lambda match: known.get(_folded(match[0]), match[0]), text)


class PronouncingSynthesiser:
    """Respells every text for its voice, then has it spoken."""

    def __init__(self, inner: Synthesiser, respelling: Respelling) -> None:
        self._inner = inner
        self._respelling = respelling

    def synthesise(self, text: str, voice: VoiceSpec) -> Pcm:
        """Return the respelled text as sound."""
        return self._inner.synthesise(respell(text, self._respelling.for_voice(voice)), voice)


def _folded(name: str) -> str:
    return " ".join(name.lower().split())
