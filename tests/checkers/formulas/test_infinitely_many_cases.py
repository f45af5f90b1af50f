"""Rules of what has infinitely many cases, against brute force: what each asks to be shown, and what it lists."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from support.formulas.infinite import of
from support.formulas.sequents import VALUES, claim, shown

from verifier.checkers.formulas.places.monomials import numeral
from verifier.checkers.formulas.places.place import opening
from verifier.checkers.formulas.rules.lemmas import came_to
from verifier.checkers.formulas.rules.solving import told
from verifier.checkers.formulas.values.evaluation import truth
from verifier.kernel.expr import Head, Int, Node, Sym
from verifier.kernel.verdict import CheckFailed, Proved

HERE = opening(claim("1 == 1"))


P = Sym("p")


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


@pytest.mark.parametrize("text", SETS)
def test_a_member_is_told_of_where_it_is_one(text: str) -> None:
    for k, holds in product(range(-1, 6), (True, False)):
        within = Node(Head.SET) if text == "{}" else of(f"1 in {text}").args[1]  # type: ignore[union-attr]
        said = Node(Head.IN, (numeral(Fraction(k)), within))
        assert truth(told(holds, said, HERE), {}) is (k in SETS[text])
        assert came_to(said) == told(True, said, HERE)


def test_what_is_no_membership_is_told_of_nothing() -> None:
    for said in (Node(Head.EQ, (Int(1), of("1 in (1, 2)").args[1])), of("x == y"), P):  # type: ignore[union-attr]
        with pytest.raises(CheckFailed, match="members are of sets"):
            told(True, said, HERE)
    with pytest.raises(CheckFailed, match="not written out"):
        told(True, Node(Head.IN, (Int(1), Sym("x"))), HERE)


@pytest.mark.parametrize("within", ["{1, 1/0}", "[1, 1/0]", "(1, 1/0)", "{1} | {1/0}", "{1} & {2, 1/0}"])
def test_nothing_is_told_of_a_set_with_what_may_be_undefined(within: str) -> None:
    for holds in (True, False):
        with pytest.raises(CheckFailed, match="may be undefined"):
            told(holds, of(f"1 in {within}"), HERE)


def test_what_may_be_undefined_itself_is_a_member_by_being_equal_alone() -> None:
    said = of("1/x in {1, 2}")
    for x in (1, 2, 5):
        assert truth(told(True, said, HERE), {"x": Fraction(1, x)}) is (x <= 2)
    with pytest.raises(CheckFailed, match="may be undefined"):
        told(False, said, HERE)


"""Zero, which no form tells."""


def test_a_forged_list_of_members_is_refused() -> None:
    tree = {"rule": "member", "tree": {"rule": "one", "index": 1, "tree": VALUES}}
    assert isinstance(shown(claim("3 in {1, 3}"), tree), Proved)
    every = {"rule": "member", "tree": {"rule": "all", "trees": [VALUES, VALUES]}}
    assert shown(claim("2 in {1, 3}"), every, holds=False)
    for text, holds in (("2 in {1, 3}", True), ("3 in {1, 3}", False), ("3 in {1, 3} | {1/0}", True)):
        for forged in (tree, every):
            with pytest.raises(CheckFailed):
                shown(claim(text), forged, holds)
