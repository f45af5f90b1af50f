"""Places in a structural proof: what holds there, letters at values, and the relations that leaves are asked about."""

from __future__ import annotations

from fractions import Fraction

import pytest

from verifier.checkers.formulas.places.models import model_of, of_type
from verifier.checkers.formulas.places.monomials import numeral
from verifier.checkers.formulas.places.place import Held, at, bounds, conjuncts, folded, leaf_claim, opening
from verifier.checkers.formulas.places.totality import real, total
from verifier.kernel.claim import Hypothesis, Standing, claim_of
from verifier.kernel.expr import Const, Dec, Expr, Head, Int, Letter, Sym, Text, Type, node
from verifier.kernel.verdict import CheckFailed, Reason
from verifier.language.expressions.parse import formula, parse
from verifier.language.expressions.scope import Declared, Scope

KINDS = {"x": Type.REAL, "y": Type.REAL, "n": Type.COUNT, "m": Type.POS, "k": Type.INT, "z": Type.COMPLEX}
SCOPE = Scope({name: Declared(kind) for name, kind in KINDS.items()} | {"p": Declared(Type.BOOL)})
X, N, M = Sym("x"), Sym("n"), Sym("m")


def said(text: str) -> Expr:
    return formula(text, SCOPE)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x + digit_sum(12)", "x + 3"),
        ("digit_sum(12)", "3"),
        ("2 + 3", "2 + 3"),
        ("x + (2 + 3)", "x + (2 + 3)"),
        ("digit_sum(12) == digit_sum(21)", "3 == 3"),
        ("not x == digit_sum(12)", "not x == 3"),
        ("x == Sum(i, i, 1, 4)", "x == 10"),
        ("x == Sum(i*x, i, 1, digit_sum(12))", "x == Sum(i*x, i, 1, digit_sum(12))"),
        ("x + digit_sum(0 - 1)", "x + digit_sum(0 - 1)"),
        ("mean([1, 2])", "3/2"),
    ],
)
def test_numbers_without_letters_that_no_leaf_has_become_numerals(text: str, expected: str) -> None:
    assert folded(parse(text, SCOPE)) == parse(expected, SCOPE)


def test_a_letter_at_a_value_is_gone_and_what_it_was_in_is_evaluated() -> None:
    assert at(said("digit_sum(n) == x"), "n", Int(12)) == said("3 == x")
    assert at(said("x == y"), "x", Int(2)) == said("2 == y")


def test_numerals_of_rational_numbers() -> None:
    three_halves = node(Head.DIV, Int(3), Int(2))
    found = [numeral(Fraction(*one)) for one in ((3, 1), (0, 1), (-3, 1), (3, 2), (-3, 2))]
    assert found == [Int(3), Int(0), node(Head.NEG, Int(3)), three_halves, node(Head.NEG, three_halves)]


def test_a_conjunction_is_parted_in_order_however_it_nests() -> None:
    text = "x == 1 and (x == 2 and y == 3) and (x == 4 or y == 5)"
    assert conjuncts(said(text)) == [said(one) for one in ("x == 1", "x == 2", "y == 3", "x == 4 or y == 5")]


def test_the_types_say_what_is_least() -> None:
    assert bounds(Letter("n", Type.COUNT)) == [node(Head.GE, N, Int(0))]
    assert bounds(Letter("m", Type.POS)) == [node(Head.GE, M, Int(1))]
    assert all(bounds(Letter("x", kind)) == [] for kind in Type if kind not in (Type.COUNT, Type.POS))


def test_a_proof_begins_with_premises_parted_and_what_the_types_say() -> None:
    held = (
        Hypothesis("a", Standing.FACT, said("x == digit_sum(12) and n == 1")),
        Hypothesis("b", Standing.STATED, said("x < y")),
    )
    letters = [Letter(name, kind) for name, kind in KINDS.items()]
    place = opening(claim_of(said("x == 3"), letters, held))
    assert place.held == (
        Held(said("x == 3"), 0, Standing.FACT),
        Held(said("n == 1"), 0, Standing.FACT),
        Held(said("x < y"), 1, Standing.STATED),
        Held(node(Head.GE, N, Int(0))),
    )
    assert place.types == {"x": Type.REAL, "y": Type.REAL, "n": Type.COUNT} and place.plain
    below = place.inside()
    assert not below.plain and below.held == place.held
    more = place.with_(said("x == 1 and y == 2"), said("x == 3"))
    assert more.held[len(place.held) :] == tuple(Held(said(one)) for one in ("x == 1", "y == 2", "x == 3"))
    moved = place.at("x", Int(7))
    assert [one.formula for one in moved.held[:3]] == [said(one) for one in ("7 == 3", "n == 1", "7 < y")]
    assert [one.origin for one in moved.held] == [0, 0, 1, None]


