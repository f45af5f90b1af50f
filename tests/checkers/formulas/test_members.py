"""Members of sets, written out: what each asks to be shown, and what forged proofs do not show."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from support.formulas.sequents import SCOPE, VALUES, claim, shown

from verifier.checkers.formulas.places.monomials import numeral
from verifier.checkers.formulas.places.place import Place, opening
from verifier.checkers.formulas.rules.definitions import unfold, ways
from verifier.checkers.formulas.values.evaluation import truth
from verifier.checkers.functions import Undefined
from verifier.judging.decide import formal_judge
from verifier.kernel.expr import Expr, Head, Int, Node, Sym, Type, node
from verifier.kernel.verdict import CheckFailed, Independent, Proved, Refuted, Unknown
from verifier.language.expressions.parse import formula

HERE = opening(claim("1 == 1"))
REAL = Place((), {"x": Type.REAL}, True)


def of(text: str) -> Expr:
    return formula(text, SCOPE)


SETS = {
    "{1, 3}": {1, 3},
    "{2}": {2},
    "{}": set(),
    "[1, 2, 4]": {1, 2, 4},
    "(0, 3)": {0, 3},
    "{2*k for k in Int if 0 <= k and k < 3}": {0, 2, 4},
    "{1, 3} | {3, 4}": {1, 3, 4},
    "{1, 3} & {3, 4}": {3},
    "({1, 2} | {5}) & {2, 5}": {2, 5},
}


def unfold_membership(holds: bool, formula: Expr, place: Place) -> Any:
    assert isinstance(formula, Node)
    [[found]] = ways(holds, formula, place)
    if holds or not isinstance(found, Node):
        return found
    assert found.head is Head.NOT
    return found.args[0]


@pytest.mark.parametrize("text", SETS)
def test_a_member_is_told_of_where_it_is_one(text: str) -> None:
    for k, holds in product(range(-1, 6), (True, False)):
        within = Node(Head.SET) if text == "{}" else of(f"1 in {text}").args[1]  # type: ignore[union-attr]
        said = Node(Head.IN, (numeral(Fraction(k)), within))
        assert truth(unfold_membership(holds, said, HERE), {}) is (k in SETS[text])
        assert unfold(said, HERE) == unfold_membership(True, said, HERE)


def test_what_is_no_membership_is_told_of_nothing() -> None:
    for said in (Node(Head.EQ, (Int(1), of("1 in (1, 2)").args[1])), of("x == y")):  # type: ignore[union-attr]
        with pytest.raises(CheckFailed, match=r"not written out|no definition"):
            unfold_membership(True, said, HERE)
    with pytest.raises(CheckFailed, match="not written out"):
        unfold_membership(True, Node(Head.IN, (Int(1), Sym("x"))), HERE)


@pytest.mark.parametrize("within", ["{1, 1/0}", "[1, 1/0]", "(1, 1/0)", "{1} | {1/0}", "{1} & {2, 1/0}"])
def test_nothing_is_told_of_a_set_with_what_may_be_undefined(within: str) -> None:
    for holds in (True, False):
        with pytest.raises(CheckFailed, match="may be undefined"):
            unfold_membership(holds, of(f"1 in {within}"), HERE)


def test_what_may_be_undefined_itself_is_a_member_by_being_equal_alone() -> None:
    said = of("1/x in {1, 2}")
    for x in (1, 2, 5):
        assert truth(unfold_membership(True, said, HERE), {"x": Fraction(1, x)}) is (x <= 2)
    with pytest.raises(CheckFailed, match="may be undefined"):
        unfold_membership(False, said, HERE)


"""Zero, which no form tells."""


def test_a_forged_list_of_members_is_refused() -> None:
    tree = {"rule": "unfold", "trees": [{"rule": "one", "index": 1, "tree": VALUES}]}
    assert isinstance(shown(claim("3 in {1, 3}"), tree), Proved)
    every = {"rule": "unfold", "trees": [{"rule": "all", "trees": [VALUES, VALUES]}]}
    assert shown(claim("2 in {1, 3}"), every, holds=False)
    for text, holds in (("2 in {1, 3}", True), ("3 in {1, 3}", False), ("3 in {1, 3} | {1/0}", True)):
        for forged in (tree, every):
            with pytest.raises(CheckFailed):
                shown(claim(text), forged, holds)


JUDGE = formal_judge()


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("3 in {1, 3}", Proved),
        ("2 in {1, 3}", Refuted),
        ("2 in {1, 1/0}", Unknown),
        ("1 in {1, 1/0}", Unknown),
        ("1/0 in {1, 2}", Unknown),
        ("6 in {2*k for k in Pos}", Proved),
        ("7 in {2*k for k in Pos}", Refuted),
        ("7 in {2*k for k in Pos} | {7}", Proved),
        ("2 in [2, 3]", Proved),
        ("x in {2}", Independent),
        ("6 in {2*k for k in Pos} & {3*k for k in Pos}", Proved),
        ("k in {k for k in Pos}", Independent),
        ("(1, 2) in {(a, b) for a in Pos for b in Pos if a + b == 3}", Proved),
    ],
)
def test_members_of_sets(text: str, verdict: type) -> None:
    assert isinstance(JUDGE.decide(claim(text)), verdict)


@pytest.mark.parametrize("text", ["1 in {1, 1/0}", "1 in {1} | {1/0}", "x == 1"])
def test_a_member_of_what_may_be_undefined_is_told_of_nothing(text: str) -> None:
    with pytest.raises(CheckFailed):
        unfold_membership(True, of(text), REAL)
    with pytest.raises((CheckFailed, Undefined)):
        unfold_membership(False, of(text.replace("1 in", "1/0 in")), REAL)


def test_a_set_that_is_a_letter_is_not_written_out() -> None:
    with pytest.raises(CheckFailed, match="written out"):
        unfold_membership(True, node(Head.IN, Int(1), Sym("x")), REAL)


def test_a_forged_membership_is_refused() -> None:
    for text, tree in (
        ("3 in {1, 2}", {"rule": "one", "index": 0, "tree": VALUES}),
        ("1 in {1, 1/0}", {"rule": "one", "index": 0, "tree": VALUES}),
        ("x == 1", VALUES),
    ):
        with pytest.raises(CheckFailed):
            shown(claim(text), {"rule": "unfold", "trees": [tree]})
