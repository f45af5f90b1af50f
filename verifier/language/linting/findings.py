"""Findings of the linter: a code, how bad it is, where it stands, and what was expected."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from verifier.language.places import Place


class Severity(StrEnum):
    """An error makes a statement useless or a translation wrong; a warning is worth a look."""

    ERROR, WARNING = "error", "warning"


class Code(StrEnum):
    """What a finding is about."""

    UNPARSED, UNKNOWN_NAME = "unparsed", "unknown-name"
    NOT_A_FORMULA, ASSERTS_NOTHING = "not-a-formula", "asserts-nothing"
    EXPRESSION_MISSING, EXPRESSION_NEEDLESS = "expression-missing", "expression-needless"
    TEXT_MISSING, QUOTE_MISSING, QUOTE_NOT_IN_TEXT = "text-missing", "quote-missing", "quote-not-in-text"
    QUESTION_AS_GIVEN, SPAN_OUTSIDE = "question-as-given", "span-outside"
    DEFINE_FORM, DEFINE_NOT_FRESH = "define-form", "define-not-fresh"
    UNUSED_NAME, SHADOWED_CONSTANT = "unused-name", "shadowed-constant"
    RETRACT_PLACE, UNTIL_PLACE = "retract-place", "until-place"
    ASKS_EMPTY, ANSWER_COUNT, ANSWER_RELATION = "asks-empty", "answer-count", "answer-relation"
    NUMBER_UNQUOTED, NUMBER_REPEATED = "number-unquoted", "number-repeated"
    COMPARISON_UNQUOTED = "comparison-unquoted"
    NUMBER_UNGROUNDED, DIMENSIONS = "number-ungrounded", "dimensions"
    SAID_OTHERWISE = "said-otherwise"


MEANING: Final[Mapping[Code, str]] = {
    Code.UNPARSED: "an expression is not in the language, so its statement says nothing",
    Code.UNKNOWN_NAME: "an expression uses a name that is not declared",
    Code.NOT_A_FORMULA: "a fact or statement is a bare quantity, and says nothing of it",
    Code.ASSERTS_NOTHING: "a claim holds for all values of its names: `x == x`, `True`",
    Code.EXPRESSION_MISSING: "a statement has no expression, and its role needs one",
    Code.EXPRESSION_NEEDLESS: "a statement has an expression, and its role has none",
    Code.TEXT_MISSING: "the text of the chain is not there, so quotes cannot be compared with it",
    Code.QUOTE_MISSING: "a fact that is not known to everybody, or a statement, quotes no words",
    Code.QUOTE_NOT_IN_TEXT: "a quote is not in the problem or in its step",
    Code.QUESTION_AS_GIVEN: "a fact quotes a question and is called given: it is the translator's, a model fact",
    Code.SPAN_OUTSIDE: "a span of rounded or unread text leaves the text",
    Code.DEFINE_FORM: "a definition is not `name == expression`, so it is read as a claim",
    Code.DEFINE_NOT_FRESH: "the name of a definition has a meaning already, so it is read as a claim",
    Code.UNUSED_NAME: "a name is declared and never used",
    Code.SHADOWED_CONSTANT: "a declared name hides a constant of the language (`e`, `I`, `pi`, `deg`)",
    Code.RETRACT_PLACE: "`retract` takes back an earlier step, and its `of` names none",
    Code.UNTIL_PLACE: "`until` is for suppositions, and names their own step or a later one",
    Code.ASKS_EMPTY: "nothing is asked, and no step says what is to be proved",
    Code.ANSWER_COUNT: "an answer has more or fewer values than are asked for",
    Code.ANSWER_RELATION: "an answer is a relation where a value is asked for",
    Code.NUMBER_UNQUOTED: "a number of a step is in no quote of its statements",
    Code.NUMBER_REPEATED: "a number is in a quote, and again outside every quote of its step",
    Code.COMPARISON_UNQUOTED: "a comparison of a step is in no quote of its statements",
    Code.NUMBER_UNGROUNDED: "a number of an expression is neither in its quote nor in earlier text",
    Code.SAID_OTHERWISE: "a number or an operation of a step is in no expression of the statements that quote it",
    Code.DIMENSIONS: "the units of two quantities that are added or compared differ",
}
"""What each code says, in a sentence."""

_ERRORS: Final = frozenset(
    {
        *(Code.UNPARSED, Code.UNKNOWN_NAME, Code.NOT_A_FORMULA, Code.EXPRESSION_MISSING, Code.QUOTE_MISSING),
        *(Code.QUOTE_NOT_IN_TEXT, Code.SPAN_OUTSIDE, Code.DEFINE_FORM, Code.RETRACT_PLACE, Code.UNTIL_PLACE),
        Code.ANSWER_COUNT,
    }
)


def severity(code: Code) -> Severity:
    """Return how bad findings of a code are."""
    return Severity.ERROR if code in _ERRORS else Severity.WARNING


@dataclass(frozen=True, slots=True)
class Finding:
    """Something strange in a formal chain. It is evidence, and settles nothing."""

    code: Code
    place: Place
    message: str

    @property
    def severity(self) -> Severity:
        """How bad it is."""
        return severity(self.code)

    def __str__(self) -> str:
        return f"{self.place}: {self.severity.value} {self.code.value}: {self.message}"


class Bars(StrEnum):
    """What a doubt keeps from happening: that the step is called correct, or incorrect, by this translation."""

    APPROVAL, ACCUSATION = "approval", "accusation"


@dataclass(frozen=True, slots=True)
class Doubt:
    """The check that was not passed, what that bars, and what was found."""

    check: str
    bars: Bars
    found: str
