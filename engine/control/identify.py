"""Tie radios to aircraft, open strips, and close those of aircraft that are gone.

It runs before anything else in every turn, so that what follows knows who is who. A binding ends
with the seat, the track or the radio; nothing of a sortie outlives its aircraft, so a new one
under an old name starts clean.
"""

from __future__ import annotations

from dataclasses import replace

from engine.control.board import Board
from engine.control.identity import BINDING_TTL_MS, RELINK_MS, Binding, binding_for, fits
from engine.control.lookup import event_of, who
from engine.control.names import is_position_callsign, label_for
from engine.control.outcome import Context, Outcome, Request
from engine.control.strip import Radio, radio_aircraft
from engine.model.event import Event
from engine.model.intent import Intent
from engine.model.picture import Track
from engine.model.stimulus import Heard

__all__ = ["identify", "label_of"]

_NO_NAMES = frozenset((Intent.READBACK, Intent.ACKNOWLEDGE, Intent.ANSWER))
"""Calls whose numbers have been taken for names."""
_SURE = frozenset(("unit", "relink"))


def identify(context: Context, request: Request) -> Outcome:
    """Return the bindings and strips that the radios and the picture now call for."""
    events: list[Event] = []
    board = context.board
    for guid in sorted(board.radios):
        radio = board.radios[guid]
        made = _forget(context, radio) or _bind(context, board, radio)
        events += made
        board = _assume(board, radio, made)
    heard = request.stimulus
    if isinstance(heard, Heard):
        events += _open_for_call(context, request, board, heard)
    return Outcome(events=tuple(events))


def label_of(radio: Radio, track: Track | None) -> str:
    """Return what a radio's pilot is called: his own name, else what the sim calls his unit."""
    names = [radio.name]
    if track is not None:
        names += [track.player_name or "", track.unit_name]
    own = label_for(*names[:1])
    return own if own != "Aircraft" else label_for(*names)


def _assume(board: Board, radio: Radio, made: list[Event]) -> Board:
    """Return the board as the next rung must see it: two radios never claim by one elimination."""
    bound = next((event.aircraft for event in made if event.kind == "bound"), None)
    if bound is None:
        return board
    claimed = replace(radio, aircraft=bound)
    return replace(board, radios={**board.radios, radio.guid: claimed})


def _forget(context: Context, radio: Radio) -> list[Event]:
    """Forget a radio that left and that nobody came back for."""
    if radio.gone_ms is None or context.now_ms - radio.gone_ms <= RELINK_MS:
        return []
    return [event_of(context, "radio_forgotten", None, guid=radio.guid)]


def _bind(context: Context, board: Board, radio: Radio) -> list[Event]:
    if radio.gone_ms is not None:
        return []
    found = binding_for(board, radio, now_ms=context.now_ms)
    track = board.tracks.get(radio.aircraft)
    if track is not None and (found is None or found.authority not in _SURE):
        expired = context.now_ms - radio.bound_ms > BINDING_TTL_MS and found is None
        if expired or not fits(radio, track):
            return [event_of(context, "unbound", radio.aircraft, guid=radio.guid, reason="expired")]
        return []
    if found is None:
        return _loosen(context, radio)
    if found.aircraft == radio.aircraft:
        return []
    return _tie(context, board, radio, found)


def _loosen(context: Context, radio: Radio) -> list[Event]:
    """Release a radio whose aircraft is no longer on radar."""
    if radio.aircraft == radio_aircraft(radio.guid) or radio.aircraft in context.board.strips:
        return []
    return [event_of(context, "unbound", radio.aircraft, guid=radio.guid, reason="no track")]


def _tie(context: Context, board: Board, radio: Radio, found: Binding) -> list[Event]:
    track = board.tracks[found.aircraft]
    events = []
    if found.aircraft not in board.strips:
        events.append(
            event_of(
                context,
                "strip_opened",
                found.aircraft,
                label=label_of(radio, track),
                coalition=track.coalition.value,
            )
        )
    events.append(
        event_of(context, "bound", found.aircraft, guid=radio.guid, authority=found.authority)
    )
    return events


def _open_for_call(context: Context, request: Request, board: Board, heard: Heard) -> list[Event]:
    """Open a strip for a caller radar has not, and note what he calls himself."""
    radio = board.radios.get(heard.guid)
    if radio is None:
        return []
    events = []
    aircraft = radio.aircraft
    if aircraft not in context.board.strips and aircraft == radio_aircraft(heard.guid):
        events.append(
            event_of(
                context,
                "strip_opened",
                aircraft,
                label=label_of(radio, None),
                coalition=radio.coalition.value,
                type=heard.unit_type,
                heard=True,
            )
        )
    strip = context.board.strip(who(context, request))
    call = request.call
    understood = call is not None and call.understood
    if strip is not None and strip.not_understood and understood:
        events.append(event_of(context, "not_understood", aircraft, not_understood=0))
    if call is None or call.callsign is None or not call.understood:
        return events
    spoken, first = call.callsign, call.readings[0].intent
    if first not in _NO_NAMES and _may_be_called(board, aircraft, radio, spoken):
        events.append(event_of(context, "labelled", aircraft, label=spoken))
    return events


def _may_be_called(board: Board, aircraft: str, radio: Radio, spoken: str) -> bool:
    """Tell whether a spoken position callsign becomes his label.

    Only where his own names hold none (a radio called by a handle, a mission that numbers its
    flights) and nobody else is called that. It names him on the air and identifies nothing.
    """
    strip = board.strips.get(aircraft)
    own = strip.label if strip is not None else label_of(radio, board.tracks.get(aircraft))
    if not is_position_callsign(spoken) or is_position_callsign(own):
        return False
    return all(other.label != spoken for key, other in board.strips.items() if key != aircraft)
