"""Any bytes given as a profile end in diagnostics, with every place inside its file."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from engine.profile.loader import load_theatre
from engine.profile.render import full
from engine.profile.source import lines_of
from tests.profile.desk import DESK
from tests.profile.fuzz import inputs, small_theatre

COUNT = 2_000
LONGEST_S = 2.0
SHIPPED = sorted(DESK.glob("*/*.yaml"))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_any_bytes_end_in_diagnostics(tmp_path: Path, part: int) -> None:
    folder = small_theatre(tmp_path)
    places = [
        folder / "batumi.yaml",
        folder / "theatre.yaml",
        folder.parent / "common" / "phases.yaml",
    ]
    kept = {path: path.read_bytes() for path in places}

    for number, data in enumerate(inputs(part, COUNT // 4, SHIPPED)):
        path = places[number % len(places)]
        path.write_bytes(data)
        began = time.perf_counter()
        loaded = load_theatre(folder)
        took = time.perf_counter() - began
        path.write_bytes(kept[path])
        assert took < LONGEST_S, (took, data[:200])
        full(loaded.diagnostics, loaded.texts)
        for one in loaded.diagnostics:
            lines = lines_of(loaded.texts.get(one.span.file, ""))
            text = loaded.texts.get(one.span.file, "")
            assert one.span.line <= len(lines) or not text, one
            assert one.span.column >= 1
            assert "Traceback" not in one.message
