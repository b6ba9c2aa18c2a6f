"""What is written down of a sortie."""

from __future__ import annotations

import io

import pytest

from engine.model.errors import StoreError
from engine.proving.recording import read_recording, write_recording
from engine.proving.seeds import report, sweep_seeds
from engine.proving.transcript import transcript
from tests.proving.evidence import GRAMMAR, THEATRE, capture, d, keyed, pilot_call, said

AIR = [
    pilot_call(10_000, "Seaside Approach, Pony one one, radio check."),
    keyed(14_000, d("radio_check_reply", readability=5)),
    said(6),
]


def test_a_transcript_says_who_what_and_by_which_rule() -> None:
    text = transcript(capture(AIR), THEATRE)

    assert "00:10.0  Pony 1-1" in text
    assert "Pony one one, readability five." in text
    assert "radio_check_reply [test] readability=5" in text
    assert "Pony 1-1 6.0 nm out, 0.0 nm" in text


def test_words_heard_wrongly_stand_beside_the_words_said() -> None:
    text = transcript(capture([pilot_call(0, "Roger.")]), THEATRE)

    assert "heard" not in text


def test_a_recording_reads_back_the_same() -> None:
    out = io.StringIO()
    write_recording(AIR, out)

    read = list(read_recording(out.getvalue().splitlines()))
    again = io.StringIO()
    write_recording(read, again)

    assert again.getvalue() == out.getvalue()
    assert [one.words for one in read] == [one.words for one in AIR]


def test_a_damaged_recording_names_its_line() -> None:
    with pytest.raises(StoreError, match="line 2"):
        list(read_recording(["", "{not json"]))


def test_a_sweep_reports_the_seeds_that_failed() -> None:
    whole = [said(mile) for mile in (6, 5, 4, 3, 2, 1)]

    verdicts = sweep_seeds(
        [1, 2],
        lambda seed: capture(whole if seed == 1 else whole[:3]),
        theatre=THEATRE,
        grammar=GRAMMAR,
    )

    assert report(verdicts).splitlines()[0] == "1 of 2 seeds kept every promise"
    assert "seed 2: Pony 1-1: miles called [6, 5, 4]" in report(verdicts)
