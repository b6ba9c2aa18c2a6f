"""`marshall say`: how a directive sounds."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.model.directive import DirectiveType
    from engine.model.slots import SlotSpec, SlotValue

__all__ = ["say"]

_OCTAL = frozenset("01234567")


@click.command()
@click.argument("directive_name", metavar="[DIRECTIVE]", required=False)
@click.argument("slots", nargs=-1, metavar="[SLOT=VALUE]...")
@click.option("--authority", default="icao", show_default=True, help="Whose phraseology.")
@click.option("--callsign", help="Address it to this callsign.")
@click.option("--station", "station_name", default="", help="Name the station that speaks.")
def say(
    directive_name: str | None,
    slots: tuple[str, ...],
    authority: str,
    callsign: str | None,
    station_name: str,
) -> None:
    """Print the words of DIRECTIVE, such as: say vector turn=left heading_deg_mag=120.

    Without DIRECTIVE all of them are listed with their slots.
    """
    from cli.language_files import load_language  # noqa: PLC0415 - keeps --help quick
    from engine.model.directive import DIRECTIVE_TYPES, Directive  # noqa: PLC0415

    if directive_name is None:
        click.echo("\n".join(_described(one) for one in DIRECTIVE_TYPES.values()))
        return
    declared = DIRECTIVE_TYPES.get(directive_name)
    if declared is None:
        near = _nearest(directive_name, DIRECTIVE_TYPES)
        message = f"no directive is called {directive_name!r}{near}"
        raise click.UsageError(f"{message}; there are {', '.join(DIRECTIVE_TYPES)}")
    values = _values(declared, slots)
    missing = [one.name for one in declared.slots if one.required and one.name not in values]
    if missing:
        message = f"{declared.name} needs {', '.join(missing)}\n{_described(declared)}"
        raise click.UsageError(message)
    book = load_language().phrasebook(authority)
    one = Directive(declared.name, values, "say")
    if callsign is None:
        click.echo(book.body(one))
    else:
        click.echo(book.say_directives([one], callsign=callsign, station_name=station_name))


def _nearest(name: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(name, list(known), n=1)
    return f" (did you mean {near[0]}?)" if near else ""


def _described(declared: DirectiveType) -> str:
    slots = " ".join(_slot(one) for one in declared.slots)
    return f"{declared.name} {slots}".rstrip() + f"\n    {declared.meaning}"


def _slot(one: SlotSpec) -> str:
    value = "|".join(one.values) if one.values else one.type.value.upper()
    return f"{one.name}={value}" if one.required else f"[{one.name}={value}]"


def _values(declared: DirectiveType, given: tuple[str, ...]) -> dict[str, SlotValue]:
    values: dict[str, SlotValue] = {}
    for pair in given:
        name, equals, text = pair.partition("=")
        spec = declared.slot(name)
        if not equals or spec is None:
            known = ", ".join(one.name for one in declared.slots) or "none"
            message = f"{pair!r} is no slot of {declared.name}: it has {known}, written SLOT=VALUE"
            raise click.UsageError(message)
        values[name] = _value(spec, text)
    return values


def _value(spec: SlotSpec, text: str) -> SlotValue:
    from engine.model.slots import SlotType  # noqa: PLC0415

    if spec.values:
        if text not in spec.values:
            message = f"{spec.name}={text!r} must be one of {', '.join(spec.values)}"
            raise click.UsageError(message)
        return text
    if spec.type is SlotType.RUNWAY:
        number, side = text.rstrip("LRC"), text[len(text.rstrip("LRC")) :]
        if not number.isdigit() or not 1 <= int(number) <= 36 or len(side) > 1:
            message = f"{spec.name}={text!r} is no runway: write it as 13 or 21L"
            raise click.UsageError(message)
        return f"{int(number):02d}{side}"
    if spec.type in {SlotType.CALLSIGN, SlotType.STATION, SlotType.FIX, SlotType.PLAN}:
        return text
    if spec.type is SlotType.SQUAWK:
        if len(text) != 4 or not set(text) <= _OCTAL:
            message = f"{spec.name}={text!r} is no code: four digits from 0 to 7"
            raise click.UsageError(message)
        return text
    if spec.type is SlotType.FREQUENCY:
        return _frequency(spec.name, text)
    try:
        number_value = int(text)
    except ValueError:
        message = f"{spec.name}={text!r} must be a whole number"
        raise click.UsageError(message) from None
    if number_value < 0 or (spec.type is SlotType.HEADING and not 0 < number_value <= 360):
        message = f"{spec.name}={text!r} is out of range"
        raise click.UsageError(message)
    return number_value


def _frequency(name: str, text: str) -> int:
    whole, _, decimals = text.partition(".")
    if not whole.isdigit() or (decimals and not decimals.isdigit()) or len(decimals) > 6:
        message = f"{name}={text!r} is no frequency: write it in megahertz, as 124.425"
        raise click.UsageError(message)
    if not decimals and len(whole) > 6:
        return int(whole)
    return int(whole) * 1_000_000 + int(decimals.ljust(6, "0") or 0)
