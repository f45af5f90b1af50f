"""Excuses: why a formula, if it is refuted, is not held against its step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from verifier.checkers.evaluate import shown
from verifier.kernel.expr import Head
from verifier.mathtext.guards.guard import Abstention, Guard
from verifier.readers.exact.guards.table import GUARDS
from verifier.readers.exact.reading import Formula, Role

ROLES: Final[Mapping[Role, Guard]] = {
    "given": GUARDS["role-given"],
    "defined": GUARDS["role-defined"],
    "supposed": GUARDS["role-supposed"],
    "denied": GUARDS["role-denied"],
    "recalled": GUARDS["role-recalled"],
    "asked": GUARDS["role-asked"],
}
"""What each role but that of an assertion excuses by."""


def excuses(formula: Formula) -> Iterator[Abstention]:
    """Yield why this formula is not held against its step where it is refuted: it is not asserted, or something in its
    sentence is left in doubt."""
    if formula.role in ROLES:
        yield ROLES[formula.role]()
    yield from (*formula.doubts, *formula.obstacles)
    if not formula.frame:
        yield GUARDS["no-frame"]()


def absurd(formula: Formula) -> bool:
    """Return whether a number is set equal to another."""
    equation = formula.position == 0 and formula.relation is Head.EQ
    numbers = shown(formula.left.term) is not None and shown(formula.right.term) is not None
    return equation and numbers and not (formula.left.base and formula.right.base)
