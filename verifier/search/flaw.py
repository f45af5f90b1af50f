"""What keeps an attempt from being served."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from verifier.judging.judgements.judgement import JudgedClaim

What = Literal[
    "incorrect",
    "refuted",
    "rests on an error",
    "not proved",
    "not settled",
    "doubted",
    "odd",
    "nothing checked",
    "alarm",
]


@dataclass(frozen=True, slots=True)
class Flaw:
    """What keeps an attempt from being served: the step (None: the whole), what is wrong, the claim, and a remark."""

    step: int | None
    what: What
    claim: JudgedClaim | None = None
    remark: str = ""
