"""Read and write the record by which an SRS client is known to the others.

Writing is strict because the server is: names are case-sensitive, whole numbers must be written
whole, a record without radios or position makes the server drop every later update in silence,
and a null `ambient` made other clients drop the speaker's audio (SRS 2.2 to 2.4 source). Reading
is tolerant because a pilot's record is whatever his client made of it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.radio.frequency import Channel, Modulation

__all__ = [
    "RADIO_SLOTS",
    "STATION_SLOTS",
    "ClientRecord",
    "Position",
    "Radio",
    "RadioInfo",
    "decode_record",
    "encode_record",
    "tuned_radios",
]

RADIO_SLOTS = 11
"""Radios in a record: the intercom, then ten (SRS 2.4 source)."""

STATION_SLOTS = RADIO_SLOTS - 1
"""Channels that one client can work; the intercom slot stays disabled."""

NAMELESS = "---"
"""What the server shows for a client without a name."""

_UNUSED_HZ = 1.0
_MAX_NAME_CHARACTERS = 200
_MAX_UINT32 = 0xFFFF_FFFF


@dataclass(frozen=True, slots=True)
class Radio:
    """One radio of a client as the roster shows it."""

    frequency_hz: float = _UNUSED_HZ
    modulation: int = Modulation.DISABLED
    guard_hz: float = 0.0
    is_encrypted: bool = False
    encryption_key: int = 0
    can_retransmit: bool = False
    intercom_unit_id: int = 0


@dataclass(frozen=True, slots=True)
class RadioInfo:
    """What a client's radios are fitted to, and how they are tuned."""

    unit_type: str
    unit_id: int
    radios: tuple[Radio, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """Where a client's antenna is; latitude or longitude 0 means unknown to SRS."""

    latitude_deg: float = 0.0
    longitude_deg: float = 0.0
    altitude_msl_m: float = 0.0


@dataclass(frozen=True, slots=True)
class ClientRecord:
    """One client of the voice server; `guid` is empty where the server leaves it out."""

    guid: str
    name: str
    coalition: int = 0
    seat: int = 0
    allow_record: bool = False
    radio_info: RadioInfo | None = None
    position: Position | None = None
    is_gateway: bool = False

    @property
    def unit_type(self) -> str:
        """The type of aircraft or post, empty when the client has no radios."""
        return self.radio_info.unit_type if self.radio_info else ""

    @property
    def unit_id(self) -> int:
        """The sim's id of the unit, 0 when the client has no radios."""
        return self.radio_info.unit_id if self.radio_info else 0

    @property
    def channels(self) -> frozenset[tuple[float, int]]:
        """Every frequency and modulation that the client is tuned to."""
        radios = self.radio_info.radios if self.radio_info else ()
        return frozenset(
            (radio.frequency_hz, radio.modulation)
            for radio in radios
            if radio.modulation != Modulation.DISABLED
        )


def tuned_radios(channels: tuple[Channel, ...]) -> tuple[Radio, ...]:
    """Return all eleven radios of a client that works `channels`.

    Slot 0 stays disabled so that no pilot's intercom can reach a station.
    """
    used = tuple(Radio(float(c.frequency_hz), c.modulation) for c in channels[:STATION_SLOTS])
    return (Radio(), *used, *(Radio() for _ in range(STATION_SLOTS - len(used))))


def encode_record(record: ClientRecord) -> dict[str, Any]:
    """Return the JSON object for a record, as .NET's default reader accepts it."""
    position = record.position or Position()
    encoded: dict[str, Any] = {
        "ClientGuid": record.guid,
        "Name": record.name,
        "Seat": record.seat,
        "Coalition": record.coalition,
        "AllowRecord": record.allow_record,
        "LatLngPosition": {
            "lat": float(position.latitude_deg),
            "lng": float(position.longitude_deg),
            "alt": float(position.altitude_msl_m),
        },
    }
    if record.radio_info is not None:
        encoded["RadioInfo"] = _encode_radio_info(record.radio_info)
    return encoded


def decode_record(value: object) -> ClientRecord | None:
    """Return the record in a JSON value, or None when it is not an object."""
    if not isinstance(value, Mapping):
        return None
    guid = value.get("ClientGuid")
    return ClientRecord(
        guid=guid if isinstance(guid, str) and guid.isascii() and guid.isprintable() else "",
        name=_text(value.get("Name")) or NAMELESS,
        coalition=_whole(value.get("Coalition")),
        seat=_whole(value.get("Seat")),
        allow_record=value.get("AllowRecord") is True,
        radio_info=_decode_radio_info(value.get("RadioInfo")),
        position=_decode_position(value.get("LatLngPosition")),
        is_gateway=value.get("Gateway") is True or value.get("GatewayClient") is True,
    )


def _encode_radio_info(info: RadioInfo) -> dict[str, Any]:
    return {
        "unit": info.unit_type,
        "unitId": info.unit_id,
        "ambient": {"vol": 0.0, "abType": ""},
        "iff": {
            "control": 2,
            "status": 0,
            "mode1": -1,
            "mode2": -1,
            "mode3": -1,
            "mode4": False,
            "mic": -1,
        },
        "radios": [_encode_radio(radio) for radio in info.radios],
    }


def _encode_radio(radio: Radio) -> dict[str, Any]:
    encoded: dict[str, Any] = {
        "freq": float(radio.frequency_hz),
        "modulation": int(radio.modulation),
        "secFreq": float(radio.guard_hz),
        "enc": radio.is_encrypted,
        "encKey": radio.encryption_key,
        "retransmit": radio.can_retransmit,
    }
    if radio.intercom_unit_id:
        encoded["IntercomUnitId"] = radio.intercom_unit_id
    return encoded


def _decode_radio_info(value: object) -> RadioInfo | None:
    if not isinstance(value, Mapping):
        return None
    radios = value.get("radios")
    return RadioInfo(
        unit_type=_text(value.get("unit")),
        unit_id=_whole(value.get("unitId")),
        radios=tuple(_decode_radio(radio) for radio in radios) if isinstance(radios, list) else (),
    )


def _decode_radio(value: object) -> Radio:
    """Return the radio, disabled where it cannot be read so that the slots keep their places."""
    if not isinstance(value, Mapping):
        return Radio()
    return Radio(
        frequency_hz=_number(value.get("freq")) or _UNUSED_HZ,
        modulation=_whole(value.get("modulation"), otherwise=Modulation.DISABLED),
        guard_hz=_number(value.get("secFreq")),
        is_encrypted=value.get("enc") is True,
        encryption_key=_whole(value.get("encKey")),
        can_retransmit=value.get("retransmit") is True,
        intercom_unit_id=_whole(value.get("IntercomUnitId")),
    )


def _decode_position(value: object) -> Position | None:
    if not isinstance(value, Mapping):
        return None
    return Position(
        latitude_deg=_number(value.get("lat")),
        longitude_deg=_number(value.get("lng")),
        altitude_msl_m=_number(value.get("alt")),
    )


def _number(value: object) -> float:
    """Return a finite number; whole doubles come with a point from old servers, else without."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return 0.0
    try:
        number = float(value)
    except OverflowError:
        return 0.0
    return number if math.isfinite(number) else 0.0


def _whole(value: object, *, otherwise: int = 0) -> int:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return otherwise
    return int(value) if 0 <= value <= _MAX_UINT32 else otherwise


def _text(value: object) -> str:
    """Return text fit for a console: a name must not be able to carry control characters."""
    if not isinstance(value, str):
        return ""
    visible = "".join(character for character in value if character.isprintable())
    return visible.strip()[:_MAX_NAME_CHARACTERS]
