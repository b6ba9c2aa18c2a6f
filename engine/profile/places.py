"""Which files a theatre is made of, without reading them: light, for a check that is cached."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from engine.resources import profiles_dir

__all__ = [
    "COMMON",
    "MAX_BYTES",
    "SCENARIOS",
    "WORDS",
    "content_of",
    "own_paths",
    "paths_by_name",
    "printable",
    "read_bounded",
    "resolved",
    "shown_name",
    "theatre_folders",
]

MAX_BYTES = 1_000_000
"""How large a file of a profile may be."""

COMMON = ("phases", "handoffs", "airframes")
"""What all theatres share and none can do without."""
WORDS = ("intents",)
SCENARIOS = "scenarios"
"""The folder of a theatre that holds its designers' tests."""


def theatre_folders(path: Path) -> tuple[Path, ...]:
    """Return the theatres of a path: itself, the folder of a file, or those in a folder."""
    if path.is_file():
        path = path.parent
    if path.name == SCENARIOS and (path.parent / "theatre.yaml").is_file():
        path = path.parent
    if (path / "theatre.yaml").is_file():
        return (path,)
    return tuple(
        sorted(inside.parent for inside in path.glob("*/theatre.yaml") if inside.is_file())
    )


def content_of(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield the files of a theatre that are there, each by its name within the theatre.

    What begins with a dot is an editor's or the system's own, and no part of a theatre.
    """
    for path in _yaml_files(folder) if folder.is_dir() else ():
        yield printable(path.stem), path
    for path in _yaml_files(folder / SCENARIOS):
        yield f"{SCENARIOS}/{printable(path.stem)}", path
    own, shipped = folder.resolve().parent / "common", profiles_dir() / "common"
    for name in (*COMMON, *WORDS):
        for base in (own, shipped):
            if (base / f"{name}.yaml").is_file():
                yield f"common/{name}", base / f"{name}.yaml"
                break
    words: dict[str, Path] = {}
    for base in (shipped, own):
        for path in _yaml_files(base / "phraseology"):
            words[printable(path.stem)] = path
    for name in sorted(words):
        yield f"common/phraseology/{name}", words[name]


def _yaml_files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.glob("*.yaml") if not path.name.startswith("."))


def printable(name: str) -> str:
    """Return the name of a file as it can be printed, whatever bytes the system has for it."""
    return name.encode("utf-8", errors="surrogateescape").decode("utf-8", errors="replace")


def paths_by_name(folder: Path) -> dict[str, Path]:
    """Return the files of a theatre by the name that diagnostics show."""
    return {shown_name(path): path for _, path in content_of(folder)}


def own_paths(folder: Path) -> dict[str, Path]:
    """Return the files of a theatre that are its author's: not those shared by installation."""
    bases = (folder.resolve(), folder.resolve().parent / "common")
    return {
        name: path
        for name, path in paths_by_name(folder).items()
        if any(resolved(path).is_relative_to(base) for base in bases)
    }


def read_bounded(path: Path) -> bytes | None:
    """Return what a file holds, one byte more than it may at most; None when it cannot be had.

    Only regular files are opened: a pipe or a device would never end.
    """
    try:
        if not path.is_file():
            return None
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError:
        return None


def resolved(path: Path) -> Path:
    """Return the path without links; as it is when they lead in a circle."""
    try:
        return path.resolve()
    except (OSError, RuntimeError):
        return path.absolute()


def shown_name(path: Path) -> str:
    """Return a name for a file that says nothing of the host: from here, or its last folders."""
    whole = resolved(path)
    try:
        return printable(whole.relative_to(Path.cwd()).as_posix())
    except ValueError:
        return printable("/".join(whole.parts[-3:]).lstrip("/"))
