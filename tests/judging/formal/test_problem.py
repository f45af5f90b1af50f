"""The facts of a problem examined by themselves: whether they have a model, and determine what is asked."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from verifier.judging.translations.problem import (
    ANOTHER_ANSWER,
    NO_MODEL,
    NOT_DETERMINED,
    differs,
    examined_facts,
    forced_answer,
)
from verifier.language.formal_chain import FormalChain
from verifier.language.read_chain import read_chain

PROBLEM = "There are 3 boxes with 4 pens each. How many pens are there?"


def problem(*facts: str, asks: tuple[str, ...] = ("pens",), **vars: str) -> FormalChain:
    kinds = {"boxes": "count", "each": "count", "pens": "count", **vars}
    made: dict[str, Any] = {
        "formal": 1,
        "id": "pens",
        "problem": PROBLEM,
        "steps_text": [],
        "vars": {name: {"type": kind, "means": name} for name, kind in kinds.items()},
        "facts": [{"id": f"p{i}", "kind": "model", "quote": PROBLEM, "expr": one} for i, one in enumerate(facts)],
        "asks": list(asks),
        "steps": [],
    }
    return read_chain(made)


FACTS = ("boxes == 3", "each == 4", "pens == boxes*each")


def test_facts_that_determine_what_is_asked_have_nothing_wrong() -> None:
    assert examined_facts(problem(*FACTS)) == () and forced_answer(problem(*FACTS)) == 12


def test_facts_without_a_model_are_told() -> None:
    assert examined_facts(problem(*FACTS, "pens == 13")) == (NO_MODEL,)
    assert examined_facts(problem(*FACTS, "pens == 13"), "12") == (NO_MODEL,)


def test_a_value_that_is_not_determined_is_told_where_a_number_is_asked() -> None:
    short = FACTS[:2]
    assert examined_facts(problem(*short)) == (NOT_DETERMINED,) and forced_answer(problem(*short)) is None
    assert examined_facts(problem(*short), "12") == (NOT_DETERMINED,)
    assert examined_facts(problem(*short, asks=())) == ()
    assert examined_facts(problem(*short, asks=("pens", "boxes"))) == (NOT_DETERMINED,)
    assert examined_facts(problem(*short, asks=("pens == 3",))) == ()
    assert examined_facts(problem(*short, asks=("pens", "pens == 3"))) == ()


@pytest.mark.parametrize(("reference", "wrong"), [("12", ()), ("13", (ANOTHER_ANSWER,)), (None, ()), ("24/2", ())])
def test_the_value_is_compared_with_the_answer_that_is_known(reference: str | None, wrong: tuple[str, ...]) -> None:
    assert examined_facts(problem(*FACTS), reference) == wrong


def test_what_is_wrong_never_tells_the_answer() -> None:
    [told] = examined_facts(problem(*FACTS), "715")
    assert "715" not in told and "12" not in told


def test_a_problem_without_facts_has_none_that_are_wrong() -> None:
    assert examined_facts(problem()) == () and examined_facts(problem(), "12") == ()


def test_several_values_are_no_one_answer() -> None:
    both = problem(*FACTS, asks=("pens", "boxes"))
    assert forced_answer(both) is None and examined_facts(both) == (NOT_DETERMINED,)
    assert forced_answer(problem(*FACTS, asks=())) is None


@pytest.mark.parametrize(
    ("found", "reference", "other"),
    [
        (Fraction(12), "12", False),
        (Fraction(12), "13", True),
        (Fraction(1, 2), "0.5", False),
        (Fraction(1, 2), "1/3", True),
        (True, "12", False),
        (False, "no", False),
    ],
)
def test_a_number_differs_where_it_is_another_and_a_truth_is_not_compared(
    found: Fraction | bool, reference: str, other: bool
) -> None:
    assert differs(found, reference) is other
