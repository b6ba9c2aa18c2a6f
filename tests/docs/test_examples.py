"""What the pages quote is what the commands do."""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import sys
from collections.abc import Iterator
from dataclasses import dataclass

import click
import pytest
import yaml

from cli.main import COMMANDS, cli, main
from engine.service.config import read_config
from tests.docs.pages import ROOT, Block, blocks, commands, text_of

_ANYTHING = "..."


@dataclass(frozen=True, slots=True)
class Example:
    """A command line as it is typed, and what it prints."""

    command: str
    printed: tuple[str, ...]


def examples(block: Block) -> Iterator[Example]:
    command, printed = "", []
    for line in block.text.splitlines():
        if line.startswith("$ "):
            if command:
                yield Example(command, tuple(printed))
            command, printed = line[2:], []
        else:
            printed.append(line)
    if command:
        yield Example(command, tuple(printed))


def run(command: str, monkeypatch: pytest.MonkeyPatch) -> tuple[str, int]:
    """Run a command line of a page in this process: `marshall ...`, or text piped into it."""
    typed = ""
    before, pipe, after = command.partition(" | ")
    if pipe:
        program, *lines = shlex.split(before)
        assert program in {"echo", "printf"}, f"only echo and printf are piped: {command}"
        typed = "\n".join(lines if program == "echo" else lines[1:]) + "\n"
    program, *arguments = shlex.split(after if pipe else command)
    assert program == "marshall", f"a console block runs marshall alone: {command}"
    printed = io.StringIO()
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    with (
        contextlib.redirect_stdout(printed),
        contextlib.redirect_stderr(printed),
        pytest.raises(SystemExit) as ended,
    ):
        main(arguments)
    return printed.getvalue(), int(ended.value.code or 0)


def pattern(lines: tuple[str, ...]) -> re.Pattern[str]:
    """Return what the lines of a page match: `...` is anything, alone in a line any lines."""
    parts = [r"(?:.*\n)*?" if line == _ANYTHING else _line_pattern(line) + r"\n" for line in lines]
    return re.compile("".join(parts))


def _line_pattern(line: str) -> str:
    return ".*".join(re.escape(part) for part in line.split(_ANYTHING))


@pytest.mark.parametrize("block", blocks("console"), ids=lambda block: block.where)
def test_a_console_block_is_what_its_commands_print(
    block: Block, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    code = 0
    for example in examples(block):
        if example.command == "echo $?":
            assert example.printed == (str(code),), block.where
            continue
        printed, code = run(example.command, monkeypatch)
        assert pattern(example.printed).fullmatch(printed), f"{example.command}\n{printed}"
        if "$ echo $?" not in block.text:
            assert code == 0, f"{example.command} ended {code}\n{printed}"


@pytest.mark.parametrize(("where", "line"), commands())
def test_a_command_that_is_quoted_exists_with_its_options(where: str, line: str) -> None:
    _, name, *arguments = shlex.split(line, comments=True)
    assert name in COMMANDS, f"{where}: there is no command {name}"
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    if isinstance(command, click.Group):
        inner = command.commands.get(arguments[0]) if arguments else None
        assert inner is not None or not arguments, f"{where}: {name} has no {arguments[0]}"
        command = inner or command
    known = {option for one in command.params for option in one.opts} | {"--help", "-h"}
    quoted = {argument for argument in arguments if argument.startswith("-")}
    assert quoted <= known, f"{where}: {name} has no {', '.join(sorted(quoted - known))}"


def test_every_make_target_that_is_quoted_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", text_of(ROOT / "Makefile"), re.MULTILINE))
    quoted = {
        found
        for block in blocks("sh")
        for found in re.findall(r"^make ([a-z]+)", block.text, re.MULTILINE)
    }
    assert quoted <= targets


def test_every_command_is_on_a_page() -> None:
    quoted = {line.split()[1] for _, line in commands()}
    assert sorted(set(COMMANDS) - quoted) == [], "add a row to the table in docs/commands.md"


@pytest.mark.parametrize("block", blocks("yaml"), ids=lambda block: block.where)
def test_a_yaml_block_loads_and_a_configuration_is_usable(
    block: Block, tmp_path_factory: pytest.TempPathFactory
) -> None:
    data = yaml.safe_load(block.text)
    if "config.schema.json" not in block.text:
        return
    file = tmp_path_factory.mktemp("host") / "marshall.yaml"
    file.write_text(block.text, encoding="utf-8")
    secrets = dict.fromkeys(re.findall(r"_env: ([A-Z_]+)", block.text), "secret")
    config = read_config(file, {**os.environ, **secrets})
    assert config.theatre.name == data["theatre"]
