"""Loads a theatre: a folder of YAML and what all theatres share, to one frozen value.

Every mistake is collected, in every file, before anything is given up; a theatre is returned only
when there is no error. `load_theatre_or_raise` is for starting up, where the first thing a host
must see is where to look.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from engine.model.errors import InternalError, ProfileError
from engine.profile.compile_airfield import Surroundings, compile_airfield
from engine.profile.compile_ladder import compile_rungs
from engine.profile.compile_phases import compile_phases
from engine.profile.compile_scenarios import compile_scenarios
from engine.profile.compile_theatre import (
    Ground,
    compile_airframes,
    compile_ground,
    compile_theatre,
)
from engine.profile.consequences import without_consequences
from engine.profile.diagnostic import Diagnostic, Severity, Span, in_order
from engine.profile.files import kind_of, read_files, stray_files
from engine.profile.node import Items, Node, Scalar, Table
from engine.profile.overlay import Variant, lay_over
from engine.profile.places import MAX_BYTES, SCENARIOS, read_bounded, theatre_folders
from engine.profile.project import Project
from engine.profile.render import full
from engine.profile.rules import check_all
from engine.profile.scenario import Scenario
from engine.profile.shape import node_at
from engine.profile.source import Source
from engine.profile.suppression import apply_suppressions
from engine.profile.terrain import Terrain, read_terrain
from engine.profile.theatre import Airfield, Theatre
from engine.profile.timings import Timings
from engine.profile.variants import check_variant, whole_shape, with_reach

if TYPE_CHECKING:
    from engine.profile.mission_file import Mission

__all__ = ["Loaded", "load_project", "load_theatre", "load_theatre_or_raise", "theatre_folders"]


@dataclass(frozen=True, slots=True)
class Loaded:
    """What loading gave: the theatre (None with any error), every finding, every file's text.

    `texts` is by the shown name of the file, for `engine.profile.render.full`; `accepted` are
    findings that the author has silenced with his reason. `scenarios` are the designer's tests.
    """

    theatre: Theatre | None
    diagnostics: tuple[Diagnostic, ...]
    texts: Mapping[str, str]
    accepted: tuple[Diagnostic, ...] = ()
    scenarios: tuple[Scenario, ...] = ()

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """Return the findings that keep the theatre from flying."""
        return tuple(d for d in self.diagnostics if d.severity is Severity.ERROR)


def load_theatre_or_raise(folder: Path, *, mission_year: float | None = None) -> Theatre:
    """Return the theatre of a folder.

    Raises:
        ProfileError: a profile has an error; the message is the rendered diagnostics.
    """
    loaded = load_theatre(folder, mission_year=mission_year, scenarios=False)
    if loaded.theatre is None:
        raise ProfileError(full(loaded.errors, loaded.texts))
    return loaded.theatre


def load_theatre(
    folder: Path,
    *,
    mission_year: float | None = None,
    unsaved: Mapping[Path, bytes] | None = None,
    scenarios: bool = True,
    timings: Timings | None = None,
    mission: Mission | None = None,
) -> Loaded:
    """Return the theatre of a folder with everything that was found on the way.

    Args:
        folder: the theatre's folder.
        mission_year: the decimal year magnetic variation is taken at, instead of the theatre's
            `mission_date`.
        unsaved: what stands in an editor and not yet on the disk, by resolved path.
        scenarios: whether designers' tests are read too: a mistake in one does not keep a theatre
            from flying.
        timings: gains how long each part took.
        mission: a mission that it must agree with; its date is then that of magnetic variation.
    """
    found: list[Diagnostic] = []
    clock = timings or Timings()
    with clock.part("read and compile"):
        project, ground = load_project(folder, found, unsaved, scenarios=scenarios)
    sources = project.sources
    if mission_year is None and mission is not None and mission.year > 0.0:
        mission_year = mission.year
    if mission_year is not None:
        project.mission_year = mission_year
        project.fields = {
            key: replace(one, mission_year=None) for key, one in project.fields.items()
        }
        project.variants = {
            key: replace(one, mission_year=None) for key, one in project.variants.items()
        }
    told = [*found, *check_all(project, timings)]
    with clock.part("variants"):
        of_variants = {
            key: [*told_of, *check_variant(project, key)]
            for key, told_of in project.told_of.items()
        }
    found = with_reach(project, told, of_variants)
    if mission is not None:
        found.extend(_with_mission(project, mission))
    left, silenced = apply_suppressions(found, sources.values())
    diagnostics = in_order(without_consequences(left, sources))
    accepted = in_order(silenced)
    texts = {source.file: source.text for source in sources.values()}
    if any(d.severity is Severity.ERROR for d in diagnostics):
        return Loaded(None, diagnostics, texts, accepted)
    config_hash = _config_hash(sources, project.mission_year)
    theatre = (
        compile_theatre(folder.name, project, ground, config_hash) if ground is not None else None
    )
    if theatre is None:
        message = f"the profile {folder.name} has no error and yet does not compile"
        raise InternalError(message)
    return Loaded(theatre, diagnostics, texts, accepted, project.scenarios)


def _with_mission(project: Project, mission: Mission) -> Iterator[Diagnostic]:
    from engine.profile.mission_rules import check_mission  # noqa: PLC0415 - seldom asked for

    return check_mission(project, mission)


def load_project(
    folder: Path,
    found: list[Diagnostic],
    unsaved: Mapping[Path, bytes] | None = None,
    *,
    scenarios: bool = True,
) -> tuple[Project, Ground | None]:
    """Return a theatre's files and parts before the rules look at them; `found` gains findings."""
    sources = read_files(folder, found, unsaved, scenarios=scenarios)
    found.extend(stray_files(folder))
    overlays = lay_over(sources, found)
    return _compile(folder, sources, overlays, found)


