"""The doctor's checks, against servers on this machine."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from engine.model.clock import ManualClock
from engine.radio import LoopbackServer
from engine.service.config import Config, read_config
from engine.service.extras import install_advice, is_ours
from engine.service.health import examine
from engine.service.health_check import Check, Verdict
from engine.sim.cast import cast
from engine.sim.dcs_server import DcsServer
from engine.sim.mission import LiveMission
from engine.sim.script import Sortie
from engine.sim.spoken_grammar import SpokenGrammar
from tests.service.scene import run
from tests.turn.rig import language, theatre

PASSWORD = {"MARSHALL_EAM_PASSWORD": "blue-secret"}


def unused_port() -> int:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        return int(unused.getsockname()[1])


def config(
    folder: Path, srs_port: int, sim: str, *, theatre_name: str = "caucasus", more: str = ""
) -> Config:
    path = folder / "host.yaml"
    path.write_text(
        f"theatre: {theatre_name}\n"
        f"{'fields: [batumi]' if theatre_name == 'caucasus' else ''}\n"
        f"srs: {{host: 127.0.0.1, port: {srs_port}, eam_password_env: MARSHALL_EAM_PASSWORD}}\n"
        f'sim: {{kind: dcs-grpc, address: "{sim}"}}\n'
        "voice: {engine: espeak}\n" + more,
        encoding="utf-8",
    )
    return read_config(path, PASSWORD)


def mission(*, name: str = "Caucasus") -> LiveMission:
    sortie = Sortie.from_seed(theatre(), "batumi", 1)
    grammar = SpokenGrammar.of(theatre(), language().phrasebook("icao"), [])
    made = LiveMission(cast(sortie, theatre(), grammar), ManualClock(), session_id=7)
    return made if name == "Caucasus" else Elsewhere(made)  # type: ignore[return-value]


class Elsewhere:
    """The same mission on another map."""

    theatre = "Syria"

    def __init__(self, mission: LiveMission) -> None:
        self._mission = mission

    def __getattr__(self, name: str) -> object:
        return getattr(self._mission, name)


async def checked(settings: Config, *wanted: str) -> dict[str, Check]:
    """Return the checks by name, up to the last that is wanted."""
    found: dict[str, Check] = {}
    async for check in examine(settings):
        found[check.name] = check
        if set(wanted) <= set(found):
            break
    return found


@pytest.mark.system
def test_servers_that_can_be_used_are_said_to_be(tmp_path: Path) -> None:
    async def play() -> None:
        sim = DcsServer(theatre().projection)
        await sim.begin_mission(mission())
        settings = {"EXTERNAL_AWACS_MODE": "true", "COALITION_AUDIO_SECURITY": "true"}
        server = LoopbackServer(settings=settings, blue_password=PASSWORD["MARSHALL_EAM_PASSWORD"])
        try:
            async with server:
                found = await checked(config(tmp_path, server.port, sim.address), "sim")
        finally:
            await sim.end_mission()

        assert {check.verdict for check in found.values()} == {Verdict.OK}, found
        assert found["profile"].line == "Caucasus: batumi; 3 stations"
        assert found["srs"].line.startswith("SRS server 2.4.0.0 answers")
        assert found["srs log-in"].line == "EAM password accepted for side 2"
        assert "echoes" in found["srs voice"].line
        assert "heard by blue alone" in found["srs sides"].line
        assert "runs Caucasus, session 7" in found["sim"].line
        assert "blue-secret" not in str(found)

    run(play(), limit_s=30.0)


@pytest.mark.system
def test_servers_that_are_not_there_are_problems_with_advice(tmp_path: Path) -> None:
    async def play() -> None:
        settings = config(tmp_path, unused_port(), f"127.0.0.1:{unused_port()}")
        found = await checked(settings, "sim")

        assert found["srs"].verdict is Verdict.PROBLEM
        assert "connection refused" in found["srs"].line
        assert "is the SRS server running" in found["srs"].advice
        assert "srs log-in" not in found
        assert found["sim"].verdict is Verdict.PROBLEM
        assert "nothing answers" in found["sim"].line

    run(play(), limit_s=30.0)


@pytest.mark.system
@pytest.mark.parametrize(
    ("allows", "told"), [("true", "check the password"), ("false", "External AWACS Mode is off")]
)
def test_a_log_in_that_is_refused_is_a_problem_without_the_password(
    tmp_path: Path, allows: str, told: str
) -> None:
    async def play() -> None:
        server = LoopbackServer(
            settings={"EXTERNAL_AWACS_MODE": allows},
            blue_password=PASSWORD["MARSHALL_EAM_PASSWORD"] + "!",
        )
        async with server:
            found = await checked(config(tmp_path, server.port, "127.0.0.1:1"), "sim")

        assert found["srs"].verdict is Verdict.OK
        assert found["srs log-in"].verdict is Verdict.PROBLEM
        assert told in found["srs log-in"].line
        assert "MARSHALL_EAM_PASSWORD" in found["srs log-in"].advice
        assert "blue-secret" not in str(found)

    run(play(), limit_s=30.0)


@pytest.mark.system
def test_a_sim_on_another_map_is_a_problem(tmp_path: Path) -> None:
    async def play() -> None:
        sim = DcsServer(theatre().projection)
        await sim.begin_mission(mission(name="Syria"))
        try:
            found = await checked(config(tmp_path, unused_port(), sim.address), "sim")
        finally:
            await sim.end_mission()

        assert found["sim"].verdict is Verdict.PROBLEM
        assert "runs Syria, but the profile is for Caucasus" in found["sim"].line

    run(play(), limit_s=30.0)


def test_a_profile_with_a_mistake_is_a_problem_with_its_place(tmp_path: Path) -> None:
    bad = tmp_path / "broken"
    bad.mkdir()
    (bad / "theatre.yaml").write_text("theatre: Nowhere\n", encoding="utf-8")

    async def play() -> None:
        settings = config(tmp_path, 1, "127.0.0.1:1", theatre_name="broken")
        found = await checked(settings, "profile")

        assert found["profile"].verdict is Verdict.PROBLEM
        assert "theatre.yaml:1:1" in found["profile"].line

    run(play())


def test_a_record_folder_that_cannot_be_used_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")

    async def play() -> None:
        taken = config(tmp_path, 1, "127.0.0.1:1", more="record: {folder: taken}\n")
        small = config(tmp_path, 1, "127.0.0.1:1", more="record: {logs_mb: 1000000}\n")

        assert (await checked(taken, "record"))["record"].verdict is Verdict.PROBLEM
        full = (await checked(small, "record"))["record"]
        assert full.verdict is Verdict.PROBLEM
        assert "make room" in full.advice

    run(play())


@pytest.mark.speech
@pytest.mark.system
def test_voices_and_recognition_are_timed(tmp_path: Path) -> None:
    async def play() -> None:
        more = "voices: {batumi/tower: {engine: espeak, name: en+adam}}\n"
        settings = config(tmp_path, unused_port(), "127.0.0.1:1", more=more)
        found = await checked(settings, "recognition")

        assert found["voice espeak"].verdict is Verdict.OK
        assert "of speech in" in found["voice espeak en+adam"].line
        assert "radio check" in found["recognition"].line.casefold()

    run(play(), limit_s=60.0)


@pytest.mark.parametrize(
    ("package", "extra"),
    [("numpy", "radio"), ("faster_whisper", "speech"), ("piper", "voices"), ("grpc", "service")],
)
def test_what_is_missing_is_told_with_the_extra_that_brings_it(package: str, extra: str) -> None:
    error = ModuleNotFoundError(name=f"{package}.part")

    assert not is_ours(error)
    assert install_advice(error).endswith(f"pip install 'marshall[{extra}]'")


@pytest.mark.system
def test_without_the_extras_it_says_what_to_install(tmp_path: Path) -> None:
    """On the base set: the packages of the extras are made impossible to import."""
    absent = tmp_path / "absent"
    absent.mkdir()
    for package in ("numpy", "grpc", "faster_whisper", "piper"):
        text = f"raise ModuleNotFoundError('no', name={package!r})\n"
        (absent / f"{package}.py").write_text(text, encoding="utf-8")
    config(tmp_path, unused_port(), "127.0.0.1:1")
    root = Path(__file__).parents[2]

    done = subprocess.run(
        [sys.executable, "-m", "cli.main", "doctor", str(tmp_path / "host.yaml")],
        cwd=root,
        env={"PYTHONPATH": f"{absent}:{root}", **PASSWORD},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 3, done.stderr
    for name, extra in (("opus", "radio"), ("sim", "service"), ("speech", "radio")):
        line = next(one for one in done.stdout.splitlines() if one.split()[1] == name)
        assert line.startswith("problem")
        assert f"marshall[{extra}]" in line
    assert "Traceback" not in done.stdout + done.stderr
