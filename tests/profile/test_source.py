"""Bytes to a tree: our own scalars, and every kind of bad file told in plain words."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.profile.codes import CODES
from engine.profile.diagnostic import Severity
from engine.profile.node import Items, Scalar, Table
from engine.profile.render import concise, full, to_json
from engine.profile.scalar import read_plain
from engine.profile.source import MAX_BYTES, read_source


def _codes(data: bytes) -> list[str]:
    return [d.code for d in read_source("x.yaml", data).diagnostics]


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        ("13", 13),
        ("-6.6", -6.6),
        ("0", 0),
        ("0.5", 0.5),
        ("true", True),
        ("false", False),
        ("", None),
        ("~", None),
        ("null", None),
        ("124.425 AM", "124.425 AM"),
        ("left", "left"),
        ("1-1", "1-1"),
        ("2016-06-21", "2016-06-21"),
        ("33 ft", "33 ft"),
        ("118,1", "118,1"),
    ],
)
def test_a_plain_scalar_is_read_from_its_raw_text(raw: str, value: object) -> None:
    reading = read_plain(raw)

    assert (reading.value, reading.code) == (value, "")
    assert type(reading.value) is type(value)


@pytest.mark.parametrize(
    ("raw", "code", "hint"),
    [
        ("01", "M012", '"01"'),
        ("010", "M012", "10 if it is a number"),
        ("08000", "M012", "8000 if it is a number"),
        ("04.5", "M012", "4.5"),
        ("0x1F", "M012", ""),
        ("1_000", "M012", ""),
        ("+5", "M012", ""),
        (".5", "M012", ""),
        ("5.", "M012", ""),
        ("1e3", "M012", ""),
        (".inf", "M012", ""),
        ("NO", "M013", '"NO"'),
        ("on", "M013", ""),
        ("Yes", "M013", ""),
        ("TRUE", "M013", ""),
        ("1:30", "M014", '"1:30"'),
        ("12:30:05", "M014", ""),
    ],
)
def test_what_another_reader_would_change_is_refused(raw: str, code: str, hint: str) -> None:
    source = read_source("x.yaml", f"key: {raw}\n".encode())

    (found,) = source.diagnostics
    assert found.code == code
    assert hint in found.hint
    assert (found.span.line, found.span.column) == (1, 6)
    assert found.span.end_column == 6 + len(raw)


@pytest.mark.parametrize("raw", ["01", "NO", "1:30", "118.100", "13"])
def test_the_same_in_quotes_is_text(raw: str) -> None:
    source = read_source("x.yaml", f'key: "{raw}"\n'.encode())

    assert source.diagnostics == ()
    assert source.root is not None
    assert source.root.plain() == {"key": raw}


@pytest.mark.parametrize(
    ("data", "code", "line", "column"),
    [
        (b"\xff\xfea\0:\0 \0", "M001", 1, 1),
        (b"a: 1\nb: \xe9\n", "M001", 2, 4),
        (b"a: 1\nb: x\0y\n", "M009", 2, 5),
        (b"a: \x1b[0m\n", "M009", 1, 4),
        (b"", "M008", 1, 1),
        (b"# nothing\n", "M008", 1, 1),
        (b"a: 1\n---\nb: 2\n", "M004", 2, 1),
        (b"a: !!int 3\n", "M005", 1, 4),
        (b"a: !env ask\n", "M005", 1, 4),
        (b"a: &x [1, *x]\n", "M006", 1, 11),
        (b"a: *x\n", "M002", 1, 4),
        (b"a: 1\na: 2\n", "M010", 2, 1),
        (b"a: {b: 1, c: {d: 1, d: 2}}\n", "M010", 1, 21),
        (b"x: &x {a: 1}\ny:\n  <<: *x\n", "M011", 3, 3),
        (b"a: &x 1\n", "M015", 1, 4),
        (b"13: x\n", "M016", 1, 1),
        (b"true: x\n", "M016", 1, 1),
        (b"? [a, b]\n: 1\n", "M016", 1, 3),
        (b"a: b: c\n", "M002", 1, 5),
        (b"a: [1, 2\nb: 3\n", "M002", 2, 2),
        (b"a:\n\tb: 1\n", "M002", 2, 1),
        (b'a: "open\n', "M002", 2, 1),
    ],
)
def test_a_bad_file_says_where_and_why(data: bytes, code: str, line: int, column: int) -> None:
    found = read_source("x.yaml", data).diagnostics[0]

    assert (found.code, found.span.line, found.span.column) == (code, line, column), found


def test_a_tab_is_named_as_a_tab() -> None:
    (found,) = read_source("x.yaml", b"a:\n\tb: 1\n").diagnostics

    assert "tab" in found.message
    assert "spaces" in found.hint


def test_a_duplicate_key_shows_both_places() -> None:
    (found,) = read_source("x.yaml", b"a: 1\nb: 2\na: 3\n").diagnostics

    assert found.span.line == 3
    assert found.related[0].span.line == 1


@pytest.mark.parametrize(
    "data",
    [
        b"a: " + b"[" * 5000,
        b"a: " + b"{b: " * 5000,
        b"- " * 5000 + b"x\n",
        b"x" * (MAX_BYTES + 1),
        b"\n".join(
            [b"l0: &l0 [x, x, x, x, x, x, x, x, x, x]"]
            + [
                b"l%d: &l%d [%s]" % (n, n, b", ".join([b"*l%d" % (n - 1)] * 10))
                for n in range(1, 12)
            ]
        ),
    ],
)
def test_a_file_that_would_blow_up_is_refused(data: bytes) -> None:
    codes = _codes(data)

    assert codes
    assert codes[-1] in {"M003", "M007"}


def test_an_alias_stands_for_its_anchor() -> None:
    source = read_source("x.yaml", b"a: &x {lat: 1, lon: 2}\nb: *x\n")

    assert source.diagnostics == ()
    assert source.root is not None
    assert source.root.plain() == {"a": {"lat": 1, "lon": 2}, "b": {"lat": 1, "lon": 2}}


def test_a_byte_order_mark_is_passed_over() -> None:
    source = read_source("x.yaml", b"\xef\xbb\xbfa: 1\n")

    assert source.diagnostics == ()
    assert source.root is not None
    assert source.root.plain() == {"a": 1}


def test_every_value_knows_its_place() -> None:
    source = read_source("x.yaml", b'a: 1\nb:\n  - "two"\n  - {c: 3}\n')

    assert isinstance(source.root, Table)
    listed = source.root.get("b")
    assert isinstance(listed, Items)
    two, table = listed.items
    assert isinstance(two, Scalar)
    assert (two.span.line, two.span.column, two.span.end_column) == (3, 5, 10)
    assert isinstance(table, Table)
    three = table.get("c")
    assert three is not None
    assert (three.span.line, three.span.column) == (4, 9)


def test_the_place_after_wide_characters_counts_code_points() -> None:
    source = read_source("x.yaml", '"\U0001f6ec": 01\n'.encode())

    (found,) = source.diagnostics
    assert found.span.column == 6
    shown = full([found], {"x.yaml": source.text}).splitlines()
    assert shown[4].index("^") == shown[3].index("01") + 1


_YAMLISH = st.lists(
    st.sampled_from(
        [
            "a",
            "b: ",
            "- ",
            "\n",
            "  ",
            "[",
            "]",
            "{",
            "}",
            ",",
            ": ",
            "&x ",
            "*x",
            "!t ",
            "'",
            '"',
            "|",
            ">",
            "#",
            "\t",
            "---\n",
            "...",
            "? ",
            "<<: ",
            "01",
            "NO",
            "1:30",
            "%",
            "é",
        ]
    ),
    max_size=40,
).map(lambda parts: "".join(parts).encode())


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.binary(max_size=200), _YAMLISH, st.text(max_size=100).map(str.encode)))
def test_any_bytes_end_in_diagnostics_whose_places_are_in_the_file(data: bytes) -> None:
    source = read_source("x.yaml", data)

    lines = len(data.split(b"\n")) + data.count(b"\r") + data.count(b"\xc2\x85")
    lines += data.count(b"\xe2\x80")
    for found in source.diagnostics:
        assert 1 <= found.span.line <= lines + 1
        assert found.span.column >= 1
    if source.root is None:
        assert any(d.severity is Severity.ERROR for d in source.diagnostics)
    assert full(source.diagnostics, {"x.yaml": source.text}) is not None
    assert concise(source.diagnostics).count("\n") == len(source.diagnostics)
    assert to_json(source.diagnostics)


def test_every_code_has_a_slug_and_a_short_law() -> None:
    assert len({code.slug for code in CODES.values()}) == len(CODES)
    for code in CODES.values():
        assert len(code.law) < 80, code
        assert code.law[0].islower()
        assert not code.law.endswith(".")
