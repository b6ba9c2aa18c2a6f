"""Keep the loopback server's roster as an SRS server keeps its own, and answer control messages."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING

from engine.radio.messages import Message, MessageType, encode_message, parse_version
from engine.radio.records import NAMELESS, ClientRecord, Position, tuned_radios
from engine.radio.settings import ServerSettings

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Mapping

__all__ = ["ControlRefusal", "ControlSession", "LoopbackRoster"]

_OLDEST_CLIENT = (1, 9, 0, 0)
_RED, _BLUE = 1, 2
_MAX_BACKLOG_BYTES = 50_000_000


class ControlRefusal(StrEnum):
    """Why the server made nothing of a control message."""

    NO_RECORD = "control message without a client record"
    UNREADABLE_VERSION = "client version cannot be read"
    NO_VERSION = "client version missing"
    OLD_VERSION = "client version too old"
    NOT_BOUND = "GUID belongs to another connection"
    NEVER_COMPLETE = "record began without radios or position"
    NO_HANDLER = "control message that no server handles"
    EAM_REFUSED = "EAM password refused"


@dataclass(eq=False, slots=True)
class ControlSession:
    """One control connection and the GUIDs that were registered over it."""

    transport: asyncio.WriteTransport
    guids: set[str] = field(default_factory=set)

    def send(self, message: Message) -> None:
        """Queue a message; a client that reads slowly delays nobody else."""
        if self.transport.get_write_buffer_size() > _MAX_BACKLOG_BYTES:
            self.transport.abort()
        elif not self.transport.is_closing():
            self.transport.write(encode_message(message))


class LoopbackRoster:
    """Who is on the server, over which connection, and what each is told."""

    def __init__(self, *, version: str, blue_password: str, red_password: str) -> None:
        self._version = version
        self._passwords = ((blue_password, _BLUE), (red_password, _RED))
        self._clients: dict[str, ClientRecord] = {}
        self._sessions: set[ControlSession] = set()
        self._announced: Mapping[str, str] = {}
        self._settings = ServerSettings()

    @property
    def clients(self) -> Mapping[str, ClientRecord]:
        """Everybody by GUID."""
        return MappingProxyType(self._clients)

    def announce(self, announced: Mapping[str, str], settings: ServerSettings) -> None:
        """Use these settings from now on."""
        self._announced, self._settings = announced, settings

    def join(self, session: ControlSession) -> None:
        """Take in a new connection; it is nobody until it says who it is."""
        self._sessions.add(session)

    def leave(self, session: ControlSession) -> list[str]:
        """Forget a connection and its clients, tell the others, and return whom it was."""
        self._sessions.discard(session)
        gone = sorted(session.guids)
        for guid in gone:
            record = self._clients.pop(guid)
            self.broadcast(Message(MessageType.CLIENT_DISCONNECT, client=record))
        return gone

    def session_of(self, guid: str) -> ControlSession | None:
        """Return the connection that a GUID is bound to."""
        return next((s for s in self._sessions if guid in s.guids), None)

    def broadcast(self, message: Message) -> None:
        """Tell everybody, the one it is about included."""
        stamped = replace(message, version=self._version)
        for session in self._sessions:
            session.send(stamped)

    def take(self, session: ControlSession, message: Message) -> ControlRefusal | None:
        """Act on a client's message, or say why it had no effect."""
        client = message.client
        if client is None or not client.guid:
            return ControlRefusal.NO_RECORD
        if client.guid not in self._clients:
            refusal = self._register(session, client, message.version)
            if refusal is not None:
                return refusal
        match message.type:
            case MessageType.SYNC:
                self._synchronise(session, client.guid)
            case MessageType.UPDATE | MessageType.RADIO_UPDATE:
                return self._update(session, client, message.type)
            case MessageType.SERVER_SETTINGS:
                self.broadcast(Message(message.type, settings=dict(self._announced)))
            case MessageType.EAM_PASSWORD:
                return self._log_in(session, client, message.eam_password)
            case MessageType.EAM_DISCONNECT:
                self._log_out(session, client.guid)
            case MessageType.PING:
                pass
            case _:
                return ControlRefusal.NO_HANDLER
        return None

    def _register(
        self, session: ControlSession, client: ClientRecord, version_text: str
    ) -> ControlRefusal | None:
        if not version_text:
            session.transport.close()
            return ControlRefusal.NO_VERSION
        version = parse_version(version_text)
        if version is None:
            return ControlRefusal.UNREADABLE_VERSION
        if version < _OLDEST_CLIENT:
            session.send(Message(MessageType.VERSION_MISMATCH, version=self._version))
            session.transport.close()
            return ControlRefusal.OLD_VERSION
        self._clients[client.guid] = client
        session.guids.add(client.guid)
        return None

    def _synchronise(self, session: ControlSession, guid: str) -> None:
        session.send(
            Message(
                MessageType.SYNC,
                version=self._version,
                clients=tuple(self._shown(record) for record in self._clients.values()),
                settings=dict(self._announced),
            )
        )
        self._show(guid, MessageType.RADIO_UPDATE)

    def _update(
        self, session: ControlSession, client: ClientRecord, kind: MessageType
    ) -> ControlRefusal | None:
        if client.guid not in session.guids:
            return ControlRefusal.NOT_BOUND
        known = self._clients[client.guid]
        if known.radio_info is None or known.position is None:
            return ControlRefusal.NEVER_COMPLETE
        has_radios = kind is MessageType.RADIO_UPDATE and client.radio_info is not None
        updated = replace(
            client,
            radio_info=client.radio_info if has_radios else known.radio_info,
            position=client.position or known.position,
        )
        if updated != known:
            self._clients[client.guid] = updated
            self._show(client.guid, kind)
        return None

    def _log_in(
        self, session: ControlSession, client: ClientRecord, password: str
    ) -> ControlRefusal | None:
        is_offered = self._settings.allows_eam and password
        granted = next(
            (side for expected, side in self._passwords if is_offered and password == expected), 0
        )
        self._clients[client.guid] = replace(
            self._clients[client.guid], coalition=granted, name=client.name
        )
        answer = ClientRecord(guid="", name="", coalition=granted)
        session.send(Message(MessageType.EAM_PASSWORD, version=self._version, client=answer))
        self._show(client.guid, MessageType.UPDATE)
        return None if granted else ControlRefusal.EAM_REFUSED

    def _log_out(self, session: ControlSession, guid: str) -> None:
        known = self._clients[guid]
        blank = known.radio_info and replace(known.radio_info, radios=tuned_radios(()))
        self._clients[guid] = replace(known, coalition=0, name=NAMELESS)
        shown = Message(
            MessageType.RADIO_UPDATE,
            version=self._version,
            client=replace(self._shown(self._clients[guid]), radio_info=blank),
        )
        for other in self._sessions - {session}:
            other.send(shown)

    def _show(self, guid: str, kind: MessageType) -> None:
        record = self._shown(self._clients[guid])
        if kind is MessageType.UPDATE:
            record = replace(record, radio_info=None)
        self.broadcast(Message(kind, client=record))

    def _shown(self, record: ClientRecord) -> ClientRecord:
        """Return the record as others see it: without its place unless range matters."""
        return record if self._settings.shows_positions else replace(record, position=Position())
