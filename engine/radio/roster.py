"""Keep the live list of who is on the voice server.

Pilots change side, name, slot and aircraft in mid-session, so every message is applied and nobody
keeps a record past the transmission it was read for. Any message may carry radios: servers before
2.2 put them into metadata updates, later ones leave them out there (SRS 2.4 source).
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from engine.radio.messages import Message, MessageType
from engine.radio.settings import ServerSettings, read_settings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.radio.records import ClientRecord

__all__ = ["Roster"]


class Roster:
    """The clients that a voice server has told us of, and its settings."""

    def __init__(self) -> None:
        self._clients: dict[str, ClientRecord] = {}
        self._settings = ServerSettings()

    @property
    def clients(self) -> Mapping[str, ClientRecord]:
        """Everybody by GUID, ourselves included, as of now."""
        return MappingProxyType(self._clients)

    @property
    def settings(self) -> ServerSettings:
        """The server's settings as last announced."""
        return self._settings

    def find(self, guid: str) -> ClientRecord | None:
        """Return the record of a client, or None when he is not there."""
        return self._clients.get(guid)

    def apply(self, message: Message) -> None:
        """Take in what a message from the server says about clients and settings."""
        if message.settings is not None:
            self._settings = read_settings(message.settings)
        if message.type is MessageType.SYNC:
            self._clients = {client.guid: client for client in message.clients if client.guid}
        client = message.client
        if client is None or not client.guid:
            return
        if message.type is MessageType.CLIENT_DISCONNECT:
            self._clients.pop(client.guid, None)
        elif message.type in (MessageType.UPDATE, MessageType.RADIO_UPDATE):
            self._clients[client.guid] = self._merged(client)

    def _merged(self, client: ClientRecord) -> ClientRecord:
        known = self._clients.get(client.guid)
        if known is None:
            return client
        return replace(
            client,
            radio_info=client.radio_info or known.radio_info,
            position=client.position or known.position,
        )
