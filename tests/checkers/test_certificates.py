"""Certificates of combinations, bounds, what is apart and nested roots: right ones pass, forged ones are refused."""

from __future__ import annotations

from typing import Any

import pytest
from support.claim_strategies import claim, fact
from support.terms import X, Y, add, div, mul, neg, power, sqrt, sub

from verifier.checkers.canonical.checker import CanonicalChecker
from verifier.checkers.expression_json import expression_to_json
from verifier.engines.symbolic.propose import SymbolicEngine
from verifier.kernel.claim import Claim
from verifier.kernel.expr import Const, Expr, Head, Int, Type, node
from verifier.kernel.verdict import CheckFailed, Proof, Refuted, Shows, Unknown, admit

PRODUCT = fact(mul(sub(X, Int(2)), sub(X, Int(3))), Int(0))  # x^2 - 5x + 6
OVER = fact(add(X, div(Int(1), X)), Int(3))
SQUARE_OF_X = claim(add(power(X, 2), power(div(Int(1), X), 2)), Int(7), "=", OVER)
FOUR = claim(X, Int(4), "=", PRODUCT)
TWO_SQUARES = claim(add(power(X, 2), power(Y, 2)), mul(Int(2), mul(X, Y)), "≥")
ROOT = sqrt(add(Int(3), mul(Int(2), sqrt(Int(2)))))
ONE: list[Any] = [["1", {}]]
# 2 is x^2 - 5x + 6, less (x - 1) (x - 4)
APART = {"kind": "apart", "value": "2", "by": [["-1", {"x": 1}], ["1", {}]], "cofactors": [[0, ONE]]}
SQUARES = {"kind": "bound", "side": 1, "value": "0", "squares": [["1", [["1", {"x": 1}], ["-1", {"y": 1}]]]]}
CUBED = [["1", {"x": 3}], ["3", {"x": 2}], ["1", {"x": 1}]]
DIVIDED = {"kind": "combination", "value": "0", "units": ["x"], "cofactors": [[0, CUBED]]}
NESTED = {
    "kind": "identity",
    "roots": [[2, expression_to_json(ROOT.args[0]), expression_to_json(add(Int(1), sqrt(Int(2))))]],
}


def check(asked: Claim, data: Any, shows: Shows = Shows.TRUE) -> Any:
    return admit(asked, Proof("canonical", shows, data), CanonicalChecker(leaves=True))


def test_certificates_of_every_kind_are_accepted() -> None:
    assert isinstance(check(FOUR, APART, Shows.FALSE), Refuted)
    assert check(claim(X, Int(4), "≠", PRODUCT), APART)
    assert check(SQUARE_OF_X, DIVIDED)
    assert check(TWO_SQUARES, SQUARES)
    assert check(claim(ROOT, add(Int(1), sqrt(Int(2)))), NESTED)


NO_NUMBERS: list[Any] = [
    True,
    2,
    2.0,
    float("nan"),
    None,
    "NaN",
    "1/0",
    "",
    "1e9",
    "inf",
    [],
    {"x": "2"},
    "0x2",
    "9" * 700,
]
NO_POLYNOMIALS: list[Any] = [
    *([], None, 1, "x", [[]], [["1"]], [["1", {}, {}]], [[1, {}]], [["1", "x"]], [["1", None]]),
    {"x": 1},
    *([["1", {"y": 1}]], [["1", {"x": -1}]], [["1", {"x": True}]], [["1", {"x": 1.0}]], [["1", {"x": 10**30}]]),
    *([["1", {"#0": 1}]], [["1", {"#1": 1}]], [["1", {1: 1}]], [["1/0", {}]], [["nan", {}]], [["1", {"1/x": 1}]]),
    *([["1", {"x": k}] for k in range(60)] * 20, [["1", {"x": 64}]] * 501, [["-1", {"x": 1}], ["2", {}]]),
]


@pytest.mark.parametrize("number", NO_NUMBERS)
@pytest.mark.parametrize("key", ["value", "factor"])
def test_numbers_that_are_spelled_otherwise_are_refused(key: str, number: Any) -> None:
    changed = {"value": number} if key == "value" else {"cofactors": [[0, [[number, {}]]]]}
    with pytest.raises(CheckFailed):
        check(FOUR, {**APART, **changed}, Shows.FALSE)
    changed = {"value": number} if key == "value" else {"squares": [[number, SQUARES["squares"][0][1]]]}
    with pytest.raises(CheckFailed):
        check(TWO_SQUARES, {**SQUARES, **changed})


