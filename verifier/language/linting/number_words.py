"""The English words that stand for numbers."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
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
