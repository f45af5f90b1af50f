"""What holds of every claim: true ones are never refuted, false ones never proved, engines never disagree."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import mpmath
from hypothesis import assume, example, given
from hypothesis import strategies as st
from support.claim_strategies import (
    ENGINES,
    Polynomial,
    Valued,
    arithmetic,
    claim,
    fact,
    identity,
    polynomials,
    shown,
    spelled,
)
from support.terms import X, Y, add, mul, sqrt

from verifier.checkers.balls import BallChecker
from verifier.checkers.canonical.checker import CanonicalChecker
from verifier.checkers.evaluate import shown as bare
from verifier.checkers.points import PointChecker
from verifier.kernel.claim import DOMAINS, relate
from verifier.kernel.expr import Dec, Expr, Head, Int, Node, Sym, Type, node, number
from verifier.kernel.functions import RELATION_SIGNS
from verifier.kernel.verdict import CheckFailed, Proof, Proved, Shows, admit

ORDERS = st.sampled_from([r for r in RELATION_SIGNS if r is not Head.APPROX])
SMALL = st.fractions(min_value=-20, max_value=20, max_denominator=6)
HELD = {
    Head.EQ: lambda a, b: a == b,
    Head.NE: lambda a, b: a != b,
    Head.LT: lambda a, b: a < b,
    Head.LE: lambda a, b: a <= b,
    Head.GT: lambda a, b: a > b,
    Head.GE: lambda a, b: a >= b,
}


@given(arithmetic(), arithmetic(), ORDERS)
def test_closed_claims_are_decided_as_their_values_say(left: Valued, right: Valued, relation: Head) -> None:
    found = shown(relate(relation, left.term, right.term))
    if left.value is None or right.value is None:
        assert not found
        return
    holds = HELD[relation](left.value, right.value)
    assert found <= {holds}
    if holds or not (bare(left.term) or bare(right.term)):
        assert found == {holds}  # the kernel decides every rational claim that rounding does not touch


TENTH = Valued(node(Head.DIV, Int(1), Dec(1, 1)), Fraction(10))


@given(arithmetic(decimals=True), arithmetic(decimals=True), ORDERS)
@example(Valued(add(Int(0), Int(0)), Fraction(0)), TENTH, Head.EQ)
def test_decimals_never_turn_a_claim_round(left: Valued, right: Valued, relation: Head) -> None:
    found = shown(relate(relation, left.term, right.term))
    assume(left.value is not None and right.value is not None)
    assert left.value is not None and right.value is not None
    if HELD[relation](left.value, right.value):
        assert found <= {True}
    elif relation is not Head.EQ or abs(left.value - right.value) > Fraction(1, 20):
        assert found <= {False}  # 0.05 is half a unit of the coarsest decimal
    assert len(found) <= 1


@given(arithmetic(decimals=True))
def test_rounded_decimals_refute_only_what_no_reading_saves(term: Valued) -> None:
    assume(term.value is not None)
    assert term.value is not None
    decimals = frozenset(_decimals(term.term))
    asked = relate(Head.EQ, term.term, number(term.value), rounded=decimals)
    assert False not in shown(asked)


def _decimals(term: Expr) -> list[Dec]:
    inner = [d for arg in term.args for d in _decimals(arg)] if isinstance(term, Node) else []
    return inner + ([term] if isinstance(term, Dec) else [])


@given(polynomials, st.booleans())
def test_polynomial_identities_are_proved_and_spoilt_ones_refuted(poly: Polynomial, real: bool) -> None:
    domain = Type.REAL if real else Type.UNDECLARED
    assert shown(identity(poly.term, spelled(poly.expanded), domain=domain)) == {True}
    spoilt = poly.expanded | {(1, 1): poly.expanded.get((1, 1), 0) + 7}
    assert shown(identity(poly.term, spelled(spoilt), domain=domain)) == {False}
    assert True not in shown(relate(Head.EQ, poly.term, spelled(spoilt)))


@given(polynomials, polynomials)
def test_two_polynomials_are_equal_exactly_when_they_expand_alike(a: Polynomial, b: Polynomial) -> None:
    assert shown(identity(a.term, b.term)) == {a.expanded == b.expanded}
    fixed = shown(relate(Head.EQ, a.term, b.term))
    gap = {k: a.expanded.get(k, 0) - b.expanded.get(k, 0) for k in a.expanded | b.expanded}
    constant = all(k == (0, 0) or not c for k, c in gap.items())
    assert fixed <= ({not gap.get((0, 0), 0)} if constant else set())


@given(polynomials, polynomials)
def test_quotients_cancel_only_with_a_condition(a: Polynomial, b: Polynomial) -> None:
    product = node(Head.DIV, mul(a.term, b.term), b.term)
    found = shown(identity(product, a.term))
    assert found <= {True}
    assert (found == {True}) == bool(b.expanded)


VALUES = {"x": Fraction(3), "y": Fraction(-1, 2)}


@given(
    st.lists(st.tuples(arithmetic(**VALUES), ORDERS), min_size=1, max_size=3),
    arithmetic(**VALUES),
    arithmetic(**VALUES),
    ORDERS,
)
def test_what_follows_from_true_premises_is_true(
    sources: list[tuple[Valued, Head]], left: Valued, right: Valued, relation: Head
) -> None:
    premises = []
    for valued, stands in sources:
        if valued.value is not None:
            move = {Head.LT: 1, Head.LE: 1, Head.GT: -1, Head.GE: -1, Head.NE: 2}.get(stands, 0)
            premises.append(fact(valued.term, number(valued.value + move), RELATION_SIGNS[stands]))
    found = shown(relate(relation, left.term, right.term, premises=tuple(premises)))
    if left.value is not None and right.value is not None:
        assert found <= {HELD[relation](left.value, right.value)}
    assert len(found) <= 1


@given(SMALL, SMALL, st.lists(st.tuples(*[st.integers(-5, 5)] * 2), min_size=1, max_size=3), SMALL)
def test_linear_systems_give_their_solution_and_no_other(
    x: Fraction, y: Fraction, rows: list[tuple[int, int]], off: Fraction
) -> None:
    premises = [fact(add(mul(number(a), X), mul(number(b), Y)), number(a * x + b * y)) for a, b in rows]
    found = shown(claim(X, number(x), "=", *premises))
    assert found <= {True}
    independent = any(a * d != b * c for a, b in rows for c, d in rows)
    assert found == {True} or not independent
    assert True not in shown(claim(X, number(x + off), "=", *premises)) or off == 0


@given(SMALL, st.integers(1, 4), st.integers(-4, 4))
def test_powers_follow_from_roots_and_not_the_converse(x: Fraction, n: int, shift: int) -> None:
    root, raised = fact(X, number(x)), node(Head.POW, add(X, number(shift)), Int(n))
    value = (x + shift) ** n
    assert shown(claim(raised, number(value), "=", root)) == {True}
    back = shown(claim(X, number(x), "=", fact(raised, number(value))))
    assert back == ({True} if n == 1 else set()) or value == 0 or n == 1


@st.composite
def radicals(draw: st.DrawFn) -> tuple[Expr, Any]:
    """A sum of products of roots of small numbers, and its value to 80 digits."""
    with mpmath.workdps(80):
        total, value = draw(st.integers(0, 5).map(Int)), mpmath.mpf(0)
        value += total.value
        for _ in range(draw(st.integers(1, 3))):
            c, a, b, n = (draw(st.integers(1, 12)) for _ in range(4))
            index = 2 + n % 2
            root = node(Head.ROOT, Int(b), Int(index)) if n % 2 else sqrt(Int(b))
            piece = mul(Int(c), mul(sqrt(Int(a)), root))
            size = c * mpmath.sqrt(a) * mpmath.root(b, index)
            if draw(st.booleans()):
                total, value = add(total, piece), value + size
            else:
                total, value = node(Head.SUB, total, piece), value - size
    return total, value


@given(radicals(), radicals(), ORDERS)
@example((sqrt(Int(8)), mpmath.mpf(8) ** 0.5), (mul(Int(2), sqrt(Int(2))), mpmath.mpf(8) ** 0.5), Head.EQ)
def test_roots_are_compared_as_high_precision_says(
    left: tuple[Expr, Any], right: tuple[Expr, Any], relation: Head
) -> None:
    with mpmath.workdps(80):
        gap = left[1] - right[1]
        equal = abs(gap) < mpmath.mpf(10) ** -10
    found = shown(relate(relation, left[0], right[0]))
    assert found <= {HELD[relation](0 if equal else (1 if gap > 0 else -1), 0)}
    if equal:
        assert found  # canonical forms are complete over roots of rationals


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-3, 3), st.sampled_from(["0", "1", "-1/2", "x", "1/0", ""])),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(["x", "y", "value", "cofactors"]), inner)
    ),
    max_leaves=12,
)
KEYS = ["kind", "point", "pins", "model", "value", "units", "cofactors", "divisors"]
DATA = st.dictionaries(st.sampled_from(KEYS), JSON).flatmap(
    lambda d: st.sampled_from([d, d | {"kind": "identity"}, d | {"kind": "combination"}])
)


@given(
    arithmetic(True, **VALUES),
    arithmetic(True, **VALUES),
    arithmetic(**VALUES),
    ORDERS,
    st.booleans(),
    st.sampled_from(Shows),
    DATA,
)
def test_no_proof_data_makes_a_checker_fall_over_or_lie(
    left: Valued, right: Valued, source: Valued, relation: Head, for_all: bool, shows: Shows, data: Any
) -> None:
    premises = () if source.value is None else (fact(source.term, number(source.value)),)
    asked = relate(relation, left.term, right.term, premises)
    asked = asked.for_all() if for_all else asked
    for checker in (PointChecker(), CanonicalChecker(), BallChecker()):
        try:
            found = admit(asked, Proof(checker.name, shows, data), checker)
        except CheckFailed:
            continue
        rounded = found.certificate.notes.get("as_rounded")
        if left.value is not None and right.value is not None and not rounded and not for_all:
            assert isinstance(found, Proved) == HELD[relation](left.value, right.value)


@given(arithmetic(True, **VALUES), arithmetic(True, **VALUES), st.booleans(), st.sampled_from(sorted(DOMAINS)))
def test_engines_say_something_never_raise_and_never_contradict(
    left: Valued, right: Valued, for_all: bool, domain: Type
) -> None:
    sides = (node(Head.POW, left.term, right.term), node(Head.SQRT, right.term)), (left.term, right.term)
    for asked in (relate(Head.EQ, *pair, domain=domain) for pair in sides):
        each = asked.for_all() if for_all else asked
        assert len(shown(each)) <= 1
        for engine in ENGINES:
            assert list(engine.propose(each))


def test_numbers_too_long_to_spell_are_no_accident() -> None:
    huge = node(Head.POW, Int(10), Int(6000))
    for premise in (fact(X, huge), fact(mul(X, X), mul(huge, X)), fact(add(X, X), huge)):
        for asked in (claim(X, Int(1), "=", premise), claim(mul(X, Int(2)), huge, "=", premise)):
            assert len(shown(asked)) <= 1
    for asked in (claim(huge, Int(1)), identity(mul(huge, X), X), claim(sqrt(huge), Int(1), "<")):
        assert True not in shown(asked)


def test_letters_never_leak_between_names_and_slots() -> None:
    for name in ("i", "pi", "e", "x0", "value", "left"):
        assert shown(identity(Sym(name), Int(1))) == {False}
        assert shown(identity(node(Head.POW, Sym(name), Int(2)), node(Head.NEG, Int(1)))) == {False}
