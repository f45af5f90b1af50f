"""A statement of several formulas says all of them: it is wrong where they cannot hold together."""

from __future__ import annotations

import pytest

from verifier.judging.formal.judge import FormalJudge
from verifier.language.read_chain import read_chain

DRAWN = ["red == 3", "blue == 6", "r == red - 1 and b == blue or r == red and b == blue - 1"]


def states(said: list[str], role: str = "claim", **more: object) -> tuple[str, list[str]]:
    chain = {
        "formal": 1,
        "id": "c",
        "vars": {name: {"type": "count", "means": name} for name in ("red", "blue", "r", "b")},
        "facts": [{"id": f"p{i}", "kind": "given", "quote": "", "expr": one} for i, one in enumerate(DRAWN)],
        "asks": ["r", "b"] if role == "answer" else [],
        "steps": [[{"role": role, "quote": "", "expr": said, **more}]],
    }
    [step] = FormalJudge()([read_chain(chain)]).translations[0].steps
    return step.state.value, [one.id for one in step.statements[0].decisions]


def test_what_can_hold_alone_and_not_together_is_refuted_together() -> None:
    assert states(["r == 3", "b == 6"]) == ("refuted", ["s0.0.0", "s0.0.1", "s0.0.2"])
    assert states(["r == 3", "b == 5"]) == ("open", ["s0.0.0", "s0.0.1"])
    assert states(["3", "6"], "answer")[0] == "refuted"


@pytest.mark.parametrize("said", [["r == 2", "r == 3"], ["r == 2", "b == 5", "r == 3"]])
def test_what_contradicts_itself_may_be_told_as_alternatives(said: list[str]) -> None:
    assert states(said)[0] == "open"


def test_nobody_is_accused_whose_words_can_be_read_otherwise() -> None:
    assert states(["r == 3", "b == 6"], alternatives=[["r == 3", "b == 5"]])[0] == "open"
    assert states(["r == 3", "b == 6"], guards=["accuse:quoted"])[0] != "refuted"


def test_what_contradicts_itself_by_the_types_of_letters_may_be_alternatives_too() -> None:
    """A number is even, or it is odd: of what is no whole number neither is said."""
    for said in (["divides(2, n)", "not divides(2, n)"], ["n % 2 == 0", "n % 2 == 1"]):
        assert told({"n": "int"}, ["n in Int"], [said])[0][0] == "open"


def test_what_is_refuted_together_proves_nothing_later() -> None:
    facts = ["x + y == 7 or x + y == 8"]
    first, second = told({"x": "real", "y": "real"}, facts, [["x == 4", "y == 5"], ["x*y == 20"]])
    assert first == ("refuted", ["s0.0.0", "s0.0.1", "s0.0.2"]) and second[0] != "proved"


def told(types: dict[str, str], facts: list[str], steps: list[list[str]]) -> list[tuple[str, list[str]]]:
    chain = {
        "formal": 1,
        "id": "c",
        "vars": {name: {"type": kind, "means": name} for name, kind in types.items()},
        "facts": [{"id": f"p{i}", "kind": "given", "quote": "", "expr": one} for i, one in enumerate(facts)],
        "asks": [],
        "steps": [[{"role": "claim", "quote": "", "expr": said}] for said in steps],
    }
    judged = FormalJudge()([read_chain(chain)]).translations[0]
    return [(one.state.value, [d.id for s in one.statements for d in s.decisions]) for one in judged.steps]
