"""Mending one claim: the least edits after which the ordinary judge proves it where it stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from verifier.chain import Chain, Span
from verifier.judging.judge import Judge
from verifier.judging.judgement import JudgedClaim, JudgedStep
from verifier.kernel.term import App, Dec, Int, Term, letters, walk
from verifier.reading.context import of_problem
from verifier.reading.formalize import read
from verifier.reading.frames import Expr
from verifier.reading.scan import scan
from verifier.reading.signs import Kind as Sign
from verifier.reading.solutions import equation_of
from verifier.repairing.edits import Cost, Edit, distance, edited, tokens
from verifier.repairing.propose import Place, double, single
from verifier.repairing.values import numeral, points

MAX_JUDGED = 24
"""Most edits that are put to the judge for one claim, the cheapest first."""

MAX_TOKENS = 6
"""Most tokens of an edit: more is another step, not a repair of this one."""

Edits = tuple[Edit, ...]


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


def mend(judge: Judge, chain: Chain, index: int, step: JudgedStep, target: JudgedClaim) -> Mend | Stuck:
    """Return the least edits of ``target``, a claim of the step at ``index`` as judged in ``chain``, or why there are
    none. Nothing but the claim's own span is edited. Fails: as the judge.
    """
    said = " ".join(target.text.split())
    found = next((at for claim in step.claims if claim.span == target.span and (at := points(claim))), [])
    if not found:
        return Stuck(index, said, "no point is known at which it would have to hold, so nothing can be worked out")
    context = of_problem(chain.problem)
    equation = equation_of(context.premises)
    around = "\n".join([chain.problem, *(one.text for one in chain.steps)])
    place = Place(step.text, target.span, found, context.known, "" if equation is None else equation[1], around)
    known = Known.before(chain, index, target.span[0])
    proved: list[tuple[Edits, Cost]] = []
    for propose in (single, double):
        priced = {made: known.cost(place, made) for made in propose(place)}
        offers = sorted(((m, c) for m, c in priced.items() if c.tokens <= MAX_TOKENS), key=_by_cost)
        proved += _proved(judge, chain, step, target, offers)
        if proved and not proved[0][1].copied:  # two edits are dearer than one, unless that altered what is given
            break
    if not proved:
        return Stuck(index, said, "no edit that was tried makes it proved")
    best = min(cost for _, cost in proved)
    equal = [made for made, cost in proved if cost == best]
    first = max(equal, key=_preferred)
    return Mend(
        index, step.text, target.span, said, first, best, tuple(sorted(made for made in equal if made != first))
    )


def _by_cost(offer: tuple[Edits, Cost]) -> tuple[Cost, Edits]:
    return offer[1], offer[0]


def _preferred(made: Edits) -> tuple[int, Edits]:
    """Of edits that cost the same, those furthest to the right: results stand there."""
    return made[-1].start, made


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


@dataclass(frozen=True, slots=True)
class Known:
    """What stands in the problem and before a claim: numbers, terms; and the numerals that come after it."""

    numbers: frozenset[Fraction]
    terms: frozenset[Term]
    later: tuple[Fraction, ...]

    @classmethod
    def before(cls, chain: Chain, index: int, place: int) -> Known:
        """Return what stands before a place of a step, and the numerals of later steps. Fails: never."""
        readings = [read(text) for text in (chain.problem, *(step.text for step in chain.steps[:index]))]
        seen = [expr for reading in readings for expr in reading.numerals]
        seen += [expr for expr in read(chain.steps[index].text).numerals if expr.end <= place]
        inner = {term for expr in seen for term in walk(expr.term)}
        later = [found for step in chain.steps[index + 1 :] for found in _numerals(step.text)]
        return cls(
            frozenset(Fraction(term.value) for term in inner if isinstance(term, Int | Dec)),
            frozenset(term for term in inner if letters(term) and not isinstance(term, Int | Dec) and term.depth > 1),
            tuple(later),
        )

    def cost(self, place: Place, made: Edits) -> Cost:
        """Return what edits of a claim cost. Fails: never."""
        old, new = [edit.old for edit in made], [edit.new for edit in made]
        altered = [value for edit in made if (value := numeral(edit.old)) is not None]
        uses = sum(value in altered and value not in self.numbers for value in self.later)
        sides, copied = self._sides(place)
        inside = [e for e in made if any(side.start <= e.start and e.end <= side.end for side in copied)]
        return Cost(
            len(inside),
            sum(distance(tokens(a), tokens(b)) for a, b in zip(old, new, strict=True)),
            0,
            self._quarrels(place, made, sides),
            uses,
            sum(_characters(a, b) for a, b in zip(old, new, strict=True)),
        )

    def _sides(self, place: Place) -> tuple[list[Expr], list[Expr]]:
        """The sides of the claim, and those of them that stand so before it."""
        formulas = read(place.text, place.known, place.unknown).formulas
        sides = [side for f in formulas if f.span == place.span for side in (f.left, f.right)]
        return sides, [side for side in sides if side.term in self.terms]

    def _quarrels(self, place: Place, made: Edits, sides: Sequence[Expr]) -> int:
        altered = sum(value in self.numbers for edit in made if (value := numeral(edit.old)) is not None)
        strange = [at for at, value in self._operands(place, sides) if value not in self.numbers]
        left = [at for at in strange if not any(edit.start <= at < edit.end for edit in made)]
        put_in = [numeral(edit.new) for edit in made if self._is_operand(edit.start, sides)]
        return altered + len(left) + 2 * sum(value is not None and value not in self.numbers for value in put_in)

    def _operands(self, place: Place, sides: Sequence[Expr]) -> Iterator[tuple[int, Fraction]]:
        for token in place.tokens:
            value = numeral(place.text[token.start : token.end]) if token.kind is Sign.NUM else None
            if value is not None and self._is_operand(token.start, sides):
                yield token.start, value

    def _is_operand(self, at: int, sides: Sequence[Expr]) -> bool:
        """Whether a place lies in a side with letters or with more numbers than one, and is not by itself what another
        side comes to."""
        side = next((side for side in sides if side.start <= at < side.end), None)
        inner = [] if side is None else [t for t in walk(side.term) if not isinstance(t, App)]
        return len(inner) > 1 or (side is not None and bool(letters(side.term)))


def _characters(old: str, new: str) -> int:
    """How many digits of a number change; any other token counts one."""
    plain = numeral(old) is not None and numeral(new) is not None
    return distance(old, new) if plain else distance(tokens(old), tokens(new))


def _numerals(text: str) -> Iterator[Fraction]:
    for token in scan(text):
        if token.kind is Sign.NUM and (value := numeral(text[token.start : token.end])) is not None:
            yield value
