"""Statements: ours to the last character, faithful or refused."""

from __future__ import annotations

import pytest
from support.lean_session import claim
from support.terms import app

from verifier.checkers.lean.statement.laws import NotRenderable
from verifier.checkers.lean.statement.render import Manner, render
from verifier.checkers.lean.statement.terms import Numbers, Writer
from verifier.kernel.expr import Const, Dec, Head, Int, Sym, Type
from verifier.kernel.verdict import Shows

TRUE, FALSE = Shows.TRUE, Shows.FALSE


def test_a_closed_claim_is_written_over_the_rationals_with_every_numeral_typed() -> None:
    found = render(claim(app(Head.DIV, 48, 2), "=", 24), TRUE)
    assert found.text == "(((48 : Rat) / (2 : Rat)) = (24 : Rat))"


def test_a_refutation_of_a_closed_claim_is_its_denial() -> None:
    assert render(claim(app(Head.ADD, 2, 2), "=", 5), FALSE).text == "(¬ (((2 : Rat) + (2 : Rat)) = (5 : Rat)))"


def test_a_decimal_is_the_fraction_that_it_spells() -> None:
    assert "((33 : Rat) / (100 : Rat))" in render(claim(Dec(33, 2), "<", 1), TRUE).text


def test_a_closed_denominator_is_shown_not_assumed_to_be_other_than_zero() -> None:
    found = render(claim(app(Head.DIV, 1, app(Head.SUB, 2, 2)), "=", 0), TRUE)
    assert found.text.startswith("(((2 : Rat) - (2 : Rat)) ≠ (0 : Rat)) ∧ ")
    assert not found.side_conditions


def test_the_power_zero_and_negative_powers_need_a_base_other_than_zero() -> None:
    for exponent in (0, -2):
        found = render(claim(app(Head.POW, app(Head.SUB, 1, 1), exponent), "=", 1), TRUE)
        assert "≠ (0 : Rat)) ∧ " in found.text


def test_a_root_is_a_value_that_is_not_negative_and_whose_power_is_the_radicand() -> None:
    found = render(claim(app(Head.SQRT, 16), "=", 4), TRUE)
    assert found.text == "∃ s0 : Rat, (((0 : Rat) ≤ s0) ∧ (s0 ^ (2 : Nat) = (16 : Rat))) ∧ (s0 = (4 : Rat))"


def test_an_identity_holds_in_every_field_and_lists_its_denominators_as_side_conditions() -> None:
    found = render(claim(app(Head.DIV, "x", "x"), "=", 1, for_all=True), TRUE)
    assert found.text.startswith("∀ {K : Type} [Lean.Grind.Field K] [Lean.Grind.IsCharP K 0] (x0 : K), ")
    assert found.side_conditions == ("x ≠ 0",)


def test_an_order_relation_is_stated_over_ordered_fields() -> None:
    assert "[Lean.Grind.OrderedRing K]" in render(claim("x", "<", "y", [("x", "<", "y")]), TRUE).text


def test_complex_numbers_have_no_order() -> None:
    with pytest.raises(NotRenderable):
        render(claim("x", "<", "y", domain=Type.COMPLEX, for_all=True), TRUE)


def test_the_claims_own_denominator_is_to_be_shown_unless_it_is_assumed() -> None:
    quotient = claim(app(Head.DIV, 6, "x"), "=", 3, [("x", "=", 2)])
    shown, assumed = render(quotient, TRUE), render(quotient, TRUE, Manner(assume_defined=True))
    assert not shown.side_conditions and "((x0 ≠ (0 : K)) ∧ " in shown.text
    assert assumed.side_conditions == ("x ≠ 0",)


