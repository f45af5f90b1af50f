"""What is computed from a rounded decimal is as near to that as its places tell, also where it is rounded again."""

from __future__ import annotations

import pytest

from verifier.judging.formal.judge import FormalJudge
from verifier.kernel.verdict import Proved, Reason, Refuted, Unknown
from verifier.language.read_chain import read_chain

WORDS = "about 3.34"


def verdict(claim: str, rounded: bool) -> object:
    statement = {"role": "claim", "quote": WORDS, "expr": claim, "rounded": [[6, 10]] if rounded else []}
    fields = {"formal": 1, "id": "c", "problem": "", "steps_text": [WORDS], "vars": {}, "facts": [], "asks": []}
    [judged] = FormalJudge()([read_chain({**fields, "steps": [[statement]]})], [WORDS]).translations
    return judged.steps[0].statements[0].decisions[0].verdict


@pytest.mark.parametrize(
    "claim", ["about(3.34*300, 1004, 0)", "about(3.34*300, 990, -1)", "about(3.34*300, 1003.5, 1)"]
)
def test_nobody_is_accused_by_places_that_were_rounded_away(claim: str) -> None:
    found = verdict(claim, rounded=True)
    assert isinstance(found, Unknown) and found.reason is Reason.ROUNDED
    assert isinstance(verdict(claim, rounded=False), Refuted)


def test_what_it_is_rounded_to_holds_either_way() -> None:
    for rounded in (True, False):
        assert isinstance(verdict("about(3.34*300, 1000, -1)", rounded), Proved)
