"""Rules that enclose numbers and that multiply equations, and zeros told by equations: what they show, and refuse."""

from __future__ import annotations

from typing import Any

import pytest
from support.formulas.sequents import SCOPE, claim, shown

from verifier.checkers.expression_json import expression_to_json
from verifier.checkers.formulas.leaves import checker_of
from verifier.checkers.formulas.places.models import spelled_model
from verifier.checkers.formulas.structure import StructureChecker
from verifier.engines.formulas.leaves import Leaves
from verifier.engines.formulas.propose import FormulaEngine
from verifier.judging.decide import formal_judge
from verifier.kernel.claim import Hypothesis, Standing, claim_of
from verifier.kernel.expr import Letter, Type
from verifier.kernel.verdict import CheckFailed, Proof, Proved, Reason, Refuted, Shows, Unknown, admit
from verifier.language.expressions.functions import Sort
from verifier.language.expressions.parse import formula, parse
from verifier.language.expressions.scope import Declared, Scope


def spelled(text: str) -> Any:
    return expression_to_json(parse(text, SCOPE, Sort.NUMBER))


def equation(text: str) -> Any:
    return expression_to_json(formula(text, SCOPE))


def linear(*steps: dict[str, Any], uses: list[int], parts: int = 1) -> dict[str, Any]:
    return {"rule": "linear", "uses": uses, "whole": [], "parts": [list(steps)] * parts}


def test_an_equation_is_multiplied_by_any_number() -> None:
    what = claim("x**2 - y == 3", "x == 2", "y == 1")
    tree = {
        "rule": "linear",
        "uses": [0, 1],
        "whole": [],
        "parts": [
            [{"multiplied": 0, "by": spelled("x + 2")}, {"sum": [[2, "1"], [3, "-1"], [1, "1"]]}],
            [{"multiplied": 0, "by": spelled("x + 2")}, {"sum": [[2, "1"], [3, "1"], [1, "-1"]]}],
        ],
    }
    assert isinstance(shown(what, tree, True, {"x": "2", "y": "1"}), Proved)


@pytest.mark.parametrize(
    ("premises", "step"),
    [
        (("x >= 2",), {"multiplied": 0, "by": spelled("-1")}),  # an inequality
        (("x >= 2",), {"multiplied": 1, "by": spelled("-1")}),  # the opposite of what is shown
        (("x == 2",), {"multiplied": 0, "by": spelled("1/y")}),  # which may be undefined
        (("x == 2",), {"multiplied": 0, "by": spelled("sqrt(y)")}),
        (("x == 2",), {"multiplied": 0, "by": spelled("z")}),
        (("x == 2",), {"multiplied": 0, "by": equation("x == 2")}),
        (("x == 2",), {"multiplied": 0, "by": ["sym", "unknown"]}),
        (("x == 2",), {"multiplied": 7, "by": spelled("x")}),
        (("x == 2",), {"multiplied": "0", "by": spelled("x")}),
        (("x == 2",), {"multiplied": 0}),
    ],
)
def test_what_is_not_multiplied_so_is_refused(premises: tuple[str, ...], step: dict[str, Any]) -> None:
    with pytest.raises(CheckFailed):
        shown(claim("x > 100", *premises), linear(step, {"sum": [[2, "1"]]}, uses=[0]), False, {"x": "2"})


@pytest.mark.parametrize(("premise", "proved"), [("x == 2", True), ("x >= 2", False), ("x > 2", False)])
def test_an_inequality_does_not_become_an_equation(premise: str, proved: bool) -> None:
    tree = linear({"multiplied": 0, "by": spelled("1")}, {"sum": [[1, "1"], [2, "-1"]]}, uses=[0])
    if proved:
        assert isinstance(shown(claim("x <= 2", premise), tree, True, {"x": "2"}), Proved)
        return
    with pytest.raises(CheckFailed, match="only an equation"):
        shown(claim("x <= 2", premise), tree, True, {"x": "3"})


def test_a_sum_without_letters_is_worth_what_encloses_it() -> None:
    what = claim("y > 1", "y == sqrt(2)")
    tree = linear({"sum": [[0, "1"], [1, "1"]]}, uses=[0])
    proof = Proof("structure", Shows.TRUE, {"tree": tree, "model": {"y": spelled("sqrt(2)")}})
    proof = Proof("structure", Shows.TRUE, {**proof.data, "at_model": [{"rule": "leaf", **LEAF}]})
    assert isinstance(admit(what, proof, StructureChecker(checker_of)), Proved)
    for text in ("y > 3/2", "y < 1"):
        with pytest.raises(CheckFailed):
            admit(claim(text, "y == sqrt(2)"), proof, StructureChecker(checker_of))


LEAF = {"checker": "canonical", "data": {"kind": "identity"}, "uses": []}


def zero(text: str, low: str, high: str) -> dict[str, Any]:
    r = Scope({"r": Declared(Type.REAL), "s": Declared(Type.REAL)})
    return {"r": {"equation": expression_to_json(formula(text, r)), "between": [low, high]}}


GOOD = [("sin(r) + cos(r) == 1/2", "1", "3"), ("exp(r) == 5 - r", "1", "2"), ("ln(r) == 1", "2", "3")]


