"""What a station makes of the packets it hears; all times are given, none is waited for."""

from __future__ import annotations

import pytest

from engine.radio import (
    ClientRecord,
    EndReason,
    FrequencyBlock,
    Modulation,
    RadioInfo,
    TransmissionStarted,
)
from engine.radio.reception import VoiceRefusal
from tests.radio.ear import GROUND, HORNET, TOWER, US, VHF, VIPER, Ear, on


def test_a_transmission_ends_350_ms_after_its_last_packet() -> None:
    ear = Ear()
    ear.talk(1_000, range(1, 6))

    ear.pass_time(1_160 + 349)
    assert ear.ended == []
    ear.pass_time(1_160 + 350)

    (transmission,) = ear.ended
    assert ear.reasons == [EndReason.SILENCE]
    assert (transmission.start_ms, transmission.end_ms) == (1_000, 1_160)
    assert [frame.number for frame in transmission.frames] == [1, 2, 3, 4, 5]
    assert transmission.frames[0].payload == b"frame 1"
    assert transmission.missing_frames == 0
    assert not transmission.is_stepped_on
    assert not transmission.is_encrypted
    assert (transmission.frequency_hz, transmission.modulation) == (260_000_000, Modulation.AM)
    assert ear.reception.deadline_ms is None


def test_start_and_frames_are_told_while_the_pilot_still_speaks() -> None:
    ear = Ear()

    ear.talk(0, range(1, 5))

    started = ear.events[0]
    assert isinstance(started, TransmissionStarted)
    assert started.start_ms == 0
    assert ear.numbers == [1, 2, 3, 4]
    assert {frame.transmission_id for frame in ear.frames} == {started.transmission_id}
    assert ear.ended == []


def test_a_short_pause_is_the_same_transmission_and_a_long_one_is_not() -> None:
    ear = Ear()
    ear.talk(0, range(1, 3))
    ear.talk(340, range(3, 5))

    ear.talk(380 + 360, range(5, 7))
    ear.pass_time(5_000)

    assert [len(t.frames) for t in ear.ended] == [4, 2]
    assert len({t.transmission_id for t in ear.ended}) == 2


def test_the_speaker_is_who_the_roster_says_at_the_end() -> None:
    ear = Ear()
    info = RadioInfo("FA-18C_hornet", 42, ())
    ear.clients[VIPER] = ClientRecord(VIPER, "Joker", 1, radio_info=info)
    ear.talk(0, range(1, 3))
    ear.clients[VIPER] = ClientRecord(VIPER, "Joker", 2, allow_record=True, radio_info=info)

    ear.pass_time(5_000)

    speaker = ear.ended[0].speaker
    assert (speaker.name, speaker.unit_type, speaker.unit_id) == ("Joker", "FA-18C_hornet", 42)
    assert (speaker.coalition, speaker.allow_record) == (2, True)
    assert ear.ended[0].origin_guid == VIPER


def test_a_stranger_is_heard_without_a_name_and_may_not_be_recorded() -> None:
    ear = Ear()
    ear.talk(0, range(1, 3))

    ear.pass_time(5_000)

    assert ear.ended[0].speaker.name == ""
    assert ear.ended[0].speaker.unit_id == 7
    assert not ear.ended[0].speaker.allow_record


@pytest.mark.parametrize("field", ["origin_guid", "sender_guid"])
@pytest.mark.parametrize("guid", [US, GROUND])
def test_no_station_of_ours_is_ever_heard(field: str, guid: str) -> None:
    ear = Ear()

    ear.hear(0, 1, **{field: guid})

    assert ear.events == []
    assert ear.counters[VoiceRefusal.OWN_VOICE] == 1


def test_our_own_echo_leaves_the_channel_free_but_a_neighbour_does_not() -> None:
    ear = Ear()

    ear.hear(0, 1, speaker=US)
    assert not ear.reception.is_busy(260_000_000, now_ms=0, within_ms=300)
    ear.hear(0, 1, speaker=GROUND)

    assert ear.reception.is_busy(260_000_000, now_ms=0, within_ms=300)


@pytest.mark.parametrize(
    "blocks",
    [
        (),
        (FrequencyBlock(260_000_500.0, Modulation.AM),),
        (FrequencyBlock(260e6, Modulation.FM),),
        (FrequencyBlock(260e6, 200),),
    ],
)
def test_what_is_not_on_a_channel_of_the_station_is_not_heard(
    blocks: tuple[FrequencyBlock, ...],
) -> None:
    ear = Ear()

    ear.hear(0, 1, blocks=blocks)

    assert ear.events == []
    assert ear.counters[VoiceRefusal.NOT_TUNED] == 1


def test_a_packet_without_audio_is_counted_only() -> None:
    ear = Ear()

    ear.hear(0, 1, audio=b"")

    assert ear.events == []
    assert ear.counters[VoiceRefusal.NO_AUDIO] == 1


def test_a_packet_on_two_channels_of_the_station_is_one_transmission() -> None:
    ear = Ear()

    ear.talk(0, range(1, 4), blocks=on(VHF, TOWER))
    ear.pass_time(5_000)

    assert [t.channel for t in ear.ended] == [VHF]


def test_the_clear_one_of_two_channels_is_the_one_heard() -> None:
    ear = Ear()

    ear.talk(0, range(1, 4), blocks=on(VHF, key=5) + on(TOWER))
    ear.pass_time(5_000)

    assert [(t.channel, t.is_encrypted) for t in ear.ended] == [(TOWER, False)]