@pytest.mark.parametrize(
    ("comparison", "uses", "domain"),
    [
        ("x == 1", [], Type.REAL),
        ("n < 1", ["k == 2"], Type.REAL),
        ("2 < 1", [], Type.UNDECLARED),
        ("z == 1", [], Type.COMPLEX),
        ("z == 1", ["x == 2"], Type.COMPLEX),
        ("x == 1", ["z == 2"], Type.COMPLEX),
        ("u == 1", [], Type.UNDECLARED),
        ("u == 1", ["x == 2"], Type.UNDECLARED),
    ],
)
def test_a_leaf_is_asked_in_the_domain_of_its_letters(comparison: str, uses: list[str], domain: Type) -> None:
    scope = Scope({name: Declared(kind) for name, kind in {**KINDS, "u": Type.UNDECLARED}.items()})
    held = [Held(formula(one, scope)) for one in uses]
    claim = leaf_claim(formula(comparison, scope), held, KINDS, frozenset({Dec(1, 1)}))
    assert claim.domain is domain and claim.rounded == {Dec(1, 1)}
    assert [(one.id, one.standing) for one in claim.premises] == [
        (f"h{i}", Standing.HYPOTHESIS) for i in range(len(uses))
    ]
    assert claim.relation is (Head.LT if "<" in comparison else Head.EQ)


@pytest.mark.parametrize(
    ("comparison", "used"), [("x == 1 or x == 2", "x == 1"), ("x == 1", "not x == 2"), ("x == digit_sum(n)", "x == 1")]
)
def test_a_leaf_of_what_no_leaf_has_is_out_of_scope(comparison: str, used: str) -> None:
    with pytest.raises(CheckFailed) as failure:
        leaf_claim(said(comparison), [Held(said(used))], KINDS, frozenset())
    assert failure.value.reason is Reason.OUT_OF_SCOPE


TOTAL = [
    "x + y*2 - 0.5 == -x",
    "is_int(x)",
    "not x == 1 and y == 2 or True",
    "Implies(False, x == 1)",
    "Iff(x < y, y > x)",
    "x/2 == 1",
    "x**2 < 3",
    "abs(x) >= 0",
    "n <= k",
    "m != k",
    "ForAll(t in Real, t < x)",
    "Exists(t in Int, t >= n)",
    "z == I",
    "x**1 == 1",
    "p",
]
PARTIAL = [
    "x/0 == 1",
    "1/x == 1",
    "x**0 == 1",
    "x**y == 1",
    "sqrt(x) == 1",
    "z < 1",
    "x < z",
    "I < 1",
    "x + 1/y == 2",
    "not 1/x == 2",
    "abs(1/x) == 2",
    "ForAll(t in Complex, t < 1)",
    "(1/x)/2 == 1",
    "(1/x)**2 == 1",
    "divides(2, x)",
    "x == 1 and 1/x == 1",
    "1 <= I",
    "abs(z) > I",
]


@pytest.mark.parametrize("text", TOTAL)
def test_what_is_surely_defined_everywhere(text: str) -> None:
    assert total(said(text), KINDS)


@pytest.mark.parametrize("text", PARTIAL)
def test_what_may_be_undefined_somewhere(text: str) -> None:
    assert not total(said(text), KINDS)


def test_an_order_of_letters_without_a_type_may_be_undefined_and_digits_are_no_number() -> None:
    assert not total(node(Head.LT, Sym("u"), Int(1)), KINDS) and total(node(Head.EQ, Sym("u"), Int(1)), KINDS)
    assert not total(Text("12"), KINDS) and not total(node(Head.EQ, Text("12"), X), KINDS)
    assert real(X) and not real(node(Head.ADD, X, Const("i"))) and real(Const("pi"))


@pytest.mark.parametrize(
    ("value", "kinds"),
    [
        (Fraction(1), {Type.INT, Type.COUNT, Type.POS}),
        (Fraction(0), {Type.INT, Type.COUNT}),
        (Fraction(-1), {Type.INT}),
        (Fraction(1, 2), set[Type]()),
    ],
)
def test_of_which_types_a_rational_number_is(value: Fraction, kinds: set[Type]) -> None:
    numbers = {Type.UNDECLARED, Type.COMPLEX, Type.REAL, Type.RAT}
    assert {kind for kind in Type if of_type(value, kind)} == numbers | kinds


def test_a_model_meets_every_premise_and_the_types() -> None:
    claim = claim_of(
        said("x == 1"), [Letter(*one) for one in KINDS.items()], (Hypothesis("a", Standing.FACT, said("x == n")),)
    )
    model_of(claim, {"model": {"x": "2", "n": "2"}})
    for wrong in ({"x": "2", "n": "3"}, {"x": "-1", "n": "-1"}, {"x": "2"}, {}):
        with pytest.raises(CheckFailed) as failure:
            model_of(claim, {"model": wrong})
        assert failure.value.reason is Reason.NO_MODEL_FOUND
