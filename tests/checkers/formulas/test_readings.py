"""What must hold for a formula to be true or false: compared with evaluation, and what forged proofs make of it."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from support.formulas.sequents import SCOPE, VALUES, claim, shown

from verifier.checkers.formulas.leaves import checker_of
from verifier.checkers.formulas.places.readings import inwards, is_said, negate, reading
from verifier.checkers.formulas.structure import StructureChecker
from verifier.checkers.formulas.values.evaluation import truth
from verifier.checkers.functions import NotEvaluated
from verifier.judging.decide import decider
from verifier.kernel.claim import Hypothesis, Standing, claim_of
from verifier.kernel.expr import Dec, Expr, Head, Int, Letter, Node, Sym, Type, node
from verifier.kernel.verdict import CheckFailed, Proof, Proved, Reason, Shows, Unknown, admit
from verifier.language.expressions.parse import formula

ATOMS = [formula(text, SCOPE) for text in ("1 < 2", "2 < 1", "1/0 == 1", "1 != 1", "2 >= 2")]
TWO = (Head.AND, Head.OR, Head.IMPLIES, Head.IFF)


def truth_of(said: Expr) -> bool | None:
    try:
        return truth(said, {})
    except NotEvaluated:
        return None


def formulas() -> list[Expr]:
    flat = [*ATOMS, *(negate(one) for one in ATOMS)]
    pairs = [node(head, a, b) for head in TWO for a, b in product(flat, ATOMS)]
    deep = [node(head, negate(a), b) for head in TWO for a in pairs[::7] for b in ATOMS[:3]]
    return [*flat, *pairs, *deep, *(negate(one) for one in (*pairs, *deep)), *(negate(negate(one)) for one in pairs)]


def test_readings_are_true_where_a_formula_has_them_and_false_where_it_has_the_other() -> None:
    for said in formulas():
        known = truth_of(said)
        assert truth_of(reading(True, said)) is known
        assert truth_of(reading(False, said)) is (None if known is None else not known)
        assert truth_of(inwards(said)) is known
        assert truth_of(inwards(negate(said))) is (None if known is None else not known)


def test_no_negation_is_left_before_what_is_no_atom() -> None:
    def parts(said: Expr) -> list[Expr]:
        inner = said.args if isinstance(said, Node) and said.head in (Head.AND, Head.OR) else ()
        return [said, *(part for one in inner for part in parts(one))]

    for said in formulas():
        for part in parts(inwards(said)):
            assert not (isinstance(part, Node) and part.head is Head.NOT)


def test_quantifiers_are_denied_letter_by_letter() -> None:
    every = formula("ForAll(t in Int, t < 3 or t > 3)", SCOPE)
    assert inwards(negate(every)) == formula("Exists(t in Int, t >= 3 and t <= 3)", SCOPE)
    assert inwards(negate(formula("Exists(t in Int, t == 3)", SCOPE))) == formula("ForAll(t in Int, t != 3)", SCOPE)
    assert is_said(False, every, formula("Exists(t in Int, t >= 3 and t <= 3)", SCOPE))
    assert not is_said(False, every, formula("Exists(t in Real, t >= 3 and t <= 3)", SCOPE))


GIVEN: dict[str, Any] = {"rule": "given", "of": 0}


@pytest.mark.parametrize("text", ["1/x != 1 or 1/x == 1", "Implies(1/x == 1, 1/x == 1)", "sqrt(x) < 2 or sqrt(x) >= 2"])
def test_what_may_be_undefined_is_not_assumed(text: str) -> None:
    with pytest.raises(CheckFailed) as refused:
        shown(claim(text), {"rule": "assume", "tree": GIVEN})
    assert refused.value.reason is Reason.SIDE_CONDITION


def test_one_of_two_holds_by_the_second_where_the_first_fails_and_by_nothing_else() -> None:
    tree = {"rule": "assume", "tree": GIVEN}
    for text in ("x < 1 or x >= 1", "Implies(x < 1, x < 1)", "x != 2 or x == 2", "not (x < 1 and x >= 1)"):
        assert isinstance(shown(claim(text), tree), Proved)
    for text in ("x < 1 or x > 1", "x < 1 and x >= 1", "x < 1 or x >= 1 or x == 3", "x >= 1 or x >= 1"):
        with pytest.raises(CheckFailed):
            shown(claim(text), tree)


def test_a_failing_order_is_the_other_one_only_where_it_is_stated_so() -> None:
    for premise, text in (("not x < 1", "x >= 1"), ("x >= 1", "not x < 1"), ("not x != 1", "x == 1")):
        assert isinstance(shown(claim(text, premise), GIVEN, model={"x": "1"}), Proved)
    for premise, text in (("not x < 1", "x > 1"), ("x >= 1", "not x <= 1"), ("not x == 1", "x == 1")):
        with pytest.raises(CheckFailed):
            shown(claim(text, premise), GIVEN, model={"x": "2"})


def test_solutions_of_a_condition_that_may_be_undefined_are_shown_and_not_used() -> None:
    root = {"rule": "absurd", "of": 0, "tree": VALUES}
    nothing = claim("solves(t in Real, [], sqrt(t) == t and 1 == 2)")
    assert isinstance(shown(nothing, {"rule": "unfold", "trees": [{**root, "of": 1}]}), Proved)
    held = "solves(t in Real, [1], sqrt(t) == 1)"
    law = {"rule": "unfold", "of": 0, "tree": {"rule": "instance", "of": 2, "at": ["-1"], "tree": GIVEN}}
    with pytest.raises(CheckFailed, match="no part or hypothesis"):
        shown(claim("x == 1", held, "x == 1"), {**law, "tree": {**law["tree"], "of": 4}}, model={"x": "1"})


@pytest.mark.parametrize("holds", [True, False])
def test_a_listed_value_does_not_speak_of_the_letter_that_is_bound(holds: bool) -> None:
    body = node(Head.EQ, Sym("t"), Sym("t"))
    captured = Node(Head.SOLVES, (node(Head.LIST, Sym("t")), body), (Letter("t", Type.REAL),))
    what = claim("x == x")
    for index in (0, 1):
        with pytest.raises(CheckFailed):
            tree = {"rule": "unfold", "index": index, "trees": [VALUES, GIVEN]}
            shown(type(what)(captured, (Letter("t", Type.REAL),)), tree, holds)
    best = Node(Head.IS_MAX, (Sym("t"), Int(1), body), (Letter("t", Type.REAL),))
    with pytest.raises(CheckFailed, match="names a letter that is bound"):
        shown(type(what)(best, (Letter("t", Type.REAL),)), {"rule": "unfold", "trees": [VALUES, GIVEN]}, holds)


@pytest.mark.parametrize(("said", "held"), [("<", ">="), ("==", "!="), (">", "<="), ("!=", "==")])
def test_a_rounded_decimal_is_not_refuted_by_what_holds_of_it_exactly(said: str, held: str) -> None:
    """``x < 0.33`` may hold as rounded where ``x >= 0.33`` does."""
    rounded, letters = Dec(33, 2), [Letter("x", Type.REAL)]
    asked, given = (formula(f"x {sign} 0.33", SCOPE) for sign in (said, held))
    about = claim_of(asked, letters, (Hypothesis("p0", Standing.FACT, given),), frozenset([rounded]))
    value = "33/100" if held in ("<=", "==") else "1/2"
    proof = Proof("structure", Shows.FALSE, {"tree": {"rule": "given", "of": 0}, "model": {"x": value}})
    with pytest.raises(CheckFailed):
        admit(about, proof, StructureChecker(checker_of))
    assert isinstance(decider().decide(about), Unknown)