@pytest.mark.parametrize("polynomial", NO_POLYNOMIALS)
def test_multipliers_that_are_no_right_polynomials_are_refused(polynomial: Any) -> None:
    for changed in ({"by": polynomial}, {"cofactors": [[0, polynomial]]}):
        with pytest.raises(CheckFailed):
            check(FOUR, {**APART, **changed}, Shows.FALSE)
    with pytest.raises(CheckFailed):
        check(TWO_SQUARES, {**SQUARES, "squares": [["1", polynomial]]})


@pytest.mark.parametrize("changed", [
    *({"cofactors": one} for one in ([[1, ONE]], [[True, ONE]], [["0", ONE]], [[0, ONE]] * 2, [[-1, ONE]], [0], {})),
    *({"units": one} for one in (["x"], [0], [True], [None], [[]], "x", {"x": 1}, ["x ≠ 0"], [0.0])),
    *({"value": "0"}, {"value": "0", "by": [], "cofactors": []}, {"value": "0", "by": [["1", {}]], "cofactors": []}),
    *({"kind": kind} for kind in ("combination", "bound", "identity", "ideal", "sign", None, [], True)),
    {"kind": "bound", "side": 1},
])  # fmt: skip
def test_what_is_apart_by_a_forged_certificate_is_refused(changed: Any) -> None:
    for shows in Shows.TRUE, Shows.FALSE:
        with pytest.raises(CheckFailed):
            check(FOUR, {**APART, **changed}, shows)


def test_a_certificate_is_of_one_claim_and_shows_one_thing() -> None:
    for asked, data, shows in [
        (FOUR, APART, Shows.TRUE),
        (claim(X, Int(2), "=", PRODUCT), APART, Shows.FALSE),
        (claim(X, Int(4), "<", PRODUCT), APART, Shows.FALSE),
        (claim(X, Int(4), "≈", PRODUCT), APART, Shows.FALSE),
        (claim(X, Int(4), "="), APART, Shows.FALSE),
        (SQUARE_OF_X, DIVIDED, Shows.FALSE),
        (TWO_SQUARES, SQUARES, Shows.FALSE),
        (claim(add(power(X, 2), power(Y, 2)), mul(Int(2), mul(X, Y)), ">"), SQUARES, Shows.TRUE),
    ]:
        with pytest.raises(CheckFailed):
            check(asked, data, shows)


@pytest.mark.parametrize("units", [["y"], ["x", "x"], [1], ["x - 1"], []])
def test_what_is_divided_by_is_named_by_the_premise_that_divides(units: list[Any]) -> None:
    with pytest.raises(CheckFailed):
        check(SQUARE_OF_X, {**DIVIDED, "units": units})


def test_a_divisor_of_the_claim_alone_is_no_unit() -> None:
    """x may be 0, so x * (1/x) = 1 does not follow from y = y, nor 1 = 0 by a denominator that vanishes."""
    asked = claim(mul(X, div(Int(1), X)), Int(1), "=", fact(Y, Int(3)))
    for divisors in ({}, {"x ≠ 0": {"value": "0", "by": []}}, {"x ≠ 0": {"value": "1", "by": [["1", {"x": -1}]]}}, []):
        with pytest.raises(CheckFailed):
            check(asked, {"kind": "combination", "value": "0", "units": ["x"], "cofactors": [], "divisors": divisors})
        with pytest.raises(CheckFailed):
            check(asked, {"kind": "combination", "value": "0", "units": [], "cofactors": [], "divisors": divisors})


@pytest.mark.parametrize("changed", [
    *({"squares": [[factor, SQUARES["squares"][0][1]]]} for factor in ("-1", "0", "-1/2", "2")),
    *({"side": side} for side in (-1, 0, 2, True, "1", 1.0, None)),
    *({"orders": orders} for orders in ([[0, "1"]], [[True, "1"]], [["0", "1"]], [0], "0", None)),
    *({"squares": squares} for squares in ([], None, {}, "xy", SQUARES["squares"] * 2, [["1"]], [[]])),
    *({"value": value} for value in ("1", "-1", "1/2")),
])  # fmt: skip
def test_a_forged_sum_of_squares_is_refused(changed: Any) -> None:
    for shows in Shows.TRUE, Shows.FALSE:
        with pytest.raises(CheckFailed):
            check(TWO_SQUARES, {**SQUARES, **changed}, shows)


