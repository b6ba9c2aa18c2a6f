"""Loads a theatre: a folder of YAML and what all theatres share, to one frozen value.

Every mistake is collected, in every file, before anything is given up; a theatre is returned only
when there is no error. `load_theatre_or_raise` is for starting up, where the first thing a host
must see is where to look.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from engine.model.errors import InternalError, ProfileError
from engine.profile.compile_airfield import Surroundings, compile_airfield
from engine.profile.compile_ladder import compile_rungs
from engine.profile.compile_phases import compile_phases
from engine.profile.compile_theatre import (
    Ground,
    compile_airframes,
    compile_ground,
    compile_theatre,
)
from engine.profile.diagnostic import Diagnostic, Severity, Span, in_order
from engine.profile.node import Items, Node, Table, spoil
from engine.profile.project import Project
from engine.profile.render import full
from engine.profile.rules import check_all
from engine.profile.shape import check_shape, node_at
from engine.profile.source import MAX_BYTES, Source, read_source
from engine.profile.theatre import Theatre
from engine.resources import profiles_dir, schemas_dir

__all__ = ["Loaded", "load_theatre", "load_theatre_or_raise", "theatre_folders"]

_COMMON = ("phases", "handoffs", "airframes")
_NOT_AIRFIELDS = frozenset({"theatre"})
# Words are checked in full by engine.language, which compiles them; a schema is a bonus here.
_LATER_KINDS = frozenset({"intents", "phraseology"})


@dataclass(frozen=True, slots=True)
class Loaded:
    """What loading gave: the theatre (None with any error), every finding, every file's text.

    `texts` is by the shown name of the file, for `engine.profile.render.full`.
    """

    theatre: Theatre | None
    diagnostics: tuple[Diagnostic, ...]
    texts: Mapping[str, str]

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """Return the findings that keep the theatre from flying."""
        return tuple(d for d in self.diagnostics if d.severity is Severity.ERROR)


def theatre_folders(path: Path) -> tuple[Path, ...]:
    """Return the theatres of a path: itself, the folder of a file, or those in a folder."""
    if path.is_file():
        path = path.parent
    if (path / "theatre.yaml").is_file():
        return (path,)
    return tuple(
        sorted(inside.parent for inside in path.glob("*/theatre.yaml") if inside.is_file())
    )


def load_theatre_or_raise(folder: Path, *, mission_year: float | None = None) -> Theatre:
    """Return the theatre of a folder.

    Raises:
        ProfileError: a profile has an error; the message is the rendered diagnostics.
    """
    loaded = load_theatre(folder, mission_year=mission_year)
    if loaded.theatre is None:
        raise ProfileError(full(loaded.errors, loaded.texts))
    return loaded.theatre


def load_theatre(folder: Path, *, mission_year: float | None = None) -> Loaded:
    """Return the theatre of a folder with everything that was found on the way.

    `mission_year` is the decimal year magnetic variation is taken at, instead of the theatre's
    `mission_date`.
    """
    found: list[Diagnostic] = []
    sources = _read_all(folder, found)
    for name, source in sources.items():
        found.extend(source.diagnostics)
        schema = schemas_dir() / f"{_kind(name)}.schema.json"
        if schema.exists() or _kind(name) not in _LATER_KINDS:
            wrong = check_shape(source, schema)
            found.extend(wrong)
            if wrong and source.root is not None:
                spoiled = spoil(source.root, {finding.span for finding in wrong})
                sources[name] = replace(source, root=spoiled)
    project, ground = _compile(sources, found)
    if mission_year is not None:
        project.mission_year = mission_year
    found.extend(check_all(project))
    diagnostics = in_order(found)
    texts = {source.file: source.text for source in sources.values()}
    if any(d.severity is Severity.ERROR for d in diagnostics):
        return Loaded(None, diagnostics, texts)
    config_hash = _config_hash(sources, project.mission_year)
    theatre = (
        compile_theatre(folder.name, project, ground, config_hash) if ground is not None else None
    )
    if theatre is None:
        message = f"the profile {folder.name} has no error and yet does not compile"
        raise InternalError(message)
    return Loaded(theatre, diagnostics, texts)


def _compile(
    sources: Mapping[str, Source], found: list[Diagnostic]
) -> tuple[Project, Ground | None]:
    project = Project(sources=sources)
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
    project.stations = ground.stations
    project.variation = ground.variation
    project.mission_year = ground.mission_year
    around = Surroundings(ground.projection, names, project.ladder, ground.fixes)
    fields = {}
    for name in sources:
        if _kind(name) == "airfield":
            airfield = compile_airfield(name, project.root(name), around, found)
            if airfield is not None:
                fields[name] = airfield
    project.fields = fields
    return project, ground


def _phraseology(project: Project) -> dict[str, object]:
    prefix = "common/phraseology/"
    return {
        name.removeprefix(prefix): root.plain()
        for name in project.sources
        if name.startswith(prefix) and isinstance(root := project.root(name), Table)
    }


def _kind(name: str) -> str:
    if name.startswith("common/phraseology/"):
        return "phraseology"
    if name.startswith("common/"):
        return name.removeprefix("common/")
    return name if name in _NOT_AIRFIELDS else "airfield"


def _read_all(folder: Path, found: list[Diagnostic]) -> dict[str, Source]:
    sources: dict[str, Source] = {}
    if not (folder / "theatre.yaml").is_file():
        found.append(
            Diagnostic(
                "M021",
                "the theatre has no file `theatre.yaml`",
                Span(_shown(folder / "theatre.yaml"), 1, 1, 1, 2),
                hint="a theatre is a folder with a theatre.yaml and one file for each airfield",
            )
        )
    for path in sorted(folder.glob("*.yaml")) if folder.is_dir() else []:
        sources[path.stem] = _read(path, found)
    for name, path in _common_files(folder, found):
        sources[name] = _read(path, found)
    return sources


def _common_files(folder: Path, found: list[Diagnostic]) -> Iterable[tuple[str, Path]]:
    own, shipped = folder.resolve().parent / "common", profiles_dir() / "common"
    for name in (*_COMMON, "intents"):
        path = next(
            (b / f"{name}.yaml" for b in (own, shipped) if (b / f"{name}.yaml").is_file()), None
        )
        if path is not None:
            yield f"common/{name}", path
        elif name in _COMMON:
            found.append(
                Diagnostic(
                    "M021",
                    f"the file common/{name}.yaml is missing",
                    Span(f"common/{name}.yaml", 1, 1, 1, 2),
                )
            )
    words: dict[str, Path] = {}
    for base in (shipped, own):
        for path in sorted((base / "phraseology").glob("*.yaml")):
            words[path.stem] = path
    for name in sorted(words):
        yield f"common/phraseology/{name}", words[name]


def _shown(path: Path) -> str:
    """Return a name for a file that says nothing of the host: from here, or its last folders."""
    whole = path.resolve()
    try:
        return whole.relative_to(Path.cwd()).as_posix()
    except ValueError:
        return "/".join(whole.parts[-3:]).lstrip("/")


def _read(path: Path, found: list[Diagnostic]) -> Source:
    shown = _shown(path)
    try:
        with path.open("rb") as file:
            return read_source(shown, file.read(MAX_BYTES + 1))
    except OSError:
        found.append(
            Diagnostic("M020", "the file cannot be opened for reading", Span(shown, 1, 1, 1, 2))
        )
        return Source(shown, "", None, ())


def _config_hash(sources: Mapping[str, Source], mission_year: float) -> str:
    def plain(root: Node | None) -> object:
        return None if root is None else root.plain()

    content = {name: plain(sources[name].root) for name in sorted(sources)}
    canonical = json.dumps(
        {"mission_year": mission_year, "files": content},
        sort_keys=True,
        ensure_ascii=False,
        separators=(",", ":"),
    )
    return hashlib.sha256(canonical.encode()).hexdigest()
