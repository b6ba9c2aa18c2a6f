"""The live list of who is on the server."""

from __future__ import annotations

from dataclasses import replace

from engine.radio import Channel, ClientRecord, Position, RadioInfo
from engine.radio.messages import Message, MessageType
from engine.radio.records import tuned_radios
from engine.radio.roster import Roster

GUID = "Viper-----------------"
INFO = RadioInfo("F-16C_50", 42, tuned_radios((Channel.parse("251 AM"),)))
VIPER = ClientRecord(GUID, "Viper 1", 2, radio_info=INFO, position=Position(41.0, 42.0, 900.0))


def roster_with(*messages: Message) -> Roster:
    roster = Roster()
    for message in messages:
        roster.apply(message)
    return roster


def test_the_sync_reply_is_the_whole_roster_with_the_settings() -> None:
    roster = roster_with(
        Message(MessageType.UPDATE, client=ClientRecord("Ghost", "Ghost")),
        Message(
            MessageType.SYNC,
            clients=(VIPER, ClientRecord("", "no guid")),
            settings={"EXTERNAL_AWACS_MODE": "True"},
        ),
    )

    assert dict(roster.clients) == {GUID: VIPER}
    assert roster.settings.allows_eam


def test_metadata_leaves_radios_and_position_as_they_were() -> None:
    moved = replace(VIPER, name="Joker", coalition=1, radio_info=None, position=None)

    roster = roster_with(
        Message(MessageType.RADIO_UPDATE, client=VIPER),
        Message(MessageType.UPDATE, client=moved),
    )

    assert roster.find(GUID) == replace(VIPER, name="Joker", coalition=1)


def test_radios_are_taken_from_a_metadata_message_too() -> None:
    roster = roster_with(
        Message(MessageType.UPDATE, client=replace(VIPER, radio_info=None)),
        Message(MessageType.UPDATE, client=VIPER),
    )

    assert roster.find(GUID) == VIPER


def test_a_client_that_left_is_forgotten_and_one_never_known_is_no_matter() -> None:
    gone = Message(MessageType.CLIENT_DISCONNECT, client=VIPER)

    assert roster_with(gone, Message(MessageType.UPDATE, client=VIPER), gone).find(GUID) is None


def test_settings_are_taken_from_any_message() -> None:
    roster = roster_with(
        Message(MessageType.SERVER_SETTINGS, settings={"COALITION_AUDIO_SECURITY": "true"}),
        Message(MessageType.PING, client=VIPER),
    )

    assert roster.settings.separates_coalitions
    assert dict(roster.clients) == {}
