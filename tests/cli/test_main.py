"""The command: every error is one plain line and a documented exit code."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from cli import main as main_module
from cli.exit_codes import ExitCode
from cli.main import COMMANDS, cli, main
from engine import __version__
from engine.model.errors import (
    ConfigurationError,
    FeedUnreachable,
    InternalError,
    ProfileError,
    RadioRefused,
    SpeechMissing,
    StoreError,
)

ERRORS = [
    (ConfigurationError("write it so"), ExitCode.USAGE, "marshall: write it so\n"),
    (ProfileError("batumi.yaml:3:1"), ExitCode.USAGE, "marshall: batumi.yaml:3:1\n"),
    (RadioRefused("the server said no"), ExitCode.UNAVAILABLE, "marshall: the server said no\n"),
    (FeedUnreachable("no sim"), ExitCode.UNAVAILABLE, "marshall: no sim\n"),
    (SpeechMissing("install it"), ExitCode.UNAVAILABLE, "marshall: install it\n"),
    (StoreError("no room"), ExitCode.UNAVAILABLE, "marshall: no room\n"),
    (click.UsageError("no such option"), ExitCode.USAGE, "no such option"),
    (KeyboardInterrupt(), ExitCode.INTERRUPTED, "stopped\n"),
    (
        ModuleNotFoundError("no grpc", name="grpc.aio"),
        ExitCode.UNAVAILABLE,
        "marshall: the package 'grpc' is not installed: pip install 'marshall[service]'\n",
    ),
    (
        PermissionError(13, "Permission denied", "out"),
        ExitCode.UNAVAILABLE,
        "marshall: Permission denied (out)\n",
    ),
]


def ended(
    error: BaseException, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> tuple[int, str]:
    """Let a command raise, and return what the shell and the user get."""

    @click.command()
    def broken() -> None:
        raise error

    monkeypatch.setattr(main_module, "cli", broken)
    with pytest.raises(SystemExit) as stopped:
        main([])
    told = capsys.readouterr()
    assert told.out == ""
    return int(stopped.value.code or 0), told.err


@pytest.mark.parametrize(("error", "code", "line"), ERRORS, ids=lambda one: type(one).__name__)
def test_an_error_is_one_plain_line_and_a_code(
    error: BaseException,
    code: ExitCode,
    line: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    got, told = ended(error, monkeypatch, capsys)

    assert got == code
    assert line in told
    assert "Traceback" not in told


@pytest.mark.parametrize(
    "error",
    [
        ZeroDivisionError("a fault"),
        InternalError("a promise was broken"),
        ImportError("cannot import name 'x'", name="engine.turn.desk"),
        ModuleNotFoundError("No module named 'engine.nothing'", name="engine.nothing"),
        ImportError("circular"),
    ],
    ids=repr,
)
def test_a_bug_is_called_one_and_its_report_is_written(
    error: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    got, told = ended(error, monkeypatch, capsys)

    assert got == ExitCode.INTERNAL
    assert "Traceback" not in told
    assert "pip install" not in told
    written = re.search(r"the report is in (.+)\n", told)
    assert written is not None
    report = Path(written[1])
    assert "Traceback" in report.read_text(encoding="utf-8")
    report.unlink()


def test_the_version_is_told() -> None:
    result = CliRunner().invoke(cli, ["--version"])

    assert result.exit_code == 0
    assert result.output == f"marshall, version {__version__}\n"


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_has_help_with_an_example(name: str) -> None:
    result = CliRunner().invoke(cli, [name, "--help"])

    assert result.exit_code == 0, result.output
    assert f"Usage: cli {name}" in result.output
    assert "Example: " in result.output


def test_help_lists_every_command_without_importing_any() -> None:
    code = (
        "import sys; from click.testing import CliRunner; from cli.main import cli;"
        "print(CliRunner().invoke(cli, ['--help']).output);"
        "print([name for name in sys.modules if name.startswith(('numpy', 'grpc', 'lark'))])"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip().endswith("[]")
    for name in COMMANDS:
        assert f"  {name} " in done.stdout


def test_every_command_and_exit_code_is_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "commands.md").read_text(encoding="utf-8")

    for name in COMMANDS:
        assert f"`marshall {name}" in page, name
    for code in ExitCode:
        assert re.search(rf"^\| {code.value} \| `{code.name}` \|", page, re.MULTILINE), code


@pytest.mark.parametrize(
    ("words", "at", "wanted"),
    [
        ("marshall va", 1, "plain,validate"),
        ("marshall card ku", 2, "plain,kutaisi"),
        ("marshall graph nell", 2, "plain,nellis"),
        ("marshall demo --field bes", 3, "plain,beslan"),
        ("marshall demo --fie", 2, "plain,--field"),
    ],
)
def test_a_shell_completes_commands_options_and_fields(
    words: str,
    at: int,
    wanted: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("_MARSHALL_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(at))

    with pytest.raises(SystemExit):
        main([])

    assert capsys.readouterr().out.split() == [wanted]
