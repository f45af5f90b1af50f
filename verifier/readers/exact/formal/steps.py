"""The steps of a chain as the reader emits them, one after another: what each formula claims where it stands, and all
that stands against that. Nothing is decided here.

The context grows by what the text states. Of its truth it learns what the values of numerals show, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice
from typing import Final

from verifier.chain import Chain, Span, Step
from verifier.checkers.evaluate import Outcome, shown
from verifier.kernel.claim import Claim, Hypothesis, Standing
from verifier.kernel.expr import Dec, Expr, Int, walk_expr
from verifier.mathtext.lexicon import words
from verifier.readers.exact.claims.besides import Besides, besides
from verifier.readers.exact.claims.context import Context
from verifier.readers.exact.claims.premises import place
from verifier.readers.exact.discourse.discourse import has_second_thoughts, quotes
from verifier.readers.exact.discourse.operations import BALANCED
from verifier.readers.exact.formal.guarded import Against, Weighed, exact_decimals, offered, weighed
from verifier.readers.exact.guards.excuses import absurd
from verifier.readers.exact.guards.table import GUARDS
from verifier.readers.exact.reading import Formula, Reading

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
        yield Against("accuse", GUARDS["stated-anew"](), f"proved {' '.join(map(place, later))}")
    here = any(at >= span[1] for at in by.rejections[step])
    later_on = by.last > step
    if here or (later_on and by.rejections[step + 1]):
        yield Against("accuse", GUARDS["rejected"]())
    elif later_on:
        yield Against("accuse", GUARDS["rejected"](), "resting")


def _side(claim: Claim) -> Side:
    return claim.left, bool(claim.right.free)


MAX_LINES: Final = 6
"""Most relations to which an operation that is told may have been done."""


@dataclass(slots=True)
class Said:
    """A formula of a step, and what it claims. ``defines``: it gives a fresh letter its meaning; ``redefines``: letters
    that mean something already.

    ``against``: guards besides those of its own
    sentence, such as of what stands before it. ``besides``: what else it says, each with what stands against that.
    ``premise``: what it is to rest on, unless it is refuted, or says nothing of its letters. ``chained``: the letters
    of its chain of relations; ``doubles``: letters that have two meanings, and on which condition, always where that is
    empty; ``error``: the number that stands only as its value. ``lines``: to what the operation that is told may have
    been done, the latest first. ``thread``: the formula from which it may be said to follow. ``restates``: it
    is said to come out of work, and stands there already. ``back``: how the chain may take it back.
    """

    id: str
    formula: Formula
    weighed: Weighed
    against: list[Against] = field(default_factory=list)
    besides: list[tuple[Besides, Weighed]] = field(default_factory=list)
    premise: Hypothesis | None = None
    defines: bool = False
    redefines: bool = False
    chained: frozenset[str] = frozenset()
    doubles: Sequence[tuple[str, str]] = ()
    error: Fraction | None = None
    lines: tuple[Hypothesis, ...] = ()
    thread: str = ""
    restates: bool = False
    back: list[Against] = field(default_factory=list)

    @property
    def claim(self) -> Claim:
        """What the formula claims."""
        return self.weighed.claim

    @property
    def outcome(self) -> Outcome | None:
        """What the values of both sides say of it, where they have no letters."""
        return self.weighed.outcome

    @property
    def fails(self) -> bool:
        """Whether its values refute it, and nothing stands against that."""
        spared = any(one.action in ("decide", "refute") and not one.when for one in self.weighed.against)
        return self.outcome is Outcome.FAILS and not (spared or self.weighed.others())


@dataclass(slots=True)
class StepRead:
    """A step as read. ``numbers``: those that stand in it; ``quoted``: it quotes, or speaks of others' work."""

    step: Step
    reading: Reading
    quoted: bool
    numbers: frozenset[Fraction]
    said: list[Said] = field(default_factory=list)

    def claims(self) -> Iterator[tuple[int, Span, str, Claim]]:
        """Yield what the step claims, with its number, the span and the id. A final answer corrects no claim."""
        at = self.step.index
        yield from ((at, one.formula.span, one.id, one.claim) for one in self.said if not one.formula.named)


def read_steps(chain: Chain, context: Context, readings: list[Reading]) -> list[StepRead]:
    """Return the steps of a chain that have readings, as read; ``context``: the one that its problem opens, which grows
    by them."""
    read = [read_step(step, reading, context) for step, reading in zip(chain.steps, readings, strict=False)]
    last, anew = last_taken_back(chain, readings, context.known), stated(one for step in read for one in step.claims())
    corrections = Corrections.of(readings, anew)
    for step in read:
        at, back = step.step.index, [Against("accuse", GUARDS["taken-back"]())] if step.step.index < last else []
        for one in step.said:
            one.back += [*back, *corrected(at, one.formula.span, one.claim, corrections)]
    return read


