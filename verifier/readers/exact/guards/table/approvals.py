"""The guards of approvals: why what is proved of a step does not make it settled correct."""

from __future__ import annotations

from typing import Final

from verifier.mathtext.guards.guard import Blocks, guard

TAKEN_EXACT: Final = guard(
    "taken-exact",
    "a result shown rounded is taken for the exact one",
    Blocks.APPROVAL,
    fires=("1/3 = 0.33 = 33/100",),
    silent=("1/4 = 0.25 = 25/100",),
)
NOT_EXACT: Final = guard(
    "not-exact",
    "what is rounded is not exact",
    Blocks.APPROVAL,
    fires=("2/3 = 0.67 exactly",),
    silent=("2/3 = 0.67",),
)
CUT_OFF: Final = guard(
    "digits-go-on",
    "digits that go on are not cut off",
    Blocks.APPROVAL,
    fires=("$0.\\overline{6} = 0.67$.",),
    silent=("$2/3 = 0.67$.",),
)
HALF_DOWN: Final = guard(
    "half-down",
    "half a unit is rounded down",
    Blocks.APPROVAL,
    fires=("2.5 ≈ 2",),
    silent=("2.5 ≈ 3",),
)
ONLY_ROUNDS: Final = guard(
    "decimal-for-exact",
    "a decimal is set equal to what it only rounds",
    Blocks.APPROVAL,
    fires=("0.67 = 2/3",),
    silent=("2/3 = 0.67",),
)
ONE_PLACE: Final = guard(
    "one-more-place",
    "one more place would be exact",
    Blocks.APPROVAL,
    fires=("2.5^2 = 6.3",),
    silent=("2.5^2 = 6.25",),
)
UNREAD: Final = guard(
    "unread",
    "something in the step was left unread",
    Blocks.APPROVAL,
    fires=("Glorbing 2 + 3 = 5",),
    silent=("So 2 + 3 = 5",),
)
TURNING: Final = guard(
    "signs-turned",
    "the text may give equality another meaning",
    Blocks.APPROVAL,
    fires=(("We work in base 7.", "So 2 + 3 = 5"),),
    silent=(("What is the last digit?", "So 2 + 3 = 5"),),
)
NAMES_MORE: Final = guard(
    "names-more",
    "a word names, counts or describes what the formula gives",
    Blocks.APPROVAL,
    fires=(("A box has 4 rows of 7 eggs.", "It has 4 + 7 = 11."),),
    silent=("So 3 + 2 = 5.",),
)
REMARK: Final = guard(
    "remark",
    "a remark in brackets may say more of the result",
    Blocks.APPROVAL,
    fires=("So 8 + 8 + 11 = 27 (prime).",),
    silent=("So 8 + 8 + 11 = 27.",),
)
UNSHOWN: Final = guard(
    "operation-unshown",
    "the operation that is told was not shown to lead to the equation",
    Blocks.APPROVAL,
    fires=(("Solve 3x + 9 = 24.", "Adding 9 to both sides, we get 3x = 15."),),
    silent=(("Solve 3x + 9 = 24.", "Subtracting 9 from both sides, we get 3x = 15."),),
)
UNIT_UNSAID: Final = guard(
    "unit-unproved",
    "the unit of the result is not what the computation shows",
    Blocks.APPROVAL,
    fires=("5 * 1 = 5 m",),
    silent=("5 * 1 = 5",),
)
WEAKER: Final = guard(
    "weaker",
    "an order relation may say less than what it follows from",
    Blocks.APPROVAL,
    fires=(("Solve 5x + 2 = 17.", "So x > 0."),),
    silent=(("Solve 5x + 2 = 17.", "So x = 3."),),
)
LIMITED: Final = guard(
    "not-everywhere",
    "it is said of all values, and proved only where both sides are defined",
    Blocks.APPROVAL,
    fires=("x/x = 1 for all real x",),
    silent=("x + x = 2x for all real x", "So x/x = 1 for all $x > 0$."),
)
EMPTY: Final = guard(
    "says-nothing",
    "the formulas say that a thing is itself",
    Blocks.APPROVAL,
    fires=("So x = x",),
    silent=("So x + x = 2x",),
)
