"""The points engine and its checker: arithmetic, forced values, counterexamples."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import pytest
from support.claim_strategies import claim, fact, identity
from support.terms import X, Y, add, div, mul, neg, power, sqrt, sub

from verifier.checkers.points import PointChecker, counting, read_point
from verifier.engines.candidate import Candidate
from verifier.engines.points import PointEngine
from verifier.kernel.claim import DOMAINS, Claim, Standing, relate
from verifier.kernel.expr import Dec, Expr, Head, Int, Sym, Type, node
from verifier.kernel.verdict import CheckFailed, Proof, Proved, Reason, Shows, Unknown, admit


def said(asked: Claim) -> Proved | Any:
    """Return the one thing that the engine says, through the door."""
    (found,) = PointEngine().propose(asked)
    return admit(found.claim, found.proof, found.checker) if isinstance(found, Candidate) else found


def kind(asked: Claim) -> str:
    found = said(asked)
    return found.reason.value if isinstance(found, Unknown) else type(found).__name__


TWO_THIRDS = div(Int(2), Int(3))


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        (claim(add(Int(2), Int(2)), Int(4)), "Proved"),
        (claim(add(Int(2), Int(2)), Int(5)), "Refuted"),
        (claim(TWO_THIRDS, Dec(66, 2)), "ROUNDED"),
        (claim(div(Int(1), Int(0)), div(Int(2), Int(0))), "SIDE_CONDITION"),
        (claim(sqrt(Int(2)), Int(1)), "OUT_OF_SCOPE"),
        (claim(power(Int(9), 9**9), Int(1)), "OUT_OF_BUDGET"),
        (claim(mul(Int(2), X), Int(6), "=", fact(X, Int(3))), "Proved"),
        (claim(mul(Int(2), X), Int(7), "=", fact(X, Int(3))), "Refuted"),
        (claim(mul(Int(2), X), Int(7), "=", fact(X, Int(3), "=", Standing.STATED)), "CONFLICTS_WITH_STATED"),
        (claim(X, Int(3), "=", fact(X, Int(3)), fact(X, Int(4))), "INCONSISTENT_CONTEXT"),
        (claim(Y, Int(7), "=", fact(X, Int(3)), fact(add(X, Int(4)), Y)), "Proved"),
        (claim(X, Int(3), "=", fact(power(X, 2), Int(9))), "NOT_ENTAILED"),
        (claim(X, Int(4), ">", fact(X, Int(5))), "Proved"),
        (claim(X, Dec(67, 2), "=", fact(X, TWO_THIRDS)), "Proved"),
        (claim(X, TWO_THIRDS, "=", fact(X, Dec(67, 2))), "ROUNDED"),
        (claim(mul(Int(3), X), Int(9), "=", fact(X, Dec(33, 2)), rounded=frozenset({Dec(33, 2)})), "Refuted"),
        (claim(mul(Int(3), X), Int(1), "=", fact(X, Dec(33, 2)), rounded=frozenset({Dec(33, 2)})), "ROUNDED"),
        (claim(mul(Int(3), X), Dec(201, 2), "=", fact(X, TWO_THIRDS), rounded=frozenset({Dec(67, 2)})), "ROUNDED"),
        (claim(mul(Int(3), X), Dec(211, 2), "=", fact(X, TWO_THIRDS), rounded=frozenset({Dec(67, 2)})), "Refuted"),
        (claim(X, Int(4), "=", fact(add(mul(Int(2), X), Int(3)), Int(11))), "Proved"),
        (claim(sqrt(X), Int(2), "=", fact(Int(11), add(mul(Int(2), X), Int(3)))), "Proved"),
        (claim(X, Int(6), "<", fact(sub(Int(10), div(Int(12), X)), Int(8))), "Refuted"),
        (claim(X, Int(60), "=", fact(node(Head.PERCENT, neg(X)), neg(div(Int(3), Int(5))))), "Proved"),
        (claim(X, Int(300), "=", fact(mul(Dec(2, 1), X), Int(80))), "Refuted"),
        (claim(X, Int(0), "=", fact(mul(X, Int(0)), Int(0))), "NOT_ENTAILED"),
        (claim(X, Int(0), "=", fact(div(Int(0), X), Int(0))), "NOT_ENTAILED"),
        (claim(X, Int(0), "=", fact(div(Int(0), X), Int(1))), "SIDE_CONDITION"),
        (claim(X, Int(2), "=", fact(add(X, X), Int(4))), "NOT_ENTAILED"),
        (identity(power(add(X, Y), 2), add(power(X, 2), power(Y, 2))), "Refuted"),
        (identity(power(add(X, Int(1)), 2), add(power(X, 2), Int(1))), "Refuted"),
        (identity(sqrt(power(X, 2)), X), "Refuted"),
        (identity(div(X, X), Int(1)), "NOT_ENTAILED"),
        (identity(node(Head.POW, neg(Int(1)), mul(Int(2), X)), Int(1)), "NOT_ENTAILED"),
        (identity(X, Y, "<"), "Refuted"),
    ],
)
def test_the_engine_says_what_mathematics_says(asked: Claim, expected: str) -> None:
    assert kind(asked) == expected


def test_a_counterexample_must_satisfy_the_premises() -> None:
    asked = identity(power(X, 2), X)
    assert kind(asked) == "Refuted"
    assert kind(relate(asked.relation, asked.left, asked.right, (fact(X, Int(1)),)).for_all()) != "Refuted"


def test_the_premises_that_a_proof_does_not_need_are_left_out() -> None:
    found = said(claim(X, Int(3), "=", fact(Y, Int(8)), fact(X, Int(3))))
    assert [p.left for p in found.certificate.claim.premises] == [X]


def test_both_sides_values_are_kept_for_the_reader() -> None:
    notes = said(claim(mul(Int(2), X), Int(7), "=", fact(X, div(Int(3), Int(4))))).certificate.notes
    assert notes == {"left": "3/2", "right": "7", "point": {"x": "3/4"}}


def test_a_rounded_equation_says_so() -> None:
    assert said(claim(TWO_THIRDS, Dec(67, 2))).certificate.notes["as_rounded"] is True


def test_huge_values_are_told_by_their_size() -> None:
    notes = said(claim(power(Int(2), 20000), power(Int(2), 20001))).certificate.notes
    assert notes["left"] == "a number of 20002 bits"


@pytest.mark.parametrize(
    ("asked", "shows", "data"),
    [
        (identity(X, Int(2)), Shows.TRUE, {"point": {"x": "2"}}),
        (identity(X, Int(2)), Shows.FALSE, {"point": {"x": "2"}}),
        (identity(X, Int(2)), Shows.FALSE, {}),
        (identity(div(X, X), Int(1)), Shows.FALSE, {"point": {"x": "0"}}),
        (identity(X, Int(2)), Shows.FALSE, {"point": {"x": "1/0"}}),
        (identity(X, Int(2)), Shows.FALSE, {"point": {"x": "1e999999999"}}),
        (identity(X, Int(2)), Shows.FALSE, {"point": {"x": 3}}),
        (identity(X, Int(2)), Shows.FALSE, {"point": [["x", "3"]]}),
        (claim(X, Int(2)), Shows.TRUE, {"point": {"x": "2"}}),
        (claim(X, Int(2)), Shows.TRUE, {"pins": []}),
        (claim(X, Int(2), "=", fact(X, Int(2))), Shows.TRUE, {"pins": [0, 0]}),
        (claim(X, Int(2), "=", fact(X, Int(2))), Shows.TRUE, {"pins": [1]}),
        (claim(X, Int(2), "=", fact(X, Int(2))), Shows.TRUE, {"pins": [[]]}),
        (claim(X, Int(2), "=", fact(X, Int(2)), fact(X, Int(3))), Shows.TRUE, {"pins": [0]}),
        (claim(X, Int(2), "=", fact(X, Int(2)), fact(Y, Int(3))), Shows.TRUE, {"pins": [0]}),
        (claim(X, Int(2), "=", fact(X, Int(2), "≥")), Shows.TRUE, {"pins": [0]}),
    ],
)
def test_a_proof_that_does_not_show_it_is_refused(asked: Claim, shows: Shows, data: dict[str, Any]) -> None:
    with pytest.raises(CheckFailed):
        admit(asked, Proof("evaluate", shows, data), PointChecker())


def test_letters_in_exponents_factorials_binomials_and_indices_of_roots_count_where_no_domain_is_declared() -> None:
    a, b, c, d, m = (Sym(name) for name in "abcdm")
    left = add(power(X, 2), node(Head.POW, Y, add(a, Int(1))))
    right = add(node(Head.BINOMIAL, b, c), add(node(Head.FACTORIAL, d), node(Head.ROOT, X, m)))
    assert counting(relate(Head.EQ, left, right)) == set("abcdm")
    assert counting(relate(Head.EQ, X, Y)) == frozenset()
    for domain in DOMAINS - {Type.UNDECLARED}:
        assert counting(relate(Head.EQ, left, right, domain=domain)) == frozenset()


def test_a_point_is_read_strictly() -> None:
    assert read_point({"x": "-3/6"}) == {"x": Fraction(-1, 2)}
    for bad in (None, {"x": "0x10"}, {"x": "1/0"}, {"x": "1_000"}, {1: "2"}, {"x": "٣"}):
        with pytest.raises(CheckFailed):
            read_point(bad)


def test_pins_that_double_at_every_step_stay_within_the_budget() -> None:
    names = [Sym(f"a{i}") for i in range(60)]
    premises = [fact(names[0], Dec(5, 1))] + [fact(b, add(a, a)) for a, b in itertools.pairwise(names)]
    last: Expr = names[-1]
    assert kind(claim(last, Int(7), "=", *premises)) == "ROUNDED"  # too long to spell out, so rounding is not excluded


def test_inconsistent_premises_have_their_own_reason() -> None:
    with pytest.raises(CheckFailed) as failure:
        asked = claim(X, Int(2), "=", fact(X, Int(2)), fact(X, Int(3)))
        admit(asked, Proof("evaluate", Shows.TRUE, {"pins": [0]}), PointChecker())
    assert failure.value.reason is Reason.INCONSISTENT_CONTEXT
