"""Read and write the JSON lines of the SRS control channel.

A message carries our whole record every time, a ping too: the server registers whom it does not
know by any message with a record, and drops with an error what has none (SRS 2.4 source). Lines
are ASCII, because the server decodes each chunk it reads by itself and would break a longer
character in two.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import TYPE_CHECKING, Any

from engine.radio.records import ClientRecord, decode_record, encode_record

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "LineRefusal",
    "Message",
    "MessageType",
    "decode_message",
    "encode_message",
    "parse_version",
]

_MAX_VERSION_PART = 2**31


class MessageType(IntEnum):
    """What a control message is about."""

    UPDATE = 0
    PING = 1
    SYNC = 2
    RADIO_UPDATE = 3
    SERVER_SETTINGS = 4
    CLIENT_DISCONNECT = 5
    VERSION_MISMATCH = 6
    EAM_PASSWORD = 7
    EAM_DISCONNECT = 8


class LineRefusal(StrEnum):
    """Why a line of the control channel says nothing."""

    NOT_JSON = "line is not JSON"
    NOT_A_MESSAGE = "line is not a control message"
    UNKNOWN_TYPE = "control message of an unknown type"


@dataclass(frozen=True, slots=True)
class Message:
    """One line of the control channel; the same shape goes both ways."""

    type: MessageType
    version: str = ""
    client: ClientRecord | None = None
    clients: tuple[ClientRecord, ...] = ()
    settings: Mapping[str, str] | None = None
    eam_password: str = field(default="", repr=False)


def encode_message(message: Message) -> bytes:
    """Return the line for a message, newline included."""
    fields: dict[str, Any] = {"MsgType": int(message.type), "Version": message.version}
    if message.client is not None:
        fields["Client"] = encode_record(message.client)
    if message.clients:
        fields["Clients"] = [encode_record(client) for client in message.clients]
    if message.settings is not None:
        fields["ServerSettings"] = dict(message.settings)
    if message.eam_password:
        fields["ExternalAWACSModePassword"] = message.eam_password
    return json.dumps(fields, separators=(",", ":"), allow_nan=False).encode("ascii") + b"\n"


def decode_message(line: bytes) -> Message | LineRefusal:
    """Return the message on a line, or why there is none."""
    try:
        fields = json.loads(line.decode("utf-8", errors="replace"))
    except (ValueError, RecursionError):
        return LineRefusal.NOT_JSON
    if not isinstance(fields, dict):
        return LineRefusal.NOT_A_MESSAGE
    number = fields.get("MsgType")
    if isinstance(number, bool) or not isinstance(number, int):
        return LineRefusal.NOT_A_MESSAGE
    if number not in tuple(MessageType):
        return LineRefusal.UNKNOWN_TYPE
    clients = fields.get("Clients")
    password = fields.get("ExternalAWACSModePassword")
    version = fields.get("Version")
    return Message(
        type=MessageType(number),
        version=version if isinstance(version, str) and version.isprintable() else "",
        client=decode_record(fields.get("Client")),
        clients=_decode_clients(clients) if isinstance(clients, list) else (),
        settings=_decode_settings(fields.get("ServerSettings")),
        eam_password=password if isinstance(password, str) else "",
    )


def parse_version(text: str) -> tuple[int, ...] | None:
    """Return a dotted version of two to four parts as numbers, or None."""
    parts = text.split(".")
    if not 2 <= len(parts) <= 4 or not all(part.isascii() and part.isdigit() for part in parts):
        return None
    if any(len(part) > 10 or int(part) >= _MAX_VERSION_PART for part in parts):
        return None
    return tuple(int(part) for part in parts)


def _decode_clients(values: list[object]) -> tuple[ClientRecord, ...]:
    records = (decode_record(value) for value in values)
    return tuple(record for record in records if record is not None)


def _decode_settings(value: object) -> Mapping[str, str] | None:
    if not isinstance(value, dict):
        return None
    return {key: text for key, text in value.items() if isinstance(text, str)}
