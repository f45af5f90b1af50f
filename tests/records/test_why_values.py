"""Values are shown as people write them, where a decimal is exact and short; proofs keep their fractions."""

from __future__ import annotations

import json

import pytest

import verifier
from verifier.chain import Chain
from verifier.records.views.why import as_written, why


@pytest.mark.parametrize(
    ("spelled", "shown"),
    [("81/10", "8.1"), ("-1/8", "-0.125"), ("1/3", "1/3"), ("7", "7"), ("-12/5", "-2.4"), ("1/10000000", "1/10000000")],
)
def test_a_fraction_is_a_decimal_where_that_is_exact_and_short(spelled: str, shown: str) -> None:
    assert as_written(spelled) == shown


@pytest.mark.parametrize("text", ["sqrt(2)", "1/0", "1e9", "", "a/2", "1/2/3"])
def test_what_is_no_fraction_stays_as_it_is(text: str) -> None:
    assert as_written(text) == text


def test_a_refutation_shows_the_decimal_and_its_record_the_fraction() -> None:
    with verifier.Judge(lean="off") as judge:
        judged = judge(Chain.of("A pear costs 2.70.", ["Three cost 3 * 2.70 = 8.2."]))
    [claim] = judged.steps[0].claims
    assert "3·2.70 is 8.1" in why(claim)
    assert "8.1" not in json.dumps(verifier.record(judged)["steps"][0]["claims"][0]["certificate"])


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        ("So 91 is prime.", "91 = 7·13"),
        ("Then log_2 8 = 4.", "log₂(8) is about 3"),
        ("The gcd of 4 and 6 is 3.", "gcd(4, 6) is 2"),
        ("So 5 = 2 + 2.", "2 + 2 is 4"),
        ("Hence sqrt(2) + 1 > sqrt(6).", "the left side is about 2.41421, the right side is about 2.44949"),
        ("So 2 + 3 = 4 + 2.", "the left side is 5, the right side is 6"),
    ],
)
def test_a_refutation_is_explained_in_its_own_terms(step: str, reason: str) -> None:
    judged = verifier.verify("Compute.", [step], lean="off")
    assert f"refuted; {reason}" in why(judged.steps[0].claims[0])
