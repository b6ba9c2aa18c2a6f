"""The room's public names."""

from __future__ import annotations

import engine.radio


def test_public_names_exist_and_are_listed_once_each() -> None:
    names = engine.radio.__all__

    assert len(set(names)) == len(names)
    assert all(hasattr(engine.radio, name) for name in names)
