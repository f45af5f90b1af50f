"""Guards and verdicts: what a front end has against deciding a claim, and against what comes of it."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import TypeVar

from verifier.kernel.verdict import Proved, Refuted, Unknown

_Verdict = TypeVar("_Verdict")


class Action(StrEnum):
    """What a guard forbids. ACCUSE: to call the step incorrect, though the claim is refuted."""

    DECIDE, PROVE, REFUTE, ACCUSE = "decide", "prove", "refute", "accuse"


def guarded(
    ask: Callable[[], _Verdict], against: Callable[[Action, _Verdict | None], Unknown | None]
) -> _Verdict | Unknown:
    """Return the verdict that ``ask`` gives; Unknown where something is ``against`` deciding, and then nobody is asked,
    or against proving or refuting what is proved or refuted."""
    if (why := against(Action.DECIDE, None)) is not None:
        return why
    found = ask()
    own = Action.PROVE if isinstance(found, Proved) else Action.REFUTE if isinstance(found, Refuted) else None
    why = None if own is None else against(own, found)
    return found if why is None else why
