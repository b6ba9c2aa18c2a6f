"""Copies of the shipped profiles that a test may break."""

from __future__ import annotations

import shutil
from pathlib import Path

from engine.profile.diagnostic import Diagnostic, Severity
from engine.profile.loader import Loaded, load_theatre

ROOT = Path(__file__).resolve().parents[2]
PROFILES = ROOT / "profiles"
ANAPA = ROOT / "tests" / "data" / "anapa"


def copy_of(folder: Path, theatre: str) -> Path:
    """Return the folder of a copy of a theatre, without its tests, beside the common files."""
    shutil.copytree(
        PROFILES / theatre, folder / theatre, ignore=shutil.ignore_patterns("scenarios")
    )
    shutil.copytree(PROFILES / "common", folder / "common")
    return folder / theatre


def copy_of_caucasus(folder: Path) -> Path:
    """Return the folder of a copy of the Caucasus."""
    return copy_of(folder, "caucasus")


def broken(folder: Path, file: str, old: str, new: str) -> Loaded:
    """Return what loading gives after one text in one file was replaced."""
    theatre = copy_of_caucasus(folder)
    path = theatre.parent / file
    text = path.read_text(encoding="utf-8")
    assert text.count(old) >= 1, old
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return load_theatre(theatre)


def findings(loaded: Loaded) -> list[Diagnostic]:
    """Return what is worse than a note."""
    return [d for d in loaded.diagnostics if d.severity is not Severity.INFORMATION]
