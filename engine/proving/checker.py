"""Judge a sortie from what was on the air and where everybody was.

This is the part that says whether the rest did its work, so it takes nothing from the rest but the
words that were keyed and the directives recorded beside them. The figures make up the summary,
whose shape is `schemas/summary.schema.json`.
"""

from __future__ import annotations

import platform
import re
from collections.abc import Mapping, Sequence

from engine.model.capture import AirRecord, Capture
from engine.model.understood import ControllerGrammar, Understood
from engine.profile.theatre import Airfield, Approach, RunwayEnd, Theatre
from engine.proving.answers import Answered, answers, lost
from engine.proving.backing import unbacked
from engine.proving.floors import floor_margin
from engine.proving.mile_calls import MileCall, by_callsign, last_run, mile_calls, wanted_miles
from engine.proving.statistics import percentile
from engine.proving.truth import Paths, closest

__all__ = ["SUMMARY_VERSION", "summarise"]

SUMMARY_VERSION = 1
_GOING_AROUND = re.compile(r"(?<!\bif )\bgoing around\b", re.IGNORECASE)

Json = dict[str, object]


def summarise(capture: Capture, theatre: Theatre, grammar: ControllerGrammar) -> Json:
    """Return the summary of a sortie, ready to be written as JSON."""
    field = theatre.fields[capture.field]
    approach = field.approaches[capture.approach]
    end = field.runway_end(approach.runway)
    if end is None:
        message = f"{field.name} has no runway {approach.runway}"
        raise ValueError(message)
    paths = Paths(capture.truth)
    air = sorted(capture.air, key=lambda one: (one.started_ms, one.transmission_id))
    keyed = [one for one in air if one.station is not None]
    read = [(one, grammar.understand(one.words)) for one in keyed]
    understood = [(one, what) for one, what in read if what is not None]
    station_names = [station.name for station in theatre.all_stations()]
    found = answers(air, station_names)
    missing = lost(found, air, capture.ended_ms)
    wrong = [each for one, what in read for each in unbacked(one, what)]
    broken_off = _broken_off(air, understood, paths)
    landed = {callsign: paths.landed_ms(callsign) for callsign in paths.by_callsign}
    near = closest(paths)
    return {
        "version": SUMMARY_VERSION,
        "field": capture.field,
        "approach": capture.approach,
        "seed": capture.seed,
        "versions": {"python": platform.python_version(), **capture.versions},
        "duration_s": capture.ended_ms / 1000.0,
        "timed_out": capture.timed_out,
        "aircraft": len(paths.by_callsign),
        "landed": sum(1 for when in landed.values() if when is not None),
        "go_arounds": sum(len(times) for times in broken_off.values()),
        "transmissions": _counts(air),
        "transmissions_lost": len(missing),
        "lost": [
            {"id": one.transmission_id, "speaker": one.speaker, "words": one.words}
            for one in missing
        ],
        "unbacked_slots": len(wrong),
        "unbacked": [{"id": one.transmission_id, "what": one.what} for one in wrong],
        "mile_calls": _miles(
            mile_calls(understood, paths, approach, end), paths, broken_off, approach
        ),
        "latency_ms": _latency(found),
        "separation": {
            "closest_nm_within_1000_ft": _rounded(near.nm_when_level, 2),
            "closest_ft_within_3_nm": _rounded(near.ft_when_near, 0),
            "lost_s": near.lost_s,
        },
        "safe_altitude": _floors(paths, field, approach, end),
        "landings_ms": landed,
    }


def _counts(air: Sequence[AirRecord]) -> Json:
    pilots = [one for one in air if one.station is None]
    return {
        "pilots": len(pilots),
        "stations": len(air) - len(pilots),
        "stepped_on": sum(1 for one in air if one.stepped_on),
        "misheard": sum(
            1 for one in air for text in one.heard.values() if text and text != one.words
        ),
    }


def _broken_off(
    air: Sequence[AirRecord],
    understood: Sequence[tuple[AirRecord, Understood]],
    paths: Paths,
) -> Mapping[str, list[int]]:
    """Return when each aircraft broke off: he said so, or was told to."""
    times: dict[str, list[int]] = {}
    for one in air:
        if one.station is None and _GOING_AROUND.search(one.words):
            _add(times, paths.named(one.speaker), one.started_ms)
    for one, what in understood:
        if any(each.kind == "go_around" for each in what.instructions):
            _add(times, paths.named(one.addressed or what.callsign or ""), one.started_ms)
    return times


SAME_GO_AROUND_MS = 45_000
"""Told to go around and saying so, or saying it twice, is one go-around."""


def _add(times: dict[str, list[int]], callsign: str, when_ms: int) -> None:
    known = times.setdefault(callsign, [])
    if all(abs(when_ms - each) > SAME_GO_AROUND_MS for each in known):
        known.append(when_ms)


def _miles(
    calls: Sequence[MileCall],
    paths: Paths,
    broken_off: Mapping[str, list[int]],
    approach: Approach,
) -> list[Json]:
    grouped = by_callsign(calls)
    return [
        {
            "callsign": callsign,
            "wanted": wanted_miles(approach),
            "calls": [
                {
                    "mile": one.mile,
                    "t_ms": one.t_ms,
                    "true_range_nm": one.true_range_nm,
                    "altitude_ft": one.altitude_ft,
                    "table_altitude_ft": one.table_altitude_ft,
                    "ok": one.ok,
                }
                for one in last_run(grouped.get(callsign, []), broken_off.get(callsign, []))
            ],
            "earlier_calls_wrong": sum(1 for one in grouped.get(callsign, []) if not one.ok),
        }
        for callsign in paths.by_callsign
    ]


def _latency(found: Sequence[Answered]) -> Json:
    totals = [float(one.latency_ms) for one in found if one.latency_ms is not None]
    stages: dict[str, list[float]] = {}
    for one in found:
        if one.answer is not None:
            for stage, spent in one.answer.stages_ms.items():
                stages.setdefault(stage, []).append(spent)
    return {
        "count": len(totals),
        "p50": percentile(totals, 0.5),
        "p95": percentile(totals, 0.95),
        "stages": {
            stage: {"p50": percentile(spent, 0.5), "p95": percentile(spent, 0.95)}
            for stage, spent in sorted(stages.items())
        },
    }


def _floors(paths: Paths, field: Airfield, approach: Approach, end: RunwayEnd) -> Json:
    margins = {
        callsign: floor_margin(path, field, approach, end)
        for callsign, path in paths.by_callsign.items()
    }
    lowest = [one.lowest_ft for one in margins.values() if one.lowest_ft is not None]
    return {
        "lowest_margin_ft": _rounded(min(lowest, default=None), 0),
        "below_s": sum(one.below_s for one in margins.values()),
        "by_callsign": {
            callsign: {"lowest_margin_ft": _rounded(one.lowest_ft, 0), "at_ms": one.at_ms}
            for callsign, one in margins.items()
        },
    }


def _rounded(value: float | None, places: int) -> float | None:
    return None if value is None else round(value, places)
