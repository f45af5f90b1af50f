"""Random formulas: the evaluator, and another one that was made differently, never contradict each other."""

from __future__ import annotations

from collections import Counter

import pytest
from support.formulas.brute_force import judged
from support.formulas.drawing import Drawing
from support.formulas.zeros import Unknown

from verifier.checkers.formulas.values.evaluation import truth
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.expr import Expr, Head, Node, walk_expr
from verifier.language.expressions.spell import spell

COUNT = 1250  # formulas for each seed
UNHEARD = {Head.CALL, Head.ANTIDERIVATIVE, Head.PERCENT, Head.APPROX}  # the evaluator has no values for them


def told(formula: Expr) -> str:
    try:
        return {True: "T", False: "F", None: "N"}[truth(formula, {})]
    except NotEvaluated:
        return "?"


def told_otherwise(formula: Expr) -> str:
    try:
        return judged(spell(formula))
    except Unknown:
        return "?"


@pytest.mark.parametrize("seed", range(4))
def test_two_evaluators_never_disagree(seed: int) -> None:
    drawing, seen = Drawing(seed), Counter[str]()
    for formula in (drawing.formula(3) for _ in range(COUNT)):
        mine, other = told(formula), told_otherwise(formula)
        assert mine == other or "?" in (mine, other), f"{mine} and {other}: {spell(formula)}"
        seen[mine if mine == other else "?"] += 1
    assert all(seen[told] > COUNT / 20 for told in "TFN")
    assert seen["?"] < COUNT / 5


def test_every_construct_is_among_what_both_decide() -> None:
    drawing, seen = Drawing(0), Counter[Head]()
    for formula in (drawing.formula(3) for _ in range(4 * COUNT)):
        if told(formula) != "?":
            seen.update(part.head for part in walk_expr(formula) if isinstance(part, Node))
    assert {head for head in Head if seen[head] < 5} == UNHEARD
