"""The English words that stand for numbers."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Final

ONES: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
TEENS: Final = ("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen")
TENS: Final = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
TIMES: Final[Mapping[str, int]] = {"hundred": 100, "thousand": 10**3, "million": 10**6, "billion": 10**9, "dozen": 12}
WORDS: Final[Mapping[str, Fraction]] = {
    **{word: Fraction(i) for i, word in enumerate((*ONES, *TEENS), 1)},
    **{word: Fraction(10 * i) for i, word in enumerate(TENS, 2)},
    **dict.fromkeys(("half", "halves", "halved"), Fraction(1, 2)),
    **dict.fromkeys(("twice", "double", "doubled", "doubles", "doubling"), Fraction(2)),
    **dict.fromkeys(("thrice", "triple", "tripled", "triples", "tripling"), Fraction(3)),
    **dict.fromkeys(("quarter", "quarters"), Fraction(1, 4)),
    **{"third": Fraction(1, 3), "thirds": Fraction(1, 3), "fourths": Fraction(1, 4), "fifths": Fraction(1, 5)},
    "zero": Fraction(0),
    **{word: Fraction(times) for word, times in TIMES.items()},
}
"""The words that stand for a number."""

IMPLIED: Final = {
    "triangle": (3, 180),
    "rectangle": (4, 90, 360),
    "square": (4, 90, 360),
    "quadrilateral": (4, 360),
    "parallelogram": (4, 180, 360),
    "trapezoid": (4, 360),
    "rhombus": (4, 360),
    "pentagon": (5, 180),
    "hexagon": (6, 180),
    "heptagon": (7, 180),
    "octagon": (8, 180),
    "nonagon": (9, 180),
    "decagon": (10, 180),
    "dodecagon": (12, 180),
    "circle": (360,),
    "tangent": (90,),
    "perpendicular": (90,),
    "cube": (3, 4, 6, 8, 12),
    "tetrahedron": (3, 4, 6),
    "octahedron": (3, 4, 6, 8, 12),
    "die": (6,),
    "dice": (6,),
    "coin": (2,),
    "card": (4, 13, 26, 52),
    "digit": (0, 9, 10),
    "alphabet": (26,),
    "clock": (12, 60, 360),
}
"""Numbers that a noun tells to everybody: sides, corners and angles of a figure, what a die or a deck has."""

MOST_DIGITS: Final = 20


def of_digits(text: str) -> frozenset[Fraction]:
    """Return the numbers that words such as *five-digit* tell: the least and the greatest number with so many digits,
    and what its places are worth."""
    told = (10**k for most in _digits(text) for k in range(most + 1))
    return frozenset(map(Fraction, told)) | frozenset(Fraction(10**most - 1) for most in _digits(text))


def places(text: str) -> frozenset[Fraction]:
    """Return the numbers of the places that words such as *five-digit* tell, from 0 on."""
    return frozenset(Fraction(k) for most in _digits(text) for k in range(most))


def _digits(text: str) -> frozenset[int]:
    """How many digits words say that a number has."""
    words = "".join(letter if letter.isalnum() else " " for letter in text.lower()).split()
    before = (first for first, second in pairwise(words) if second in ("digit", "digits"))
    told = (WORDS.get(word, Fraction(int(word) if word.isdecimal() and len(word) < 3 else 0)) for word in before)
    return frozenset(int(one) for one in told if one.denominator == 1 and 1 <= one <= MOST_DIGITS)


def implied(text: str) -> frozenset[Fraction]:
    """Return the numbers that nouns of a text tell without naming them."""
    words = "".join(letter if letter.isalpha() else " " for letter in text.lower()).split()
    return frozenset(Fraction(n) for word in words for n in IMPLIED.get(word, IMPLIED.get(word.removesuffix("s"), ())))
