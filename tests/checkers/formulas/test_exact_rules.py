"""Rules about roundings, entries of vectors, primes, divisors and exact values that are no rational numbers."""

from __future__ import annotations

from typing import Any

import pytest
from support.formulas.sequents import VALUES, added, claims_over, identity, linear, proved

from verifier.checkers.formulas.leaves import checker_of
from verifier.checkers.formulas.structure import StructureChecker
from verifier.engines.formulas import leaves
from verifier.engines.formulas.leaves import found_model, unlimited_model
from verifier.judging.decide import formal_judge
from verifier.kernel.claim import Claim, Hypothesis, Standing, claim_of
from verifier.kernel.expr import ExprTooLarge, Letter, Type
from verifier.kernel.verdict import CheckFailed, Proof, Proved, Refuted, Shows, Unknown, admit
from verifier.language.expressions.parse import formula
from verifier.language.expressions.scope import Declared, Scope

TYPES = {
    **{"x": Type.REAL, "y": Type.REAL, "h": Type.REAL, "k": Type.REAL, "z": Type.COMPLEX},
    **{"V": Type.MATRIX, "W": Type.MATRIX},
}


claim = claims_over(TYPES)

APART: dict[str, Any] = {"kind": "combination", "units": [], "value": "0", "cofactors": [], "divisors": {}}


def given(index: int) -> dict[str, Any]:
    return {"rule": "given", "of": index}


def rounding(*trees: Any, **more: Any) -> dict[str, Any]:
    return {"rule": "unfold", "trees": list(trees), **more}


JUDGE = formal_judge()

HOLDS: list[tuple[str, tuple[str, ...]]] = [
    ("about(sqrt(20), 4.47, 2)", ()),
    ("about(h, 132.66, 2)", ("h**2 == 17600", "h > 0")),
    ("about(pi*x**2, 153.94, 2)", ("x == 7",)),
    ("x > 4", ("about(x, 4.4, 1)",)),
    ("1/(x + 2) == 1/(2 + x)", ("x + 2 != 0",)),
    ("1/(x + 2) == 1/(2 + x)", ("x > 0",)),
    ("(x**2 - 1)/(x - 1) == x + 1", ("x != 1",)),
    ("ForAll(t in Real, Implies(t != 1, (t**2 - 1)/(t - 1) == t + 1))", ()),
    ("ForAll(t in Pos, Iff(is_prime(t) and divides(2, t), t == 2))", ()),
    ("ForAll(t in Pos, Iff(divides(t, 19), t == 1 or t == 19))", ()),
    ("x == 2 or y == 2", ("is_prime(x) and is_prime(y)", "x - y == 17")),
    ("ForAll(t in Real, Vector([4, 0]) + t*Vector([-3, 1]) == Vector([4 - 3*t, t]))", ()),
    ("x == 3", ("V == Vector([x, y])", "V == 3*Vector([1, 2])")),
    ("(x, y) == (3, 4)", ("x == 3", "y == 4")),
    ("x == y", ("(x, y) == (y, y)",)),
    ("about(5**8, 390000, -4)", ()),
    ("about(1000*sqrt(2), 1400, -2)", ()),
    ("x <= 1250", ("about(x, 1200, -2)",)),
    ("x*y == 6", ("x == sqrt(12)", "y == sqrt(3)")),
    ("abs(x) < sqrt(20)", ("x**2 < 20",)),
]
FAILS: list[tuple[str, tuple[str, ...]]] = [
    ("about(sqrt(20), 4.4, 2)", ()),
    ("about(h, 132.60, 2)", ("h**2 == 17600", "h > 0")),
    ("about(5**8, 10**8, -7)", ()),
    ("about(1300, 1200, -2)", ()),  # it has no more places: nothing was rounded
    ("x > 1250", ("about(x, 1200, -2)",)),
    ("ForAll(t in Pos, Iff(divides(t, 18), t == 1 or t == 18))", ()),
    ("x == 2", ("is_prime(x) and is_prime(y)", "x - y == 17")),
    ("V == Vector([3, 5])", ("V == 3*Vector([1, 2])",)),
    ("196 == y", ("y == pi*x**2", "x == 7")),
]
NEITHER: list[tuple[str, tuple[str, ...]]] = [
    ("about(sqrt(20), 4.48, 2)", ()),  # nearer than a unit: perhaps cut off
    ("about(1260, 1200, -2)", ()),
    ("about(1000*sqrt(2), 1410, -2)", ()),
    ("about(sqrt(20), 4.4721359, 2)", ()),  # no number with two places
    ("1/(x + 2) == 1/(2 + x)", ("x != 2",)),
    ("1/(x + 2) == 1/(2 + x)", ("x > -3",)),
    ("ForAll(t in Real, Implies(t != 2, (t**2 - 1)/(t - 1) == t + 1))", ()),
    ("ForAll(t in Real, Implies(divides(2, t), t == t))", ()),  # undefined where t is not whole
    ("(1/(x - x), 2) == (1/(x - x), 3)", ()),
    ("V == Vector([1/(x - x), 2])", ("V == Vector([1, 3])", "x == 1")),
    ("x == 3 or y == 3", ("is_prime(x) and is_prime(y)", "x - y == 2")),
]


