"""Formulas shown through others that say the same: entries of vectors, what matrices equal, divisors that are not zero,
bounds of what is rounded; and letters that equal what is no rational number."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from verifier.checkers.expression_json import expression_to_json
from verifier.checkers.formulas.places.monomials import numeral, written
from verifier.checkers.formulas.places.place import Place
from verifier.checkers.formulas.places.readings import inwards, negate
from verifier.checkers.formulas.places.totality import real, total
from verifier.checkers.formulas.rules.definitions import MADE, Goals, Wherever, unfold, ways
from verifier.checkers.formulas.rules.entries import entrywise, rewritten
from verifier.checkers.formulas.rules.forms import inverse, multiplied, polynomial
from verifier.checkers.formulas.rules.instances import is_of_type
from verifier.checkers.formulas.rules.lemmas import decided
from verifier.engines.formulas.prover import Prover, Tree
from verifier.engines.formulas.rewriting.numbers import spelled_number
from verifier.engines.formulas.sums.sums import by_sums
from verifier.kernel.expr import COMPARISONS, Dec, Expr, Head, Int, Letter, Node, Sym, Type, node, walk_expr
from verifier.kernel.verdict import CheckFailed, Reason

MAX_ASKED = 3  # most parts of a conjunction of which it is asked whether another fails beside them
MAX_DIVISORS = 3  # most divisors that are shown not to be zero
Value = tuple[str, Expr, Tree]
"""A letter, the number that it equals, and the proof of that."""


def without_matrices(search: Prover, holds: bool, formula: Expr, place: Place, room: int) -> Tree | None:
    """Return a tree with a letter for a matrix replaced by what it equals, or None."""
    held = {one.formula for one in place.held}
    for index, one in enumerate(place.held):
        match one.formula:
            case Node(head=Head.EQ, args=(Node(head=Head.INVERSE, args=(Sym(),)), _)):
                said = unfold(one.formula, place)
                if said not in held and room > 2:
                    tree = search.shown(holds, formula, place.inside().with_(said), room - 1)
                    return None if tree is None else {"rule": "unfold", "of": index, "tree": tree}
    for index in range(len(place.held)):
        try:
            put, inside = rewritten(formula, place, index)
        except CheckFailed:
            continue
        tree = search.shown(holds, put, inside, room - 1)
        return None if tree is None else {"rule": "rewrite", "of": index, "tree": tree}
    return None


def by_entries(search: Prover, holds: bool, formula: Node, place: Place, room: int) -> Tree | None:
    """Return a tree that shows an equation between vectors by those between their entries, or None."""
    try:
        said = entrywise(formula, place)
    except CheckFailed:
        return None
    tree = search.shown(holds, said, place.inside(), room - 1)
    return None if tree is None else {"rule": "unfold", "trees": [tree]}


def by_divisors(search: Prover, holds: bool, formula: Expr, place: Place, room: int) -> Tree | None:
    """Return a tree that shows a comparison once the signs are shown of what it divides by or takes roots of, or
    None."""
    if not isinstance(formula, Node) or not formula.free <= place.types.keys() or room <= 2:
        return None
    wraps, here = list[tuple[Expr, Tree]](), place.inside()
    for number, root in list(dict.fromkeys(_doubtful(formula, place)))[:MAX_DIVISORS]:
        for head in (Head.GE,) if root else (Head.GT, Head.LT, Head.NE):
            said: Expr = node(head, number, Int(0))
            if any(one.formula == said for one in here.held):
                break
            if (shown := search.shown(True, said, here, min(room - 2, 3))) is not None:
                wraps.append((said, shown))
                here = here.with_(said)
                break
    found = search.leaf(holds, formula, here) if wraps else None
    found = search.once(holds, formula, here) if wraps and found is None else found
    for said, tree in reversed(wraps):
        found = found and {"rule": "lemma", "lemma": expression_to_json(said), "trees": [tree, found]}
    return found


def _doubtful(formula: Node, place: Place) -> Iterator[tuple[Expr, bool]]:
    """What a formula divides by, or takes square roots of (True), that need not be of the right sign."""
    for part in walk_expr(formula):
        match part:
            case Node(head=Head.DIV, args=(_, under)) if under.free and under.free <= place.types.keys():
                yield under, False
            case Node(head=Head.SQRT, args=(x,)) if not total(part, place.types) and x.free <= place.types.keys():
                yield x, True


def by_bounds(search: Prover, holds: bool, formula: Node, place: Place, room: int) -> Tree | None:
    """Return a tree that shows a rounding of what is not evaluated, by bounds of it, or None.

    Raises:
        CheckFailed: where it is a rounding of which nothing is said, or surely neither holds nor fails.
    """
    for index, goals in enumerate(ways(holds, formula, place)):
        trees = [search.shown(True, bound, place, room - 1) for bound in _formulas(goals)]
        if None not in trees:
            return {"rule": "unfold", "index": index, "trees": trees}
    if holds or formula.free:
        return None
    bounds = [bound for goals in ways(False, formula, place) for bound in _formulas(goals)]
    if all(search.shown(False, one, place, 2) for one in bounds):
        half = [bound for goals in ways(True, formula, place) for bound in _formulas(goals)]
        if any(search.shown(False, one, place, 2) for one in half):
            raise CheckFailed("it is within a unit of the last place, and not within half of one", Reason.ROUNDED)
    return None


def _formulas(goals: Goals) -> list[Expr]:
    return [one.formula if isinstance(one, Wherever) else one for one in goals]


def by_product(search: Prover, formula: Node, place: Place, room: int) -> Tree | None:
    """Return a tree that shows a disjunction of equations, since the product of their differences is zero, or None."""
    equations = [arg for arg in formula.args if isinstance(arg, Node) and arg.head is Head.EQ]
    if len(equations) < len(formula.args) or not all(total(arg, place.types) for arg in equations):
        return None
    product: Expr = node(Head.SUB, *equations[0].args)
    for one in equations[1:]:
        product = node(Head.MUL, product, node(Head.SUB, *one.args))
    zero = node(Head.EQ, product, Int(0))
    first = search.shown(True, zero, place, room - 1)
    here = place.inside().with_(zero)
    either, trees = unfold(zero, here), list[Tree | None]()
    if first is None or not isinstance(either, Node) or len(either.args) != len(equations):
        return None
    for index, (case, equation) in enumerate(zip(either.args, equations, strict=True)):
        tree = search.shown(True, equation, here.with_(either, case).inside(), 2)
        trees.append(tree and {"rule": "one", "index": index, "tree": tree})
    if None in trees:
        return None
    last = {"rule": "cases", "of": len(here.held), "trees": trees}
    last = {"rule": "unfold", "of": len(here.held) - 1, "tree": last}
    return {"rule": "lemma", "lemma": expression_to_json(zero), "trees": [first, last]}


def by_excluded_middle(search: Prover, formula: Node, place: Place, room: int) -> Tree | None:
    """Return a tree that shows a disjunction: its first part, or another one where that fails; or None."""
    asked, *others = formula.args
    boolean = isinstance(asked, Sym) and place.types.get(asked.name) is Type.BOOL
    if room <= 2 or not (boolean or (isinstance(asked, Node) and total(asked, place.types))):
        return None
    without = place.inside().with_(negate(asked))
    first = search.shown(True, asked, place.inside().with_(asked), 2)
    for index, other in enumerate(others if first is not None else (), start=1):
        if (tree := search.shown(True, other, without, min(room - 2, 3))) is not None:
            trees = [{"rule": "one", "index": 0, "tree": first}, {"rule": "one", "index": index, "tree": tree}]
            return {"rule": "excluded_middle", "asked": expression_to_json(asked), "trees": trees}
    return None


def by_equation(search: Prover, formula: Node, place: Place, room: int) -> Tree | None:
    """Return a tree that shows that a conjunction fails, since beside a comparison in it another part does; or None."""
    if room <= 2:
        return None
    equal = [isinstance(one, Node) and one.head is Head.EQ for one in formula.args]
    order = sorted(enumerate(formula.args), key=lambda one: (not of_lists(one[1]), not equal[one[0]]))
    for index, asked in order[:MAX_ASKED]:
        if not (isinstance(asked, Node) and asked.head in COMPARISONS and decided(asked, place)):
            continue
        with_it = place.inside().with_(asked)
        for other, part in enumerate(formula.args):
            if other != index and (tree := search.shown(False, part, with_it, room - 2)) is not None:
                first = {"rule": "one", "index": other, "tree": tree}
                second = {"rule": "one", "index": index, "tree": {"rule": "given", "of": len(place.held)}}
                return {"rule": "excluded_middle", "asked": expression_to_json(asked), "trees": [first, second]}
    return None


def of_lists(formula: Expr) -> bool:
    """Return whether a formula is an equation between lists."""
    match formula:
        case Node(head=Head.EQ, args=(Node(head=Head.LIST | Head.TUPLE), Node(head=Head.LIST | Head.TUPLE))):
            return True
    return False


def by_members(search: Prover, holds: bool, formula: Node, place: Place, room: int) -> Tree | None:
    """Return a tree that shows what is a member of a set that is written out, or that an equation tells, or None."""
    for index, one in enumerate(place.held if isinstance(formula.args[1], Sym) else ()):
        match one.formula:
            case Node(head=Head.EQ, args=(name, Node(head=made) as of)) if name == formula.args[1] and made in MADE:
                tree = search.shown(holds, node(Head.IN, formula.args[0], of), place, room - 1)
                return None if tree is None else {"rule": "replace", "of": index, "tree": tree}
    try:
        [said] = _formulas(ways(holds, formula, place)[0])
        tree = search.shown(True, said, place, room - 1)
    except CheckFailed:
        return None
    return None if tree is None else {"rule": "unfold", "trees": [tree]}


def contradicted(place: Place, new: int) -> Tree | None:
    """Return a tree that shows anything: a hypothesis that denies another one, of which one is new; or None."""
    held = {inwards(one.formula): index for index, one in enumerate(place.held)}
    for index, one in enumerate(place.held):
        if isinstance(one.formula, Node) and one.formula.head in (Head.NOT, Head.NE):
            said = held.get(inwards(negate(one.formula)))
            if said is not None and max(said, index) >= new:
                return {"rule": "absurd", "of": index, "tree": {"rule": "given", "of": said}}
    return None


def letters_in_scope(bound: Letter, place: Place) -> Iterator[tuple[dict[str, Expr], list[Any]]]:
    """Yield whole letters that rules have named, for a bound letter of a type that they have."""
    for name in sorted(place.whole)[-3:]:
        if is_of_type(Sym(name), bound.type, place):
            yield {bound.name: Sym(name)}, [name]


def exact_values(wanted: frozenset[str], place: Place) -> Iterator[Value]:
    """Yield letters that an equation sets equal to a number that is written with roots or other functions, and the
    proof of that."""
    for index, one in enumerate(place.held):
        if not isinstance(one.formula, Node) or one.formula.head is not Head.EQ or len(one.formula.free) != 1:
            continue
        [name] = one.formula.free
        number = _solution(name, one.formula) if name in wanted else None
        if number is None:
            continue
        said = node(Head.EQ, Sym(name), number)
        same: Tree | None = {"rule": "given", "of": index}
        same = same if said == one.formula else by_sums(True, said, place, [])
        if same is not None:
            yield name, number, same


def _solution(name: str, equation: Node) -> Expr | None:
    """The number that an equation of degree one sets a letter equal to, or None."""
    if any(isinstance(part, Dec) for part in walk_expr(equation)):
        return None
    try:
        form = polynomial(node(Head.SUB, *equation.args))
        alone = (Sym(name), 1)
        factor = {key - {alone}: x for key, x in form.items() if alone in key}
        rest = {key: -x for key, x in form.items() if alone not in key}
        if not factor or any(atom.free for one in (factor, rest) for key in one for atom, _ in key):
            return None
        number = written(multiplied(rest, inverse(factor)))
    except CheckFailed:
        return None
    return number if total(number, {}) and real(number) else None


def tied(wanted: frozenset[str], place: Place) -> frozenset[str]:
    """Return the letters that equations tie to those that are wanted, directly or in turn."""
    equations = (one.formula for one in place.held if isinstance(one.formula, Node))
    ties = [one.free for one in equations if one.head is Head.EQ]
    found, size = wanted, 0
    while len(found) > size:
        size = len(found)
        found = found.union(*(tie for tie in ties if not tie.isdisjoint(found)))
    return found


def written_number(value: Expr) -> Any:
    """Return a number as a proof spells it: a rational one as a text."""
    number = spelled_number(value)
    return expression_to_json(value) if number is None else number


def small_numbers(letters: tuple[Letter, ...]) -> Iterator[tuple[dict[str, Expr], list[Any]]]:
    """Yield small whole numbers for the letters, of their types, the likeliest first, and how they are spelled."""
    values = (0, 1, 2, -1, 3, 5, 10, -2, 7, 4, 6)
    choices = [[v for v in values if v >= {Type.COUNT: 0, Type.POS: 1}.get(one.type, v)] for one in letters]
    for turn in range(min(24, 11 ** len(letters))):
        found = [own[(turn + i * (1 + turn // len(own))) % len(own)] for i, own in enumerate(choices)]
        put: dict[str, Expr] = {one.name: numeral(Fraction(value)) for one, value in zip(letters, found, strict=True)}
        yield put, [str(value) for value in found]
