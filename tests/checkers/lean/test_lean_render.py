"""Statements: ours to the last character, faithful or refused."""

from __future__ import annotations

import pytest
from support.lean_session import claim, said
from support.terms import app

from verifier.checkers.lean.statement.laws import NotRenderable
from verifier.checkers.lean.statement.terms import Numbers, Scope, Writer
from verifier.kernel.expr import Const, Dec, Head, Int, Sym, Type
from verifier.kernel.verdict import Shows

TRUE, FALSE = Shows.TRUE, Shows.FALSE


def test_a_closed_claim_is_written_over_the_rationals_with_every_numeral_typed() -> None:
    found = said(claim(app(Head.DIV, 48, 2), "=", 24), TRUE)
    assert found.text == "(((48 : Rat) / (2 : Rat)) = (24 : Rat))"


def test_a_refutation_of_a_closed_claim_is_its_denial() -> None:
    assert said(claim(app(Head.ADD, 2, 2), "=", 5), FALSE).text == "(¬ (((2 : Rat) + (2 : Rat)) = (5 : Rat)))"


def test_a_decimal_is_the_fraction_that_it_spells() -> None:
    assert "((33 : Rat) / (100 : Rat))" in said(claim(Dec(33, 2), "<", 1), TRUE).text


def test_a_closed_denominator_is_shown_not_assumed_to_be_other_than_zero() -> None:
    found = said(claim(app(Head.DIV, 1, app(Head.SUB, 2, 2)), "=", 0), TRUE)
    assert found.text.startswith("((((2 : Rat) - (2 : Rat)) ≠ (0 : Rat)) ∧ ")
    assert not found.side_conditions


def test_the_power_zero_and_negative_powers_need_a_base_other_than_zero() -> None:
    for exponent in (0, -2):
        found = said(claim(app(Head.POW, app(Head.SUB, 1, 1), exponent), "=", 1), TRUE)
        assert "≠ (0 : Rat)) ∧ " in found.text


def test_a_root_is_a_value_that_is_not_negative_and_whose_power_is_the_radicand() -> None:
    found = said(claim(app(Head.SQRT, 16), "=", 4), TRUE)
    root = "((0 : K) ≤ (16 : K)) → (((0 : K) ≤ s1) ∧ ((s1 ^ (2 : Nat)) = (16 : K)))"
    assert found.text.endswith(f" (s1 : K), ({root}) → (((0 : K) ≤ (16 : K)) ∧ (s1 = (4 : K)))")


def test_an_identity_holds_in_every_field_and_where_it_is_defined_lists_its_denominators() -> None:
    every = claim(app(Head.DIV, "x", "x"), "=", 1, for_all=True)
    for found in (said(every, TRUE), said(every, TRUE, assume_defined=True)):
        assert found.text.startswith("∀ {K : Type} [Lean.Grind.Field K] [Lean.Grind.IsCharP K 0], (∀ (y0 : K), ")
    assert said(every, TRUE, assume_defined=True).side_conditions and not said(every, TRUE).side_conditions


def test_an_order_relation_is_stated_over_ordered_fields() -> None:
    assert "[Lean.Grind.OrderedRing K]" in said(claim("x", "<", "y", [("x", "<", "y")]), TRUE).text


def test_complex_numbers_have_no_order() -> None:
    with pytest.raises(NotRenderable):
        said(claim("x", "<", "y", domain=Type.COMPLEX, for_all=True), TRUE)


def test_the_claims_own_denominator_is_to_be_shown_unless_it_is_assumed() -> None:
    quotient = claim(app(Head.DIV, 6, "x"), "=", 3, [("x", "=", 2)])
    shown, assumed = said(quotient, TRUE), said(quotient, TRUE, assume_defined=True)
    assert not shown.side_conditions and "((x0 ≠ (0 : K)) ∧ " in shown.text
    assert assumed.side_conditions == ("x ≠ 0",)


@pytest.mark.parametrize(
    "name", ["x", "x := 0) : True := trivial\naxiom cheat : False --", "-/", "K", "Verifier.absolute", "é", "end"]
)
def test_no_letter_of_the_user_enters_the_statement(name: str) -> None:
    found = said(claim(app(Head.MUL, 2, name), "=", app(Head.ADD, name, name), for_all=True), TRUE)
    plain = said(claim(app(Head.MUL, 2, "x"), "=", app(Head.ADD, "x", "x"), for_all=True), TRUE)
    assert found.text == plain.text


