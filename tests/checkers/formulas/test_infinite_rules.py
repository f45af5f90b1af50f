"""Induction, terms of sums, angles by turns and members of sets: what they show, and what forged proofs do not."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import Any

import pytest
from support.formulas.infinite import REAL, near, number, of, summed
from support.formulas.sequents import VALUES, claim, shown

from verifier.checkers.formulas.places.expression_json import expression_to_json
from verifier.checkers.formulas.places.place import Place, opening
from verifier.checkers.formulas.rules.infinite.induction import MAX_BEFORE, least_value
from verifier.checkers.formulas.rules.infinite.members import told
from verifier.checkers.formulas.rules.infinite.terms import MAX_TERMS, parted, written_out
from verifier.checkers.formulas.rules.infinite.turns import MAX_ANGLES, values_of
from verifier.checkers.formulas.values.evaluation import truth, value
from verifier.checkers.functions import Undefined
from verifier.engines.formulas.propose import FormulaEngine
from verifier.judging.formal.deciding.leaves import Leaves
from verifier.judging.formal.judge import FormalJudge
from verifier.kernel.expr import Head, Int, Node, Sym, Type, node, walk_expr
from verifier.kernel.verdict import CheckFailed, Independent, Proved, Refuted, Unknown

JUDGE = FormalJudge()


def proof(text: str, *premises: str) -> dict[str, Any]:
    """The tree that the engine proposes."""
    [offer] = list(itertools.islice(FormulaEngine(Leaves()).propose(claim(text, *premises)), 1))
    assert not isinstance(offer, Unknown)
    tree = offer.proof.data["tree"]
    assert isinstance(tree, dict)
    return tree


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("ForAll(n in Pos, Sum(2**k, k, 0, n) == 2**(n + 1) - 1)", True),
        ("ForAll(n in Pos, Prod(k, k, 1, n) == factorial(n))", True),
        ("ForAll(n in Pos, Sum(k*factorial(k), k, 1, n) == factorial(n + 1) - 1)", True),
        ("ForAll(n in Int, Implies(n >= 5, 2**n > n**2))", True),
        ("ForAll(n in Int, Implies(n >= -3, 2**n > 0))", True),
        ("ForAll(n in Int, Implies(n >= 4, 2**n > n**2))", False),
        ("ForAll(n in Int, 2**n > n**2)", False),
        ("ForAll(n in Pos, Sum(2**k, k, 0, n) == 2**(n + 1))", False),
        ("ForAll(n in Real, Implies(n >= 1, 2**n > n))", False),
    ],
)
def test_what_is_shown_by_induction_holds(text: str, holds: bool) -> None:
    assert isinstance(JUDGE.decide(claim(text)), Proved) is holds


SUM = "ForAll(n in Pos, Sum(2**k, k, 0, n) == 2**(n + 1) - 1)"


def test_an_induction_needs_its_first_value_and_its_step() -> None:
    tree = proof(SUM)
    assert tree["rule"] == "induction" and isinstance(shown(claim(SUM), tree), Proved)
    base, step = tree["trees"]
    later = "ForAll(n in Int, Implies(n >= 0, Sum(2**k, k, 0, n) == 2**(n + 1) - 1))"
    for text, trees in (
        (SUM, [step]),
        (SUM, [base]),
        (SUM, [step, base]),
        (SUM, [base] * (MAX_BEFORE + 1) + [step]),
        (SUM.replace("- 1)", "- 2)"), [base, step]),
        (SUM.replace("Pos", "Int"), [base, step]),
        (SUM.replace("Pos", "Real"), [base, step]),
        (SUM.replace("ForAll", "Exists"), [base, step]),
        ("Sum(2**k, k, 0, 3) == 15", [base, step]),
        (later.replace("n >= 0", "n <= 0"), [base, step]),
    ):
        with pytest.raises(CheckFailed):
            shown(claim(text), {"rule": "induction", "trees": trees})
    with pytest.raises(CheckFailed):
        shown(claim(SUM), tree, holds=False)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("ForAll(n in Pos, n > 0)", 1),
        ("ForAll(n in NonNeg, n > 0)", 0),
        ("ForAll(n in Int, n > 0)", None),
        ("ForAll(n in Int, Implies(n >= 4, n > 0))", 4),
        ("ForAll(n in Int, Implies(-2 <= n and n < 9, n > 0))", -2),
        ("ForAll(n in Pos, Implies(n >= 4, n > 0))", 4),
        ("ForAll(n in Pos, Implies(n >= -4, n > 0))", 1),
        ("ForAll(n in Int, Implies(n > 4, n > 0))", None),
        ("ForAll(n in Int, Implies(n <= 4, n > 0))", None),
        ("ForAll(n in Int, Implies(x >= 4, n > 0))", None),
        ("ForAll(n in Int, Implies(n >= 4 or n >= 7, n > 0))", None),
        ("ForAll(n in Real, Implies(n >= 4, n > 0))", None),
    ],
)
def test_an_induction_begins_at_the_least_value(text: str, first: int | None) -> None:
    said = of(text)
    assert isinstance(said, Node) and least_value(said) == first


@pytest.mark.parametrize(
    "text", ["Sum(j**2 + 1, j, 2, 6)", "Prod(j - 4, j, 1, 6)", "Sum(j, j, 3, 3)", "Prod(j, j, -2, 5)"]
)
@pytest.mark.parametrize("first", [True, False])
def test_a_term_apart_changes_no_value(text: str, first: bool) -> None:
    needed, put = parted(summed(text), first)
    assert needed is not None and truth(needed, {}) is True and value(put, {}) == value(summed(text), {})


@pytest.mark.parametrize(
    ("text", "worth"), [("Sum(1/j, j, 0, -1)", 0), ("Prod(1/j, j, 2, 1)", 1), ("Sum(x, j, 5, 2)", 0)]
)
def test_an_empty_range_has_no_term(text: str, worth: int) -> None:
    assert parted(summed(text), False) == (None, Int(worth))


@pytest.mark.parametrize(
    "text", ["Sum(j, j, 1/2, 0)", "Sum(j, j, 3, 5/2)", "Sum(j, j, 0*(1/0), -1)", "Sum(j, j, 1, x)"]
)
def test_a_range_that_may_not_be_empty_needs_to_be_shown(text: str) -> None:
    needed, _ = parted(summed(text), False)
    assert needed is not None
    with pytest.raises(CheckFailed):
        parted(summed("x + 1"), False)


def test_terms_are_taken_from_sums_and_products_alone() -> None:
    for text in ("count_of(j > 1, j, 1, 3)", "integral(t, t, 0, 3)", "abs(x)"):
        with pytest.raises(CheckFailed, match="sum or product"):
            parted(summed(text), False)


def term(*trees: Any, text: str = "Sum(j, j, 1, k)", **more: Any) -> dict[str, Any]:
    return {"rule": "term", "number": expression_to_json(summed(text)), "trees": list(trees), **more}


def test_a_forged_term_is_refused() -> None:
    said = "Sum(j, j, 1, k) == Sum(j, j, 1, k + -1) + k"
    same = {"rule": "linear", "uses": [1], "whole": [], "parts": [[{"sum": [[1, "1"]]}], [{"sum": [[1, "1"]]}]]}
    for premises, tree in (
        (("is_int(k)", "k >= 1"), term(VALUES, same)),
        (("is_int(k)", "k >= 1"), term(same)),
        (("is_int(k)", "k >= 0"), term({"rule": "given", "of": 1}, same)),
        (("is_int(k)", "k >= 1"), term(same, same, text="Sum(j, j, 1, 3)")),
    ):
        with pytest.raises(CheckFailed):
            shown(claim(said, *premises), tree, model={"k": "5"})


@pytest.mark.parametrize(
    ("equation", "low", "high", "angles"),
    [
        ("sin(x) == 1/2", "0", "2*pi", (math.pi / 6, 5 * math.pi / 6)),
        ("cos(x) == 1/2", "-pi", "pi", (math.pi / 3, -math.pi / 3)),
        ("tan(x) == 1", "0", "2*pi", (math.pi / 4, 5 * math.pi / 4)),
        ("sin(x*deg) == 1/2", "0", "360", (30, 150)),
        ("cos(2*x + pi) == -1", "0", "4", (0, math.pi)),
        ("sin(-x) == 1", "0", "6", (3 * math.pi / 2,)),
        ("sin(x) == 1/3", "0", "3", (math.asin(1 / 3), math.pi - math.asin(1 / 3))),
        ("3/5 == cos(x)", "0", "3", (math.acos(3 / 5),)),
        ("tan(x) == -7", "0", "3", (math.pi - math.atan(7),)),
    ],
)
def test_all_angles_between_two_bounds_are_listed(
    equation: str, low: str, high: str, angles: tuple[float, ...]
) -> None:
    said = values_of(of(equation), "x", (number(low), number(high)), REAL)
    listed = [near(one.args[1]) for one in walk_expr(said) if isinstance(one, Node) and one.head is Head.EQ]
    assert all(any(math.isclose(one, angle, abs_tol=1e-9) for one in listed) for angle in angles)


@pytest.mark.parametrize(
    ("equation", "low", "high"),
    [
        ("sin(x) == 0.5", "0", "1"),
        ("sin(x) < 1/2", "0", "1"),
        ("sin(x) == 2", "0", "1"),
        ("sin(x) == cos(x)", "0", "1"),
        ("sin(x**2) == 1/2", "0", "1"),
        ("sin(x*y) == 1/2", "0", "1"),
        ("sin(x) == 1/2", "0", f"{7 * MAX_ANGLES}"),
        ("sin(x) == 1/2", "0", "x"),
        ("sin(x) == 1/2", "0", "1/0"),
        ("sin(z) == 1/2", "0", "1"),
    ],
)
def test_what_lists_no_angles_is_refused(equation: str, low: str, high: str) -> None:
    with pytest.raises(CheckFailed):
        values_of(of(equation), "x", (number(low), number(high)), opening(claim("x + y == x", "z == z")))


def found(rule: str, tree: Any) -> Iterator[dict[str, Any]]:
    """The nodes of a tree that are of a rule."""
    for one in tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ():
        yield from found(rule, one)
    if isinstance(tree, dict) and tree.get("rule") == rule:
        yield tree


SOLVED = "solves(x in Real, [pi/6, 5*pi/6], sin(x) == 1/2 and 0 <= x and x <= 2*pi)"


def test_angles_are_of_real_letters() -> None:
    both = {"x": Type.REAL, "z": Type.COMPLEX}
    for letter, types in (("z", {"z": Type.COMPLEX}), ("x", {"x": Type.UNDECLARED}), ("x", both)):
        with pytest.raises(CheckFailed, match="real"):
            values_of(of(f"sin({letter}) == 1/2"), letter, (number("0"), number("1")), Place((), types, True))


@pytest.mark.parametrize(
    "edit",
    [
        {"of": 1},
        {"letter": "y"},
        {"letter": 1},
        {"letter": ["x"]},
        {"low": ["int", "1"]},
        {"high": ["int", "1"]},
        {"high": ["sym", "x#1"]},
        {"trees": []},
    ],
)
def test_a_turn_that_is_edited_is_refused(edit: dict[str, Any]) -> None:
    tree = proof(SOLVED)
    assert isinstance(shown(claim(SOLVED), tree), Proved)
    for one in found("turns", tree):
        kept = dict(one)
        one.update(edit)
        with pytest.raises(CheckFailed):
            shown(claim(SOLVED), tree)
        one.update(kept)


@pytest.mark.parametrize("index", range(3))
def test_each_tree_of_a_turn_has_to_show_its_part(index: int) -> None:
    tree = proof(SOLVED)
    for one in found("turns", tree):
        kept, one["trees"] = one["trees"], list(one["trees"])
        one["trees"][index] = {"rule": "given", "of": 0}
        with pytest.raises(CheckFailed):
            shown(claim(SOLVED), tree)
        one["trees"] = [*kept, kept[-1]]
        with pytest.raises(CheckFailed):
            shown(claim(SOLVED), tree)
        one["trees"] = kept


def test_an_empty_sum_is_taken_out_without_a_tree_for_its_range() -> None:
    right = {"rule": "leaf", "checker": "canonical", "data": {"kind": "identity"}, "uses": []}
    empty = term(right, text="Sum(x, j, 5, 2)")
    assert isinstance(shown(claim("Sum(x, j, 5, 2) + x == x"), empty), Proved)
    for said, tree in (("Sum(x, j, 5, 2) + x == 2*x", empty), ("Sum(x, j, 5, 2) + x == x", term(right, right))):
        with pytest.raises(CheckFailed):
            shown(claim(said), tree)


def test_a_forged_turn_is_refused() -> None:
    what = claim("x == pi/6", "sin(x) == 1/2", "0 <= x", "x <= pi/2")
    ends = {"low": expression_to_json(Int(0)), "high": expression_to_json(number("pi/2"))}
    given, high = {"rule": "given", "of": 1}, {"rule": "given", "of": 2}
    for data in (
        {"of": 0, "letter": "x", **ends, "trees": [given, high, VALUES]},
        {"of": 0, "letter": "y", **ends, "trees": [given, high, VALUES]},
        {"of": 1, "letter": "x", **ends, "trees": [given, high, VALUES]},
        {"of": 0, "letter": "x", **ends, "trees": [given, high]},
        {"of": 0, "letter": "x", "low": ends["high"], "high": ends["high"], "trees": [given, high, VALUES]},
    ):
        with pytest.raises(CheckFailed):
            shown(what, {"rule": "turns", **data}, model={"x": "1"})


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


@pytest.mark.parametrize(
    ("text", "worth"), [("Sum(k**2, k, 1, 4)", 30), ("Prod(k, k, 2, 5)", 120), ("Sum(3, k, 7, 7)", 3)]
)
def test_all_terms_are_written_out(text: str, worth: int) -> None:
    assert value(written_out(summed(text)), {}) == worth


@pytest.mark.parametrize(
    "text", ["Sum(k, k, 1, n)", "Sum(k, k, 1/2, 3)", "Sum(k, k, 3, 2)", f"Sum(k, k, 1, {MAX_TERMS + 1})", "n + 1"]
)
def test_what_has_no_terms_that_are_known_is_not_written_out(text: str) -> None:
    with pytest.raises(CheckFailed):
        written_out(summed(text))
