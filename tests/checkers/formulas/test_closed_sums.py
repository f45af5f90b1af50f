"""Sums of polynomials with letters in their ends, in closed form."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from support.formulas.sequents import SCOPE, VALUES, claim, shown

from verifier.checkers.formulas.places.expression_json import expression_to_json
from verifier.checkers.formulas.places.place import Place
from verifier.checkers.formulas.rules.replacing import MAX_POWER, closed
from verifier.checkers.formulas.rules.whole import given_whole
from verifier.checkers.formulas.values.evaluation import value
from verifier.kernel.expr import Expr, Head, Node, Type, walk_expr
from verifier.kernel.verdict import CheckFailed, Proved
from verifier.language.expressions.parse import formula

PLACE = Place((), {"k": Type.INT, "n": Type.COUNT, "x": Type.REAL}, True, frozenset({"k", "n"}))


def total(text: str) -> Expr:
    said = formula(f"{text} == 0", SCOPE)
    return next(part for part in walk_expr(said) if isinstance(part, Node) and part.head is Head.SUM)


@pytest.mark.parametrize("power", range(MAX_POWER + 1))
def test_a_closed_form_is_what_the_terms_add_up_to(power: int) -> None:
    term = f"x*j**{power}" if power else "x"
    found = closed(total(f"Sum({term}, j, k, n)"), PLACE, frozenset())
    for low in range(-3, 4):
        for high in range(low - 1, low + 5):
            expected = sum((Fraction(7, 2) * Fraction(j) ** power for j in range(low, high + 1)), Fraction(0))
            assert value(found, {"k": Fraction(low), "n": Fraction(high), "x": Fraction(7, 2)}) == expected


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Sum(2**j, j, 1, n)", "no polynomial"),
        ("Sum(1/j, j, 1, n)", "undefined"),
        ("Sum(floor(j/2), j, 1, n)", "no polynomial"),
        (f"Sum(j**{MAX_POWER + 1}, j, 1, n)", "no polynomial"),
        ("Sum(j, j, 1, x)", "no whole number"),
        ("Sum(j, j, 1/2, n)", "no whole number"),
        ("Sum(j*z, j, 1, n)", "other numbers"),
        ("Sum(j*I, j, 1, n)", "undefined"),
        ("Sum(0.5*j, j, 1, n)", "decimal"),
        ("Sum(sqrt(x)*j, j, 1, n)", "undefined"),
    ],
)
def test_a_sum_of_other_terms_or_ends_has_none(text: str, why: str) -> None:
    with pytest.raises(CheckFailed, match=why):
        closed(total(text), PLACE, frozenset())


SAID = "Sum(2*j, j, 1, k)"
BOUND = {"rule": "given", "of": 1}


def summed(*trees: Any, number: str = SAID, whole: Any = (0,)) -> dict[str, Any]:
    return {"rule": "summed", "number": expression_to_json(total(number)), "whole": list(whole), "trees": list(trees)}


def sums(text: str = f"{SAID} == k**2 + k", *premises: str) -> Any:
    return claim(text, *(premises or ("is_int(k)", "k >= 1 - 1")))


RIGHT = {"rule": "leaf", "checker": "canonical", "data": {"kind": "identity"}, "uses": []}


def test_a_sum_is_written_in_closed_form_where_its_ends_allow_it() -> None:
    assert isinstance(shown(sums(), summed(BOUND, RIGHT), model={"k": "1"}), Proved)
    assert given_whole([formula("is_int(k)", SCOPE)])


@pytest.mark.parametrize(
    ("what", "tree", "why"),
    [
        (sums(), summed(BOUND, RIGHT, whole=()), "no whole number"),
        (sums(), summed(VALUES, RIGHT), "k"),
        (sums(), summed({"rule": "given", "of": 0}, RIGHT), "given"),
        (sums(), summed(RIGHT), "two trees"),
        (sums(f"{SAID} == k**2", "is_int(k)", "k >= 1 - 1"), summed(BOUND, RIGHT), "side|differ|equal"),
        (sums(f"{SAID} == k**2 + k", "is_int(k)", "k >= 0 - 5"), summed(BOUND, RIGHT), "given"),
    ],
)
def test_a_forged_sum_is_refused(what: Any, tree: dict[str, Any], why: str) -> None:
    with pytest.raises(CheckFailed, match=why):
        shown(what, tree, model={"k": "1"})
