"""Channels: how they are written, and when two frequencies are one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.model.errors import ConfigurationError
from engine.radio import Channel, Modulation

TALKABLE = [m for m in Modulation if m not in (Modulation.INTERCOM, Modulation.DISABLED)]


@pytest.mark.parametrize(
    ("text", "channel"),
    [
        ("124.425 AM", Channel(124_425_000, Modulation.AM)),
        ("40.5 FM", Channel(40_500_000, Modulation.FM)),
        ("251 AM", Channel(251_000_000, Modulation.AM)),
        ("30.000001 SINCGARS", Channel(30_000_001, Modulation.SINCGARS)),
    ],
)
def test_a_channel_is_megahertz_and_modulation(text: str, channel: Channel) -> None:
    assert Channel.parse(text) == channel


@pytest.mark.parametrize(
    "text",
    [
        "124.425",
        "124.425 XM",
        "124.425 am",
        "124.425  AM",
        " 124.425 AM",
        "124,425 AM",
        "124.4250001 AM",
        "-1 AM",
        "0.01 AM",
        "0 FM",
        "251 DISABLED",
        "251 INTERCOM",
        "١٢٤.425 AM",
        "",
    ],
)
def test_anything_else_is_refused_with_the_text_shown(text: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        Channel.parse(text)

    assert repr(text) in str(caught.value)


@given(
    frequency_hz=st.integers(10_001, 400_000_000_000),
    modulation=st.sampled_from(TALKABLE),
)
def test_what_a_channel_prints_parses_back(frequency_hz: int, modulation: Modulation) -> None:
    channel = Channel(frequency_hz, modulation)

    assert Channel.parse(str(channel)) == channel


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize(
    ("offset_hz", "is_heard"), [(0, True), (499, True), (500, False), (501, False)]
)
def test_frequencies_less_than_500_hz_apart_are_one(
    offset_hz: int, is_heard: bool, sign: int
) -> None:
    channel = Channel.parse("251 AM")

    assert channel.is_hit_by(251e6 + sign * offset_hz, Modulation.AM) is is_heard


@pytest.mark.parametrize("modulation", [Modulation.FM, Modulation.DISABLED, 9])
def test_another_modulation_is_not_heard(modulation: int) -> None:
    assert not Channel.parse("251 AM").is_hit_by(251e6, modulation)
