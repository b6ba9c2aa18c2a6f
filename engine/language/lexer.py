"""From words to typed tokens: names first, then multi-word terms, then numbers, then words.

Names come first because their digits must not run into the number that follows ("Hammer one one
three hundred"); terms come before numbers because "with you" and "flight level" are one thing each.
Matching is on whole words: no keyword is ever found inside another word.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.language.lexicon import Lexicon
from engine.language.match import CallsignMatch, callsign_at
from engine.language.normalise import FILLERS, Word, words_of
from engine.language.numbers import LETTERS, LETTERS_1943
from engine.language.tokens import Token, keyword, number_at, number_tokens, run_end
from engine.model.slots import SlotValue

__all__ = ["Correction", "Vocabulary", "tokens_of"]

_LETTER_WORDS = {word: letter for letter, word in LETTERS.items()}
_LETTER_WORDS_1943 = {word: letter for letter, word in LETTERS_1943.items()}
"""Heard only where a letter is due, for half of them are words ("Roger", "How", "Item")."""
_LETTER_INTRO = frozenset({"information", "info", "atis", "via", "with", "at", "taxiway", "have"})


@dataclass(frozen=True, slots=True)
class Correction:
    """A known mis-hearing: these words are read as those, when what follows allows it."""

    written: tuple[str, ...]
    means: tuple[str, ...]
    before: frozenset[str] = frozenset()
    after: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Vocabulary:
    """The terms that patterns are written with.

    `terms` maps the words of each variant to its head term; `corrections` come from the language
    file; `types` names aeroplanes.
    """

    terms: Mapping[tuple[str, ...], str] = field(default_factory=dict)
    corrections: tuple[Correction, ...] = ()
    aircraft: Mapping[tuple[str, ...], str] = field(default_factory=dict)
    by_first: Mapping[str, tuple[tuple[tuple[str, ...], str], ...]] = field(init=False)
    corrections_by_first: Mapping[str, tuple[Correction, ...]] = field(init=False)
    aircraft_by_first: Mapping[str, tuple[tuple[tuple[str, ...], str], ...]] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_first", _by_first(self.terms))
        object.__setattr__(self, "aircraft_by_first", _by_first(self.aircraft))
        repairs: dict[str, list[Correction]] = {}
        for one in self.corrections:
            repairs.setdefault(one.written[0], []).append(one)
        object.__setattr__(
            self,
            "corrections_by_first",
            {k: tuple(sorted(v, key=lambda one: -len(one.written))) for k, v in repairs.items()},
        )

    def terminals(self, words: Sequence[str]) -> list[str]:
        """Return the terminals that these words of a pattern become, as speech would."""
        found: list[str] = []
        at = 0
        while at < len(words):
            for phrase, head in self.by_first.get(words[at], ()):
                if tuple(words[at : at + len(phrase)]) == phrase:
                    found.append(term_terminal(head))
                    at += len(phrase)
                    break
            else:
                found.append(keyword(words[at]))
                at += 1
        return found


def _by_first(
    phrases: Mapping[tuple[str, ...], str],
) -> Mapping[str, tuple[tuple[tuple[str, ...], str], ...]]:
    """Index phrases by their first word, longest first."""
    first: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for words, head in phrases.items():
        first.setdefault(words[0], []).append((words, head))
    return {word: tuple(sorted(all_, key=lambda one: -len(one[0]))) for word, all_ in first.items()}


def term_terminal(head: str) -> str:
    """Return the terminal name of a term."""
    return "_T_" + head.upper().replace("-", "_")


def tokens_of(
    text: str | Sequence[Word], *, lexicon: Lexicon, vocabulary: Vocabulary
) -> tuple[Token, ...]:
    """Return the typed tokens of a transcript, fillers dropped."""
    words: Sequence[Word] = words_of(text) if isinstance(text, str) else text
    words = _repair(words, vocabulary)
    return tuple(_scan(words, lexicon, vocabulary))


def _repair(words: Sequence[Word], vocabulary: Vocabulary) -> list[Word]:
    """Undo known mis-hearings."""
    repaired: list[Word] = []
    at = 0
    while at < len(words):
        for fix in vocabulary.corrections_by_first.get(words[at].text, ()):
            size = len(fix.written)
            if tuple(one.text for one in words[at : at + size]) != fix.written:
                continue
            follows = words[at + size] if at + size < len(words) else None
            before = repaired[-1].text if repaired else ""
            if not _allows(fix.before, follows) or (fix.after and before not in fix.after):
                continue
            start, end, gap = words[at].start, words[at + size - 1].end, words[at].gap
            made = words_of(" ".join(fix.means))
            repaired.extend(
                Word(one.text, start, end, gap if number == 0 else 0, one.digits, single=one.single)
                for number, one in enumerate(made)
            )
            at += size
            break
        else:
            repaired.append(words[at])
            at += 1
    return repaired


def _allows(wanted: frozenset[str], word: Word | None) -> bool:
    if not wanted:
        return True
    if word is None:
        return "end" in wanted
    return word.text in wanted or ("number" in wanted and word.digits is not None)


def _scan(words: Sequence[Word], lexicon: Lexicon, vocabulary: Vocabulary) -> Iterable[Token]:
    at, end = 0, len(words)
    gap = 0
    while at < end:
        word = words[at]
        gap = max(gap, word.gap)
        made, taken = _token_at(words, at, lexicon, vocabulary)
        if not made:
            at += taken
            continue
        for number, token in enumerate(made):
            yield _with_gap(token, gap) if number == 0 else token
        gap = 0
        at += taken


def _with_gap(token: Token, gap: int) -> Token:
    if token.gap == gap:
        return token
    return Token(
        token.types,
        token.start,
        token.end,
        token.text,
        token.values,
        gap,
        token.parts,
        token.digits,
    )


def _token_at(
    words: Sequence[Word], at: int, lexicon: Lexicon, vocabulary: Vocabulary
) -> tuple[list[Token], int]:
    callsign = callsign_at(words, at, lexicon)
    if callsign is not None:
        made = [_callsign(words, at, callsign)]
        if callsign.rest:
            last = words[at + callsign.taken - 1]
            rest = Word(callsign.rest, last.start, last.end, 0, callsign.rest, numeral=True)
            made.extend(number_tokens((rest,), 0, 1)[0])
        return made, callsign.taken
    name = _name_at(words, at, lexicon)
    term = _term_at(words, at, vocabulary)
    plane = _aircraft_at(words, at, vocabulary)
    if plane and (term is None or plane[1] > term[1]):
        return [plane[0]], plane[1]
    if name and term and name[1] == term[1]:
        return [_both(term[0], name[0])], name[1]
    if name and (term is None or name[1] > term[1]):
        return [name[0]], name[1]
    if term:
        return [term[0]], term[1]
    if number_at(words, at, len(words)):
        made, stop = number_tokens(words, at, _number_end(words, at, lexicon))
        return list(made), stop - at
    return _word_token(words, at)


def _number_end(words: Sequence[Word], at: int, lexicon: Lexicon) -> int:
    """A run of digits ends where a callsign of digits alone begins after a gap."""
    if not lexicon.names.modexes:
        return len(words)
    # no further than the run itself goes, or two hundred numbers are searched two hundred times
    for index in range(at + 1, run_end(words, at, len(words))):
        if words[index].gap and words[index].digits is not None:
            found = callsign_at(words, index, lexicon)
            if found is not None:
                return index
    return len(words)


def _callsign(words: Sequence[Word], at: int, match: CallsignMatch) -> Token:
    first, last = words[at], words[at + match.taken - 1]
    end = last.end
    text = " ".join(one.text for one in words[at : at + match.taken])
    values: dict[str, SlotValue] = {"CALLSIGN": match.label}
    types: tuple[str, ...] = ("CALLSIGN",)
    if match.modex:
        kind = f"D{len(match.label)}"
        values[kind] = match.label
        types = ("CALLSIGN", kind)
    return Token(types, first.start, end, text, values, first.gap)


def _name_at(words: Sequence[Word], at: int, lexicon: Lexicon) -> tuple[Token, int] | None:
    entries = lexicon.names.phrases.get(words[at].digits or words[at].text)
    if not entries:
        return None
    best = 0
    values: dict[str, SlotValue] = {}
    for phrase, kind, label in entries:
        if len(phrase) < best:
            break
        taken = _matches(words, at, phrase)
        if taken:
            best = max(best, len(phrase))
            values.setdefault(kind, label)
            count = taken
    if not values:
        return None
    first, last = words[at], words[at + count - 1]
    types = tuple(values)
    if count == 1:
        types = (*_plain_types(first.text), *types)
    text = " ".join(one.text for one in words[at : at + count])
    return Token(types, first.start, last.end, text, values, first.gap), count


def _both(term: Token, name: Token) -> Token:
    """Make one token of words that are a term and a name at once."""
    types = tuple(dict.fromkeys((*term.types, *name.types)))
    values = {**term.values, **name.values}
    return Token(types, name.start, name.end, name.text, values, name.gap)


def _aircraft_at(
    words: Sequence[Word], at: int, vocabulary: Vocabulary
) -> tuple[Token, int] | None:
    for phrase, name in vocabulary.aircraft_by_first.get(words[at].digits or words[at].text, ()):
        taken = _matches(words, at, phrase)
        if taken:
            last = words[at + taken - 1]
            types: tuple[str, ...] = ("AIRCRAFT",)
            if taken == 1:
                types = (*types, keyword(words[at].text))
            values: dict[str, SlotValue] = {"AIRCRAFT": name}
            return Token(types, words[at].start, last.end, name, values, words[at].gap), taken
    return None


def _plain_types(text: str) -> tuple[str, ...]:
    return (keyword(text),)


def _matches(words: Sequence[Word], at: int, phrase: tuple[str, ...]) -> int:
    """Return how many words the phrase takes from `at`, or 0."""
    index = at
    for number, piece in enumerate(phrase):
        while number and index < len(words) and words[index].text in FILLERS:
            index += 1
        if index >= len(words) or (words[index].digits or words[index].text) != piece:
            return 0
        if number and words[index].gap:
            return 0
        index += 1
    return index - at


def _term_at(words: Sequence[Word], at: int, vocabulary: Vocabulary) -> tuple[Token, int] | None:
    first = words[at]
    for phrase, head in vocabulary.by_first.get(first.digits or first.text, ()):
        taken = _matches(words, at, phrase)
        if taken:
            last = words[at + taken - 1]
            text = " ".join(one.text for one in words[at : at + taken])
            types: tuple[str, ...] = (term_terminal(head),)
            if taken == 1:
                types = (*types, *_word_types(first))
            values = _word_values(first) if taken == 1 else {}
            return Token(types, first.start, last.end, text, values, first.gap), taken
    return None


def _word_types(word: Word) -> tuple[str, ...]:
    if word.text in _LETTER_WORDS:
        return (keyword(word.text), "LETTER")
    return (keyword(word.text),)


def _word_values(word: Word) -> dict[str, SlotValue]:
    letter = _LETTER_WORDS.get(word.text)
    return {"LETTER": letter} if letter else {}


def _word_token(words: Sequence[Word], at: int) -> tuple[list[Token], int]:
    word = words[at]
    before = words[at - 1].text if at else ""
    if (
        len(word.text) == 1
        and word.text.isalpha()
        and before in _LETTER_INTRO
        and not (word.text in FILLERS and at + 1 < len(words) and not words[at + 1].gap)
    ):  # "could we have a visual"
        letter: dict[str, SlotValue] = {"LETTER": word.text.upper()}
        types = ("LETTER", keyword(word.text))
        return [Token(types, word.start, word.end, word.text, letter, word.gap)], 1
    old = _LETTER_WORDS_1943.get(word.text)
    if old is not None and before in _LETTER_INTRO and word.text not in _LETTER_WORDS:
        values: dict[str, SlotValue] = {"LETTER": old}
        types = ("LETTER", keyword(word.text))
        return [Token(types, word.start, word.end, word.text, values, word.gap)], 1
    if word.text in FILLERS:
        return [], 1
    return [
        Token(_word_types(word), word.start, word.end, word.text, _word_values(word), word.gap)
    ], 1
