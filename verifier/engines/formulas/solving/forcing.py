"""Values that equations force on letters: one letter after another, and letters that several equations force together.

What is found here is only proposed: each value is shown by a leaf.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from verifier.checkers.evaluate import value
from verifier.checkers.forced_values import pin
from verifier.checkers.formulas.places.place import Place, conjuncts, leaf_relation
from verifier.checkers.formulas.values.evaluation import truth
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.claim import Claim, Hypothesis, Standing
from verifier.kernel.expr import Expr, Head, Node, Sym, walk_expr
from verifier.kernel.verdict import CheckFailed


@dataclass(frozen=True, slots=True)
class Linear:
    """``constant`` and a multiple of each letter; no multiple is zero."""

    constant: Fraction
    by: Mapping[str, Fraction]

    def plus(self, other: Linear) -> Linear:
        """Return the sum."""
        names = {*self.by, *other.by}
        sums = {name: self.by.get(name, Fraction(0)) + other.by.get(name, Fraction(0)) for name in names}
        return Linear(self.constant + other.constant, {name: x for name, x in sums.items() if x})

    def times(self, factor: Fraction) -> Linear:
        """Return this form times a number."""
        by = {name: x * factor for name, x in self.by.items()} if factor else {}
        return Linear(self.constant * factor, by)

    def minus(self, other: Linear) -> Linear:
        """Return the difference."""
        return self.plus(other.times(Fraction(-1)))


def linear(term: Expr, point: Mapping[str, Fraction]) -> Linear | None:
    """Return the linear form of a term with the letters of ``point`` put at their values, or None where it has none."""
    if term.free <= point.keys():
        try:
            return Linear(value(term, point), {})
        except NotEvaluated:
            return None
    if isinstance(term, Sym):
        return Linear(Fraction(0), {term.name: Fraction(1)})
    if not isinstance(term, Node):
        return None
    found = [linear(arg, point) for arg in term.args]
    match term.head, found:
        case Head.ADD, [Linear() as a, Linear() as b]:
            return a.plus(b)
        case Head.SUB, [Linear() as a, Linear() as b]:
            return a.minus(b)
        case Head.NEG, [Linear() as a]:
            return a.times(Fraction(-1))
        case Head.PERCENT, [Linear() as a]:
            return a.times(Fraction(1, 100))
        case Head.MUL, [Linear(by=by) as a, Linear() as b] if not by:
            return b.times(a.constant)
        case Head.MUL, [Linear() as a, Linear(by=by) as b] if not by:
            return a.times(b.constant)
        case Head.DIV, [Linear() as a, Linear(by=by) as b] if not by and b.constant:
            return a.times(1 / b.constant)
    return None


MAX_EQUATIONS = 60  # most equations that are solved together


@dataclass(frozen=True, slots=True)
class Equation:
    """An equation among the hypotheses, by the index of its hypothesis. ``letters``: those of both sides."""

    index: int
    premise: Hypothesis
    letters: frozenset[str]


Forced = tuple[str, Fraction, frozenset[int]]
"""A letter, its value, and the hypotheses that force it once the letters before it are put at theirs."""


def forced_values(formulas: Sequence[Expr], wanted: frozenset[str]) -> list[Forced]:
    """Return the values that are forced on ``wanted`` letters, in an order in which each can be shown."""
    point: dict[str, Fraction] = {}
    found: dict[str, tuple[Fraction, frozenset[int]]] = {}
    left = _equations(formulas, wanted)
    by = {one.index: one.letters for one in left}
    while fresh := list(_next(left, point)):
        for name, forced, uses in fresh:
            if name not in point:
                point[name], found[name] = forced, (forced, uses)
        left = [one for one in left if not one.letters <= point.keys()]
    order = {name: k for k, name in enumerate(found)}
    needed, stack = set[str](), [name for name in wanted if name in found]
    while stack:
        name = stack.pop()
        if name not in needed:
            needed.add(name)
            stack += [
                other
                for index in found[name][1]
                for other in by[index]
                if other in order and order[other] < order[name]
            ]
    return [(name, value, uses) for name, (value, uses) in found.items() if name in needed]


def forced(claim: Claim) -> dict[str, Fraction]:
    """Return the values that the premises of a claim force, one after another, for as many letters as they do."""
    facts = [part for one in claim.premises for part in conjuncts(one.formula)]
    names = frozenset(one.name for one in claim.types)
    return {name: value for name, value, _ in forced_values(facts, names)}


def derived(holds: bool, formula: Expr, place: Place) -> dict[str, Any] | None:
    """Return a tree that evaluates a formula, in which something is derived by a letter, at the values that are forced;
    or None. A value cannot be written in the place of such a letter."""
    if not any(isinstance(part, Node) and part.head in _DERIVED for part in walk_expr(formula)):
        return None
    known = forced_values([one.formula for one in place.held], formula.free)
    point = {name: value for name, value, _ in known}
    if not point or not formula.free <= point.keys():
        return None
    try:
        told = truth(formula, point)
    except NotEvaluated:
        return None
    pins = sorted(frozenset().union(*(uses for _, _, uses in known)))
    return {"rule": "values", "pins": pins} if told is holds else None


_DERIVED = frozenset({Head.DIFF, Head.ANTIDERIVATIVE})


def _equations(formulas: Sequence[Expr], wanted: frozenset[str]) -> list[Equation]:
    """The equations that speak of the wanted letters, directly or in turn."""
    said: dict[int, Equation] = {}
    speaking: dict[str, list[int]] = {}
    for index, formula in enumerate(formulas):
        if (found := _equation(index, formula)) is not None:
            said[index] = found
            for name in found.letters:
                speaking.setdefault(name, []).append(index)
    chosen, known, left = set[int](), set(wanted), list(wanted)
    while left:
        for index in speaking.get(left.pop(), ()):
            if index not in chosen:
                chosen.add(index)
                left += said[index].letters - known
                known |= said[index].letters
    return [said[index] for index in sorted(chosen)]


def _equation(index: int, formula: Expr) -> Equation | None:
    """What a hypothesis says as an equation of leaves in which letters stand, or None."""
    if not formula.free:
        return None
    try:
        said = leaf_relation(formula)
    except CheckFailed:
        return None
    if said.head is not Head.EQ or not said.free:
        return None
    return Equation(index, Hypothesis(f"h{index}", Standing.HYPOTHESIS, said), said.free)


def _next(equations: Sequence[Equation], point: Mapping[str, Fraction]) -> Iterator[Forced]:
    """The letters that are forced next: by one equation each, else by several together."""
    any_ = False
    for one in equations:
        if len(one.letters - point.keys()) != 1:
            continue
        [name] = one.letters - point.keys()
        value = _alone(one, name, point)
        if value is not None:
            any_ = True
            yield name, value, frozenset({one.index})
    if not any_:
        yield from _together(equations, point)


def _alone(one: Equation, name: str, point: Mapping[str, Fraction]) -> Fraction | None:
    if (found := pin(one.premise, point)) is not None:
        return found[1]
    gap = _gap(one, point)
    if gap is None or not gap.by.get(name):
        return None
    return -gap.constant / gap.by[name]


def _gap(one: Equation, point: Mapping[str, Fraction]) -> Linear | None:
    left, right = linear(one.premise.left, point), linear(one.premise.right, point)
    return None if left is None or right is None else left.minus(right)


def _together(equations: Sequence[Equation], point: Mapping[str, Fraction]) -> Iterator[Forced]:
    """Gauss's elimination on the linear equations: the letters that it leaves alone."""
    rows = [(gap, frozenset({one.index})) for one in equations if (gap := _gap(one, point)) is not None and gap.by]
    solved: list[tuple[str, Linear, frozenset[int]]] = []
    for gap, uses in rows[:MAX_EQUATIONS]:
        for name, row, others in solved:
            if factor := gap.by.get(name):
                gap, uses = gap.minus(row.times(factor)), uses | others
        if not gap.by:
            continue
        lead = min(gap.by)
        row = gap.times(1 / gap.by[lead])
        solved = [
            (name, old.minus(row.times(old.by[lead])), have | uses) if old.by.get(lead) else (name, old, have)
            for name, old, have in solved
        ]
        solved.append((lead, row, uses))
    yield from ((name, -row.constant, uses) for name, row, uses in solved if row.by.keys() == {name})
