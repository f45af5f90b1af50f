"""The walk over a proof: what each rule counts and keeps for the certificate, and what it passes on below."""

from __future__ import annotations

from typing import Any

import pytest
from support.formulas.sequents import LETTERS, SCOPE, VALUES, at, claim, identity, shown

from verifier.checkers.formulas.leaves import checker_of
from verifier.checkers.formulas.structure import StructureChecker
from verifier.kernel.claim import Claim, Hypothesis, Standing, claim_of
from verifier.kernel.expr import Dec, Head, Int, Letter, Node, Sym, Type, node
from verifier.kernel.verdict import CheckFailed, Proof, Proved, Reason, Refuted, Shows, admit
from verifier.language.expressions.parse import formula

WRONG: dict[str, Any] = {"rule": "trust me"}


def given(index: int) -> dict[str, Any]:
    return {"rule": "given", "of": index}


def notes(found: Any) -> Any:
    return found.certificate.notes


def test_every_leaf_is_counted_by_its_name_in_order() -> None:
    trees = [VALUES, at(0), given(1), identity(), VALUES]
    found = shown(
        claim("1 < 2 and x == 4 and y < 9 and x + x == 2*x and 2 < 3", "x == 4", "y < 9"),
        {"rule": "all", "trees": trees},
        True,
        {"x": "4", "y": "1"},
    )
    assert notes(found)["leaves"] == ["values", "evaluate", "given", "canonical", "values"]


def test_a_proof_has_at_most_2000_rules() -> None:
    for count, fits in ((1999, True), (2000, False)):
        what = Claim(Node(Head.AND, (Node(Head.TRUE),) * count))
        tree = {"rule": "all", "trees": [{"rule": "values", "pins": []}] * count}
        if fits:
            assert isinstance(shown(what, tree), Proved)
        else:
            with pytest.raises(CheckFailed):
                shown(what, tree)


@pytest.mark.parametrize("tree", [None, [], "given", 3, {"rule": None}, {"rule": ["given"]}, {}, WRONG])
def test_what_is_no_rule_shows_nothing(tree: Any) -> None:
    for text in ("1 < 2", "True", "2 < 1"):
        for holds in (True, False):
            with pytest.raises(CheckFailed):
                shown(claim(text), tree, holds)


def test_an_atom_is_shown_from_a_hypothesis_only() -> None:
    held = (Hypothesis("p", Standing.FACT, Sym("p")),)
    what = Claim(Sym("p"), (Letter("p", Type.BOOL),), held)
    proof = Proof("structure", Shows.TRUE, {"tree": given(0), "model": {"p": True}})
    assert isinstance(admit(what, proof, StructureChecker(checker_of)), Proved)
    for tree in ({"rule": "values", "pins": []}, {"rule": "all", "trees": []}, given(1), WRONG):
        with pytest.raises(CheckFailed):
            admit(
                what, Proof("structure", Shows.TRUE, {"tree": tree, "model": {"p": True}}), StructureChecker(checker_of)
            )


def test_a_hypothesis_is_given_word_for_word_and_for_what_holds() -> None:
    for text, holds in (("x < 6", True), ("5 > x", True), ("not x < 5", True), ("x < 5", False), ("x > 5", False)):
        with pytest.raises(CheckFailed):
            shown(claim(text, "x < 5"), given(0), holds, {"x": "4"})


def rounded(text: str, tree: Any, **more: Any) -> Any:
    return shown(claim_of(formula(text, SCOPE), LETTERS, (), **more), tree)


