"""The engine of formulas on statements whose truth facts tell, by every construct: none wrong, and most decided."""

from __future__ import annotations

import random

import pytest
from benchmarks.told_statements import KINDS, chain, drawn

from verifier.judging.agreeing.judge import FormalJudge
from verifier.judging.decide import formal_judge
from verifier.kernel.verdict import Proved, Refuted, Verdict

SOMETIMES = {
    *("number that exists", "least whole number", "letter in an exponent", "exponential equation"),
    *("sum with a letter in its end", "sum or product by induction", "growth by induction", "recurrence"),
    *("angles between bounds", "degrees"),
}
"""Kinds of which only some statements are decided, or none."""


def verdict(judge: FormalJudge, statement: str, letters: dict[str, object], facts: list[str]) -> Verdict:
    [judged] = judge([chain(letters, facts, statement)]).translations
    [one] = judged.steps[0].statements[0].decisions
    return one.verdict


@pytest.mark.parametrize("kind", KINDS)
def test_what_follows_is_proved_and_what_facts_make_false_is_refuted(kind: str) -> None:
    chance, judge = random.Random(7), formal_judge()
    for _ in range(2):
        letters, facts, true, false = drawn(kind, chance)
        found = verdict(judge, true, letters, facts), verdict(judge, false, letters, facts)
        assert not isinstance(found[0], Refuted) and not isinstance(found[1], Proved), (true, false, facts)
        if kind not in SOMETIMES:
            assert isinstance(found[0], Proved) and isinstance(found[1], Refuted), (true, false, facts)


@pytest.mark.parametrize(
    ("facts", "said", "holds"),
    [
        (["m == diff(x**2, x)", "x == 3"], "x == 3", True),  # what is derived by a letter with a value loses nothing
        (["x - 3 != 0"], "x != 3", True),
        (["x - 3 != 0"], "x == 3", False),
        (["is_min(m, (a + b)*(1/a + 1/b), (a in Real, b in Real), a > 0 and b > 0)"], "m > 4", None),
    ],
)
def test_no_word_is_lost_and_none_is_added(facts: list[str], said: str, holds: bool | None) -> None:
    letters: dict[str, object] = {"x": {"type": "real"}, "m": {"type": "real"}}
    found = verdict(formal_judge(), said, letters, facts)
    assert isinstance(found, Proved if holds else Refuted) if holds is not None else not isinstance(found, Proved)
