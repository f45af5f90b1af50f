"""Formulas: what is free in one, what substitution does to bound letters, which of them leaves can be asked about."""

from __future__ import annotations

import pytest

from verifier.kernel.claim import Claim, Hypothesis, Standing, claim_of
from verifier.kernel.expr import (
    ARGUMENTS,
    FORMULAS,
    MAX_NESTING,
    MAX_NODES,
    SCOPED,
    Const,
    Dec,
    Expr,
    ExprTooLarge,
    Head,
    Int,
    Letter,
    Node,
    NotSubstituted,
    Sym,
    Text,
    Type,
    free_names,
    node,
    substitute,
    unfolded,
    walk_expr,
)

X, Y, Z, ONE, TWO = Sym("x"), Sym("y"), Sym("z"), Int(1), Int(2)
REAL_X, INT_Y = Letter("x", Type.REAL), Letter("y", Type.INT)


def every(letter: str, body: Expr) -> Node:
    return node(Head.FOR_ALL, body, letters=(Letter(letter, Type.REAL),))


def test_what_is_bound_is_free_only_outside_the_arguments_that_a_head_binds_it_in() -> None:
    equation = node(Head.EQ, X, Y)
    assert equation.free == {"x", "y"} and every("x", equation).free == {"y"} and ONE.free == Text("12").free == set()
    total = node(Head.SUM, X, X, Y, letters=(REAL_X,))
    assert total.free == {"x", "y"}
    assert free_names(node(Head.SUM, X, ONE, Y, letters=(REAL_X,))) == {"y"}
    assert free_names(node(Head.SOLVES, X, equation, letters=(REAL_X,))) == {"x", "y"}
    assert free_names(node(Head.IS_MAX, ONE, X, equation, letters=(REAL_X,))) == {"y"}
    assert free_names(node(Head.SET_OF, X, equation, letters=(REAL_X,))) == {"y"}
    assert free_names(node(Head.CALL, Sym("f"), X)) == {"f", "x"}


@pytest.mark.parametrize("head", [head for head in Head if head in SCOPED])
def test_a_head_that_binds_needs_letters(head: Head) -> None:
    with pytest.raises(ValueError, match="has none"):
        node(head, *[X] * ARGUMENTS[head][0])


def test_a_head_that_binds_none_takes_no_letters() -> None:
    with pytest.raises(ValueError, match="binds no letter"):
        node(Head.ADD, X, ONE, letters=(REAL_X,))


def nested(count: int) -> Expr:
    found: Expr = ONE
    for _ in range(count):
        found = node(Head.NEG, found)
    return found


def test_depth_and_size_count_atoms_and_have_exact_bounds() -> None:
    expr = node(Head.ADD, node(Head.NEG, X), ONE)
    assert (X.depth, X.size, expr.depth, expr.size) == (1, 1, 3, 4)
    assert (node(Head.TRUE).depth, node(Head.TRUE).size) == (1, 1)
    assert nested(MAX_NESTING - 1).depth == MAX_NESTING
    with pytest.raises(ExprTooLarge):
        nested(MAX_NESTING)
    assert Node(Head.LIST, (ONE,) * (MAX_NODES - 1)).size == MAX_NODES
    with pytest.raises(ExprTooLarge):
        Node(Head.LIST, (ONE,) * MAX_NODES)


def test_parts_are_told_from_outside_in_and_from_left_to_right() -> None:
    expr = node(Head.ADD, node(Head.MUL, X, Y), ONE)
    assert list(walk_expr(expr)) == [expr, expr.args[0], X, Y, ONE]


def test_values_are_put_in_for_free_letters_alone() -> None:
    expr = node(Head.ADD, X, Y)
    assert substitute(expr, {"x": ONE}) == node(Head.ADD, ONE, Y)
    assert substitute(X, {"y": ONE}) == X and substitute(ONE, {"x": TWO}) == ONE
    bound = every("x", node(Head.EQ, X, Y))
    assert substitute(bound, {"x": ONE}) is bound
    assert substitute(bound, {"x": ONE, "y": TWO}) == every("x", node(Head.EQ, X, TWO))
    total = node(Head.SUM, X, X, Y, letters=(REAL_X,))
    assert substitute(total, {"x": ONE}) == node(Head.SUM, X, ONE, Y, letters=(REAL_X,))


def test_no_letter_that_is_put_in_is_captured() -> None:
    bound = every("x", node(Head.EQ, X, Y))
    assert substitute(bound, {"y": X}) == every("x_1", node(Head.EQ, Sym("x_1"), X))
    assert substitute(bound, {"y": Z}) == every("x", node(Head.EQ, X, Z))
    crowded = every("x", node(Head.EQ, node(Head.ADD, X, Sym("x_1")), Y))
    assert substitute(crowded, {"y": X}) == every("x_2", node(Head.EQ, node(Head.ADD, Sym("x_2"), Sym("x_1")), X))
    assert substitute(bound, {"y": node(Head.ADD, X, Sym("x_1"))}).letters == (Letter("x_2", Type.REAL),)  # type: ignore[union-attr]


