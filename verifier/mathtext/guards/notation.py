"""Guards of notation: signs and expressions whose extent or meaning is not marked."""

from __future__ import annotations

from typing import Final

from verifier.mathtext.guards.guard import Blocks, defeater, guard

ARGUMENT: Final = guard(
    "argument-extent",
    "how far a function's argument goes",
    Blocks.DECISION,
    fires=("\\(\\sin x / 2 = 4\\)",),
    silent=("\\(\\sin(x) = 4\\)",),
)
AFTER_ARGUMENT: Final = guard(
    "power-after-argument",
    "a power after a function's argument",
    Blocks.DECISION,
    fires=("cos(0)^2 = 3",),
    silent=("\\(\\cos^2(0) = 3\\)",),
)
ANGLE: Final = guard(
    "angle-unit",
    "an angle in degrees or in radians",
    Blocks.DECISION,
    fires=("sin(30) = 2",),
    silent=("sin(0) = 2",),
)
EXCLAMATION: Final = guard(
    "exclamation-mark",
    "an exclamation mark or a factorial",
    Blocks.DECISION,
    fires=("3 + 2 = 6!",),
    silent=("4! = 25 + 1",),
)
SLASHES: Final = guard(
    "slashes",
    "a/b/c without brackets",
    Blocks.DECISION,
    fires=("x/4 / 3 = 2",),
    silent=("12/4 / 3 = 2",),
)
FRACTION_FACTOR: Final = guard(
    "product-under-quotient",
    "1/2x: a product under a quotient",
    Blocks.DECISION,
    fires=("1/2x = 4x",),
    silent=("(1/2)x = 4x",),
)
PROSE_POWER: Final = guard(
    "power-in-prose",
    "x^2y in prose",
    Blocks.DECISION,
    fires=("x^2y = 3",),
    silent=("\\(x^2y = 3\\)",),
)
NUMBER_IN_BRACKETS: Final = guard(
    "number-in-brackets",
    "brackets around a number may mean something",
    Blocks.DECISION,
    fires=("[3.7] + 1 = 4",),
    silent=("[3.7 + 1] = 4",),
)
NUMBER_IN_BRACES: Final = guard(
    "number-in-braces",
    "braces around a number may mean something",
    Blocks.DECISION,
    fires=("{7} + 1 = 9",),
    silent=("2^{7} + 1 = 130",),
)
PLUS_MINUS: Final = guard(
    "plus-and-minus",
    "a sign that is plus and minus",
    Blocks.DECISION,
    fires=("\\(\\sqrt{16} = \\pm 5\\)",),
    silent=("\\(\\sqrt{16} = 5\\)",),
)
DECIMAL_CHOICE: Final = guard(
    "choice-between-decimals",
    "a choice between decimals",
    Blocks.DECISION,
    fires=("x = 1.4 or x = 2.6",),
    silent=("x = 1 or x = 2",),
)
UNITS_ADDED: Final = guard(
    "units-added",
    "a sum of different units",
    Blocks.DECISION,
    fires=("5 cm + 5 kg = 12",),
    silent=("5 cm + 5 cm = 12 cm",),
)
PERCENT_ADDED: Final = guard(
    "percent-added",
    "a percentage added to a number",
    Blocks.DECISION,
    fires=("100 + 20% = 130",),
    silent=("30% + 20% = 60%",),
)

ROOT: Final = guard(
    "root-extent",
    "how far a root goes is not marked",
    Blocks.REFUTATION,
    fires=("√16 + 9 = 8",),
    silent=("√(16) + 9 = 8",),
)
POWER: Final = guard(
    "power-of-function",
    "a power of a function's name may be an inverse, or the function applied again",
    Blocks.REFUTATION,
    fires=("\\(f^{-1}(9) = 3\\)",),
    silent=("\\(f(9) = 3\\)",),
)
RATE: Final = guard(
    "differentials",
    "a quotient of differentials may be a derivative",
    Blocks.REFUTATION,
    fires=("\\(dr/dt = 6 - 2\\)",),
    silent=("\\(dr/2 = 6 - 2\\)",),
)
MIXED_NUMBER: Final = guard(
    "mixed-number",
    "a product or a mixed number",
    Blocks.REFUTATION,
    fires=("\\(2\\frac{1}{2} = 3\\)",),
    silent=("\\(2 \\cdot \\frac{1}{2} = 3\\)",),
)
TWO_FRACTIONS: Final = guard(
    "two-fractions",
    "two fractions side by side",
    Blocks.REFUTATION,
    fires=("\\(\\frac{1}{2}\\frac{1}{3} = 3\\)",),
    silent=("\\(\\frac{1}{2} \\cdot \\frac{1}{3} = 3\\)",),
)
CHOSEN: Final = guard(
    "choice-brackets",
    "brackets after C or P may mean something",
    Blocks.REFUTATION,
    fires=("C(5, 2) = 11",),
    silent=("\\(\\binom{5}{2} = 11\\)",),
)
BRACKETS: Final = guard(
    "list-in-brackets",
    "a list in brackets may be a point, an interval or a greatest common divisor",
    Blocks.REFUTATION,
    fires=("(6, 4) = (2, 3)",),
    silent=("6 + 4 = 11",),
)
CONVERSION: Final = guard(
    "conversion",
    "a conversion of units that may be meant otherwise",
    Blocks.REFUTATION,
    fires=("2.5 hours = 140 minutes",),
    silent=("150 minutes = 140 minutes",),
)
VAGUE: Final = guard(
    "words-counted-otherwise",
    "what is described in words may be counted in another way",
    Blocks.REFUTATION,
    fires=("There are 20 divisors of 360.",),
    silent=("The sum of 12 and 3 is 16.",),
)
SOFT: Final = frozenset(
    one.code for one in (ROOT, POWER, RATE, MIXED_NUMBER, TWO_FRACTIONS, CHOSEN, BRACKETS, CONVERSION, VAGUE)
)
"""Codes of the guards of an expression that keep a formula from being refuted, not from being proved."""

POINTS_TOLD: Final = defeater(
    "points-told",
    "the text speaks of points or vectors",
    BRACKETS,
    fires=("The midpoint of the points is (1, 2) + (3, 4) = (4, 7).",),
    silent=("(6, 4) + (1, 1) = (2, 3)",),
)
CHOOSING: Final = defeater(
    "choosing-told",
    "the chain speaks of choosing, so C and P count",
    CHOSEN,
    fires=("Choosing two of five gives C(5, 2) = 11.",),
    silent=("So C(5, 2) = 11.",),
)
