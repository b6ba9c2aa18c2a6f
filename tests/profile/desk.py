"""A small theatre that stands still, for tests that quote its lines."""

from __future__ import annotations

import shutil
from pathlib import Path

from engine.profile.loader import Loaded, load_theatre
from tests.profile.folders import PROFILES, ROOT

DESK = ROOT / "tests" / "data" / "desk"


def copy_of_desk(folder: Path, *, scenarios: bool = False) -> Path:
    """Return the theatre's folder in a copy that a test may break, without its own tests."""
    profiles = folder / "profiles"
    left_out = None if scenarios else shutil.ignore_patterns("scenarios")
    shutil.copytree(DESK, profiles, ignore=left_out)
    shutil.copy(PROFILES / "caucasus" / "terrain.json", profiles / "desk" / "terrain.json")
    shutil.copytree(PROFILES / "common" / "phraseology", profiles / "common" / "phraseology")
    shutil.copy(PROFILES / "common" / "intents.yaml", profiles / "common" / "intents.yaml")
    return profiles / "desk"


def edited_desk(folder: Path, file: str, was: str, becomes: str) -> Path:
    """Return the theatre's folder in a copy in which one text of one file is another."""
    theatre = copy_of_desk(folder, scenarios="scenarios/" in file)
    path = theatre.parent / file
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    if text.count(was) < 1:
        message = f"{file} does not hold {was!r}"
        raise LookupError(message)
    path.write_text(text.replace(was, becomes, 1), encoding="utf-8")
    return theatre


def loaded_desk(folder: Path, file: str, was: str, becomes: str) -> Loaded:
    """Return what loading gives after one text of one file was replaced."""
    return load_theatre(edited_desk(folder, file, was, becomes))
