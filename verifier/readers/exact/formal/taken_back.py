"""What a chain may take back later: told of every statement that it may be about, since nobody has decided yet which of
them are wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from verifier.chain import Chain, Span
from verifier.kernel.claim import Claim
from verifier.kernel.evaluate import shown
from verifier.kernel.term import Term, letters
from verifier.readers.exact.discourse.discourse import has_second_thoughts
from verifier.readers.exact.guards.guard import Abstention
from verifier.readers.exact.guards.table import verdicts as guards
from verifier.readers.exact.reading import Reading

Side = tuple[Term, bool]
"""What a claim gives a value, and whether in letters."""

Place = tuple[int, int]
"""A step, and a character of it."""


def last_taken_back(chain: Chain, readings: Sequence[Reading], known: Callable[[str], bool]) -> int:
    """Return the step before which something is taken back; 0 where nothing is. ``known`` tells the words of the
    problem's story. Fails: never."""
    told = [number for number, reading in enumerate(readings) if reading.takebacks]
    thoughts = [step.index + 1 for step in chain.steps if has_second_thoughts(step.text, known)]
    return max((0, *told, *thoughts))


def stated_last(claims: Sequence[tuple[Place, Claim]]) -> dict[Side, list[tuple[Place, Term]]]:
    """Return the places at which claims give something a value, with that value, by what is given it. Fails: never."""
    found: dict[Side, list[tuple[Place, Term]]] = {}
    for place, claim in claims:
        lettered = bool(letters(claim.right))
        if lettered or shown(claim.right):
            found.setdefault((claim.left, lettered), []).append((place, claim.right))
    return found


def corrected(
    step: int, span: Span, claim: Claim, readings: Sequence[Reading], stated: Mapping[Side, list[tuple[Place, Term]]]
) -> Iterator[Abstention]:
    """Yield how the chain may correct a claim: by stating it anew, or by rejecting something. Fails: never."""
    again = stated.get((claim.left, bool(letters(claim.right))), ())
    if any(place >= (step, span[1]) and value != claim.right for place, value in again):
        yield guards.STATED_ANEW()
    rejected = [number for number, reading in enumerate(readings) if reading.rejections and number > step]
    here = any(at >= span[1] for at in readings[step].rejections)
    if here or (rejected if claim.letters else step + 1 in rejected):
        yield guards.REJECTED()
