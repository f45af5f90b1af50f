"""The evaluator of formulas, beside tables that were written from mathematics."""

from __future__ import annotations

from fractions import Fraction

import pytest
from support.formulas.evaluation_cases import FALSE, NEITHER, POINT, SCOPE, TRUE, UNTOLD

from verifier.checkers.formulas.values.evaluation import truth, value
from verifier.checkers.formulas.values.values import MAX_ROUNDS
from verifier.checkers.functions import NotEvaluated, OverBudget, Undefined, Unsupported
from verifier.kernel.expr import Expr, Head, Int, Letter, Node, Sym, Type, node
from verifier.language.expressions.parse import formula, parse


def listed(text: str) -> list[str]:
    return [line for line in text.splitlines() if line]


@pytest.mark.parametrize("text", listed(TRUE))
def test_what_is_true_is_found_true_and_its_negation_false(text: str) -> None:
    said = formula(text, SCOPE)
    assert truth(said, POINT) is True
    assert truth(node(Head.NOT, said), POINT) is False


@pytest.mark.parametrize("text", listed(FALSE))
def test_what_is_false_is_found_false(text: str) -> None:
    assert truth(formula(text, SCOPE), POINT) is False


@pytest.mark.parametrize("text", listed(NEITHER))
def test_what_is_undefined_neither_holds_nor_fails(text: str) -> None:
    said = formula(text, SCOPE)
    assert truth(said, POINT) is None
    assert truth(node(Head.NOT, said), POINT) is None


@pytest.mark.parametrize("text", listed(UNTOLD))
def test_what_it_cannot_tell_it_refuses(text: str) -> None:
    with pytest.raises((Unsupported, OverBudget)):
        truth(formula(text, SCOPE), POINT)


def test_there_are_hundreds_of_cases() -> None:
    assert (
        sum(
            len(listed(text))
            for text in (
                TRUE,
                FALSE,
                NEITHER,
                UNTOLD,
            )
        )
        > 350
    )


@pytest.mark.parametrize(("text", "worth"), [("x/y", Fraction(-3, 4)), ("Sum(h**k, k, 0, 2)", Fraction(7, 4))])
def test_values_are_exact(text: str, worth: Fraction) -> None:
    assert value(parse(text, SCOPE), POINT) == worth


@pytest.mark.parametrize(
    ("text", "wrong"), [("1/0", Undefined), ("sqrt(2)", Unsupported), ("{1}", Unsupported), ("9**9**9", OverBudget)]
)
def test_what_has_no_value_is_told_apart(text: str, wrong: type[NotEvaluated]) -> None:
    with pytest.raises(wrong):
        value(parse(text, SCOPE), POINT)


def test_bound_letters_hide_those_outside() -> None:
    assert truth(formula("Sum(x, x, 1, 3) + x == 9", SCOPE), POINT) is True
    assert truth(formula("ForAll(p in Int, Implies(0 < p and p < 3, p**2 < 5)) and p", SCOPE), POINT) is True


@pytest.mark.parametrize("count", [MAX_ROUNDS, MAX_ROUNDS + 1])
def test_rounds_are_counted_over_all_binders(count: int) -> None:
    said = formula(f"Sum(1, i, 1, {count - 100}) + Sum(1, i, 1, 100) == {count}", SCOPE)
    if count <= MAX_ROUNDS:
        assert truth(said, POINT) is True
    else:
        with pytest.raises(OverBudget):
            truth(said, POINT)


@pytest.mark.parametrize(
    "wrong",
    [
        node(Head.EQ, Int(1), Node(Head.TRUE)),
        node(Head.EQ, Int(1), Sym("p")),
        node(Head.NOT, Int(1)),
        Sym("x"),
        Int(1),
    ],
)
def test_malformed_nodes_are_refused(wrong: Node) -> None:
    with pytest.raises(Unsupported):
        truth(wrong, POINT)


def nested(head: Head, depth: int) -> Node:
    inner: Expr = node(Head.EQ, Int(1), Int(1)) if head is Head.NOT else Int(1)
    for _ in range(depth):
        inner = node(head, inner)
    return node(head, inner) if head is Head.NOT else node(Head.EQ, inner, inner)


@pytest.mark.parametrize("head", [Head.NOT, Head.NEG, Head.RE])
def test_the_deepest_expressions_are_evaluated(head: Head) -> None:
    assert truth(nested(head, 117), POINT) is True


def test_the_deepest_binders_end_in_a_truth_or_out_of_budget() -> None:
    inner: Expr = node(Head.ADD, Sym("i"), Int(1))
    for _ in range(110):
        inner = node(Head.SUM, inner, Int(1), Int(1), letters=(Letter("i", Type.INT),))
    assert truth(node(Head.EQ, inner, Int(2)), POINT) is True


