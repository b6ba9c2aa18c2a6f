"""The guard language: three answers, and every mistake at its column in the YAML file."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lark import Lark, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedToken

from engine.profile import guard_tables
from engine.profile.facts import FACTS, Dimension
from engine.profile.guard import Facts, Guard
from engine.profile.guard_compiler import MAX_GUARD_CHARACTERS, compile_guard
from engine.profile.guard_parser import END, Branch, Unparsed, Word
from engine.profile.guard_tables import grammar_text
from engine.profile.node import Scalar, Table
from engine.profile.source import read_source

PHASES = frozenset({"final", "landed", "en_route", "missed"})


def _scalar(text: str, key: str = "when: ") -> Scalar:
    root = read_source("x.yaml", (key + text + "\n").encode()).root
    assert isinstance(root, Table)
    ((_, value),) = root.pairs()
    assert isinstance(value, Scalar)
    return value


def _guard(text: str) -> Guard:
    guard, found = compile_guard(_scalar(text), phases=PHASES)
    assert found == ()
    assert guard is not None
    return guard


def test_the_grammar_has_no_conflict_and_no_overlap() -> None:
    Lark(grammar_text(), parser="lalr", strict=True)


@lru_cache(maxsize=1)
def _lark() -> Lark:
    return Lark(
        grammar_text(),
        parser="lalr",
        lexer="basic",
        maybe_placeholders=False,
        propagate_positions=True,
    )


def _of_lark(part: Any) -> object:
    """Return a tree of Lark's as plain values: names, texts and where they stand."""
    if isinstance(part, Tree):
        place = (part.meta.start_pos, part.meta.end_pos)
        return (str(part.data), *place, [_of_lark(child) for child in part.children])
    return (part.type, part.start_pos, part.end_pos, str(part))


def _of_ours(part: Branch | Word) -> object:
    if isinstance(part, Branch):
        return (part.data, part.start, part.end, [_of_ours(child) for child in part.children])
    return (part.kind, part.start, part.end, part.text)


def _said_by_lark(text: str) -> object:
    try:
        return _of_lark(_lark().parse(text))
    except UnexpectedCharacters as error:
        return ("no word", error.pos_in_stream)
    except UnexpectedToken as error:
        if error.token.type == "$END":
            return "breaks off"
        return (error.token.type, error.token.start_pos, str(error.token))


def _said_by_us(text: str) -> object:
    try:
        return _of_ours(guard_tables.guard_parser().parse(text))
    except Unparsed as error:
        if error.word is None:
            return ("no word", error.at)
        return (
            "breaks off"
            if error.word.kind == END
            else (error.word.kind, error.word.start, error.word.text)
        )


def test_the_shipped_parse_tables_are_those_of_the_grammar() -> None:
    assert guard_tables.is_fresh(), "run python -m engine.profile.guard_tables"
    assert guard_tables.tables() == guard_tables.shipped_text()


_KNOWN_PIECES = ("and", "or", "not", "is", "(", ")", "<", "<=", ">", "5", "-2.5", "nm", "range")
_ODD_PIECES = ("on", "ground", "notable", "and5", "is_", " ", "\t", "=", "&", "é", "1.", "--")
_PIECES = (*_KNOWN_PIECES, *_ODD_PIECES)


@pytest.mark.parametrize(
    "text",
    [
        "on ground and not runway vacated",
        "altitude > 14000 ft or (range > 25 nm and phase is not final)",
        "not (silent >= 2 min)",
        "((inbound))",
        "",
        "(inbound",
        "inbound)",
        "a or b and c or not (d or e) and f",
    ],
)
def test_an_expression_is_read_as_lark_reads_it(text: str) -> None:
    assert _said_by_us(text) == _said_by_lark(text)


@given(st.lists(st.sampled_from(_PIECES), max_size=14).map(" ".join))
def test_pieces_of_expressions_are_read_as_lark_reads_them(text: str) -> None:
    assert _said_by_us(text) == _said_by_lark(text)


@given(st.lists(st.sampled_from(_PIECES), max_size=9).map("".join))
def test_pieces_without_spaces_are_read_as_lark_reads_them(text: str) -> None:
    assert _said_by_us(text) == _said_by_lark(text)


