"""Guards that a statement carries: codes of a front end that forbid to decide, to prove, to refute or to accuse.

A guard is spelled ``ACTION`` or ``ACTION:CODE``. One whose action is none of these four forbids to decide: what is not
understood settles nothing. A guard may end with ``if CONDITION``, and then counts where the condition holds, or is not
understood: ``refuted 0.1``, ``proved 0.1``, ``unproved 0.1``, ``excused 0.1`` (refuted, and not held against its step)
and ``guarded 0.1`` (a guard forbade its verdict) of one of the statements that it names, by step and place in it;
``refuted earlier``, of any of an earlier step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import Final

from verifier.judging.settling.guarding import Action
from verifier.kernel.verdict import Reason, Unknown


class Found(StrEnum):
    """What became of a statement, as conditions name it."""

    PROVED, REFUTED, EXCUSED, GUARDED, UNKNOWN = "proved", "refuted", "excused", "guarded", "unknown"


_HOLDS: Final[Mapping[str, Callable[[Found | None], bool]]] = {
    "proved": lambda found: found is Found.PROVED,
    "unproved": lambda found: found is not Found.PROVED,
    "refuted": lambda found: found in (Found.REFUTED, Found.EXCUSED),
    "excused": lambda found: found is Found.EXCUSED,
    "guarded": lambda found: found is Found.GUARDED,
}


def standing(guards: Iterable[str], here: int, found: Mapping[str, Found]) -> tuple[str, ...]:
    """Return the guards of a statement of step ``here`` without those that what was ``found`` of the statements before
    it, by step and place, takes away."""
    return tuple(one for one in guards if _stands(one.partition(" if ")[2].split(), here, found))


def _stands(words: list[str], here: int, found: Mapping[str, Found]) -> bool:
    match words:
        case ["refuted", "earlier"]:
            return any(one is Found.REFUTED and int(place.partition(".")[0]) < here for place, one in found.items())
        case [word, *places] if word in _HOLDS and places:
            return any(_HOLDS[word](found.get(place)) for place in places)
    return True


def forbidden(guards: Iterable[str]) -> dict[Action, str]:
    """Return the actions that guards forbid, each with the first guard that forbids it."""
    found: dict[Action, str] = {}
    for guard in guards:
        action = guard.partition(" if ")[0].partition(":")[0]
        found.setdefault(Action(action) if action in list(Action) else Action.DECIDE, guard)
    return found


def barred(guards: Iterable[str], action: Action, found: object) -> Unknown | None:
    """Return why a statement is Unknown, whatever was ``found``, where a guard forbids the action; else None."""
    guard = forbidden(guards).get(action)
    return None if guard is None else Unknown(Reason.GUARDED, f"a guard of its front end forbids it: {guard:.60}")
