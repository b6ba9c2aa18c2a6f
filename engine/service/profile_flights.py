"""Scripted sorties through a compiled profile, without audio: which promises break, what is unseen.

Two arrivals a sortie, drawn from the seed, at one field after another of those with a surveillance
approach. A phase that nobody came to be in is told: nothing has been shown of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.profile.diagnostic import Diagnostic, Span
from engine.profile.theatre import Theatre
from engine.proving.checker import summarise
from engine.proving.verdict import verify_sortie
from engine.service.build import make_desk, make_language
from engine.service.in_process import DeskController
from engine.sim.script import CALLSIGNS, Sortie
from engine.sim.sortie import fly
from engine.sim.spoken_grammar import SpokenGrammar
from engine.store import MemoryEventLog

__all__ = ["Flights", "fly_profile"]


@dataclass(frozen=True, slots=True)
class Flights:
    """What the sorties of a theatre gave: broken promises, and a line to tell."""

    findings: tuple[Diagnostic, ...]
    told: str


def fly_profile(theatre: Theatre, count: int, seed: int, *, places: dict[str, Span]) -> Flights:
    """Fly `count` sorties, seeded from `seed` on; `places` are those of the fields' files."""
    fields = [
        key
        for key, airfield in sorted(theatre.fields.items())
        if any(one.kind == "asr" for one in airfield.approaches.values())
    ]
    if not fields:
        return Flights((), f"{theatre.name}: no field has a surveillance approach to fly")
    language = make_language(theatre)
    findings: list[Diagnostic] = []
    entered: set[str] = set()
    minutes = 0.0
    for number in range(seed, seed + count):
        key = fields[number % len(fields)]
        book = language.phrasebook(theatre.fields[key].phraseology)
        grammar = SpokenGrammar.of(theatre, book, CALLSIGNS)
        log = MemoryEventLog()
        desk = make_desk(theatre, log, language=language)
        sortie = Sortie.from_seed(theatre, key, number)
        capture = fly(sortie, theatre, DeskController(desk), grammar).capture
        entered |= {str(event.data["phase"]) for event in log.read(kind="phase_changed")}
        minutes += capture.ended_ms / 60_000
        again = f"marshall demo --text --theatre {theatre.key} --field {key} --seed {number}"
        problems = verify_sortie(summarise(capture, theatre, grammar))
        findings += _told(
            problems, f"sortie {number} at {theatre.fields[key].name}", again, places[key]
        )
    never = [name for name in theatre.phases.phases if name not in entered]
    unseen = f"; nobody was in {', '.join(never)}" if never else ""
    told = f"{theatre.name}: {count} sorties, {minutes:.0f} minutes flown{unseen}"
    return Flights(tuple(findings), told)


def _told(problems: list[str], which: str, again: str, place: Span) -> Iterator[Diagnostic]:
    for problem in problems:
        yield Diagnostic("M321", f"{which}: {problem}", place, hint=f"fly it again: {again}")
