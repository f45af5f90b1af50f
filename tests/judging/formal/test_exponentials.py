"""Powers of e with imaginary exponents, and sums of numbers that are not rational, against floating point."""

from __future__ import annotations

import cmath
import math
import random

import pytest
from support.judged_statements import find_verdicts

from verifier.kernel.verdict import Proved, Refuted, Unknown


def test_products_of_numbers_on_the_unit_circle_are_never_judged_wrong() -> None:
    dice, decided = random.Random(7), 0
    for _ in range(40):
        turns = [(dice.randint(-6, 6), dice.choice((2, 3, 4, 5, 6))) for _ in range(3)]
        power = dice.randint(2, 12)
        written = [f"exp({a}*pi*I/{b})" if dice.random() < 0.5 else f"e**({a}*pi*I/{b})" for a, b in turns]
        true = power * turns[0][0] / turns[0][1] + turns[1][0] / turns[1][1]
        told = dice.choice((true, turns[2][0] / turns[2][1]))
        right = f"exp({round(told * 60)}*pi*I/60)"
        holds = abs(cmath.exp(1j * math.pi * true) - cmath.exp(1j * math.pi * told)) < 1e-9
        [found] = find_verdicts({}, [], [f"({written[0]})**{power}*{written[1]} == {right}"])
        assert not isinstance(found, Refuted if holds else Proved), (written, power, right)
        decided += not isinstance(found, Unknown)
    assert decided >= 35


@pytest.mark.parametrize(
    ("claim", "kind"),
    [
        ("a**5 == 1", Proved),
        ("b**17 == 1", Proved),
        ("b**16 == b**-1", Proved),
        ("b**16 == b", Refuted),
        ("a*b == b*a", Proved),
        ("a + b == 1", Refuted),
        ("a == 1", Refuted),
    ],
)
def test_a_letter_that_is_such_a_number_has_a_model(claim: str, kind: type) -> None:
    facts = ["a == e**(4*pi*I/5)", "b == exp(2*pi*I/17)"]
    [found] = find_verdicts({"a": "complex", "b": "complex"}, facts, [claim])
    assert isinstance(found, kind)


def test_a_letter_called_e_is_no_base() -> None:
    [found] = find_verdicts({"e": "real"}, ["e == 2"], ["e**(pi*I) == -1"])
    assert isinstance(found, Unknown)


def test_a_term_that_is_undefined_leaves_a_sum_undecided() -> None:
    assert isinstance(find_verdicts({}, [], ["Sum(1/sqrt(k), k, 0, 3) > 1"])[0], Unknown)


@pytest.mark.parametrize("claim", ["x > 4", "x == exp(sqrt(2))", "ForAll(t in Real, e**sin(t) > 0)"])
def test_powers_of_e_with_other_real_exponents(claim: str) -> None:
    [found] = find_verdicts({"x": "real"}, ["x == e**sqrt(2)"], [claim])
    assert isinstance(found, Proved)
