"""What is wrong with a sortie, in plain words, from its summary alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = ["verify_sortie"]

MEDIAN_MS = 2000.0
P95_MS = 3500.0
"""From a pilot's last packet to the first packet of the answer."""

Summary = Mapping[str, Any]


def verify_sortie(summary: Summary, *, check_latency: bool = False) -> list[str]:
    """Return every promise the sortie broke; empty when it kept them all.

    Latency is a promise of the service on real time; on simulated time it is arithmetic, so it is
    checked only when asked.
    """
    problems = [*_landings(summary), *_words(summary), *_miles(summary), *_separation(summary)]
    if check_latency:
        problems.extend(_latency(summary))
    return problems


def _landings(summary: Summary) -> list[str]:
    problems = []
    if summary["timed_out"]:
        problems.append(f"the sortie was not over after {summary['duration_s']:.0f} s")
    if summary["landed"] != summary["aircraft"]:
        flying = [one for one, when in summary["landings_ms"].items() if when is None]
        problems.append(
            f"{summary['landed']} of {summary['aircraft']} landed; still up: {', '.join(flying)}"
        )
    return problems


def _words(summary: Summary) -> list[str]:
    problems = [
        f"no answer to {one['speaker']}: {one['words']} ({one['id']})" for one in summary["lost"]
    ]
    problems.extend(
        f"said without a decision: {one['what']} ({one['id']})" for one in summary["unbacked"]
    )
    if summary["transmissions_lost"] != len(summary["lost"]):
        problems.append("the count of lost calls is not the number listed")
    return problems


def _miles(summary: Summary) -> list[str]:
    problems = []
    for aircraft in summary["mile_calls"]:
        callsign = aircraft["callsign"]
        called = [one["mile"] for one in aircraft["calls"]]
        if called != aircraft["wanted"]:
            problems.append(f"{callsign}: miles called {called}, wanted {aircraft['wanted']}")
        problems.extend(
            f"{callsign}: {one['mile']} miles called at {one['true_range_nm']:.2f} nm with "
            f"{one['altitude_ft']} ft, table {one['table_altitude_ft']} ft"
            for one in aircraft["calls"]
            if not one["ok"]
        )
    return problems


def _separation(summary: Summary) -> list[str]:
    problems = []
    if summary["separation"]["lost_s"] > 0:
        apart = summary["separation"]
        problems.append(
            f"separation lost for {apart['lost_s']:.1f} s: {apart['closest_nm_within_1000_ft']} nm "
            f"within 1,000 ft, {apart['closest_ft_within_3_nm']} ft within 3 nm"
        )
    if summary["safe_altitude"]["below_s"] > 0:
        low = summary["safe_altitude"]
        problems.append(
            f"below the safe altitude for {low['below_s']:.1f} s, by "
            f"{-low['lowest_margin_ft']:.0f} ft"
        )
    return problems


def _latency(summary: Summary) -> list[str]:
    spent = summary["latency_ms"]
    problems = []
    if spent["p50"] is None:
        return ["no call was answered, so there is no latency"]
    if spent["p50"] > MEDIAN_MS:
        problems.append(f"median answer after {spent['p50']:.0f} ms, wanted {MEDIAN_MS:.0f}")
    if spent["p95"] > P95_MS:
        problems.append(f"95th percentile answer after {spent['p95']:.0f} ms, wanted {P95_MS:.0f}")
    return problems
