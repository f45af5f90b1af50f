"""The rules beyond shapes and leaves: sums, residues, ranges, lemmas, meanings, solutions, and proofs of False."""

from __future__ import annotations

from typing import Any

import pytest
from support.formulas.accepted_proofs import ALL, PUSHED
from support.formulas.sequents import LETTERS, VALUES, added, claim, identity, linear, proved, shown

from verifier.checkers.expression_json import expression_to_json
from verifier.kernel.claim import Claim, Hypothesis, Standing
from verifier.kernel.expr import Expr, Head, Int, Letter, Node, Sym, Type, node
from verifier.kernel.verdict import CheckFailed, Proved

FALSE = Node(Head.FALSE)


def residues(modulus: int, *uses: int, whole: tuple[int, ...] = ()) -> dict[str, Any]:
    return {"rule": "residues", "modulus": modulus, "uses": list(uses), "whole": list(whole)}


BAD: list[tuple[str, str, tuple[str, ...], Any, dict[str, Any]]] = [
    ("a sum too weak", "x < 5", ("x + y <= 7", "y >= 2"), linear(ALL), {"x": "1", "y": "2"}),
    (
        "an inequality times a negative number",
        "x >= 5",
        ("x <= 7", "x <= 9"),
        linear([added((0, "-1"), (2, "1"))]),
        {"x": "1"},
    ),
    ("half of an equation", "x == 3", ("x <= 3", "x >= 3"), linear([added((0, "1"), (2, "1"))]), {"x": "3"}),
    (
        "a cut of a letter that nobody calls whole",
        "k <= 3",
        ("2*k <= 7",),
        linear([added((0, "1/2"), cut=True), added((2, "1"), (1, "1"))], uses=(0,)),
        {"k": "1"},
    ),
    (
        "a cut of what is not whole",
        "k <= 3",
        ("2*k <= 7", "not is_int(k)"),
        linear([added((0, "1/2"), cut=True), added((2, "1"), (1, "1"))], uses=(0,), whole=(1,)),
        {"k": "1/2"},
    ),
    ("an undefined side", "x/y <= x/y", (), linear([added((0, "1"))], uses=()), {}),
    ("an undefined side times zero", "0*(x/y) <= 0", (), linear([added((0, "1"))], uses=()), {}),
    ("an order of complex letters", "z <= z", (), linear([added((0, "1"))], uses=()), {}),
    ("no steps", "x <= 5", ("x + y <= 7", "y >= 2"), linear([]), {"x": "1", "y": "2"}),
    ("a row that is not there", "x <= 5", ("x <= 4",), linear([added((7, "1"))], uses=(0,)), {"x": "1"}),
    ("residues of what is not whole", "divides(2, k**2 + k)", (), residues(2), {}),
    ("residues that fail", "divides(3, k**2 + k)", ("is_int(k)",), residues(3, whole=(0,)), {"k": "1"}),
    ("a modulus that does not tell", "divides(2, k**2 + k)", ("is_int(k)",), residues(3, whole=(0,)), {"k": "1"}),
    (
        "residues of an undefined term",
        "divides(2, 0*(1/k))",
        ("is_int(k)",),
        residues(2, whole=(0,)),
        {"k": "1"},
    ),
    ("an equation by its residues", "k**2 == k", ("is_int(k)",), residues(2, whole=(0,)), {"k": "1"}),
    (
        "a range without its end",
        "k < 3",
        ("is_int(k)", "k >= 1"),
        {
            "rule": "range",
            "letter": "k",
            "from": 1,
            "to": 2,
            "whole": [0],
            "trees": [{"rule": "given", "of": 1}, VALUES, VALUES, VALUES],
        },
        {"k": "1"},
    ),
    (
        "a question that may have no answer",
        "x == x",
        (),
        {
            "rule": "excluded_middle",
            "asked": ["<", ["/", ["int", "1"], ["sym", "x"]], ["int", "1"]],
            "trees": [identity(), identity()],
        },
        {},
    ),
    (
        "the meaning of what may be undefined",
        "sqrt(x) >= 0",
        (),
        {"rule": "unfold", "number": ["sqrt", ["sym", "x"]], "tree": {"rule": "given", "of": 0}},
        {},
    ),
    (
        "a lemma that is not shown",
        "x > 3",
        (),
        {"rule": "lemma", "lemma": [">", ["sym", "x"], ["int", "4"]], "trees": [VALUES, linear(ALL)]},
        {},
    ),
    (
        "a letter of the proof's own",
        "x > 3",
        (),
        {"rule": "lemma", "lemma": [">", ["sym", "x#1"], ["int", "4"]], "trees": [VALUES, VALUES]},
        {},
    ),
    (
        "letters from what is no Exists",
        "x == 1",
        ("ForAll(t in Real, x == t)",),
        {"rule": "exists_elim", "of": 0, "tree": {"rule": "given", "of": 1}},
        {"x": "1"},
    ),
    (
        "an instance at a letter that nobody calls whole",
        "k >= 2",
        ("ForAll(t in Int, t >= 2)",),
        {"rule": "instance", "of": 0, "at": ["k"], "tree": {"rule": "given", "of": 1}},
        {"k": "2"},
    ),
    (
        "solutions of which one is missing",
        "solves(t in Real, [2], t**2 == 4)",
        (),
        {"rule": "unfold", "trees": [VALUES, {"rule": "leaf", "checker": "evaluate", "data": {}, "uses": [0]}]},
        {},
    ),
    (
        "a greatest value that is not reached",
        "is_max(5, t, t in Real, t <= 4)",
        (),
        {
            "rule": "unfold",
            "trees": [
                {"rule": "witness", "at": ["4"], "tree": {"rule": "all", "trees": [VALUES, VALUES]}},
                linear([added((0, "1"), (1, "1"))], uses=(0,)),
            ],
        },
        {},
    ),
    ("a negation pushed too far", "x < 2", ("not x > 2",), PUSHED, {"x": "1"}),
    ("one part of a negated conjunction", "x >= 2", ("not (x < 2 and y < 2)",), PUSHED, {"x": "3", "y": "1"}),
    ("the right side of an implication", "y > 1", ("Implies(x > 1, y > 1)",), PUSHED, {"x": "1", "y": "2"}),
    ("a quotient of the proof's own", "k == 2*y", ("divides(2, k)",), PUSHED, {"k": "2", "y": "1"}),
    ("a hypothesis that is not there", "x < 2", ("not x >= 2",), {**PUSHED, "of": 7}, {"x": "1"}),
]


