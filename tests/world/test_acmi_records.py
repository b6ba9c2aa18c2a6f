"""Lines and records of a recording, one at a time."""

from __future__ import annotations

import pytest

from engine.world.acmi_lines import logical_lines, split_properties
from engine.world.acmi_records import Frame, Removal, Transform, Update, parse_record


def test_a_line_that_ends_in_a_backslash_goes_on_whatever_comes_next() -> None:
    lines = ["0,Briefing=USS Stennis\\, 225 AM\\\n", "#12 is not a frame\\\n", "-a1 nor this\n"]

    joined = list(logical_lines([*lines, "#3\n", "0,Title=ends in two\\\\\n", "#4\n", "cut\\"]))

    assert joined == [
        "0,Briefing=USS Stennis\\, 225 AM\n#12 is not a frame\n-a1 nor this",
        "#3",
        "0,Title=ends in two\\\\",
        "#4",
        "cut",
    ]


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("A=1,B=2", [("A", "1"), ("B", "2")]),
        (r"Pilot=Smith\, J | #1,Name=x", [("Pilot", "Smith, J | #1"), ("Name", "x")]),
        ("Note=a=b=c", [("Note", "a=b=c")]),
        ("Event=Message|1|a,Event=Landed|2|", [("Event", "Message|1|a"), ("Event", "Landed|2|")]),
        ("nonsense,A=,=x", [("A", ""), ("", "x")]),
        (r"Path=C:\Games", [("Path", r"C:\Games")]),
    ],
)
def test_properties_split_on_bare_commas_and_the_first_equals_sign(
    text: str, pairs: list[tuple[str, str]]
) -> None:
    assert split_properties(text) == pairs


@pytest.mark.parametrize(
    ("line", "record"),
    [
        ("#158.84", Frame(158.84)),
        ("#62754967308.46", Frame(62754967308.46)),
        ("-D01", Removal("d01")),
        ("d01,T=1|2|3", Update("d01", (("T", "1|2|3"),))),
        ("// said by nobody", None),
        ("", None),
        ("#soon", None),
        ("#nan", None),
        ("-not hex", None),
        ("zz,T=1|2|3", None),
        ("d01", None),
        ("0123456789abcdef0,A=1", None),
    ],
)
def test_records_are_read_or_passed_over(line: str, record: object) -> None:
    assert parse_record(line) == record


@pytest.mark.parametrize(
    ("text", "transform"),
    [
        ("1|2|3", Transform(1, 2, 3)),
        ("1|2|3|4|5", Transform(1, 2, 3, east_m=4, north_m=5)),
        ("1|2|3|4|5|6", Transform(1, 2, 3, 4, 5, 6)),
        ("1|2|3|4|5|6|7|8|9", Transform(1, 2, 3, 4, 5, 6, 7, 8, 9)),
        ("1|2|3|||6|7|8|", Transform(1, 2, 3, 0, 0, 6, 7, 8, 0)),
    ],
)
def test_a_transform_has_three_five_six_or_nine_fields(text: str, transform: Transform) -> None:
    assert Transform().updated(text, first=True) == transform


def test_an_empty_field_is_unchanged() -> None:
    before = Transform(1, 2, 3, 4, 5, 6, 7, 8, 9)

    assert before.updated("|||||||80|", first=False) == Transform(1, 2, 3, 4, 5, 6, 7, 80, 9)
    assert before.updated("10||||", first=False) == Transform(10, 2, 3, 4, 5, 6, 7, 8, 9)


@pytest.mark.parametrize("text", ["", "1|2", "1|2|3|4", "1|2|x", "inf|2|3"])
def test_a_transform_that_cannot_be_read_changes_nothing(text: str) -> None:
    assert Transform().updated(text, first=True) is None