COMPLEX_SQUARE = {"kind": "bound", "side": 1, "value": "0", "squares": [["1", [["1", {"x": 1}]]]]}


@pytest.mark.parametrize("asked", [
    claim(power(X, 2), Int(0), "≥", domain=Type.COMPLEX),
    claim(power(X, 2), Int(0), "≥", fact(power(X, 2), neg(Int(1)))),  # x may be i: no letter says that it is real
    claim(add(power(X, 2), mul(Int(0), Const("i"))), Int(0), "≥"),
    claim(mul(Const("i"), mul(Const("i"), power(X, 2))), Int(0), "≥", domain=Type.REAL),
    claim(add(power(X, 2), Int(2)), Int(0), "≠"),
    claim(add(power(X, 2), Int(2)), Int(0), "="),
])  # fmt: skip
def test_squares_of_what_may_be_no_real_number_are_refused(asked: Claim) -> None:
    for value, shows in (("0", Shows.TRUE), ("2", Shows.TRUE), ("2", Shows.FALSE)):
        with pytest.raises(CheckFailed):
            check(asked, {**COMPLEX_SQUARE, "value": value}, shows)


def test_squares_of_real_letters_tell_an_equation_from_what_has_no_solution() -> None:
    asked = claim(add(power(X, 2), Int(2)), Int(0), "≠", domain=Type.REAL)
    assert check(asked, {**COMPLEX_SQUARE, "value": "2"})


def cube(a: Expr) -> Expr:
    return node(Head.ROOT, a, Int(3))


@pytest.mark.parametrize("root", [
    sub(neg(Int(1)), sqrt(Int(2))), sub(sqrt(Int(2)), Int(1)), Int(2), sqrt(Int(6)), neg(ROOT),
    X, Const("i"), Const("pi"),
    div(Int(1), sub(sqrt(Int(2)), sqrt(Int(2)))), sqrt(sub(Int(1), Int(2))), node(Head.TRUE),
])  # fmt: skip
def test_a_forged_root_is_refused(root: Expr) -> None:
    below = ROOT.args[0]
    for value in (add(Int(1), sqrt(Int(2))), root):
        data = {"kind": "identity", "roots": [[2, expression_to_json(below), expression_to_json(root)]]}
        with pytest.raises(CheckFailed):
            check(claim(ROOT, value), data)


@pytest.mark.parametrize("entry", [
    *([index, *NESTED["roots"][0][1:]] for index in (3, True, "2", 2.0, -2, None, [])),
    NESTED["roots"][0][:2], [*NESTED["roots"][0], 1], [2, None, None], [2, [], []], None, {}, "2",
])  # fmt: skip
def test_roots_that_are_spelled_otherwise_are_refused(entry: Any) -> None:
    with pytest.raises(CheckFailed):
        check(claim(ROOT, add(Int(1), sqrt(Int(2)))), {"kind": "identity", "roots": [entry]})
    for roots in (None, {}, "", [entry] * 501):
        with pytest.raises(CheckFailed):
            check(claim(ROOT, add(Int(1), sqrt(Int(2)))), {"kind": "identity", "roots": roots})


def test_a_leaf_has_the_model_of_its_proof_and_what_is_no_leaf_needs_its_own() -> None:
    nothing = fact(mul(X, div(Int(1), X)), Int(2))  # no number satisfies it
    (found,) = SymbolicEngine().propose(claim(X, Int(4), "=", nothing))
    assert isinstance(found, Unknown)
    with pytest.raises(CheckFailed):
        admit(FOUR, Proof("canonical", Shows.FALSE, APART), CanonicalChecker())
    with pytest.raises(CheckFailed):
        admit(FOUR, Proof("canonical", Shows.FALSE, {**APART, "model": {"x": "4"}}), CanonicalChecker())
    assert admit(FOUR, Proof("canonical", Shows.FALSE, {**APART, "model": {"x": "3"}}), CanonicalChecker())
