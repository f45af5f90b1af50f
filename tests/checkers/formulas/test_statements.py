"""The generator of statements whose truth is known: what it promises of them."""

from __future__ import annotations

from collections import Counter

from benchmarks.formula_statements import WANTED, at_the_values, measured, statements

from verifier.checkers.formulas.values.evaluation import truth
from verifier.kernel.expr import Node, walk_expr

COUNT = 4 * len(WANTED)


def test_premises_hold_at_the_values_and_letters_are_typed() -> None:
    for one in statements(COUNT, seed=3):
        assert all(truth(premise, one.values) is True for premise in one.premises)
        assert one.formula.free <= one.types.keys() == one.values.keys()


def test_half_hold_and_each_construct_is_there_as_often_as_it_is_wanted() -> None:
    drawn = list(statements(COUNT, seed=3))
    assert sum(one.holds for one in drawn) == COUNT // 2
    assert set(Counter(one.wanted for one in drawn).values()) == {4}
    assert all(any(isinstance(p, Node) and p.head is one.wanted for p in walk_expr(one.formula)) for one in drawn)


def test_the_evaluator_is_right_at_the_values_and_a_liar_is_noticed() -> None:
    total, _ = measured(at_the_values, COUNT, seed=3)
    assert total["wrong"] == 0
    assert total["right"] > COUNT * 0.9
    assert measured(lambda one: True, 40, seed=3)[0]["wrong"] == 20
