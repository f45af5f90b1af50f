"""Units: a quantity has a product of powers of words, and what is added or compared has one and the same.

Numerals and quantities without a unit are free: they take whatever unit their place wants. Dollars, hours and other
measures must agree. Words for things that are counted are looser, for a price a toy is often told as ``dollar``: they
clash only where both sides are one such word, bows beside gifts. A clash asks for a look, and accuses nobody.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from verifier.kernel.expr import COMPARISONS, Expr, Head, Int, Node, Sym
from verifier.language.formal_chain import FormalChain, Variable
from verifier.language.linting.findings import Code, Finding
from verifier.language.places import Place
from verifier.language.walk import expressions

Unit = Mapping[str, int]
"""The powers of words: miles an hour are ``{"mile": 1, "hour": -1}``."""

MAX_POWER: Final = 12
MEASURES: Final = frozenset(
    {
        *("dollar", "cent", "penny", "nickel", "dime", "euro", "pound", "peso", "rupee", "yen", "yuan", "$", "usd"),
        *("second", "minute", "hour", "day", "week", "month", "year", "decade", "century", "s", "min", "h", "hr"),
        *("meter", "metre", "kilometer", "kilometre", "centimeter", "millimeter", "mile", "yard", "foot", "inch"),
        *("m", "km", "cm", "mm", "ft", "kg", "g", "mg", "gram", "kilogram", "ounce", "ton", "lb", "oz"),
        *("liter", "litre", "milliliter", "gallon", "quart", "pint", "cup", "l", "ml", "tablespoon", "teaspoon"),
        *("degree", "radian", "deg", "rad", "mph", "watt", "joule", "newton", "volt", "acre"),
    }
)
"""The words of units that measure; every other one counts things."""

_EACH: Final = frozenset({"a", "an", "each", "every", "per"})
_RATES: Final = frozenset({"hourly", "daily", "weekly", "monthly", "quarterly", "yearly", "annual", "annually"})
"""Words of rates by the time."""

_PLURALS: Final = {
    **{"feet": "foot", "inches": "inch", "people": "person", "children": "child", "men": "man", "women": "woman"},
    **{"boxes": "box", "lunches": "lunch", "geese": "goose", "mice": "mouse", "knives": "knife", "loaves": "loaf"},
}
_FREE: Final = frozenset({"percent", "percentage", "ratio", "fraction", "%", "1"})
_DIGITS: Final = frozenset("23456789")
_POWERS: Final = {"square": 2, "cubic": 3, "squared": 2, "cubed": 3}
_ALIKE: Final = frozenset({*COMPARISONS, Head.ADD, Head.SUB, Head.MIN, Head.MAX, Head.ABOUT, Head.REM})
_KEPT: Final = frozenset({Head.NEG, Head.ABS, Head.FLOOR, Head.CEIL, Head.RE})


def unit(text: str) -> Unit | None:
    """Return the unit that a text such as ``miles per hour`` or ``square foot`` tells, or None where it tells none."""
    found: dict[str, int] = {}
    sign, power, last = 1, 1, ""
    for word in _words(text):
        if word in ("/", "per"):
            sign, power = -1, 1
        elif word in ("square", "cubic"):
            power = _POWERS[word]
        elif (exponent := _POWERS.get(word) or (int(word) if word in _DIGITS else 0)) and last:
            found[last] *= exponent
            last = ""
        elif word in _FREE:
            return None
        elif word not in ("*", "^", "-", "a", "an", "the", "of", "each", "every"):
            last = singular(word)
            found[last] = found.get(last, 0) + sign * power
            power = 1
    told = {word: power for word, power in found.items() if power}
    return told or None


def _words(text: str) -> list[str]:
    spaced = "".join(f" {char} " if char in "/*^()-%" or char in _DIGITS else char for char in text.lower())
    return spaced.replace("(", " ").replace(")", " ").split()


def singular(word: str) -> str:
    """Return a word without the s of its plural."""
    if word in _PLURALS:
        return _PLURALS[word]
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 2 else word


def dimensions(chain: FormalChain) -> Iterator[Finding]:
    """Yield sums and comparisons of quantities whose units are told and differ."""
    for one in clashes_of(chain):
        yield Finding(Code.DIMENSIONS, one.place, str(one))


@dataclass(frozen=True, slots=True)
class Clash:
    """Two units that are added or compared in an expression, and cannot be those of one quantity."""

    place: Place
    first: Unit
    second: Unit
    text: str

    def __str__(self) -> str:
        return f"{shown(self.first)} beside {shown(self.second)} in {self.text[:80]}"


def clashes_of(chain: FormalChain) -> Iterator[Clash]:
    """Yield the first clash of units in each expression of a chain."""
    told = {name: unit(one.unit) for name, one in chain.variables.items() if one.unit and not _is_rate(one)}
    units = {name: one for name, one in told.items() if one is not None}
    for place, one in expressions(chain) if units else ():
        found: list[tuple[Unit, Unit]] = []
        if one.expr is not None:
            _unit_of(one.expr, units, found)
        if found:
            yield Clash(place, *found[0], one.text)


def shown(of: Unit) -> str:
    """Return a unit as text: ``mile/hour``."""
    above = "*".join(_power(word, power) for word, power in of.items() if power > 0)
    below = "".join(f"/{_power(word, -power)}" for word, power in of.items() if power < 0)
    return f"{above or '1'}{below}"


def _power(word: str, power: int) -> str:
    return word if power == 1 else f"{word}**{power}"


def _is_rate(quantity: Variable) -> bool:
    """Whether a quantity is by its meaning one for each hour, day or the like, and its unit does not say so."""
    if "/" in quantity.unit or "per" in quantity.unit.split():
        return False
    words = [singular(word.strip(".,;:()")) for word in quantity.means.lower().split()]
    each = any(one in _EACH and other in MEASURES for one, other in pairwise(words))
    return each or not _RATES.isdisjoint(words)


def _unit_of(expr: Expr, units: Mapping[str, Unit], clashes: list[tuple[Unit, Unit]]) -> Unit | None:
    """The unit of an expression, None where it is free; what clashes on the way goes to ``clashes``."""
    if isinstance(expr, Sym):
        return units.get(expr.name)
    if not isinstance(expr, Node):
        return None
    if expr.letters:
        bound = {letter.name for letter in expr.letters}
        units = {name: one for name, one in units.items() if name not in bound}
    return _combined(expr, [_unit_of(arg, units, clashes) for arg in expr.args], clashes)


def _combined(expr: Node, known: list[Unit | None], clashes: list[tuple[Unit, Unit]]) -> Unit | None:
    match expr.head, known:
        case ((Head.MUL | Head.DIV), [first, second]) if first is not None and second is not None:
            return _product(first, second, 1 if expr.head is Head.MUL else -1)
        case Head.POW, [first, _] if first is not None:
            times = expr.args[1].value if isinstance(expr.args[1], Int) else 0
            return {word: power * times for word, power in first.items()} if 0 < times <= MAX_POWER else None
        case head, [first] if head in _KEPT:
            return first
        case Head.IF, [_, first, second]:
            return _agreed([first, second], clashes)
        case head, _ if head in _ALIKE:
            return _agreed(known[:2] if head is Head.ABOUT else known, clashes)
    return None


def _product(first: Unit, second: Unit, sign: int) -> Unit | None:
    powers = {word: first.get(word, 0) + sign * second.get(word, 0) for word in {**first, **second}}
    told = {word: power for word, power in powers.items() if power}
    return told if all(abs(power) <= MAX_POWER for power in told.values()) else None


def _agreed(known: list[Unit | None], clashes: list[tuple[Unit, Unit]]) -> Unit | None:
    told = [one for one in known if one is not None]
    clashes.extend((told[0], other) for other in told[1:] if clash(told[0], other))
    return told[0] if told else None


def clash(first: Unit, second: Unit) -> bool:
    """Whether two units cannot be those of one quantity."""
    measured, other = _measured(first), _measured(second)
    if measured or other:
        return measured != other
    return first != second and all(list(one.values()) == [1] for one in (first, second))


def _measured(of: Unit) -> dict[str, int]:
    return {word: power for word, power in of.items() if word in MEASURES}
