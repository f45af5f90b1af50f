"""Rules of what has infinitely many cases, against brute force: what each asks to be shown, and what it lists."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from itertools import product

import pytest
from support.formulas.infinite import REAL, near, number, of, summed
from support.formulas.sequents import VALUES, claim, shown

from verifier.checkers.formulas.places.expression_json import expression_to_json
from verifier.checkers.formulas.places.monomials import numeral
from verifier.checkers.formulas.places.place import Place, opening
from verifier.checkers.formulas.rules.infinite.induction import MAX_BEFORE, at_number, least_value, opened, step
from verifier.checkers.formulas.rules.infinite.members import told
from verifier.checkers.formulas.rules.infinite.terms import parted
from verifier.checkers.formulas.rules.infinite.turns import MAX_ANGLES, values_of
from verifier.checkers.formulas.rules.lemmas import came_to
from verifier.checkers.formulas.values.evaluation import truth, value
from verifier.kernel.expr import Expr, Head, Int, Letter, Node, Sym, Type, walk_expr
from verifier.kernel.verdict import CheckFailed, Proved, Reason

HERE = opening(claim("1 == 1"))
ODD = "ForAll(n in Int, Implies(n >= 3, 2*n + 1 >= 7))"


@pytest.mark.parametrize("before", range(1, MAX_BEFORE + 1))
def test_a_step_takes_as_much_for_granted_as_first_values_are_shown(before: int) -> None:
    first, inside, name = opened(True, of(ODD), HERE)
    place, said = step(of(ODD), inside, name, first, before)
    beyond, *granted = (one.formula for one in place.held)
    assert first == 3 and len(granted) == before
    for n in range(-2, 9):
        assert truth(beyond, {name: Fraction(n)}) is (n >= 3)
        for k, one in enumerate([*granted, said]):
            condition, conclusion = one.args  # type: ignore[union-attr]
            assert truth(condition, {name: Fraction(n)}) is (n + k >= 3)
            assert value(conclusion.args[0], {name: Fraction(n)}) == 2 * (n + k) + 1
    assert not place.plain and not place.lenient


def test_the_letter_of_a_step_is_nobody_elses() -> None:
    for text in ("ForAll(x in Pos, x + y > y)", "ForAll(n in Pos, n >= x)"):
        first, inside, name = opened(True, of(text), HERE)
        assert first == 1 and name not in HERE.types and inside.types == {**HERE.types, name: Type.POS}
    assert truth(at_number(of(ODD), -2), {}) is True and truth(at_number(of(ODD.replace("7", "9")), 3), {}) is False


P = Sym("p")


@pytest.mark.parametrize(
    ("holds", "formula"),
    [
        (True, P),
        (True, of("Exists(n in Pos, n > 0)")),
        (True, of("ForAll((n in Pos, k in Pos), n + k > 0)")),
        (False, of("ForAll(n in Pos, n > 0)")),
        (True, of("ForAll(n in Int, n > 0)")),
    ],
    ids=str,
)
def test_an_induction_is_over_one_letter_with_a_least_value(holds: bool, formula: Expr) -> None:
    with pytest.raises(CheckFailed, match=r"an induction shows a ForAll|has no least value"):
        opened(holds, formula, HERE)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("ForAll(n in Int, Implies(n >= x, n > 0))", None),
        ("ForAll(n in Int, Implies(n >= 7/2, n > 0))", None),
        ("ForAll(n in Int, Implies(n >= -x, n > 0))", None),
        ("ForAll(n in Int, Implies(n >= 2 and n >= x and n >= 5 and n >= 3, n > 0))", 5),
        ("ForAll(n in Int, Iff(n >= 4, n > 3))", None),
    ],
)
def test_only_numbers_that_are_written_are_least_values(text: str, first: int | None) -> None:
    said = of(text)
    assert isinstance(said, Node) and least_value(said) == first
    truths = Node(Head.FOR_ALL, (P,), (Letter("n", Type.POS),))
    assert least_value(truths) == 1


def test_an_induction_has_from_one_to_three_first_values() -> None:
    what = claim("ForAll(n in Pos, n > 0)")
    last = {"rule": "linear", "uses": [0], "whole": [], "parts": [[{"sum": [[0, "1"], [1, "1"]]}]]}
    for before in (1, 2, 3):
        assert isinstance(shown(what, {"rule": "induction", "trees": [*[VALUES] * before, last]}), Proved)
    for trees in ([], [last], [*[VALUES] * 4, last]):
        with pytest.raises(CheckFailed, match="from one to 3 first values"):
            shown(what, {"rule": "induction", "trees": trees})


def test_an_induction_shows_its_step() -> None:
    """Each first value holds, and what is shown in the place of the step does not follow from them."""
    for text in ("ForAll(n in Pos, n == 1)", "ForAll(n in Pos, n < 3)", "ForAll(n in NonNeg, n**2 == n)"):
        for last in ({"rule": "given", "of": 0}, {"rule": "given", "of": 1}, VALUES):
            for before in (1, 2):
                with pytest.raises(CheckFailed):
                    shown(claim(text), {"rule": "induction", "trees": [*[VALUES] * before, last]})


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


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize(("head", "body"), [("Sum", "j**2 + x*j"), ("Prod", "j - x"), ("Sum", "j*Sum(j, j, 0, 2)")])
def test_a_term_apart_changes_no_value_where_the_range_has_one(head: str, body: str, first: bool) -> None:
    whole = summed(f"{head}({body}, j, k - 2, n)")
    needed, put = parted(whole, first)
    assert needed is not None
    for k, n in product(range(-1, 4), range(4)):
        at = {"k": Fraction(k), "n": Fraction(n), "x": Fraction(7, 2)}
        assert truth(needed, at) is (n >= k - 2)
        if n >= k - 2:
            assert value(put, at) == value(whole, at)


def test_terms_are_taken_over_one_letter() -> None:
    with pytest.raises(CheckFailed, match="one letter"):
        parted(P, True)


def test_a_term_apart_has_as_many_trees_as_it_needs() -> None:
    same = {"rule": "leaf", "checker": "canonical", "data": {"kind": "identity"}, "uses": []}
    for text, trees in (
        ("Sum(j, j, 1, 3)", [same]),
        ("Sum(j, j, 1, 3)", [VALUES, same, same]),
        ("Sum(j, j, 3, 1)", []),
        ("Sum(j, j, 3, 1)", [VALUES, same]),
    ):
        tree = {"rule": "term", "number": expression_to_json(number(text)), "trees": trees}
        with pytest.raises(CheckFailed, match="a tree for the range is needed"):
            shown(claim(f"{text} + x == {text} + x"), tree)


WAVES = {"sin": math.sin, "cos": math.cos, "tan": math.tan}
ARCS = {"sin": math.asin, "cos": math.acos, "tan": math.atan}


def solved(wave: str, c: float, a: float, b: float, low: float, high: float) -> list[float]:
    """The numbers between two bounds at which the wave of ``a*x + b`` is c."""
    bases = [ARCS[wave](c)] + {"sin": [math.pi - math.asin(c)], "cos": [-math.acos(c)], "tan": []}[wave]
    turn = math.pi if wave == "tan" else 2 * math.pi
    every = [(base + turn * k - b) / a for base in bases for k in range(-40, 41)]
    return [x for x in every if low - 1e-9 <= x <= high + 1e-9]


def listed(said: Expr) -> list[float]:
    return [near(one.args[1]) for one in walk_expr(said) if isinstance(one, Node) and one.head is Head.EQ]


def test_every_angle_between_the_bounds_is_listed_and_each_that_is_listed_is_one() -> None:
    draw = random.Random(36)
    for _ in range(150):
        wave, c = draw.choice(list(WAVES)), Fraction(draw.randint(-6, 6), draw.choice([6, 7]))
        a, b = Fraction(draw.choice([-3, -2, -1, 1, 2, 5]), draw.choice([1, 2])), Fraction(draw.randint(-9, 9), 2)
        low = Fraction(draw.randint(-20, 10), 3)
        high = low + draw.randint(0, 8)
        of_pi = draw.choice(["", "*pi"])
        inside = f"({a})*x + ({b}){of_pi}" if b else f"({a})*x"
        said = values_of(of(f"{wave}({inside}) == {c}"), "x", (number(f"{low}"), number(f"{high}")), REAL)
        found, shift = listed(said), float(b) * (math.pi if of_pi else 1)
        wanted = solved(wave, float(c), float(a), shift, float(low), float(high))
        assert all(any(math.isclose(x, one, abs_tol=1e-7) for one in found) for x in wanted), said
        assert all(math.isclose(WAVES[wave](float(a) * x + shift), c, abs_tol=1e-7) for x in found), said
        assert len(found) <= len(wanted) + 4 and len(set(found)) == len(found)


@pytest.mark.parametrize("begin", [0, -30, 200, -200])
def test_at_most_sixty_turns_are_listed(begin: int) -> None:
    low, high = (f"{begin + more}*pi + 1" for more in (0, MAX_ANGLES))
    found = listed(values_of(of("tan(x) == 0"), "x", (number(low), number(high)), REAL))
    assert MAX_ANGLES == 60 and len(found) == 61
    with pytest.raises(CheckFailed, match="more than 60 angles") as refused:
        values_of(of("tan(x) == 0"), "x", (number(low), number(f"{begin + 61}*pi + 1")), REAL)
    assert refused.value.reason is Reason.OUT_OF_BUDGET


HIDDEN = "(sqrt(5 + 2*sqrt(6)) - sqrt(2) - sqrt(3))"
"""Zero, which no form tells."""


@pytest.mark.parametrize(
    ("equation", "why"),
    [
        (f"sin(x*{HIDDEN} + pi/6) == 1/2", "may not be in the angle"),
        ("sin(x*0 + pi/6) == 1/2", "without letters or decimals|not of degree one"),
        ("sin(x + x**2) == 1/2", "not of degree one"),
        ("sin(1/x) == 1/2", "not of degree one"),
        ("sin(x + sin(x)) == 1/2", "not of degree one"),
        ("sin(y) == 1/2", "not of degree one"),
        ("sin(x) == 1 + 1/1000000", "arc that may not exist"),
        ("cos(x) == -2", "arc that may not exist"),
        (f"sin(x) == 1/{HIDDEN}", "may be no number"),
        ("sin(x) == sqrt(-1)", "may be no number"),
        ("x == 1/2", "sine, cosine or tangent"),
        ("abs(x) == 1/2", "sine, cosine or tangent"),
        ("sin(1) == cos(2)", "sine, cosine or tangent"),
        ("sin(x) == 0.5", "without letters or decimals"),
        ("sin(x + 0.5) == 1", "without letters or decimals"),
    ],
)
def test_what_lists_no_angles_says_why(equation: str, why: str) -> None:
    place = Place((), {"x": Type.REAL, "y": Type.REAL}, True)
    with pytest.raises(CheckFailed, match=why):
        values_of(of(equation), "x", (Int(0), Int(1)), place)


@pytest.mark.parametrize("bounds", [("1/0", "1"), ("0", "1/0"), ("y", "1"), ("0", "y"), ("0", "sqrt(-1)"), ("I", "1")])
def test_a_bound_of_angles_is_a_real_number(bounds: tuple[str, str]) -> None:
    place = Place((), {"x": Type.REAL, "y": Type.REAL}, True)
    with pytest.raises(CheckFailed, match="may be no number"):
        values_of(of("sin(x) == 1/2"), "x", (number(bounds[0]), number(bounds[1])), place)


def test_where_no_angle_is_between_the_bounds_none_is_listed_beyond_a_turn() -> None:
    said = values_of(of("sin(x) == 1"), "x", (Int(2), Int(3)), REAL)
    assert {round(one, 6) for one in listed(said)} <= {round(math.pi / 2 + turn, 6) for turn in (-2 * math.pi, 0)}


def test_a_forged_list_of_members_is_refused() -> None:
    tree = {"rule": "member", "tree": {"rule": "one", "index": 1, "tree": VALUES}}
    assert isinstance(shown(claim("3 in {1, 3}"), tree), Proved)
    every = {"rule": "member", "tree": {"rule": "all", "trees": [VALUES, VALUES]}}
    assert shown(claim("2 in {1, 3}"), every, holds=False)
    for text, holds in (("2 in {1, 3}", True), ("3 in {1, 3}", False), ("3 in {1, 3} | {1/0}", True)):
        for forged in (tree, every):
            with pytest.raises(CheckFailed):
                shown(claim(text), forged, holds)
