"""Language files compiled: phrasebooks by authority, and the hearing of pilots' calls.

The input is plain data (mappings as YAML gives them), so that this room knows nothing of files.
Mistakes come back as problems with the path of the value in question; who loaded the file turns the
path into a line and a column.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path as FilePath
from typing import Any

from engine.language.compile_intents import compile_intents
from engine.language.grammar import build_grammars
from engine.language.hear import Hearing
from engine.language.numbers import NumberStyle
from engine.language.patterns import Pattern, parse_pattern
from engine.language.phrasebook import Address, Entry, Phrasebook, Wordings
from engine.language.quantities import has_style
from engine.language.vocabulary import Problem, compile_vocabulary
from engine.model.directive import DIRECTIVE_TYPES, DirectiveType
from engine.model.errors import ProfileError
from engine.model.slots import SlotType

__all__ = ["Language", "Problem", "compile_language", "compile_phrasebook", "merge_phraseology"]


@dataclass(frozen=True)
class Language:
    """Everything that is said and understood: phrasebooks by authority, and the hearing."""

    phrasebooks: Mapping[str, Phrasebook]
    hearing: Hearing

    def build(self, cache: FilePath | None = None) -> None:
        """Build every grammar now rather than when it is first needed.

        With a cache folder the tables are stored there, and read from there the next time. A
        folder that cannot be written only costs time.
        """
        books = [book.grammar for book in self.phrasebooks.values()]
        build_grammars([*self.hearing.intents.grammars, *books], cache)

    def phrasebook(self, authority: str) -> Phrasebook:
        """Return the phrasebook of an authority.

        Raises:
            ProfileError: there is none of that name.
        """
        book = self.phrasebooks.get(authority)
        if book is None:
            known = ", ".join(sorted(self.phrasebooks))
            message = f"no phraseology is called {authority!r}: there are {known}"
            raise ProfileError(message)
        return book


def compile_language(
    intents: Mapping[str, Any], phraseology: Mapping[str, Mapping[str, Any]]
) -> Language:
    """Compile the language files.

    Args:
        intents: the content of `intents.yaml`.
        phraseology: the content of each phraseology file, by authority.

    Raises:
        ProfileError: something in them cannot be used; the message lists every problem.
    """
    problems: list[Problem] = []
    books: dict[str, Phrasebook] = {}
    for authority in phraseology:
        book, wrong = compile_phrasebook(authority, phraseology)
        problems.extend(wrong)
        if book is not None:
            books[authority] = book
    heard, wrong = compile_intents(intents)
    problems.extend(wrong)
    if problems or heard is None or not books:
        listed = problems or [Problem(("phraseology",), "there is none")]
        raise ProfileError("\n".join(str(one) for one in listed))
    return Language(books, Hearing(heard, tuple(books.values())))


def merge_phraseology(
    authority: str, phraseology: Mapping[str, Mapping[str, Any]]
) -> dict[str, Any]:
    """Return a phraseology with what it extends laid under it, field by field.

    Raises:
        ProfileError: it extends one that is not there, or itself.
    """
    chain: list[str] = []
    name: str | None = authority
    while name is not None:
        if name in chain or name not in phraseology:
            known = ", ".join(sorted(phraseology))
            message = (
                f"phraseology {chain[-1] if chain else name} extends {name!r}: there are {known}"
            )
            raise ProfileError(message)
        chain.append(name)
        name = phraseology[name].get("extends")
    merged: dict[str, Any] = {}
    for one in reversed(chain):
        _overlay(merged, phraseology[one], depth=0)
    merged.pop("extends", None)
    merged["authority"] = authority
    return merged


def _overlay(under: dict[str, Any], over: Mapping[str, Any], depth: int) -> None:
    for key, value in over.items():
        if isinstance(value, Mapping) and isinstance(under.get(key), dict) and depth < 4:
            copied = dict(under[key])
            _overlay(copied, value, depth + 1)
            under[key] = copied
        else:
            under[key] = dict(value) if isinstance(value, Mapping) else value


def compile_phrasebook(
    authority: str, phraseology: Mapping[str, Mapping[str, Any]]
) -> tuple[Phrasebook | None, list[Problem]]:
    """Compile one authority's phraseology; return it and the problems found."""
    try:
        merged = merge_phraseology(authority, phraseology)
    except ProfileError as error:
        return None, [Problem((authority, "extends"), str(error))]
    reader = _Reader(authority)
    address = reader.address(merged.get("address", {}))
    style = reader.numbers(merged.get("numbers", {}))
    entries = reader.entries(merged.get("directives", {}), merged.get("words", {}))
    if reader.problems:
        return None, reader.problems
    book = Phrasebook(
        authority,
        style,
        address,
        entries,
        compile_vocabulary(merged),
        frozenset(str(one) for one in merged.get("readback_items", ())),
        tuple(str(one) for one in merged.get("silencing", ())),
    )
    return book, []


