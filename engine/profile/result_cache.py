"""What a check found, kept by the content of everything that it looked at.

The key is a digest of the bytes of a theatre's files, of the files of this package and of what it
is asked; nothing else can change the answer. A cache that cannot be read or written is no error.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from engine.profile.diagnostic import Diagnostic, Edit, Fix, Label, Safety, Span
from engine.profile.places import content_of, read_bounded, shown_name
from engine.resources import grammars_dir, schemas_dir

__all__ = ["Checked", "cache_folder", "key_of", "recall", "remember"]

_FORMAT = 2
_MOST_KEPT = 400


@dataclass(frozen=True, slots=True)
class Checked:
    """What checking one theatre gave, as far as a report needs it."""

    diagnostics: tuple[Diagnostic, ...]
    accepted: tuple[Diagnostic, ...]
    fields: int
    stations: int
    phases: int
    whole: bool


def cache_folder() -> Path:
    """Return the user's folder for what can be made again."""
    if sys.platform == "win32":
        root = os.environ.get("LOCALAPPDATA")
        base = Path(root) if root else Path.home() / "AppData" / "Local"
        return base / "marshall" / "cache" / "validate"
    root = os.environ.get("XDG_CACHE_HOME")
    return (Path(root) if root else Path.home() / ".cache") / "marshall" / "validate"


def key_of(folder: Path, asked: Iterable[str] = ()) -> str:
    """Return the digest of everything that the check of a theatre depends on."""
    digest = hashlib.sha256(
        f"{_FORMAT}\0{sys.version}\0{Path.cwd()}".encode(errors="surrogateescape")
    )
    for part in asked:
        digest.update(f"\0{part}".encode())
    digest.update(_program())
    files = dict(content_of(folder))
    files["terrain"] = folder / "terrain.json"
    for name, path in sorted(files.items()):
        digest.update(f"\0{name}\0{shown_name(path)}\0".encode())
        data = read_bounded(path)
        digest.update(b"-" if data is None else hashlib.sha256(data).digest())
    for path in sorted([*folder.rglob("*.y*ml"), *(folder.parent / "common").rglob("*.y*ml")]):
        digest.update(f"\0{path}".encode(errors="surrogateescape"))
    return digest.hexdigest()


def recall(key: str, folder: Path | None = None) -> Checked | None:
    """Return what was found before for a key, or None."""
    path = (folder or cache_folder()) / f"{key}.json"
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        return Checked(
            tuple(_diagnostic(one) for one in data["diagnostics"]),
            tuple(_diagnostic(one) for one in data["accepted"]),
            int(data["fields"]),
            int(data["stations"]),
            int(data["phases"]),
            bool(data["whole"]),
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None


def remember(key: str, checked: Checked, folder: Path | None = None) -> None:
    """Keep what was found, and let the oldest of many go."""
    base = folder or cache_folder()
    try:
        base.mkdir(parents=True, exist_ok=True)
        scratch = base / f".{os.getpid()}.{key[:16]}"
        scratch.write_text(json.dumps(asdict(checked)), encoding="utf-8")
        scratch.replace(base / f"{key}.json")
        kept = sorted(base.glob("*.json"), key=lambda path: path.stat().st_mtime)
        for old in kept[: max(0, len(kept) - _MOST_KEPT)]:
            old.unlink(missing_ok=True)
    except OSError:
        return


@lru_cache(maxsize=1)
def _program() -> bytes:
    """Return the digest of when the files of this program were last changed."""
    here = Path(__file__).resolve().parent
    digest = hashlib.sha256()
    for folder in (here, here / "rules", here.parent / "model", schemas_dir(), grammars_dir()):
        with os.scandir(folder) as entries:
            for entry in sorted(entries, key=lambda one: one.name):
                if not entry.name.endswith((".py", ".json", ".lark")):
                    continue
                try:
                    state = entry.stat()
                except OSError:
                    continue  # an editor's lock is a link to nothing
                told = f"\0{entry.name}\0{state.st_size}\0{state.st_mtime_ns}"
                digest.update(told.encode(errors="surrogateescape"))
    return digest.digest()


def _span(data: list[Any]) -> Span:
    file, line, column, end_line, end_column = data
    return Span(str(file), int(line), int(column), int(end_line), int(end_column))


def _diagnostic(data: dict[str, Any]) -> Diagnostic:
    fix = data["fix"]
    return Diagnostic(
        code=str(data["code"]),
        message=str(data["message"]),
        span=_span(data["span"]),
        label=str(data["label"]),
        hint=str(data["hint"]),
        related=tuple(Label(_span(one["span"]), str(one["text"])) for one in data["related"]),
        notes=tuple(str(note) for note in data["notes"]),
        fix=None
        if fix is None
        else Fix(
            tuple(Edit(_span(one["span"]), str(one["insert"])) for one in fix["edits"]),
            Safety(fix["safety"]),
        ),
    )
