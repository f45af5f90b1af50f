"""Trees that calculate with matrices, points, sets, infinite limits and antiderivatives as with numbers are refused."""

from __future__ import annotations

from typing import Any

import pytest

from verifier.checkers.expression_json import expression_to_json
from verifier.checkers.formulas.leaves import checker_of
from verifier.checkers.formulas.rules.forms import polynomial
from verifier.checkers.formulas.structure import StructureChecker
from verifier.kernel.claim import Claim, Hypothesis, Standing, claim_of
from verifier.kernel.expr import Letter, Type
from verifier.kernel.verdict import CheckFailed, Decided, Proof, Proved, Shows, admit
from verifier.language.expressions.parse import formula, parse
from verifier.language.expressions.scope import Declared, Scope

KINDS = {
    **{"x": Type.REAL, "y": Type.REAL, "A": Type.MATRIX, "B": Type.MATRIX, "C": Type.MATRIX},
    **{"P": Type.POINT, "Q": Type.POINT, "S": Type.SET},
}
SCOPE = Scope({name: Declared(kind) for name, kind in KINDS.items()})
Tree = dict[str, Any]


def asked(text: str, *premises: str) -> Claim:
    given = tuple(Hypothesis(f"p{i}", Standing.FACT, formula(one, SCOPE)) for i, one in enumerate(premises))
    return claim_of(formula(text, SCOPE), [Letter(name, kind) for name, kind in KINDS.items()], given)


def said(claim: Claim, tree: Tree, shows: Shows = Shows.TRUE, model: Tree | None = None) -> Decided:
    return admit(claim, Proof("structure", shows, {"tree": tree, "model": model or {}}), StructureChecker(checker_of))


def spelled(text: str) -> Any:
    return expression_to_json(parse(text, SCOPE))


PART = [{"sum": [[0, "1"]]}]
LINEAR: Tree = {"rule": "linear", "uses": [], "parts": [PART, PART]}
BESIDE: Tree = {**LINEAR, "defined": [0]}
SAME: Tree = {"rule": "leaf", "checker": "canonical", "data": {"kind": "identity"}, "uses": []}
GIVEN: Tree = {"rule": "given", "of": 0}
LIMIT = 'limit(1/x, x, 0, "+")'


def question(text: str) -> Tree:
    trees = [{"rule": "one", "index": i, "tree": GIVEN} for i in range(2)]
    return {"rule": "excluded_middle", "asked": spelled(text), "trees": trees}


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("A*B == B*A", SAME),
        ("A + B == B + A", SAME),
        ("A*B == B*A", LINEAR),
        ("Implies(A*B == C, A*B == C)", {"rule": "assume", "tree": GIVEN}),
        ("Implies(A == B, A == B)", {"rule": "assume", "tree": GIVEN}),
        ("A + B == C or A + B != C", question("A + B == C")),
    ],
)
def test_matrices_and_points_are_not_calculated_with_as_numbers(text: str, tree: Tree) -> None:
    with pytest.raises(CheckFailed):
        said(asked(text), tree)
    as_numbers = text.translate(str.maketrans("ABCPQ", "xyxyx"))
    assert isinstance(said(asked(as_numbers), _renamed(tree)), Proved), "of numbers each holds"


def _renamed(tree: Tree) -> Tree:
    return {**tree, "asked": spelled("x + y == x")} if tree["rule"] == "excluded_middle" else tree


@pytest.mark.parametrize(("name", "fact"), [("A", "A*A == A"), ("S", "S == S"), ("P", "P == P")])
def test_no_model_gives_a_number_to_what_is_none(name: str, fact: str) -> None:
    lemma = {"rule": "lemma", "lemma": spelled(fact), "trees": [{"rule": "given", "of": 1}, GIVEN]}
    with pytest.raises(CheckFailed, match="a number of the model is none of its letter"):
        said(asked("x == 2", "x == 2", fact), lemma, model={"x": "2", name: "1"})


@pytest.mark.parametrize(
    ("text", "fact", "shows"),
    [
        (f"{LIMIT} - {LIMIT} == 0", f"{LIMIT} == oo", Shows.TRUE),
        (f"0*{LIMIT} == 0", f"{LIMIT} != 3", Shows.TRUE),
        (f"{LIMIT} - {LIMIT} == 1", f"{LIMIT} == oo", Shows.FALSE),
    ],
)
def test_what_is_infinite_is_no_number_that_cancels(text: str, fact: str, shows: Shows) -> None:
    tree = BESIDE if shows is Shows.TRUE else {**BESIDE, "parts": [PART]}
    with pytest.raises(CheckFailed, match="may be undefined"):
        said(asked(text, fact), tree, shows)


def test_what_is_defined_beside_a_comparison_of_numbers_cancels() -> None:
    assert isinstance(said(asked("1/x - 1/x == 0", "1/x != 3"), BESIDE, model={"x": "1"}), Proved)


def test_two_antiderivatives_are_not_equal() -> None:
    facts = ("integral(2*x, x) == x**2", "integral(2*x, x) == x**2 + 1")
    back = {"rule": "linear", "uses": [2], "parts": [PART]}
    for tree in ({"rule": "replace", "of": 0, "in": 1, "tree": back}, {"rule": "given", "of": 0}):
        with pytest.raises(CheckFailed):
            said(asked("False" if "in" in tree else facts[0], *facts), tree)


@pytest.mark.parametrize("text", ["1/sqrt(gcd(0*x, 0))", "1/sqrt(binomial(0*x, 3))", "1/sqrt(mod(0*x, 3))"])
def test_the_inverse_of_what_turns_out_to_be_zero_ends_no_run(text: str) -> None:
    assert polynomial(parse(text, SCOPE))
    with pytest.raises(CheckFailed):
        said(asked(f"{text} == 1"), LINEAR)
