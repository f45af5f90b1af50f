"""The guards that judging raises: why a refutation is not believed, not held against a step, or a step not approved."""

from __future__ import annotations

from typing import Final

from verifier.readers.exact.guards.guard import Blocks, guard

# --- a claim is not decided, or its refutation is not believed --------------------------------------------------------

TWO_MEANINGS: Final = guard("two-meanings", "a letter has two meanings", Blocks.DECISION)
DEFINED_TWICE: Final = guard("defined-twice", "defined a second time, otherwise", Blocks.REFUTATION)
PROGRAM: Final = guard(
    "program", "the text speaks of a program, where signs may mean something else", Blocks.REFUTATION
)
BLURRED: Final = guard(
    "rounded-letter", "a letter's value was shown rounded, and may be used as shown", Blocks.REFUTATION
)
MODE: Final = guard("own-signs", "the text sets a base or an operation of its own", Blocks.REFUTATION)
CLOCK: Final = guard("clock", "hours may be counted round", Blocks.REFUTATION)
LAST_DIGITS: Final = guard("last-digits", "a number may stand for its last digits", Blocks.REFUTATION)
MODULUS: Final = guard("modulus", "the text sets a modulus", Blocks.REFUTATION)
OTHER_WORDS: Final = guard("other-words", "the text may mean something else by these words", Blocks.REFUTATION)
WHOLE_LETTER: Final = guard("whole-letter", "the letter may stand for whole numbers alone", Blocks.REFUTATION)
CONSTANT: Final = guard(
    "constant-of-integration", "a constant of integration may take in another constant", Blocks.REFUTATION
)
ESTIMATE: Final = guard("estimate", "a whole number with zeros at its end may be an estimate", Blocks.REFUTATION)
CENTS: Final = guard("cents", "the cents of the parts may have been left out", Blocks.REFUTATION)
TALLY: Final = guard("tally", "it may tell a score, a date, a time or a mark", Blocks.REFUTATION)
ROUND: Final = guard("counted-round", "hours and days are counted round", Blocks.REFUTATION)
STATED: Final = guard("in-the-problem", "it stands in the problem", Blocks.REFUTATION)
NEW_VALUE: Final = guard("new-value", "the letter may have been given a new value", Blocks.REFUTATION)
ELSEWHERE: Final = guard(
    "value-elsewhere",
    "the letter may have this value elsewhere than where the equation holds",
    Blocks.REFUTATION,
)
SET_UP: Final = guard("set-up", "an equation that nothing solves may be set up", Blocks.REFUTATION)
BOUND: Final = guard("bound-letters", "the letters may be bound by more than the sentence says", Blocks.REFUTATION)
CASES: Final = guard(
    "cases-told", "the text supposes or parts into cases, so the letters may be bound there", Blocks.REFUTATION
)
VALUES: Final = guard(
    "known-values", "it may hold for the values that the letters are known to have", Blocks.REFUTATION
)
ANOTHER_READING: Final = guard(
    "another-reading", "another reading of the units or the percent sign holds", Blocks.REFUTATION
)

# --- a refuted claim is not held against its step ---------------------------------------------------------------------

GIVEN: Final = guard("role-given", "it is read as given", Blocks.ACCUSATION)
DEFINED: Final = guard("role-defined", "it is read as a definition", Blocks.ACCUSATION)
SUPPOSED: Final = guard("role-supposed", "it is read as a supposition", Blocks.ACCUSATION)
DENIED: Final = guard("role-denied", "it is read as denied", Blocks.ACCUSATION)
RECALLED: Final = guard("role-recalled", "it is read as recalled", Blocks.ACCUSATION)
ASKED: Final = guard("role-asked", "it is read as a question", Blocks.ACCUSATION)
INSTANCE: Final = guard("instance", "an equation of the text with values put in may fail on purpose", Blocks.ACCUSATION)
LED: Final = guard(
    "after-excused", "an equation before it is refuted, too, and not held against the step", Blocks.ACCUSATION
)
REACHED: Final = guard(
    "absurdity-reached",
    "a number is set equal to another: the step may run into a contradiction on purpose",
    Blocks.ACCUSATION,
)
QUOTED: Final = guard("quoted", "the text may tell what somebody else wrote, or a mistake", Blocks.ACCUSATION)
ASTRAY: Final = guard(
    "after-wrong-world",
    "an earlier step is wrong about what the problem tells, and this one may go on from that",
    Blocks.ACCUSATION,
)
TAKEN_BACK: Final = guard("taken-back", "the step or a later one takes something back", Blocks.ACCUSATION)
TAKEN_BACK_HERE: Final = guard("taken-back-here", "the step takes it back", Blocks.ACCUSATION)
STATED_ANEW: Final = guard("stated-anew", "the chain states it anew, and rightly", Blocks.ACCUSATION)
REJECTED: Final = guard("rejected", "the chain rejects it", Blocks.ACCUSATION)

# --- what is proved approves nothing ----------------------------------------------------------------------------------

NARROWED: Final = guard("part-of-values", "the text may speak of a part of the values alone", Blocks.APPROVAL)
TAKEN_EXACT: Final = guard("taken-exact", "a result shown rounded is taken for the exact one", Blocks.APPROVAL)
NOT_EXACT: Final = guard("not-exact", "what is rounded is not exact", Blocks.APPROVAL)
CUT_OFF: Final = guard("digits-go-on", "digits that go on are not cut off", Blocks.APPROVAL)
HALF_DOWN: Final = guard("half-down", "half a unit is rounded down", Blocks.APPROVAL)
ONLY_ROUNDS: Final = guard("decimal-for-exact", "a decimal is set equal to what it only rounds", Blocks.APPROVAL)
ONE_PLACE: Final = guard("one-more-place", "one more place would be exact", Blocks.APPROVAL)
UNREAD: Final = guard("unread", "something in the step was left unread", Blocks.APPROVAL)
LOOSE: Final = guard("loose-relation", "a sign of a relation joins nothing that was read", Blocks.APPROVAL)
TURNING: Final = guard("signs-turned", "the text may give equality another meaning", Blocks.APPROVAL)
NAMES_MORE: Final = guard("names-more", "a word names, counts or describes what the formula gives", Blocks.APPROVAL)
FACTORS_NOTHING: Final = guard(
    "factors-nothing", "something is said to be factored, and no product comes of it", Blocks.APPROVAL
)
UNIT_UNSAID: Final = guard("unit-unproved", "the unit of the result is not what the computation shows", Blocks.APPROVAL)
WEAKER: Final = guard("weaker", "an order relation may say less than what it follows from", Blocks.APPROVAL)
EMPTY: Final = guard("says-nothing", "the formulas say that a thing is itself", Blocks.APPROVAL)
