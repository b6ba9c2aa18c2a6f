"""The language files of the repository, compiled once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from engine.language.compile import Language, compile_language
from engine.language.lexicon import Lexicon
from engine.language.score_file import lexicon_from_roster

ROOT = Path(__file__).resolve().parents[2]
COMMON = ROOT / "profiles" / "common"
DATA = ROOT / "tests" / "data"


def _files() -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    intents = yaml.safe_load((COMMON / "intents.yaml").read_text(encoding="utf-8"))
    phraseology = {
        path.stem: yaml.safe_load(path.read_text(encoding="utf-8"))
        for path in sorted((COMMON / "phraseology").glob("*.yaml"))
    }
    return intents, phraseology


@pytest.fixture(scope="session")
def language_files() -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    return _files()


@pytest.fixture(scope="session")
def language(language_files: tuple[dict[str, Any], dict[str, dict[str, Any]]]) -> Language:
    return compile_language(*language_files)


@pytest.fixture(scope="session")
def roster() -> Lexicon:
    text = (DATA / "pilot-utterances-roster.json").read_text(encoding="utf-8")
    return lexicon_from_roster(json.loads(text))


@pytest.fixture(scope="session")
def batumi() -> Lexicon:
    return Lexicon(
        callsigns=("Pony 1-1", "Pony 1-2", "Sockeye", "Colt 2-1", "203"),
        stations={
            "Batumi Approach": (124_425_000,),
            "Batumi Tower": (118_600_000,),
            "Batumi Ground": (121_900_000,),
            "Kobuleti Tower": (133_000_000,),
            "Georgia Center": (139_000_000,),
        },
        fixes=("SPAM",),
        formations=("Pony 1",),
        runways=("13", "31"),
    )
