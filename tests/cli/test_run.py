"""`marshall run`, as a host starts it: plain lines, a quick end, nothing lost."""

from __future__ import annotations

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.exit_codes import ExitCode
from cli.run import print_record, run
from engine.model.errors import ConfigurationError
from engine.service import journal
from tests.service.test_parts import CHECK

ROOT = Path(__file__).parents[2]


def unused_port() -> int:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        return int(unused.getsockname()[1])


def config(folder: Path, *, theatre: str = "caucasus", more: str = "") -> Path:
    path = folder / "host.yaml"
    path.write_text(
        f"theatre: {theatre}\n"
        f"srs: {{host: 127.0.0.1, port: {unused_port()}}}\n"
        f'sim: {{kind: dcs-grpc, address: "127.0.0.1:{unused_port()}"}}\n'
        "voice: {engine: espeak}\n" + more,
        encoding="utf-8",
    )
    return path


@contextmanager
def started(path: Path, *options: str, **environment: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "cli.main", "run", *options, str(path)],
        cwd=ROOT,
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        with process:
            yield process
    finally:
        process.kill()


def until(process: subprocess.Popen[str], text: str) -> list[str]:
    """Return the lines up to the first that holds a text."""
    assert process.stdout is not None
    lines = []
    for line in process.stdout:
        lines.append(line.rstrip("\n"))
        if text in line:
            return lines
    pytest.fail(f"ended without {text!r}: {lines}")


def stopped(process: subprocess.Popen[str], by: signal.Signals) -> tuple[float, str, str]:
    """Signal a process and return the seconds it took to end, and what it still said."""
    began = time.monotonic()
    process.send_signal(by)
    out, err = process.communicate(timeout=10)
    return time.monotonic() - began, out, err


@pytest.mark.system
@pytest.mark.speech
@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
def test_without_servers_it_says_so_once_and_ends_in_time(
    tmp_path: Path, by: signal.Signals
) -> None:
    with started(config(tmp_path)) as process:
        lines = until(process, "[sim] unreachable")
        took_s, out, err = stopped(process, by)

    told = "\n".join(lines) + out
    assert took_s < 3.0
    assert process.returncode == ExitCode.INTERRUPTED
    assert told.count("cannot be reached") == 1
    assert told.count("[sim] unreachable") == 1
    assert "[service] ended: " in told
    assert err == "stopped; everything recorded is on disk\n"
    (log,) = (tmp_path / "marshall-data").glob("events-*.sqlite")
    with sqlite3.connect(log) as events:
        kinds = [kind for (kind,) in events.execute("SELECT kind FROM event")]
    events.close()
    assert "service_started" in kinds


@pytest.mark.system
@pytest.mark.speech
def test_ctrl_c_while_models_load_ends_in_time(tmp_path: Path) -> None:
    with started(config(tmp_path)) as process:
        until(process, "[service] starting")
        took_s, out, err = stopped(process, signal.SIGINT)

    assert took_s < 3.0
    assert process.returncode == ExitCode.INTERRUPTED
    assert "Traceback" not in out + err


@pytest.mark.system
@pytest.mark.speech
def test_json_lines_tell_the_same_to_a_program(tmp_path: Path) -> None:
    with started(config(tmp_path), "--json") as process:
        lines = until(process, '"unreachable"')
        stopped(process, signal.SIGINT)

    records = [json.loads(line) for line in lines]
    assert {"kind", "part", "condition", "line", "station"} == set(records[0])
    assert [record["part"] for record in records[:2]] == ["service", "speech"]


@pytest.mark.system
def test_a_bad_profile_stops_the_start_with_its_place(tmp_path: Path) -> None:
    profiles = tmp_path / "profiles"
    for name in ("caucasus", "common"):
        source = ROOT / "profiles" / name
        for file in source.rglob("*.yaml"):
            target = profiles / name / file.relative_to(source)
            target.parent.mkdir(parents=True, exist_ok=True)
            text = file.read_text(encoding="utf-8")
            target.write_text(text.replace("platform_ft: 2000", "platform_ft: two"), "utf-8")

    with started(config(tmp_path, theatre="profiles/caucasus")) as process:
        out, err = process.communicate(timeout=60)

    assert process.returncode == ExitCode.USAGE
    assert "batumi.yaml:" in err
    assert "platform_ft" in err
    assert "Traceback" not in out + err


@pytest.mark.system
def test_missing_recognition_says_what_to_install(tmp_path: Path) -> None:
    absent = tmp_path / "absent"
    absent.mkdir()
    (absent / "faster_whisper.py").write_text("raise ImportError(name='faster_whisper')\n")

    path = os.pathsep.join((str(absent), str(ROOT)))
    with started(config(tmp_path), PYTHONPATH=path) as process:
        out, err = process.communicate(timeout=60)

    assert process.returncode == ExitCode.UNAVAILABLE
    assert "pip install 'marshall[speech]'" in err
    assert "Traceback" not in out + err


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ("speech: {model: /no/such/model}\n", "model"),
        ("fields: [atlantis]\n", "host.yaml:5:10: Caucasus has no field atlantis"),
        ("voice2: {engine: espeak}\n", "did you mean `voices`"),
    ],
)
def test_a_mistake_in_the_configuration_stops_the_start(
    tmp_path: Path, more: str, told: str
) -> None:
    result = CliRunner().invoke(run, [str(config(tmp_path, more=more))])

    assert isinstance(result.exception, ConfigurationError)
    assert told in str(result.exception)


def test_a_record_folder_that_cannot_be_written_is_said_plainly(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")
    path = config(tmp_path, more="record: {folder: taken}\n")

    result = CliRunner().invoke(run, [str(path)])

    assert isinstance(result.exception, ConfigurationError)
    assert "cannot write to the record folder 'taken'" in str(result.exception)


@pytest.mark.parametrize(
    ("record", "line"),
    [
        (journal.state("sim", "connected", "reading"), "[sim] connected: reading\n"),
        (
            journal.state("radio", "on air", "open", station="batumi/tower"),
            "[radio batumi/tower] on air: open\n",
        ),
        (
            journal.decided(CHECK, "Batumi Approach"),
            f"Batumi Approach < {CHECK.words}  [radio_check]\n",
        ),
        (journal.keyed("tx-1", "keyed", "", stages_ms={}), ""),
        (
            journal.keyed("tx-1", "withheld", "the mile went by", stages_ms={}),
            "not keyed: tx-1 withheld: the mile went by\n",
        ),
        ({"kind": "picture", "aircraft": []}, ""),
    ],
)
def test_the_console_shows_what_a_host_wants_to_know(
    record: journal.Record, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    print_record(record)

    assert capsys.readouterr().out == line
