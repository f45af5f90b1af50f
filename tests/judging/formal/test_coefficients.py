"""Coefficients, and the degree, of a polynomial that has other letters are written out by these."""

from __future__ import annotations

from typing import Any

import pytest
from support.judged_statements import find_verdicts

from verifier.kernel.verdict import Independent, Proved, Refuted, Unknown

TYPES = {"a": "real", "c": "real", "z": "complex", "S": "set"}


def verdict(claim: str, *facts: str) -> Any:
    return find_verdicts(TYPES, facts, [claim])[0]


@pytest.mark.parametrize(
    ("claim", "kind"),
    [
        ("coeff(x**3 - 10*x**2 + 55*x - c, x, 0) == -c", Proved),
        ("coeff(x**3 - 10*x**2 + 55*x - c, x, 2) == -10", Proved),
        ("coeff(x**3 - 10*x**2 + 55*x - c, x, 2) == 10", Refuted),
        ("coeff((x - c)**3 + c*x/2, x, 1) == 3*c**2 + c/2", Proved),
        ("coeff((x - c)**3, x, 1) == 3*c", Independent),
        ("coeff(x**3 - c*x, x, 5) == 0", Proved),
        ("coeff(c*x**3 - c*x - c*x**3, x, 3) == 0", Proved),
        ("ForAll(u in Real, coeff(x**3 - u*x, x, 1) == -u)", Proved),
        ("coeff(z*x + 1, x, 1) == z", Proved),
        ("degree(x**3 - c*x, x) == 3", Proved),
        ("degree(c*x**3 + 2*x**2 - c*x**3, x) == 2", Proved),
        ("degree(x**3 - c*x, x) == 1", Refuted),
    ],
)
def test_they_are_what_the_letters_say(claim: str, kind: type) -> None:
    assert isinstance(verdict(claim), kind)


@pytest.mark.parametrize(
    "claim",
    [
        "degree(c*x**3 - c*x, x) == 3",  # where c is not 0
        "degree(c*x - c*x, x) == 0",
        "coeff(x/c, x, 1) == 1/c",
        "coeff(x*c/c, x, 1) == 1",
        "coeff(x**c, x, 1) == 0",
        "coeff(c*x + c**0, x, 0) == 1",
        "coeff(0.5*c*x, x, 1) == 0.5*c",
    ],
)
def test_what_may_be_undefined_or_rounded_stays_as_it_is(claim: str) -> None:
    assert isinstance(verdict(claim), Unknown)


def test_a_letter_that_a_fact_tells_by_a_coefficient_is_known() -> None:
    fact = "a == coeff((x + c)*(x - c), x, 0)"
    assert isinstance(verdict("a == -c**2", fact), Proved)
    assert isinstance(verdict("a == 4", fact, "c == 2"), Refuted)
    assert isinstance(verdict("a == -4", fact, "c == 2"), Proved)
