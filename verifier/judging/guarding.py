"""Guards and verdicts: what a front end has against deciding a claim, against what comes of it, and against accusing
its step of that.

A guard is spelled ``ACTION`` or ``ACTION:CODE``. One whose action is none of these six forbids to decide: what is not
understood settles nothing. A guard may end with ``if CONDITION``, and then counts where the condition holds, or is not
understood: ``refuted 0.1``, ``proved 0.1``, ``unproved 0.1``, ``excused 0.1`` (refuted, and not held against its step),
``guarded 0.1`` (a guard forbade its verdict), ``infirm 0.1`` (not proved from firm premises), ``ungiven 0.1`` (not
proved from facts), ``resting 0.1`` (proved from premises), ``rounded 0.1`` (proved, and only as rounded) and
``conditional 0.1`` (proved where something is defined), ``accused 0.1`` (refuted, and held against its step) and
``inexact 0.1`` (not proved of the very value that is written) of one of the statements that it names, by step and place
in it. Of the verdict itself: ``alone``, where it rests on no premise, and ``resting``, where it does; ``uses`` and one
of what it rests on: ``fact`` (what is given or was proved), ``definition``, ``stated``, the id of a fact, a statement;
``rounded`` and ``exact``, where it shows that something holds, and only as rounded, or not. Of a comparison that is
refuted of all numbers: ``unlike 3``, unless one coefficient alone makes the difference and so many others agree
(``unlike 3 lost``: that one may be missing on one side); ``related``, where it is a multiple of the equation that it
rests on; ``somewhere``, unless it fails wherever it is tried. Conditions between which ``and`` stands must all hold.

What forbids to accuse or to approve may name later statements too: it counts once all are decided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Final, TypeVar

from verifier.engines.symbolic.identity_falsification import failing_everywhere, relation_for_all
from verifier.engines.symbolic.polynomial_difference import slips, unrelated
from verifier.kernel.claim import Claim, Standing
from verifier.kernel.verdict import Certificate, Decided, Proved, Reason, Refuted, Unknown

_Verdict = TypeVar("_Verdict")


class Action(StrEnum):
    """What a guard forbids. ACCUSE: to call the step incorrect, though the claim is refuted; APPROVE: to call it
    correct, though all its claims are proved; USE: to let anything rest on it."""

    DECIDE, PROVE, REFUTE, ACCUSE, APPROVE, USE = "decide", "prove", "refute", "accuse", "approve", "use"


Found = frozenset[str]
"""What became of a statement, in the words of conditions: ``proved`` (and then ``firm``, from firm premises alone;
``given``, from the problem's facts alone; ``resting``, from premises; ``rounded``; ``conditional``, where something is
defined; ``exactly``, of a run, with the very value that is written), ``refuted`` (and ``accused``, or ``excused``: not
held against its step), ``guarded``; or nothing."""

PROVED: Final = Found({"proved"})
REFUTED: Final = Found({"refuted", "accused"})
EXCUSED: Final = Found({"refuted", "excused"})
GUARDED: Final = Found({"guarded"})
UNKNOWN: Final = Found()


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


_WORDS: Final = frozenset(
    {
        "proved",
        "given",
        "firm",
        "resting",
        "rounded",
        "conditional",
        "exactly",
        "refuted",
        "accused",
        "excused",
        "guarded",
    }
)
_DENIED: Final[Mapping[str, str]] = {
    "unproved": "proved",
    "infirm": "firm",
    "ungiven": "given",
    "inexact": "exactly",
}
"""Words that say that another one is not so."""


def standing(guards: Iterable[str], found: Mapping[str, Found]) -> tuple[str, ...]:
    """Return the guards of a statement without those that what was ``found`` of the statements before it, by step and
    place, takes away."""
    return tuple(one for one in guards if stands(one.partition(" if ")[2], found))


def stands(when: str, found: Mapping[str, Found]) -> bool:
    """Return whether a condition holds as far as the statements before it tell; conditions on a verdict itself do."""
    return all(_stands(part, found) for part in when.split(" and "))


def _stands(when: str, found: Mapping[str, Found]) -> bool:
    match when.split():
        case [word, *places] if places and word in _WORDS:
            return any(word in found.get(place, UNKNOWN) for place in places)
        case [word, *places] if places and word in _DENIED:
            return any(_DENIED[word] not in found.get(place, UNKNOWN) for place in places)
    return True


def concerns(when: str, found: object) -> bool:
    """Return whether a condition holds as far as a verdict tells that was ``found``; those on other statements do."""
    return not isinstance(found, Decided) or all(_concerns(part, found.certificate) for part in when.split(" and "))


def _concerns(when: str, held: Certificate) -> bool:
    match when.split():
        case ["alone"]:
            return not held.claim.premises
        case ["resting"]:
            return bool(held.claim.premises)
        case ["rounded"]:
            return bool(held.notes.get("as_rounded"))
        case ["exact"]:
            return not held.notes.get("as_rounded")
        case ["uses", _, *_] as named:
            return _uses(held, named[1:])
        case ["unlike", terms, *lost] if terms.isdecimal() and lost in ([], ["lost"]):
            return not _is_slip(held, int(terms), bool(lost))
        case ["related"]:
            said = _for_all(held)
            return said is None or not unrelated(said)
        case ["somewhere"]:
            said = _for_all(held)
            return said is None or failing_everywhere(said.for_all()) is None
    return True


def _for_all(held: Certificate) -> Claim | None:
    return relation_for_all(held.claim.formula) if isinstance(held.claim, Claim) else None


def _is_slip(held: Certificate, terms: int, lost: bool) -> bool:
    said = _for_all(held)
    return said is not None and slips(said, lost, terms)


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
    return None if guard is None else Unknown(Reason.GUARDED, f"{FORBIDS}{guard}")


FORBIDS: Final = "a guard of its front end forbids it: "
"""What is said of a claim that a guard keeps from being decided so, before the guard."""


def is_spared(found: object) -> bool:
    """Return whether something is refuted, and a guard forbids to say so."""
    return isinstance(found, Unknown) and found.detail.startswith(f"{FORBIDS}{Action.REFUTE.value}:")


def parts_of(guard: str) -> tuple[str, str, str]:
    """Return the action that a guard forbids, its code and its condition, each empty where there is none."""
    spelled, _, when = guard.partition(" if ")
    action, _, code = spelled.partition(":")
    return action, code, when


def excuses(guards: Iterable[str], found: object) -> bool:
    """Return whether guards forbid to hold against a step what was ``found`` refuted."""
    return Action.ACCUSE in forbidden(one for one in guards if concerns(one.partition(" if ")[2], found))


def _uses(held: Certificate, named: Sequence[str]) -> bool:
    """Whether a proof rests on one of what is named."""
    return any(_KINDS.get(one.standing) in named or place_of(one.id) in named for one in held.claim.premises)


_KINDS: Final = {
    Standing.FACT: "fact",
    Standing.PROVED: "fact",
    Standing.DEFINED: "definition",
    Standing.STATED: "stated",
}


def place_of(id: str) -> str:
    """Return a premise as conditions name it: a statement by step and place, ``0.1`` for ``s0.1.0`` and ``s0.c1``."""
    step, _, rest = id[1:].partition(".")
    return f"{step}.{rest.removeprefix('c').partition('.')[0]}" if id[:1] == "s" and step.isdecimal() else id
