"""The parse tables are those that Lark builds, and their cache is believed only when whole."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from lark.grammar import NonTerminal, RuleOptions, Terminal
from lark.grammar import Rule as LarkRule
from lark.parser_frontends import ParserConf
from lark.parsers.lalr_analysis import LALR_Analyzer, Shift

from engine.language import grammar as grammar_module
from engine.language.compile import Language, compile_language
from engine.language.grammar import PatternGrammar
from engine.language.lexicon import Lexicon
from engine.language.table_cache import digest_of, read_tables, table_file, write_tables
from engine.language.tables import START, Rule, State, build_states
from engine.model.errors import InternalError
from tests.language.conftest import _files

_SLACK = 2
"""The machine may be slow; processor time is measured, for it may be busy as well."""


def _lark(rules: tuple[Rule, ...]) -> tuple[Mapping[Any, Mapping[str, tuple[Any, Any]]], Any]:
    origins = {one.origin: NonTerminal(one.origin) for one in rules}
    terminals: dict[str, Terminal] = {}
    made = [
        LarkRule(
            origins[one.origin],
            [
                origins.get(name) or terminals.setdefault(name, Terminal(name))
                for name in one.symbols
            ],
            order=number,
            alias=str(number),
            options=RuleOptions(priority=one.rank),
        )
        for number, one in enumerate(rules)
    ]
    analyzer = LALR_Analyzer(ParserConf(made, dict.fromkeys(made), [START]))
    analyzer.compute_lalr()
    table = analyzer.parse_table
    return table.states, table.start_states[START]


def _assert_same(states: list[State], rules: tuple[Rule, ...]) -> int:
    theirs, start = _lark(rules)
    paired = {0: start}
    agenda = [0]
    while agenda:
        number = agenda.pop()
        ours, other = dict(states[number]), dict(theirs[paired[number]])
        # Lark goes on from a whole phrase to an end of its own; ours is done
        other.pop(START, None)
        assert set(ours) == set(other)
        for symbol, step in ours.items():
            action, target = other[symbol]
            if step < 0:
                assert int(target.alias) == ~step
                continue
            assert action is Shift
            if step in paired:
                assert paired[step] == target
            else:
                paired[step] = target
                agenda.append(step)
    return len(paired)


def test_the_tables_are_those_that_lark_builds(language: Language) -> None:
    books = [one.grammar for one in language.phrasebooks.values()]
    for one in (*language.hearing.intents.grammars, *books):
        assert _assert_same(one.states, one.rules) == len(one.states)


@pytest.mark.parametrize(
    "rules",
    [
        # where "level" may end a slot or go on with it, it goes on
        [("start", "t_a B"), ("t_a", "A"), ("t_a", "A B")],
        # of two slots that fit the same word the higher rank is taken, for each follower apart
        [("start", "t_a X"), ("start", "t_b Y"), ("start", "t_b X"), ("t_a", "A"), ("t_b", "A")],
        # a list
        [("start", "V t_l"), ("start", "V t_l W"), ("t_l", "L"), ("t_l", "t_l L")],
        # a phrase that is the beginning of another, by way of a slot
        [("start", "A"), ("start", "c0 B"), ("start", "A B C"), ("c0", "A"), ("c0", "A A")],
    ],
)
def test_a_small_grammar_is_built_as_lark_builds_it(rules: list[tuple[str, str]]) -> None:
    made = tuple(
        Rule(origin, tuple(symbols.split()), f"r{number}", 100 - number)
        for number, (origin, symbols) in enumerate(rules)
    )

    _assert_same(build_states(made), made)


def test_two_rules_of_one_rank_for_the_same_words_are_refused() -> None:
    rules = [
        Rule(START, ("t_a",), "p0", 9),
        Rule(START, ("t_b",), "p1", 8),
        Rule("t_a", ("A",), "t_a", 1),
        Rule("t_b", ("A",), "t_b", 1),
    ]

    with pytest.raises(InternalError, match="t_a and t_b fit the same words"):
        build_states(rules)


@pytest.fixture
def nothing_built(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Forget what this process has built, for the length of a test."""

    def forget() -> None:
        monkeypatch.setattr(grammar_module, "_STATES", {})

    forget()
    return forget


