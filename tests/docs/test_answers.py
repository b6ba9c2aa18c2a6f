"""Every answer on the pilot's page is what the controllers say."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import pytest

from engine.language.compile import Language
from engine.profile.loader import load_theatre_or_raise
from engine.profile.theatre import Theatre
from engine.resources import profiles_dir
from engine.service.build import make_desk, make_language
from engine.service.typed_flight import Aired, TypedFlight
from engine.sim.script import Sortie
from engine.sim.spoken_grammar import SpokenGrammar
from engine.store import MemoryEventLog
from tests.docs.pages import ROOT, Answer, answers

CALLSIGN = "Pony 1-1"
APPROACH_HZ = 124_425_000
_EXAMPLES = re.compile(
    r"\b(?:(?:zero|one|two|three|four|five|six|seven|eight|niner|ten|hundred|thousand)\b ?"
    r"|(?:north|south)?(?:east|west)\b|north\b|south\b)+"
)
"""What depends on where he is and on the weather: on the page it is an example."""


@cache
def theatre() -> Theatre:
    return load_theatre_or_raise(profiles_dir() / "caucasus")


@cache
def language() -> Language:
    return make_language(theatre())


@cache
def sortie() -> Sortie:
    """Return an arrival at Batumi by one Mustang, tuned to Approach on VHF."""
    both = Sortie.from_seed(theatre(), "batumi", 1)
    pilot = replace(
        both.pilots[0],
        callsign=CALLSIGN,
        type_name="P-51D-30-NA",
        frequency_hz=APPROACH_HZ,
        speed_kt=210.0,
        radio_check=False,
    )
    return replace(both, pilots=(pilot,), misheard_rate=0.0)


def said_to(row: Answer) -> list[str]:
    """Return what the controllers say after the row's call, one by one."""
    aired: list[Aired] = []
    book = language().phrasebook(theatre().fields["batumi"].phraseology)
    flight = TypedFlight(
        theatre(),
        make_desk(theatre(), MemoryEventLog(), language=language()),
        sortie(),
        SpokenGrammar.of(theatre(), book, [CALLSIGN]),
        aired.append,
    )
    flight.tune(round(row.mhz * 1e6))
    if row.after is not None:
        flight.say(row.after)
    before = len(aired)
    flight.say(row.call)
    return [one.words for one in aired[before:] if one.speaker not in ("", CALLSIGN)]


def without_examples(words: str) -> str:
    return _EXAMPLES.sub("# ", words.casefold())


@pytest.mark.parametrize(
    "row", answers(ROOT / "docs" / "pilot.md"), ids=lambda row: f"{row.mhz:.3f} {row.call}"
)
def test_a_call_is_answered_as_the_page_says(row: Answer) -> None:
    said = said_to(row)
    if row.answer is None:
        assert said == []
        return
    parts = [re.escape(without_examples(part.strip())) for part in row.answer.split("...")]
    wanted = re.compile(".*".join(parts))
    assert any(wanted.search(without_examples(words)) for words in said), f"{row.call}: {said}"
