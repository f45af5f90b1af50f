"""What a chain may take back later: told of every statement that it may be about, since nobody has decided yet which of
them are wrong. A guard that depends on a later verdict says so in its condition."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from verifier.chain import Chain, Span
from verifier.checkers.evaluate import shown
from verifier.kernel.claim import Claim
from verifier.kernel.expr import Expr
from verifier.readers.exact.claims.premises import place
from verifier.readers.exact.discourse.discourse import has_second_thoughts
from verifier.readers.exact.formal.guarded import Against
from verifier.readers.exact.guards.table import verdicts as guards
from verifier.readers.exact.reading import Reading

Side = tuple[Expr, bool]
"""What a claim gives a value, and whether in letters."""

Stated = Mapping[Side, tuple[Sequence[tuple[int, Span, str, Expr]], frozenset[Expr]]]
"""Where claims give something a value: step and span, the claim's id, and the value, by what is given it; and all the
values."""


def last_taken_back(chain: Chain, readings: Sequence[Reading], known: Callable[[str], bool]) -> int:
    """Return the step before which something is taken back; 0 where nothing is. ``known`` tells the words of the
    problem's story."""
    told = [number for number, reading in enumerate(readings) if reading.takebacks]
    thoughts = [step.index + 1 for step in chain.steps if has_second_thoughts(step.text, known)]
    return max((0, *told, *thoughts))


def stated(claims: Iterable[tuple[int, Span, str, Claim]]) -> Stated:
    """Return where claims, each with its step, its span and its id, give something a value."""
    found: dict[Side, list[tuple[int, Span, str, Expr]]] = {}
    for step, span, id, claim in claims:
        if claim.right.free or shown(claim.right):
            found.setdefault(_side(claim), []).append((step, span, id, claim.right))
    return {side: (said, frozenset(value for *_, value in said)) for side, said in found.items()}


@dataclass(frozen=True, slots=True)
class Corrections:
    """What may correct claims of a chain: values that are stated anew, and for each step where in it something is
    rejected. ``last``: the last step that rejects something, -1 of none."""

    anew: Stated
    rejections: Sequence[Sequence[int]]
    last: int

    @classmethod
    def of(cls, readings: Sequence[Reading], anew: Stated) -> Corrections:
        """Return the corrections of a chain whose steps are read so."""
        rejections = [reading.rejections for reading in readings]
        return cls(anew, rejections, max((i for i, found in enumerate(rejections) if found), default=-1))


def corrected(step: int, span: Span, claim: Claim, by: Corrections) -> Iterator[Against]:
    """Yield how the chain may correct a claim: by stating it anew, or by rejecting something."""
    said, values = by.anew.get(_side(claim), ((), frozenset()))
    later = [
        id
        for at, other, id, value in (said if values - {claim.right} else ())
        if (at, other[0]) >= (step, span[1]) and value != claim.right
    ]
    if later:
        yield Against("accuse", guards.STATED_ANEW(), f"proved {' '.join(map(place, later))}")
    here = any(at >= span[1] for at in by.rejections[step])
    later_on = by.last > step
    if here or (later_on and by.rejections[step + 1]):
        yield Against("accuse", guards.REJECTED())
    elif later_on:
        yield Against("accuse", guards.REJECTED(), "resting")


def _side(claim: Claim) -> Side:
    return claim.left, bool(claim.right.free)
