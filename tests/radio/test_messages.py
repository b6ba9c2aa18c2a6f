"""Control messages: strict in what is sent, tolerant of what comes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.model.errors import ConfigurationError
from engine.radio import Channel, ClientRecord, Modulation, Position, RadioIdentity, VoiceServer
from engine.radio.messages import (
    LineRefusal,
    Message,
    MessageType,
    decode_message,
    encode_message,
    parse_version,
)
from engine.radio.settings import ServerSettings, read_settings

TOWER = RadioIdentity(
    station="batumi_tower",
    name="Batumi Tower [BOT] ✈",
    channels=(Channel.parse("260 AM"), Channel.parse("40.5 FM")),
    coalition=2,
    position=Position(41.61, 41.6, 10.0),
)
WORD = "geheim"
GUID = "MarshallTower000000001"


def sent(kind: MessageType, password: str = "") -> dict[str, Any]:
    line = encode_message(
        Message(kind, version="2.4.0.0", client=TOWER.record(GUID, 2), eam_password=password)
    )
    fields: dict[str, Any] = json.loads(line)
    return fields


def received(**fields: Any) -> Message:
    decoded = decode_message(json.dumps({"MsgType": 3, **fields}).encode())
    assert isinstance(decoded, Message)
    return decoded


def client(**fields: Any) -> ClientRecord:
    record = received(Client={"ClientGuid": GUID, **fields}).client
    assert record is not None
    return record


@pytest.mark.parametrize(
    "kind",
    [MessageType.SYNC, MessageType.PING, MessageType.RADIO_UPDATE, MessageType.EAM_PASSWORD],
)
def test_every_message_carries_the_whole_record(kind: MessageType) -> None:
    fields = sent(kind, password=WORD if kind is MessageType.EAM_PASSWORD else "")

    record = fields["Client"]
    assert fields["MsgType"] == kind
    assert fields["Version"] == "2.4.0.0"
    assert record["ClientGuid"] == GUID
    assert record["LatLngPosition"] == {"lat": 41.61, "lng": 41.6, "alt": 10.0}
    assert record["RadioInfo"]["ambient"] == {"vol": 0.0, "abType": ""}
    assert record["RadioInfo"]["iff"]["mode4"] is False
    assert len(record["RadioInfo"]["radios"]) == 11


def test_the_intercom_slot_and_unused_radios_are_disabled() -> None:
    radios = sent(MessageType.SYNC)["Client"]["RadioInfo"]["radios"]

    assert [radio["modulation"] for radio in radios] == [3, 0, 1, *[3] * 8]
    assert [radio["freq"] for radio in radios[:4]] == [1.0, 260e6, 40.5e6, 1.0]


def test_whole_numbers_are_written_whole_and_lines_are_ascii() -> None:
    line = encode_message(Message(MessageType.SYNC, client=TOWER.record(GUID, 2)))

    assert line.isascii()
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    assert b'"modulation":0,' in line
    assert b'"Coalition":2,' in line
    assert b"\\u2708" in line


def test_the_password_is_sent_only_with_the_log_in_and_never_shown() -> None:
    message = Message(MessageType.EAM_PASSWORD, eam_password=WORD)

    assert sent(MessageType.EAM_PASSWORD, WORD)["ExternalAWACSModePassword"] == WORD
    assert "ExternalAWACSModePassword" not in sent(MessageType.SYNC)
    assert WORD not in repr(message)
    assert WORD not in repr(VoiceServer("host", eam_password=WORD))


def test_a_message_reads_back_as_it_was_sent() -> None:
    message = Message(
        MessageType.SYNC,
        version="2.4.0.0",
        client=TOWER.record(GUID, 2),
        clients=(TOWER.record(GUID, 1),),
        settings={"EXTERNAL_AWACS_MODE": "true"},
    )

    assert decode_message(encode_message(message)) == message


@pytest.mark.parametrize("frequency", [251_000_000, 251_000_000.0])
def test_a_whole_double_may_come_with_or_without_a_point(frequency: float) -> None:
    record = client(RadioInfo={"radios": [{"freq": frequency, "modulation": 0}]})

    assert record.channels == {(251e6, Modulation.AM)}


def test_a_client_without_radios_is_known_all_the_same() -> None:
    record = client(Name="Spectator")

    assert record.radio_info is None
    assert (record.unit_type, record.unit_id, record.channels) == ("", 0, frozenset())


def test_a_modulation_that_cannot_be_read_is_disabled_and_never_guessed() -> None:
    record = client(RadioInfo={"radios": [{"freq": 251e6, "modulation": "AM"}, {"freq": 1e8}, 7]})

    assert record.radio_info is not None
    assert [radio.modulation for radio in record.radio_info.radios] == [Modulation.DISABLED] * 3


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        (None, "---"),
        ("", "---"),
        ("Viper\x1b[31m 1\n1", "Viper[31m 11"),
        ("Гром", "Гром"),
        ("\ud800x", "x"),
        (7, "---"),
    ],
)
def test_a_name_carries_nothing_that_a_console_would_obey(name: object, shown: str) -> None:
    assert client(Name=name).name == shown


@pytest.mark.parametrize("value", [None, 0, 1, "true", "True"])
def test_consent_to_recording_is_true_or_it_is_not_given(value: object) -> None:
    assert client(AllowRecord=value).allow_record is False
    assert client(AllowRecord=True).allow_record is True


@pytest.mark.parametrize(
    ("line", "refusal"),
    [
        (b"GET / HTTP/1.1", LineRefusal.NOT_JSON),
        (b"", LineRefusal.NOT_JSON),
        (b"[" * 100_000, LineRefusal.NOT_JSON),
        (b"\xff\xfe\x00", LineRefusal.NOT_JSON),
        (b"9" * 5_000, LineRefusal.NOT_JSON),
        (b"[]", LineRefusal.NOT_A_MESSAGE),
        (b"{}", LineRefusal.NOT_A_MESSAGE),
        (b'{"MsgType":"2"}', LineRefusal.NOT_A_MESSAGE),
        (b'{"MsgType":true}', LineRefusal.NOT_A_MESSAGE),
        (b'{"MsgType":9}', LineRefusal.UNKNOWN_TYPE),
        (b'{"MsgType":-1}', LineRefusal.UNKNOWN_TYPE),
    ],
)
def test_a_line_that_says_nothing_is_refused(line: bytes, refusal: LineRefusal) -> None:
    assert decode_message(line) is refusal


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["ClientGuid", "Name", "RadioInfo", "radios", "freq", "unitId", "lat"])
            | st.text(max_size=4),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(
    kind=st.integers(0, 8),
    client_value=json_values,
    info=json_values,
    clients=json_values,
    settings=json_values,
)
def test_no_message_ever_raises_and_all_can_be_passed_on(
    kind: int, client_value: object, info: object, clients: object, settings: object
) -> None:
    record = {"ClientGuid": GUID, "RadioInfo": info, "LatLngPosition": client_value}
    for value in (client_value, record):
        line = json.dumps(
            {"MsgType": kind, "Client": value, "Clients": clients, "ServerSettings": settings}
        )
        decoded = decode_message(line.encode())

        assert isinstance(decoded, Message)
        assert isinstance(decode_message(encode_message(decoded)), Message)
        if decoded.settings is not None:
            read_settings(decoded.settings)


@given(st.binary(max_size=60))
def test_no_line_ever_raises(line: bytes) -> None:
    assert isinstance(decode_message(line), Message | LineRefusal)


@pytest.mark.parametrize("text", ["true", "True", "TRUE", " true "])
def test_settings_are_compared_without_regard_to_case(text: str) -> None:
    settings = read_settings(
        {
            "EXTERNAL_AWACS_MODE": text,
            "COALITION_AUDIO_SECURITY": text,
            "SPECTATORS_AUDIO_DISABLED": text,
            "LOS_ENABLED": text,
        }
    )

    assert settings.allows_eam
    assert settings.separates_coalitions
    assert settings.silences_spectators
    assert settings.shows_positions


def test_absent_settings_have_their_defaults() -> None:
    assert read_settings({}) == ServerSettings()


def test_frequency_lists_skip_what_is_no_frequency() -> None:
    settings = read_settings(
        {
            "GLOBAL_LOBBY_FREQUENCIES": "248.22, x,,nan,-3,inf,30.5",
            "TEST_FREQUENCIES": "",
            "RETRANSMISSION_NODE_LIMIT": "2",
        }
    )

    assert settings.lobby_hz == (248_220_000.0, 30_500_000.0)
    assert settings.echo_hz == ()
    assert settings.hop_limit == 2


@pytest.mark.parametrize("text", ["", "x", "-1", "1.5", "9" * 5_000, "²"])
def test_a_hop_limit_that_cannot_be_read_is_none_at_all(text: str) -> None:
    assert read_settings({"RETRANSMISSION_NODE_LIMIT": text}).hop_limit == 0


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("2.4.0.0", (2, 4, 0, 0)),
        ("1.9", (1, 9)),
        ("2", None),
        ("2.4.0.0.0", None),
        ("2.x", None),
        ("", None),
        ("²." * 2, None),
        ("9" * 5_000 + ".1", None),
    ],
)
def test_versions_are_two_to_four_numbers(text: str, version: tuple[int, ...] | None) -> None:
    assert parse_version(text) == version


def test_a_version_that_no_server_would_answer_is_refused_beforehand() -> None:
    with pytest.raises(ConfigurationError, match=r"2\.4\.0\.0"):
        VoiceServer("host", version="latest")


@pytest.mark.parametrize("count", [0, 11])
def test_a_station_works_one_to_ten_channels(count: int) -> None:
    with pytest.raises(ConfigurationError, match="1 to 10"):
        RadioIdentity("tower", "Tower", (Channel.parse("251 AM"),) * count, 2)


def test_a_side_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="coalition 3"):
        RadioIdentity("tower", "Tower", (Channel.parse("251 AM"),), 3)
