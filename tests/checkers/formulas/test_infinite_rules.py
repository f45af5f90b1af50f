"""Induction, terms of sums, angles by turns and members of sets: what they show, and what forged proofs do not."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest
from support.formulas.infinite import REAL, of, summed
from support.formulas.sequents import VALUES, claim, shown

from verifier.checkers.expression_json import expression_to_json
from verifier.checkers.formulas.rules.solving import told
from verifier.checkers.functions import Undefined
from verifier.engines.formulas.propose import FormulaEngine
from verifier.judging.formal.deciding.leaves import Leaves
from verifier.judging.formal.judge import FormalJudge
from verifier.kernel.expr import Head, Int, Sym, node
from verifier.kernel.verdict import CheckFailed, Independent, Proved, Refuted, Unknown

JUDGE = FormalJudge()


def proof(text: str, *premises: str) -> dict[str, Any]:
    """The tree that the engine proposes."""
    [offer] = list(itertools.islice(FormulaEngine(Leaves()).propose(claim(text, *premises)), 1))
    assert not isinstance(offer, Unknown)
    tree = offer.proof.data["tree"]
    assert isinstance(tree, dict)
    return tree


def term(*trees: Any, text: str = "Sum(j, j, 1, k)", **more: Any) -> dict[str, Any]:
    return {"rule": "term", "number": expression_to_json(summed(text)), "trees": list(trees), **more}


def found(rule: str, tree: Any) -> Iterator[dict[str, Any]]:
    """The nodes of a tree that are of a rule."""
    for one in tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ():
        yield from found(rule, one)
    if isinstance(tree, dict) and tree.get("rule") == rule:
        yield tree


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
        told(True, of(text), REAL)
    with pytest.raises((CheckFailed, Undefined)):
        told(False, of(text.replace("1 in", "1/0 in")), REAL)


def test_a_set_that_is_a_letter_is_not_written_out() -> None:
    with pytest.raises(CheckFailed, match="written out"):
        told(True, node(Head.IN, Int(1), Sym("x")), REAL)


def test_a_forged_membership_is_refused() -> None:
    for text, tree in (
        ("3 in {1, 2}", {"rule": "one", "index": 0, "tree": VALUES}),
        ("1 in {1, 1/0}", {"rule": "one", "index": 0, "tree": VALUES}),
        ("x == 1", VALUES),
    ):
        with pytest.raises(CheckFailed):
            shown(claim(text), {"rule": "member", "tree": tree})
