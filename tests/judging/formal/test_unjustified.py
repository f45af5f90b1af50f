"""What does not follow by several translations: a finding, where they agree on it and on what is asked."""

from __future__ import annotations

from typing import Any

import pytest

from verifier.judging.judgements.judgement import FormalFinding
from verifier.language.read_chain import read_chain
from verifier.pipeline.verify import verify_formal
from verifier.records.recheck import recheck
from verifier.records.record import record as formal_record

PROBLEM = "Sam and Kim have 10 pens. Ana has 4 pens. How many pens do Ana and her twin have, who has as many as Ana?"
TEXT = "Sam has 7 pens."


def translation(a: str, b: str, says: str, more: str = "") -> Any:
    def of(name: str, words: str) -> dict[str, str]:
        return {"type": "count", "means": words, "unit": "pen"}

    names = {a: of(a, "pens of Sam"), b: of(b, "pens of Kim"), "ana": of("ana", "pens of Ana")}
    facts = [
        {"id": "p0", "kind": "given", "quote": "Sam and Kim have 10 pens", "expr": f"{a} + {b} == 10"},
        {"id": "p1", "kind": "given", "quote": "Ana has 4 pens", "expr": "ana == 4"},
    ]
    extra = [{"id": "p2", "kind": "model", "quote": "Sam and Kim have 10 pens", "expr": more}] if more else []
    return read_chain(
        {
            "formal": 1,
            "id": "one",
            "problem": PROBLEM,
            "steps_text": [TEXT],
            "vars": names,
            "facts": [*facts, *extra],
            "asks": ["2*ana"],
            "steps": [[{"role": "claim", "quote": TEXT, "expr": says}]],
        }
    )


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (("sam", "kim", "sam == 7"), ("s", "k", "s == 7", "s <= 10"), FormalFinding.UNJUSTIFIED),
        (("sam", "kim", "sam == 7"), ("s", "k", "s == 8"), None),
        (("sam", "kim", "sam == 7"), ("s", "k", "s == 7", "s == 7"), None),
    ],
)
def test_a_step_is_unjustified_where_translations_agree_that_it_does_not_follow(
    first: tuple[str, ...], second: tuple[str, ...], expected: FormalFinding | None
) -> None:
    [judged] = verify_formal([translation(*first), translation(*second)], trust="agreeing")
    [step] = judged.steps
    assert (step.correct, step.finding) == (None, expected)
    record = formal_record(judged)
    assert record["steps"][0]["finding"] == (None if expected is None else expected.value)
    assert not any(finding.wrong for finding in recheck([record]))


def test_one_translation_finds_nothing_unjustified() -> None:
    [judged] = verify_formal([translation("sam", "kim", "sam == 7")])
    assert judged.steps[0].finding is None
