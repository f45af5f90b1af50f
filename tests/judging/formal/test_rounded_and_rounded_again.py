"""What is computed from a rounded decimal is as near to that as its places tell, also where it is rounded again."""

from __future__ import annotations

import pytest
from support.judged_statements import find_verdicts

from verifier.judging.decide import formal_judge
from verifier.kernel.verdict import Proved, Reason, Refuted, Unknown
from verifier.language.read_chain import read_chain

WORDS = "about 3.34"


def verdict(claim: str, rounded: bool) -> object:
    statement = {"role": "claim", "quote": WORDS, "expr": claim, "rounded": [[6, 10]] if rounded else []}
    fields = {"formal": 1, "id": "c", "problem": "", "steps_text": [WORDS], "vars": {}, "facts": [], "asks": []}
    [judged] = formal_judge()([read_chain({**fields, "steps": [[statement]]})], [WORDS]).translations
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


@pytest.mark.parametrize(
    ("fact", "claim", "kind"),
    [
        ("x**2 == y", "x == 1.41 and y == 2", Unknown),  # the root of 2
        ("x == 100*y", "y == 0.3 and x == 33.3", Unknown),  # a third
        ("x == 3*y", "y == 0.67 and x == 2", Unknown),
        ("x - y == 1/3", "x == 2.33 and y == 2", Unknown),
        ("x**2 == y", "x == 1.41 and y == 3", Refuted),
        ("x == 2*y", "x == 3 and y == 2", Refuted),
    ],
)
def test_what_is_said_together_is_rounded_together(fact: str, claim: str, kind: type) -> None:
    assert isinstance(find_verdicts({"x": "real", "y": "real"}, [fact], [claim])[0], kind)


@pytest.mark.parametrize(
    ("words", "state"),
    [
        ("12 * 5 is about 100", "proved"),
        ("12 * 5, rounded to hundreds, is 100", "proved"),
        ("12 * 5 ≈ 100", "proved"),
        ("12 * 5 is 100", "open"),
        ("12 * 5, on linear ground, is through that 100", "open"),
    ],
)
def test_a_rounding_to_hundreds_is_told_by_a_word(words: str, state: str) -> None:
    statement = {"role": "claim", "quote": words, "expr": "about(12*5, 100, -2)"}
    fields = {"formal": 1, "id": "c", "problem": "", "steps_text": [words], "vars": {}, "facts": [], "asks": []}
    found = formal_judge()([read_chain({**fields, "steps": [[statement]]})], [words])
    assert found.agreed[0].value == state
    assert any(one.check == "rounding made up" for one in found.doubts[0]) is (state == "open")
