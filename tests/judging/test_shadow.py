"""The shadow: deciding the formal chain of a text agrees with the judge of texts, and spares what may be otherwise."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.sizes import sized

from verifier.chain import Chain
from verifier.judging.judge import Judge
from verifier.judging.shadow import Becomes, differences, of_decided, shadow
from verifier.kernel.verdict import Reason, Unknown

TESTS = Path(__file__).parents[1]


def becomes(problem: str, *steps: str) -> list[Becomes]:
    """What becomes of each step by deciding the formal chain."""
    return [of_decided(step) for step in shadow(Chain.of(problem, steps)).steps]


def golden() -> Iterator[Chain]:
    """Yield golden chains; in the short form each sixth."""
    rows = [
        (path.stem, json.loads(line))
        for path in sorted((TESTS / "golden").glob("*.jsonl"))
        for line in path.read_text("utf-8").splitlines()
    ]
    for name, row in rows[:: sized(6, 1)]:
        yield Chain.of(row.get("problem", ""), row["steps"], f"{name}: {row['name']}")


def test_no_golden_chain_is_decided_oppositely() -> None:
    with Judge(lean="off") as judge:
        found = [(chain.id, one) for chain in golden() for one in differences(judge(chain), shadow(chain))]
    assert [(id, str(one)) for id, one in found if one.opposite] == []
    assert len(found) < 60, "deciding differs in few places"


@pytest.mark.parametrize(
    ("problem", "steps", "expected"),
    [
        ("Solve 3x = 2 for x.", ["So x = 0.67.", "So 6x = 4.02."], [Becomes.CORRECT, Becomes.OPEN]),
        ("Solve 3x = 20 for x.", ["So x = 7."], [Becomes.OPEN]),
        ("Solve 3x = 20 for x.", ["So x = 12."], [Becomes.INCORRECT]),
        ("", ["x/x = 1 for all real x."], [Becomes.CHECKED]),
        ("Let f(x) = x^2 - 1.", ["f(x + 1) = x^2.", "f(2x) = 2x^2 - 1."], [Becomes.OPEN, Becomes.OPEN]),
        ("Solve 3x + 9 = 24.", ["Subtracting 9 from both sides, we get 3x = 15."], [Becomes.CORRECT]),
        ("Solve 3x + 9 = 24.", ["Adding 9 to both sides, we get 3x = 15."], [Becomes.CHECKED]),
        ("", ["Is 7 * 8 = 56?"], [Becomes.OPEN]),
        ("", ["For all $0 < x < \\pi$, $x/x = 1$."], [Becomes.OPEN]),
        ("Let $f(x) = x^2 + 1$.", ["So $f'(3) = 24$."], [Becomes.INCORRECT]),
    ],
)
def test_a_step_of_a_text_becomes(problem: str, steps: list[str], expected: list[Becomes]) -> None:
    assert becomes(problem, *steps) == expected


def test_a_statement_that_may_be_read_otherwise_is_spared_and_says_by_what() -> None:
    [step] = shadow(Chain.of("", ["It takes 2 * 3 = 360 minutes."])).steps
    [decision] = step.statements[0].decisions
    assert isinstance(decision.verdict, Unknown) and decision.verdict.reason is Reason.ALTERNATIVE
    assert decision.spared_by is not None and decision.spared_by.said is not None
    assert decision.spared_by.said.text == "2 * 3 * 60 == 360"


def test_one_changed_coefficient_is_refuted_and_more_is_not() -> None:
    one = becomes("", "Expanding, (x + 2)(x + 3) = x^2 + 5x + 6.", "Expanding, (x + 1)^3 = x^3 + 3x^2 + 5x + 1.")
    assert one == [Becomes.CORRECT, Becomes.INCORRECT]
