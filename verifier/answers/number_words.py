"""Numbers written as words, and units of measure that are multiples of each other."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Final

from verifier.answers.forms.unit_words import MODIFIERS
from verifier.kernel.expr import Const, Expr, Head, Int, Node
from verifier.language.linting.number_words import ONES, TEENS, TENS
from verifier.mathtext.lexicon import words

_SMALL: Final = {word: number for number, word in enumerate(("zero", *ONES, *TEENS))}
_TENS: Final = {word: 10 * number for number, word in enumerate(TENS, 2)}
_LARGE: Final = {"thousand": 10**3, "million": 10**6, "billion": 10**9}
_PARTS: Final = {"half": 2, "third": 3, "fourth": 4, "quarter": 4, "fifth": 5, "sixth": 6, "eighth": 8, "tenth": 10}

_TIMES: Final = {
    "hundred": 100,
    "thousand": 10**3,
    "million": 10**6,
    "billion": 10**9,
    "trillion": 10**12,
    "lakh": 10**5,
    "crore": 10**7,
    "dozen": 12,
}
_CHANGES: Final = (
    frozenset(("couple", "dime", "gross", "half", "k", "nickel", "one", "penny", "quarter", "score", "ten"))
    | frozenset(("third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "hundredth", "thousandth"))
    | frozenset(("am", "pm", "fold", "double", "triple", "factorial", "squared", "cubed", "percentage", "times"))
    | frozenset(("st", "nd", "rd", "th", "pair"))
)
"""Words that stand like a unit and change the number before them, or may."""

_SCALES: Final[dict[str, dict[str, Fraction]]] = {
    "length": {
        **dict.fromkeys(("mm", "millimeter", "millimetre"), Fraction(1, 1000)),
        **dict.fromkeys(("cm", "centimeter", "centimetre"), Fraction(1, 100)),
        **dict.fromkeys(("m", "meter", "metre"), Fraction(1)),
        **dict.fromkeys(("km", "kilometer", "kilometre"), Fraction(1000)),
        **dict.fromkeys(("in", "inch"), Fraction(254, 10000)),
        **dict.fromkeys(("ft", "foot", "feet"), Fraction(3048, 10000)),
        **dict.fromkeys(("yd", "yard"), Fraction(9144, 10000)),
        "mile": Fraction(1609344, 1000),
    },
    "time": {
        **dict.fromkeys(("s", "sec", "second"), Fraction(1)),
        **dict.fromkeys(("min", "minute"), Fraction(60)),
        **dict.fromkeys(("h", "hr", "hour"), Fraction(3600)),
        "day": Fraction(86400),
        "week": Fraction(7 * 86400),
    },
    "months": {
        **dict.fromkeys(("month", "mo"), Fraction(1)),
        **dict.fromkeys(("year", "yr"), Fraction(12)),
        "decade": Fraction(120),
        "century": Fraction(1200),
    },
    "weight": {**dict.fromkeys(("ounce", "oz"), Fraction(1)), **dict.fromkeys(("pound", "lb"), Fraction(16))},
    "volume": {
        "cup": Fraction(1),
        "pint": Fraction(2),
        "quart": Fraction(4),
        **dict.fromkeys(("gallon", "gal"), Fraction(16)),
    },
    "liters": {
        **dict.fromkeys(("ml", "milliliter"), Fraction(1)),
        **dict.fromkeys(("l", "liter"), Fraction(1000)),
    },
    "angle": {"degree": Fraction(1)},
    "mass": {
        **dict.fromkeys(("mg", "milligram"), Fraction(1, 1000)),
        **dict.fromkeys(("g", "gram"), Fraction(1)),
        **dict.fromkeys(("kg", "kilogram"), Fraction(1000)),
    },
    "money": {"usd": Fraction(1), "dollar": Fraction(1), "cent": Fraction(1, 100)},
}
"""Units by what they measure, each as a multiple of one of them; exact by definition (NIST SP 811)."""

_OTHER_UNITS: Final[dict[str, tuple[float, ...]]] = {
    "time": (8, 5, 30, 365, 12, 52, 24 * 30, 4),
    "months": (4, 52, 365, 366, 30, 31, 28, 29, 26, 24, 720, 8760, 5, 2),
    "weight": (2000, 2240, 2.2046, 28.35, 453.6, 35.27, 14, 0.4536, 907, 100, 1.25),
    "volume": (231, 3.785, 0.2642, 8, 128, 32, 48, 768, 3, 1.057, 4.54, 2.11, 236.6, 0.473, 1.2, 7.48, 42, 568, 237),
    "liters": (100, 10, 3.785, 1.057, 4.54, 2.11, 33.8, 29.57, 4.2, 28.3, 28317, 61, 1e6, 10**9),
    "angle": (60, 90, 360, 3600, 180, 57.2958, 1.8, 400 / 360, 6400 / 360),
    "length": (1.609, 3.281, 39.37, 1.094, 8, 220, 6, 3.7, 1.852, 9.46e15),
    "mass": (2.2046, 28.35, 453.6, 35.27, 1000, 907),
    "money": (5, 10, 25, 50, 20, 1000, 10**6, 10**9),
}
"""What a number is nearly multiplied by when a unit is changed for one that is not in the table."""

_POWERS: Final = {"square": 2, "cubic": 3, "2": 2, "3": 3}
_SHORT: Final = {"mph": ("mile", "per", "hour"), "kph": ("km", "per", "hour"), "kmph": ("km", "per", "hour")}

_LAND: Final = frozenset(Fraction(n) ** sign for n in (640, 4840, 43560, 231) for sign in (1, -1))
"""Acres in a square mile, square yards and feet in an acre, cubic inches in a gallon."""


def in_words(text: str) -> tuple[Expr, frozenset[str]] | None:
    """Return the number that words spell, with the units that follow it; None where they spell none."""
    if text[:1].isdigit() or text[:1] in ("\\", "("):
        return None
    found = text.lower().replace("-", " ").split()
    total = current = used = 0
    for place, word in enumerate(found[:20]):
        value = _SMALL.get(word, _TENS.get(word, -1))
        if value >= 0 and _fits(current, value) and not (place and value == 0):
            current, used = current + value, place + 1
        elif word == "hundred" and 0 < current < 10:
            current, used = current * 100, place + 1
        elif word in _LARGE and current and (not total or total > current * _LARGE[word]):
            total, current, used = total + current * _LARGE[word], 0, place + 1
        elif not (word == "and" and place and current % 100 == 0):
            break
    rest = found[used:]
    if not used or len(rest) > 3:
        return None
    part = _PARTS.get(rest[0] if rest[0] == "half" else rest[0].removesuffix("s")) if rest else None
    if part is not None and len(rest) == 1 and not total:
        return Node(Head.DIV, (Int(current), Int(part))), frozenset()
    if not all(words.may_be_unit(word) for word in rest):
        return None
    return Int(total + current), frozenset(words.lemma(word) for word in rest)


def scaled(term: Expr, units: frozenset[str]) -> tuple[Expr, frozenset[str]] | None:
    """Return a number and its units, with words that multiply it (``3 million``) taken into the number; None where a
    word changes it in a way that is not known (``3 halves``, ``5 factorial``)."""
    if not units:
        return term, units
    if units & _CHANGES or ("per" in units and units & _TIMES.keys()):
        return None
    if units in (frozenset({"percent"}), frozenset({"per", "cent"})):
        return Node(Head.PERCENT, (term,)), frozenset()
    for word in sorted(units & _TIMES.keys()):
        term = Node(Head.MUL, (term, Int(_TIMES[word])))
    if "pi" in units:
        if units - {"pi"} and units - {"pi"} <= MODIFIERS:
            return None  # squared
        term = Node(Head.MUL, (term, Const("pi")))
    return term, units.difference(_TIMES, {"pi"})


def _fits(current: int, value: int) -> bool:
    """Whether ``value`` may follow what was said of a group of three digits: ``twenty five``, not ``five twenty``."""
    below = current % 100
    return below == 0 or (below >= 20 and below % 10 == 0 and 0 < value < 10)


def scale(units: frozenset[str]) -> tuple[str, Fraction] | None:
    """Return what a unit measures and how large it is, None for what is in no table."""
    names, raised = units - _POWERS.keys(), [_POWERS[word] for word in units & _POWERS.keys()]
    if len(names) != 1 or len(raised) > 1:
        return None
    unit, mark, exponent = next(iter(names)).partition("^")
    found = next(((kind, table[unit]) for kind, table in _SCALES.items() if unit in table), None)
    if mark:
        raised.append(_POWERS.get(exponent, 0))
    if not raised or found is None:
        return found
    power = raised[0] if len(raised) == 1 and found[0] == "length" else 0
    return (f"length^{power}", found[1] ** power) if power else None


@cache
def factors(kind: str) -> frozenset[Fraction]:
    """Return what a number may be multiplied by when its unit is changed for another of the same kind. Raises: KeyError
    on a kind that ``scale`` does not name."""
    plain, _, power = kind.partition("^")
    sizes = _SCALES[plain].values()
    found = frozenset((a / b) ** int(power or 1) for a in sizes for b in sizes if a != b)
    return found | _LAND if power else found


def may_convert(kind: str, ratio: Fraction) -> bool:
    """Return whether a number may be another one, so many times as large, in another unit of the same kind."""
    plain, _, power = kind.partition("^")
    near = [factor ** int(power or 1) for factor in _OTHER_UNITS.get(plain, ())]
    size = abs(float(ratio))
    return ratio in factors(kind) or any(abs(x - size) < size / 50 for one in near for x in (one, 1 / one))


def spelled_out(units: frozenset[str]) -> frozenset[str]:
    """Return units under one name each: those of ``60 mph`` are those of ``60 miles per hour``."""
    parts = [part for unit in units for part in _SHORT.get(unit, (unit,))]
    return frozenset(
        next((f"{kind} {table[part]}" for kind, table in _SCALES.items() if part in table), part) for part in parts
    )
