"""The walker of structural proofs: each rule shows what it says, and nothing beside it."""

from __future__ import annotations

from typing import Any

import pytest
from support.formulas.sequents import VALUES, at, claim, identity, shown

from verifier.checkers.formulas.leaves import checker_of
from verifier.checkers.formulas.structure import StructureChecker
from verifier.kernel.claim import Claim, Standing
from verifier.kernel.verdict import CheckFailed, Independent, Proof, Proved, Reason, Refuted, Shows, admit

ARBITRARY = {"rule": "arbitrary", "tree": identity()}


BAD: list[tuple[str, str, tuple[str, ...], Any, bool, dict[str, str]]] = [
    (
        "a case is missing",
        "x == 4",
        ("x == 4 or x == 5",),
        {"rule": "cases", "of": 0, "trees": [at(1)]},
        True,
        {"x": "4"},
    ),
    (
        "a case is wrong",
        "x == 4",
        ("x == 4 or x == 5",),
        {"rule": "cases", "of": 0, "trees": [at(1), at(1)]},
        True,
        {"x": "4"},
    ),
    (
        "what is assumed may be undefined",
        "Implies(1/x == 2, 1/x == 2)",
        (),
        {"rule": "assume", "tree": at(0)},
        True,
        {},
    ),
    ("an order of complex letters", "Implies(z < 2, z < 3)", (), {"rule": "assume", "tree": VALUES}, True, {}),
    (
        "a witness of another type",
        "Exists(t in Int, 2*t == 1)",
        (),
        {"rule": "witness", "at": ["1/2"], "tree": VALUES},
        True,
        {},
    ),
    (
        "a negative count",
        "Exists(t in NonNeg, t + 1 == 0)",
        (),
        {"rule": "witness", "at": ["-1"], "tree": VALUES},
        True,
        {},
    ),
    (
        "too few witnesses",
        "Exists((s in Int, t in Int), s == t)",
        (),
        {"rule": "witness", "at": ["1"], "tree": VALUES},
        True,
        {},
    ),
    (
        "a letter of the claim for any",
        "ForAll(t in Real, t == x)",
        ("x == 4",),
        {"rule": "arbitrary", "tree": at(0)},
        True,
        {"x": "4"},
    ),
    (
        "a name that the rule will choose",
        "ForAll(x in Real, x == 4)",
        ("x == 4",),
        {"rule": "arbitrary", "tree": at(0)},
        True,
        {"x": "4"},
    ),
    ("one of a conjunction", "1 < 2 and 3 < 2", (), {"rule": "one", "index": 0, "tree": VALUES}, True, {}),
    (
        "all of a disjunction denied by one",
        "2 < 1 or 1 < 2",
        (),
        {"rule": "one", "index": 0, "tree": VALUES},
        False,
        {},
    ),
    ("no model", "x == 5", ("x == 4",), at(0), False, {"x": "5"}),
    ("no value in the model", "x == 5", ("x == 4",), at(0), False, {}),
    ("a negative count in the model", "n == -1", ("n == -1",), at(0), True, {"n": "-1"}),
    ("premises against each other", "x == 5", ("x == 4", "x == 5"), at(1), True, {"x": "5"}),
    ("a premise that is not used", "x == 4", ("x == 4", "y == 1"), at(0), True, {"x": "4", "y": "1"}),
    ("a hypothesis that is not there", "x == 4", ("x == 4",), at(3), True, {"x": "4"}),
    (
        "a value that is not shown",
        "y == 10",
        ("x == 4", "y == 2*x"),
        {"rule": "at", "values": [["x", "5", at(0)]], "tree": at(1)},
        True,
        {"x": "4", "y": "8"},
    ),
    (
        "a value of a bound letter",
        "ForAll(t in Real, t == 1)",
        (),
        {"rule": "at", "values": [["t", "1", VALUES]], "tree": VALUES},
        True,
        {},
    ),
    ("a decimal by plain values", "10/3 == 3.33", (), VALUES, False, {}),
    ("a decimal inside a connective", "10/3 == 3.33 or 1 < 0", (), {"rule": "one", "index": 0, "tree": at()}, True, {}),
    (
        "an instance of another type",
        "2*x == 1",
        ("ForAll(t in Int, 2*t == 1)",),
        {"rule": "instance", "of": 0, "at": ["x"], "tree": at(1)},
        True,
        {"x": "1/2"},
    ),
    (
        "the converse",
        "x == 4",
        ("Implies(x == 4, 1 < 2)",),
        {"rule": "detach", "of": 0, "trees": [VALUES, at(1)]},
        True,
        {"x": "4"},
    ),
    ("no tree", "1 < 2", (), None, True, {}),
    ("a rule of no name", "1 < 2", (), {"rule": "trust me"}, True, {}),
    ("a checker of no name", "1 < 2", (), {"rule": "leaf", "checker": "sure", "data": {}, "uses": []}, True, {}),
    (
        "the checker itself as a leaf",
        "1 < 2",
        (),
        {"rule": "leaf", "checker": "structure", "data": {"tree": VALUES}, "uses": []},
        True,
        {},
    ),
    ("lists for trees", "1 < 2 and 1 < 3", (), {"rule": "all", "trees": VALUES}, True, {}),
    ("a truth index", "1 < 2 or 1 < 0", (), {"rule": "one", "index": True, "tree": VALUES}, True, {}),
]


