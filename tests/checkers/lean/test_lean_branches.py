"""Roots of letters that need not be real: what holds of every function with the right power is certified, no more."""

from __future__ import annotations

import pytest
from support.lean_session import claim, decide
from support.terms import Short, app, sqrt

from verifier.checkers.lean.process.session import LeanSession
from verifier.checkers.lean.statement.laws import NotRenderable
from verifier.checkers.lean.statement.render import render
from verifier.kernel.expr import Head
from verifier.kernel.verdict import Proved, Shows


def power(x: Short, n: int, d: int) -> Short:
    return app(Head.POW, x, app(Head.DIV, n, d))


HOLDS = [
    (sqrt(app(Head.MUL, 12, "x")), sqrt(app(Head.MUL, app(Head.MUL, 4, 3), "x"))),
    (app(Head.POW, sqrt(app(Head.SUB, "x", 3)), 2), app(Head.SUB, "x", 3)),
    (power(app(Head.MUL, "x", power("x", 1, 2)), 1, 3), power(power("x", 3, 2), 1, 3)),
    (
        app(Head.MUL, app(Head.ADD, sqrt("x"), 2), app(Head.SUB, sqrt("x"), 2)),
        app(Head.SUB, "x", 4),
    ),
]
"""Equal whatever square roots are taken, as long as of equal numbers the same is taken."""

OPEN = [
    (sqrt(app(Head.POW, "x", 2)), "x"),
    (sqrt(app(Head.MUL, "x", "y")), app(Head.MUL, sqrt("x"), sqrt("y"))),
    (sqrt("x"), app(Head.NEG, sqrt("x"))),
    (power(app(Head.POW, "x", 3), 1, 3), "x"),
]
"""True of some numbers, or of some choice of roots, and not of all."""


@pytest.mark.parametrize("for_all", [True, False])
@pytest.mark.parametrize(("left", "right"), HOLDS)
def test_what_holds_of_every_root_is_certified(
    left: Short, right: Short, for_all: bool, lean_session: LeanSession
) -> None:
    assert isinstance(decide(claim(left, "=", right, for_all=for_all), lean_session), Proved)


@pytest.mark.parametrize("for_all", [True, False])
@pytest.mark.parametrize(("left", "right"), OPEN)
def test_what_depends_on_the_root_is_not_proved(
    left: Short, right: Short, for_all: bool, lean_session: LeanSession
) -> None:
    assert not isinstance(decide(claim(left, "=", right, for_all=for_all), lean_session), Proved)


def test_no_statement_says_that_an_equation_of_such_roots_is_false() -> None:
    with pytest.raises(NotRenderable):
        render(claim(sqrt("x"), "=", app(Head.ADD, sqrt("x"), 1)), Shows.FALSE)
