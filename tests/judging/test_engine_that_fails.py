"""An engine that divides by zero, or overflows, loses its own claim and no other: Unknown, with its name."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from verifier.checkers.formulas.leaves import checker_of
from verifier.checkers.formulas.structure import StructureChecker
from verifier.engines.candidate import Candidate
from verifier.engines.formulas.leaves import found_model
from verifier.engines.points import PointEngine
from verifier.engines.runs import shared
from verifier.engines.settle import settle
from verifier.engines.symbolic.propose import SymbolicEngine
from verifier.judging.deciding.decider import Decider
from verifier.kernel.claim import Claim, relate
from verifier.kernel.expr import MAX_NESTING, Expr, ExprTooLarge, Head, Int, node
from verifier.kernel.verdict import Proved, Reason, Unknown


class Fails:
    """Stands for an engine with a fault, of which no other is known."""

    name = "fails"

    def __init__(self, error: Exception) -> None:
        self._error = error

    def propose(self, claim: Claim) -> Iterator[Candidate | Unknown]:
        raise self._error
        yield


@pytest.mark.parametrize("error", [ZeroDivisionError("by zero"), OverflowError("too large"), ExprTooLarge("too deep")])
def test_what_an_engine_loses_is_unknown_and_the_next_is_asked(error: Exception) -> None:
    claim = relate(Head.EQ, Int(2), Int(2))
    verdict, name = settle(claim, [Fails(error)])
    assert isinstance(verdict, Unknown) and verdict.reason is Reason.ENGINE_LOST and name is None
    assert "fails" in verdict.detail
    verdict, _ = settle(claim, [Fails(error), PointEngine()])
    assert isinstance(verdict, Proved)


def test_equation_of_equal_terms_as_deep_as_terms_may_be_is_unknown() -> None:
    deepest = MAX_NESTING - 1  # of a side: the relation nests one deeper

    def wrapped(term: Expr) -> Expr:
        while term.depth < deepest - 1:
            term = node(Head.SQRT, node(Head.ADD, term, Int(1)))
        return term if term.depth == deepest else node(Head.SQRT, term)

    root = node(Head.SQRT, Int(2))
    one = node(Head.SQRT, node(Head.ADD, Int(3), node(Head.MUL, Int(2), root)))  # 1 + sqrt(2)
    other = node(Head.ADD, Int(1), node(Head.NEG, node(Head.NEG, root)))
    sides = wrapped(one), wrapped(other)  # as deep as each other, so they are wrapped as often
    assert {side.depth for side in sides} == {deepest}
    verdict, _ = settle(relate(Head.EQ, *sides), (PointEngine(), SymbolicEngine()))
    assert isinstance(verdict, Unknown)


class FailsOnFormulas:
    """Stands for a search with a fault: the one that was known, an empty disjunction, is mended."""

    name = "fails"

    def __init__(self, error: Exception) -> None:
        self._error = error

    def propose(self, claim: Claim) -> Iterator[Unknown]:
        raise self._error
        yield


@pytest.mark.parametrize("error", [ZeroDivisionError("by zero"), ValueError("no arguments")])
def test_formula_whose_search_fails_is_unknown(error: Exception) -> None:
    judge = Decider(FailsOnFormulas(error), StructureChecker(checker_of), shared(), found_model)
    verdict = judge.decide(Claim(node(Head.EQ, Int(2), Int(2))))
    assert isinstance(verdict, Unknown) and verdict.reason is Reason.ENGINE_LOST
    assert str(error) in verdict.detail