def _compile(
    folder: Path,
    sources: Mapping[str, Source],
    overlays: Mapping[str, Variant],
    found: list[Diagnostic],
) -> tuple[Project, Ground | None]:
    project = Project(sources=sources, overlays=overlays)
    project.phases = compile_phases(project.root("common/phases"), found)
    phases_file = sources["common/phases"].file if "common/phases" in sources else ""
    project.phases.whole = all(finding.file != phases_file for finding in found)
    names = frozenset(project.names("common/phases", "phases"))
    handoffs = project.root("common/handoffs")
    common = node_at(handoffs, ["handoffs"]) if handoffs is not None else None
    project.ladder = compile_rungs(common.items if isinstance(common, Items) else (), names, found)
    project.airframes = compile_airframes(project.root("common/airframes"))
    project.phraseology = _phraseology(project)
    ground = compile_ground(project.root("theatre"))
    if ground is None:
        return project, None
    project.projection = ground.projection
    project.fixes = ground.fixes
    project.navaids = ground.navaids
    project.stations = ground.stations
    project.variation = ground.variation
    project.mission_year = ground.mission_year
    project.terrain = _terrain(folder, ground, found)
    around = Surroundings(
        ground.projection,
        names,
        project.ladder,
        ground.fixes,
        _names_of(common),
        ground.navaids,
    )
    fields: dict[str, Airfield] = {}
    variants: dict[str, Airfield] = {}
    told_of: dict[str, list[Diagnostic]] = {}
    for name, source in sources.items():
        if kind_of(name) != "airfield":
            continue
        told = found
        if name in overlays:
            told = told_of.setdefault(name, list(whole_shape(source, overlays[name])))
        airfield = compile_airfield(name, project.root(name), around, told)
        if airfield is not None:
            (variants if name in overlays else fields)[name] = airfield
    project.fields, project.variants, project.told_of = fields, variants, told_of
    project.scenarios = tuple(
        scenario
        for name in sources
        if kind_of(name) == SCENARIOS
        for scenario in compile_scenarios(name, project.root(name), names, found)
    )
    return project, ground


def _names_of(rungs: Node | None) -> frozenset[str]:
    """Return the names that a list of rungs writes."""
    items = rungs.items if isinstance(rungs, Items) else ()
    given = [item.get("name") for item in items if isinstance(item, Table)]
    return frozenset(name.raw for name in given if isinstance(name, Scalar))


def _terrain(folder: Path, ground: Ground, found: list[Diagnostic]) -> Terrain | None:
    path = folder / "terrain.json"
    if not path.is_file():
        return None
    data = read_bounded(path)
    if data is None or len(data) > MAX_BYTES:
        terrain = None
    else:
        terrain = read_terrain(ground.projection, data.decode("utf-8", errors="replace"))
    if terrain is None:
        found.append(
            Diagnostic(
                "M022",
                "the terrain of the theatre cannot be read",
                Span(f"{folder.name}/terrain.json", 1, 1, 1, 2),
                hint="take the file that ships, or delete it",
            )
        )
    return terrain


def _phraseology(project: Project) -> dict[str, object]:
    prefix = "common/phraseology/"
    return {
        name.removeprefix(prefix): root.plain()
        for name in project.sources
        if name.startswith(prefix) and isinstance(root := project.root(name), Table)
    }


def _config_hash(sources: Mapping[str, Source], mission_year: float) -> str:
    def plain(root: Node | None) -> object:
        return None if root is None else root.plain()

    flown = (name for name in sorted(sources) if kind_of(name) != SCENARIOS)
    content = {name: plain(sources[name].root) for name in flown}
    canonical = json.dumps(
        {"mission_year": mission_year, "files": content},
        sort_keys=True,
        ensure_ascii=False,
        separators=(",", ":"),
    )
    return hashlib.sha256(canonical.encode()).hexdigest()
