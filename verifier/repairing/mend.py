"""Mending one claim: the least edits after which the ordinary judge proves it where it stands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from verifier.chain import Chain, Span
from verifier.judging.judgements.judgement import JudgedClaim, JudgedStep
from verifier.pipeline.judge import Judge
from verifier.readers.exact.claims.context import of_problem
from verifier.readers.exact.claims.solutions import equation_of
from verifier.repairing.edits import Cost, edited
from verifier.repairing.known import Edits, Known
from verifier.repairing.place import Place
from verifier.repairing.propose import double, single
from verifier.repairing.values import points

MAX_JUDGED = 24
"""Most edits that are put to the judge for one claim, the cheapest first."""

MAX_TOKENS = 6
"""Most tokens of an edit: more is another step, not a repair of this one."""


@dataclass(frozen=True, slots=True)
class Mend:
    """A claim of a step (as it stood then), the edits that mend it, their cost, and others that cost the same."""

    step: int
    text: str
    span: Span
    claim: str
    edits: Edits
    cost: Cost
    ties: tuple[Edits, ...] = ()
    carried: bool = False  # it was right as written, and broke because a number before it changed

    @property
    def after(self) -> str:
        """The step's text with the edits made."""
        return edited(self.text, self.edits)


@dataclass(frozen=True, slots=True)
class Stuck:
    """A claim that could not be mended, and why."""

    step: int
    claim: str
    why: str


def mend(
    judge: Judge, chain: Chain, index: int, step: JudgedStep, target: JudgedClaim, carried: bool = False
) -> Mend | Stuck:
    """Return the least edits of ``target``, a claim of the step at ``index`` as judged in ``chain``, or why there are
    none. Nothing but the claim's own span is edited.

    ``carried``: it was right as written, and broke because a number before it changed. Raises: as the judge.
    """
    said = " ".join(target.text.split())
    found = next((at for claim in step.claims if claim.span == target.span and (at := points(claim))), [])
    if not found:
        return Stuck(index, said, "no point is known at which it would have to hold, so nothing can be worked out")
    context = of_problem(chain.problem)
    equation = equation_of(context.premises)
    around = "\n".join([chain.problem, *(one.text for one in chain.steps)])
    place = Place(step.text, target.span, found, context.known, "" if equation is None else equation[1], around)
    known = Known.beside(chain, index, place, carried)
    proved: list[tuple[Edits, Cost]] = []
    for propose in (single, double):
        offers = _offers(place, known, propose(place))
        proved += _proved(judge, chain, step, target, offers)
        if proved and not proved[0][1].copied:  # two edits are dearer than one, unless that altered what is given
            break
    if not proved:
        return Stuck(index, said, "no edit that was tried makes it proved")
    best = min(cost for _, cost in proved)
    equal = [made for made, cost in proved if cost == best]
    first = max(equal, key=_preferred)
    ties = tuple(sorted(made for made in equal if made != first))
    return Mend(index, step.text, target.span, claim=said, edits=first, cost=best, ties=ties, carried=carried)


def _offers(place: Place, known: Known, proposed: Iterable[Edits]) -> list[tuple[Edits, Cost]]:
    """Edits that are small enough, the cheapest first; of those that give the same text the one that says least."""
    by_text: dict[str, Edits] = {}
    for made in proposed:
        text = edited(place.text, made)
        by_text[text] = min(made, by_text.get(text, made), key=lambda one: sum(len(edit.old) for edit in one))
    priced = [(made, known.cost(place, made)) for made in by_text.values()]
    return sorted(((m, c) for m, c in priced if c.tokens <= MAX_TOKENS), key=lambda offer: (offer[1], offer[0]))


def _preferred(made: Edits) -> tuple[bool, bool, int, Edits]:
    """Of edits that cost the same, those that alter no number, which seldom fit by chance; of these those that put
    nothing in; of these those furthest to the right: results stand there."""
    return all(e.kind != "number" for e in made), all(e.old for e in made), made[-1].start, made


def _proved(
    judge: Judge, chain: Chain, step: JudgedStep, target: JudgedClaim, offers: Sequence[tuple[Edits, Cost]]
) -> list[tuple[Edits, Cost]]:
    """The cheapest of these edits that the judge proves: all of one cost."""
    found: list[tuple[Edits, Cost]] = []
    alone = step.count("refuted") == 1
    for made, cost in offers[:MAX_JUDGED]:
        if found and (cost != found[0][1] if alone else cost.tokens > found[0][1].tokens):
            break
        if (left := _left(judge, chain, step, target, made)) is not None:
            found.append((made, replace(cost, left=left)))
    least = min((cost for _, cost in found), default=None)
    return [(made, cost) for made, cost in found if cost == least]


def _left(judge: Judge, chain: Chain, step: JudgedStep, target: JudgedClaim, made: Edits) -> int | None:
    """How many claims of the step, refuted before, still are after the edits; None unless the judge proves what stands
    in the claim's place then, and whatever was proved before it."""
    text = edited(step.text, made)
    start, end = target.span[0], target.span[1] + len(text) - len(step.text)
    steps = [one.text for one in chain.steps[: step.index]]
    again = judge.exactly(Chain.of(chain.problem, [*steps, text], chain.id)).steps[-1]
    here = [claim for claim in again.claims if claim.span == (start, end)]
    before = [claim for claim in again.claims if claim.span[0] < start]
    was = [claim for claim in step.claims if claim.span[0] < start]
    kept = len(before) == len(was) and all(
        new.state == "proved" or old.state != "proved" for old, new in zip(was, before, strict=True)
    )
    if not (here and kept and all(claim.state == "proved" for claim in here)):
        return None
    alike = len(again.claims) == len(step.claims)
    pairs = zip(step.claims, again.claims, strict=True) if alike else ()
    return sum(old.state == new.state == "refuted" for old, new in pairs)
