"""Guards and verdicts: what a front end has against deciding a claim, against what comes of it, and against accusing
its step of that.

A guard is spelled ``ACTION`` or ``ACTION:CODE``. One whose action is none of these four forbids to decide: what is not
understood settles nothing. A guard may end with ``if CONDITION``, and then counts where the condition holds, or is not
understood: ``refuted 0.1``, ``proved 0.1``, ``unproved 0.1``, ``excused 0.1`` (refuted, and not held against its step)
and ``guarded 0.1`` (a guard forbade its verdict) of one of the statements that it names, by step and place in it. Of
the verdict itself: ``alone``, where it rests on no premise, and ``resting``, where it does; ``uses`` and one of what it
rests on: ``fact`` (what is given or was proved), ``definition``, the id of a fact, or a statement; ``rounded`` and
``exact``, where it shows that something holds, and only as rounded, or not. What forbids to accuse may name later
statements too: it counts once all are decided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Final, TypeVar

from verifier.kernel.claim import Standing
from verifier.kernel.verdict import Certificate, Decided, Proved, Reason, Refuted, Unknown

_Verdict = TypeVar("_Verdict")


class Action(StrEnum):
    """What a guard forbids. ACCUSE: to call the step incorrect, though the claim is refuted."""

    DECIDE, PROVE, REFUTE, ACCUSE = "decide", "prove", "refute", "accuse"


class Found(StrEnum):
    """What became of a statement, as conditions name it."""

    PROVED, REFUTED, EXCUSED, GUARDED, UNKNOWN = "proved", "refuted", "excused", "guarded", "unknown"


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


_HOLDS: Final[Mapping[str, Callable[[Found | None], bool]]] = {
    "proved": lambda found: found is Found.PROVED,
    "unproved": lambda found: found is not Found.PROVED,
    "refuted": lambda found: found in (Found.REFUTED, Found.EXCUSED),
    "excused": lambda found: found is Found.EXCUSED,
    "guarded": lambda found: found is Found.GUARDED,
}


def standing(guards: Iterable[str], found: Mapping[str, Found]) -> tuple[str, ...]:
    """Return the guards of a statement without those that what was ``found`` of the statements before it, by step and
    place, takes away."""
    return tuple(one for one in guards if stands(one.partition(" if ")[2], found))


def stands(when: str, found: Mapping[str, Found]) -> bool:
    """Return whether a condition holds as far as the statements before it tell; conditions on a verdict itself do."""
    match when.split():
        case [word, *places] if word in _HOLDS and places:
            return any(_HOLDS[word](found.get(place)) for place in places)
    return True


def concerns(when: str, found: object) -> bool:
    """Return whether a condition holds as far as a verdict tells that was ``found``; those on other statements do."""
    if not isinstance(found, Decided):
        return True
    held = found.certificate
    match when.split():
        case ["alone"]:
            return not held.claim.premises
        case ["resting"]:
            return bool(held.claim.premises)
        case ["rounded"]:
            return bool(held.notes.get("as_rounded"))
        case ["exact"]:
            return not held.notes.get("as_rounded")
        case ["uses", *named]:
            return _uses(held, named)
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
    guard = forbidden(one for one in guards if concerns(one.partition(" if ")[2], found)).get(action)
    return None if guard is None else Unknown(Reason.GUARDED, f"a guard of its front end forbids it: {guard:.60}")


def excuses(guards: Iterable[str], found: object) -> bool:
    """Return whether guards forbid to hold against a step what was ``found`` refuted."""
    return Action.ACCUSE in forbidden(one for one in guards if concerns(one.partition(" if ")[2], found))


def _uses(held: Certificate, named: Sequence[str]) -> bool:
    """Whether a proof rests on one of what is named."""
    kinds = {Standing.FACT: "fact", Standing.PROVED: "fact", Standing.DEFINED: "definition"}
    return any(kinds.get(one.standing) in named or _place(one.id) in named for one in held.claim.premises)


def _place(id: str) -> str:
    """A premise as conditions name it: a statement by step and place, ``0.1`` for ``s0.1.0`` and for ``s0.c1``."""
    step, _, rest = id[1:].partition(".")
    return f"{step}.{rest.removeprefix('c').partition('.')[0]}" if id[:1] == "s" and step.isdecimal() else id
