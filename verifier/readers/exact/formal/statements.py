"""What the formal language is told of a formula: its guards as codes, what it may claim instead, and what it says
besides. A formal chain is decided without the reader, so what depends on a whole proof is told wherever it may count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from itertools import islice
from typing import Final

from verifier.checkers.evaluate import Outcome, compare, shown, value
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.claim import Claim, Hypothesis, relate
from verifier.kernel.expr import Dec, Expr, ExprTooLarge, Head, Int, Node, free_names, node, walk_expr
from verifier.language.formal_chain import ON_AN_ERROR
from verifier.language.read_chain import MAX_TOGETHER
from verifier.mathtext.guards.guard import Abstention
from verifier.readers.exact.claims.context import Context
from verifier.readers.exact.claims.functions import general
from verifier.readers.exact.claims.premises import place
from verifier.readers.exact.discourse.operations import BALANCED, Work
from verifier.readers.exact.formal.further import Further, at_least, further, nearly
from verifier.readers.exact.formal.guarded import Against, Weighed, decimals, excused, told
from verifier.readers.exact.formal.steps import Said, StepRead
from verifier.readers.exact.guards.excuses import ROLES, excuses
from verifier.readers.exact.guards.says_more import says_more, tautology
from verifier.readers.exact.guards.table import GUARDS
from verifier.readers.exact.reading import Formula, Reading

_ORDER: Final = frozenset({Head.LT, Head.LE, Head.GT, Head.GE, Head.NE})
_RESTATED: Final = {"given": "ungiven", "supposed": "infirm", "recalled": "infirm"}
"""What a formula that is not asserted must not be if its step is to be approved, by its role."""


def unapproved(reading: Reading, turning: bool) -> Iterator[Abstention]:
    """Yield why a step is not approved, whatever becomes of its formulas. ``turning``: the chain may give equality
    another meaning."""
    if turning:
        yield GUARDS["signs-turned"]()
    yield from says_more(reading)
    if all(map(tautology, reading.formulas)):
        yield GUARDS["says-nothing"]()


def against_approval(one: Said) -> Iterator[Against]:
    """Yield what forbids to approve a step for one of its formulas, each on its condition."""
    formula, here = one.formula, place(one.id)
    if formula.role in ROLES:
        failing = _RESTATED.get(formula.role)
        failing = "unproved" if failing is not None and formula.work is not None else failing
        yield Against("approve", ROLES[formula.role](), "" if failing is None else f"{failing} {here}")
    if one.restates:
        yield Against("approve", GUARDS["says-nothing"]())
    bound = one.claim.is_for_all or not one.claim.letters
    if one.claim.relation in _ORDER and not bound and not formula.left.everywhere and formula.work is None:
        yield Against("approve", GUARDS["weaker"](), f"resting {here}")
    if limited(formula):
        yield Against("approve", GUARDS["not-everywhere"](), f"conditional {here}")


def limited(formula: Formula) -> bool:
    """Return whether a formula is said of all values of its letters, where a condition may fail under which it holds:
    of all real values, or at a bound of those that are told."""
    told = formula.left.given
    if told is None:
        return False
    numbers = [Fraction(0), *(at for one in told for side in one[1:] if (at := _number(side)) is not None)]
    return not told or any(_within(at, told) and not _defined(formula, at) for at in numbers)


def _within(at: Fraction, told: Sequence[tuple[Head, Expr, Expr]]) -> bool:
    points = ((relate(*one), dict.fromkeys(free_names(*one[1:]), at)) for one in told)
    try:
        return all(compare(claim, point) is Outcome.HOLDS for claim, point in points)
    except NotEvaluated:
        return True  # it may be within


def _defined(formula: Formula, at: Fraction) -> bool:
    sides = formula.left.term, formula.right.term
    try:
        return all(value(side, dict.fromkeys(side.free, at)) is not None for side in sides)
    except NotEvaluated:
        return False


def _number(term: Expr) -> Fraction | None:
    found = shown(term)
    return None if found is None else found[0]


_DONE: Final[dict[str, Callable[[Expr, Expr], Expr]]] = {
    "ADD": lambda side, by: node(Head.ADD, side, by),
    "SUBTRACT": lambda side, by: node(Head.SUB, side, by),
    "MULTIPLY": lambda side, by: node(Head.MUL, side, by),
    "DIVIDE": lambda side, by: node(Head.DIV, side, by),
}


def operates(formula: Formula) -> bool:
    """Return whether words tell that the same was done to both sides."""
    return formula.work is not None and formula.work.code in BALANCED


def led_to(line: Hypothesis, formula: Formula) -> Iterator[tuple[Claim, Claim]]:
    """Yield pairs of identities: where both of one hold, the operation makes a formula of a line, an equation either
    way round, an order by what is added, or by a positive factor."""
    work, now = formula.work, (formula.left.term, formula.right.term)
    equation = line.relation is Head.EQ
    if work is None or line.relation is not formula.relation or not (equation or _keeps_order(work)):
        return
    try:
        made = [_done(side, work) for side in (line.left, line.right)]
    except ExprTooLarge:
        return
    for left, right in (now, now[::-1]) if equation else (now,):
        if made[0] is not None and made[1] is not None:
            pair = (relate(Head.EQ, made[0], left).for_all(), relate(Head.EQ, made[1], right).for_all())
            if not any(map(_fails_somewhere, pair)):
                yield pair


def _fails_somewhere(identity: Claim) -> bool:
    """Whether an identity fails at the one point at which it is looked at."""
    try:
        return compare(identity, dict.fromkeys(identity.letters, Fraction(3))) is Outcome.FAILS
    except NotEvaluated:
        return False


def _keeps_order(work: Work) -> bool:
    number = None if work.by is None else shown(work.by)
    return work.code in ("ADD", "SUBTRACT") or (work.code != "SQUARE" and number is not None and number[0] > 0)


def _done(side: Expr, work: Work) -> Expr | None:
    if work.code == "SQUARE":
        return node(Head.POW, side, Int(2))
    return None if work.by is None else _DONE[work.code](side, work.by)


ROUNDED: Final = "refute:rounded"
"""The guard of what may hold up to rounding, as the exact reader has it, and not as the language does."""

NO_PREMISE: Final = "use:no-premise"
"""The guard of a claim about letters that nothing is to rest on: it may hold as rounded alone, or is no equation that
is asserted."""

EVERY_ARGUMENT: Final = "prove:every-argument if uses stated"
"""The guard of what a function gives for every argument: nothing that was only stated shows it."""

RESTS_ON_ERROR: Final = Abstention("it uses a number that stands only as the value of a false equation", ON_AN_ERROR)
"""Of a step, what is told besides the guards of the table: nothing of it is approved."""


@dataclass(frozen=True, slots=True)
class Told:
    """A formula as a statement. ``weighed``: with its other readings, for when it is refuted. ``operation``: pairs
    of identities, of which one shows that the operation that is told leads to it; None where none is told. ``reasons``:
    the guards that were raised of it, for people."""

    formula: Formula
    claim: Claim
    defines: bool
    operation: tuple[tuple[Claim, Claim], ...] | None
    guards: tuple[str, ...]
    alternatives: tuple[Claim, ...]
    weighed: Weighed
    further: tuple[Further, ...]
    reasons: tuple[Abstention, ...]


@dataclass(slots=True)
class StepTold:
    """A step as statements. ``besides``: why it is not approved for its formulas alone."""

    read: StepRead
    said: list[Told] = field(default_factory=list)
    besides: list[Abstention] = field(default_factory=list)


def told_steps(read: Sequence[StepRead], context: Context) -> list[StepTold]:
    """Return the steps that were read as the formal language is told of them; ``context``: all that the chain sets."""
    errors: set[Fraction | None] = set()
    rounding, before = list[tuple[str, frozenset[str]]](), ""
    made = []
    for step in read:
        done = StepTold(step)
        if step.numbers & errors:
            done.besides.append(RESTS_ON_ERROR)
            errors |= {one.error for one in step.said}
        errors |= {one.error for one in step.said if one.fails}
        for one in step.said:
            also = [*_blurred(one, rounding), *_everywhere(one, context)]
            done.said.append(_told(one, also, before, bool(context.heard & _ESTIMATING)))
            before = place(one.id)
            if one.chained and _may_be_rounded(one.claim):
                rounding.append((place(one.id), one.chained))
        if step.said:
            done.besides += unapproved(step.reading, context.mode or context.programs)
        made.append(done)
    return made


def loosened(claim: Claim) -> frozenset[Dec]:
    """Return the decimals of a claim that may be rounded: those told, and in an equation between two expressions those
    of one side alone."""
    if claim.relation is not Head.EQ or shown(claim.left) or shown(claim.right):
        return claim.rounded
    left, right = map(decimals, (claim.left, claim.right))
    return claim.rounded | (left ^ right)


def _blurred(one: Said, rounding: Sequence[tuple[str, frozenset[str]]]) -> Iterator[str]:
    """Why a refutation is not believed: what was told of a letter may hold as rounded alone."""
    places = [where for where, letters in rounding if letters & one.claim.letters]
    if places:
        yield f"refute:{GUARDS['rounded-letter'].code} if rounded {' '.join(places)}"


def _may_be_rounded(claim: Claim) -> bool:
    return claim.relation is Head.APPROX or bool(decimals(claim.left) | decimals(claim.right))


def _everywhere(one: Said, context: Context) -> Iterator[str]:
    """Why a proof from what was only stated is not believed: what a function gives is told for every argument."""
    if general(one.claim.letters, context.functions):
        yield EVERY_ARGUMENT


def _told(one: Said, also: list[str], before: str, estimates: bool) -> Told:
    claim, outcome, back = one.claim, one.outcome, list(map(str, one.back))
    unfolded = any("(" in each.id for each in claim.premises)  # what a function gives is no premise of the language
    every = (*one.against, *one.weighed.against)
    guards = [*also, *(str(each) for each in every if not (unfolded and each.when == "alone"))]
    if one.redefines:
        guards.append(f"refute:{GUARDS['defined-twice'].code}")
    alternatives = (claim.under(()).for_all(),) if _partial(claim) else ()
    if loose := _loose(claim, outcome):
        guards.insert(0, ROUNDED)
    own, unapproved_by = [*excuses(one.weighed.asserted)], [*against_approval(one)]
    excusing = [*(str(Against("accuse", why)) for why in own), *back]
    more = [each for offer in one.besides for each in further(*offer, before, one.thread)]
    if loose and outcome is None and {each for each in guards if not each.startswith("prove:")} == {ROUNDED}:
        more.append(nearly(one.formula, claim, tuple(excused(one.weighed))))
    if not estimates:
        against = [each for each in guards if each != ROUNDED]
        more += at_least(one.formula, claim, tuple(told([*against, *excused(one.weighed)])))
    spared = [*also, *back, *(str(each) for each in one.against if each.action in ("accuse", "decide"))]
    more = [replace(each, guards=tuple(told((*each.guards, *spared)))) for each in more]
    if (one.premise is None and claim.letters) or one.formula.role in ("asked", "denied"):
        guards.append(NO_PREMISE)
    counted = tuple(told((*guards, *excusing, *map(str, unapproved_by))))
    pairs = (pair for line in one.lines for pair in led_to(line, one.formula))
    operation = tuple(islice(pairs, MAX_TOGETHER)) if operates(one.formula) else None
    reasons = (*own, *(each.why for each in (*every, *one.back, *unapproved_by)))
    return Told(one.formula, claim, one.defines, operation, counted, alternatives, one.weighed, tuple(more), reasons)


_ESTIMATING: Final = frozenset(
    {"estimate", "estimated", "estimates", "estimating", "estimation", "interpolate", "roughly"}
)


def _loose(claim: Claim, outcome: Outcome | None) -> bool:
    """Whether a claim may hold up to rounding where the language would have it fail: a whole number may be rounded."""
    if claim.relation in _ORDERS and shown(claim.left) and shown(claim.right):
        return False  # 0.45 > 0.5 is of the numerals as they are written
    if outcome is not None or claim.letters:
        return outcome is Outcome.ROUNDED
    return claim.relation in (Head.EQ, Head.APPROX) and any(map(shown, (claim.left, claim.right)))


_ORDERS: Final = frozenset({Head.LT, Head.LE, Head.GT, Head.GE})


def _partial(claim: Claim) -> bool:
    """Whether an equation may be one of two expressions, or of derivatives: it holds where both are defined."""
    if claim.is_for_all or claim.relation is not Head.EQ:
        return False
    parts = (term for side in (claim.left, claim.right) for term in walk_expr(side) if isinstance(term, Node))
    if any("'(" in name for name in claim.letters):
        return True
    applied = any("(" in name for name in claim.letters)  # then its letters are not free to have any value
    return any(term.head in _PARTIAL and term.free for term in parts) and (
        applied or not any(map(partial(_fails, claim), _AT))
    )


_AT: Final = (2, 5)
"""The values of the first letter at which an equation is tried, before it may be one of two expressions."""


def _fails(claim: Claim, first: int) -> bool:
    """Whether the sides of an equation have two values somewhere, so that they are not one expression."""
    point = {name: Fraction(first + 3 * i) for i, name in enumerate(sorted(claim.letters))}
    try:
        return compare(claim, point) is Outcome.FAILS
    except NotEvaluated:
        return False


_PARTIAL: Final = frozenset({Head.DIV, Head.SQRT, Head.ROOT, Head.LOG, Head.TAN, Head.POW})