def test_an_encrypted_transmission_is_noise_without_frames() -> None:
    ear = Ear()

    ear.talk(0, range(1, 4), blocks=on(TOWER, key=5))
    ear.pass_time(5_000)

    assert ear.frames == []
    assert ear.ended[0].is_encrypted
    assert ear.ended[0].frames == ()
    assert ear.counters[VoiceRefusal.ENCRYPTED] == 3


def test_going_on_in_the_clear_or_elsewhere_is_another_transmission() -> None:
    ear = Ear()

    ear.talk(0, range(1, 3), blocks=on(TOWER, key=5))
    ear.talk(80, range(3, 5), blocks=on(TOWER))
    ear.talk(160, range(5, 7), blocks=on(VHF))
    ear.pass_time(5_000)

    assert [(t.channel, t.is_encrypted, len(t.frames)) for t in ear.ended] == [
        (TOWER, True, 0),
        (TOWER, False, 2),
        (VHF, False, 2),
    ]
    assert ear.reasons == [
        EndReason.CHANGED_CHANNEL,
        EndReason.CHANGED_CHANNEL,
        EndReason.SILENCE,
    ]


def test_two_at_once_on_a_channel_are_told_apart_and_both_marked() -> None:
    ear = Ear()
    for step in range(5):
        ear.hear(40 * step, step + 1, speaker=VIPER)
        ear.hear(40 * step + 10, step + 101, speaker=HORNET)

    ear.pass_time(5_000)

    assert {t.origin_guid: [f.number for f in t.frames] for t in ear.ended} == {
        VIPER: [1, 2, 3, 4, 5],
        HORNET: [101, 102, 103, 104, 105],
    }
    assert all(t.is_stepped_on for t in ear.ended)


def test_two_at_once_on_different_channels_do_not_step_on_each_other() -> None:
    ear = Ear()
    for step in range(3):
        ear.hear(40 * step, step + 1, speaker=VIPER)
        ear.hear(40 * step, step + 1, speaker=HORNET, blocks=on(VHF))

    ear.pass_time(5_000)

    assert [t.is_stepped_on for t in ear.ended] == [False, False]


def test_a_quick_answer_to_another_pilot_steps_on_nobody() -> None:
    ear = Ear()
    ear.talk(0, range(1, 4), speaker=VIPER)
    ear.talk(120, range(1, 4), speaker=HORNET)
    ear.talk(340, range(4, 7), speaker=VIPER)

    ear.pass_time(5_000)

    assert [t.is_stepped_on for t in ear.ended] == [False, False]


def test_a_stuck_microphone_is_ended_once_and_then_waited_out() -> None:
    ear = Ear(max_transmission_ms=2_000)

    ear.talk(0, range(1, 101))
    assert ear.reasons == [EndReason.STUCK_MICROPHONE]
    assert len(ear.ended[0].frames) == 50
    ear.talk(3_960 + 400, range(101, 104))
    ear.pass_time(9_000)

    assert ear.reasons == [EndReason.STUCK_MICROPHONE, EndReason.SILENCE]
    assert [f.number for f in ear.ended[1].frames] == [101, 102, 103]
    assert ear.counters[VoiceRefusal.STUCK_MICROPHONE] == 50


def test_a_stuck_microphone_keeps_the_channel_busy() -> None:
    ear = Ear(max_transmission_ms=1_000)

    ear.talk(0, range(1, 101))

    assert ear.reception.is_busy(260_000_000, now_ms=4_000, within_ms=300)


@pytest.mark.parametrize(("after_ms", "is_busy"), [(0, True), (299, True), (300, False)])
def test_a_channel_is_busy_for_300_ms_after_a_packet(after_ms: int, is_busy: bool) -> None:
    ear = Ear()
    ear.hear(1_000, 1)

    assert ear.reception.is_busy(260_000_000, now_ms=1_000 + after_ms, within_ms=300) is is_busy
    assert not ear.reception.is_busy(131_000_000, now_ms=1_000, within_ms=300)


def test_a_lost_link_ends_what_was_being_heard() -> None:
    ear = Ear()
    ear.hear(0, 1)
    ear.hear(40, 3)

    ear.events += ear.reception.close()

    assert ear.reasons == [EndReason.LINK_LOST]
    assert ear.numbers == [1, 3]
    assert ear.reception.deadline_ms is None


def test_after_a_retune_only_the_new_channels_are_heard() -> None:
    ear = Ear()
    ear.hear(0, 1)

    ear.reception.retune((VHF,))
    ear.hear(40, 2)
    ear.pass_time(5_000)

    assert [len(t.frames) for t in ear.ended] == [1]
    assert ear.counters[VoiceRefusal.NOT_TUNED] == 1
    assert not ear.reception.is_busy(260_000_000, now_ms=40, within_ms=300)


def test_a_crowd_of_invented_speakers_is_bounded() -> None:
    ear = Ear()

    for index in range(3_000):
        ear.hear(index // 100, 1, speaker=f"Invented{index:014d}")

    assert len([e for e in ear.events if isinstance(e, TransmissionStarted)]) == 64
    assert ear.counters[VoiceRefusal.TOO_MANY_SPEAKERS] == 3_000 - 64
