"""No name can break speech markup or add to it."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.voice.ssml import ssml


def _parsed(document: str) -> ET.Element:
    return ET.fromstring(document)  # noqa: S314  # our own document


@given(st.text(max_size=200))
def test_any_text_is_spoken_as_text_and_nothing_else(text: str) -> None:
    root = _parsed(ssml(text))

    assert [element.tag for element in root.iter()] == ["speak", "prosody"]
    spoken = "".join(root.itertext())
    assert len(spoken) == len(text) or "\r" in text


@pytest.mark.parametrize(
    "text",
    [
        "Smith & Sons Field",
        "A<B Range",
        "O'Hare",
        'Hammer</speak><break time="10s"/>',
        "]]>",
        "&amp;",
        "<!-- -->",
    ],
)
def test_names_with_markup_in_them_keep_every_letter(text: str) -> None:
    assert "".join(_parsed(ssml(text, rate=1.1)).itertext()) == text


def test_rate_and_pitch_are_percentages_and_pitch_may_be_left_out() -> None:
    assert ssml("x", rate=0.9, pitch=1.1) == (
        '<speak><prosody rate="90%" pitch="+10%">x</prosody></speak>'
    )
    assert "pitch" not in ssml("x", rate=0.9)


@given(st.floats(0.5, 2.0), st.floats(0.5, 2.0))
def test_any_manner_of_a_voice_makes_a_document(rate: float, pitch: float) -> None:
    _parsed(ssml("x", rate=rate, pitch=pitch))
