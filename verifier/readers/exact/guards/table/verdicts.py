"""The guards of verdicts: why a refutation is not believed, or not held against its step."""

from __future__ import annotations

from typing import Final

from verifier.mathtext.guards.guard import Blocks, guard

# --- a claim is not decided, or its refutation is not believed --------------------------------------------------------

TWO_MEANINGS: Final = guard(
    "two-meanings",
    "a letter has two meanings",
    Blocks.DECISION,
    fires=(("", "Let x = 3.", "Let x = 4.", "So 2x + 1 = 9"),),
    silent=(("", "Let x = 3.", "So 2x + 1 = 9"),),
)
DEFINED_TWICE: Final = guard(
    "defined-twice",
    "defined a second time, otherwise",
    Blocks.REFUTATION,
    fires=(("", "Let x = 3.", "Let x = 4."),),
    silent=(("", "Let x = 3.", "Let y = 4."),),
)
PROGRAM: Final = guard(
    "program",
    "the text speaks of a program, where signs may mean something else",
    Blocks.REFUTATION,
    fires=(("In Python, we add.", "2 + 3 = 6"),),
    silent=(("In class, we add.", "2 + 3 = 6"),),
)
FIELD: Final = guard(
    "field",
    "the text names a field that writes numbers, or puts them together, in a way of its own",
    Blocks.REFUTATION,
    fires=(
        ("Music: a major third and another.", "So 3 + 3 = 5."),
        ("Born in 63 BC, died in 14 AD.", "So 63 + 14 = 76."),
        ("Over a field of characteristic 2.", "So 1 + 1 = 0."),
    ),
    silent=(
        ("A third of it and another.", "So 3 + 3 = 5."),
        ("The side BC is 63.", "So 63 + 14 = 76."),
        ("The characteristic equation.", "So 1 + 1 = 0."),
    ),
)
BLURRED: Final = guard(
    "rounded-letter",
    "a letter's value was shown rounded, and may be used as shown",
    Blocks.REFUTATION,
    fires=(("", "Let x = 2/3.", "So x = 0.67 and 3x = 3"),),
    silent=(("", "Let x = 2/4.", "So x = 0.5 and 2x = 3"),),
)
MODE: Final = guard(
    "own-signs",
    "the text sets a base or an operation of its own",
    Blocks.REFUTATION,
    fires=(("We work in base 7.", "So 5 + 4 = 12"),),
    silent=(("We work in teams of 7.", "So 5 + 4 = 12"),),
)
LAST_DIGITS: Final = guard(
    "last-digits",
    "a number may stand for its last digits",
    Blocks.REFUTATION,
    fires=(("What is the last digit of 7^3?", "So 7 * 7 = 9"),),
    silent=(("What is 7^3?", "So 7 * 7 = 9"),),
)
MODULUS: Final = guard(
    "modulus",
    "the text sets a modulus",
    Blocks.REFUTATION,
    fires=(("What is it modulo 5?", "So 3 + 4 = 2"),),
    silent=(("What is it?", "So 3 + 4 = 2"),),
)
OTHER_WORDS: Final = guard(
    "other-words",
    "the text may mean something else by these words",
    Blocks.REFUTATION,
    fires=(("On a scale, we weigh.", "The mean of 2 and 4 is 5."),),
    silent=(("On a table, we count.", "The mean of 2 and 4 is 5."),),
)
WHOLE_LETTER: Final = guard(
    "whole-letter",
    "the letter may stand for whole numbers alone",
    Blocks.REFUTATION,
    fires=(("Work with integers.", "$y^2 \\ge y$ for all $y > 0$."),),
    silent=(("Work with reals.", "$y^2 \\ge y$ for all $y > 0$."),),
)
CONSTANT: Final = guard(
    "constant-of-integration",
    "a constant of integration may take in another constant",
    Blocks.REFUTATION,
    fires=("\\((x + 1)^2 + C = x^2 + 2x + C\\)",),
    silent=("\\((x + 1)^2 + C = x^2 + 3x + C\\)",),
)
STATED: Final = guard(
    "in-the-problem",
    "it stands in the problem",
    Blocks.REFUTATION,
    fires=(("If 3 + 4 = 8, then what is 4 + 4?", "So 3 + 4 = 8"),),
    silent=(("If 3 + 4 = 8, then what is 4 + 4?", "So 3 + 4 = 9"),),
)
NEW_VALUE: Final = guard(
    "new-value",
    "the letter may have been given a new value",
    Blocks.REFUTATION,
    fires=(("", "Let x = 3.", "x = 4"),),
    silent=(("", "Let x = 3.", "So x + 1 = 5"),),
)
ELSEWHERE: Final = guard(
    "value-elsewhere",
    "the letter may have this value elsewhere than where the equation holds",
    Blocks.REFUTATION,
    fires=(("Solve 2x + 1 = 7.", "Evaluate at x = 4"), ("Solve 2x + 1 = 7.", "x = 4 makes the left side 9.")),
    silent=(("Solve 2x + 1 = 7.", "So x = 4"),),
)
OTHER_EQUATION: Final = guard(
    "other-equation",
    "the sentence may speak of another equation than the problem's",
    Blocks.REFUTATION,
    fires=(
        ("Solve 3x + 2 = 14.", "Without the 2, 3x = 14."),
        ("Let r and s be the roots of x^2 - 5x + 6 = 0.", "2r and 2s are roots.", "x^2 - 10x + 24 = 0."),
    ),
    silent=(("Solve 3x + 2 = 14.", "Subtracting 2 from both sides, 3x = 13."),),
)
SET_UP: Final = guard(
    "set-up",
    "an equation that nothing solves may be set up",
    Blocks.REFUTATION,
    fires=("x + 1 = x + 2",),
    silent=("Expanding gives 2(x + 1) = 2x + 1",),
)
BOUND: Final = guard(
    "bound-letters",
    "the letters may be bound by more than the sentence says",
    Blocks.REFUTATION,
    fires=(("Let $a$ and $b$ be positive with $ab = 1$.", "So $a + b \\ge 9$ for all positive $a$ and $b$."),),
    silent=("So $a + b \\ge 9$ for all positive $a$ and $b$.",),
)
CASES: Final = guard(
    "cases-told",
    "the text supposes or parts into cases, so the letters may be bound there",
    Blocks.REFUTATION,
    fires=(("", "Suppose that x > 3.", "Simplify: 2(x + 1) = 2x + 1"),),
    silent=("Simplify: 2(x + 1) = 2x + 1",),
)
# --- a refuted claim is not held against its step ---------------------------------------------------------------------

