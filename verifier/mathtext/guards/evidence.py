"""Evidence: what the ledger finds strange in a step or in a chain. It settles nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from verifier.chain import Span


class Kind(StrEnum):
    """What is strange: a closed set. The page of benchmarks gives what each was worth when it was measured."""

    NUMBER_FROM_NOWHERE = "number_from_nowhere"
    OTHER_PERCENTAGE = "other_percentage"
    UNLIKE_UNITS = "unlike_units"
    DIVIDED_BY_PRICE = "divided_by_price"
    RATE_MISMATCH = "rate_mismatch"
    RESULT_UNIT = "result_unit"
    NOT_WHOLE = "not_whole"
    NEGATIVE = "negative"
    QUANTITY_UNUSED = "quantity_unused"
    MENDED_LATEX = "mended_latex"


STRANGE: Mapping[Kind, str] = {
    Kind.NUMBER_FROM_NOWHERE: "neither in the problem, nor a result, nor known to everybody (7 days), "
    "nor one operation away",
    Kind.OTHER_PERCENTAGE: "45% where the problem says 30%",
    Kind.UNLIKE_UNITS: "dollars added to pears",
    Kind.DIVIDED_BY_PRICE: "pears divided by dollars, as if they were a count",
    Kind.RATE_MISMATCH: "so much per day, times weeks",
    Kind.RESULT_UNIT: "dollars computed, pears stated",
    Kind.NOT_WHOLE: "a part of a person",
    Kind.NEGATIVE: "pears counted below zero",
    Kind.QUANTITY_UNUSED: "about the whole chain: a number of the problem that no step uses",
    Kind.MENDED_LATEX: "a tab and `imes` where `\\times` was meant: a backslash was lost on the way, as in JSON, "
    "and the command is read as if it were there",
}
"""What each kind means, by an example."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """One finding: its kind, an explanation in words, and its place in code points (of the step; for a finding about
    the whole chain, of the problem)."""

    kind: Kind
    text: str
    span: Span
