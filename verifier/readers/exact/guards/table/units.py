"""Guards of units and letters: what the sides count, and what letters may stand for besides."""

from __future__ import annotations

from typing import Final

from verifier.mathtext.guards.guard import Blocks, guard

MIXED_COUNTS: Final = guard(
    "counted-in-different-ways",
    "numbers counted in different ways are put together",
    Blocks.DECISION,
    fires=("3 dozen + 4 eggs = 50 eggs",),
    silent=("3 eggs + 4 eggs = 8 eggs",),
)
UNKNOWN_UNIT: Final = guard(
    "unknown-unit",
    "nothing tells that {} counts something",
    Blocks.DECISION,
    fires=("3 quux + 3 = 6 quux",),
    silent=("3 apples + 3 = 6 apples", ("Tom has 3 quuxes.", "3 quux + 3 = 6 quux")),
)
UNITS: Final = guard(
    "units-differ",
    "units differ: {}",
    Blocks.DECISION,
    fires=("10 kg = 10 m",),
    silent=("10 m = 11 m",),
)
AKIN: Final = guard(
    "units-of-one-kind",
    "units of one kind are multiplied, and may have been converted",
    Blocks.DECISION,
    fires=("3 m * 2 cm = 7 m",),
    silent=("3 * 2 cm = 7 cm",),
)
TURNED_RATE: Final = guard(
    "rate-turned-round",
    "the units of a rate are turned round",
    Blocks.DECISION,
    fires=("5 miles per hour = 5 hours per mile",),
    silent=("5 miles per hour = 6 miles per hour",),
)
SCALED_RESULT: Final = guard(
    "scaled-result",
    "one side is counted in {}",
    Blocks.REFUTATION,
    fires=("6 * 4 = 3 dozen",),
    silent=("6 * 4 = 25 eggs",),
)
HOLDS_MORE: Final = guard(
    "holds-more",
    "what is counted may hold more of what the result counts",
    Blocks.REFUTATION,
    fires=("4 bags + 3 apples = 23 apples",),
    silent=("4 apples + 3 apples = 23 apples",),
)
OTHER_THINGS: Final = guard(
    "other-things",
    "the sides count different things",
    Blocks.REFUTATION,
    fires=("4 bags * 3 = 13 apples",),
    silent=("4 apples * 3 = 13 apples",),
)
COMPLEX: Final = guard(
    "complex-letters",
    "the letters may stand for complex numbers",
    Blocks.DECISION,
    fires=(("Find all complex numbers z.", "z^2 > 3"),),
    silent=(("Find all complex numbers z.", "z^2 = 3"),),
)
VECTORS: Final = guard(
    "vectors-or-matrices",
    "a product of letters that may stand for vectors, matrices or the like",
    Blocks.DECISION,
    fires=(("Let u and v be vectors.", "So u × v = v × u + 1."),),
    silent=(("Let u and v be angles.", "So u × v = v × u + 1."),),
)
PI_NAME: Final = guard(
    "pi-name",
    "the letter pi may be a name",
    Blocks.REFUTATION,
    fires=("The profit is π = 90 - 30 = 70",),
    silent=("The area is 9π = 30",),
)
DIGIT_LETTERS: Final = guard(
    "digit-letters",
    "letters side by side may be the digits of a numeral",
    Blocks.REFUTATION,
    fires=("The digits give ab = 10a + b",),
    silent=("The digits give 10a + b = 10b + a",),
)
INDEXED_LETTER: Final = guard(
    "indexed-letter",
    "an x between digits may be a letter with an index",
    Blocks.DECISION,
    fires=(("Points (x1, y1) and (x2, y2) on y = 3x^2 - 5x.", "So 3x1^2 - 5x1 = 8."), ("Find x + 1.", "3x2 = 7")),
    silent=("So 3x2 = 7.", ("Find x + 1.", "So 3 x 2 = 7.")),
)
UNIT_LETTER: Final = guard(
    "unit-letter",
    "what is read as a unit may be a letter, and a factor",
    Blocks.REFUTATION,
    fires=(("Let r = 2 and s = 3.", "So r^2 s^2 = 36."), ("Let m = 4 and g = 10.", "So 2 m = 8.")),
    silent=(("Let r = 2.", "So r^2 = 5."), "So 2 m = 3 m."),
)
ARTICLE_LETTER: Final = guard(
    "article-letter",
    "the word before it may be a letter, and a factor",
    Blocks.REFUTATION,
    fires=(("If a = 2 and b = 3, find a b^2.", "So a b^2 = 18."), ("Let I = 2 and R = 5.", "I R^2 = 50.")),
    silent=(("Let b = 3.", "So a b^2 = 18."), ("If a = 2 and b = 3, find ab.", "So ab = 7.")),
)
COEFFICIENT_NAMES: Final = guard(
    "coefficient-names",
    "a letter that the problem gives a root may name a coefficient here",
    Blocks.REFUTATION,
    fires=(
        ("Let a and b be the roots of x^2 - 5x + 6 = 0.", "The coefficients are a = 1 and b = -5."),
        ("Let a and b be the roots of x^2 - 5x + 6 = 0.", "By Vieta, a + b = -b/a."),
    ),
    silent=(
        ("Let a and b be the roots of x^2 - 5x + 6 = 0.", "So a + b = -5."),
        ("Let r and s be the roots of x^2 - 5x + 6 = 0.", "The coefficients are a = 1 and b = -5."),
    ),
)
LISTED_ROOTS: Final = guard(
    "listed-roots",
    "roots may be listed that a later step drops",
    Blocks.REFUTATION,
    fires=(("Solve x^2 - 5x + 6 = 0.", "The zeros of the other one are x = 2 or x = 4."),),
    silent=(("Solve x^2 - 5x + 6 = 0.", "The solutions are x = 2 or x = 4."),),
)
