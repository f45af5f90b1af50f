"""Numbers that need no source: spelled in words, known to everybody, or one small thought away from what was told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import islice
from typing import Final

from verifier.readers.exact.plausibility.lists import conversions, listed, numbered

EVERYBODYS: Final = frozenset(map(Fraction, (0, 1, 2, 10, 100)))


def known_to_everybody(words: Iterable[str]) -> Iterator[Fraction]:
    """Yield the numbers that nobody needs to be told where these words stand: 7 where weeks or days are spoken of."""
    for word in words:
        yield from _goes_with().get(word, ())


@cache
def _goes_with() -> dict[str, frozenset[Fraction]]:
    found: dict[str, frozenset[Fraction]] = {}
    for names, values in conversions():
        for name in names:
            found[name] = found.get(name, frozenset()) | frozenset(map(Fraction, values))
    return found


def spelled(word: str) -> int | None:
    """Return the number that a word spells (``twelve``, ``twenty-five``, ``twice``), None where it spells none."""
    cardinals, low = numbered("SPELLED"), word.lower()
    tens, dash, ones = low.partition("-")
    if dash and cardinals.get(tens, 0) in range(20, 100, 10) and 0 < cardinals.get(ones, 0) < 10:
        return cardinals[tens] + cardinals[ones]
    return cardinals.get(low, cardinals.get(tens) if ones in listed("COUNTED") else None)


def part(word: str) -> Fraction | None:
    """Return the part that a word names (``half``, ``two-thirds``), None where it names none."""
    many, dash, name = word.lower().rpartition("-")
    whole, times = numbered("PARTS").get(name), numbered("SPELLED").get(many, 0) if dash else 1
    return Fraction(times, whole) if whole is not None and times else None


def turned(value: Fraction, percent: bool) -> Iterator[Fraction]:
    """Yield the forms in which a told number is used without a word: 20% as 0.2, 0.8, 1.2, 80, 120."""
    yield value
    if percent:
        part = value / 100
        yield from (part, 1 - part, 1 + part, 100 - value, 100 + value)
    elif 0 < value < 1:
        yield from (1 - value, 1 + value, value * 100, 100 - value * 100)
        yield from map(Fraction, value.as_integer_ratio())
    if value.denominator == 1 and 1 < value <= 100:
        yield from (1 / value, value / 100)


def one_thought_away(wanted: Fraction, told: Iterable[Fraction], place: Fraction | None = None) -> bool:
    """Return whether one addition, subtraction, multiplication or division of told numbers gives ``wanted``; where
    ``place`` is its last place, also as rounded or cut off there.
    """
    known = set(islice(told, MOST))
    for a in known:
        if wanted - a in known or a - wanted in known:
            return True
        if a and (wanted / a in known or wanted * a in known):
            return True
    return place is not None and any(b and abs(a / b - wanted) < place for a in known for b in known)


MOST: Final = 120
"""Most told numbers that are tried with one another."""
