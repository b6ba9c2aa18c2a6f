"""The demo by voice: real radios, real speech both ways, the service as a host runs it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import click

from cli.demo_display import Display
from cli.demo_text import show_summary, versions_of, write_results
from cli.exit_codes import ExitCode
from cli.find_theatre import Place
from engine.proving.checker import summarise
from engine.proving.transcript import transcript
from engine.proving.verdict import verify_sortie
from engine.service.build import make_language
from engine.service.demo_stage import Stage
from engine.sim.script import Sortie
from engine.sim.spoken_grammar import SpokenGrammar
from engine.voice.effects import write_wav

__all__ = ["fly_by_voice"]

_FLOWN = ("F-15ESE", "Mirage-F1CE")
"""One is on VHF and one on UHF; fast on final, so that real time is not wasted."""


def fly_by_voice(place: Place, seed: int, out: Path) -> ExitCode:
    """Fly one sortie by voice, show it, judge it, and write everything that was recorded."""
    folder, theatre, field_name = place.folder, place.theatre, place.field
    # Pilots mishear for real here: nothing is made up on top of that.
    sortie = replace(Sortie.from_seed(theatre, field_name, seed, types=_FLOWN), misheard_rate=0.0)
    callsigns = [pilot.callsign for pilot in sortie.pilots]
    language = make_language(theatre)
    authority = theatre.fields[field_name].phraseology
    grammar = SpokenGrammar.of(theatre, language.phrasebook(authority), callsigns)
    with Display(theatre, sortie) as display:
        stage = Stage(theatre, folder, sortie, grammar, out, display.take)
        capture = asyncio.run(stage.fly())
    capture = replace(capture, versions=versions_of(theatre))
    summary = summarise(capture, theatre, grammar)
    write_results(out, capture, summary, transcript(capture, theatre))
    write_wav(out / "frequency.wav", stage.sound)
    click.echo(f"\ntranscript: {out / 'transcript.txt'}   sound: {out / 'frequency.wav'}")
    problems = verify_sortie(summary, check_latency=True)
    show_summary(summary, problems, out)
    return ExitCode.FOUND if problems else ExitCode.OK
