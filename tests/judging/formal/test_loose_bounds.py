"""A decimal that bounds, and leaves room for another unit of its last place, shows no value that was computed."""

from __future__ import annotations

from typing import Any

import pytest

from verifier.judging.formal.judge import FormalJudge
from verifier.language.read_chain import read_chain


@pytest.mark.parametrize(
    ("fact", "claim", "state", "loose"),
    [
        ("7*a > 1103", "a > 157.29", "open", ["157.29"]),  # 1103/7 is 157.571...
        ("7*a > 1103", "a > 157.57", "proved", []),
        ("7*a > 1103", "157.29 < a", "open", ["157.29"]),
        ("7*a > 1103", "157.57 < a", "proved", []),
        ("a**2 == 8 and a > 0", "a < 2.85", "open", ["2.85"]),
        ("a**2 == 8 and a > 0", "a <= 2.83", "proved", []),
        ("a**2 == 8 and a < 0", "a < -2.80", "open", ["2.80"]),
        ("a**2 == 8 and a < 0", "-2.83 < a and a < -2.82", "proved", []),
        ("a**2 == 8 and a < 0", "-2.84 <= a and a < -2.82", "open", ["2.84"]),
        ("7*a > 1103", "a > 157", "proved", []),  # whole numbers are loose on purpose
        ("a == 3", "7.5 > 2.5", "proved", []),  # and so are numbers that are compared
        ("a == 2.5", "a == 2.5", "proved", []),
    ],
)
def test_a_bound_that_its_digits_do_not_show_is_not_approved(
    fact: str, claim: str, state: str, loose: list[str]
) -> None:
    chain: dict[str, Any] = {
        "formal": 1,
        "id": "c",
        "vars": {"a": {"type": "real", "means": "a"}},
        "facts": [{"id": "p0", "kind": "given", "quote": "", "expr": fact}],
        "asks": [],
        "steps": [[{"role": "claim", "quote": claim, "expr": claim}]],
    }
    judged = FormalJudge()([read_chain(chain)], (claim,))
    told = [one.found for one in judged.doubts[0] if one.check == "bound looser than its digits"]
    assert judged.agreed[0].value == state
    assert told == [f"s0.0.0: {spelled} is no rounded bound" for spelled in loose]
