"""Rules about whole numbers: residues, ranges, quotients, each at its bounds and beside what it does not show."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from support.formulas.sequents import SCOPE, VALUES, claim, shown

from verifier.checkers.formulas.places.place import Place
from verifier.checkers.formulas.rules.whole_numbers import spelled, truth
from verifier.checkers.formulas.values.evaluation import truth as true_at
from verifier.kernel.expr import Expr, Int, Sym, Type
from verifier.kernel.verdict import CheckFailed, Proved, Reason, Refuted
from verifier.language.expressions.parse import formula

GIVEN = {"rule": "given"}


def said(text: str) -> Expr:
    return formula(text, SCOPE)


def residues(modulus: Any, uses: Any = (), whole: Any = (0,)) -> dict[str, Any]:
    return {"rule": "residues", "modulus": modulus, "uses": list(uses), "whole": list(whole)}


@pytest.mark.parametrize(
    ("text", "modulus", "told"),
    [
        ("divides(3, k)", 3, {0: True, 1: False, 2: False}),
        ("divides(0, k)", 3, {0: None, 1: None}),
        ("divides(2, k)", 4, {0: True, 1: False, 2: True, 3: False}),
        ("divides(4, k)", 2, {0: None, 1: None}),
        ("divides(n, k)", 2, {0: None}),
        ("divides(2, k/2)", 4, {0: True, 2: False, 1: None, 3: None}),
        ("divides(2, k/2)", 2, {0: None, 1: None}),
        ("divides(2, 1/k)", 2, {1: None}),
        ("congruent(k, 1, 3)", 3, {0: False, 1: True, 2: False}),
        ("congruent(k, 4, 3)", 6, {1: True, 4: True, 3: False}),
        ("congruent(k, 1, 3)", 2, {1: None}),
        ("congruent(k, 1, 0)", 2, {1: None}),
        ("congruent(k/2, 1/2, 2)", 4, {1: None}),
        ("congruent(1/k, 1, 2)", 2, {1: None}),
        ("is_int(k)", 2, {0: True, 1: True}),
        ("is_int(k/2)", 2, {0: True, 1: False}),
        ("is_int(k/2)", 3, {0: None, 1: None}),
        ("is_int(k/2 + 1/2)", 4, {0: False, 1: True, 2: False, 3: True}),
        ("is_int(1/k)", 2, {1: None}),
        ("k % 3 == 1", 3, {0: False, 1: True, 2: False}),
        ("k % 3 != 1", 3, {0: True, 1: False}),
        ("mod(k, 3) == 2", 6, {2: True, 5: True, 3: False}),
        ("k % 3 == 1", 2, {0: None, 1: None}),
        ("k % 0 == 1", 2, {0: None, 1: None}),
        ("(1/k) % 2 == 1", 2, {1: None}),
        ("k % 4 == (k + 2) % 4", 4, {0: False, 1: False}),
        ("7 == 7", 2, {0: True}),
        ("7 == 9", 2, {0: False}),
        ("k == 1", 3, {0: False, 1: None, 2: False}),
        ("k/2 == 1", 4, {0: False, 1: False, 2: None, 3: False}),
        ("k != 1", 3, {0: True, 1: None, 2: True}),
        ("1/k == 1", 3, {0: None, 1: None}),
        ("k < 1", 3, {0: None, 2: None}),
        ("not divides(3, k)", 3, {0: False, 1: True}),
        ("not k < 1", 3, {0: None}),
        ("divides(3, k) and divides(2, k)", 6, {0: True, 3: False, 2: False}),
        ("divides(3, k) or divides(2, k)", 6, {0: True, 3: True, 2: True, 1: False}),
        ("divides(3, k) or k < 1", 3, {0: True, 1: None}),
        ("divides(3, k) and k < 1", 3, {0: None, 1: False}),
        ("Implies(divides(4, k), divides(2, k))", 4, {0: True, 1: True, 2: True}),
        ("Implies(divides(2, k), divides(4, k))", 4, {0: True, 1: True, 2: False}),
        ("Implies(k < 1, divides(2, k))", 2, {0: True, 1: None}),
        ("Implies(divides(2, k), k < 1)", 2, {0: None, 1: True}),
        ("Iff(divides(2, k), divides(2, k**2))", 2, {0: True, 1: True}),
        ("Iff(divides(2, k), divides(2, k + 1))", 2, {0: False, 1: False}),
        ("Iff(divides(2, k), k < 1)", 2, {0: None, 1: None}),
        ("Iff(k < 1, divides(2, k))", 2, {0: None, 1: None}),
        ("True", 2, {0: None}),
    ],
)
def test_what_residues_tell_of_a_formula(text: str, modulus: int, told: dict[int, bool | None]) -> None:
    for rest, expected in told.items():
        assert truth(said(text), {"k": rest}, modulus) is expected


TEXTS = ["divides(2, k*n + n)", "k % 3 == n % 3", "is_int((k + n)/2)", "k**2 == n + 1", "congruent(k**3, n, 4)"]
TEXTS += ["divides(-2, k)", "divides(3, k - 2*n)", "Iff(divides(2, k), not k % 4 == n % 2)", "k - 3*n != 1"]


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("modulus", [2, 3, 4, 6, 12])
def test_what_residues_tell_is_so_at_all_numbers_with_these_residues(text: str, modulus: int) -> None:
    expr = said(text)
    for k, n in product(range(-7, 13, 3), range(0, 12, 2)):
        told = truth(expr, {"k": k % modulus, "n": n % modulus}, modulus)
        assert told is None or told is true_at(expr, {"k": k, "n": n})  # type: ignore[dict-item]


def test_a_letter_without_a_residue_and_a_bare_letter_tell_nothing() -> None:
    assert truth(said("divides(2, k)"), {}, 2) is None and truth(said("k == 1"), {}, 2) is None
    assert truth(Sym("k"), {"k": 0}, 2) is None and truth(Int(1), {}, 2) is None


@pytest.mark.parametrize("modulus", [1, 0, -2, True, "2", None, 2.0])
def test_residues_are_by_a_whole_number_from_2_on(modulus: Any) -> None:
    with pytest.raises(CheckFailed):
        shown(claim("divides(1, k)", "is_int(k)"), residues(modulus), True, {"k": "1"})
    assert isinstance(shown(claim("divides(1, k)", "is_int(k)"), residues(2), True, {"k": "1"}), Proved)


def test_at_most_5000_residues_are_gone_through() -> None:
    one = claim("divides(1, k)", "is_int(k)")
    assert isinstance(shown(one, residues(5000), True, {"k": "1"}), Proved)
    with pytest.raises(CheckFailed) as refused:
        shown(one, residues(5001), True, {"k": "1"})
    assert refused.value.reason is Reason.OUT_OF_BUDGET
    two = claim("divides(1, k + n)", "is_int(k)", "is_int(n)")
    assert isinstance(shown(two, residues(70, whole=(0, 1)), True, {"k": "1", "n": "1"}), Proved)
    with pytest.raises(CheckFailed) as refused:
        shown(two, residues(71, whole=(0, 1)), True, {"k": "1", "n": "1"})
    assert refused.value.reason is Reason.OUT_OF_BUDGET


def test_residues_at_which_a_formula_that_is_used_fails_are_left_out_and_no_others() -> None:
    square = claim("k**2 % 8 == 1", "not divides(2, k)")
    assert isinstance(shown(square, residues(8, uses=(0,)), True, {"k": "1"}), Proved)
    with pytest.raises(CheckFailed):
        shown(square, residues(8), True, {"k": "1"})
    doubtful = claim("k**2 % 8 == 1", "k > 2 and is_int(k)")  # residues do not tell of an order: nothing is left out
    with pytest.raises(CheckFailed):
        shown(doubtful, residues(8, uses=(0,), whole=(1,)), True, {"k": "3"})


def test_residues_refute_what_fails_at_all_of_them() -> None:
    what = claim("k**2 % 4 == 2", "is_int(k)")
    assert isinstance(shown(what, residues(4), False, {"k": "1"}), Refuted)
    for holds in (True, False):
        with pytest.raises(CheckFailed):
            shown(claim("k**2 % 4 == 1", "is_int(k)"), residues(4), holds, {"k": "1"})


def test_letters_of_what_is_used_are_whole_too() -> None:
    for premise in ("n < k", "x == k"):
        with pytest.raises(CheckFailed) as refused:
            tree = residues(2, uses=(1,))
            shown(claim("divides(2, k**2 + k)", "is_int(k)", premise), tree, True, {"k": "1", "n": "0", "x": "1"})
        assert refused.value.reason is Reason.SIDE_CONDITION
    for missing in ({"whole": None}, {"uses": None}, {"whole": [7]}, {"uses": [7]}):
        with pytest.raises(CheckFailed):
            shown(claim("divides(2, k**2 + k)", "is_int(k)"), residues(2) | missing, True, {"k": "1"})


@pytest.mark.parametrize("kind", ["Int", "NonNeg", "Pos"])
def test_a_bound_letter_of_a_type_of_whole_numbers_needs_no_ground(kind: str) -> None:
    tree = {"rule": "arbitrary", "tree": residues(2, whole=())}
    assert isinstance(shown(claim(f"ForAll(t in {kind}, divides(2, t**2 + t))"), tree), Proved)


@pytest.mark.parametrize("kind", ["Real", "Rat", "Complex", "Undeclared"])
def test_a_bound_letter_of_another_type_is_not_whole(kind: str) -> None:
    with pytest.raises(CheckFailed) as refused:
        tree = {"rule": "arbitrary", "tree": residues(2, whole=())}
        shown(claim(f"ForAll(t in {kind}, divides(2, t**2 + t))"), tree)
    assert refused.value.reason is Reason.SIDE_CONDITION


BOUNDED = ("is_int(k)", "k >= 1", "k <= 3")
LOW, HIGH = {**GIVEN, "of": 1}, {**GIVEN, "of": 2}


def ranged(trees: Any, low: Any = 1, high: Any = 3, **more: Any) -> dict[str, Any]:
    return {"rule": "range", "letter": "k", "from": low, "to": high, "whole": [0], "trees": trees, **more}


def test_all_values_within_bounds_are_gone_through() -> None:
    what = claim("k**2 <= 4*k - 3", *BOUNDED)
    trees = [LOW, HIGH, VALUES, VALUES, VALUES]
    assert isinstance(shown(what, ranged(trees), True, {"k": "2"}), Proved)
    assert isinstance(shown(claim("k**2 > 4*k - 3", *BOUNDED), ranged(trees), False, {"k": "2"}), Refuted)
    for middle in ("k != 2", "k != 1", "k != 3"):
        with pytest.raises(CheckFailed):
            shown(claim(middle, *BOUNDED), ranged(trees), True, {"k": "2"})


@pytest.mark.parametrize(
    "trees",
    [
        [],
        [LOW],
        [LOW, HIGH],
        [LOW, HIGH, VALUES, VALUES],
        [LOW, HIGH, *[VALUES] * 4],
        None,
        {},
        [HIGH, LOW, *[VALUES] * 3],
    ],
)
def test_a_range_has_a_tree_for_each_bound_and_each_value(trees: Any) -> None:
    with pytest.raises(CheckFailed):
        shown(claim("k**2 <= 4*k - 3", *BOUNDED), ranged(trees), True, {"k": "2"})


@pytest.mark.parametrize(("low", "high"), [(0, 3), (1, 4), (2, 3), (1, 2), ("1", 3), (1, "3"), (True, 3), (1, None)])
def test_the_bounds_of_a_range_are_those_that_are_shown(low: Any, high: Any) -> None:
    count = high - low + 1 if isinstance(low, int) and isinstance(high, int) else 3
    with pytest.raises(CheckFailed):
        shown(claim("k <= 9", *BOUNDED), ranged([LOW, HIGH, *[VALUES] * count], low, high), True, {"k": "2"})


@pytest.mark.parametrize(("high", "fits"), [(199, True), (200, False)])
def test_at_most_200_values_are_gone_through(high: int, fits: bool) -> None:
    what = claim("k <= 900", "is_int(k)", "k >= 0", f"k <= {high}")
    tree = ranged([LOW, HIGH, *[VALUES] * (high + 1)], 0, high)
    if fits:
        assert isinstance(shown(what, tree, True, {"k": "2"}), Proved)
    else:
        with pytest.raises(CheckFailed):
            shown(what, tree, True, {"k": "2"})


def test_a_range_that_is_empty_shows_anything_of_nothing() -> None:
    what = claim("False", "is_int(k)", "k >= 4", "k <= 3")
    assert isinstance(shown(what, ranged([LOW, HIGH], 4, 3)), Proved)


def test_only_a_letter_that_is_whole_is_gone_through() -> None:
    real = claim("x != 3/2", "x >= 1", "x <= 2")
    tree = {"rule": "range", "letter": "x", "from": 1, "to": 2, "whole": []}
    tree["trees"] = [{**GIVEN, "of": 0}, {**GIVEN, "of": 1}, VALUES, VALUES]
    with pytest.raises(CheckFailed):
        shown(real, tree, True, {"x": "1"})
    typed = claim("k != 3/2", "k >= 1", "k <= 2")
    with pytest.raises(CheckFailed):
        shown(typed, {**tree, "letter": "k"}, True, {"k": "1"})
    for name in ("t", "k#1", None, 1, ["k"]):
        with pytest.raises(CheckFailed):
            shown(claim("k**2 <= 4*k - 3", *BOUNDED), ranged([LOW, HIGH, *[VALUES] * 3], letter=name), True, {"k": "2"})


def test_negative_values_are_gone_through() -> None:
    what = claim("k**2 <= 1", "is_int(k)", "k >= -1", "k <= 1")
    assert isinstance(shown(what, ranged([LOW, HIGH, *[VALUES] * 3], -1, 1), True, {"k": "0"}), Proved)


def test_an_expression_of_a_proof_is_in_letters_that_are_in_scope() -> None:
    place = Place((), {"x": Type.REAL}, True)
    assert spelled(["sym", "x"], place) == Sym("x") and spelled(["int", "7"], place) == Int(7)
    for data in (["sym", "y"], ["+", ["sym", "x"], ["sym", "y"]], None, [], {"sym": "x"}):
        with pytest.raises(CheckFailed):
            spelled(data, place)
