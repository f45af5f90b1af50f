"""What a model may spell: values of every kind, functions, zeros of polynomials; and why anything else is refused."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from support.formulas.premises import CUBE, LETTERS, SCOPE, claim, zero

from verifier.checkers.formulas.places.models import (
    MAX_DEGREE,
    MAX_ZEROS,
    applied,
    closed_number,
    model_of,
    of_type,
    spelled_model,
    two_models,
)
from verifier.checkers.formulas.places.monomials import numeral
from verifier.kernel.claim import Claim, Hypothesis, Standing, claim_of
from verifier.kernel.expr import Expr, Head, Int, Letter, Node, Sym, Type, node
from verifier.kernel.verdict import CheckFailed, Reason
from verifier.language.expressions.parse import formula, parse

ALL = claim("1 == 1")
ROOT: list[Any] = ["sqrt", ["int", "2"]]
UNIT: list[Any] = ["const", "i"]
VECTOR: list[Any] = ["Vector", ["int", "1"], ["int", "2"]]
POINT: list[Any] = ["tuple", ["int", "1"], ["int", "2"]]
HALF: list[Any] = ["/", ["int", "1"], ["int", "2"]]
R: list[Any] = ["sym", "r"]
REALS = {"r": Type.REAL}


@pytest.mark.parametrize(
    ("spelled", "kinds"),
    [
        (ROOT, {Type.REAL, Type.COMPLEX}),
        (R, {Type.REAL, Type.COMPLEX}),
        (["*", ["int", "2"], R], {Type.REAL, Type.COMPLEX}),
        (["+", ["int", "1"], UNIT], {Type.COMPLEX}),
        (["+", R, ["int", "1"]], {Type.REAL, Type.COMPLEX}),
        (VECTOR, {Type.MATRIX}),
        (["Matrix", ["list", ["int", "1"], ["int", "2"]]], {Type.MATRIX}),
        (["Vector", ["/", ["int", "1"], ["int", "0"]]], set()),
        (["Vector", R], set()),
        (["Vector", ROOT], set()),
        (["Vector", ["If", ["<", ["int", "1"], ["int", "2"]], ["int", "1"], R]], set()),
        (["list", ["int", "1"]], set()),
        (["int", "1"], set()),
        (["dec", "15", 1], set()),
        (UNIT, {Type.COMPLEX}),
        (["const", "pi"], {Type.REAL, Type.COMPLEX}),
        (POINT, {Type.POINT}),
        (["tuple", ["/", ["int", "1"], ["int", "0"]]], set()),
        (["tuple", R], set()),
        (["text", "12"], set()),
        (["sym", "s"], set()),
        (["+", ["sym", "s"], ["int", "1"]], set()),
        (["/", ["int", "1"], ["int", "0"]], set()),
        (["/", ["int", "1"], R], set()),
        (["sqrt", R], set()),
        (["==", R, R], set()),
        (["True"], set()),
        (["ForAll", [["t", "real"]], ["==", ["sym", "t"], ["sym", "t"]]], set()),
        (["nonsense"], set()),
        ([], set()),
    ],
    ids=lambda part: str(sorted(part)) if isinstance(part, set) else str(part),
)
def test_a_value_is_surely_of_its_letters_kind(spelled: list[Any], kinds: set[Type]) -> None:
    kinds = kinds | {Type.UNDECLARED} if Type.COMPLEX in kinds else kinds  # a letter without a type may be complex
    for kind in Type:
        if kind in kinds:
            assert closed_number(spelled, kind, REALS) is not None
            continue
        with pytest.raises(CheckFailed) as refused:
            closed_number(spelled, kind, REALS)
        assert refused.value.reason is Reason.NO_MODEL_FOUND


def test_without_letters_a_value_speaks_of_none() -> None:
    assert closed_number(ROOT, Type.REAL) == parse("sqrt(2)", SCOPE)
    for kind in (Type.REAL, Type.COMPLEX):
        with pytest.raises(CheckFailed):
            closed_number(R, kind)


def forged(**spelled: Any) -> dict[str, Any]:
    return {"model": {"x": "1"}, **spelled}


TOLD = "expected a zero as a polynomial, or an equation, and two ends|of too high a degree"
NONE = "names no zeros, or too many"
NAME = "a zero has the name of a letter"
SIGN = "without a change of sign"


@pytest.mark.parametrize(
    ("zeros", "why"),
    [
        ([CUBE], NONE),
        (None, NONE),
        ("r", NONE),
        ({f"r{i}": CUBE for i in range(MAX_ZEROS + 1)}, NONE),
        ({"x": CUBE}, NAME),
        ({"y": CUBE}, NAME),
        ({"t": CUBE}, NAME),
        ({3: CUBE}, NAME),
        ({"r": ["-2", "0", "1"]}, NAME),
        ({"r": {"polynomial": "12", "between": ["0", "1"]}}, TOLD),
        ({"r": {"polynomial": 12, "between": ["0", "1"]}}, TOLD),
        ({"r": {"polynomial": ["-2", "0", "1"], "between": "12"}}, TOLD),
        ({"r": {"polynomial": ["-2", "0", "1"], "between": None}}, TOLD),
        ({"r": {"between": ["0", "1"]}}, TOLD),
        ({"r": {"polynomial": ["-2", "0", "1"], "between": ["1"]}}, TOLD),
        ({"r": {"polynomial": ["-2", "0", "1"], "between": ["1", "2", "3"]}}, TOLD),
        ({"r": zero("-2", "0", "1", between=("2", "1"))}, TOLD),
        ({"r": zero("-2", "0", "1", between=("1", "1"))}, TOLD),
        ({"r": zero("-1", *["0"] * MAX_DEGREE, "1", between=("0", "2"))}, TOLD),
        ({"r": zero("-2", "0", "1", between=("-2", "2"))}, SIGN),
        ({"r": zero("-1", "1", between=("1", "2"))}, SIGN),
        ({"r": zero("-1", "1", between=("0", "1"))}, SIGN),
        ({"r": zero("2", "0", "1", between=("0", "1"))}, SIGN),
        ({"r": zero(between=("0", "1"))}, SIGN),
        ({"r": zero("one", between=("0", "1"))}, "does not spell a rational number"),
        ({"r": {"polynomial": [1], "between": ["0", "1"]}}, "does not spell a rational number"),
    ],
    ids=str,
)
def test_a_zero_is_one_of_a_polynomial_that_changes_its_sign_between_two_ends(zeros: Any, why: str) -> None:
    what = claim_of(
        formula("x == y", SCOPE), LETTERS, (Hypothesis("p", Standing.FACT, node(Head.EQ, Sym("t"), Int(1))),)
    )
    with pytest.raises(CheckFailed, match=why):
        spelled_model(what, forged(zeros=zeros))


def test_what_is_known_of_zeros_is_what_was_told() -> None:
    assert MAX_DEGREE == 30
    many = {f"r{i}": zero("-1", *["0"] * (MAX_DEGREE - 1), "1", between=("0", "2")) for i in range(MAX_ZEROS)}
    assert len(spelled_model(ALL, forged(zeros=many)).zeros.types) == MAX_ZEROS == 8
    found = spelled_model(
        claim("x == x"), {"model": {"x": R}, "zeros": {"r": zero("-3/2", "0", "1/2", between=("1", "5/2"))}}
    )
    r = Sym("r")
    square = node(Head.ADD, node(Head.ADD, Int(0), _times("-3/2", Int(1))), _times("1/2", node(Head.POW, r, Int(2))))
    said = [node(Head.EQ, square, Int(0)), node(Head.GT, r, Int(1)), node(Head.LT, r, numeral(Fraction(5, 2)))]
    assert [one.formula for one in found.zeros.premises] == said
    assert found.zeros.types == (Letter("r", Type.REAL),) and found.values == {"x": r} and found.point == {}
    asked = found.claim(formula("x > 1", SCOPE))
    assert (asked.formula, asked.premises) == (node(Head.GT, r, Int(1)), found.zeros.premises)


def _times(factor: str, power: Expr) -> Node:
    return node(Head.MUL, numeral(Fraction(factor)), power)


def doubled(name: str = "t") -> tuple[tuple[str, ...], Expr]:
    return (name,), node(Head.MUL, Int(2), Sym(name))


F = Sym("f")


@pytest.mark.parametrize(
    ("expr", "expected"),
    [
        (node(Head.CALL, F, Int(3)), node(Head.MUL, Int(2), Int(3))),
        (
            node(Head.ADD, Int(1), node(Head.CALL, F, Sym("x"))),
            node(Head.ADD, Int(1), node(Head.MUL, Int(2), Sym("x"))),
        ),
        (
            node(Head.CALL, F, node(Head.CALL, F, Int(3))),
            node(Head.MUL, Int(2), node(Head.MUL, Int(2), Int(3))),
        ),
        (node(Head.CALL, Sym("g"), Int(3)), node(Head.CALL, Sym("g"), Int(3))),
        (node(Head.ADD, F, Int(1)), node(Head.ADD, F, Int(1))),
        (Sym("f"), Sym("f")),
    ],
    ids=str,
)
def test_a_function_is_replaced_by_what_it_does(expr: Expr, expected: Expr) -> None:
    assert applied(expr, {"f": doubled()}) == expected


def test_a_function_has_its_own_number_of_arguments() -> None:
    for args in ((), (Int(1), Int(2))):
        with pytest.raises(CheckFailed, match="another number of letters"):
            applied(Node(Head.CALL, (F, *args)), {"f": doubled()})


def test_a_bound_letter_has_never_the_name_of_a_function() -> None:
    """A letter that is bound in one argument may be the function in another."""
    call = node(Head.CALL, F, Int(1))
    for head in (Head.SUM, Head.PROD, Head.INTEGRAL):
        with pytest.raises(CheckFailed, match="the name of a function"):
            applied(Node(head, (F, call, Int(9)), (Letter("f", Type.INT),)), {"f": doubled()})
    unbound = Node(Head.SUM, (Sym("i"), call, Int(9)), (Letter("i", Type.INT),))
    assert applied(unbound, {"f": doubled()}) == Node(
        Head.SUM, (Sym("i"), node(Head.MUL, Int(2), Int(1)), Int(9)), unbound.letters
    )
    alone = Node(Head.FOR_ALL, (node(Head.GT, call, Int(0)),), (Letter("f", Type.REAL),))
    assert applied(alone, {"f": doubled()}) == alone


def body(spelled: Any, letters: Any = ("t",)) -> dict[str, Any]:
    return {"model": {"f": {"letters": list(letters) if isinstance(letters, tuple) else letters, "body": spelled}}}


LETTERLESS, UNDEFINED = "a function of the model has no letters", "may be undefined somewhere"


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (body(["int", "1"], None), LETTERLESS),
        (body(["int", "1"], "t"), LETTERLESS),
        (body(["int", "1"], ("t", "t")), LETTERLESS),
        (body(["int", "1"], ("t", 3)), LETTERLESS),
        (body(["sym", "s"]), UNDEFINED),
        (body(["True"]), UNDEFINED),
        (body(["<", ["sym", "t"], ["int", "1"]]), UNDEFINED),
        (body(UNIT), UNDEFINED),
        (body(["+", UNIT, ["sym", "t"]]), UNDEFINED),
        (body(["/", ["int", "1"], ["sym", "t"]]), UNDEFINED),
        (body(["text", "1"]), UNDEFINED),
        (body(None), "expected a list"),
    ],
    ids=str,
)
def test_a_function_is_a_real_number_wherever_its_letters_are(data: Any, why: str) -> None:
    with pytest.raises(CheckFailed, match=why):
        spelled_model(ALL, data)


def test_a_function_may_have_no_letter_or_several() -> None:
    for letters in ((), ("t",), ("t", "s")):
        found = spelled_model(ALL, body(["int", "7"], letters))
        assert found.functions == {"f": (letters, Int(7))} and found.values == {}


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (None, "no model"),
        ([], "no model"),
        ({}, "no model"),
        ({"model": None}, "no model"),
        ({"model": [["x", "1"]]}, "no model"),
        ({"model": {"x": "2"}}, "does not hold at the model"),
        ({"model": {}}, "does not evaluate"),
        ({"model": {"x": True}}, "does not spell"),
        ({"model": {"x": 1}}, "does not spell"),
        ({"model": {3: "1"}}, "does not spell"),
        ({"model": {3: True}}, None),
        ({"model": {"x": "1"}, "at_model": []}, "a proof for each premise"),
        ({"model": {"x": "1"}, "at_model": [None, None]}, "a proof for each premise"),
    ],
    ids=str,
)
def test_what_is_no_model_is_refused_with_the_reason(data: Any, why: str | None) -> None:
    what = claim_of(
        formula("1 == 1", SCOPE), [Letter("x", Type.REAL)], (Hypothesis("p", Standing.FACT, formula("x == 1", SCOPE)),)
    )
    with pytest.raises(CheckFailed, match=why) as refused:
        model_of(what, data)
    assert refused.value.reason is Reason.NO_MODEL_FOUND or why == "does not spell"


def test_a_tree_is_asked_about_where_there_is_one_and_the_types_are_premises_too() -> None:
    asked: list[tuple[Claim, object]] = []
    what = claim_of(
        formula("1 == 1", SCOPE),
        [Letter("x", Type.REAL), Letter("n", Type.COUNT)],
        (Hypothesis("p", Standing.FACT, formula("x == n + 1", SCOPE)),),
    )
    good = {"x": "3", "n": "2"}
    model_of(what, {"model": good}, lambda one, tree: asked.append((one, tree)))
    assert asked == []
    model_of(what, {"model": good, "at_model": ["a", "b"]}, lambda one, tree: asked.append((one, tree)))
    assert [(one.formula, tree) for one, tree in asked] == [
        (formula("3 == 2 + 1", SCOPE), "a"),
        (formula("2 >= 0", SCOPE), "b"),
    ]
    with pytest.raises(CheckFailed, match="does not hold"):
        model_of(what, {"model": {"x": "0", "n": "-1"}})
    with pytest.raises(CheckFailed, match="does not hold"):  # nobody is there to be asked
        model_of(what, {"model": {"x": "1", "n": "2"}, "at_model": ["a", "b"]})


@pytest.mark.parametrize(
    ("value", "kinds"),
    [
        ("3", set(Type) - {Type.BOOL, Type.MATRIX, Type.POINT, Type.SET, Type.FUNCTION}),
        ("0", {Type.UNDECLARED, Type.COMPLEX, Type.REAL, Type.RAT, Type.INT, Type.COUNT}),
        ("-1", {Type.UNDECLARED, Type.COMPLEX, Type.REAL, Type.RAT, Type.INT}),
        ("1/2", {Type.UNDECLARED, Type.COMPLEX, Type.REAL, Type.RAT}),
    ],
)
def test_of_which_types_a_rational_number_is(value: str, kinds: set[Type]) -> None:
    assert {kind for kind in Type if of_type(Fraction(value), kind)} == kinds


LESS = Claim(formula("x < 1", SCOPE), (Letter("x", Type.INT), Letter("p", Type.BOOL)))


@pytest.mark.parametrize("x", ["1/2", "-1/2"])
def test_both_of_two_models_give_every_letter_a_value_of_its_type(x: str) -> None:
    below, above = {"x": "0", "p": True}, {"x": "1", "p": False}
    two_models(LESS, [below, above])
    two_models(LESS, ({"model": below}, {"model": above}))
    for pair in (
        *([below], [below, above, above], [], None, {"model": below}, [below, below], [above, above], [above, below]),
        *([{**below, "x": x}, above], [below, {**above, "x": "3/2"}], [{**below, "p": "1"}, above]),
        *([{"x": "0"}, above], [below, {"x": "1"}], [{**below, "x": False}, above], [None, above]),
    ):
        with pytest.raises(CheckFailed):
            two_models(LESS, pair)