@pytest.mark.parametrize(
    "name", ["x", "x := 0) : True := trivial\naxiom cheat : False --", "-/", "K", "Verifier.absolute", "é", "end"]
)
def test_no_letter_of_the_user_enters_the_statement(name: str) -> None:
    found = render(claim(app(Head.MUL, 2, name), "=", app(Head.ADD, name, name), for_all=True), TRUE)
    plain = render(claim(app(Head.MUL, 2, "x"), "=", app(Head.ADD, "x", "x"), for_all=True), TRUE)
    assert found.text == plain.text and found.letters == (name,)


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
    ],
)
def test_what_has_no_faithful_statement_is_refused(hard: object) -> None:
    with pytest.raises(NotRenderable):
        render(claim(app(Head.ADD, hard, "x"), "=", 1, for_all=True), TRUE)  # type: ignore[arg-type]


def test_a_claim_with_a_root_of_letters_is_proved_under_a_side_condition_and_never_refuted() -> None:
    root = claim(app(Head.SQRT, "x"), "=", 2, [("x", "=", 4)], domain=Type.REAL)
    assert render(root, TRUE).side_conditions == ("x ≥ 0",)
    with pytest.raises(NotRenderable):
        render(root, FALSE)


def test_what_only_rounding_could_refute_or_order_is_not_for_lean() -> None:
    third = frozenset({Dec(33, 2)})
    for odd, shows in (
        (claim(Dec(33, 2), "<", 1, rounded=third), TRUE),
        (claim(Dec(33, 2), "=", 1, rounded=third), FALSE),
        (claim(3, "≈", 4), FALSE),
    ):
        with pytest.raises(NotRenderable):
            render(odd, shows)


def test_what_is_claimed_as_rounded_is_stated_as_nearness() -> None:
    found = render(claim(app(Head.DIV, 2, 3), "=", Dec(67, 2)), TRUE, Manner(as_rounded=True))
    assert found.as_rounded and found.text.count(" ≤ ((1 : Rat) / (200 : Rat))") == 2
    for odd, shows in ((claim(app(Head.ADD, 1, 1), "=", app(Head.ADD, 1, 1)), TRUE), (claim(2, "=", Dec(1, 1)), FALSE)):
        with pytest.raises(NotRenderable):
            render(odd, shows, Manner(as_rounded=True))


def test_irrational_roots_are_any_numbers_with_their_properties() -> None:
    found = render(claim(app(Head.SQRT, 2), "<", 2), TRUE)
    assert found.ordered and "(((0 : K) ≤ s0) ∧ (s0 ^ (2 : Nat) = (2 : K))) → " in found.text
    assert not found.side_conditions
    broken = render(claim(app(Head.POW, 2, app(Head.DIV, 3, 2)), "<", 3), TRUE)
    assert "((s0 ^ (3 : Nat)) < (3 : K))" in broken.text


def test_constants_are_any_numbers_within_their_bounds() -> None:
    found = render(claim(Const("pi"), "<", 4), TRUE)
    assert "(31415926535 : K)" in found.text and found.bound == ("pi",)
    unit = render(claim(app(Head.POW, Const("i"), 2), "=", -1), TRUE)
    assert not unit.ordered and "(i ^ (2 : Nat) = (-(1 : K))) → " in unit.text
    with pytest.raises(NotRenderable):
        render(claim(Const("i"), "<", 1), TRUE)


def test_absolute_values_of_letters_are_split_by_sign() -> None:
    found = render(claim(app(Head.ABS, "x"), "≥", 0, domain=Type.REAL), TRUE)
    assert "((((0 : K) ≤ x0) ∧ (m1 = x0)) ∨ ((x0 < (0 : K)) ∧ (m1 = (-x0))))" in found.text.replace("m0", "m1")
    assert not found.side_conditions


def test_a_long_statement_is_refused() -> None:
    total = Sym("x")
    for _ in range(100):
        total = app(Head.ADD, total, Int(10**300))  # type: ignore[assignment]
    with pytest.raises(NotRenderable, match="characters"):
        render(claim(total, "=", 1, for_all=True), TRUE)


@pytest.mark.parametrize("modulus", [1_000_003, app(Head.SQRT, 2), app(Head.DIV, 1, 0)])
def test_inverse_by_no_small_whole_number_is_refused(modulus: object) -> None:
    with pytest.raises(NotRenderable):
        Writer(Numbers.RATIONAL, {}).text(app(Head.INVERSE_MOD, 3, modulus))