def read_step(step: Step, reading: Reading, context: Context) -> StepRead:
    """Return a step as read in the context of those before it, which grows by it."""
    context.overhear(reading)
    terms = (term for expr in reading.numerals for term in walk_expr(expr.term))
    numbers = frozenset(Fraction(term.value) for term in terms if isinstance(term, Int | Dec))
    done = StepRead(step, reading, context.others or quotes(step.text), numbers)
    leads: list[str] = []  # what may be refuted and excused, and lead to what comes next
    for number, formula in enumerate(reading.formulas):
        one = _said(f"s{step.index}.c{number}", formula, done, context)
        leads = [] if "." in formula.before else leads
        if one.claim.letters:
            if leads:
                one.against.append(Against("accuse", GUARDS["after-excused"](), f"excused {' '.join(leads)}"))
            leads.append(place(one.id))
        done.said.append(one)
        _learn(one, context)
    if any(absurd(one.formula) and one.fails for one in done.said):
        for one in done.said:
            one.against.append(Against("accuse", GUARDS["absurdity-reached"]()))
    context.thread.ended(reading.after)
    context.note_numbers(reading)
    return done


def _said(id: str, formula: Formula, step: StepRead, context: Context) -> Said:
    claim = context.claim(formula)
    one = Said(id, formula, weighed(formula, claim, step.reading, context, step.quoted))
    one.against += _ambiguous(claim, context)
    one.against += _no_premises(context)
    one.chained = frozenset(context.chain)
    reworked = formula.words & words.REWORKING
    said = (formula.relation, formula.left.term, formula.right.term)
    one.restates = bool(reworked) and any((p.relation, p.left, p.right) == said for p in context.premises)
    one.doubles = (*((name, "") for name in context.ambiguous), *context.doubled())
    one.error, one.thread = context.newly(formula), context.thread.last
    if one.outcome is not Outcome.HOLDS:
        for each in besides(formula, context):
            held = offered(each.formula, each.claim, each.link, step.reading, context, step.quoted)
            one.besides.append((each, held))
        context.chain = set(one.chained)
    if formula.work is not None and formula.work.code in BALANCED:
        last = [premise for _, premise in context.thread.said[::-1]]
        one.lines = tuple(islice((*last, *[*context.premises][::-1], *[*context.bonds][::-1]), MAX_LINES))
    return one


def _ambiguous(claim: Claim, context: Context) -> list[Against]:
    """That letters of a claim have two meanings, where they have or may have."""
    if claim.letters & context.ambiguous:
        return [Against("decide", GUARDS["two-meanings"]())]
    conditions = dict.fromkeys(when for name, when in context.doubled() if name in claim.letters)
    return [Against("decide", GUARDS["two-meanings"](), when) for when in conditions]


def _no_premises(context: Context) -> Iterator[Against]:
    """Yield why nothing is decided from some of what was said before: its letters have two meanings, or it was said
    once more with its letters exchanged."""
    gone = [("", place(id)) for id in context.premises.replaced]
    for name, when in (*((name, "") for name in sorted(context.ambiguous)), *context.doubled()):
        said = (one for one in context.premises.again.items() if name in one[0].free)
        gone += [(when, place(id)) for _, ids in said for id in ids]
    for when in dict.fromkeys(when for when, _ in gone):
        uses = f"uses {' '.join(dict.fromkeys(id for one, id in gone if one == when))}"
        for action in ("prove", "refute"):
            yield Against(action, GUARDS["two-meanings"](), f"{uses} and {when}" if when else uses)


def _learn(one: Said, context: Context) -> None:
    """Let the context learn what a formula states; of numerals alone, what their values show."""
    formula, claim = one.formula, one.claim
    context.thread.passed(one.id, formula, one.fails)
    context.carried = formula.right.term if claim.letters else None
    context.bind(formula, claim)
    if formula.role == "supposed" and not claim.letters and one.outcome is not Outcome.HOLDS:
        context.mode = True  # whatever follows may follow from an absurdity
    if one.outcome is Outcome.HOLDS:
        context.exact |= exact_decimals(claim)
    if one.fails or claim.is_for_all:
        return
    one.redefines = formula.role == "defined" and bool(claim.letters) and context.premises.bind(claim.letters)
    if one.redefines:
        for name in claim.letters:
            context.double(name, "guarded", one.id)
    one.premise = context.learn(one.id, formula)
    one.defines = one.premise is not None and one.premise.standing is Standing.DEFINED and not one.redefines
