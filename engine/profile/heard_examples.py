"""The examples of the intents file heard: each call must mean what stands beside it.

Building the grammar takes longer than everything else that a check does, so words that were heard
once are not heard again: a stamp that ships names those that the tests have heard, and a changed
file is heard once before its answer is remembered with all others.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from engine.resources import grammars_dir

if TYPE_CHECKING:
    from engine.language.hear import Hearing

__all__ = ["Miss", "digest_of", "is_stamped", "missed", "write_stamp"]

_STAMP = "heard.sha256"
_NAMES = ("callsign", "station", "fix", "flight", "next_fix", "destination", "target")


@dataclass(frozen=True, slots=True)
class Miss:
    """An example that is not heard as it should be: of which intent, which of its list, and why."""

    intent: str
    index: int
    message: str


def digest_of(intents: Mapping[str, Any], phraseology: Mapping[str, Any]) -> str:
    """Return the name of exactly these words."""
    text = json.dumps([intents, phraseology], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def is_stamped(digest: str) -> bool:
    """Tell whether these words are those that were heard when they shipped."""
    try:
        return (grammars_dir() / _STAMP).read_text(encoding="utf-8").split()[0] == digest
    except (OSError, IndexError, UnicodeDecodeError):
        return False


def write_stamp(digest: str) -> None:
    """Note that these words were heard, every example as it should be."""
    (grammars_dir() / _STAMP).write_text(f"{digest}\n", encoding="utf-8", newline="\n")


def missed(intents: Mapping[str, Any], phraseology: Mapping[str, Any]) -> tuple[Miss, ...]:
    """Return the examples that are heard otherwise; none when the words cannot be compiled."""
    return _missed(json.dumps(intents), json.dumps(phraseology))


@lru_cache(maxsize=4)
def _missed(intents: str, phraseology: str) -> tuple[Miss, ...]:
    from engine.language.compile import compile_language  # noqa: PLC0415 - Lark is slow to import
    from engine.model.errors import MarshallError  # noqa: PLC0415

    declared = json.loads(intents)
    try:
        hearing = compile_language(declared, json.loads(phraseology)).hearing
        return tuple(_misses(declared, hearing))
    except MarshallError:
        return ()  # what cannot be compiled has its findings from the other rules


def _misses(declared: Mapping[str, Any], hearing: Hearing) -> Iterator[Miss]:
    for intent, given in declared["intents"].items():
        for index, example in enumerate(given.get("examples", ())):
            message = _wrong(intent, example, hearing)
            if message:
                yield Miss(intent, index, message)


def _wrong(intent: str, example: Mapping[str, Any], hearing: Hearing) -> str:
    from engine.language.lexicon import Lexicon  # noqa: PLC0415

    means = dict(example["means"])
    named = {name: str(means[name]) for name in _NAMES if name in means}
    lexicon = Lexicon(
        callsigns=tuple(named[name] for name in ("callsign", "flight") if name in named),
        fixes=tuple(named[name] for name in ("fix", "next_fix", "destination") if name in named),
    ).with_stations([named[name] for name in ("station", "target") if name in named])
    call = hearing.hear(example["say"], lexicon=lexicon)
    for name, heard in (("callsign", call.callsign), ("station", call.station)):
        wanted = means.pop(name, None)
        if heard != wanted:
            return f"the {name} is heard as {heard or 'nobody'}, not {wanted or 'nobody'}"
    reading = next((one for one in call.readings if one.intent == intent), None)
    if reading is None:
        instead = ", ".join(one.intent for one in call.readings) or "nothing"
        return f"it is heard as {instead}, not {intent}"
    heard_slots = {name: _plain(value) for name, value in reading.slots.items()}
    for name in dict.fromkeys([*means, *heard_slots]):
        if _plain(means.get(name)) != heard_slots.get(name):
            is_now, wanted = heard_slots.get(name), means.get(name)
            return f"`{name}` is heard as {_word(is_now)}, not {_word(wanted)}"
    return ""


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def _word(value: object) -> str:
    return "nothing" if value is None else str(value)
