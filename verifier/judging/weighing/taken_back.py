"""Steps on their way to judgement, and which of them err: those that hold something wrong which the chain does not take
back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from verifier.chain import Step
from verifier.judging.judgements.judgement import JudgedClaim
from verifier.kernel.claim import Claim
from verifier.kernel.evaluate import shown
from verifier.kernel.term import Term, letters
from verifier.kernel.verdict import Proved
from verifier.readers.exact.discourse.discourse import has_second_thoughts
from verifier.readers.exact.guards.guard import Abstention
from verifier.readers.exact.guards.table import verdicts as guards
from verifier.readers.exact.reading import Formula, Reading
from verifier.readers.exact.told import Statement


@dataclass(slots=True)
class StepWeighed:
    """A step on its way to judgement: ``condemned`` formulas and ``untrue`` statements would settle it incorrect.
    ``raised``: the guards that were raised of the whole step."""

    step: Step
    reading: Reading
    claims: list[JudgedClaim] = field(default_factory=list)
    condemned: list[Formula] = field(default_factory=list)
    untrue: list[Statement] = field(default_factory=list)
    rests_on_error: bool = False
    raised: list[Abstention] = field(default_factory=list)
    unshown: bool = False  # it tells an operation that was not shown to lead to what it says

    @property
    def wrong(self) -> bool:
        """Whether it holds something that would settle it incorrect."""
        return bool(self.condemned or self.untrue)


Sides = tuple[Term, bool]
"""What a relation gives a value, and whether in letters."""


def mended(reads: Sequence[StepWeighed], known: Callable[[str], bool]) -> Iterator[Iterator[Abstention]]:
    """Yield of each step how the chain corrects what the step holds wrong: in words, or by stating it anew; nothing
    where it does not, and where nothing is wrong. ``known`` tells the words of the problem's story."""
    told = max((number for number, done in enumerate(reads) if done.reading.takebacks), default=-1)
    thoughts = [number for number, done in enumerate(reads) if has_second_thoughts(done.step.text, known)]
    told = max(told, *(number + 1 for number in thoughts), -1)
    rejected = [number for number, done in enumerate(reads) if done.reading.rejections]
    anew = _stated_last(reads)
    for number, done in enumerate(reads):
        yield _mended(done, number, told, rejected, anew) if done.wrong else iter(())


def _mended(
    done: StepWeighed, number: int, told: int, rejected: Sequence[int], anew: Mapping[Sides, tuple[int, int]]
) -> Iterator[Abstention]:
    wrong = [*(f.span for f in done.condemned), *(one.span for one in done.untrue)]
    place = min(end for _, end in wrong)
    if number < told:
        yield guards.TAKEN_BACK()
    sides = {(formula.left.term, bool(letters(formula.right.term))) for formula in done.condemned}
    if _told_anew(done, place) or any(anew.get(side, (-1, -1)) >= (number, place) for side in sides):
        yield guards.STATED_ANEW()
    if _rejected(done, number, rejected):
        yield guards.REJECTED()


def _rejected(done: StepWeighed, number: int, rejected: Sequence[int]) -> bool:
    """Whether what a step holds wrong is rejected, as a root or a supposition is: in the step, in the next one, or
    anywhere later where it rests on what was said before."""
    wrong = [*(f.span for f in done.condemned), *(one.span for one in done.untrue)]
    judged = zip(done.reading.formulas, done.claims, strict=False)
    rests = bool(done.untrue) or any(claim.rests_on for formula, claim in judged if formula in done.condemned)
    later = rejected[-1:] if rests else [at for at in rejected if at == number + 1]
    here = any(at >= min(end for _, end in wrong) for at in done.reading.rejections)
    return here or any(at > number for at in later)


def _stated_last(reads: Sequence[StepWeighed]) -> dict[Sides, tuple[int, int]]:
    """The last place (step and character) at which a proved claim gives something a value."""
    found: dict[Sides, tuple[int, int]] = {}
    for number, done in enumerate(reads):
        for judged in done.claims:
            stated = _stated(judged.claim) if judged.claim and isinstance(judged.verdict, Proved) else None
            if stated is not None:
                found[stated] = max(found.get(stated, (-1, -1)), (number, judged.span[0]))
    return found


def _told_anew(done: StepWeighed, place: int) -> bool:
    """Whether a step itself says otherwise, and rightly, what it said wrongly of the problem's world."""
    sides = {_stated(statement.claim) for statement in done.untrue} - {None}
    right = [claim for claim in done.claims if isinstance(claim.verdict, Proved) and claim.span[0] >= place]
    return any(claim.claim is not None and _stated(claim.claim) in sides for claim in right)


def _stated(claim: Claim) -> Sides | None:
    """What a claim gives a value, and whether in letters; None where it gives none."""
    lettered = bool(letters(claim.right))
    return (claim.left, lettered) if lettered or shown(claim.right) else None
