"""M857: what a scenario's pilot says is understood, by the words that the stations hear with.

It needs the grammar of the phraseology, which takes longer to make than all other checks together:
so it is done where a grammar is made anyway, by `marshall test` and `marshall validate --prove`.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.language.compile import Language
from engine.model.call import Hypothesis
from engine.model.intent import Intent
from engine.profile.diagnostic import Diagnostic
from engine.profile.scenario import Action, Scenario, Step
from engine.profile.scenario_names import filled
from engine.profile.theatre import Theatre
from engine.turn.hearing import static_lexicon

__all__ = ["unheard"]

_MEANT_NOT_TO_BE = frozenset({"say_again", "say_missing"})
"""A step that expects one of these has its pilot say what cannot be understood."""


def unheard(
    theatre: Theatre, scenarios: tuple[Scenario, ...], language: Language
) -> Iterator[Diagnostic]:
    """Yield each line of a pilot that means nothing to a station."""
    lexicon = static_lexicon(theatre)
    for scenario in scenarios:
        callsigns = tuple(one.callsign for one in scenario.given.players)
        known = lexicon.with_callsigns(callsigns)
        for line in _said(scenario):
            for key in scenario.fields:
                words = filled(line.text, theatre.fields[key], theatre.stations)
                call = language.hearing.hear([Hypothesis(words)], lexicon=known)
                if call.understood and call.readings[0].intent != Intent.NONE:
                    continue
                yield Diagnostic(
                    "M857",
                    "no phraseology understands what the pilot says",
                    line.span,
                    hint="docs/pilot.md says what pilots can say; `marshall hear` tries words",
                    notes=(f'heard as: "{words}"',),
                )
                break


def _said(scenario: Scenario) -> Iterator[Action]:
    for step in scenario.steps:
        if not _is_meant_so(step):
            yield from (one for one in step.when if one.kind == "says")


def _is_meant_so(step: Step) -> bool:
    return any(one.kind == "silence" or one.directive in _MEANT_NOT_TO_BE for one in step.then)
