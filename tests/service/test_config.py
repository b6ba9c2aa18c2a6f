"""A host's configuration: every key has a reader, every mistake a place, no secret a reader."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.model.errors import ConfigurationError
from engine.model.picture import Coalition
from engine.profile.schema_terms import PROVENANCE
from engine.profile.section import Section
from engine.resources import profiles_dir, schemas_dir
from engine.service.config import Config, read_config
from engine.service.config_kind import CONFIG, render
from engine.service.fields import load_fields
from engine.voice.synthesiser import VoiceSpec

BASE = """\
theatre: caucasus
srs: {host: 127.0.0.1}
sim: {kind: dcs-grpc}
"""
WHOLE = """\
theatre: caucasus
fields: [batumi]
mission_year: 1944.5
srs:
  host: srs.example.net
  port: 5003
  coalition: red
  eam_password_env: MARSHALL_EAM_PASSWORD
sim:
  kind: dcs-grpc
  address: 192.0.2.7:50052
  token_env: MARSHALL_DCS_TOKEN
  file: flight.acmi
  wind: plain
speech: {model: base.en, threads: 4, hypotheses: 3, deadline_s: 4}
polly: {region: eu-west-1}
voice: {engine: piper, name: joe, rate: 1.1, pitch: 0.9}
voices:
  batumi/tower: {engine: espeak}