@pytest.mark.parametrize(
    "text",
    [
        "count_of(is_prime(2**190 + k), k, 1, 10000) == 0",
        "Sum(num_divisors(2**80 + k), k, 1, 20000) == 0",
        "Prod(k**50, k, 2, 20000) == 0",
        "ForAll((a in Int, b in Int), Implies(0 < a and a < 10000 and 0 < b and b < 10000, a*b > 0))",
        "Exists((a in Pos, b in Pos), a + b <= 10000 and gcd(a, b) == 1/2)",
        "num_solutions(k in Int, 0 < k and k < 10**100) == 1",
        "Sum(Sum(Sum(i*j*k, i, 1, 100), j, 1, 100), k, 1, 100) == 0",
        "(x + 2**50000)*(x + 3**30000)*(x + 5**20000)*(x + 7**20000) == 0",
        "degree((x + 1)**40*(x + 2)**40, x) == 80",
        "Matrix([[2**3000, 1], [1, 3**3000]])**1000 == Matrix([[1, 1], [1, 1]])",
        "coeff((2**40*x + 3**40)**40, x, 2) == 0",
    ],
)
def test_what_is_too_much_work_is_refused(text: str) -> None:
    with pytest.raises(OverBudget):
        truth(formula(text, SCOPE), POINT)


def test_letters_of_a_binder_are_not_those_outside() -> None:
    for text in ("solves(x, [1, -1], diff(x**3, x) == 3)", "Exists(x in Real, x == 100)", "limit(x**2, x, x) == 9"):
        assert truth(formula(text, SCOPE), POINT) is True
    hidden = node(Head.DIFF, node(Head.POW, Sym("x"), Int(3)), Sym("x"), Sym("x"))  # how often is a letter's value
    with pytest.raises(Unsupported):
        value(node(Head.NUM_SOLUTIONS, node(Head.EQ, hidden, Int(6)), letters=(Letter("x"),)), POINT)


def matrix(*rows: tuple[int, ...]) -> Node:
    return node(Head.MATRIX, *(node(Head.LIST, *map(Int, row)) for row in rows))


@pytest.mark.parametrize(
    "wrong",
    [
        node(Head.ADD, matrix((1,)), Int(1)),
        node(Head.SUB, Int(1), matrix((1,))),
        node(Head.DIV, Int(1), matrix((1,))),
        node(Head.POW, Int(2), matrix((1,))),
        node(Head.DIV, matrix((1,)), matrix((1,))),
        node(Head.POW, matrix((4,)), node(Head.DIV, Int(1), Int(2))),
        node(Head.MATRIX, Int(1)),
        matrix((1, 2), (3,)),
        matrix(()),
        node(Head.VECTOR, matrix((1,))),
        node(Head.DET, Int(1)),
        node(Head.TRANSPOSE, node(Head.LIST, Int(1))),
        node(Head.NORM, matrix((1, 2))),
        node(Head.DOT, matrix((1, 2)), matrix((1, 2))),
        node(Head.LEN, Int(1)),
        node(Head.MEAN, Int(1)),
        node(Head.UNION, Int(1), Int(1)),
        node(Head.ADD, node(Head.LIST, Int(1)), node(Head.LIST, Int(1))),
        node(Head.NEG, node(Head.SET, Int(1))),
        node(Head.SQRT, matrix((4,))),
        node(Head.IF, Int(1), Int(1), Int(1)),
        node(Head.CALL, Sym("f"), Int(1)),
    ],
)
def test_what_has_no_meaning_is_not_equal_to_itself_either(wrong: Node) -> None:
    with pytest.raises(Unsupported):
        truth(node(Head.EQ, wrong, wrong), POINT)


@pytest.mark.parametrize("head", [Head.EQ, Head.NE, Head.LT])
def test_things_of_different_kinds_are_not_compared(head: Head) -> None:
    for other in (matrix((1,)), node(Head.LIST, Int(1)), node(Head.SET, Int(1))):
        for wrong in (node(head, other, Int(1)), node(head, Int(1), other)):
            with pytest.raises(Unsupported):
                truth(wrong, POINT)


@pytest.mark.parametrize("head", [Head.IS_MAX, Head.IS_MIN])
def test_there_is_no_greatest_of_what_are_no_numbers(head: Head) -> None:
    condition = node(Head.EQ, Sym("t"), Int(1))
    for made in (matrix((1,)), node(Head.LIST, Sym("t"))):
        with pytest.raises(Unsupported):
            truth(node(head, Int(1), made, condition, letters=(Letter("t", Type.REAL),)), POINT)
