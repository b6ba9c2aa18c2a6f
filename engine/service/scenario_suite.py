"""Plays every scenario of theatres, in a few processes at once.

A process keeps the theatres it has loaded. The order of the results is that of the files, however
many processes there are.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from engine.language.compile import Language
from engine.model.errors import ProfileError
from engine.profile.loader import Loaded, load_theatre
from engine.profile.render import full
from engine.profile.scenario import Scenario
from engine.profile.theatre import Theatre
from engine.proving.scenario_result import ScenarioResult
from engine.service.build import make_language
from engine.service.scenario_hearing import unheard
from engine.service.scenario_run import play

__all__ = ["Play", "hear_all", "load_or_raise", "plays_of", "run_plays"]

MOST_PROCESSES = 4


@dataclass(frozen=True, slots=True)
class Play:
    """One scenario at one field, by where it stands: what is handed to a process."""

    folder: Path
    number: int
    field: str


@lru_cache(maxsize=8)
def load_or_raise(folder: Path) -> Loaded:
    """Return a theatre with its scenarios.

    Raises:
        ProfileError: the theatre or a scenario has an error; the message is the diagnostics.
    """
    loaded = load_theatre(folder)
    if loaded.theatre is None:
        raise ProfileError(full(loaded.errors, loaded.texts))
    return loaded


def hear_all(folder: Path) -> None:
    """Hear every line of a theatre's pilots once, before anybody flies.

    Raises:
        ProfileError: one means nothing to a station; the message is the diagnostics.
    """
    loaded = load_or_raise(folder)
    found = list(unheard(_theatre(loaded), loaded.scenarios, _language(folder)))
    if found:
        raise ProfileError(full(found, loaded.texts))


def plays_of(folder: Path, wanted: Sequence[str] = (), only: str = "") -> list[Play]:
    """Return what there is to play in a theatre, as far as it is asked for.

    `wanted` are parts of names, of fields or of what is needed; `only` is one file as it is shown.

    Raises:
        ProfileError: the theatre or a scenario has an error.
    """
    return [
        Play(folder, number, field)
        for number, scenario in enumerate(load_or_raise(folder).scenarios)
        for field in scenario.fields
        if (not only or scenario.span.file == only) and _is_wanted(scenario, field, wanted)
    ]


def run_plays(plays: Sequence[Play], *, processes: int | None = None) -> Iterator[ScenarioResult]:
    """Play them all, and yield the results in order."""
    for folder in dict.fromkeys(one.folder for one in plays):
        hear_all(folder)  # and a process that is forked from here need not load it again
    count = min(processes or min(os.cpu_count() or 1, MOST_PROCESSES), len(plays))
    if count <= 1:
        yield from map(_run, plays)
        return
    gc.freeze()  # what is loaded stays: nobody need look through it again
    with ProcessPoolExecutor(count) as pool:
        yield from pool.map(_run, plays, chunksize=1)


def _is_wanted(scenario: Scenario, field: str, wanted: Sequence[str]) -> bool:
    told = " ".join((field, scenario.name, *scenario.needs)).casefold()
    return all(one.casefold() in told for one in wanted)


def _run(one: Play) -> ScenarioResult:
    loaded = load_or_raise(one.folder)
    return play(loaded.scenarios[one.number], _theatre(loaded), one.field, _language(one.folder))


def _theatre(loaded: Loaded) -> Theatre:
    if loaded.theatre is None:
        raise ProfileError(full(loaded.errors, loaded.texts))
    return loaded.theatre


@lru_cache(maxsize=8)
def _language(folder: Path) -> Language:
    return make_language(_theatre(load_or_raise(folder)))
