"""What is a definition: names that nothing has used, with a meaning that can be."""

from __future__ import annotations

from typing import Any

import pytest

from verifier.claims.definitions import is_definition
from verifier.judging.decide import formal_judge
from verifier.judging.deciding.opened import opened
from verifier.language.formal_chain import FormalChain
from verifier.language.read_chain import read_chain
from verifier.language.write_chain import as_json

TYPES = {
    "x": "real",
    "y": "real",
    "n": "int",
    "k": "int",
    "b": "complex",
    "u": "real",
    "v": "real",
    "p": "bool",
    "c": "count",
    "d": "count",
}


def chain(facts: list[str], *steps: list[tuple[str, str]]) -> FormalChain:
    said = [{"id": f"p{i}", "kind": "given", "quote": "", "expr": text} for i, text in enumerate(facts)]
    stated = [[{"role": role, "quote": "q", "expr": text} for role, text in step] for step in steps]
    types = {name: {"type": kind, "means": name} for name, kind in TYPES.items()}
    data: dict[str, Any] = {"formal": 1, "id": "c", "vars": types, "facts": said, "asks": [], "steps": stated}
    return read_chain(data)


@pytest.mark.parametrize(
    ("text", "facts", "defines"),
    [
        ("x == 2*y", [], True),
        ("x == 1/y", [], True),  # y is fresh too, and may be what makes it defined
        ("x == 1/y", ["y >= 0"], False),
        ("x == 1/y", ["y > 0"], True),
        ("x == 2*x", [], True),
        ("x == 2*y", ["x > 0"], True),
        ("x == 2 and u == x + 1", [], True),
        ("x == 2 and x == 3", [], False),
        ("(x, u) == (1, y)", [], True),
        ("b == u + v*I", ["re(b) == 1"], True),
        ("n == 2*k", ["divides(2, n)"], True),
        ("n == 2*k", ["is_int(n)"], False),
        ("x**2 == 9 and x > 0", [], True),
        ("x**2 == -1", [], False),
        ("x > y", [], True),
        ("y > 3", ["y > 1"], False),
        ("p and x > 0", [], False),
        ("c == x + 1", ["x**2 == 4"], False),  # which may be negative
        ("c == x + 1", ["x >= -1"], True),
        ("c == d + 1", ["d <= 7"], True),
        ("c == d - 1", ["d <= 7"], False),
        ("x == b", ["b**2 == -1"], False),  # which may be no real number
        ("x == re(b)", ["abs(b) == 1"], False),
        ("b == x*I", ["x > 0"], True),
    ],
)
def test_what_defines_fresh_names(text: str, facts: list[str], defines: bool) -> None:
    made = chain(facts, [("define", text)])
    context = opened(made)
    formula = context.unfold(made.steps[0].statements[0].said[0])
    assert formula is not None
    assert is_definition(formula, context, formal_judge().decide) is defines


def test_a_definition_is_firm_and_what_is_none_is_decided() -> None:
    found = formal_judge()([chain(["y == 4"], [("define", "x == y + 1 and u == 2*x"), ("claim", "u == 9")])])
    [step] = found.translations[0].steps
    assert step.state.value == "refuted"
    found = formal_judge()([chain(["y == 4"], [("define", "y == 5"), ("claim", "2*y == 8")])])
    [step] = found.translations[0].steps
    assert [one.state.value for one in step.statements] == ["refuted", "proved"]


def test_what_exists_stands_for_any_such_number() -> None:
    step = [("define", "x**2 == 9"), ("claim", "abs(x) == 3"), ("claim", "x == 3"), ("claim", "x == 4")]
    found = formal_judge()([chain([], step)])
    [step_found] = found.translations[0].steps
    assert [one.state.value for one in step_found.statements][1:] == ["proved", "open", "refuted"]


@pytest.mark.parametrize("said", ["y + u > 3", "u < y and y < 9", "ForAll(t in Real, t + y > t + u)"])
@pytest.mark.parametrize("role", ["claim", "suppose", "define", "recall", "answer"])
def test_a_name_of_which_anything_was_said_is_not_defined_afterwards(role: str, said: str) -> None:
    found = formal_judge()([chain([], [(role, said), ("define", "u == 5"), ("define", "v == 5")])])
    [step] = found.translations[0].steps
    assert [bool(one.decisions) for one in step.statements[1:]] == [True, False]


def test_a_name_of_a_fact_or_a_question_is_not_defined_afterwards() -> None:
    steps = [("define", "u == 5"), ("define", "v == 5"), ("define", "y == 5")]
    asked = read_chain({**as_json(chain(["u > 1"], steps)), "asks": ["v + 1"]})
    [step] = formal_judge()([asked]).translations[0].steps
    assert [bool(one.decisions) for one in step.statements] == [True, True, False]
