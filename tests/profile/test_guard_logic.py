"""The logic of guards: possible together, following from one another, never."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.profile.diagnostic import Span
from engine.profile.guard import FactValue, Guard
from engine.profile.guard_compiler import compile_guard
from engine.profile.guard_logic import always_when, can_hold
from engine.profile.node import Scalar

PHASES = frozenset({"final", "landed", "missed"})


def guard(text: str) -> Guard:
    found, wrong = compile_guard(
        Scalar(Span("x", 1, 1, 1, 2), text, text, quoted=False), phases=PHASES
    )
    assert found is not None, wrong
    return found


@pytest.mark.parametrize(
    "text",
    [
        "range < 5 nm and range > 8 nm",
        "range < 5 nm and range >= 5 nm",
        "airborne and on ground",
        "inbound and outbound",
        "phase is final and phase is landed",
        "range < tower edge and range > terminal edge",
        "altitude < platform and platform < 2000 ft and altitude > 3000 ft",
        "range < -1 nm",
        "climbing and vertical speed < 0 fpm",
        "not (on ground or airborne)",
        "approach kind is ils and approach kind is not ils",
    ],
)
def test_what_can_never_hold(text: str) -> None:
    assert can_hold(guard(text)) is False


@pytest.mark.parametrize(
    "text",
    [
        "range <= 5 nm and range >= 5 nm",
        "inbound or outbound",
        "phase is final and on ground",
        "range > tower edge and range < terminal edge",
    ],
)
def test_what_can_hold(text: str) -> None:
    assert can_hold(guard(text)) is True


@pytest.mark.parametrize(
    ("first", "then", "follows"),
    [
        ("range > 8 nm", "range > 5 nm", True),
        ("range > 5 nm", "range > 8 nm", False),
        ("outbound", "airborne", True),
        ("outbound", "not on ground", True),
        ("range > terminal edge", "range >= tower edge", True),
        ("phase is final or phase is missed", "phase is not landed", True),
        ("silent > 2 min", "silent > 90 s", True),
    ],
)
def test_what_follows_from_what(first: str, then: str, follows: bool) -> None:
    assert always_when([guard(first)], guard(then)) is follows


_ATOMS = [
    "range < 5 nm",
    "range >= tower edge",
    "altitude > 2000 ft",
    "on ground",
    "inbound",
    "phase is final",
    "phase is not landed",
]
_TEXTS = st.recursive(
    st.sampled_from(_ATOMS),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["and", "or"]), inner).map(
            lambda parts: f"({parts[0]} {parts[1]} {parts[2]})"
        ),
        inner.map(lambda text: f"not ({text})"),
    ),
    max_leaves=5,
)
_FACTS = st.fixed_dictionaries(
    {
        "range": st.floats(0, 30),
        "tower_edge": st.floats(0, 10),
        "altitude": st.floats(0, 9000),
        "on_ground": st.booleans(),
        "inbound": st.booleans(),
        "phase": st.sampled_from(sorted(PHASES)),
    }
)


@given(_TEXTS, _TEXTS, _FACTS)
def test_what_holds_somewhere_is_possible(
    first: str, second: str, facts: dict[str, FactValue]
) -> None:
    one, two = guard(first), guard(second)

    if one(facts) is True and two(facts) is True:
        assert can_hold(one, two) is True
        assert not always_when([one], guard(f"not ({second})"))
    if one(facts) is True and two(facts) is False:
        assert not always_when([one], two)
