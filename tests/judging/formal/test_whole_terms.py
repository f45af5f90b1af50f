"""What divides numbers that linear equations write by whole ones, and nothing of those that they do not."""

from __future__ import annotations

from typing import Any

import pytest
from support.judged_statements import find_verdicts

from verifier.kernel.verdict import Independent, Proved, Refuted, Unknown

HALF = ["m == (x + y)/2", "m in Int"]
ROUND = ["a == 11", "a == (p + q)/2", "m == (q + r)/2", "n == (r + s)/2", "m in Int", "n in Int", "s == p + r - q"]


def verdict(facts: list[str], claim: str) -> Any:
    return find_verdicts(dict.fromkeys("amnpqrsxy", "real"), facts, [claim])[0]


@pytest.mark.parametrize(
    ("facts", "claim", "kind"),
    [
        (HALF, "divides(2, x + y)", Proved),
        (HALF, "divides(2, x + y + 1)", Refuted),
        (HALF, "congruent(x + y, 0, 2)", Proved),
        (HALF, "is_int((3*x + 3*y)/2)", Proved),
        (ROUND, "divides(2, q + r)", Proved),
        (ROUND, "divides(2, p + q)", Proved),
        (ROUND, "divides(2, q + 2*r + s)", Proved),
        (ROUND, "divides(2, q + 2*r + s + 1)", Refuted),
        (ROUND, "is_int(q - s)", Proved),
    ],
)
def test_whole_letters_tell_what_divides_what_is_made_of_them(facts: list[str], claim: str, kind: type) -> None:
    assert isinstance(verdict(facts, claim), kind)


@pytest.mark.parametrize(
    ("facts", "claim"),
    [
        (HALF, "divides(4, x + y)"),
        (HALF, "divides(2, x)"),
        (HALF, "divides(2, x - y)"),
        (HALF[:1], "divides(2, x + y)"),
        (ROUND, "divides(2, p + r)"),
        (ROUND, "is_int(q)"),
        (["m == (x + y)/3", "m in Int"], "divides(2, x + y)"),
        (["2*m == 3*x", "m in Int"], "is_int(x)"),
        (["m == x*y", "m in Int"], "divides(2, 2*x)"),
    ],
)
def test_of_what_is_not_whole_nothing_is_shown(facts: list[str], claim: str) -> None:
    assert isinstance(verdict(facts, claim), Independent | Unknown)