def _hears(language: Language) -> bool:
    lexicon = Lexicon(callsigns=("Sockeye",))
    call = language.hearing.hear("Sockeye, radio check", lexicon=lexicon)
    return call.readings[0].intent == "radio_check"


@pytest.mark.slow
def test_a_theatres_grammars_are_built_within_their_time(
    nothing_built: Callable[[], None], tmp_path: Path
) -> None:
    language = compile_language(*_files())

    started = time.process_time()
    language.build(tmp_path)
    cold_ms = 1000 * (time.process_time() - started)
    nothing_built()
    again = compile_language(*_files())
    started = time.process_time()
    again.build(tmp_path)
    cached_ms = 1000 * (time.process_time() - started)

    assert cold_ms < 300 * _SLACK
    assert cached_ms < 300 * _SLACK


def test_tables_are_read_from_their_cache(
    nothing_built: Callable[[], None], tmp_path: Path
) -> None:
    first = compile_language(*_files())
    first.build(tmp_path)
    [stored] = list(tmp_path.iterdir())
    before = stored.read_bytes()
    nothing_built()

    again = compile_language(*_files())
    again.build(tmp_path)

    assert [one.read_bytes() for one in tmp_path.iterdir()] == [before]
    assert [one.states for one in again.hearing.intents.grammars] == [
        one.states for one in first.hearing.intents.grammars
    ]
    assert _hears(again)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda _: b"",
        lambda whole: whole[: len(whole) // 2],
        lambda whole: whole.replace(b":", b";", 1),
        lambda whole: whole[:-3] + b"0]]",
        lambda whole: b"\x80\x04cos\nsystem\n" + whole,
        lambda whole: whole.partition(b"\n")[0] + b"\n[]",
    ],
)
def test_a_spoilt_cache_is_built_again(
    spoil: Callable[[bytes], bytes], nothing_built: Callable[[], None], tmp_path: Path
) -> None:
    compile_language(*_files()).build(tmp_path)
    [stored] = list(tmp_path.iterdir())
    whole = stored.read_bytes()
    stored.write_bytes(spoil(whole))
    nothing_built()

    again = compile_language(*_files())
    again.build(tmp_path)

    assert _hears(again)
    assert stored.read_bytes() == whole


def test_tables_that_lead_nowhere_are_not_believed(tmp_path: Path) -> None:
    path = tmp_path / "x.tables"

    for tables in ([[{"A": 7}]], [[{"A": -3}]], [[{"A": "1"}]], [[]], [{}], {}):
        write_tables(path, tables)  # type: ignore[arg-type]
        assert read_tables(path, [2]) is None
    write_tables(path, [[{"A": 0, "B": -2}]])
    assert read_tables(path, [2]) == [[{"A": 0, "B": -2}]]


def test_a_folder_that_cannot_be_written_only_costs_time(
    nothing_built: Callable[[], None], tmp_path: Path
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder")

    language = compile_language(*_files())
    language.build(blocked / "grammars")

    assert _hears(language)


def test_another_grammar_has_another_file(tmp_path: Path) -> None:
    one = [Rule(START, ("A",), "p0", 1)]
    names = {
        table_file(tmp_path, [digest_of(rules)]).name
        for rules in (one, [Rule(START, ("B",), "p0", 1)], [Rule(START, ("A",), "p0", 2)])
    }

    assert len(names) == 3


def test_a_grammar_of_no_phrases_finds_none(language: Language) -> None:
    assert PatternGrammar((), language.hearing.intents.vocabulary).matches((), 0) == []
