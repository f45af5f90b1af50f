"""Claims of what solves a condition, with their proofs."""

from __future__ import annotations

from typing import Any

from support.formulas.sequents import VALUES, added, claim, linear
from verifier.kernel.claim import Claim

BETWEEN = "t >= 3 and t <= 3"
EQUAL = linear([added((1, "1"), (2, "1"))], [added((0, "1"), (2, "1"))])
SOLVED: dict[str, Any] = {"rule": "unfold", "trees": [VALUES, EQUAL]}


def solves(listing: str, condition: str = BETWEEN, kind: str = "Real") -> Claim:
    return claim(f"solves(t in {kind}, {listing}, {condition})")


ABOVE = linear([added((0, "1"), (1, "1"))], uses=(0,))