class _Reader:
    """Reads one merged phraseology, collecting problems instead of stopping at the first."""

    def __init__(self, authority: str) -> None:
        self._authority = authority
        self.problems: list[Problem] = []

    def _problem(self, message: str, *path: str | int) -> None:
        self.problems.append(Problem((self._authority, *path), message))

    def pattern(self, text: object, *path: str | int) -> Pattern:
        try:
            return parse_pattern(str(text))
        except ProfileError as error:
            self._problem(str(error), *path)
            return Pattern(str(text), ())

    def address(self, data: Mapping[str, Any]) -> Address:
        frames = []
        for name in ("plain", "named", "broadcast"):
            if name not in data:
                self._problem(f"the address frame {name!r} is missing", "address", name)
            frames.append(self.pattern(data.get(name, ""), "address", name))
        return Address(*frames)

    def numbers(self, data: Mapping[str, Any]) -> NumberStyle:
        known = {one.name for one in fields(NumberStyle)}
        for key in data:
            if key not in known:
                self._problem(f"unknown: it may be one of {sorted(known)}", "numbers", key)
        return NumberStyle(**{key: value for key, value in data.items() if key in known})

    def entries(self, directives: Mapping[str, Any], shared: Mapping[str, Any]) -> dict[str, Entry]:
        for name in directives:
            if name not in DIRECTIVE_TYPES:
                known = ", ".join(sorted(DIRECTIVE_TYPES))
                self._problem(f"no directive is called so: there are {known}", "directives", name)
        for name in DIRECTIVE_TYPES:
            if name not in directives:
                self._problem("has no words: every directive needs a `say`", "directives", name)
        return {
            name: self.entry(DIRECTIVE_TYPES[name], data, shared)
            for name, data in directives.items()
            if name in DIRECTIVE_TYPES
        }

    def entry(
        self, kind: DirectiveType, data: Mapping[str, Any], shared: Mapping[str, Any]
    ) -> Entry:
        at = ("directives", kind.name)
        say = self.pattern(data.get("say", ""), *at, "say")
        if not say.nodes:
            self._problem("there is nothing to say", *at, "say")
        understood = tuple(
            self.pattern(text, *at, "understand", number)
            for number, text in enumerate(data.get("understand", ()))
        )
        readback = tuple(str(one) for one in data.get("readback", ()))
        reply = self.pattern(data["reply"], *at, "reply") if "reply" in data else None
        self._slots(kind, (say, *understood, *([reply] if reply else [])), readback)
        words = self._words(kind, {**shared, **data.get("words", {})})
        return Entry(kind, say, understood, readback, reply, words)

    def _slots(
        self, kind: DirectiveType, patterns: Sequence[Pattern], readback: Sequence[str]
    ) -> None:
        known = {spec.name for spec in kind.slots}
        where = ("directives", kind.name)
        for pattern in patterns:
            for slot in pattern.slots():
                spec = kind.slot(slot.name)
                if spec is not None and slot.style and not has_style(spec.type, slot.style):
                    self._problem(f"{slot.name} has no style {slot.style!r}", *where)
                if slot.name not in known:
                    message = f"{pattern.text!r} has a slot {slot.name!r}"
                    self._problem(f"{message}: {kind.name} has {sorted(known)}", *where)
        for name in readback:
            if name != "kind" and name not in known:
                self._problem(
                    f"{name!r} is no slot: {kind.name} has {sorted(known)}", *where, "readback"
                )
        said = {slot.name for slot in patterns[0].slots()}
        for spec in kind.slots:
            if spec.name not in said:
                self._problem(f"the slot {spec.name!r} is never said", *where, "say")

    def _words(self, kind: DirectiveType, words: Mapping[str, Any]) -> dict[str, Wordings]:
        found: dict[str, Wordings] = {}
        for spec in kind.slots:
            if spec.type is not SlotType.CHOICE:
                continue
            given = words.get(spec.name, {})
            missing = [value for value in spec.values if value not in given]
            if missing:
                where = ("directives", kind.name, "words", spec.name)
                self._problem(f"no words for {', '.join(missing)}", *where)
            found[spec.name] = {
                value: _ways(given[value]) for value in spec.values if value in given
            }
        return found


def _ways(value: object) -> tuple[str, ...]:
    return tuple(str(one) for one in value) if isinstance(value, list | tuple) else (str(value),)
