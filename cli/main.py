"""The `marshall` command: finds the subcommand, and turns errors into one plain line.

Subcommands are imported only when asked for, so that `marshall validate` at a designer's desk
starts at once and needs neither radio nor speech.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import os
import sys
from pathlib import Path
from typing import NoReturn

import click

from cli.exit_codes import ExitCode
from engine import __version__
from engine.model.errors import (
    ConfigurationError,
    FeedError,
    InternalError,
    MarshallError,
    ProfileError,
    RadioError,
    SpeechMissing,
)

__all__ = ["COMMANDS", "EXAMPLES", "cli", "main"]

COMMANDS = {
    "card": ("cli.card", "Print a pilot's card: what to dial, what to call yourself, what to ask."),
    "demo": ("cli.demo", "Fly two simulated pilots down to the runway, by voice or as text."),
    "doctor": ("cli.doctor", "Tell whether the voice server, the sim and speech can be used."),
    "explain": ("cli.explain", "Explain a finding of `validate`."),
    "graph": ("cli.graph", "Draw the phases and the handoff ladder of a field."),
    "hear": ("cli.hear", "Parse a pilot's transmission and show what it means."),
    "lsp": ("cli.lsp", "Serve an editor: findings, completion, names, hints."),
    "new": ("cli.new", "Begin a theatre or an airfield from what is known of it."),
    "review": ("cli.review", "Go through the calls of a sortie and make test lines of them."),
    "rules": ("cli.rules", "List everything that `validate` looks for."),
    "run": ("cli.run", "Control traffic on your own SRS server and DCS-gRPC."),
    "say": ("cli.say", "Show how a directive is said."),
    "schema": ("cli.schema", "Print the schema of a kind of file, for editors."),
    "show": ("cli.show", "Show a field as it is understood, and where each value comes from."),
    "talk": ("cli.talk", "Be the pilot yourself, in text."),
    "test": ("cli.test", "Play designers' scenarios on the real engine."),
    "validate": ("cli.validate", "Check profiles before they fly."),
}
"""Every subcommand: the module that holds it under its own name, and its one-line help."""

EXAMPLES = {
    "card": "marshall card batumi",
    "demo": "marshall demo --text --seed 3",
    "explain": "marshall explain M411",
    "graph": "marshall graph batumi",
    "hear": 'marshall hear "Batumi Approach, Pony one one, request radar approach"',
    "lsp": "marshall lsp",
    "new": "marshall new airfield --help",
    "review": "marshall review events.sqlite --misses --to misses.tsv",
    "rules": "marshall rules",
    "say": "marshall say range_call range_nm=3 altitude_ft=1100 deviation=on_course verb=descend",
    "schema": "marshall schema airfield",
    "show": "marshall show batumi",
    "test": "marshall test profiles --filter batumi",
    "validate": "marshall validate profiles",
}
"""What to type to try a command whose help does not say so itself."""


class _LazyGroup(click.Group):
    """A group whose commands are imported when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's
        """Return the names in order."""
        return sorted(COMMANDS)

    def get_command(
        self,
        ctx: click.Context,  # noqa: ARG002 - click's
        cmd_name: str,
    ) -> click.Command | None:
        """Import and return a command, or None if there is none of that name."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(COMMANDS[cmd_name][0])
        command: click.Command = getattr(module, cmd_name)
        if not command.epilog and cmd_name in EXAMPLES:
            command.epilog = f"Example: {EXAMPLES[cmd_name]}"
        return command

    def format_commands(
        self,
        ctx: click.Context,  # noqa: ARG002 - click's
        formatter: click.HelpFormatter,
    ) -> None:
        """Write the table of commands without importing any of them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name][1]) for name in sorted(COMMANDS)])


@click.group(cls=_LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="marshall")
def cli() -> None:
    """Air traffic control by voice for DCS World, driven by YAML airfield profiles."""


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the command line and exit with a documented code; never show a traceback."""
    # What is left at the end goes with the process: Python would look for rubbish in all of it.
    atexit.register(gc.freeze)
    try:
        result = cli.main(args=arguments, prog_name="marshall", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.ctx.get_help() if error.ctx else "")
        sys.exit(ExitCode.USAGE)
    except click.ClickException as error:
        error.show()
        sys.exit(ExitCode.USAGE)
    except (click.Abort, KeyboardInterrupt):
        click.echo("stopped", err=True)
        sys.exit(ExitCode.INTERRUPTED)
    except MarshallError as error:
        click.echo(f"marshall: {error}", err=True)
        code = _code(error)
        if code is ExitCode.INTERNAL:
            _report(error)
        sys.exit(code)
    except ImportError as error:
        from engine.service.extras import install_advice, is_ours  # noqa: PLC0415 - seldom needed

        if is_ours(error):
            _report(error)
            sys.exit(ExitCode.INTERNAL)
        click.echo(f"marshall: {install_advice(error)}", err=True)
        sys.exit(ExitCode.UNAVAILABLE)
    except BrokenPipeError:
        # The reader has left; what Python would still flush at the end goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(ExitCode.OK)
    except OSError as error:
        name = f" ({error.filename})" if isinstance(error.filename, str) else ""
        click.echo(f"marshall: {error.strerror or type(error).__name__}{name}", err=True)
        sys.exit(ExitCode.UNAVAILABLE)
    except Exception as error:  # noqa: BLE001 - the one supervisor of the command line
        _report(error)
        sys.exit(ExitCode.INTERNAL)
    sys.exit(result if isinstance(result, int) else ExitCode.OK)


def _code(error: MarshallError) -> ExitCode:
    match error:
        case ConfigurationError() | ProfileError():
            return ExitCode.USAGE
        case RadioError() | FeedError() | SpeechMissing():
            return ExitCode.UNAVAILABLE
        case InternalError():
            return ExitCode.INTERNAL
        case _:
            return ExitCode.UNAVAILABLE


def _report(error: BaseException) -> None:
    """Write what a maintainer needs to a file, and tell the user where it is."""
    import tempfile  # noqa: PLC0415 - only a bug pays for the imports
    import traceback  # noqa: PLC0415

    try:
        with tempfile.NamedTemporaryFile(
            "w", prefix="marshall-", suffix=".txt", delete=False, encoding="utf-8"
        ) as file:
            file.write(f"marshall {__version__}, Python {sys.version}\n")
            file.writelines(traceback.format_exception(error))
        where = f"; the report is in {Path(file.name)}"
    except OSError:
        where = ""
    click.echo(f"marshall: this is a bug in Marshall ({type(error).__name__}){where}", err=True)


if __name__ == "__main__":
    main()
