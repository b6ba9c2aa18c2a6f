"""The shipped phraseology, compiled once for the tests of this room."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import yaml

from engine.language.compile import compile_language
from engine.language.phrasebook import Phrasebook

__all__ = ["phrasebook"]

_COMMON = Path(__file__).resolve().parents[2] / "profiles" / "common"


@cache
def phrasebook() -> Phrasebook:
    """Return ICAO phraseology."""
    intents = yaml.safe_load((_COMMON / "intents.yaml").read_text(encoding="utf-8"))
    icao = yaml.safe_load((_COMMON / "phraseology" / "icao.yaml").read_text(encoding="utf-8"))
    return compile_language(intents, {"icao": icao}).phrasebook("icao")
