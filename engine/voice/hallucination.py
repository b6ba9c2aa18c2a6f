"""Words that were written though nobody said them.

A speech model trained on subtitles writes their stock phrases over silence ("Thanks for
watching"), repeats its own prompt over noise, and goes round in circles when its window is short.
None of these may start a transaction; a phrase that trails a real call is cut off it.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["is_english", "is_hallucination", "is_loop", "is_prompt_echo", "without_stock_tail"]

# Seen over non-speech in openai/whisper#1838 and reports like it; compared without punctuation.
# A lone "thank you" is also something pilots say, but it asks for nothing, so nothing is lost.
_STOCK_PHRASES: Final = frozenset(
    {
        "thank you",
        "thank you very much",
        "thank you so much",
        "thank you for watching",
        "thank you for listening",
        "thank you for your time",
        "thanks for watching",
        "thanks for watching and i'll see you next time",
        "thanks for watching and see you next time",
        "thanks for listening",
        "please subscribe",
        "please subscribe to my channel",
        "like and subscribe",
        "subscribe to my channel",
        "see you next time",
        "see you in the next video",
        "i'll see you in the next video",
        "i'll see you next time",
        "bye",
        "bye bye",
        "bye-bye",
        "you",
        "oh",
        "the end",
        "so",
        "music",
        "applause",
        "silence",
        "blank audio",
        "subtitles by the amara org community",
        "transcribed by https otter ai",
    }
)
# Phrases that no pilot ends a call with; "thank you" alone is left where it stands.
_STOCK_TAIL: Final = re.compile(
    r"[\s,.!]*\b(?:(?:thank you|thanks)(?: so much| very much)? for (?:watching|listening)"
    r"|(?:please )?(?:like and )?subscribe(?: to (?:my|the|our) channel)?"
    r"|(?:i'll )?see you (?:next time|in the next (?:video|one)))[\s.!]*$",
    re.IGNORECASE,
)

# An echo is told from a call by its length: nobody reads out this many names from one list.
_ECHO_WORDS_CERTAIN: Final = 9
_ECHO_WORDS_DOUBTFUL: Final = 3
# Above this the model itself doubts that there was speech.
_DOUBTFUL_NO_SPEECH: Final = 0.4

# Repeats beyond what is really said: "seven seven seven seven" is a squawk, "mayday" comes in
# threes, "pan-pan" in three pairs, and a callsign may be given three times in a distress call.
_LOOP_REPEATS_BY_LENGTH: Final = {1: 8, 2: 6}
_LOOP_REPEATS_LONG: Final = 4
_LONGEST_LOOP_WORDS: Final = 12

_WORD: Final = re.compile(r"[^\W_]+(?:['\N{RIGHT SINGLE QUOTATION MARK}][^\W_]+)*")


def is_hallucination(text: str, prompt: str, no_speech_probability: float) -> bool:
    """Return whether a transcript is a stock phrase, an echo of the prompt, or nothing at all.

    >>> is_hallucination("Thanks for watching!", "Batumi Tower", 0.2)
    True
    >>> is_hallucination("Batumi Tower, Hammer one one, thank you", "Batumi Tower", 0.2)
    False
    """
    words = _words(text)
    if not words:
        return True
    if is_stock(words):
        return True
    return is_prompt_echo(text, prompt, no_speech_probability)


def is_stock(words: list[str]) -> bool:
    """Return whether the words are stock phrases and nothing else, however often repeated."""
    line = " ".join(words)
    if line in _STOCK_PHRASES:
        return True
    for phrase in _STOCK_PHRASES:
        unit = phrase.split()
        repeats, rest = divmod(len(words), len(unit))
        if not rest and words == unit * repeats:
            return True
    return False


def is_prompt_echo(text: str, prompt: str, no_speech_probability: float) -> bool:
    """Return whether a transcript only repeats a run of the prompt, in the prompt's order.

    A short run is also how a pilot opens ("Batumi Approach"), so it counts only where the model
    doubts that there was speech; a long one always does.
    """
    heard, known = _words(text), _words(prompt)
    longest = _ECHO_WORDS_CERTAIN
    if no_speech_probability >= _DOUBTFUL_NO_SPEECH:
        longest = _ECHO_WORDS_DOUBTFUL
    if len(heard) < longest or len(heard) > len(known):
        return False
    spans = range(len(known) - len(heard) + 1)
    return any(known[start : start + len(heard)] == heard for start in spans)


def is_loop(text: str) -> bool:
    """Return whether a transcript goes round in circles.

    >>> is_loop("squawk seven seven seven seven")
    False
    >>> is_loop("runway one three " * 5)
    True
    """
    words = _words(text)
    for length in range(1, min(_LONGEST_LOOP_WORDS, len(words) // 2) + 1):
        limit = _LOOP_REPEATS_BY_LENGTH.get(length, _LOOP_REPEATS_LONG)
        run = 0
        for index in range(length, len(words)):
            run = run + 1 if words[index] == words[index - length] else 0
            if run >= length * (limit - 1):
                return True
    return False


def is_english(text: str) -> bool:
    """Return whether a transcript keeps to the Latin script, as English must."""
    letters = [character for character in text if character.isalpha()]
    foreign = sum(1 for character in letters if ord(character) > 0x24F)
    return foreign * 5 <= len(letters)


def without_stock_tail(text: str) -> str:
    """Return a transcript without a stock phrase stuck to its end.

    >>> without_stock_tail("Hammer one one, ready for departure. Thank you for watching.")
    'Hammer one one, ready for departure'
    """
    return _STOCK_TAIL.sub("", text).strip()


def _words(text: str) -> list[str]:
    plain = text.lower().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    return _WORD.findall(plain)