@pytest.mark.parametrize(("why", "text", "premises", "tree", "holds", "model"), BAD, ids=[case[0] for case in BAD])
def test_a_forged_proof_is_refused(
    why: str, text: str, premises: tuple[str, ...], tree: Any, holds: bool, model: dict[str, str]
) -> None:
    with pytest.raises(CheckFailed):
        shown(claim(text, *premises), tree, holds, model)


def test_a_refutation_does_not_rest_on_what_was_merely_stated() -> None:
    with pytest.raises(CheckFailed, match="may rest only on"):
        shown(claim("x == 5", "x == 4", standing=Standing.STATED), at(0), False, {"x": "4"})
    assert isinstance(shown(claim("x == 4", "x == 4", standing=Standing.STATED), at(0), True, {"x": "4"}), Proved)


def test_an_identity_may_hold_where_it_is_defined_and_says_so() -> None:
    everywhere = {"rule": "arbitrary", "tree": identity()}
    found = shown(claim("ForAll(t in Real, t/t == 1)"), everywhere)
    assert found.certificate.side_conditions
    with pytest.raises(CheckFailed):
        shown(claim("not ForAll(t in Real, t/t == 1)"), everywhere, False)


def test_what_holds_as_rounded_says_so() -> None:
    assert shown(claim("10/3 == 3.33"), at()).certificate.notes["as_rounded"] is True


def independent(what: Claim, *models: dict[str, str]) -> Any:
    proof = Proof("structure", Shows.INDEPENDENT, {"models": list(models)})
    return admit(what, proof, StructureChecker(checker_of))


def test_two_models_show_that_a_claim_is_independent() -> None:
    what = claim("x == 3", "x**2 == 9")
    assert isinstance(independent(what, {"x": "3"}, {"x": "-3"}), Independent)


@pytest.mark.parametrize(
    ("text", "premises", "models"),
    [
        ("x == 3", ("x**2 == 9",), [{"x": "-3"}, {"x": "3"}]),
        ("x == 3", ("x**2 == 9",), [{"x": "3"}, {"x": "2"}]),
        ("x == 3", ("x**2 == 9",), [{"x": "3"}]),
        ("n == 3", ("n**2 == 9",), [{"n": "3"}, {"n": "-3"}]),
        ("k == 3", ("k == 3 or 2*k == 1",), [{"k": "3"}, {"k": "1/2"}]),
        ("x == 3", ("x**2 == 9",), [{"x": "3"}, {}]),
    ],
)
def test_models_that_are_none_show_nothing(text: str, premises: tuple[str, ...], models: list[dict[str, str]]) -> None:
    with pytest.raises(CheckFailed):
        independent(claim(text, *premises), *models)


