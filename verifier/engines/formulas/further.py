"""What the search tries once the shape of a formula and the leaves are at their end: sums of inequalities, residues,
what the hypotheses come to, what functions mean, and values of whole letters between bounds."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Final

from verifier.checkers.expression_json import expression_to_json
from verifier.checkers.formulas.places.monomials import ONE, Form, numeral
from verifier.checkers.formulas.places.place import Place, at, below, conjuncts
from verifier.checkers.formulas.places.readings import negate
from verifier.checkers.formulas.places.totality import REAL, total
from verifier.checkers.formulas.rules.complex_numbers import real_equations
from verifier.checkers.formulas.rules.definitions import meaning, unfold
from verifier.checkers.formulas.rules.entries import entrywise
from verifier.checkers.formulas.rules.forms import strict
from verifier.checkers.formulas.rules.instances import put
from verifier.checkers.formulas.rules.linear import gap_of
from verifier.checkers.formulas.rules.whole import given_whole, whole
from verifier.checkers.formulas.values.evaluation import truth
from verifier.checkers.functions import NotEvaluated
from verifier.engines.formulas.ideals.branches import by_branches
from verifier.engines.formulas.ideals.solved import by_solved
from verifier.engines.formulas.ideals.whole_terms import by_whole_terms
from verifier.engines.formulas.laws.instances import instances, types_at
from verifier.engines.formulas.prover import Prover, Tree
from verifier.engines.formulas.residues import by_residues, grounds_of
from verifier.engines.formulas.rewriting.equals import by_equals, rewritings
from verifier.engines.formulas.rewriting.quotients import by_quotients
from verifier.engines.formulas.rewriting.real_parts import is_complex
from verifier.engines.formulas.solving.factors import by_factors, factored, isolated
from verifier.engines.formulas.sums.signs import by_signs
from verifier.engines.formulas.sums.sums import by_sums
from verifier.engines.formulas.usable import already, near
from verifier.kernel.claim import Standing
from verifier.kernel.expr import COMPARISONS, Dec, Expr, Head, Int, Letter, Node, Sym, Type, node, substitute, walk_expr
from verifier.kernel.verdict import CheckFailed

MAX_ROOTS: Final = 4  # most numbers that the letter may be


def by_roots(index: int, place: Place) -> Iterator[tuple[Expr, Tree]]:
    """Yield that a letter is one of the rational roots of a hypothesis, and the lemma that adds it; where all factors
    are of degree one, they tell as much by themselves."""
    given = place.held[index].formula
    if not (isinstance(given, Node) and given.head is Head.EQ and len(given.free) == 1):
        return
    [name] = given.free
    if place.types.get(name) not in REAL or any(isinstance(part, Dec) for part in walk_expr(given)):
        return
    try:
        found = factored(gap_of(given, place))
        roots = sorted(root for factor, _ in found if (root := _root(factor, name)) is not None)
        if 0 < len(roots) <= MAX_ROOTS and len(roots) < len(found):
            yield from _among(index, given, name, roots, place)
    except (CheckFailed, NotEvaluated):
        return


def _root(factor: Form, name: str) -> Fraction | None:
    """Where a factor of degree one in a letter is zero."""
    own = frozenset({(Sym(name), 1)})
    return -factor.get(ONE, Fraction(0)) / factor[own] if factor.keys() <= {own, ONE} and own in factor else None


def _among(index: int, given: Node, name: str, roots: list[Fraction], place: Place) -> Iterator[tuple[Expr, Tree]]:
    values = Node(Head.LIST, tuple(map(numeral, roots)))
    bound = name.partition("#")[0]
    lemma = Node(Head.SOLVES, (values, substitute(given, {name: Sym(bound)})), (Letter(bound, Type.REAL),))
    if truth(lemma, {}) is not True:
        return
    first = place.inside().with_(lemma)
    second = first.inside().with_(unfold(lemma, first))
    only = len(second.held) - 1
    law = second.held[only].formula
    if not (isinstance(law, Node) and law.head is Head.FOR_ALL):
        return
    third = second.with_(put(law.args[0], law.letters, [name], second))
    detached = third.held[-1].formula
    if not (isinstance(detached, Node) and detached.head is Head.IMPLIES and detached.args[0] == given):
        return
    said = detached.args[1]
    tree: Tree = {"rule": "given", "of": len(third.held)}
    tree = {"rule": "detach", "of": len(third.held) - 1, "trees": [{"rule": "given", "of": index}, tree]}
    tree = {"rule": "instance", "of": only, "at": [name], "tree": tree}
    tree = {"rule": "unfold", "of": len(first.held) - 1, "tree": tree}
    tree = {"rule": "lemma", "lemma": expression_to_json(lemma), "trees": [{"rule": "values", "pins": []}, tree]}
    yield said, {"rule": "lemma", "lemma": expression_to_json(said), "trees": [tree]}


MAX_VALUES = 30  # most values of a whole letter that are gone through


def through_values(search: Prover, holds: bool, formula: Expr, place: Place, room: int) -> Tree | None:
    """Return a tree that goes through all values of a whole letter between the bounds that hypotheses give, or None."""
    grounds = grounds_of(place)
    given = given_whole([place.held[i].formula for i in grounds])
    for name in sorted(formula.free & place.types.keys()):
        if not whole(Sym(name), place, given):
            continue
        low, high = _bounds(name, place)
        if low is None or high is None or high - low >= MAX_VALUES:
            continue
        trees: list[Tree | None] = []
        for head, bound in ((Head.GE, low), (Head.LE, high)):
            said = node(head, Sym(name), numeral(Fraction(bound)))
            trees.append(by_sums(True, said, place, grounds))
        for value in range(low, high + 1):
            if None in trees:
                break
            put_at = numeral(Fraction(value))
            trees.append(search.shown(holds, at(formula, name, put_at), place.inside().at(name, put_at), room - 2))
        if None not in trees:
            own = [i for i in grounds if Sym(name) in given_whole([place.held[i].formula])]
            data = {"rule": "range", "letter": name, "from": low, "to": high}
            return data | {"whole": [] if name in place.whole else own[:1], "trees": trees}
    return None


def _bounds(name: str, place: Place) -> tuple[int | None, int | None]:
    """The bounds that single hypotheses give for a whole letter."""
    low: list[int] = []
    high: list[int] = []
    for one in place.held:
        if not (isinstance(one.formula, Node) and one.formula.head in COMPARISONS) or one.formula.free != {name}:
            continue
        try:
            form = gap_of(one.formula, place)
        except CheckFailed:
            continue
        if form.keys() - {ONE} != {frozenset({(Sym(name), 1)})}:
            continue
        factor = form[frozenset({(Sym(name), 1)})]
        value = -form.get(ONE, Fraction(0)) / factor
        head = one.formula.head
        up = (head in (Head.GT, Head.GE)) == (factor > 0)
        if head in (Head.LT, Head.LE, Head.GT, Head.GE):
            strictly = head in (Head.LT, Head.GT)
            if up:
                low.append(math.floor(value) + 1 if strictly else math.ceil(value))
            else:
                high.append(math.ceil(value) - 1 if strictly else math.floor(value))
    return max(low, default=None), min(high, default=None)


MAX_DIFFERENT = 6  # most hypotheses of this kind that are tried


def by_denial(search: Prover, holds: bool, formula: Expr, place: Place, room: int) -> Tree | None:
    """Return a tree that shows a reading of a comparison, whose other reading contradicts a hypothesis; or None."""
    compared = isinstance(formula, Node) and formula.head in COMPARISONS
    if not (compared and room > 3 and isinstance(formula, Node) and total(formula, place.types)):
        return None
    different = [i for i, one in enumerate(place.held) if _differ(one.formula) and not _apart(one.formula, formula)]
    agrees, denies = place.inside().with_(formula), place.inside().with_(negate(formula))
    for index in different[:MAX_DIFFERENT]:
        if (absurd := _contradicted(search, denies if holds else agrees, index)) is None:
            continue
        other = search.shown(holds, formula, agrees if holds else denies, 2)
        if other is None:
            return None
        trees = [other, absurd] if holds else [absurd, other]
        return {"rule": "excluded_middle", "asked": expression_to_json(formula), "trees": trees}
    return None


def _differ(formula: Expr) -> bool:
    return isinstance(formula, Node) and formula.head is Head.NE


def _apart(one: Expr, other: Expr) -> bool:
    return one.free.isdisjoint(other.free)


def _contradicted(search: Prover, place: Place, index: int) -> Tree | None:
    """A tree that shows anything, since the two numbers of a hypothesis are equal by the others."""
    said = place.held[index].formula
    held = tuple(replace(one, formula=Node(Head.TRUE)) if i == index else one for i, one in enumerate(place.held))
    without = replace(place, held=held)
    tree = search.once(False, said, without)
    if tree is None and isinstance(said, Node):
        tree = search.leaf(False, said, without)
    return None if tree is None else {"rule": "absurd", "of": index, "tree": tree}


MAX_HELD = 60  # most hypotheses to which others are added
MAX_ADDED = 12  # most hypotheses that are added at one place
SOON = 20  # attempts after which what an implication rests on is shown in few rules or not at all
_TERMS = frozenset(
    {Head.SQRT, Head.ABS, Head.MIN, Head.MAX, Head.FLOOR, Head.CEIL, Head.FLOORDIV, Head.REM, Head.MOD, Head.IF}
    | {Head.LN, Head.LOG}
)
_DIVISIBLE = frozenset({Head.DIVIDES, Head.CONGRUENT, Head.IS_INT, Head.NOT, Head.AND, Head.OR, Head.IMPLIES, Head.IFF})
_EVERYWHERE = frozenset({*COMPARISONS, Head.DIVIDES, Head.CONGRUENT})


def at_once(holds: bool, formula: Expr, place: Place) -> Tree | None:
    """Return a tree of one rule that shows a reading of a formula, or None."""
    if not isinstance(formula, Node):
        return None
    if formula.head is Head.FALSE and holds:
        return by_sums(True, formula, place, grounds_of(place))
    if not formula.free and formula.head not in COMPARISONS:
        return None
    if formula.head in COMPARISONS:
        found = by_signs(holds, formula, place)
        found = by_sums(holds, formula, place, grounds_of(place)) if found is None else found
        return by_residues(holds, formula, place) if found is None else found
    return by_residues(holds, formula, place) if formula.head in _DIVISIBLE else None


def further(search: Prover, holds: bool, formula: Expr, place: Place, room: int) -> Tree | None:
    """Return a tree that shows a reading of a formula, or None."""
    if room <= 1 or not search.spend():
        return None
    if (found := search.once(holds, formula, place)) is not None:
        return found
    if (found := by_whole_terms(search, holds, formula, place, room)) is not None:
        return found
    if (found := by_quotients(search, holds, formula, place, room)) is not None:
        return found
    if (found := by_denial(search, holds, formula, place, room)) is not None:
        return found
    if (found := by_equals(search, holds, formula, place, room)) is not None:
        return found
    if (found := by_solved(search, holds, formula, place, room)) is not None:
        return found
    if (found := by_branches(search, holds, formula, place, room)) is not None:
        return found
    if formula == Node(Head.FALSE) and (found := _absurd(search, place, room)) is not None:
        return found
    wraps: list[Tree] = []
    wider = place.inside()
    if len(place.held) > MAX_HELD:
        return None
    while len(wraps) < MAX_ADDED and search.spend() and (more := _added(search, wider, formula, room)) is not None:
        wider, wrap = more
        wraps.append(wrap)
    if wraps:
        return wrapped(search.shown(holds, formula, wider, room - 1), wraps)
    return through_values(search, holds, formula, place, room)


def wrapped(tree: Tree | None, wraps: Sequence[Tree]) -> Tree | None:
    """Return a tree below rules that each add a hypothesis; None where there is none."""
    if tree is not None:
        for one in reversed(wraps):
            tree = {**one, "trees": [*one["trees"], tree]} if "trees" in one else {**one, "tree": tree}
    return tree


def _absurd(search: Prover, place: Place, room: int) -> Tree | None:
    """False, from a hypothesis that fails by the others."""
    for index, one in enumerate(place.held):
        if isinstance(one.formula, Node) and one.formula.head not in (Head.TRUE, Head.OR, Head.FOR_ALL):
            held = tuple(replace(x, formula=Node(Head.TRUE)) if i == index else x for i, x in enumerate(place.held))
            tree = search.shown(False, one.formula, replace(place, held=held).inside(), min(room - 2, 3))
            if tree is not None:
                return {"rule": "absurd", "of": index, "tree": tree}
    return None


def _added(search: Prover, place: Place, formula: Expr, room: int) -> tuple[Place, Tree] | None:
    """One more hypothesis, and the rule that adds it."""
    held = {one.formula for one in place.held}
    tied = near(formula, place)
    others = [i for i in range(len(place.held)) if i not in tied]
    exists = isinstance(formula, Node) and formula.head is Head.EXISTS
    for index in [*tied, *others]:
        one = place.held[index]
        if isinstance(one.formula, Node) and one.formula.head is Head.DIVIDES and exists:
            if (found := _pushed(index, one.formula, place, held)) is not None:
                return found
        elif isinstance(one.formula, Node) and one.formula.head in _TELLING and index in tied:
            if one.formula.head is Head.FOR_ALL and (found := _pushed(index, one.formula, place, held)) is not None:
                return found
            if one.formula.head is Head.FOR_ALL and one.standing in (Standing.PROVED, Standing.STATED):
                continue  # laws that a chain states are many, and what needs one is most often shown as they were
            found = _from(search, index, one.formula, place, held, room, formula)
            if found is not None:
                return found
        elif isinstance(one.formula, Node) and one.formula.head is Head.EQ and _tells(one.formula):
            if (found := _pushed(index, one.formula, place, held)) is not None:
                return found
        elif is_complex(one.formula):
            try:
                said, _ = real_equations(one.formula, place)
            except CheckFailed:
                continue
            if not already(said, held):
                return place.with_(said), {"rule": "unfold", "parts": True, "of": index}
        elif isinstance(one.formula, Node) and one.formula.head in (Head.EQ, Head.NE) and _is_listed(one.formula):
            found = _from(search, index, one.formula, place, held, room, formula)
            if found is not None:
                return found
    for index in tied:
        one = place.held[index]
        if isinstance(one.formula, Node) and one.formula.head in COMPARISONS:
            for of, said in rewritings(one.formula, place, index):
                if said not in held:
                    return place.with_(said), {"rule": "replace", "in": index, **of}
    for index in tied:
        one = place.held[index]
        if isinstance(one.formula, Node) and one.formula.head is Head.EQ:
            ways = isolated, by_roots, by_factors
            for said, wrap in (found for way in ways for found in way(index, place)):
                if said not in held:
                    return place.with_(said), wrap
    for number, origin in _numbers(formula, place, tied):
        try:
            said = meaning(number)
            gap_of(node(Head.EQ, number, number), place)
        except CheckFailed:
            continue
        if not already(said, held):
            data: Tree = {"rule": "unfold", "number": expression_to_json(number)}
            data |= {} if origin is None else {"in": origin}
            return place.with_(said), data
    return None


@lru_cache(maxsize=4096)
def _tells(equation: Node) -> bool:
    """Whether an equation may be of a product that is zero, or of an inverse."""
    inverse = any(isinstance(side, Node) and side.head is Head.INVERSE for side in equation.args)
    raised = any(
        isinstance(part, Node) and part.head in (Head.POW, Head.EXP) and part.args[-1].free
        for part in walk_expr(equation)
    )
    return raised or Int(0) in equation.args or (inverse and equation.args[0] not in map(_turned, equation.args))


def _turned(side: Expr) -> Expr:
    """What a matrix that is written as an inverse is the inverse of."""
    return side.args[0] if isinstance(side, Node) and side.head is Head.INVERSE else side


@lru_cache(maxsize=4096)
def _is_listed(formula: Node) -> bool:
    return any(isinstance(part, Node) and part.head in _LISTS for part in walk_expr(formula))


_LISTS = frozenset({Head.VECTOR, Head.MATRIX, Head.TUPLE, Head.LIST})


def _from(
    search: Prover,
    index: int,
    given: Node,
    place: Place,
    held: set[Expr],
    room: int,
    formula: Expr,
) -> tuple[Place, Tree] | None:
    """What a hypothesis gives that is not held yet."""
    match given.head:
        case Head.EQ | Head.NE:
            try:
                said = entrywise(given, place)
            except CheckFailed:
                return None
            return None if already(said, held) else (place.with_(said), {"rule": "unfold", "of": index})
        case Head.EXISTS if not _taken(given, place):
            try:
                (body,), inside = below(given, place)
            except CheckFailed:
                return None
            return inside.with_(body), {"rule": "exists_elim", "of": index}
        case Head.IMPLIES if not already(given.args[1], held) and not already(unfold(given, place), held):
            left = soon(search, given.args[0], place)
            if left is None and search.spent < SOON:
                left = search.shown(True, given.args[0], place, min(room - 2, 3))
            if left is not None:
                return place.with_(given.args[1]), {"rule": "detach", "of": index, "trees": [left]}
            of_call = any(isinstance(part, Node) and part.head is Head.CALL for part in walk_expr(given))
            return None if of_call and place.held[index].origin is None else _pushed(index, given, place, held)
        case Head.NOT | Head.IFF | Head.ABOUT | Head.IS_PRIME | Head.IS_MAX | Head.IS_MIN | Head.SOLVES | Head.IN:
            return _pushed(index, given, place, held)
        case Head.DIVIDES | Head.CONGRUENT if isinstance(given.args[0 if given.head is Head.DIVIDES else 2], Sym):
            return _pushed(index, given, place, held)
        case Head.FOR_ALL:
            for chosen, body in instances(given, place, formula):
                if not already(body, held):
                    data = {"rule": "instance", "of": index, "at": chosen, **types_at(given, chosen, place)}
                    return place.with_(body), data
    return None


def soon(search: Prover, formula: Expr, place: Place) -> Tree | None:
    """Return a tree of few rules that shows comparisons, or None."""
    said = conjuncts(formula)
    trees = [_given(one, place) or search.once(True, one, place.inside()) for one in said]
    if None in trees:
        return None
    shown = iter(trees)
    return _shaped(formula, shown)


def _given(formula: Expr, place: Place) -> Tree | None:
    same = next((i for i, one in enumerate(place.held) if one.formula == formula), None)
    return None if same is None else {"rule": "given", "of": same}


def _shaped(formula: Expr, trees: Iterator[Tree | None]) -> Tree | None:
    """The trees of the parts of a conjunction, put together as these are."""
    if isinstance(formula, Node) and formula.head is Head.AND:
        return {"rule": "all", "trees": [_shaped(arg, trees) for arg in formula.args]}
    return next(trees)


def _taken(given: Node, place: Place) -> bool:
    """Whether letters were taken from an Exists before: its body stands there, with other letters."""
    try:
        (body,), _ = below(given, place)
    except CheckFailed:
        return True
    shape = _shape(conjuncts(body)[0])
    return any(_shape(one.formula) == shape for one in place.held)


@lru_cache(maxsize=4096)
def _shape(expr: Expr) -> object:
    if isinstance(expr, Sym):
        return expr.name.partition("#")[0] + "#" if "#" in expr.name else expr.name
    return (expr.head, tuple(map(_shape, expr.args))) if isinstance(expr, Node) else expr


def _pushed(index: int, given: Node, place: Place, held: set[Expr]) -> tuple[Place, Tree] | None:
    try:
        said = unfold(given, place)
    except CheckFailed:
        return None
    if said == given or already(said, held):
        return None
    if isinstance(said, Node) and said.head is Head.EXISTS and _taken(said, place):
        return None
    return place.with_(said), {"rule": "unfold", "of": index}


_TELLING = frozenset(
    {Head.EXISTS, Head.IMPLIES, Head.NOT, Head.IFF, Head.DIVIDES, Head.CONGRUENT, Head.FOR_ALL}
    | {Head.ABOUT, Head.IS_PRIME, Head.IS_MAX, Head.IS_MIN, Head.SOLVES, Head.IN}
)


def _numbers(formula: Expr, place: Place, tied: Sequence[int]) -> Iterator[tuple[Expr, int | None]]:
    """The numbers whose meaning is known, in the formula and in the hypotheses, and where they stand."""
    for index in tied:
        one = place.held[index]
        if isinstance(one.formula, Node) and one.formula.head in _EVERYWHERE:
            for part in strict(one.formula):
                if _is_term(part) and not (isinstance(part, Node) and part.head is Head.DIV and not part.free):
                    yield part, index
    if isinstance(formula, Node):
        yield from ((number, None) for number in _undone(formula) if total(number, place.types))
        for part in walk_expr(formula):
            if _is_term(part) and part.free <= place.types.keys() and total(part, place.types):
                yield part, None


def _undone(formula: Expr) -> Iterator[Expr]:
    """The absolute values of what stands in a logarithm in an exponent: what the power is made of."""
    for part in walk_expr(formula):
        if isinstance(part, Node) and part.head in (Head.POW, Head.EXP):
            for inner in walk_expr(part.args[-1]):
                if isinstance(inner, Node) and inner.head in (Head.LN, Head.LOG) and inner.args[0].free:
                    yield node(Head.ABS, inner.args[0])


def _is_term(part: Expr) -> bool:
    if not isinstance(part, Node):
        return False
    if part.head is Head.DIV:
        return bool(part.args[1].free)
    return part.head in _TERMS and (bool(part.free) or part.head is Head.SQRT)
