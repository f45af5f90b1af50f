"""Z3 proposes and never decides: its points and choices of premises go through the door, or nothing comes of them."""

from __future__ import annotations

import sys
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.sizes import sized

from verifier.engines.candidate import Candidate
from verifier.engines.smt import propose
from verifier.engines.smt.propose import SmtEngine
from verifier.engines.symbolic.propose import SymbolicEngine
from verifier.judging.judge import verify
from verifier.judging.settling.settle import settle
from verifier.kernel.claim import Binder, Claim, Premise, Standing
from verifier.kernel.expr import Dec, Expr, Head, Int, Sym, node, number
from verifier.kernel.expr import Head as O
from verifier.kernel.functions import RELATION_SIGNS
from verifier.kernel.verdict import Proved, Refuted, Unknown

pytest.importorskip("z3", reason="the extra smt is not installed")

X, Y, Z = Sym("x"), Sym("y"), Sym("z")


def fact(left: Expr, right: Expr, relation: Head = Head.EQ, standing: Standing = Standing.FACT) -> Premise:
    return Premise("p", standing, relation, left, right)


def square(term: Expr) -> Expr:
    return node(O.POW, term, Int(2))


def test_a_rare_counterexample_is_found_and_admitted() -> None:
    claim = Claim(Head.GE, square(node(O.SUB, X, Int(37))), Int(1), Binder.FOR_ALL)
    verdict, engine = settle(claim, [SmtEngine()])
    assert isinstance(verdict, Refuted) and engine == "smt"
    assert verdict.certificate.notes["point"] == {"x": "37"}


def test_what_holds_everywhere_has_no_counterexample() -> None:
    claim = Claim(Head.GE, square(X), Int(0), Binder.FOR_ALL)
    assert isinstance(settle(claim, [SmtEngine()])[0], Unknown)


def test_a_core_picks_the_premises_that_are_needed() -> None:
    needed = (fact(node(O.ADD, X, Y), Int(5)), fact(node(O.SUB, X, Y), Int(1)))
    claim = Claim(Head.EQ, X, Int(3), premises=(*needed, fact(node(O.MUL, Y, Z), Int(14))))
    verdict, _ = settle(claim, [SmtEngine()])
    assert isinstance(verdict, Proved) and set(verdict.certificate.claim.premises) == set(needed)


def test_a_refutation_does_not_rest_on_what_was_merely_stated() -> None:
    stated = (fact(node(O.ADD, X, Y), Int(5), standing=Standing.STATED), fact(Y, Int(2)), fact(Z, Y))
    claim = Claim(Head.EQ, X, Int(4), premises=stated)
    assert not isinstance(settle(claim, [SmtEngine()])[0], Refuted)


def test_what_z3_says_alone_decides_nothing() -> None:
    """x > 2 follows from x² > 9 and x > 0, as Z3 knows; no checker here can see it."""
    premises = (fact(square(X), Int(9), Head.GT), fact(X, Int(0), Head.GT), fact(Y, X))
    claim = Claim(Head.GT, X, Int(2), premises=premises)
    assert isinstance(settle(claim, [SmtEngine()])[0], Unknown)


def test_what_contradicts_itself_picks_nothing() -> None:
    claim = Claim(Head.EQ, X, Int(3), premises=(fact(X, Int(1)), fact(X, Int(2)), fact(X, Y)))
    assert list(SmtEngine().propose(claim)) == []


def test_what_has_no_place_in_z3_is_passed_over_in_silence() -> None:
    for side in (node(O.SIN, X), node(O.POW, X, Sym("n")), node(O.MUL, X, Int(7**2000)), node(O.SQRT, X)):
        assert list(SmtEngine().propose(Claim(Head.GE, side, Int(0), Binder.FOR_ALL))) == []


def test_without_the_extra_the_engine_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "z3", None)
    monkeypatch.setattr(propose, "find_spec", lambda name: None)
    claim = Claim(Head.GE, square(node(O.SUB, X, Int(37))), Int(1), Binder.FOR_ALL)
    assert list(SmtEngine().propose(claim)) == []


def test_versions_name_z3_only_where_it_was_used() -> None:
    assert "z3-solver" not in verify("", ["So 2 + 2 = 4."], lean="off").versions


SMALL = st.integers(-9, 9)


@settings(max_examples=sized(20, 60), deadline=None)
@given(SMALL, SMALL, st.integers(1, 9), SMALL, st.sampled_from(list(RELATION_SIGNS)))
def test_proposals_agree_with_arithmetic(a: int, b: int, c: int, d: int, relation: Head) -> None:
    """Of ``x = a, y = b + x/c`` whatever is decided of y is what the numbers say."""
    premises = (fact(X, number(a)), fact(Y, node(O.ADD, number(b), node(O.DIV, X, Int(c)))), fact(Z, Dec(5, 1)))
    verdict, _ = settle(Claim(relation, Y, number(d), premises=premises), [SmtEngine()])
    y = b + Fraction(a, c)
    truth = {"==": y == d, "!=": y != d, "<": y < d, "<=": y <= d, ">": y > d, ">=": y >= d}.get(relation.value)
    if isinstance(verdict, Proved | Refuted):
        assert truth is isinstance(verdict, Proved)
    else:
        assert truth is None or isinstance(verdict, Unknown)


@settings(max_examples=sized(15, 40), deadline=None)
@given(st.integers(-40, 40), st.integers(-40, 40))
def test_offers_are_of_the_claim_that_was_asked(a: int, b: int) -> None:
    claim = Claim(
        Head.EQ, node(O.ADD, X, Y), number(a + b), premises=(fact(X, number(a)), fact(Y, number(b)), fact(Z, X))
    )
    for offer in (*SmtEngine().propose(claim), *SymbolicEngine().propose(claim)):
        assert isinstance(offer, Candidate) and offer.claim.under(()) == claim.under(())
