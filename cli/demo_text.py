"""The demo without audio: the same desk and the same pilots on a simulated clock."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import click

from cli.exit_codes import ExitCode
from cli.find_theatre import Place
from engine import __version__
from engine.model.capture import AirRecord, Capture
from engine.model.errors import ConfigurationError
from engine.profile.theatre import Theatre
from engine.proving.checker import summarise
from engine.proving.recording import write_recording
from engine.proving.seeds import SeedVerdict, report, sweep_seeds
from engine.proving.transcript import transcript
from engine.proving.verdict import verify_sortie
from engine.service.build import make_desk, make_language
from engine.service.child import ChildController
from engine.service.in_process import DeskController
from engine.sim.pilot_mind import Milestone
from engine.sim.script import CALLSIGNS, Sortie
from engine.sim.sortie import fly
from engine.sim.spoken_grammar import SpokenGrammar
from engine.store import MemoryEventLog

__all__ = ["fly_seeds", "fly_text", "show_summary", "versions_of", "write_results"]

_CHILD_LOG = "text-sortie.sqlite"


@dataclass(slots=True)
class _Killer:
    """Kills the service at phases, and holds the boards before and after against each other."""

    child: ChildController
    phases: list[str]
    restarts: list[dict[str, object]] = field(default_factory=list)

    def at_phase(self, callsign: str, phase: str) -> None:
        """Kill and restart if this is the next phase asked for."""
        if phase not in self.phases:
            return
        self.phases.remove(phase)
        before = self.child.board_json()
        self.child.kill()
        self.child.start()
        equal = self.child.board_json() == before
        self.child.kill_in_next_step = True
        self.restarts.append({"phase": phase, "callsign": callsign, "board_equal": equal})


def fly_text(place: Place, seed: int, kills: tuple[str, ...], out: Path) -> ExitCode:
    """Fly one sortie as text, print its transcript and summary, and write both."""
    known = [one.value for one in Milestone]
    unknown = sorted(set(kills) - set(known))
    if unknown:
        message = f"no phase is called {', '.join(unknown)}; there are {', '.join(known)}"
        raise ConfigurationError(message)
    theatre, field_name = place.theatre, place.field
    sortie = Sortie.from_seed(theatre, field_name, seed)
    grammar = _grammar(theatre, field_name, [one.callsign for one in sortie.pilots])
    restarts: list[dict[str, object]] = []
    if kills:
        with tempfile.TemporaryDirectory() as scratch:
            child = ChildController(place.folder, Path(scratch) / _CHILD_LOG)
            killer = _Killer(child, list(kills))
            child.start()
            try:
                result = fly(sortie, theatre, child, grammar, on_phase=killer.at_phase)
            finally:
                child.close()
        restarts = killer.restarts
        for phase in killer.phases:
            click.echo(f"note: nobody reached {phase} in this sortie", err=True)
    else:
        desk = make_desk(theatre, MemoryEventLog())
        result = fly(sortie, theatre, DeskController(desk), grammar)
    capture = replace(result.capture, versions=versions_of(theatre))
    click.echo(transcript(capture, theatre), nl=False)
    summary = summarise(capture, theatre, grammar)
    if restarts:
        summary["restarts"] = restarts
    write_results(out, capture, summary, transcript(capture, theatre))
    problems = verify_sortie(summary)
    problems += [
        f"the board differed after the restart at {one['phase']}"
        for one in restarts
        if not one["board_equal"]
    ]
    show_summary(summary, problems, out)
    return ExitCode.FOUND if problems else ExitCode.OK


def fly_seeds(place: Place, count: int) -> ExitCode:
    """Fly seeds 1 to `count` and say which broke a promise."""
    theatre, field_name = place.theatre, place.field
    language = make_language(theatre)
    grammar = _grammar(theatre, field_name, CALLSIGNS)

    def fly_seed(seed: int) -> Capture:
        desk = make_desk(theatre, MemoryEventLog(), language=language)
        sortie = Sortie.from_seed(theatre, field_name, seed)
        return fly(sortie, theatre, DeskController(desk), grammar).capture

    def told(verdict: SeedVerdict) -> None:
        state = "; ".join(verdict.problems) or "kept every promise"
        click.echo(f"seed {verdict.seed}: {state}")

    verdicts = sweep_seeds(
        range(1, count + 1),
        fly_seed,
        theatre=theatre,
        grammar=grammar,
        told=told,
    )
    click.echo(report(verdicts))
    return ExitCode.FOUND if any(one.problems for one in verdicts) else ExitCode.OK


def write_results(out: Path, capture: Capture, summary: dict[str, object], text: str) -> None:
    """Write `summary.json`, `transcript.txt` and `recording.jsonl` into a folder."""
    out.mkdir(parents=True, exist_ok=True)
    (out / "summary.json").write_text(
        json.dumps(summary, indent=2, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8"
    )
    (out / "transcript.txt").write_text(text, encoding="utf-8")
    records: tuple[AirRecord, ...] = capture.air
    with (out / "recording.jsonl").open("w", encoding="utf-8") as recording:
        write_recording(records, recording)


def show_summary(summary: Mapping[str, Any], problems: list[str], out: Path) -> None:
    """Print what matters of a summary, and every broken promise."""
    click.echo("")
    for key in ("landed", "transmissions_lost", "unbacked_slots", "go_arounds", "duration_s"):
        click.echo(f"{key}: {summary[key]}")
    click.echo(f"latency: {latency_line(summary['latency_ms'])}")
    for problem in problems:
        click.echo(f"PROBLEM: {problem}")
    click.echo(f"written: {out / 'summary.json'}")


def latency_line(latency: Mapping[str, Any]) -> str:
    """Return from the end of a call to the start of its answer, in words."""
    if latency["p50"] is None:
        return "no call was answered"
    return (
        f"{latency['p50'] / 1000:.1f} s from a call to its answer (median), "
        f"{latency['p95'] / 1000:.1f} s at most for 95 % of {latency['count']} calls"
    )


def _grammar(theatre: Theatre, field_name: str, callsigns: Iterable[str]) -> SpokenGrammar:
    language = make_language(theatre)
    authority = theatre.fields[field_name].phraseology
    return SpokenGrammar.of(theatre, language.phrasebook(authority), callsigns)


def versions_of(theatre: Theatre) -> dict[str, str]:
    """Return what made a sortie: program and profile."""
    return {"marshall": __version__, "profile": theatre.config_hash[:12]}