ANSWERS: list[tuple[str, Facts, bool | None]] = [
    ("on ground", {"on_ground": True}, True),
    ("on ground", {"on_ground": False}, False),
    ("on ground", {}, None),
    ("on_ground", {"on_ground": True}, True),
    ("not on ground", {"on_ground": True}, False),
    ("not on ground", {}, None),
    ("phase is final", {"phase": "final"}, True),
    ("phase is final", {"phase": "landed"}, False),
    ("phase is final", {"phase": None}, None),
    ("phase is not final", {"phase": "landed"}, True),
    ("phase is en route", {"phase": "en_route"}, True),
    ("range < 5 nm", {"range": 4.99}, True),
    ("range < 5 nm", {"range": 5.0}, False),
    ("range <= 5 nm", {"range": 5.0}, True),
    ("5 nm > range", {"range": 4.0}, True),
    ("range < final intercept", {"range": 8.0, "final_intercept": 11.0}, True),
    ("range < final intercept", {"range": 8.0}, None),
    ("silent > 2 min", {"silent": 121.0}, True),
    ("silent > 2 min", {"silent": 119.0}, False),
    ("vertical speed < -500 fpm", {"vertical_speed": -700.0}, True),
    ("on ground and range < 5 nm", {"on_ground": False}, False),
    ("on ground and range < 5 nm", {"on_ground": True}, None),
    ("on ground or range < 5 nm", {"on_ground": True}, True),
    ("on ground or range < 5 nm", {"on_ground": False}, None),
    ("inbound or outbound and on ground", {"inbound": True, "on_ground": False}, True),
    ("(inbound or outbound) and on ground", {"inbound": True, "on_ground": False}, False),
    ("range < 5 nm", {"range": True}, None),
    ("on ground", {"on_ground": "yes"}, None),
]


@pytest.mark.parametrize(("text", "facts", "answer"), ANSWERS)
def test_a_guard_answers_yes_no_or_unknown(text: str, facts: Facts, answer: bool | None) -> None:
    assert _guard(text)(facts) is answer


def test_a_guard_tells_what_it_needs() -> None:
    guard = _guard("phase is final and inbound and range < final intercept")

    assert guard.needs == {"phase", "inbound", "range", "final_intercept"}
    assert guard == _guard("phase is final  and  inbound and range < final intercept")


MISTAKES = [
    ("range < 5 ft", "M122", 15, "nm"),
    ("range < platform", "M122", 15, "nm"),
    ("altitude > 14000 ft and range > 3 kt", "M122", 39, "nm"),
    ("rnge < 5 nm", "M121", 7, "did you mean `range`"),
    ("on grund", "M121", 7, "did you mean `on ground`"),
    ("callsign is pony", "M121", 7, ""),
    ("range < 5", "M106", 15, "nm"),
    ("range < 5 miles", "M106", 17, "nm"),
    ("phase is finl", "M204", 16, "did you mean `final`"),
    ("approach kind is ilss", "M123", 24, "did you mean `ils`"),
    ("role is approche", "M123", 15, "did you mean `approach`"),
    ("on ground is true", "M122", 7, "not on ground"),
    ("range", "M122", 7, ""),
    ("phase", "M122", 7, ""),
    ("phase < 5 nm", "M122", 7, ""),
    ("range is final", "M122", 7, "< 5 nm"),
    ("on ground and", "M120", 20, "something follows"),
    ("and on ground", "M120", 7, ""),
    ("(on ground", "M120", 17, ""),
    ("on ground)", "M120", 16, ""),
    ("range == 5 nm", "M120", 13, ""),
    ("range < 5 nm $", "M120", 20, ""),
    ('"range < 5 ft"', "M122", 16, "nm"),
]


@pytest.mark.parametrize(("text", "code", "column", "hint"), MISTAKES)
def test_a_mistake_is_shown_at_its_column(text: str, code: str, column: int, hint: str) -> None:
    guard, found = compile_guard(_scalar(text), phases=PHASES)

    assert guard is None
    assert found[0].code == code, found
    assert found[0].span.column == column, found
    assert hint in found[0].hint


def test_a_guard_over_several_lines_points_at_its_start() -> None:
    scalar = _scalar("\n  on ground\n  and rnge < 5 nm", key="when:")

    _, (found,) = compile_guard(scalar, phases=PHASES)

    assert (found.code, found.span.line, found.span.column) == ("M121", 2, 3)


def test_a_guard_is_bounded() -> None:
    long = " and ".join(["on ground"] * 60)
    deep = "(" * 190 + "on ground" + ")" * 190

    assert len(long) > MAX_GUARD_CHARACTERS
    assert compile_guard(_scalar(long), phases=PHASES)[1][0].code == "M120"
    assert _guard(deep)({"on_ground": True}) is True
    assert _guard("not " * 90 + "on ground")({"on_ground": True}) is True


_WORDS = [name.replace("_", " ") for name in FACTS] + ["and", "or", "not", "is", "(", ")", "<"]
_WORDS += [">=", "5 nm", "2000 ft", "30", "kt", "final", "asr", "@", "is not", "-3 deg"]


@given(st.lists(st.sampled_from(_WORDS), min_size=1, max_size=9).map(" ".join))
def test_any_words_compile_or_say_why(text: str) -> None:
    guard, found = compile_guard(_scalar(f'"{text}"'), phases=PHASES)

    assert (guard is None) == bool(found)
    if guard is not None:
        assert guard({}) is None
        assert guard.needs <= set(FACTS)


def test_facts_are_named_as_the_language_writes_them() -> None:
    for name, kind in FACTS.items():
        assert name == name.lower()
        assert kind.meaning
        assert bool(kind.words) <= (kind.dimension is Dimension.WORD)
