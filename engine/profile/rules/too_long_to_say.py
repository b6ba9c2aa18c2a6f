"""M606: a phrase is said in eight seconds; longer, and pilots miss half and block the channel.

Reckoned from the longest reading: about three words a second, and five spoken digits a quantity.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.model.directive import DIRECTIVE_TYPES
from engine.model.slots import SlotType
from engine.profile.diagnostic import Diagnostic
from engine.profile.phrases import phrases_of
from engine.profile.project import Project

__all__ = ["LONGEST_S", "check", "seconds_to_say"]

LONGEST_S = 8.0
_WORDS_A_SECOND = 3.0
_WORDS_OF_SLOT = {SlotType.CHOICE: 2, SlotType.STATION: 2, SlotType.FREQUENCY: 6}
_WORDS_OF_OTHERS = 3
_SLOT = re.compile(r"\{([A-Za-z_]\w*)[^}]*\}")
_GROUP = re.compile(r"[\[(]([^\[\]()]*)[\])]")


def seconds_to_say(directive: str, text: str) -> float:
    """Return about how long the longest reading of a phrase takes."""
    kind = DIRECTIVE_TYPES.get(directive)

    def words_of(match: re.Match[str]) -> str:
        spec = kind.slot(match[1]) if kind is not None else None
        count = _WORDS_OF_SLOT.get(spec.type, _WORDS_OF_OTHERS) if spec is not None else 2
        return " x" * count + " "

    flat = _SLOT.sub(words_of, text)
    while (group := _GROUP.search(flat)) is not None:
        longest = max(group[1].split("|"), key=lambda way: len(way.split()))
        flat = flat[: group.start()] + " " + longest + " " + flat[group.end() :]
    return len(re.findall(r"\w+", flat)) / _WORDS_A_SECOND


def check(project: Project) -> Iterator[Diagnostic]:
    """Yield each phrase that takes too long."""
    for phrase in phrases_of(project):
        seconds = seconds_to_say(phrase.directive, phrase.text)
        if phrase.part == "say" and seconds > LONGEST_S:
            yield Diagnostic(
                "M606",
                f"`{phrase.directive}` takes about {seconds:.0f} seconds to say",
                phrase.place(0, len(phrase.text)),
                hint="say less: a call is best under eight seconds",
            )
