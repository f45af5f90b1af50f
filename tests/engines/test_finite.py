"""The finite search and its checker: it finds what a plain enumeration finds, and refuses what it cannot search."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.claim_strategies import claim, fact
from support.terms import X, Y, Z, mul, sub

from verifier.checkers.finite import FiniteChecker
from verifier.engines.candidate import Candidate
from verifier.engines.finite import FiniteEngine
from verifier.kernel.claim import Claim, Domain, Premise, Relation, Standing
from verifier.kernel.evaluate import Outcome, compare, satisfies
from verifier.kernel.term import Dec, Int, Op, Sym, Term, app
from verifier.kernel.verdict import CheckFailed, Proof, Reason, Shows, Unknown, admit


def among(asked: Claim, domain: Domain = Domain.NATURAL) -> Claim:
    return Claim(asked.relation, asked.left, asked.right, domain=domain, premises=asked.premises)


def kind(asked: Claim) -> str:
    (found,) = FiniteEngine().propose(asked)
    if isinstance(found, Unknown):
        return found.reason.value
    assert isinstance(found, Candidate)
    return type(admit(found.claim, found.proof, found.checker)).__name__


TO_THREE = (fact(X, Int(3), "≤"), fact(Y, Int(3), "≤"), fact(Z, Int(3), "≤"))
APART = fact(mul(mul(sub(X, Y), sub(X, Z)), sub(Y, Z)), Int(0), "≠")
ORDER = (*TO_THREE, APART, fact(X, Y, "<"))


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        (claim(Z, Int(2), "=", *ORDER, fact(Y, Int(2))), "Refuted"),
        (claim(Z, Int(3), "=", *ORDER, fact(Y, Int(2))), "Proved"),
        (claim(Z, Int(3), "=", *ORDER), "NOT_ENTAILED"),
        (claim(X, Int(3), "≠", *ORDER), "Proved"),
        (claim(X, Int(7), "=", *ORDER), "Refuted"),
        (claim(X, Int(3), "=", *ORDER, fact(X, Y, ">")), "INCONSISTENT_CONTEXT"),
        (claim(X, Int(1), "=", fact(X, Y, "<"), fact(Y, Int(2), "≤")), "OUT_OF_SCOPE"),
        (claim(Sym("w"), Int(1), "=", *ORDER), "OUT_OF_SCOPE"),
        (claim(X, Int(1), "=", fact(X, Int(10**9), "≤"), fact(X, Int(1), "=")), "OUT_OF_BUDGET"),
        (claim(X, Int(1), "=", *ORDER, fact(X, Int(1), "≈")), "OUT_OF_SCOPE"),
        (claim(X, Int(2), "=", *ORDER, fact(X, Int(1), "=", Standing.STATED)), "CONFLICTS_WITH_STATED"),
        (claim(X, Int(1), "=", *ORDER, fact(Z, Int(1), "≠"), fact(Y, Int(2), "=", Standing.STATED)), "Proved"),
    ],
)
def test_a_search_decides_what_all_points_agree_on(asked: Claim, expected: str) -> None:
    assert kind(among(asked)) == expected


def test_numbers_without_a_domain_are_not_searched() -> None:
    assert list(FiniteEngine().propose(claim(X, Int(1), "=", *ORDER))) == []


def test_integers_need_a_bound_on_either_side() -> None:
    both = (fact(X, Int(2), "≤"), fact(X, Int(2), "≥"))
    assert kind(among(claim(X, Int(2), "=", *both), Domain.INTEGER)) == "Proved"
    assert kind(among(claim(X, Int(2), "=", both[0]), Domain.INTEGER)) == "OUT_OF_SCOPE"


@pytest.mark.parametrize(
    "asked",
    [
        claim(Z, Int(3), "=", *ORDER, fact(Y, Int(2))),  # no domain
        among(claim(Z, Int(3), "=", *ORDER)),  # not at all points
        among(Claim(Relation.EQ, Z, Dec(30, 1), premises=ORDER, rounded=frozenset({Dec(30, 1)}))),
        among(claim(Z, Int(3), "≈", *ORDER, fact(Y, Int(2)))),
    ],
)
def test_the_door_lets_in_no_proof_that_its_own_search_does_not_show(asked: Claim) -> None:
    for shows in (Shows.TRUE, Shows.FALSE):
        with pytest.raises(CheckFailed):
            admit(asked, Proof("finite", shows, {}), FiniteChecker())


def test_a_refutation_may_not_rest_on_what_was_merely_stated() -> None:
    asked = among(claim(X, Int(2), "=", *TO_THREE, fact(X, Int(1), "=", Standing.STATED)))
    with pytest.raises(CheckFailed, match="rest only on facts"):
        admit(asked, Proof("finite", Shows.FALSE, {}), FiniteChecker())


def test_a_division_by_zero_at_some_point_shows_nothing() -> None:
    asked = among(claim(app(Op.DIV, Int(6), sub(X, Int(1))), Int(3), "=", fact(X, Int(3), "≤")))
    assert kind(asked) == Reason.SIDE_CONDITION


LETTERS = (X, Y, Z)
RELATIONS = ("=", "≠", "<", "≤", ">", "≥")
sides: st.SearchStrategy[Term] = st.one_of(st.sampled_from(LETTERS), st.integers(1, 4).map(Int))
facts = st.tuples(sides, sides, st.sampled_from(RELATIONS)).map(lambda f: fact(f[0], f[1], f[2]))


@given(st.lists(facts, max_size=4), sides, sides, st.sampled_from(RELATIONS), st.booleans())
def test_the_search_agrees_with_a_plain_enumeration(
    said: list[Premise], left: Term, right: Term, relation: str, apart: bool
) -> None:
    asked = among(claim(left, right, relation, *TO_THREE, *([APART] if apart else []), *said))
    points = [dict(zip("xyz", map(Fraction, p), strict=True)) for p in itertools.product((1, 2, 3), repeat=3)]
    held = {compare(asked, p) for p in points if satisfies(asked.premises, p)}
    expected = {frozenset(): "INCONSISTENT_CONTEXT", frozenset({Outcome.HOLDS}): "Proved"}
    expected |= {frozenset({Outcome.FAILS}): "Refuted"}
    assert kind(asked) == expected.get(frozenset(held), "NOT_ENTAILED")