@pytest.mark.parametrize(("why", "text", "premises", "tree", "model"), BAD, ids=[case[0] for case in BAD])
def test_a_forged_proof_is_refused(why: str, text: str, premises: tuple[str, ...], tree: Any, model: Any) -> None:
    for holds in (True, False):
        with pytest.raises(CheckFailed):
            proved(claim(text, *premises), tree, model, holds)


CLASH = linear([added((0, "1"), (1, "1"))])


def test_false_is_proved_from_premises_without_a_model() -> None:
    assert isinstance(proved(claim("False", "x > 3", "x < 2"), CLASH, None), Proved)


@pytest.mark.parametrize("text", ["False and False", "not True", "1 == 2", "x == 7", "False or False"])
def test_nothing_but_false_is_proved_without_a_model(text: str) -> None:
    absurd = {"rule": "lemma", "lemma": expression_to_json(FALSE), "trees": [CLASH, {"rule": "absurd", "of": 2}]}
    absurd["trees"][1]["tree"] = {"rule": "values", "pins": []}
    for model in (None, {}, {"x": "1"}):
        with pytest.raises(CheckFailed) as refused:
            proved(claim(text, "x > 3", "x < 2"), absurd, model)
        assert refused.value.reason.value == "NO_MODEL_FOUND"


def test_false_is_not_refuted_without_a_model() -> None:
    with pytest.raises(CheckFailed):
        proved(claim("False", "x > 3", "x < 2"), {"rule": "values", "pins": []}, None, False)


def test_a_model_has_roots_and_its_premises_are_proved_there() -> None:
    what = claim("x < 2", "x**2 == 2", "x > 0")
    root: Any = ["sqrt", ["int", "2"]]
    tree = linear([{"times": [2, 1]}, added((0, "-1"), (3, "1"), (2, "2"))], uses=(0, 1))
    square = {"rule": "leaf", "checker": "canonical", "data": {"kind": "identity"}, "uses": []}
    above = {"rule": "leaf", "checker": "balls", "data": {}, "uses": []}
    assert isinstance(proved(what, tree, {"x": root}, at_model=[square, above]), Proved)
    for model in ({"x": ["neg", root]}, {"x": "1"}, {"x": ["sqrt", ["sym", "x"]]}, {"x": True}, {}):
        with pytest.raises(CheckFailed):
            proved(what, tree, model, at_model=[square, above])
    with pytest.raises(CheckFailed):
        proved(what, tree, {"x": root}, at_model=[square])


def test_a_bound_letter_is_never_one_that_the_claim_has() -> None:
    x, bound = Sym("t#1"), Letter("t", Type.REAL)
    formula = Node(Head.FOR_ALL, (node(Head.GE, Sym("t"), Int(1)),), (bound,))
    held = (Hypothesis("p0", Standing.FACT, node(Head.GE, x, Int(1))),)
    what = Claim(formula, (Letter("t#1", Type.REAL),), held)
    given: Expr = held[0].formula
    assert isinstance(given, Node)
    tree = {"rule": "arbitrary", "tree": {"rule": "given", "of": 0}}
    with pytest.raises(CheckFailed):
        proved(what, tree, {"t#1": "1"})


def test_letters_of_the_tests_have_types() -> None:
    assert {one.name for one in LETTERS} >= {"x", "k", "z"}
    assert shown(claim("2 + 2 == 4"), VALUES)