@pytest.mark.parametrize(("text", "premises"), HOLDS)
def test_what_holds_is_proved_and_what_contradicts_it_refuted(text: str, premises: tuple[str, ...]) -> None:
    assert isinstance(JUDGE.decide(claim(text, *premises)), Proved)
    assert not isinstance(JUDGE.decide(claim(f"not ({text})", *premises)), Proved)


@pytest.mark.parametrize(("text", "premises"), FAILS)
def test_what_fails_is_refuted(text: str, premises: tuple[str, ...]) -> None:
    assert isinstance(JUDGE.decide(claim(text, *premises)), Refuted)


@pytest.mark.parametrize(("text", "premises"), NEITHER)
def test_what_neither_holds_nor_fails_is_not_decided(text: str, premises: tuple[str, ...]) -> None:
    assert not isinstance(JUDGE.decide(claim(text, *premises)), Proved | Refuted)
    assert not isinstance(JUDGE.decide(claim(f"not ({text})", *premises)), Proved | Refuted)


UP = linear([added((0, "1"), (1, "1"))], uses=(0,))
DOWN = linear([added((0, "1"), (1, "1"))], uses=(1,))
WITHIN = ("x >= 2.2", "x <= 2.3")

BAD: list[tuple[str, str, tuple[str, ...], Any, dict[str, Any]]] = [
    ("a rounding to more places", "about(x, 2.25, 1)", WITHIN, rounding(UP, DOWN), {"x": "9/4"}),
    ("a rounding by one bound", "about(x, 2.2, 1)", ("x >= 2.2", "x <= 9"), rounding(UP), {"x": "9/4"}),
    ("a bound given for the other", "about(x, 2.2, 1)", WITHIN, rounding(UP, UP), {"x": "9/4"}),
    ("a bound nearer than a unit", "about(x, 2.2, 1)", ("x > 2.2",), rounding(UP, index=1), {"x": "3"}),
    ("a bound that is neither", "about(x, 2.2, 1)", ("x > 9",), rounding(UP, index=2), {"x": "10"}),
    ("a decimal that is rounded", "about(2.25*x, 2.2, 1)", WITHIN, rounding(UP, DOWN), {"x": "9/4"}),
    ("a rounding to a letter", "about(x, y, 1)", WITHIN, rounding(UP, DOWN), {"x": "9/4", "y": "9/4"}),
    ("a rounding of no rounding", "x == 2", WITHIN, rounding(UP, DOWN), {"x": "9/4"}),
    (
        "entries of different numbers",
        "Vector([1, 2]) == Vector([1, 2, 3])",
        (),
        {"rule": "unfold", "trees": [VALUES]},
        {},
    ),
    ("entries of a vector and a list", "[1, 2] == (1, 2)", (), {"rule": "unfold", "trees": [VALUES]}, {}),
    ("entries that are undefined", "(1/0, 2) == (1/0, 3)", (), {"rule": "unfold", "trees": [VALUES]}, {}),
    ("entries of an order", "1 <= 2", (), {"rule": "unfold", "trees": [VALUES]}, {}),
    ("entries of a letter", "V == W", (), {"rule": "unfold", "trees": [VALUES]}, {}),
    (
        "entries of a vector times another",
        "V*Vector([1, 2]) == V*Vector([1, 2])",
        (),
        {"rule": "unfold", "trees": [{"rule": "all", "trees": [identity(), identity()]}]},
        {},
    ),
    (
        "a letter rewritten that is no matrix",
        "y == y",
        ("x == 2",),
        {"rule": "rewrite", "of": 0, "tree": identity()},
        {},
    ),
    (
        "a matrix rewritten by itself",
        "x == 2",
        ("V == 2*V", "x == 2"),
        {"rule": "rewrite", "of": 0, "tree": given(1)},
        {"x": "2"},
    ),
    ("a value with a letter", "x == y", ("x == y",), {"rule": "at", "values": [["x", ["sym", "y"], given(0)]]}, {}),
    (
        "a value that is undefined",
        "x == x",
        (),
        {"rule": "at", "values": [["x", ["/", ["int", "1"], ["int", "0"]], identity()]], "tree": identity()},
        {},
    ),
    (
        "a value that is not shown",
        "x**2 == 2",
        (),
        {"rule": "at", "values": [["x", ["sqrt", ["int", "2"]], identity()]], "tree": identity()},
        {},
    ),
    (
        "a prime that is called odd",
        "not divides(2, x)",
        ("is_prime(x)",),
        {"rule": "unfold", "of": 0, "tree": given(3)},
        {"x": "3"},
    ),
    (
        "a divisor that may be zero",
        "x/x == 1",
        ("x != 1",),
        {"rule": "leaf", "checker": "canonical", "data": APART, "uses": [0]},
        {"x": "2"},
    ),
    (
        "an identity that stands under a connective",
        "not x/x != 1",
        (),
        identity(),
        {},
    ),
]


