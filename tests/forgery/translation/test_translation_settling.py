"""Two translations that agree on what the text does not say: what they agree on settles nothing wrong.

``agreeing/`` holds ``"why"``; the text; ``"translations"``, which a forger made to agree, though they have other
names and another order; and ``"held"``, the steps that must stay open under ``--trust agreeing`` (or may be called
incorrect, since what they say is, with ``"incorrect_is_right"``). A new trick is a new file.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from verifier.chain import Chain
from verifier.language.read_chain import read_chain
from verifier.pipeline.verify import verify_formal

HERE = Path(__file__).parent / "agreeing"
TRICKS = sorted(path.stem for path in HERE.iterdir())


def settled(case: dict[str, Any]) -> dict[int, bool]:
    """Return what the steps that must stay open are settled as."""
    chain = Chain.of(case["problem"], case["steps"], "trick", case.get("answer"))
    apart = [{"kind": "model", "temperature": 0.7, "request": str(i)} for i in range(2)]
    formal = [
        read_chain({"formal": 1, "id": "trick", "by": by, **one})
        for by, one in zip(apart, case["translations"], strict=True)
    ]
    [judged] = verify_formal(formal, chain, trust="agreeing")
    right = [None, False] if case.get("incorrect_is_right") else [None]
    return {i: step.correct for i, step in enumerate(judged.steps) if i in case["held"] and step.correct not in right}


OPEN = {
    "answer_of_a_quantity_made_up",
    "claim_as_goal",
    "claim_of_a_fresh_name",
    "count_of_nothing",
    "referent_exchanged",
    "relation_turned",
    "retraction_left_out",
    "supposition_left_out",
    "two_quantities_for_one",
}
"""Tricks that still settle what they must not. One that is held now is taken out of here."""


@pytest.mark.parametrize(
    "trick", [pytest.param(one, marks=pytest.mark.xfail(strict=True)) if one in OPEN else one for one in TRICKS]
)
def test_translations_that_agree_on_a_trick_settle_nothing(trick: str) -> None:
    case = json.loads((HERE / f"{trick}.json").read_text("utf-8"))
    assert case["why"] and case["held"] and len(case["translations"]) == 2
    assert settled(case) == {}


def test_there_are_many_tricks() -> None:
    assert len(TRICKS) >= 60 and set(TRICKS) >= OPEN


def test_what_is_translated_honestly_is_settled() -> None:
    """The tricks would be held by a judge that settles nothing; this one does."""
    case = json.loads((HERE / "number_repaired.json").read_text("utf-8"))
    case["steps"] = ["So 12 * 5 = 60 eggs are laid."]
    for one in case["translations"]:
        one["steps"][0][0]["quote"] = case["steps"][0]
    assert settled(case) == {0: True}
    case["steps"] = ["So 12 * 5 = 70 eggs are laid."]
    for one in case["translations"]:
        text = json.dumps(one["steps"]).replace("60", "70")
        one["steps"] = json.loads(text)
    assert settled(case) == {0: False}
