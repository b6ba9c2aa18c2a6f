"""The files of a theatre, read and held against their schemas.

What a file says depends on its bytes alone, so it is remembered by them: a theatre that is loaded
again after one save reads one file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from engine.profile.diagnostic import Diagnostic, Span, nearest
from engine.profile.node import spoil
from engine.profile.overlay import base_of
from engine.profile.places import (
    COMMON,
    MAX_BYTES,
    SCENARIOS,
    WORDS,
    content_of,
    printable,
    read_bounded,
    resolved,
    shown_name,
)
from engine.profile.shape import check_shape
from engine.profile.source import Source, read_source
from engine.resources import schemas_dir

__all__ = ["forget", "kind_of", "read_files", "schema_kind", "stray_files"]

_NOT_AIRFIELDS = frozenset({"theatre"})


def kind_of(name: str) -> str:
    """Return the kind of a file by its name within the theatre."""
    if name.startswith("common/phraseology/"):
        return "phraseology"
    if name.startswith(f"{SCENARIOS}/"):
        return SCENARIOS
    if name.startswith("common/"):
        return name.removeprefix("common/")
    return name if name in _NOT_AIRFIELDS else "airfield"


def schema_kind(name: str, source: Source | None) -> str:
    """Return the kind whose schema a file is held against: a variant's own for a variant."""
    kind = kind_of(name)
    if kind == "airfield" and source is not None and base_of(source) is not None:
        return "overlay"
    return kind


def read_files(
    folder: Path,
    found: list[Diagnostic],
    unsaved: Mapping[Path, bytes] | None = None,
    *,
    scenarios: bool = True,
) -> dict[str, Source]:
    """Return every file of a theatre by its name; `found` gains what is wrong with them.

    `unsaved` are texts that stand in place of files on the disk, by resolved path.
    """
    if not (folder / "theatre.yaml").is_file():
        found.append(
            Diagnostic(
                "M021",
                "the theatre has no file `theatre.yaml`",
                Span(shown_name(folder / "theatre.yaml"), 1, 1, 1, 2),
                hint="a theatre is a folder with a theatre.yaml and one file for each airfield",
            )
        )
    sources: dict[str, Source] = {}
    for name, path in _with_new(folder, unsaved or {}):
        if not scenarios and kind_of(name) == SCENARIOS:
            continue
        shown = shown_name(path)
        if printable(path.stem) != path.stem:
            message = f"the name of the file `{printable(path.name)}` is not UTF-8"
            span = Span(shown, 1, 1, 1, 2)
            found.append(Diagnostic("M001", message, span, hint="give it a name in plain letters"))
            sources[name] = Source(shown, "", None, ())
            continue
        data = _bytes_of(path, unsaved or {})
        if data is None:
            message = "the file cannot be opened for reading"
            found.append(Diagnostic("M020", message, Span(shown, 1, 1, 1, 2)))
            sources[name] = Source(shown, "", None, ())
            continue
        schema = schemas_dir() / f"{kind_of(name)}.schema.json"
        modified = schema.stat().st_mtime_ns if schema.exists() else None
        source, wrong = _checked(shown, data, schema, modified)
        found.extend(wrong)
        sources[name] = source
    for name in COMMON:
        if f"common/{name}" not in sources:
            message = f"the file common/{name}.yaml is missing"
            span = Span(f"common/{name}.yaml", 1, 1, 1, 2)
            found.append(Diagnostic("M021", message, span))
    return sources


def _with_new(folder: Path, unsaved: Mapping[Path, bytes]) -> Iterator[tuple[str, Path]]:
    """Yield the files of a theatre, with those that were never saved yet."""
    known = set()
    for name, path in content_of(folder):
        known.add(resolved(path))
        yield name, path
    for path in unsaved:
        if path not in known and path.parent == folder.resolve():
            yield path.stem, path


def _bytes_of(path: Path, unsaved: Mapping[Path, bytes]) -> bytes | None:
    """Return what a file holds, or would hold if it were saved."""
    given = unsaved.get(resolved(path)) if unsaved else None
    return read_bounded(path) if given is None else given[: MAX_BYTES + 1]


@lru_cache(maxsize=512)
def _checked(
    shown: str, data: bytes, schema: Path, modified: int | None
) -> tuple[Source, tuple[Diagnostic, ...]]:
    source = read_source(shown, data)
    if modified is None:
        return source, source.diagnostics
    if schema.stem == "airfield.schema" and schema_kind("", source) == "overlay":
        schema = schema.with_name("overlay.schema.json")
    wrong = check_shape(source, schema)
    if wrong and source.root is not None:
        spoiled = spoil(source.root, {finding.span for finding in wrong})
        source = replace(source, root=spoiled)
    return source, (*source.diagnostics, *wrong)


def forget() -> None:
    """Let go of every file that was remembered."""
    _checked.cache_clear()


def stray_files(folder: Path) -> Iterator[Diagnostic]:
    """Yield each file that looks like a profile and that nobody reads."""
    read = {resolved(path) for _, path in content_of(folder)}
    common = folder.resolve().parent / "common"
    names = [f"{name}.yaml" for name in (*COMMON, *WORDS)]
    for base in (folder, common):
        for path in sorted(base.rglob("*.y*ml")) if base.is_dir() else []:
            if path.suffix not in {".yaml", ".yml"} or resolved(path) in read:
                continue
            if path.name.startswith("."):
                continue  # an editor's own, or the system's
            guess = nearest(path.name, names) if base == common else None
            if guess is None and path.suffix == ".yml":
                guess = f"{printable(path.stem)}.yaml"
            yield Diagnostic(
                "M218",
                f"nothing reads the file `{printable(path.name)}`",
                Span(shown_name(path), 1, 1, 1, 2),
                hint=f"call it `{guess}`" if guess else "move or delete it",
            )
