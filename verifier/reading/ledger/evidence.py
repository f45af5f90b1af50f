"""Evidence: what the ledger finds strange in a step or in a chain. It settles nothing."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from verifier.chain import Span


class Kind(StrEnum):
    """What is strange: a closed set. README gives what each was worth as evidence when it was measured."""

    NUMBER_FROM_NOWHERE = "number_from_nowhere"
    OTHER_PERCENTAGE = "other_percentage"
    UNLIKE_UNITS = "unlike_units"
    DIVIDED_BY_PRICE = "divided_by_price"
    RATE_MISMATCH = "rate_mismatch"
    RESULT_UNIT = "result_unit"
    NOT_WHOLE = "not_whole"
    NEGATIVE = "negative"
    QUANTITY_UNUSED = "quantity_unused"


@dataclass(frozen=True, slots=True)
class Evidence:
    """One finding: its kind, an explanation in words, and its place in code points (of the step; for a finding about
    the whole chain, of the problem)."""

    kind: Kind
    text: str
    span: Span
