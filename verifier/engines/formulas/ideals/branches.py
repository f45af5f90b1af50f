"""Formulas shown by what polynomial equations come to: products that are zero are parted into cases, and each case is
refuted, or leaves values by which the formula holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from verifier.checkers.effort import spend
from verifier.checkers.expression_json import expression_to_json
from verifier.checkers.formulas.places.place import Place
from verifier.checkers.formulas.places.readings import negate
from verifier.checkers.formulas.places.totality import total
from verifier.checkers.formulas.rules.definitions import unfold
from verifier.checkers.formulas.rules.linear import gap_of
from verifier.engines.formulas.budgets import ATTEMPT
from verifier.engines.formulas.ideals.bases import Member, factors
from verifier.engines.formulas.ideals.equations import Equations, added, equations_of, zero
from verifier.engines.formulas.prover import Prover, Tree
from verifier.engines.formulas.solving.factors import product_of
from verifier.engines.formulas.sums.signs import by_signs
from verifier.engines.formulas.usable import spent
from verifier.kernel.expr import COMPARISONS, Expr, Head, Node
from verifier.kernel.verdict import CheckFailed

MAX_CASES: Final = 3  # deepest nesting of cases
MAX_BRANCHES: Final = 16  # most cases of one formula
MAX_TRIED: Final = 3  # most readings of formulas of one claim for which it is tried, true ones and false ones
MAX_SHORT: Final = 12  # most terms of a polynomial whose sign is asked about
MAX_LEMMAS: Final = 6  # most equations that are added at the end of a case


def by_branches(search: Prover, holds: bool, formula: Expr, place: Place, room: int) -> Tree | None:
    """Return a tree that shows a reading of a comparison, or False, or None."""
    if room <= 3 or not isinstance(formula, Node) or formula.head not in (*COMPARISONS, Head.FALSE):
        return None
    key = ("branches", holds, formula, place.held)
    tries = [one for one in search.tried if isinstance(one, tuple) and one[:2] == key[:2]]
    if key in search.tried or len(tries) >= MAX_TRIED:
        return None
    search.tried[key] = None
    spend(ATTEMPT)
    names = formula.free or frozenset(place.types)
    if formula.head is not (Head.NE if holds else Head.EQ):
        return _Branching(search, holds, formula, names).closed(place.inside(), MAX_CASES)
    return _supposed(search, holds, formula, place, names) if total(formula, place.types) else None


def _supposed(search: Prover, holds: bool, formula: Node, place: Place, names: frozenset[str]) -> Tree | None:
    """That two numbers differ: that they are equal is refuted."""
    agrees, denies = place.inside().with_(formula), place.inside().with_(negate(formula))
    wrong = denies if holds else agrees
    absurd = _Branching(search, holds, formula, names, differ=True).closed(wrong, MAX_CASES)
    if absurd is None:
        return None
    given = {"rule": "given", "of": len(place.held)}
    trees = [given, absurd] if holds else [absurd, given]
    return {"rule": "excluded_middle", "asked": expression_to_json(formula), "trees": trees}


@dataclass(slots=True)
class _Branching:
    """The cases of one formula. ``differ``: each has to be refuted, since the formula only says that it is."""

    search: Prover
    holds: bool
    formula: Node
    names: frozenset[str]
    differ: bool = False
    branches: int = 0

    def closed(self, place: Place, room: int) -> Tree | None:
        """Return a tree that shows the formula at a place, or None."""
        self.branches += 1
        if self.branches > MAX_BRANCHES or (equations := equations_of(place, self.names)) is None:
            return None
        for member in equations.members:
            if member.form.is_constant():
                return _refuted(equations.contradiction(member))
        for found in (*self._equal(equations), *self._signs(equations)):
            return found
        tree = self._parted(equations, room) if room else None
        return self._ended(equations) if tree is None and not self.differ else tree

    def _equal(self, equations: Equations) -> Iterator[Tree]:
        """Trees by which two sides are equal: of the formula, or of a hypothesis that says that they differ."""
        if self.holds and self.formula.head is Head.EQ and (tree := _same(equations, self.formula)) is not None:
            yield tree
        for index, one in enumerate(equations.place.held):
            given = one.formula
            if not isinstance(given, Node) or given.head is not Head.NE:
                continue
            if (tree := _same(equations, given)) is not None:
                yield {"rule": "absurd", "of": index, "tree": tree}

    def _signs(self, equations: Equations) -> Iterator[Tree]:
        """Trees by which a member of the ideal is positive, or negative."""
        for member in equations.members:
            if len(member.form) <= MAX_SHORT and (wrap := added(equations, member)) is not None:
                said, lemma, place = wrap
                if (tree := by_signs(False, said, place)) is not None:
                    yield {**lemma, "trees": [*lemma["trees"], _refuted((len(place.held) - 1, tree))]}

    def _parted(self, equations: Equations, room: int) -> Tree | None:
        """A tree by the cases of a product that is zero."""
        for member, kept in self._products(equations)[:1]:
            said = product_of([(equations.form_of(factor), power) for factor, power in kept])
            if (lemma := equations.lemma(said, member)) is None:
                continue
            place = equations.place.with_(said)
            at, either = len(place.held), unfold(said, place)
            place = place.with_(either)
            if either == said:
                continue
            tree: Tree | None
            if isinstance(either, Node) and either.head is Head.OR:
                trees = []
                for one in either.args:
                    if (tree := self._case(place.with_(one).inside(), room)) is None:
                        return None
                    trees.append(tree)
                tree = {"rule": "cases", "of": at, "trees": trees}
            elif (tree := self.closed(place.inside(), room - 1)) is None:
                return None
            push = {"rule": "unfold", "of": at - 1, "tree": tree}
            return {"rule": "lemma", "lemma": expression_to_json(said), "trees": [lemma, push]}
        return None

    def _case(self, place: Place, room: int) -> Tree | None:
        """The tree of a case, whose equation is the last hypothesis."""
        last = len(place.held) - 1
        tree = self._apart(place.held[last].formula, place)
        return self.closed(place, room - 1) if tree is None else _refuted((last, tree))

    def _products(self, equations: Equations) -> list[tuple[Member, list[tuple[Any, int]]]]:
        """Members that are products, or powers, with their factors: those with the fewest that may be zero first."""
        found: list[tuple[int, int, Member, list[tuple[Any, int]]]] = []
        one = equations.context.constant(1)
        given = [Member(equations.inside(form), {i: one}) for i, form in enumerate(equations.forms.values())]
        known = {one.formula for one in equations.place.held}
        for member in [*equations.members, *given]:
            every = list(factors(member.form))
            said = [zero(equations.form_of(factor)) for factor, _ in every]
            if sum(power for _, power in every) < 2 or any(one in known for one in said):
                continue
            left = [one for one in said if self._apart(one, equations.place) is None]
            found.append((len(left), int(member.form.total_degree()), member, every))
        found.sort(key=lambda one: one[:2])
        return [(member, every) for _, _, member, every in found]

    def _apart(self, said: Expr, place: Place) -> Tree | None:
        """A tree that shows that an equation fails: by signs, or by inequalities that speak of its letters alone."""
        if (tree := by_signs(False, said, place)) is not None:
            return tree
        held = tuple(one if _orders(one.formula, said.free) else spent(one) for one in place.held)
        return self.search.once(False, said, replace(place, held=held))

    def _ended(self, equations: Equations) -> Tree | None:
        """A tree by what the equations of a case come to."""
        wraps, place = _lemmas(equations)
        tree = None if self.formula.head is Head.EQ else self.search.once(self.holds, self.formula, place)
        if tree is None and wraps and self.branches == 1:
            tree = self.search.shown(self.holds, self.formula, place, 4)
        return None if tree is None else _wrapped(tree, wraps)


def _orders(formula: Expr, names: frozenset[str]) -> bool:
    """Whether a formula is an inequality that speaks of these letters alone."""
    ordered = isinstance(formula, Node) and formula.head in (Head.LT, Head.LE, Head.GT, Head.GE)
    return ordered and formula.free <= names


def _same(equations: Equations, compared: Node) -> Tree | None:
    """A tree that shows that the sides of a comparison are equal, by multiples of equations, or None."""
    try:
        member = equations.among(gap_of(compared, equations.place))
    except CheckFailed:
        return None
    return None if member is None else equations.lemma(compared, member)


def _lemmas(equations: Equations) -> tuple[list[Tree], Place]:
    """Lemmas that say what the equations come to, the shortest members, and the place with them."""
    wraps, place = list[Tree](), equations.place
    forms = list(equations.forms.values())
    short = sorted(equations.members, key=lambda one: (len(one.form), int(one.form.total_degree())))
    for member in short:
        if len(wraps) < MAX_LEMMAS and (found := added(equations, member)) is not None:
            said, rule, _ = found
            made = equations.made(member)
            if made not in forms:
                wraps.append(rule)
                place = place.with_(said)
    return wraps, place


def _wrapped(tree: Tree, wraps: Sequence[Tree]) -> Tree:
    for one in reversed(wraps):
        tree = {**one, "trees": [*one["trees"], tree]}
    return tree


def _refuted(found: tuple[int, Tree] | None) -> Tree | None:
    return None if found is None else {"rule": "absurd", "of": found[0], "tree": found[1]}
