"""`marshall review`: every call of a sortie again, and test lines made of those that went wrong.

The log is folded as the service folded it, so that each call is read with the names that were live
when it was made. What it was taken for then stands beside what it is taken for now.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engine.model.errors import ConfigurationError, StoreError

if TYPE_CHECKING:
    from engine.control.board import Board
    from engine.language.hear import Hearing
    from engine.language.lexicon import Lexicon
    from engine.model.call import Call
    from engine.model.event import Event
    from engine.model.slots import SlotValue
    from engine.model.stimulus import Heard

__all__ = ["Reviewed", "review", "reviewed"]

_FILE = click.Path(path_type=Path, dir_okay=False, exists=True)
_ASKED_AGAIN = frozenset({"say_again", "say_missing", "readback_wrong"})
_MS_PER_S = 1000


@dataclass(frozen=True, slots=True)
class Reviewed:
    """One call of a sortie: what was recognised, what it was taken for, and what came of it."""

    at_s: int
    pilot: str
    station: str
    readings: tuple[str, ...]
    then: tuple[str, ...]
    """The intents that it was taken for when it was made."""
    refused: str
    answered_with: tuple[str, ...]
    call: Call
    """What it is taken for now; `intent` and `slots` are the same as a test line has them."""
    intent: str
    slots: Mapping[str, SlotValue]

    @property
    def is_miss(self) -> bool:
        """Tell whether it was not understood, he was asked again, or it would be read otherwise."""
        now = tuple(one.intent for one in self.call.readings)
        asked = bool(_ASKED_AGAIN & set(self.answered_with))
        return not self.then or asked or now != self.then


@click.command()
@click.argument("log", type=_FILE)
@click.option("--misses", is_flag=True, help="Only calls that were not understood or asked again.")
@click.option(
    "--to", "target", type=click.Path(path_type=Path, dir_okay=False), help="Append test lines."
)
def review(log: Path, misses: bool, target: Path | None) -> None:
    """Print the calls of a sortie from its event LOG, or make test lines of them.

    A test line is: words TAB intent TAB slots as JSON, as they are understood now. Read each and
    correct what it should mean (what is not understood must be, or the file is refused);
    `marshall hear --score FILE` then scores the file.
    """
    found = [one for one in reviewed(log) if one.is_miss or not misses]
    if target is None:
        click.echo("\n".join(_shown(one) for one in found) or "No calls.")
        return
    lines = [line for one in found if (line := _test_line(one))]
    try:
        with target.open("a", encoding="utf-8") as out:
            out.writelines(f"{line}\n" for line in lines)
    except OSError as error:
        message = f"{target.name} cannot be written: {error.strerror}"
        raise StoreError(message) from None
    click.echo(f"{len(lines)} lines added to {target.name}: correct what they should mean.")


def reviewed(log: Path) -> Iterator[Reviewed]:
    """Yield every call of a log in order.

    Raises:
        StoreError: the log cannot be read.
        ConfigurationError: no shipped theatre has the stations of the log.
    """
    from cli.language_files import load_language  # noqa: PLC0415 - keeps --help quick
    from engine.control.board import Board  # noqa: PLC0415
    from engine.control.fold import apply  # noqa: PLC0415
    from engine.control.stimuli import stimulus_from_json  # noqa: PLC0415
    from engine.model.stimulus import Heard  # noqa: PLC0415

    events = _events(log)
    hearing, static = load_language().hearing, _lexicon(events, log)
    board = Board()
    for place, event in enumerate(events):
        board = apply(board, event)
        if event.kind != "heard":
            continue
        heard = stimulus_from_json(event.kind, event.data)
        if isinstance(heard, Heard) and heard.hypotheses:
            yield _review(heard, board, hearing, static, _until_next(events, place))


def _events(log: Path) -> list[Event]:
    from engine.store.sqlite_log import SqliteEventLog  # noqa: PLC0415 - keeps --help quick

    kept = SqliteEventLog(log)
    try:
        return list(kept.read())
    finally:
        kept.close()


def _until_next(events: Sequence[Event], place: int) -> list[Event]:
    """Return what came of the call at `place`: the events of its turn."""
    found: list[Event] = []
    for event in events[place + 1 :]:
        found.append(event)
        if event.kind == "turn":
            break
    return found


def _review(
    heard: Heard, board: Board, hearing: Hearing, static: Lexicon, turn: Sequence[Event]
) -> Reviewed:
    from engine.control.fold_said import transmission_from_event  # noqa: PLC0415 - quick --help
    from engine.language.score import flat  # noqa: PLC0415
    from engine.turn.hearing import lexicon_for  # noqa: PLC0415

    strip = board.strip(board.aircraft_of(heard.guid))
    readback = strip.readback if strip is not None else None
    label = strip.label if strip is not None else None
    call = hearing.hear(
        heard.hypotheses,
        lexicon=lexicon_for(static, board, speaker_guid=heard.guid),
        likely_callsign=label,
        told=readback.directives if readback is not None else (),
    )
    states = _states(turn)
    intent, slots = flat(call, hearing)
    answers = [
        one.kind
        for event in turn
        if event.kind == "transmission"
        for one in transmission_from_event(event).directives
    ]
    return Reviewed(
        at_s=heard.started_ms // _MS_PER_S,
        pilot=label or heard.client_name,
        station=heard.station,
        readings=tuple(one.text for one in heard.hypotheses),
        then=tuple(states.get("parse", {}).get("intents", ())),
        refused=str(states.get("validate", {}).get("reason", "")),
        answered_with=tuple(answers),
        call=call,
        intent=intent,
        slots=slots,
    )


def _states(turn: Sequence[Event]) -> Mapping[str, Mapping[str, Any]]:
    record = next((event for event in turn if event.kind == "turn"), None)
    if record is None:
        return {}
    return {str(one["state"]).lower(): one["detail"] for one in record.data.get("states", ())}


def _lexicon(events: Sequence[Event], log: Path) -> Lexicon:
    """Return the names of the theatre whose stations the log has."""
    from engine.profile.loader import load_theatre, theatre_folders  # noqa: PLC0415
    from engine.resources import profiles_dir  # noqa: PLC0415
    from engine.turn.hearing import static_lexicon  # noqa: PLC0415

    wanted = {event.station for event in events if event.kind == "heard" and event.station}
    for folder in theatre_folders(profiles_dir()):
        theatre = load_theatre(folder).theatre
        if theatre is not None and all(theatre.station(one) is not None for one in wanted):
            return static_lexicon(theatre)
    message = f"{log.name} has stations that no theatre has: {', '.join(sorted(wanted))}"
    raise ConfigurationError(message)


def _shown(one: Reviewed) -> str:
    mark = "!" if one.is_miss else " "
    clock = f"{one.at_s // 3600:02d}:{one.at_s // 60 % 60:02d}:{one.at_s % 60:02d}"
    lines = [f"{mark} {clock}  {one.pilot}  {one.station}  {one.readings[0]}"]
    now = tuple(reading.intent for reading in one.call.readings)
    lines.append(f"    then {', '.join(one.then) or 'not understood'}")
    if one.refused:
        lines[-1] += f" (not answered: {one.refused})"
    if one.answered_with:
        lines[-1] += f", answered {', '.join(one.answered_with)}"
    if now != one.then:
        lines.append(f"    now  {', '.join(now) or 'not understood'}")
    lines += [f"    or   {text}" for text in one.readings[1:]] if one.is_miss else []
    return "\n".join(lines)


def _test_line(one: Reviewed) -> str:
    """Return a call as a line of a score file, as it is understood now."""
    words = " ".join(one.call.transcript.split())
    slots = json.dumps(dict(one.slots), separators=(",", ":"))
    return f"{words}\t{one.intent}\t{slots}" if words else ""
