"""Guards that a statement carries: codes of a front end that forbid to decide, to prove, to refute or to accuse.

A guard is spelled ``ACTION`` or ``ACTION:CODE``. One whose action is none of these four forbids to decide: what is not
understood settles nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from verifier.kernel.verdict import FormulaVerdict, Proved, Reason, Refuted, Unknown


class Action(StrEnum):
    """What a guard forbids. ACCUSE: to call the step incorrect, though the claim is refuted."""

    DECIDE, PROVE, REFUTE, ACCUSE = "decide", "prove", "refute", "accuse"


def forbidden(guards: Iterable[str]) -> dict[Action, str]:
    """Return the actions that guards forbid, each with the first guard that forbids it."""
    found: dict[Action, str] = {}
    for guard in guards:
        action = guard.partition(":")[0]
        found.setdefault(Action(action) if action in list(Action) else Action.DECIDE, guard)
    return found


def guarded(verdict: FormulaVerdict, guards: Iterable[str]) -> FormulaVerdict:
    """Return the verdict, or Unknown where a guard forbids it."""
    barred = forbidden(guards)
    own = Action.PROVE if isinstance(verdict, Proved) else Action.REFUTE if isinstance(verdict, Refuted) else None
    guard = barred.get(Action.DECIDE) or (None if own is None else barred.get(own))
    return verdict if guard is None else Unknown(Reason.GUARDED, f"a guard of its front end forbids it: {guard:.60}")