@pytest.mark.parametrize(
    "hard",
    [
        app(Head.SQRT, -2),
        app(Head.POW, "x", "n"),
        app(Head.POW, 9, app(Head.POW, 9, 9)),
        app(Head.POW, 10, 100_000),
        app(Head.FACTORIAL, app(Head.POW, 10, 9)),
        app(Head.FACTORIAL, "n"),
        app(Head.ABS, "n"),
        app(Head.SQRT, "n"),
    ],
)
def test_what_has_no_faithful_statement_is_refused(hard: object) -> None:
    with pytest.raises(NotRenderable):
        said(claim(app(Head.ADD, hard, "x"), "=", 1, for_all=True), TRUE)  # type: ignore[arg-type]


def test_a_root_of_letters_is_shown_to_be_real_or_it_is_assumed_and_the_denial_says_so_too() -> None:
    root = claim(app(Head.SQRT, "x"), "=", 2, [("x", "=", 4)], domain=Type.REAL)
    assert said(root, TRUE, assume_defined=True).side_conditions == ("x ≥ 0",)
    for shows in (TRUE, FALSE):
        assert "→ (((0 : K) ≤ x0) ∧ (" in said(root, shows).text


def test_what_only_rounding_could_refute_or_order_is_not_for_lean() -> None:
    third = frozenset({Dec(33, 2)})
    for odd, shows in (
        (claim(Dec(33, 2), "=", 1, rounded=third), FALSE),
        (claim(3, "≈", 4), FALSE),
        (claim("x", "=", 4, [("x", "≈", 4)]), TRUE),
    ):
        with pytest.raises(NotRenderable):
            said(odd, shows)


def test_what_is_claimed_as_rounded_is_stated_as_nearness() -> None:
    found = said(claim(app(Head.DIV, 2, 3), "=", Dec(67, 2)), TRUE)
    assert found.as_rounded and found.text.count(" ≤ ((1 : Rat) / (200 : Rat))") == 2
    assert not said(claim(app(Head.ADD, 1, 1), "=", app(Head.ADD, 1, 1)), TRUE).as_rounded


def test_irrational_roots_are_any_numbers_with_their_properties() -> None:
    found = said(claim(app(Head.SQRT, 2), "<", 2), TRUE)
    assert found.ordered and "(((0 : K) ≤ s1) ∧ ((s1 ^ (2 : Nat)) = (2 : K)))) → " in found.text
    assert not found.side_conditions
    broken = said(claim(app(Head.POW, 2, app(Head.DIV, 3, 2)), "<", 3), TRUE)
    assert "((s1 ^ (3 : Nat)) < (3 : K))" in broken.text


def test_constants_are_any_numbers_within_their_bounds() -> None:
    found = said(claim(Const("pi"), "<", 4), TRUE)
    assert "(31415926535 : K)" in found.text and "(pi : K), " in found.text
    unit = said(claim(app(Head.POW, Const("i"), 2), "=", -1), TRUE)
    assert not unit.ordered and "(i ^ (2 : Nat) = (-(1 : K))) → " in unit.text
    with pytest.raises(NotRenderable):
        said(claim(Const("i"), "<", 1), TRUE)


def test_absolute_values_of_letters_are_split_by_sign() -> None:
    found = said(claim(app(Head.ABS, "x"), "≥", 0, domain=Type.REAL), TRUE)
    assert "((((0 : K) ≤ x0) ∧ (m1 = x0)) ∨ ((x0 < (0 : K)) ∧ (m1 = (-x0))))" in found.text
    assert not found.side_conditions


def test_a_long_statement_is_refused() -> None:
    total = Sym("x")
    for _ in range(100):
        total = app(Head.ADD, total, Int(10**300))  # type: ignore[assignment]
    with pytest.raises(NotRenderable, match="characters"):
        said(claim(total, "=", 1, for_all=True), TRUE)


@pytest.mark.parametrize("modulus", [1_000_003, app(Head.SQRT, 2), app(Head.DIV, 1, 0)])
def test_inverse_by_no_small_whole_number_is_refused(modulus: object) -> None:
    with pytest.raises(NotRenderable):
        Writer(Numbers.RATIONAL, {}, [Scope(frozenset())]).text(app(Head.INVERSE_MOD, 3, modulus))