INNER: list[tuple[str, str, tuple[str, ...], Any, bool, dict[str, str]]] = [
    (
        "a rounded value in a case",
        "x == 3.33",
        ("x == 10/3 or x == 10/3",),
        {"rule": "cases", "of": 0, "trees": [at(1), at(1)]},
        True,
        {"x": "10/3"},
    ),
    (
        "ForAll denied for any value",
        "ForAll(t in Real, t == t + 1)",
        (),
        {"rule": "arbitrary", "tree": VALUES},
        False,
        {},
    ),
    (
        "Exists shown for any value",
        "Exists(t in Real, t + t == 2*t)",
        (),
        {"rule": "arbitrary", "tree": identity()},
        True,
        {},
    ),
    (
        "ForAll by a witness",
        "ForAll(t in Real, t == 1)",
        (),
        {"rule": "witness", "at": ["1"], "tree": VALUES},
        True,
        {},
    ),
    (
        "Exists denied by a witness",
        "Exists(t in Real, t == 1)",
        (),
        {"rule": "witness", "at": ["2"], "tree": VALUES},
        False,
        {},
    ),
    ("True denied", "True", (), {"rule": "values", "pins": []}, False, {}),
    ("False shown", "False", (), {"rule": "values", "pins": []}, True, {}),
    ("a disjunction by all", "1 < 2 or 2 < 1", (), {"rule": "all", "trees": [VALUES, VALUES]}, True, {}),
    ("a conjunction denied by all", "2 < 1 and 1 < 2", (), {"rule": "all", "trees": [VALUES, VALUES]}, False, {}),
    (
        "an implication shown by denial",
        "Implies(1 < 2, 3 < 2)",
        (),
        {"rule": "all", "trees": [VALUES, VALUES]},
        True,
        {},
    ),
    ("an implication denied by assuming", "Implies(2 < 1, 3 < 2)", (), {"rule": "assume", "tree": VALUES}, False, {}),
    (
        "an equivalence shown apart",
        "Iff(1 < 2, 3 < 2)",
        (),
        {"rule": "one", "index": 0, "tree": {"rule": "all", "trees": [VALUES, VALUES]}},
        True,
        {},
    ),
    (
        "an equivalence denied on the wrong side",
        "Iff(1 < 2, 3 < 2)",
        (),
        {"rule": "one", "index": 1, "tree": {"rule": "all", "trees": [VALUES, VALUES]}},
        False,
        {},
    ),
    (
        "an equivalence denied by both",
        "Iff(1 < 2, 2 < 3)",
        (),
        {"rule": "all", "trees": [{"rule": "assume", "tree": VALUES}, {"rule": "assume", "tree": VALUES}]},
        False,
        {},
    ),
    ("given word for word, denied", "x == 4", ("x == 4",), {"rule": "given", "of": 0}, False, {"x": "4"}),
    ("given in other words", "4 == x", ("x == 4",), {"rule": "given", "of": 0}, True, {"x": "4"}),
    ("a rounded value under not", "not 10/3 == 3.33", (), at(), False, {}),
    (
        "a rounded value as one of several",
        "10/3 == 3.33 or 1 < 0",
        (),
        {"rule": "one", "index": 0, "tree": at()},
        True,
        {},
    ),
    (
        "a letter for two letters",
        "ForAll((s in Real, t in Real), s == t)",
        (),
        {"rule": "arbitrary", "tree": identity()},
        True,
        {},
    ),
    (
        "a witness at another letter's type",
        "Exists(t in Int, t == x)",
        ("x == 1",),
        {"rule": "witness", "at": ["x"], "tree": identity()},
        True,
        {"x": "1"},
    ),
    ("absurd without a denial", "x == 5", ("x == 4",), {"rule": "absurd", "of": 0, "tree": at(0)}, True, {"x": "4"}),
    (
        "a case of a conjunction",
        "x == 4",
        ("not x == 5",),
        {"rule": "cases", "of": 0, "trees": [at(0)]},
        True,
        {"x": "4"},
    ),
    ("two letters for one tree", "1 < 2 and 1 < 3", (), {"rule": "all", "trees": [VALUES]}, True, {}),
    ("an index below the first", "1 < 2 or 1 < 0", (), {"rule": "one", "index": -2, "tree": VALUES}, True, {}),
    ("an index behind the last", "1 < 2 or 1 < 0", (), {"rule": "one", "index": 2, "tree": VALUES}, True, {}),
    (
        "a value told by two things",
        "x == 4",
        ("x == 4",),
        {"rule": "at", "values": [["x", "4"]], "tree": VALUES},
        True,
        {"x": "4"},
    ),
]


@pytest.mark.parametrize(("why", "text", "premises", "tree", "holds", "model"), INNER, ids=[case[0] for case in INNER])
def test_a_rule_of_another_shape_shows_nothing(
    why: str, text: str, premises: tuple[str, ...], tree: Any, holds: bool, model: dict[str, str]
) -> None:
    with pytest.raises(CheckFailed):
        shown(claim(text, *premises), tree, holds, model)


def test_each_letter_of_a_model_of_independence_is_of_its_type() -> None:
    what = claim("x == n", "x < 100")
    assert isinstance(independent(what, {"x": "1", "n": "1"}, {"x": "1", "n": "2"}), Independent)
    for wrong in ({"x": "1", "n": "3/2"}, {"x": "1", "n": "-2"}, {"x": "100", "n": "2"}):
        with pytest.raises(CheckFailed):
            independent(what, {"x": "1", "n": "1"}, wrong)


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("x*(12/x) == 12", identity()),
        ("x*(12/x) == 12 and 1 < 2", {"rule": "all", "trees": [identity(), VALUES]}),
        ("ForAll(t in Real, t/t == 1) and 1 < 2", {"rule": "all", "trees": [ARBITRARY, VALUES]}),
        (
            "ForAll(t in Real, t/t == 1 and 1 < 2)",
            {**ARBITRARY, "tree": {"rule": "all", "trees": [identity(), VALUES]}},
        ),
        ("Implies(1 < 2, x/x == 1)", {"rule": "assume", "tree": identity()}),
    ],
)
def test_nothing_but_a_for_all_over_one_relation_holds_where_it_is_defined(text: str, tree: Any) -> None:
    with pytest.raises(CheckFailed) as refused:
        shown(claim(text), tree)
    assert refused.value.reason is Reason.SIDE_CONDITION


def test_a_hypothesis_that_denies_a_formula_shows_its_f_reading_and_no_other() -> None:
    given = {"rule": "given", "of": 0}
    assert isinstance(shown(claim("x == 3", "not x == 3"), given, False, {"x": "1"}), Refuted)
    for text, premise, holds in (
        ("x == 3", "not x == 3", True),
        ("x == 3", "x == 3", False),
        ("x == 3", "not x == 4", False),
        ("x == 3", "x >= 3", False),
    ):
        with pytest.raises(CheckFailed):
            shown(claim(text, premise), given, holds, {"x": "3" if premise == "x == 3" else "1"})
