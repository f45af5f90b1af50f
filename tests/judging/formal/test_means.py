"""The mean of numbers that are written out is their sum divided by how many there are."""

from __future__ import annotations

from typing import Any

import pytest
from support.judged_statements import find_verdicts

from verifier.kernel.verdict import Independent, Proved, Refuted, Unknown


def verdict(facts: list[str], claim: str, kind: str = "real") -> Any:
    return find_verdicts(dict.fromkeys("abc", kind), facts, [claim])[0]


AGES = ["a == 2*b", "a == c - 4", "mean([a, b, c]) == 13"]


@pytest.mark.parametrize(
    ("facts", "claim", "kind"),
    [
        ([], "mean([a, b, c]) == (a + b + c)/3", Proved),
        ([], "ForAll((x in Real, y in Real), mean([x, y]) == (x + y)/2)", Proved),
        ([], "ForAll((x in Real, y in Real), mean([x, y]) == (x + y)/3)", Refuted),
        (AGES, "b == 7", Proved),
        (AGES, "b == 8", Refuted),
        (AGES, "c == 18", Proved),
        (["mean([a, b]) == 4", "a == 3"], "c == 5", Independent),
        ([], "mean([1, 2, 6]) == 3", Proved),
        ([], "mean([1, 2, 6]) == 4", Refuted),
    ],
)
def test_a_mean_is_a_quotient(facts: list[str], claim: str, kind: type) -> None:
    assert isinstance(verdict(facts, claim), kind)


@pytest.mark.parametrize("claim", ["mean([]) == 0", "mean([1/a, a]) == mean([1/a, a])", "mean([[1, 2], [3, 4]]) == 2"])
def test_a_mean_of_what_may_be_no_number_is_not_taken_for_one(claim: str) -> None:
    assert isinstance(verdict([], claim), Unknown)


def test_a_mean_of_complex_numbers_is_left_alone() -> None:
    assert isinstance(verdict([], "mean([a, b]) == (a + b)/2", "complex"), Unknown)
