"""Checking theatres for a report: from the cache where nothing changed, else by loading them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from engine.profile.codes import CODES, Severity
from engine.profile.diagnostic import Diagnostic
from engine.profile.places import paths_by_name, read_bounded, shown_name
from engine.profile.result_cache import Checked, key_of, recall, remember
from engine.profile.timings import Timings

if TYPE_CHECKING:
    from engine.profile.mission_file import Mission

__all__ = ["check_folder", "chosen", "code_of", "leveled", "texts_of"]


def check_folder(
    folder: Path,
    *,
    cached: bool = True,
    unsaved: Mapping[Path, bytes] | None = None,
    timings: Timings | None = None,
    mission: Mission | None = None,
) -> Checked:
    """Return what is found in one theatre.

    `unsaved` are texts in place of files on the disk, by resolved path; they are never remembered,
    nor is what was found with a `mission`.
    """
    cached = cached and not unsaved and mission is None
    key = key_of(folder) if cached else ""
    before = recall(key) if cached else None
    if before is not None:
        return before
    from engine.profile.loader import load_theatre  # noqa: PLC0415 - a cached check needs none

    loaded = load_theatre(folder, unsaved=unsaved, timings=timings, mission=mission)
    theatre = loaded.theatre
    checked = Checked(
        loaded.diagnostics,
        loaded.accepted,
        fields=len(theatre.fields) if theatre else 0,
        stations=len(theatre.all_stations()) if theatre else 0,
        phases=len(theatre.phases.phases) if theatre else 0,
        whole=theatre is not None,
    )
    if cached:
        remember(key, checked)
    return checked


def texts_of(
    folder: Path, diagnostics: Sequence[Diagnostic], unsaved: Mapping[Path, bytes] | None = None
) -> dict[str, str]:
    """Return the texts of the files that findings point into, by their shown names."""
    wanted = {found.span.file for found in diagnostics}
    wanted |= {label.span.file for found in diagnostics for label in found.related}
    texts = {
        shown_name(path): data.decode("utf-8-sig", errors="replace")
        for path, data in (unsaved or {}).items()
    }
    for name, path in paths_by_name(folder).items():
        if name in wanted and name not in texts:
            data = read_bounded(path)
            if data is not None:
                texts[name] = data.decode("utf-8-sig", errors="replace")
    return texts


def code_of(name: str) -> tuple[str, ...]:
    """Return the codes that a code, a beginning of codes (`M4`) or a slug names; none if none."""
    slugs = {code.slug: code.code for code in CODES.values()}
    if name in slugs:
        return (slugs[name],)
    return tuple(code for code in CODES if code.startswith(name.upper())) if name else ()


def leveled(
    diagnostics: Sequence[Diagnostic], levels: Mapping[str, Severity]
) -> tuple[Diagnostic, ...]:
    """Return the findings, those whose code has another level for this run with that level."""
    if not levels:
        return tuple(diagnostics)
    return tuple(
        replace(found, level=levels[found.code]) if found.code in levels else found
        for found in diagnostics
    )


def chosen(
    diagnostics: Sequence[Diagnostic], select: frozenset[str], ignore: frozenset[str]
) -> tuple[Diagnostic, ...]:
    """Return the findings whose codes are selected (all when none are) and not ignored."""
    return tuple(
        found
        for found in diagnostics
        if (not select or found.code in select) and found.code not in ignore
    )
