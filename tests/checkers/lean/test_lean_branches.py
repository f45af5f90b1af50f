"""Roots of letters that need not be real: what holds of every function with the right power is certified, no more."""

from __future__ import annotations

import pytest
from support.lean_session import claim, decide
from support.terms import Short, app, sqrt

from verifier.checkers.lean.process.session import LeanSession
from verifier.checkers.lean.statement.laws import NotRenderable
from verifier.checkers.lean.statement.render import render
from verifier.kernel.claim import Binder
from verifier.kernel.term import Op
from verifier.kernel.verdict import Proved, Shows


def power(x: Short, n: int, d: int) -> Short:
    return app(Op.POW, x, app(Op.DIV, n, d))


HOLDS = [
    (sqrt(app(Op.MUL, 12, "x")), sqrt(app(Op.MUL, app(Op.MUL, 4, 3), "x"))),
    (app(Op.POW, sqrt(app(Op.SUB, "x", 3)), 2), app(Op.SUB, "x", 3)),
    (power(app(Op.MUL, "x", power("x", 1, 2)), 1, 3), power(power("x", 3, 2), 1, 3)),
    (
        app(Op.MUL, app(Op.ADD, sqrt("x"), 2), app(Op.SUB, sqrt("x"), 2)),
        app(Op.SUB, "x", 4),
    ),
]
"""Equal whatever square roots are taken, as long as of equal numbers the same is taken."""

OPEN = [
    (sqrt(app(Op.POW, "x", 2)), "x"),
    (sqrt(app(Op.MUL, "x", "y")), app(Op.MUL, sqrt("x"), sqrt("y"))),
    (sqrt("x"), app(Op.NEG, sqrt("x"))),
    (power(app(Op.POW, "x", 3), 1, 3), "x"),
]
"""True of some numbers, or of some choice of roots, and not of all."""


@pytest.mark.parametrize("binder", list(Binder))
@pytest.mark.parametrize(("left", "right"), HOLDS)
def test_what_holds_of_every_root_is_certified(
    left: Short, right: Short, binder: Binder, lean_session: LeanSession
) -> None:
    assert isinstance(decide(claim(left, "=", right, binder=binder), lean_session), Proved)


@pytest.mark.parametrize("binder", list(Binder))
@pytest.mark.parametrize(("left", "right"), OPEN)
def test_what_depends_on_the_root_is_not_proved(
    left: Short, right: Short, binder: Binder, lean_session: LeanSession
) -> None:
    assert not isinstance(decide(claim(left, "=", right, binder=binder), lean_session), Proved)


def test_no_statement_says_that_an_equation_of_such_roots_is_false() -> None:
    with pytest.raises(NotRenderable):
        render(claim(sqrt("x"), "=", app(Op.ADD, sqrt("x"), 1)), Shows.FALSE)