def test_what_holds_as_rounded_says_so_and_stands_where_it_is_asserted() -> None:
    assert notes(rounded("2/3 == 0.67", at()))["as_rounded"] is True
    both = {"rule": "all", "trees": [at(), at()]}
    assert notes(rounded("2/3 == 0.67 and 1/3 == 0.33", both))["as_rounded"] is True
    assert notes(rounded("2/3 == 0.67 and 1 < 2", {"rule": "all", "trees": [at(), VALUES]}))["as_rounded"] is True
    assert "as_rounded" not in notes(rounded("1 < 2 and 2 < 3", both))
    for text, tree in (
        ("2/3 == 0.67 or 2 < 1", {"rule": "one", "index": 0, "tree": at()}),
        ("not not 2/3 == 0.67", at()),
        ("Implies(1 < 2, 2/3 == 0.67)", {"rule": "assume", "tree": at()}),
        (
            "Iff(1 < 2, 2/3 == 0.67)",
            {"rule": "all", "trees": [{"rule": "assume", "tree": at()}, {"rule": "assume", "tree": VALUES}]},
        ),
        ("Exists(t in Real, 2/3 == 0.67)", {"rule": "witness", "at": ["1"], "tree": at()}),
        ("2/3 == 0.67", {"rule": "lemma", "lemma": ["<", ["int", "1"], ["int", "2"]], "trees": [VALUES, at()]}),
    ):
        with pytest.raises(CheckFailed) as refused:
            rounded(text, tree)
        assert refused.value.reason is Reason.ROUNDED


def test_a_case_a_detachment_and_a_lemma_are_no_places_to_round() -> None:
    for premise, tree in (
        ("x == 4 or x == 5", {"rule": "cases", "of": 0, "trees": [at(), at()]}),
        ("x == 4", {"rule": "unfold", "of": 0, "tree": at()}),
    ):
        with pytest.raises(CheckFailed) as refused:
            shown(claim("2/3 == 0.67", premise), tree, True, {"x": "4"})
        assert refused.value.reason is Reason.ROUNDED


def test_a_condition_of_a_leaf_is_kept_where_a_for_all_stands_at_the_top() -> None:
    found = shown(claim("ForAll(t in Real, t/t == 1)"), {"rule": "arbitrary", "tree": identity()})
    assert len(found.certificate.side_conditions) == 1 and found.certificate.axioms == ()
    none = shown(claim("ForAll(t in Real, t + t == 2*t)"), {"rule": "arbitrary", "tree": identity()})
    assert none.certificate.side_conditions == ()


def test_a_decimal_is_judged_by_leaves_and_about_alone() -> None:
    assert isinstance(shown(claim("about(2/3, 0.67, 2)"), VALUES), Proved)
    for text, holds in (("2/3 == 0.67", False), ("0.5 == 1/2", True), ("1 < 2.5", True), ("not 1 < 0.5", True)):
        with pytest.raises(CheckFailed) as refused:
            shown(claim(text), VALUES, holds)
        assert refused.value.reason is Reason.ROUNDED


@pytest.mark.parametrize("standing", [Standing.FACT, Standing.DEFINED, Standing.STATED])
@pytest.mark.parametrize("text", ["x < 1", "about(x, 0.5, 1)"])
def test_a_decimal_that_is_used_was_given(standing: Standing, text: str) -> None:
    tree = {"rule": "values", "pins": [0]}
    what = claim(text, "x == 0.5", standing=standing)
    if standing is Standing.STATED:
        with pytest.raises(CheckFailed) as refused:
            shown(what, tree, True, {"x": "1/2"})
        assert refused.value.reason is Reason.ROUNDED
    else:
        assert isinstance(shown(what, tree, True, {"x": "1/2"}), Proved)


def test_values_are_those_that_the_pins_force() -> None:
    what = claim("digit_sum(n) == 3", "n == 12")
    assert isinstance(shown(what, {"rule": "values", "pins": [0]}, True, {"n": "12"}), Proved)
    for pins in ([], None, [1, 2], [0, 0], ["0"], 0):
        with pytest.raises(CheckFailed):
            shown(what, {"rule": "values", "pins": pins}, True, {"n": "12"})
    with pytest.raises(CheckFailed) as refused:
        shown(claim("sqrt(2)*sqrt(3) == sqrt(6)"), VALUES)
    assert refused.value.reason is Reason.OUT_OF_SCOPE
    with pytest.raises(CheckFailed):
        shown(claim("1/0 == 1"), VALUES)


