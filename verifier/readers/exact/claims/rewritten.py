"""Rewritten equations: what a step says of the equation right before it, where it only writes it in another way.

Two claims for all values of the letters. ``R = (400 - 4n)(300 + 10n)``, "expanding gives" ``R = ...``: one side came
back as it stood, so the other sides are one expression. ``P``, "rearranging terms gives" ``Q``: whatever makes the
first equation true makes the second true. Whether another relation of the chain may have been used quietly is for
whoever judges to ask.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import replace
from itertools import accumulate

from verifier.kernel.claim import Claim, Hypothesis, relate
from verifier.kernel.expr import Dec, Expr, Head, Int, Node, Sym, free_names, walk_expr
from verifier.mathtext.lexicon import words
from verifier.mathtext.notation.shapes import asks_for_work, same_growth
from verifier.readers.exact.guards.table import DEFEATERS
from verifier.readers.exact.reading import Formula, Reading

_BOTH = frozenset({"side", "sides", "cross-multiply", "cross-multiplying"})
_ELSEWHERE = frozenset(
    {"field", "modulo", "boolean", "matrix", "matrices", "vector", "vectors", "operator", "operators"}
)
LISTED = frozenset(
    {"conditions", "constraints", "curves", "lines", "circles", "planes", "parabolas", "hyperbolas", "ellipses"}
    | {"spheres", "graphs", "plans"}
)
"""Words for things of which each has an equation of its own."""
_PLAIN = frozenset({Head.ADD, Head.SUB, Head.MUL, Head.DIV, Head.NEG, Head.POW})


_FAR = 9
"""Words that may stand between the one that asks and what is asked for: ``Factor the quadratic polynomial ...``"""


def sought(reading: Reading) -> frozenset[Expr]:
    """Return the expressions with letters that a problem asks to rewrite, and that are no sides of relations: ``Expand
    (x + 2)(x + 5).`` None where it speaks of other numbers than the common ones."""
    if reading.vocabulary & (_ELSEWHERE | words.EQUATING) or reading.modulus or reading.mode:
        return frozenset()
    found, last = set(), 0
    said = sorted(reading.words, key=lambda word: word[1])
    places = [at for _, at in said]
    spans = sorted(f.span for f in reading.formulas)
    starts, ends = [start for start, _ in spans], list(accumulate((end for _, end in spans), max))
    for expr in sorted(reading.numerals, key=lambda expr: expr.start):
        before = bisect_left(places, expr.start)
        near = [word for word, at in said[max(0, before - _FAR) : before] if at >= last]
        spanned = bisect_right(starts, expr.start)
        related = spanned > 0 and expr.start < ends[spanned - 1]
        if (
            expr.compound
            and expr.term.free
            and not related
            and not (expr.doubts or expr.rows)
            and words.TO_REWRITE & set(near)
        ):
            found.add(expr.term)
        last = expr.end
    return frozenset(found)


def restated(premise: Hypothesis, formula: Formula, since: frozenset[str]) -> Claim | None:
    """Return the claim that two sides are one expression, where the other sides are the same and the words between
    the equations say that it is written in another way."""
    if not since & words.REWORKING or since & words.BALANCING:
        return None
    first, second = (premise.left, premise.right), (formula.left.term, formula.right.term)
    for i in (0, 1):
        same, before, after = first[i], first[1 - i], second[1 - i]
        if same == second[i] and (same.free or _value(same)) and before != after:
            return _identity(before, after)
    return None


def next_line(premise: Hypothesis, formula: Formula) -> Claim | None:
    """Return the claim that two sides are one expression, where the other sides are the same and the equations are
    lines of one derivation: nothing stands between them.

    ``y = x^2``, ``y = x^2 + 1`` may be a list of curves, so a letter alone is not enough. What the lines stand under,
    a case or a value that is put in, changes nothing of the rewriting.
    """
    first, second = (premise.left, premise.right), (formula.left.term, formula.right.term)
    for i in (0, 1):
        same, before, after = first[i], first[1 - i], second[1 - i]
        whole = _value(same) or (same.free and not isinstance(same, Sym))
        apart = formula.words & (words.SYSTEM | LISTED) or set(formula.after) & (words.BALANCING | {"after"})
        if same == second[i] and whole and before != after and not apart:
            return _identity(before, after)
    return None


def as_line(formula: Formula) -> Formula:
    """Return the formula as a line of a derivation: that it is written anew is asserted, whatever it stands under."""
    return replace(formula, role="asserted").without(DEFEATERS["line-of-derivation"])


def under_roots(formula: Formula) -> Claim | None:
    """Return the claim that what stands under two square roots is equal, where the formula works out one of them and
    writes the other: ``√((b - 0)² + 29²) = √(b² + 841)``; None for another formula."""
    match formula.left.term, formula.right.term:
        case Node(Head.SQRT, (a,)), Node(Head.SQRT, (b,)) if formula.relation is Head.EQ and a.free == b.free:
            decimals = any(isinstance(t, Dec) for side in (a, b) for t in walk_expr(side))
            worked = asks_for_work(a) and not asks_for_work(b) and not decimals
            return relate(Head.EQ, a, b) if a.free and worked and formula.role == "asserted" else None
    return None


def measures(formula: Formula) -> bool:
    """Return whether the sentence says that one distance is worked out, so that no two are set equal: ``let's calculate
    the distance from A to B``."""
    said = formula.words
    alone = not said & (
        words.BARREN | words.HYPOTHESES | {"distances", "lengths", "equal", "same", "where", "both", "set"}
    )
    return alone and bool(said & {"calculate", "compute", "calculating", "computing"}) and "distance" in said


def _value(term: Expr) -> bool:
    """Whether a term is a number that is not zero: what equals zero may be divided by anything."""
    return isinstance(term, Int | Dec) and term.value != 0


def _identity(before: Expr, after: Expr) -> Claim | None:
    names = before.free
    if not names or names != after.free or not asks_for_work(before) or not same_growth(before, after, [*names]):
        return None
    return relate(Head.EQ, before, after).for_all()


def moved(premise: Hypothesis, formula: Formula, since: frozenset[str]) -> Claim | None:
    """Return the claim that one equation follows from the other for all values of the letters, where the words between
    them say that its terms are moved or written in another way."""
    balanced = since & words.BALANCING
    sides = (premise.left, premise.right, formula.left.term, formula.right.term)
    if not (since & words.REWORKING or balanced) or (balanced and not since & _BOTH):
        return None  # subtracting may be subtracting another equation
    names = free_names(formula.left.term, formula.right.term)
    if names != premise.formula.free or any(isinstance(side, Sym) for side in sides):
        return None  # solved for a letter: another one may be solved for next
    if any(not _polynomial(side) for side in sides):
        return None
    return relate(Head.EQ, formula.left.term, formula.right.term, (premise,)).for_all()


def _polynomial(term: Expr) -> bool:
    parts = list(walk_expr(term))
    powers = [t.args[1] for t in parts if isinstance(t, Node) and t.head is Head.POW]
    known = all(isinstance(t, Sym | Int) or (isinstance(t, Node) and t.head in _PLAIN) for t in parts)
    return known and all(isinstance(power, Int) for power in powers)
