"""What is left of a supposition when it ends: nothing, where it may be undefined, and so neither hold nor fail."""

from __future__ import annotations

from typing import Any

import pytest

from verifier.judging.decide import formal_judge
from verifier.kernel.verdict import Independent, Proved, Refuted, Unknown
from verifier.language.read_chain import read_chain

Said = list[tuple[str, str]]


def verdicts(letters: dict[str, str], facts: list[str], supposed: Said, later: list[str]) -> list[type]:
    """The types of the verdicts of the ``later`` claims, each by itself, once what is supposed has ended."""
    found = []
    for claim in later:
        steps = [[{"role": role, "quote": "", "expr": expr} for role, expr in supposed]]
        data: dict[str, Any] = {
            "formal": 1,
            "id": "c",
            "vars": {name: {"type": kind, "means": name} for name, kind in letters.items()},
            "facts": [{"id": f"p{i}", "kind": "given", "quote": "", "expr": one} for i, one in enumerate(facts)],
            "asks": [],
            "steps": [*steps, [{"role": "claim", "quote": "", "expr": claim}]],
        }
        judged = formal_judge()([read_chain(data)]).translations[0]
        assert all(isinstance(one.verdict, Proved) for one in judged.steps[0].statements[-1].decisions)
        found.append(type(judged.steps[1].statements[0].decisions[0].verdict))
    return found


@pytest.mark.parametrize(
    ("kind", "facts", "supposed", "later"),
    [
        ("real", [], [("suppose", "1/x == 1/x + 1"), ("claim", "False")], ["x != 0", "x == 0"]),
        ("real", [], [("suppose", "sqrt(x) == -1"), ("claim", "False")], ["x >= 0", "x < 0"]),
        ("real", [], [("suppose", "x % 2 == 3"), ("claim", "False")], ["is_int(x)", "x == 1/2"]),
        ("int", [], [("suppose", "x % 2 == 3"), ("claim", "False")], ["is_int(x)", "x == 1/2"]),
        ("real", ["x*(x - 1) == 0"], [("suppose", "1/x > 0"), ("claim", "x == 1")], ["x == 1", "x == 0"]),
        ("real", [], [("suppose", "sqrt(x) > 5"), ("claim", "x > 25")], ["x >= 0", "x == -1"]),
        ("real", [], [("suppose", "x % 2 == 1"), ("claim", "x != 4")], ["is_int(x)", "x == 1/2"]),
        ("real", [], [("suppose", "1/x == 0"), ("suppose", "x > 0"), ("claim", "False")], ["x != 0", "x == 0"]),
    ],
)
def test_nothing_is_left_of_what_may_be_undefined(
    kind: str, facts: list[str], supposed: Said, later: list[str]
) -> None:
    found = verdicts({"x": kind}, facts, supposed, later)
    assert all(issubclass(one, Independent | Unknown) for one in found)


@pytest.mark.parametrize(
    ("kind", "facts", "supposed", "later", "expected"),
    [
        ("real", ["x > 1"], [("suppose", "1/x == 0"), ("claim", "False")], "1/x != 0", Proved),
        ("real", ["x >= 0"], [("suppose", "sqrt(x) < 0"), ("claim", "False")], "not sqrt(x) < 0", Proved),
        ("real", ["x**2 > 4 or x > 3"], [("suppose", "x == 1"), ("claim", "False")], "x == 1", Refuted),
        (
            "real",
            [],
            [("suppose", "x > 0"), ("suppose", "1/x == 0"), ("claim", "False")],
            "x > 0 and 1/x == 0",
            Refuted,
        ),
        ("int", ["x in Int"], [("suppose", "x % 2 == 3"), ("claim", "False")], "x % 2 == 3", Refuted),
        ("int", ["x in Int"], [("suppose", "congruent(x, 1, 2)"), ("claim", "x != 4")], "is_int(x)", Proved),
        (
            "int",
            ["x in Int", "divides(6, x)"],
            [("suppose", "not divides(3, x)"), ("claim", "False")],
            "divides(3, x)",
            Proved,
        ),
    ],
)
def test_what_surely_holds_or_fails_is_denied(
    kind: str, facts: list[str], supposed: Said, later: str, expected: type
) -> None:
    assert verdicts({"x": kind}, facts, supposed, [later]) == [expected]
