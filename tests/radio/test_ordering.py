"""The order of packets within a transmission and from one to the next."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.radio import (
    FrequencyBlock,
    TransmissionStarted,
)
from engine.radio.ordering import FrameRefusal
from engine.radio.reception import VoiceRefusal
from tests.radio.ear import HORNET, RELAY, TOWER, VHF, VIPER, Ear, on


def test_swapped_packets_are_put_in_order() -> None:
    ear = Ear()
    for now_ms, number in [(0, 1), (40, 3), (60, 2), (120, 4)]:
        ear.hear(now_ms, number)

    assert ear.numbers == [1, 2, 3, 4]


def test_a_first_packet_that_comes_second_is_still_the_first() -> None:
    ear = Ear()
    for now_ms, number in [(0, 8), (10, 7), (80, 9)]:
        ear.hear(now_ms, number)

    ear.pass_time(5_000)

    assert ear.numbers == [7, 8, 9]
    assert ear.ended[0].missing_frames == 0


def test_a_gap_holds_the_rest_back_for_100_ms_and_then_no_longer() -> None:
    ear = Ear()
    ear.hear(0, 1)
    ear.hear(40, 3)

    ear.pass_time(139)
    assert ear.numbers == [1]
    ear.pass_time(140)

    assert ear.numbers == [1, 3]
    assert [frame.missing_before for frame in ear.frames] == [0, 1]


def test_a_packet_later_than_that_is_dropped_and_the_gap_is_counted() -> None:
    ear = Ear()
    ear.hear(0, 1)
    ear.hear(40, 3)
    ear.pass_time(150)

    ear.hear(160, 2)
    ear.pass_time(5_000)

    assert ear.numbers == [1, 3]
    assert ear.ended[0].missing_frames == 1
    assert ear.counters[FrameRefusal.LATE] == 1


def test_a_relayed_copy_is_dropped_and_belongs_to_who_spoke() -> None:
    ear = Ear()
    for now_ms, number in [(0, 1), (40, 2)]:
        ear.hear(now_ms, number)
        ear.hear(now_ms + 5, number, sender_guid=RELAY, hop=1, blocks=on(VHF))

    ear.pass_time(5_000)

    assert [t.origin_guid for t in ear.ended] == [VIPER]
    assert ear.numbers == [1, 2]
    assert ear.ended[0].channel == TOWER
    assert ear.counters[FrameRefusal.DUPLICATE] == 2


def test_a_relayed_copy_fills_the_gap_of_what_was_lost_on_the_direct_way() -> None:
    ear = Ear()
    ear.hear(0, 1)
    ear.hear(45, 2, sender_guid=RELAY, hop=1, blocks=on(VHF))
    ear.hear(80, 3)

    ear.pass_time(5_000)

    assert ear.numbers == [1, 2, 3]
    assert len(ear.ended) == 1


def test_late_packets_of_the_last_transmission_start_no_new_one() -> None:
    ear = Ear()
    ear.talk(0, range(10, 13))
    ear.pass_time(430)

    ear.hear(440, 11)

    assert len(ear.ended) == 1
    assert ear.counters[VoiceRefusal.OLD_NUMBER] == 1
    assert ear.reception.deadline_ms is None


def test_a_client_that_restarted_its_numbers_is_heard_after_800_ms_of_silence() -> None:
    ear = Ear()
    ear.talk(0, range(500, 503))

    ear.talk(80 + 760, range(1, 4))
    ear.pass_time(5_000)

    assert [[f.number for f in t.frames] for t in ear.ended] == [[500, 501, 502], [2, 3]]
    assert ear.counters[VoiceRefusal.OLD_NUMBER] == 1


def test_a_number_far_ahead_within_a_transmission_is_garbage() -> None:
    ear = Ear()
    ear.hear(0, 1)
    ear.hear(10, 2**63)
    ear.hear(40, 2)

    ear.pass_time(5_000)

    assert ear.numbers == [1, 2]
    assert ear.counters[FrameRefusal.IMPLAUSIBLE] == 1


def test_numbers_go_on_from_one_transmission_to_the_next() -> None:
    ear = Ear()
    ear.talk(0, range(1, 4))
    ear.talk(2_000, range(4, 7))
    ear.pass_time(9_000)

    assert [[f.number for f in t.frames] for t in ear.ended] == [[1, 2, 3], [4, 5, 6]]


arrivals = st.lists(
    st.tuples(
        st.integers(0, 200),
        st.integers(0, 40),
        st.sampled_from([VIPER, HORNET]),
        st.sampled_from([on(TOWER), on(VHF), on(TOWER, key=1), on(VHF, TOWER)]),
    ),
    max_size=60,
)


@given(arrivals)
def test_every_start_has_one_end_and_frames_are_in_order_without_repeats(
    steps: list[tuple[int, int, str, tuple[FrequencyBlock, ...]]],
) -> None:
    ear = Ear(max_transmission_ms=1_000)
    now_ms = 0
    for wait_ms, number, speaker, blocks in steps:
        now_ms += wait_ms
        ear.pass_time(now_ms)
        ear.hear(now_ms, number, speaker=speaker, blocks=blocks)
    ear.pass_time(now_ms + 10_000)

    started = [e.transmission_id for e in ear.events if isinstance(e, TransmissionStarted)]
    assert sorted(started) == sorted(t.transmission_id for t in ear.ended)
    assert len(set(started)) == len(started)
    for transmission in ear.ended:
        numbers = [frame.number for frame in transmission.frames]
        told = [
            e.frame.number for e in ear.frames if e.transmission_id == transmission.transmission_id
        ]
        assert numbers == told == sorted(set(numbers))
        if not transmission.is_encrypted:
            spread = numbers[-1] - numbers[0] + 1
            assert transmission.missing_frames == spread - len(numbers)
        assert transmission.start_ms <= transmission.end_ms < transmission.start_ms + 1_000