@pytest.mark.parametrize(("why", "text", "premises", "tree", "model"), BAD, ids=[case[0] for case in BAD])
def test_a_forged_proof_is_refused(why: str, text: str, premises: tuple[str, ...], tree: Any, model: Any) -> None:
    for holds in (True, False):
        with pytest.raises(CheckFailed):
            proved(claim(text, *premises), tree, model, holds)


def test_a_rounding_is_shown_by_both_bounds() -> None:
    within = ("x >= 43/20", "x <= 9/4")
    what = claim("about(x, 2.2, 1)", *within)
    assert isinstance(proved(what, rounding(given(0), given(1)), {"x": "11/5"}), Proved)
    with pytest.raises(CheckFailed):
        proved(what, rounding(given(1), given(0)), {"x": "11/5"})


def test_a_model_may_have_a_vector() -> None:
    what = claim("x == 1", "V == Vector([1, 2])", "x == 1")
    vector = ["Vector", ["int", "1"], ["int", "2"]]
    tree = {"rule": "rewrite", "of": 0, "tree": {"rule": "unfold", "of": 0, "tree": given(1)}}
    assert isinstance(proved(what, tree, {"V": vector, "x": "1"}), Proved)
    for wrong in (["Vector", ["int", "1"], ["int", "3"]], ["Vector", ["int", "1"]], ["int", "1"], "1"):
        with pytest.raises(CheckFailed):
            proved(what, tree, {"V": wrong, "x": "1"})


POINT = ["tuple", ["int", "1"], ["int", "2"]]


def of_points(text: str, *premises: str) -> Claim:
    types = {"P": Type.POINT, "Q": Type.POINT, "x": Type.REAL}
    scope = Scope({name: Declared(kind) for name, kind in types.items()})
    held = tuple(Hypothesis(f"p{i}", Standing.FACT, formula(one, scope)) for i, one in enumerate(premises))
    return claim_of(formula(text, scope), [Letter(name, kind) for name, kind in types.items()], held)


def test_a_point_is_written_out() -> None:
    what = of_points("P == (1, 2)", "P == (1, 2)")
    tree = {"rule": "rewrite", "of": 0, "tree": {"rule": "unfold", "trees": [{"rule": "all", "trees": [VALUES] * 2}]}}
    assert isinstance(proved(what, tree, {"P": POINT}), Proved)


