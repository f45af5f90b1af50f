"""Floor, ceiling, remainder, greatest and least of closed numbers: Lean computes them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from support.lean_session import claim, decide, said
from support.terms import Short, app

from verifier.checkers.evaluate import value
from verifier.checkers.lean.process.session import LeanSession
from verifier.checkers.lean.statement.laws import NotRenderable
from verifier.kernel.expr import Head
from verifier.kernel.verdict import Proved, Refuted, Shows


def share(a: int, b: int) -> Short:
    return app(Head.DIV, a, b)


VALUES: list[tuple[Short, int]] = [
    (app(Head.FLOOR, share(-17, 5)), -4),
    (app(Head.CEIL, share(-17, 5)), -3),
    (app(Head.CEIL, 7), 7),
    (app(Head.MOD, -17, 5), 3),
    (app(Head.MOD, 3030, 44), 38),
    (app(Head.GCD, -84, 36), 12),
    (app(Head.GCD, 0, 0), 0),
    (app(Head.LCM, 21, -6), 42),
    (app(Head.MIN, share(1, 3), -2), -2),
    (app(Head.MAX, share(1, 3), 2), 2),
    (app(Head.MAX, 5, 5), 5),
]


@pytest.mark.parametrize(("of", "is_"), VALUES)
def test_lean_and_the_kernels_evaluator_say_the_same(of: Short, is_: int, lean_session: LeanSession) -> None:
    assert value(claim(of, "=", is_).left, {}) == Fraction(is_)
    assert isinstance(decide(claim(of, "=", is_), lean_session), Proved)
    assert isinstance(decide(claim(of, "=", is_ + 1), lean_session), Refuted)


@pytest.mark.parametrize("of", [app(Head.MOD, 7, 0), app(Head.MOD, 7, -2), app(Head.MOD, share(7, 2), 2)])
def test_a_remainder_that_means_nothing_is_neither_proved_nor_refuted(of: Short, lean_session: LeanSession) -> None:
    for is_ in (of, 0, 1, 7):
        assert not isinstance(decide(claim(of, "=", is_), lean_session), Proved | Refuted)


def test_what_says_twice_what_it_is_of_does_not_grow_without_end() -> None:
    deep: Short = 1
    for _ in range(60):
        deep = app(Head.MAX, deep, 2)
    with pytest.raises(NotRenderable, match="values of functions"):
        said(claim(deep, "=", 2), Shows.TRUE)
