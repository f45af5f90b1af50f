"""Measures: exactly how many of one unit another one is.

Units of length, mass and volume: NIST Handbook 44, Appendix C (general tables of units of measurement); the metric
prefixes, the minute and the hour: SI Brochure, 9th edition, tables 7 and 8; the cent: 31 U.S.C. 5101. Left out on
purpose: days, weeks, months and years (a working day has eight hours), ounces beside cups, and whatever joins two
systems (miles beside kilometres), which is written rounded.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Final

TABLE: Final[tuple[dict[str, int], ...]] = (
    {"second": 1, "minute": 60, "hour": 3600},
    {"inch": 1, "foot": 12, "ft": 12, "yard": 36, "mile": 63360},
    {"mm": 1, "millimeter": 1, "cm": 10, "centimeter": 10, "centimetre": 10, "m": 1000, "meter": 1000}
    | {"km": 1_000_000, "kilometer": 1_000_000},
    {"mg": 1, "g": 1000, "gram": 1000, "kg": 1_000_000, "kilogram": 1_000_000},
    {"ounce": 1, "oz": 1, "pound": 16},
    {"ml": 1, "milliliter": 1, "liter": 1000},
    {"pint": 1, "quart": 2, "gallon": 8},
    {"cent": 1, "usd": 100},
)
"""How many of the first unit each unit is, by what they measure; units as lemmas."""

MONTHS: Final = {
    "january": 31, "march": 31, "april": 30, "june": 30, "july": 31, "august": 31, "september": 30, "october": 31,
    "november": 30, "december": 31,
}  # fmt: skip
"""How many days a month has, where it always has as many, and its name is no other word."""


TIMES: Final = frozenset(
    Fraction(a, b).numerator for units in TABLE for a in units.values() for b in units.values() if a > b and a % b == 0
)
"""How many of a finer unit a unit of the table may be."""


def akin(left: frozenset[str], right: frozenset[str]) -> bool:
    """Return whether a unit that one side alone names measures what a unit of both sides measures: feet and inches
    beside feet."""
    lone, shared = left ^ right, left & right
    return any(lone & units.keys() and shared & units.keys() for units in TABLE)


def factor(left: frozenset[str], right: frozenset[str]) -> Fraction | None:
    """Return how many of the right unit one of the left is, or of their powers; None where the table does not say."""
    if len(left) != 1 or len(right) != 1 or left == right:
        return None
    (a, power), (b, other) = (one.partition("^")[::2] for (one,) in (left, right))
    if power != other or power not in ("", "2", "3"):
        return None
    return next((Fraction(units[a], units[b]) ** int(power or 1) for units in TABLE if a in units and b in units), None)


COHERENT: Final = frozenset(
    ("m", "meter", "metre", "s", "sec", "second", "kg", "kilogram", "A", "ampere", "amp", "K", "kelvin", "mol", "mole",
     "N", "newton", "J", "joule", "W", "watt", "Pa", "pascal", "V", "volt", "ohm", "Ω", "C", "coulomb", "F", "farad",
     "T", "tesla", "Hz", "hertz", "Wb", "weber", "H", "henry", "per")
)  # fmt: skip
"""Units of the International System without a prefix: numbers of these may be put into each other's formulas."""

_ROOTS: Final = (
    "second",
    "meter",
    "metre",
    "gram",
    "newton",
    "joule",
    "watt",
    "volt",
    "hertz",
    "liter",
    "litre",
    "byte",
)


def coherent(units: Iterable[str], measures: frozenset[str]) -> bool:
    """Return whether numbers of these units may stand in one formula without a factor: of the International System, or
    of things that are counted. ``measures``: other units."""
    return all(unit.partition("^")[0] in COHERENT or _counted(unit, measures) for unit in units)


def _counted(unit: str, measures: frozenset[str]) -> bool:
    plain = unit.isalpha() and unit.islower() and unit not in measures
    return plain and (len(unit) > 3 or unit in ("do", "let")) and not unit.endswith(_ROOTS)