def test_only_what_is_put_in_for_a_letter_that_occurs_makes_others_give_way() -> None:
    bound = every("x", node(Head.EQ, X, Y))
    assert substitute(bound, {"y": ONE, "z": X}) == every("x", node(Head.EQ, X, ONE))


def test_a_derivative_is_taken_by_a_letter_and_not_at_a_value() -> None:
    slope = node(Head.DIFF, node(Head.POW, X, Y), X, ONE)
    assert substitute(slope, {"y": TWO}) == node(Head.DIFF, node(Head.POW, X, TWO), X, ONE)
    for head in (Head.DIFF, Head.ANTIDERIVATIVE):
        with pytest.raises(NotSubstituted):
            substitute(node(head, *[X] * ARGUMENTS[head][0]), {"x": TWO})


@pytest.mark.parametrize(
    ("expr", "expected"),
    [
        (node(Head.REM, X, TWO), node(Head.MOD, X, TWO)),
        (node(Head.FLOORDIV, X, TWO), node(Head.FLOOR, node(Head.DIV, X, TWO))),
        (node(Head.EXP, X), node(Head.POW, Const("e"), X)),
        (node(Head.LN, X), node(Head.LOG, X, Const("e"))),
        (node(Head.LOG, X, TWO), node(Head.LOG, X, TWO)),
        (node(Head.MIN, X, ONE, TWO), node(Head.MIN, node(Head.MIN, X, ONE), TWO)),
        (node(Head.GCD, X), node(Head.GCD, X, X)),
        (node(Head.SQRT, node(Head.LN, X)), node(Head.SQRT, node(Head.LOG, X, Const("e")))),
        (every("x", node(Head.REM, X, TWO)), every("x", node(Head.REM, X, TWO))),
    ],
)
def test_functions_defined_by_others_are_unfolded(expr: Expr, expected: Expr) -> None:
    assert unfolded(expr) == expected


def test_which_heads_are_formulas() -> None:
    said = "== != < <= > >= about and or not Implies Iff True False divides congruent is_int is_prime in ForAll Exists"
    assert {head.value for head in FORMULAS} == {*said.split(), "solves", "is_max", "is_min", "divides_poly"}


def hypothesis(id: str, formula: Expr) -> Hypothesis:
    return Hypothesis(id, Standing.FACT, formula)


def test_a_claim_tells_the_types_of_its_letters_alone_and_by_name() -> None:
    held = (hypothesis("p", node(Head.EQ, Y, ONE)),)
    claim = claim_of(node(Head.EQ, X, Y), [INT_Y, Letter("z", Type.POS), REAL_X], held)
    assert claim.types == (REAL_X, INT_Y)
    assert [claim.type_of(name) for name in "xyz"] == [Type.REAL, Type.INT, Type.UNDECLARED]


def test_a_claim_under_some_premises_keeps_those_in_order_and_no_letter_more() -> None:
    held = tuple(hypothesis(name, node(Head.EQ, Sym(name), ONE)) for name in "xyz")
    claim = claim_of(node(Head.EQ, X, ONE), [REAL_X, INT_Y, Letter("z")], held, frozenset({Dec(1, 1)}))
    some = claim.under([2, 0, 0])
    assert some.premises == (held[0], held[2]) and some.types == (REAL_X, Letter("z"))
    assert some.rounded == claim.rounded and claim.under(range(3)) is claim
    with pytest.raises(IndexError):
        claim.under([3])
    many = claim_of(claim.formula, [REAL_X], held[:1] * 9 + held[1:2])
    assert many.under([9, 1]).premises == (held[0], held[1])


def test_a_fingerprint_tells_claims_apart_and_not_the_order_of_rounded_decimals() -> None:
    claim = Claim(node(Head.EQ, X, ONE), (REAL_X,))
    others = [
        Claim(node(Head.EQ, X, TWO), (REAL_X,)),
        Claim(claim.formula, (Letter("x", Type.RAT),)),
        Claim(claim.formula, (REAL_X,), (hypothesis("p", node(Head.TRUE)),)),
        Claim(claim.formula, (REAL_X,), (), frozenset({Dec(1, 1)})),
    ]
    assert len({one.fingerprint for one in (claim, *others)}) == 5
    assert Claim(claim.formula, (REAL_X,)).fingerprint == claim.fingerprint
