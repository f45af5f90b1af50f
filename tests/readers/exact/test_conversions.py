"""The table of conversions says what SymPy's units say, and a refutation needs two plain numbers."""

from __future__ import annotations

from itertools import permutations

import pytest
from sympy import Rational
from sympy.physics import units
from sympy.physics.units import convert_to

from verifier.mathtext.lexicon.measures import TABLE, factor
from verifier.pipeline.verify import verify

NAMED = {
    name: getattr(units, name)
    for name in ("second", "minute", "hour", "inch", "foot", "yard", "mile", "meter", "gram", "kilogram", "kilometer")
} | {"mm": units.mm, "cm": units.cm, "m": units.m, "km": units.km, "kg": units.kg, "g": units.g, "mg": units.milligram}
NAMED |= {
    "liter": units.liter,
    "ml": units.milliliter,
    "quart": units.quart,
    "millimeter": units.mm,
    "oz": units.pound / 16,
}


@pytest.mark.parametrize("measured", TABLE)
def test_the_table_agrees_with_the_units_of_sympy(measured: dict[str, int]) -> None:
    for a, b in permutations([name for name in measured if name in NAMED], 2):
        found = factor(frozenset({a}), frozenset({b}))
        if measured[a] == measured[b]:
            assert found == 1
        else:
            theirs = convert_to(NAMED[a], NAMED[b]) / NAMED[b]
            assert found is not None and Rational(found.numerator, found.denominator) == theirs, (a, b)


def test_no_unit_stands_in_two_tables() -> None:
    everything = [name for measured in TABLE for name in measured]
    assert len(everything) == len(set(everything))


@pytest.mark.parametrize("text", ["So 3 feet = 31 inches.", "So $7 = 690 cents.", "So 4 pounds = 63 ounces."])
def test_a_wrong_conversion_is_refuted(text: str) -> None:
    assert verify("", [text], lean="off").steps[0].correct is False


@pytest.mark.parametrize(
    "text",
    [
        "So 3 feet = 3 inches.",
        "So 90 minutes / 60 = 1.5 hours.",
        "So 2 hours * 60 = 130 minutes.",
        "So 1 week = 5 days.",
    ],
)
def test_what_may_be_meant_otherwise_is_not(text: str) -> None:
    assert verify("", [text], lean="off").steps[0].correct is not False