def test_a_place_at_values_is_one_where_everything_has_them() -> None:
    held = ("x == 4", "y == x + 1", "n == y")
    deep = {"rule": "at", "values": [["x", "4", at(0)], ["y", "5", at(1)]], "tree": at(2)}
    assert isinstance(shown(claim("n == 5", *held), deep, True, {"x": "4", "y": "5", "n": "5"}), Proved)
    assert isinstance(shown(claim("n == x", *held), deep, False, {"x": "4", "y": "5", "n": "5"}), Refuted)
    for values in ([["x", "4"]], [["x", "4", at(0), at(0)]], [["x", "1/0", at(0)]], [[1, "4", at(0)]], None, {}):
        with pytest.raises(CheckFailed):
            shown(
                claim("y == 5", *held[:2]), {"rule": "at", "values": values, "tree": at(1)}, True, {"x": "4", "y": "5"}
            )


def test_a_leaf_names_its_checker_and_has_data() -> None:
    for more in (
        {"checker": None},
        {"checker": 3},
        {"data": None},
        {"data": []},
        {"uses": None},
        {"uses": [3]},
        {"uses": [True]},
    ):
        with pytest.raises(CheckFailed):
            shown(claim("x == 4", "x == 4"), {**at(0), **more}, True, {"x": "4"})
    for text in ("divides(2, 4)", "1 < 2 or 2 < 1", "True"):
        with pytest.raises(CheckFailed):
            shown(claim(text), at())


def test_the_rounded_decimals_of_a_claim_are_those_of_its_leaves() -> None:
    below = formula("0.33 < 1/3", SCOPE)
    assert isinstance(shown(claim_of(below, LETTERS, ()), at()), Proved)
    with pytest.raises(CheckFailed) as refused:
        shown(claim_of(below, LETTERS, (), frozenset({Dec(33, 2)})), at())
    assert refused.value.reason is Reason.ROUNDED


@pytest.mark.parametrize(
    ("text", "rule", "holds"),
    [
        ("not (2 < 1 or 3 < 2)", "all", True),
        ("Implies(1 < 2, 3 < 2)", "all", False),
        ("1 < 2 and 2 < 3", "all", True),
        ("2 < 1 or 3 < 2", "all", False),
    ],
)
def test_both_trees_of_a_rule_are_looked_at(text: str, rule: str, holds: bool) -> None:
    good = {"rule": rule, "trees": [VALUES, VALUES]}
    assert shown(claim(text), good, holds)
    for trees in ([WRONG, VALUES], [VALUES, WRONG], [VALUES], [VALUES] * 3, []):
        with pytest.raises(CheckFailed):
            shown(claim(text), {**good, "trees": trees}, holds)
    with pytest.raises(CheckFailed):
        shown(claim(text), good, not holds)


def test_each_side_of_an_equivalence_is_assumed_for_the_other() -> None:
    what = claim("Iff(x < 5, y < 5)", "Implies(x < 5, y < 5)", "Implies(y < 5, x < 5)")
    one = {"rule": "detach", "of": 0, "trees": [given(2), given(3)]}
    other = {"rule": "detach", "of": 1, "trees": [given(2), given(3)]}
    model = {"x": "1", "y": "1"}
    assert isinstance(
        shown(
            what,
            {"rule": "all", "trees": [{"rule": "assume", "tree": one}, {"rule": "assume", "tree": other}]},
            True,
            model,
        ),
        Proved,
    )
    for trees in ([one, one], [other, other], [other, one]):
        with pytest.raises(CheckFailed):
            shown(what, {"rule": "all", "trees": [{"rule": "assume", "tree": tree} for tree in trees]}, True, model)
    assumed = {"rule": "assume", "tree": at(0)}
    for text in ("Iff(1/x == 1, x == 1)", "Iff(x == 1, 1/x == 1)", "Implies(1/x == 1, x == 1)"):
        with pytest.raises(CheckFailed) as refused:
            shown(
                claim(text, "x == 1"),
                {"rule": "all", "trees": [assumed, assumed]} if "Iff" in text else assumed,
                True,
                {"x": "1"},
            )
        assert refused.value.reason is Reason.SIDE_CONDITION


