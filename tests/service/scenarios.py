"""Scenarios written in a test, played at Batumi."""

from __future__ import annotations

from functools import cache
from textwrap import dedent

from engine.language.compile import Language
from engine.profile.compile_scenarios import compile_scenarios
from engine.profile.diagnostic import Diagnostic
from engine.profile.loader import load_theatre_or_raise
from engine.profile.scenario import Scenario
from engine.profile.source import read_source
from engine.profile.theatre import Theatre
from engine.proving.scenario_result import ScenarioResult
from engine.service.build import make_language
from engine.service.scenario_run import play
from tests.profile.folders import PROFILES

HEAD = """\
fields: [batumi]
given:
  aircraft:
    pony: {type: P-51D-30-NA, at: {final: asr, range_nm: 14}}
scenarios:
  - scenario: it is as it should be
"""


@cache
def caucasus() -> Theatre:
    return load_theatre_or_raise(PROFILES / "caucasus")


@cache
def language() -> Language:
    return make_language(caucasus())


def scenarios(lines: str) -> tuple[tuple[Scenario, ...], list[Diagnostic]]:
    """Return the scenario whose lines these are, with what is wrong with them."""
    text = HEAD + "".join(f"    {line}\n" for line in dedent(lines).strip().splitlines())
    source = read_source("scenarios/test.yaml", text.encode())
    found = list(source.diagnostics)
    phases = frozenset(caucasus().phases.phases)
    return compile_scenarios("scenarios/test", source.root, phases, found), found


def played(lines: str) -> ScenarioResult:
    """Return what becomes of a scenario at Batumi."""
    made, found = scenarios(lines)
    assert not found, found
    return play(made[0], caucasus(), "batumi", language())