record: {folder: data, logs: 5, logs_mb: 50, audio: false, audio_mb: 10}
"""
SECRETS = {"MARSHALL_EAM_PASSWORD": "hunter2", "MARSHALL_DCS_TOKEN": "tok3n"}


def read(folder: Path, text: str, environment: dict[str, str] | None = None) -> Config:
    path = folder / "host.yaml"
    path.write_text(text, encoding="utf-8")
    return read_config(path, environment or {})


def complaint(folder: Path, text: str, environment: dict[str, str] | None = None) -> str:
    with pytest.raises(ConfigurationError) as caught:
        read(folder, text, environment)
    return str(caught.value)


def test_the_schema_file_is_as_declared() -> None:
    path = schemas_dir() / "config.schema.json"

    assert path.read_text(encoding="utf-8") == render(), "python -m engine.service.config_kind"
    assert json.loads(render())["title"]


def test_what_is_left_out_has_its_default(tmp_path: Path) -> None:
    config = read(tmp_path, BASE)

    assert config.theatre == profiles_dir() / "caucasus"
    assert (config.srs.port, config.srs.coalition) == (5002, Coalition.BLUE)
    assert (config.sim.address, config.sim.wind) == ("127.0.0.1:50051", "transposed")
    assert config.voice == VoiceSpec("piper")
    assert config.record.folder == tmp_path / "marshall-data"
    assert config.fields == ()


def test_everything_that_is_written_is_taken(tmp_path: Path) -> None:
    config = read(tmp_path, WHOLE, SECRETS)

    assert config.fields == ("batumi",)
    assert config.mission_year == 1944.5
    assert (config.srs.host, config.srs.port) == ("srs.example.net", 5003)
    assert (config.srs.coalition, config.srs.eam_password) == (Coalition.RED, "hunter2")
    assert (config.sim.address, config.sim.token) == ("192.0.2.7:50052", "tok3n")
    assert (config.sim.file, config.sim.wind) == (str(tmp_path / "flight.acmi"), "plain")
    assert (config.speech.model, config.speech.threads) == ("base.en", 4)
    assert (config.speech.hypotheses, config.speech.deadline_s) == (3, 4)
    assert config.polly_region == "eu-west-1"
    assert config.voice == VoiceSpec("piper", "joe", 1.1, 0.9)
    assert config.voices == {"batumi/tower": VoiceSpec("espeak")}
    assert (config.record.folder, config.record.logs) == (tmp_path / "data", 5)
    assert (config.record.logs_mb, config.record.audio_mb) == (50, 10)
    assert config.record.audio is False


def test_every_key_that_is_declared_is_read_and_every_key_read_is_declared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: set[str] = set()
    plain_get = Section.__init__

    def listening(self: Section, node: Any) -> None:
        plain_get(self, node)
        self.table = Listening(self.table, asked)  # type: ignore[assignment]

    monkeypatch.setattr(Section, "__init__", listening)
    read(tmp_path, WHOLE, SECRETS)

    names = {"batumi/tower"}
    assert asked - names == set(declared(CONFIG))


class Listening:
    """A table that notes which keys are asked for."""

    def __init__(self, table: Any, asked: set[str]) -> None:
        self._table = table
        self._asked = asked

    def get(self, name: str) -> Any:
        self._asked.add(name)
        return self._table.get(name)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._table, name)


def declared(schema: dict[str, Any]) -> Iterator[str]:
    for name, inner in schema.get("properties", {}).items():
        if name in PROVENANCE or name == "value":
            continue
        yield name
        yield from declared(inner)
    more = schema.get("additionalProperties")
    if isinstance(more, dict):
        yield from declared(more)


MISTAKES = [
    ("", "host.yaml:1:1"),
    (BASE + "theatre: again\n", "host.yaml:4:1"),
    (BASE.replace("host:", "hots:"), "did you mean `host`"),
    (BASE.replace("caucasus", "atlantis"), "host.yaml:1:10: there is no theatre 'atlantis'"),
    (BASE.replace("127.0.0.1}", "127.0.0.1, port: 99999}"), "host.yaml:2:30"),
    (BASE.replace("127.0.0.1}", "127.0.0.1, coalition: green}"), "blue, red"),
    (BASE.replace("dcs-grpc", "dcsgrpc"), "did you mean `dcs-grpc`"),
    (BASE.replace("dcs-grpc", "acmi"), "host.yaml:3:13: a feed of kind acmi plays a recording"),
    (BASE.replace("dcs-grpc", "acmi, file: no.acmi"), "host.yaml:3:25: a feed of kind acmi"),
    (BASE + "voice: {engine: festival}\n", "piper, espeak, polly"),
    (BASE + "voices: {Tower: {engine: piper}}\n", "batumi/tower"),
    (BASE + "speech: {threads: 0}\n", "host.yaml:4:19"),
    (BASE + "record: {logs: many}\n", "host.yaml:4:16"),
    ("theatre: [\n", "host.yaml"),
    ("\x00", "host.yaml"),
]


@pytest.mark.parametrize(("text", "told"), MISTAKES, ids=[told for _, told in MISTAKES])
def test_each_mistake_is_told_with_its_place(tmp_path: Path, text: str, told: str) -> None:
    message = complaint(tmp_path, text)

    assert told in message
    assert "host.yaml" in message
    assert str(tmp_path) not in message


def test_a_file_that_is_not_there_is_said_plainly(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"cannot read the configuration no\.yaml"):
        read_config(tmp_path / "no.yaml", {})


@pytest.mark.parametrize(
    ("key", "variable"),
    [("eam_password_env", "MARSHALL_EAM_PASSWORD"), ("token_env", "MARSHALL_DCS_TOKEN")],
)
def test_a_variable_that_is_not_set_is_named_with_its_place(
    tmp_path: Path, key: str, variable: str
) -> None:
    others = {name: value for name, value in SECRETS.items() if name != variable}

    message = complaint(tmp_path, WHOLE, others)

    line = next(n for n, text in enumerate(WHOLE.splitlines(), 1) if key in text)
    assert variable in message
    assert f"host.yaml:{line}:" in message


def test_a_secret_is_in_no_text_of_the_configuration(tmp_path: Path) -> None:
    config = read(tmp_path, WHOLE, SECRETS)

    assert config.srs.eam_password == SECRETS["MARSHALL_EAM_PASSWORD"]
    for shown in (repr(config), str(config), f"{config.srs}", f"{config.sim!r}"):
        assert "hunter2" not in shown
        assert "tok3n" not in shown


@pytest.mark.parametrize(
    "written",
    [
        "srs: {host: 127.0.0.1, eam_password_env: hunter2}",
        "srs: {host: 127.0.0.1, eam_password: hunter2}",
        "srs: {host: 127.0.0.1, password: hunter2, prot: 1}",
        "srs:\n  host: 127.0.0.1\n  eam_password_env: hunter2",
        "srs:\n  host: 127.0.0.1\n  eam_password_env: 'hunter2'  # ours",
        "srs: {host: 127.0.0.1}\npassword: hunter2",
    ],
)
def test_a_secret_that_is_written_in_the_file_is_not_shown(tmp_path: Path, written: str) -> None:
    message = complaint(tmp_path, BASE.replace("srs: {host: 127.0.0.1}", written))

    assert "hunter2" not in message
    assert "host.yaml:" in message


def test_a_field_or_station_that_is_not_there_is_told_with_its_place(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"host\.yaml:4:10: Caucasus has no field batmi"):
        load_fields(read(tmp_path, BASE + "fields: [batmi]\n"))
    unknown = BASE + "voices:\n  batumi/towr: {engine: espeak}\n"
    with pytest.raises(ConfigurationError, match=r"host\.yaml:5:3: no station is called"):
        load_fields(read(tmp_path, unknown))


def test_only_the_configured_fields_are_worked(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="batumi-1944 stands in the place of batumi"):
        load_fields(read(tmp_path, BASE + "fields: [batumi, batumi-1944]\n"))
    then = load_fields(read(tmp_path, BASE + "fields: [batumi-1944]\n"))
    assert list(then.fields) == ["batumi-1944"]
    assert then.station("batumi-1944/tower") is not None
    theatre = load_fields(read(tmp_path, BASE + "fields: [batumi]\n"))

    assert list(theatre.fields) == ["batumi"]
