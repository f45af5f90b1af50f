"""Guards of the sentence: what its words make of a formula, a test, a wish, an option, or what was not understood."""

from __future__ import annotations

from typing import Final

from verifier.mathtext.guards.guard import Blocks, defeater, guard

FAILING: Final = guard(
    "test",
    "the formula may be a test that is meant to fail",
    Blocks.ACCUSATION,
    fires=("Testing 3: 2 + 3 = 6",),
    silent=("So 2 + 3 = 6",),
)
INEQUALITY: Final = guard(
    "inequality-test",
    "an inequality may be a test",
    Blocks.ACCUSATION,
    fires=("Compare them: 2 + 3 > 6",),
    silent=("2 + 3 > 6",),
)
PUT: Final = guard(
    "value-put-in",
    "an equation that a value is put into may fail on purpose",
    Blocks.ACCUSATION,
    fires=("Substituting 3 we get 2 + 3 = 2 * 3",),
    silent=("So we get 2 + 3 = 2 * 3",),
)
OPTION: Final = guard(
    "option",
    "an option among several",
    Blocks.ACCUSATION,
    fires=("Option 2 says 2 + 3 = 6",),
    silent=("So 2 + 3 = 6",),
)
GRAPH: Final = guard(
    "value-on-graph",
    "the letter may have its value somewhere on a graph",
    Blocks.ACCUSATION,
    fires=(("Solve x + 1 = 3.", "The minimum x = 4"),),
    silent=(("Solve x + 1 = 3.", "So x = 4"),),
)
TRIED: Final = guard(
    "value-tried",
    "the formula may be a value put to the test",
    Blocks.ACCUSATION,
    fires=(("Solve x + 1 = 3.", "x = 4 gives too much"),),
    silent=(("Solve x + 1 = 3.", "So x = 4"),),
)
SOUGHT: Final = guard(
    "sought-or-guessed",
    "the formula may be sought, guessed or meant otherwise",
    Blocks.ACCUSATION,
    fires=("To prove: 2 + 3 = 6",),
    silent=("Thus 2 + 3 = 6",),
)
COUNTED_IN: Final = guard(
    "counted-in",
    "more or less may be counted than the formula says",
    Blocks.ACCUSATION,
    fires=("12 + 5 = 18 including the driver",),
    silent=("12 + 5 = 18",),
)
CORRECTED: Final = guard(
    "arrow-corrects",
    "the arrow after the formula may correct it",
    Blocks.ACCUSATION,
    fires=("12 + 5 = 18 → 17",),
    silent=("12 + 5 = 18",),
)
MENTIONED: Final = guard(
    "mentioned",
    "the formula is mentioned, not claimed",
    Blocks.ACCUSATION,
    fires=("Consider 2 + 3 = 6",),
    silent=("So 2 + 3 = 6",),
)
LOGIC: Final = guard(
    "logic-signs",
    "signs of logic",
    Blocks.ACCUSATION,
    fires=("1 AND 0 so 1 + 0 = 0",),
    silent=("1 and 0 so 1 + 0 = 0",),
)
DAY: Final = guard(
    "day-of-month",
    "a day of a month may be reached",
    Blocks.ACCUSATION,
    fires=("28 + 5 = 2 March",),
    silent=("28 + 5 = 2",),
)
WANTED: Final = guard(
    "wanted",
    "the formula may be wanted, not claimed",
    Blocks.ACCUSATION,
    fires=("We want x + 3 = 6",),
    silent=("We get x + 3 = 6",),
)
CONDITION: Final = guard(
    "condition",
    "the formula may be a condition",
    Blocks.ACCUSATION,
    fires=("For this to hold, 2 + 3 = 6",),
    silent=("So 2 + 3 = 6",),
)
UNREAD_MARK: Final = guard(
    "unread-mark",
    "{} was not read",
    Blocks.ACCUSATION,
    fires=("So 2 +- 1 = 4.",),
    silent=("So 2 + 1 = 4.",),
)
UNREAD_WORD: Final = guard(
    "unread-word",
    "the word {} was not read",
    Blocks.ACCUSATION,
    fires=("Glorbing 2 + 3 = 6",),
    silent=("So 2 + 3 = 6",),
)
ROUNDING: Final = guard(
    "word-of-rounding",
    "the word {}",
    Blocks.ACCUSATION,
    fires=("Roughly 2 * 3 = 7",),
    silent=("So 2 * 3 = 7",),
)
REMAINDER: Final = guard(
    "word-of-remainder",
    "the word {}",
    Blocks.ACCUSATION,
    fires=("The remainder is 2 + 3 = 6",),
    silent=("So 2 + 3 = 6",),
)

NEW_NUMBER: Final = defeater(
    "new-number",
    "the number that comes out stood nowhere before, so nothing is tested against it",
    FAILING,
    fires=(("Work it out with 7 and 13.", "Let's check: 7 · 13 = 92"),),
    silent=(("Is it 92, with 7 and 13?", "Let's check: 7 · 13 = 92"),),
)
NOTHING_ROUNDED: Final = defeater(
    "nothing-rounded",
    "exact decimals make a number with no more places than are shown",
    ROUNDING,
    fires=(("A pen is 4.20 and a cup 9.45.", "It is about 4.20 + 9.45 = 13.75"),),
    silent=(("A pen is 4.20 and a cup 9.45.", "It is about 4.20 / 9.45 = 0.45"),),
)
TOLD_REMAINDER: Final = defeater(
    "remainder-told",
    "a quotient is told with its remainder",
    REMAINDER,
    fires=("The remainder is 194 ÷ 11 = 17 remainder 8",),
    silent=("The remainder is 194 ÷ 11 = 18",),
)
SAME_LINE: Final = defeater(
    "line-of-derivation",
    "the formula writes the line before it in another way, whatever it is put to",
    FAILING,
    PUT,
    fires=("Check: x^2 + 2(x + 3) = 10\nx^2 + 2x + 5 = 10",),
    silent=("So x^2 + 2(x + 3) = 10\nx^2 + 2x + 5 = 10",),
)
