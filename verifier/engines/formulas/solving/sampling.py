"""Numbers at which a quantified formula without other letters is true or false, or at which something is greatest or
least, found by evaluating it at many."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import chain, islice, product
from typing import Any

from verifier.checkers.effort import remembered
from verifier.checkers.evaluate import Outcome, compare, satisfies
from verifier.checkers.formulas.places.models import of_type
from verifier.checkers.formulas.places.monomials import numeral, rational
from verifier.checkers.formulas.places.place import Place, conjuncts
from verifier.checkers.formulas.values.evaluation import truth, value
from verifier.checkers.functions import NotEvaluated, OverBudget
from verifier.engines.formulas.solving.candidates import by_powers, candidates, roots_of
from verifier.engines.formulas.sums.linear_extremes import linear_extreme
from verifier.engines.points import FEW, small_points
from verifier.engines.symbolic.identity_falsification import curved, failing_everywhere, relation_for_all
from verifier.engines.symbolic.model import model
from verifier.kernel.expr import COMPARISONS, Expr, ExprTooLarge, Head, Letter, Node, Sym, Type, substitute, walk_expr
from verifier.kernel.verdict import CheckFailed

REAL = frozenset({Type.REAL, Type.UNDECLARED, Type.RAT})  # types of letters that any rational number may stand for
MAX_LETTERS = 4  # most letters of a quantifier whose numbers are looked for
MAX_POINTS = 240  # most points at which a formula is evaluated
MAX_FOUND = 3  # most points that are given back
BESIDE = tuple(map(Fraction, ("0", "1", "-1", "1/2", "-1/2", "10", "-10")))
GRID = tuple(
    map(
        Fraction,
        ("0", "1", "2", "3", "-1", "4", "5", "10", "-2", "1/2", "7", "6", "-3", "-1/2", "3/2", "1/4", "2/5", "3/4"),
    )
)
Put = tuple[dict[str, Expr], list[Any]]
"""Numbers for the letters, and how a proof spells them."""


@remembered(1024)
def sampled(formula: Node, holds: bool, most: int = MAX_POINTS) -> tuple[tuple[Put, ...], bool]:
    """Return points, of at most ``most``, at which the body of a quantifier holds (or, unless ``holds``, fails), and
    whether it was told at each point that was looked at what it does there."""
    if formula.free or not formula.letters or len(formula.letters) > MAX_LETTERS:
        return (), False
    found, known, seen = list[Put](), True, set[tuple[Expr, ...]]()
    for values, spelled in islice(_points(formula, most // 4), most):
        point = tuple(values[one.name] for one in formula.letters)
        if point in seen:
            continue
        seen.add(point)
        try:
            said = truth(substitute(formula.args[0], values), {})
        except OverBudget:
            return tuple(found), False  # the next point would take as long
        except (NotEvaluated, CheckFailed, ExprTooLarge):
            known = False
            continue
        if said is holds:
            found.append((values, spelled))
        if len(found) == MAX_FOUND:
            break
    return tuple(found), known and bool(seen)


@lru_cache(maxsize=1024)
def counterexample(formula: Node) -> Put | None:
    """Return a point at which a comparison that is said of all numbers, or an implication of comparisons, fails; None
    where none is among the first small points. It is told by evaluation, in the place of a search."""
    claim, types = relation_for_all(formula), {one.name: one.type for one in formula.letters}
    if claim is None:
        return None
    solved = model(claim) if claim.premises else None
    for point in ([solved] if solved else []) + list(islice(small_points(claim, range(len(claim.premises))), FEW)):
        try:
            allowed = all(of_type(x, types[name]) for name, x in point.items()) and satisfies(claim.premises, point)
            if allowed and compare(claim, point) is Outcome.FAILS:
                every = {name: point.get(name, Fraction(0)) for name in types}
                return {name: numeral(x) for name, x in every.items()}, _spelled(every, formula.letters)
        except NotEvaluated as error:
            if isinstance(error, OverBudget):
                return None
    if claim.premises or claim.relation is not Head.EQ or not curved(claim) or not REAL.issuperset(types.values()):
        return None
    if (found := failing_everywhere(claim.for_all())) is None:
        return None
    every = {name: Fraction(found["point"].get(name, 0)) for name in types}
    return {name: numeral(x) for name, x in every.items()}, _spelled(every, formula.letters)


@remembered(512)
def extreme_place(extreme: Node) -> tuple[Put, Fraction] | None:
    """Return where, of the numbers that are looked at, what ``is_max`` or ``is_min`` speaks of is greatest or least,
    and its value there; None where it speaks of other letters, or no such number is found."""
    _, made, condition = extreme.args
    bound = {one.name for one in extreme.letters}
    if not (bound and made.free | condition.free <= bound):
        return None
    best: tuple[Put, Fraction] | None = None
    told = linear_extreme(extreme)
    found = [] if told is None else [({n: numeral(x) for n, x in told.items()}, _spelled(told, extreme.letters))]
    seen = _points(Node(Head.EXISTS, (condition,), extreme.letters))
    few = chain(_likely(extreme), seen) if len(bound) <= MAX_LETTERS else ()
    for values, spelled in islice(chain(found, few), MAX_POINTS):
        try:
            if truth(substitute(condition, values), {}) is not True:
                continue
            reached = value(substitute(made, values), {})
        except OverBudget:
            return best
        except (NotEvaluated, CheckFailed, ExprTooLarge):
            continue
        if best is None or (reached > best[1] if extreme.head is Head.IS_MAX else reached < best[1]):
            best = (values, spelled), reached
    return best


def _spelled(values: Mapping[str, Fraction], letters: Sequence[Letter]) -> list[str]:
    return [str(values[one.name]) for one in letters]


def _likely(extreme: Node) -> Iterator[Put]:
    """Numbers at which something may be greatest or least: of one letter where it turns, of several where all are
    equal."""
    _, made, condition = extreme.args
    first, *others = extreme.letters
    same: dict[str, Expr] = {one.name: Sym(first.name) for one in others}
    for equation in _equations(condition) if others else ():
        for number, spelled in islice(_solutions(equation, first, same), 4):
            yield dict.fromkeys((one.name for one in extreme.letters), number), [spelled] * len(extreme.letters)
    if others or (by := by_powers(made, first.name)) is None:
        return
    rates = {power - 1: power * rate for power, form in by.items() if power and (rate := rational(form)) is not None}
    for number, spelled in islice(roots_of(rates, first, Place((), {}, False)), 4):
        yield {first.name: number}, [spelled]


def _points(formula: Node, fewer: int = MAX_POINTS // 4) -> Iterator[Put]:
    """Numbers that solve an equation of the body once the other letters have small values, then small numbers."""
    equations = list(_equations(formula.args[0]))
    for letter in formula.letters:
        others = tuple(one for one in formula.letters if one is not letter)
        for equation in equations:
            if letter.name in equation.free:
                for values, spelled in islice(_small(others), fewer):
                    for number, written in islice(_solutions(equation, letter, values), 4):
                        each = {**dict(zip(values, spelled, strict=True)), letter.name: written}
                        yield {**values, letter.name: number}, [each[one.name] for one in formula.letters]
    if len(formula.letters) == 1:
        yield from _beside(formula)
    yield from _small(formula.letters)


def _beside(formula: Node) -> Iterator[Put]:
    """Numbers beside those at which two sides of the body change their order."""
    [letter] = formula.letters
    for part in walk_expr(formula.args[0]):
        if isinstance(part, Node) and part.head in COMPARISONS and part.free == {letter.name}:
            for _, written in islice(_solutions(part, letter, {}), 4):
                for step in BESIDE if isinstance(written, str) else ():
                    if of_type(number := Fraction(written) + step, letter.type):
                        yield {letter.name: numeral(number)}, [str(number)]


def _equations(body: Expr) -> Iterator[Expr]:
    """Comparisons of what is supposed in a formula, and of what is said."""
    if isinstance(body, Node) and body.head is Head.IMPLIES:
        yield from (part for arg in body.args for part in _equations(arg))
        return
    for part in conjuncts(body):
        if isinstance(part, Node) and part.head is Head.EQ:
            yield part


def _solutions(equation: Expr, letter: Letter, values: dict[str, Expr]) -> Iterator[tuple[Expr, Any]]:
    try:
        yield from candidates(letter, substitute(equation, values), Place((), {}, False))
    except (CheckFailed, ExprTooLarge):
        return


def _small(letters: tuple[Letter, ...]) -> Iterator[Put]:
    """Small numbers of the letters' types, in few steps from zero first."""
    own = [[x for x in map(Fraction, GRID) if of_type(x, one.type)] for one in letters]
    most = {1: 18, 2: 15, 3: 6}.get(len(letters), 4)
    ranked = sorted(product(*(range(min(most, len(each))) for each in own)), key=lambda at: (max(at, default=0), at))
    for places in ranked:
        numbers = [each[k] for each, k in zip(own, places, strict=True)]
        values = {one.name: numeral(x) for one, x in zip(letters, numbers, strict=True)}
        yield values, [str(x) for x in numbers]