GIVEN: Final = guard(
    "role-given",
    "it is read as given",
    Blocks.ACCUSATION,
    fires=("It is given that 2 + 3 = 6",),
    silent=("So 2 + 3 = 6",),
)
DEFINED: Final = guard(
    "role-defined",
    "it is read as a definition",
    Blocks.ACCUSATION,
    fires=("Define a sum as 2 + 3 = 6",),
    silent=("So 2 + 3 = 6",),
)
SUPPOSED: Final = guard(
    "role-supposed",
    "it is read as a supposition",
    Blocks.ACCUSATION,
    fires=("Suppose 2 + 3 = 6",),
    silent=("So 2 + 3 = 6",),
)
DENIED: Final = guard(
    "role-denied",
    "it is read as denied",
    Blocks.ACCUSATION,
    fires=("It never holds that 2 + 3 = 6",),
    silent=("So 2 + 3 = 6",),
)
RECALLED: Final = guard(
    "role-recalled",
    "it is read as recalled",
    Blocks.ACCUSATION,
    fires=("Recall the formula \\(2(x + 1) = 2x + 1\\)",),
    silent=("Simplify: \\(2(x + 1) = 2x + 1\\)",),
)
ASKED: Final = guard(
    "role-asked",
    "it is read as a question",
    Blocks.ACCUSATION,
    fires=("Is 2 + 3 = 6?",),
    silent=("So 2 + 3 = 6",),
)
NO_FRAME: Final = guard(
    "no-frame",
    "its sentence has none of the shapes in which a result is asserted",
    Blocks.ACCUSATION,
    fires=("The teacher frowned at 12 + 5 = 18",),
    silent=("So 12 + 5 = 18",),
)
INSTANCE: Final = guard(
    "instance",
    "an equation of the text with values put in may fail on purpose",
    Blocks.ACCUSATION,
    fires=(("Solve 2x + 3 = 9.", "So 2 * 4 + 3 = 9"),),
    silent=(("Solve 2x + 3 = 9.", "So 2 * 4 + 5 = 9"),),
)
LED: Final = guard(
    "after-excused",
    "an equation before it is refuted, too, and not held against the step",
    Blocks.ACCUSATION,
    fires=(("Solve $3x + 5 = 20$ for $x$.", "x = 4 → 3x + 5 = 17."),),
    silent=(("Solve $3x + 5 = 20$ for $x$.", "x = 5 → 3x + 5 = 17."),),
)
REACHED: Final = guard(
    "absurdity-reached",
    "a number is set equal to another: the step may run into a contradiction on purpose",
    Blocks.ACCUSATION,
    fires=("So 5 = 6",),
    silent=("So 2 + 3 = 6",),
)
QUOTED: Final = guard(
    "quoted",
    "the text may tell what somebody else wrote, or a mistake",
    Blocks.ACCUSATION,
    fires=("Many get 7 + 2 = 10 here.",),
    silent=("So 7 + 2 = 10 here.",),
)
TAKEN_BACK: Final = guard(
    "taken-back",
    "the step or a later one takes something back",
    Blocks.ACCUSATION,
    fires=("So 2 + 3 = 6. Oops.",),
    silent=("So 2 + 3 = 6. We go on.",),
)
STATED_ANEW: Final = guard(
    "stated-anew",
    "the chain states it anew, and rightly",
    Blocks.ACCUSATION,
    fires=("So 2 + 3 = 6. So 2 + 3 = 5.",),
    silent=("So 2 + 3 = 6. So 2 + 4 = 6.",),
)
REJECTED: Final = guard(
    "rejected",
    "the chain rejects it",
    Blocks.ACCUSATION,
    fires=("So 2 + 3 = 6. Rejected.",),
    silent=("So 2 + 3 = 6. We go on.",),
)