def test_every_case_has_its_own_hypothesis_and_its_own_tree() -> None:
    what = claim("x < 6", "x == 4 or x == 5")
    assert isinstance(shown(what, {"rule": "cases", "of": 0, "trees": [at(1), at(1)]}, True, {"x": "4"}), Proved)
    for trees in ([at(1), WRONG], [WRONG, at(1)], [at(1)], [at(1)] * 3, [at(2), at(1)]):
        with pytest.raises(CheckFailed):
            shown(what, {"rule": "cases", "of": 0, "trees": trees}, True, {"x": "4"})


def test_what_is_detached_is_shown_first() -> None:
    what = claim("x == 4", "Implies(y == 2, x == 4)", "y == 2")
    model = {"x": "4", "y": "2"}
    assert isinstance(shown(what, {"rule": "detach", "of": 0, "trees": [at(1), at(2)]}, True, model), Proved)
    for trees in ([WRONG, at(2)], [at(1), WRONG], [at(1)], [at(1), at(2), at(2)]):
        with pytest.raises(CheckFailed):
            shown(what, {"rule": "detach", "of": 0, "trees": trees}, True, model)
    assert isinstance(
        shown(
            claim("x == 5", "Implies(1 < 2, x == 4)"),
            {"rule": "detach", "of": 0, "trees": [VALUES, at(1)]},
            False,
            {"x": "4"},
        ),
        Refuted,
    )


def test_anything_follows_where_a_hypothesis_fails() -> None:
    clash = claim("False", "x == 4", "not x == 4")
    absurd = {"rule": "absurd", "of": 1, "tree": at(0)}
    assert isinstance(shown(clash, absurd), Proved)
    for wrong in ({**absurd, "tree": WRONG}, {**absurd, "of": 2}, {**absurd, "of": 0}):
        with pytest.raises(CheckFailed):
            shown(clash, wrong)


def test_an_instance_is_one_more_hypothesis() -> None:
    what = claim("x < 9", "ForAll(t in Int, t < 9)", "is_int(x)")
    instance = {"rule": "instance", "of": 0, "at": ["x"], "whole": [1], "tree": given(2)}
    for more in ({}, {"whole": []}, {"at": []}, {"at": ["x", "x"]}, {"at": ["1"]}, {"whole": [9]}, {"of": 1}):
        with pytest.raises(CheckFailed) as refused:  # that all whole numbers are below 9 has no model
            shown(what, {**instance, **more}, True, {"x": "4"})
        assert (refused.value.reason is Reason.NO_MODEL_FOUND) is (more == {})
    model = {"x": "4"}
    bounded = claim("x < 9", "ForAll(t in Int, Implies(0 < t and t < 5, t < 9))", "is_int(x)", "0 < x and x < 5")
    both = {"rule": "all", "trees": [given(2), given(3)]}
    tree = {**instance, "tree": {"rule": "detach", "of": 4, "trees": [both, given(5)]}}
    assert isinstance(shown(bounded, tree, True, model), Proved)
    with pytest.raises(CheckFailed):
        shown(bounded, {**tree, "whole": []}, True, model)


def test_only_the_premises_that_are_used_need_a_model_and_all_must_be_used() -> None:
    unused = claim("1 < 2", "x == 4")
    with pytest.raises(CheckFailed, match="uses no premise"):
        shown(unused, VALUES, True, {"x": "4"})
    assert "model" not in notes(shown(claim("1 < 2"), VALUES))
    assert notes(shown(claim("x < 9", "x == 4"), at(0), True, {"x": "4"}))["model"] == {"x": "4"}


@pytest.mark.parametrize(("kind", "least"), [(Type.COUNT, 0), (Type.POS, 1)])
def test_what_the_types_say_is_used_without_being_a_premise(kind: Type, least: int) -> None:
    what = Claim(node(Head.GE, Sym("n"), Int(least)), (Letter("n", kind),))
    found = shown(what, given(0))
    assert isinstance(found, Proved) and "model" not in notes(found)
    with pytest.raises(CheckFailed):
        shown(Claim(what.formula, (Letter("n", Type.INT),)), given(0))
