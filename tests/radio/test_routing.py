"""Whom the server sends a voice packet to, rule by rule."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.radio import (
    ClientRecord,
    FrequencyBlock,
    Modulation,
    Radio,
    RadioInfo,
    RoutingRefusal,
    ServerSettings,
    VoicePacket,
    recipients,
)

A = "A" * 22
B = "B" * 22
AM, FM, INTERCOM, DISABLED = (
    Modulation.AM,
    Modulation.FM,
    Modulation.INTERCOM,
    Modulation.DISABLED,
)
LOBBY = FrequencyBlock(248_220_000.0, AM)
TEST = FrequencyBlock(247_200_000.0, AM)
ON = FrequencyBlock(251e6, AM)


def who(
    guid: str, *, coalition: int = 2, radios: tuple[Radio, ...] = (Radio(251e6, AM),)
) -> ClientRecord:
    return ClientRecord(guid, guid[0], coalition, radio_info=RadioInfo("type", 50, radios))


def routed(
    *blocks: FrequencyBlock,
    sender: ClientRecord | None = None,
    listener: ClientRecord | None = None,
    settings: ServerSettings | None = None,
    hop: int = 0,
    unit_id: int = 50,
) -> frozenset[str] | RoutingRefusal:
    speaker = sender or who(A)
    hearer = listener or who(B)
    packet = VoicePacket(b"\x50", blocks, unit_id, 1, A, A, hop)
    return recipients(
        packet,
        {speaker.guid: speaker, hearer.guid: hearer},
        sender=speaker,
        settings=settings or ServerSettings(),
    )


def test_an_unknown_sender_reaches_nobody() -> None:
    packet = VoicePacket(b"\x50", (ON,), 1, 1, A, A)

    refused = recipients(packet, {B: who(B)}, sender=None, settings=ServerSettings())

    assert refused is RoutingRefusal.UNKNOWN_SENDER


@pytest.mark.parametrize("silences", [False, True])
@pytest.mark.parametrize("separates", [False, True])
@pytest.mark.parametrize("listener_side", [0, 1, 2])
@pytest.mark.parametrize("sender_side", [0, 1, 2])
def test_sides_are_kept_apart_only_when_the_server_says_so(
    sender_side: int, listener_side: int, separates: bool, silences: bool
) -> None:
    result = routed(
        ON,
        sender=who(A, coalition=sender_side),
        listener=who(B, coalition=listener_side),
        settings=ServerSettings(separates_coalitions=separates, silences_spectators=silences),
    )

    if silences and sender_side == 0:
        assert result is RoutingRefusal.SPECTATOR
    elif separates and sender_side != listener_side:
        assert result == frozenset()
    else:
        assert result == frozenset({B})


@pytest.mark.parametrize(
    ("hop", "limit", "passes"), [(0, 0, True), (1, 0, False), (0, 1, True), (1, 1, True)]
)
def test_relays_pass_up_to_the_servers_limit(hop: int, limit: int, passes: bool) -> None:
    result = routed(ON, hop=hop, settings=ServerSettings(hop_limit=limit))

    assert result == (frozenset({B}) if passes else RoutingRefusal.TOO_MANY_HOPS)


@pytest.mark.parametrize(
    ("offset_hz", "is_echoed"), [(0, True), (499, True), (500, False), (-499, True)]
)
def test_the_speaker_hears_himself_on_a_test_frequency_only(
    offset_hz: int, is_echoed: bool
) -> None:
    block = replace(TEST, frequency_hz=TEST.frequency_hz + offset_hz)

    assert routed(block, ON) == frozenset({A, B} if is_echoed else frozenset({B}))
    assert routed(ON) == frozenset({B})


@pytest.mark.parametrize("modulation", [AM, FM])
def test_everybody_hears_the_lobby_across_sides_and_tuning(modulation: Modulation) -> None:
    result = routed(
        replace(LOBBY, modulation=modulation),
        listener=who(B, coalition=1, radios=()),
        settings=ServerSettings(separates_coalitions=True),
    )

    assert result == frozenset({B})


def test_two_matching_blocks_reach_a_client_once() -> None:
    radios = (Radio(251e6, AM), Radio(131e6, AM))

    assert routed(ON, FrequencyBlock(131e6, AM), listener=who(B, radios=radios)) == frozenset({B})


def test_no_block_reaches_nobody() -> None:
    assert routed() == frozenset()


def test_a_gateway_entry_is_sent_nothing() -> None:
    assert routed(ON, listener=replace(who(B), is_gateway=True)) == frozenset()


def test_a_client_without_radios_is_sent_nothing() -> None:
    assert routed(ON, listener=replace(who(B), radio_info=None)) == frozenset()


@pytest.mark.parametrize(
    ("radio", "block", "is_heard"),
    [
        (Radio(251e6, AM), FrequencyBlock(251e6 + 499, AM), True),
        (Radio(251e6, AM), FrequencyBlock(251e6 + 500, AM), False),
        (Radio(251e6, AM), FrequencyBlock(251e6 - 501, AM), False),
        (Radio(251e6, AM), FrequencyBlock(251e6, FM), False),
        (Radio(251e6, AM), FrequencyBlock(251e6, AM, 5), True),
        (Radio(251e6, DISABLED), FrequencyBlock(251e6, DISABLED), False),
        (Radio(251e6, AM, guard_hz=243e6), FrequencyBlock(243e6, AM), True),
        (Radio(251e6, AM, guard_hz=243e6), FrequencyBlock(243e6, FM), True),
        (Radio(251e6, DISABLED, guard_hz=243e6), FrequencyBlock(243e6, FM), False),
        (Radio(251e6, AM, guard_hz=243e6), FrequencyBlock(243e6, DISABLED), False),
        (Radio(251e6, AM, guard_hz=10_000), FrequencyBlock(10_000, AM), False),
        (Radio(10_000, AM), FrequencyBlock(10_000, AM), False),
        (Radio(10_001, AM), FrequencyBlock(10_001, AM), True),
    ],
)
def test_a_radio_matches_by_frequency_and_modulation_or_by_guard(
    radio: Radio, block: FrequencyBlock, is_heard: bool
) -> None:
    result = routed(block, listener=who(B, radios=(radio,)))

    assert result == (frozenset({B}) if is_heard else frozenset())


@pytest.mark.parametrize(
    ("unit_id", "intercom_unit_id", "is_heard"),
    [(50, 0, True), (51, 0, False), (51, 51, True), (0, 0, False)],
)
def test_intercom_reaches_those_of_the_same_aircraft(
    unit_id: int, intercom_unit_id: int, is_heard: bool
) -> None:
    radio = Radio(100.0, INTERCOM, intercom_unit_id=intercom_unit_id)

    result = routed(
        FrequencyBlock(100.0, INTERCOM), listener=who(B, radios=(radio,)), unit_id=unit_id
    )

    assert result == (frozenset({B}) if is_heard else frozenset())
