"""What is told as known accuses where every other translation knows it too, and the chain does not conclude it."""

from __future__ import annotations

from typing import Any

import pytest

from verifier.judging.decide import formal_judge
from verifier.language.formal_chain import FormalChain
from verifier.language.read_chain import read_chain

PROBLEM = "A fair has 9 rides, one for each day."
STEPS = ["It lasts 9 days.", "So the fair takes 30 + 9 = 40 tickets.", "A fair has 31 tickets for a child."]


def translated(known: str, claims: list[str], kind: str = "known", last: str = "child == 31") -> FormalChain:
    names = {name: {"type": "real", "means": name} for name in ("child", "rides", "days", "all")}
    facts: list[dict[str, Any]] = [
        {"id": "p0", "kind": "given", "quote": "A fair has 9 rides", "expr": "rides == 9"},
        {"id": "p1", "kind": "given", "quote": "one for each day", "expr": "days == rides"},
        {"id": "p2", "kind": kind, "quote": "A fair has", "expr": known},
        {"id": "p3", "kind": "model", "quote": "A fair has 9 rides", "expr": "all == child + rides"},
    ]
    said = [[("It lasts 9 days", ["days == 9"])], [("the fair takes 30 + 9 = 40 tickets", claims)]]
    said.append([("A fair has 31 tickets for a child", [last])])
    steps = [[{"role": "claim", "quote": quote, "expr": expr} for quote, expr in one] for one in said]
    return read_chain(
        {
            "formal": 1,
            "id": "c",
            "problem": PROBLEM,
            "steps_text": STEPS,
            "vars": names,
            "facts": facts,
            "asks": [],
            "steps": steps,
        }
    )


ALL = ["all == 40"]
KNOWN = "child + days == 39"


@pytest.mark.parametrize(
    ("first", "second", "state"),
    [
        (translated(KNOWN, ALL), translated("39 - days == child", ALL), "refuted"),
        (translated(KNOWN, ALL), translated("child + days == 38", ALL), "open"),
        (translated(KNOWN, ALL, "given"), translated(KNOWN, ["all == 40", "40 == all"], "given"), "open"),
        (translated(KNOWN, ALL, last=KNOWN), translated("39 - days == child", ALL), "open"),
        (translated(KNOWN, [*ALL, "30 + 9 == 40"], "given"), translated(KNOWN, [*ALL, "30 + 9 == 40"]), "refuted"),
    ],
    ids=["both know it", "they know otherwise", "words do not say it", "the chain says it", "false without it"],
)
def test_what_is_known_to_all_may_accuse(first: FormalChain, second: FormalChain, state: str) -> None:
    for chains in ([first, second], [second, first]):
        judged = formal_judge()(chains, STEPS)
        assert judged.agreed[1].value == state
        if state == "open" and all(one.steps[1].state.value == "refuted" for one in judged.translations):
            told = {one.check for one in judged.doubts[1]}
            assert told <= {"conclusion among the facts"}


def test_one_translation_alone_has_nobody_to_bear_it_out() -> None:
    judged = formal_judge()([translated(KNOWN, ALL)], STEPS)
    assert judged.agreed[1].value == "open"
    assert {one.check for one in judged.doubts[1]} == {"conclusion among the facts"}