@pytest.mark.parametrize(
    ("text", "premises", "of", "model", "why"),
    [
        ("P == (1, 3)", ("P == (1, 2)",), 0, {"P": POINT}, "the values do not show that"),
        ("P == (2, 1)", ("P == (1, 2)",), 0, {"P": POINT}, "the values do not show that"),
        ("Q == (1, 2)", ("P == (1, 2)",), 0, {"P": POINT, "Q": POINT}, "not written out"),
        ("P == (1, 2)", ("P == P",), 0, {"P": POINT}, "only a letter for a matrix or a point"),
        ("x == 1", ("x == 1",), 0, {"x": "1"}, "only a letter for a matrix or a point"),
        ("P == (1, 2)", ("P != (2, 2)",), 0, {"P": POINT}, "by what an equation says"),
        ("P == (1, 2)", ("P == (1, 2)",), 1, {"P": POINT}, "hypothesis"),
    ],
)
def test_a_point_is_not_written_out_otherwise(
    text: str, premises: tuple[str, ...], of: int, model: dict[str, Any], why: str
) -> None:
    tree = {"rule": "rewrite", "of": of, "tree": {"rule": "unfold", "trees": [{"rule": "all", "trees": [VALUES] * 2}]}}
    with pytest.raises(CheckFailed, match=why):
        proved(of_points(text, *premises), tree, model)


@pytest.mark.parametrize(
    "premises",
    [
        ("3*x**2 == 64 - 16*x", "x > 0"),
        ("y == pi*x**2", "x > 0"),
        ("h**2 + 70**2 == 150**2", "h > 0"),
        ("y >= 2/3*x + 3", "y <= 2*x", "is_int(x)", "is_int(y)"),
        ("ceil(x) + floor(x) + x == 48/10", "x > 1"),
        ("10 <= x and x <= 99", "digit_sum(x) == 7", "y == digit(x, 1)"),
        ("Iff(x == y, h == k)", "x == y", "h == 40", "h + k + y == 180"),
        ("V == Vector([4, 0]) + x*Vector([-3, 1])", "V == Vector([-2, 5]) + y*Vector([2, 1/3])"),
        ("ForAll(t in Real, (t + 1)**2 == x + y*t + h*t**2)",),
        ("1 == sqrt(x**2 + x**2)", "x > 0", "y == sqrt(x + 1)/(x + sqrt(2))", "h == y"),
        ("x*sqrt(2) + y == sqrt(3)", "x - y*sqrt(2) == 1", "k == sqrt((x - y)**2 + 1)"),
        ("2**(x + 1) == 8**(x - 2)",),
    ],
)
def test_a_model_is_found(premises: tuple[str, ...]) -> None:
    assert found_model(claim("True", *premises)) is not None


@pytest.mark.parametrize(
    "premises",
    [
        ("x**2 == -1",),
        ("x > 2", "x < 1"),
        ("y == sqrt(x)", "x == -1 - y**2"),
        ("x == sqrt(2)", "x == sqrt(3)"),
        ("x**2 == 2", "is_int(x)"),
        ("V == Vector([1, 2])", "V == Vector([1, 3])"),
    ],
)
def test_what_has_no_model_is_given_none(premises: tuple[str, ...]) -> None:
    assert found_model(claim("True", *premises)) is None


def test_independence_is_not_touched() -> None:
    assert not isinstance(JUDGE.decide(claim("x == 1")), Proved | Refuted)
    assert not isinstance(JUDGE.decide(claim("x == 5", "x**2 == 5*x")), Proved | Refuted | Unknown)


def test_a_proof_of_nothing_is_refused() -> None:
    with pytest.raises(CheckFailed):
        admit(claim("x == 1"), Proof("structure", Shows.TRUE, {"tree": rounding()}), StructureChecker(checker_of))


def test_a_model_that_an_engine_makes_up_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    what = claim("True", "x**2 == 2", "x > 0")
    root = ["sqrt", ["int", "3"]]
    for made in ({"model": {"x": root}}, {"model": {"x": "1"}}, {"model": {}}, {}):
        unlimited_model.cache_clear()
        monkeypatch.setattr(leaves, "model_by_proof", lambda claim, ask, made=made: made)
        assert found_model(what) is None
    for nothing in (None, ExprTooLarge("large"), CheckFailed("refused")):

        def ask(claim: object, ask: object, nothing: Exception | None = nothing) -> None:
            if nothing is not None:
                raise nothing

        unlimited_model.cache_clear()
        monkeypatch.setattr(leaves, "model_by_proof", ask)
        assert found_model(what) is None
    monkeypatch.undo()
    unlimited_model.cache_clear()
    assert found_model(what) is not None


def test_a_leaf_has_a_checker_that_needs_nothing_to_run() -> None:
    names = ("evaluate", "canonical", "balls")
    assert [checker_of(name).name for name in names] == [*names]
    for name in ("lean", "structure", "mine", ""):
        with pytest.raises(CheckFailed, match="no checker of leaves"):
            checker_of(name)
