"""A letter is one of the rational roots of its equation, where no real number satisfies the other factors."""

from __future__ import annotations

from typing import Any

import pytest
from support.judged_statements import find_verdicts

from verifier.kernel.verdict import Independent, Proved, Refuted, Unknown


def verdict(facts: list[str], claim: str, kind: str = "real") -> Any:
    return find_verdicts({"x": kind}, facts, [claim])[0]


CUBIC, QUARTIC = ["x**3 - 5*x**2 - 5*x - 6 == 0"], ["x**4 - 3*x**3 + 3*x**2 - 3*x + 2 == 0"]


@pytest.mark.parametrize(
    ("facts", "claim", "kind"),
    [
        (CUBIC, "x == 6", Proved),
        (CUBIC, "x == 5", Refuted),
        (CUBIC, "x in {1, 2, 3, 6}", Proved),
        ([*QUARTIC, "x > 1"], "x == 2", Proved),
        ([], "ForAll(t in Real, Implies(t**3 - 5*t**2 - 5*t - 6 == 0, t == 6))", Proved),
        ([], "ForAll(t in Rat, Implies(t**3 - 5*t**2 - 5*t - 6 == 0, t in {1, -1, 6, -6}))", Proved),
        ([], "ForAll(t in Int, Implies(t**3 == 8, t == 2))", Proved),
    ],
)
def test_the_rational_roots_are_all_that_there_are(facts: list[str], claim: str, kind: type) -> None:
    assert isinstance(verdict(facts, claim), kind)


@pytest.mark.parametrize(
    ("facts", "claim", "kind"),
    [
        (["(x - 6)*(x**2 + x - 1) == 0"], "x == 6", "real"),
        (QUARTIC, "x == 1", "real"),
        (["x**3 - 5*x**2 - 5*x - 6 == 0"], "x == 6", "complex"),
        ([], "ForAll(t in Complex, Implies(t**3 == 8, t == 2))", "real"),
        ([], "ForAll(t in Real, Implies((t - 6)*(t**2 + t - 1) == 0, t == 6))", "real"),
    ],
)
def test_roots_that_are_irrational_or_complex_are_roots(facts: list[str], claim: str, kind: str) -> None:
    assert isinstance(verdict(facts, claim, kind), Independent | Unknown | Refuted)
