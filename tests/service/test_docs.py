"""The host's page: its example loads, and it names what there is."""

from __future__ import annotations

import re
from pathlib import Path

from engine.service.config import read_config
from engine.service.fields import load_fields
from tests.service.test_config import CONFIG, declared

PAGE = (Path(__file__).parents[2] / "docs" / "host.md").read_text(encoding="utf-8")


def example() -> str:
    found = re.search(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None
    return found[1]


def test_the_example_loads_as_it_stands(tmp_path: Path) -> None:
    path = tmp_path / "marshall.yaml"
    path.write_text(example(), encoding="utf-8")

    config = read_config(path, {"MARSHALL_EAM_PASSWORD": "any"})

    assert list(load_fields(config).fields) == ["batumi"]
    assert set(config.voices) == {"batumi/tower", "batumi/ground"}


def test_the_example_shows_every_key() -> None:
    written = set(re.findall(r"([a-z_]+):", example()))

    assert set(declared(CONFIG)) <= written | {"pitch", "name"}