@pytest.mark.parametrize(("text", "low", "high"), GOOD)
def test_a_solution_is_told_by_an_equation_and_two_ends(text: str, low: str, high: str) -> None:
    found = spelled_model(claim("x == x"), {"model": {"x": ["sym", "r"]}, "zeros": zero(text, low, high)})
    r = Scope({"r": Declared(Type.REAL)})
    assert [one.formula for one in found.zeros.premises] == [
        formula(one, r) for one in (text, f"r > {low}", f"r < {high}")
    ]


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("sin(r) + cos(r) == 2", "0", "3"),  # nothing solves it
        ("1/r == 0", "-1", "1"),  # signs change, and nothing solves it
        ("tan(r) == 0", "1", "2"),
        ("floor(r) == 1/2", "0", "3/2"),
        ("r**2 == 2", "-2", "2"),
        ("sin(r) == 1", "1", "2"),
        ("ln(r) == 0", "-1", "2"),
        ("sqrt(r - 1) == 1/2", "0", "2"),
        ("r + s == 1", "0", "2"),
        ("s == 1", "0", "2"),
        ("r == 0.5", "0", "1"),
        ("r < 1", "0", "2"),
        ("exp(r) == 5 - r", "2", "1"),
        ("r == 1", "1", "2"),  # an end solves it, and nothing between the ends
        ("r == 1", "0", "1"),
        ("r**2 == 4", "-2", "3"),
        ("atan(r) == 1/2", "0", "2"),  # nothing encloses it
        ("r*exp(exp(exp(exp(3 - r**2)))) == 0", "-2", "2"),  # nor this, between the ends
    ],
)
def test_what_need_not_have_a_solution_is_refused(text: str, low: str, high: str) -> None:
    with pytest.raises(CheckFailed):
        spelled_model(claim("x == x"), {"model": {"x": ["sym", "r"]}, "zeros": zero(text, low, high)})


@pytest.mark.parametrize("spelled_equation", ["r == 1", 3, ["==", ["sym", "r"]], ["eval", "r"], None])
def test_what_spells_no_equation_is_refused(spelled_equation: Any) -> None:
    with pytest.raises(CheckFailed):
        zeros = {"r": {"equation": spelled_equation, "between": ["0", "2"]}}
        spelled_model(claim("x == x"), {"model": {"x": ["sym", "r"]}, "zeros": zeros})


REALS = Scope({"x": Declared(Type.REAL), "y": Declared(Type.REAL), "w": Declared(Type.COMPLEX)})
LETTERS = [Letter("x", Type.REAL), Letter("y", Type.REAL), Letter("w", Type.COMPLEX)]


def said(text: str, *premises: str) -> Any:
    held = tuple(Hypothesis(f"p{i}", Standing.FACT, formula(one, REALS)) for i, one in enumerate(premises))
    return claim_of(formula(text, REALS), LETTERS, held)


@pytest.mark.parametrize(
    ("text", "premises"),
    [
        ("False", ("I*I == -1", "sqrt(x)*sqrt(x) == -4")),  # x is -4: there is no contradiction
        ("x >= 0", ("I*I == -1", "sqrt(x)*sqrt(x) == -4")),
        ("ln(x) == 0", ("I*I == -1", "ln(x*y) == 0", "ln(x) == ln(y)")),  # x and y are -1
        ("ln(x*y) == ln(x) + ln(y)", ("I*I == -1", "ln(x*y) == 0", "ln(x) == ln(y)")),
        ("ForAll((a in Real, b in Real), Implies(ln(a) == ln(b), ln(a*b) == 2*ln(a)))", ("I*I == -1",)),
    ],
)
def test_roots_and_logarithms_may_be_complex_where_such_numbers_are_spoken_of(
    text: str, premises: tuple[str, ...]
) -> None:
    assert not isinstance(formal_judge().decide(said(text, *premises)), Proved)
    what = said("x == 2", "I*x == 2*I")
    found = formal_judge().decide(what)
    assert isinstance(found, Proved)
    with pytest.raises(CheckFailed) as refused:
        doubtful = said("sqrt(x) >= 0", "I*x == 2*I")
        meaning = {"rule": "unfold", "number": ["sqrt", ["sym", "x"]], "tree": {"rule": "given", "of": 1}}
        admit(doubtful, Proof("structure", Shows.TRUE, {"tree": meaning}), StructureChecker(checker_of))
    assert refused.value.reason is Reason.OUT_OF_SCOPE


@pytest.mark.parametrize(
    ("text", "premises", "kind"),
    [
        ("x**6 == 4", ("x**3 == 2",), Proved),
        ("x**6 == 5", ("x**3 == 2",), Refuted),
        ("sin(x)*cos(x) == -3/8", ("sin(x) + cos(x) == 1/2",), Proved),
        ("sin(x)**3 + cos(x)**3 == 19/16", ("sin(x) + cos(x) == 1/2",), Refuted),
        ("x > 0", ("log(log(x, 8), 2) == log(log(x, 2), 8)",), Proved),
        ("15/11 == 2**y", ("x*3**y == 11/4", "x*6**y == 15/4"), Proved),
        ("0 < y and y < 1", ("x*3**y == 11/4", "x*6**y == 15/4"), Proved),
        ("y == 1/2", ("x*3**y == 11/4", "x*6**y == 15/4"), Refuted),
        ("2**log(x, 2) == x", ("x > 0",), Proved),
        ("exp(x) + x == 5", ("exp(x) == 5 - x",), Proved),
        ("sin(x) == 2", ("sin(x) == 2",), Unknown),  # nothing is concluded from what has no model
    ],
)
def test_what_the_engine_finds_by_these_rules(text: str, premises: tuple[str, ...], kind: type) -> None:
    real = [one for one in LETTERS if one.type is Type.REAL]
    held = tuple(Hypothesis(f"p{i}", Standing.FACT, formula(one, REALS)) for i, one in enumerate(premises))
    what = claim_of(formula(text, REALS), real, held)
    assert isinstance(formal_judge().decide(what), kind)
    assert list(FormulaEngine(Leaves()).propose(what))
