"""Proofs about solutions and extremes with letters, and numbers that satisfy a condition: found by solving equations of
degree one and two."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, islice
from typing import Any

from verifier.checkers.formulas.places.models import of_type
from verifier.checkers.formulas.places.monomials import numeral, rational, scaled, written
from verifier.checkers.formulas.places.place import Place, below, conjuncts
from verifier.checkers.formulas.rules.complex_numbers import real_equations
from verifier.engines.formulas.laws.typed import told
from verifier.engines.formulas.prover import Prover, Tree
from verifier.engines.formulas.rewriting.real_parts import is_complex
from verifier.engines.formulas.solving.candidates import (
    COMPARED,
    Put,
    by_powers,
    candidates,
    spelled_of,
)
from verifier.engines.formulas.solving.sampling import extreme_place
from verifier.kernel.expr import Expr, Head, Int, Letter, Node, Sym, node, substitute, walk_expr
from verifier.kernel.verdict import CheckFailed

MAX_TRIED = 6  # most numbers that are put to a condition
MAX_COUNTED = 4  # most solutions that are counted


def by_shape_of_solutions(search: Prover, holds: bool, formula: Expr, place: Place, room: int) -> Tree | None:
    """Return a tree for ``solves``, ``is_max`` and ``is_min``, or None."""
    if not isinstance(formula, Node) or room <= 2 or not formula.free <= place.types.keys():
        return None
    if formula.head is Head.SOLVES and len(formula.letters) == 1:
        listing = formula.args[0]
        if isinstance(listing, Node) and listing.head in (Head.LIST, Head.TUPLE, Head.SET):
            return (_solved if holds else _unsolved)(search, formula, listing.args, place.inside(), room)
    if holds and counts(formula):
        return _counted(search, formula, place.inside(), room)
    if formula.head in (Head.IS_MAX, Head.IS_MIN):
        return (_extreme if holds else _no_extreme)(search, formula, place.inside(), room)
    return None


def _solved(search: Prover, formula: Node, values: tuple[Expr, ...], place: Place, room: int) -> Tree | None:
    [letter], condition = formula.letters, formula.args[1]
    trees = []
    for value in values:
        tree = search.shown(True, substitute(condition, {letter.name: value}), place, room - 2)
        if tree is None:
            return None
        trees.append(tree)
    (body,), inside = below(Node(Head.EXISTS, (condition,), (letter,)), place)
    name = next(iter(inside.types.keys() - place.types.keys()))
    equations = [node(Head.EQ, Sym(name), value) for value in values]
    among = equations[0] if len(equations) == 1 else node(Head.OR, *equations) if equations else Node(Head.FALSE)
    last = search.shown(True, among, inside.with_(body), room - 2)
    return None if last is None else _typed(formula, values, place, {"rule": "unfold", "trees": [*trees, last]})


def _typed(bound: Node, values: Sequence[Expr], place: Place, tree: Tree) -> Tree:
    """A tree with what tells that numbers are of the type of a bound letter."""
    return {**tree, **told(bound.letters * len(values), values, place)}


def counts(formula: Node) -> bool:
    """Return whether a formula says how many solutions there are."""
    said = formula.args if formula.head is Head.EQ else ()
    return any(isinstance(one, Node) and one.head is Head.NUM_SOLUTIONS for one in said)


def _counted(search: Prover, formula: Node, place: Place, room: int) -> Tree | None:
    """That there are so many solutions: those that equations in the condition give."""
    number, said = formula.args if isinstance(formula.args[1], Int) else formula.args[::-1]
    match number, said:
        case Node(head=Head.NUM_SOLUTIONS, args=(condition,), letters=(letter,)), Int(count) if count <= MAX_COUNTED:
            found = dict(candidates(letter, condition, place))
        case _:
            return None
    for chosen in islice(combinations(found, count), MAX_TRIED):
        solves = Node(Head.SOLVES, (node(Head.LIST, *chosen), condition), number.letters)
        trees = [search.shown(True, solves, place, room - 2)]
        if trees[0] is not None:
            trees += [search.shown(True, node(Head.NE, a, b), place, room - 2) for a, b in combinations(chosen, 2)]
            if None not in trees:
                tree = trees[0] if len(trees) == 1 else {"rule": "all", "trees": trees}
                if chosen:
                    tree = {"rule": "witness", "at": [found[one] for one in chosen], "tree": tree}
                return {"rule": "unfold", "trees": [_typed(number, chosen, place, tree or {})]}
    return None


def _unsolved(search: Prover, formula: Node, values: tuple[Expr, ...], place: Place, room: int) -> Tree | None:
    [letter], condition = formula.letters, formula.args[1]
    for index, value in enumerate(values):
        tree = search.shown(False, substitute(condition, {letter.name: value}), place, room - 2)
        if tree is not None:
            return _typed(formula, values, place, {"rule": "unfold", "index": index, "trees": [tree]})
    for number, spelled in candidates(letter, condition, place):
        trees = [search.shown(True, substitute(condition, {letter.name: number}), place, room - 2)]
        for value in values:
            if trees[-1] is None:
                break
            trees.append(search.shown(False, node(Head.EQ, number, value), place, room - 2))
        if trees[-1] is not None:
            others = trees[1] if len(trees) == 2 else {"rule": "all", "trees": trees[1:]}
            others = others if values else {"rule": "values", "pins": []}
            tree = {"rule": "witness", "at": [spelled], "tree": {"rule": "all", "trees": [trees[0], others]}}
            tree = _typed(formula, [number], place, tree)
            return _typed(formula, values, place, {"rule": "unfold", "index": len(values), "trees": [tree]})
    return None


def _extreme(search: Prover, formula: Node, place: Place, room: int) -> Tree | None:
    best, made, condition = formula.args
    within = Head.LE if formula.head is Head.IS_MAX else Head.GE
    last = _everywhere(search, formula, node(within, made, best), place, room)
    if last is None:
        return None
    for values, spelled in _places(formula, node(Head.EQ, made, best), place):
        first = search.shown(True, substitute(condition, values), place, room - 2)
        second = search.shown(True, node(Head.EQ, substitute(made, values), best), place, room - 2) if first else None
        if second is not None:
            at = [values[one.name] for one in formula.letters]
            reached = {"rule": "witness", "at": spelled, "tree": {"rule": "all", "trees": [first, second]}}
            return {"rule": "unfold", "trees": [reached | told(formula.letters, at, place), last]}
    return None


def _no_extreme(search: Prover, formula: Node, place: Place, room: int) -> Tree | None:
    best, made, condition = formula.args
    within = Head.LE if formula.head is Head.IS_MAX else Head.GE
    for values, spelled in _places(formula, node(Head.EQ, made, best), place):
        second = search.shown(False, node(within, substitute(made, values), best), place, room - 2)
        first = search.shown(True, substitute(condition, values), place, room - 2) if second else None
        if first is not None:
            at = [values[one.name] for one in formula.letters]
            beyond = {"rule": "witness", "at": spelled, "tree": {"rule": "all", "trees": [first, second]}}
            return {"rule": "unfold", "trees": [beyond | told(formula.letters, at, place)]}
    tree = _everywhere(search, formula, node(Head.NE, made, best), place, room)
    return None if tree is None else {"rule": "unfold", "index": 1, "trees": [tree]}


def _everywhere(search: Prover, formula: Node, said: Expr, place: Place, room: int) -> Tree | None:
    both = Node(formula.head, (Sym("unused"), said, formula.args[2]), formula.letters)
    try:
        (_, body, condition), inside = below(both, place)
    except CheckFailed:
        return None
    return search.shown(True, body, inside.with_(condition), room - 2)


def _places(formula: Node, equation: Expr, place: Place) -> Iterator[tuple[dict[str, Expr], list[Any]]]:
    """Values of the bound letters: of one letter, solutions of an equation and numbers at which a quadratic turns."""
    if len(formula.letters) != 1:
        if (known := extreme_place(formula)) is not None:
            yield known[0]
        condition = Node(Head.EXISTS, (formula.args[2],), formula.letters)
        yield from _corners(condition, place)
        return
    [letter] = formula.letters
    found = [*candidates(letter, equation, place), *_turns(letter, formula.args[1], place)]
    found += [one for part in conjuncts(formula.args[2]) for one in _ends(letter, part, place)]
    found += [(numeral(Fraction(x)), str(x)) for x in (0, 1, 2, -1, 10) if of_type(Fraction(x), letter.type)]
    for number, spelled in found[:12]:
        yield {letter.name: number}, [spelled]


def _ends(letter: Letter, part: Expr, place: Place) -> Iterator[Put]:
    if isinstance(part, Node) and part.head in (Head.LE, Head.GE, Head.EQ, Head.LT, Head.GT):
        yield from candidates(letter, node(Head.EQ, *part.args), place)


def _turns(letter: Letter, made: Expr, place: Place) -> Iterator[Put]:
    by = by_powers(made, letter.name)
    if by is not None and by.keys() <= {0, 1, 2} and (two := rational(by.get(2, {}))) and 1 in by:
        yield from spelled_of(written(scaled(by[1], -1 / (2 * two))), letter, place)


def witnesses(formula: Node, place: Place) -> Iterator[tuple[dict[str, Expr], list[Any]]]:
    """Yield numbers for the letters of a quantifier that solve an equation in its body, and how they are spelled."""
    if len(formula.letters) != 1:
        yield from _together(formula, place, {})
        yield from _corners(formula, place)
        return
    [letter] = formula.letters
    for number, spelled in _between(formula, letter, place):
        yield {letter.name: number}, [spelled]
    tried = 0
    for part in walk_expr(formula.args[0]):
        if isinstance(part, Node) and part.head in COMPARED and letter.name in part.free:
            for number, spelled in candidates(letter, part, place):
                yield {letter.name: number}, [spelled]
                tried += 1
                if tried == MAX_TRIED:
                    return


def _between(formula: Node, letter: Letter, place: Place) -> Iterator[Put]:
    """Numbers between the bounds that a condition in the body sets, of which one has letters."""
    body = formula.args[0]
    said = conjuncts(body.args[0] if isinstance(body, Node) and body.head is Head.IMPLIES else body)
    low: Expr | None = None
    high: Expr | None = None
    for one in said:
        if not (isinstance(one, Node) and one.head in (Head.LT, Head.LE, Head.GT, Head.GE)):
            continue
        for up, (this, other) in ((True, one.args), (False, one.args[::-1])):
            if this == Sym(letter.name) and letter.name not in other.free:
                if (one.head in (Head.LT, Head.LE)) is up:
                    high = high or other
                else:
                    low = low or other
    if low is None or high is None or not low.free | high.free:
        return
    width = node(Head.SUB, high, low)
    for part in (node(Head.MIN, width, Int(1)), width):
        yield from spelled_of(node(Head.ADD, low, node(Head.DIV, part, Int(2))), letter, place)


def _corners(formula: Node, place: Place) -> Iterator[tuple[dict[str, Expr], list[Any]]]:
    """Numbers for several letters that solve equations in the body where some of them are 0 or 1: the others may be
    expressions in letters that are not bound."""
    names, done = [one.name for one in formula.letters], list[dict[str, Expr]]()
    for ones in range(2):
        for size in range(len(names) - 1, 0, -1):
            for chosen in combinations(names, size):
                for one in chosen[: ones * size] or chosen[:1]:
                    preset = {name: Int(ones if name == one else 0) for name in chosen}
                    for values, spelled in _together(formula, place, preset):
                        if values not in done:
                            done.append(values)
                            yield values, spelled
                    if len(done) == MAX_TRIED:
                        return


def _together(formula: Node, place: Place, preset: Mapping[str, Expr]) -> Iterator[tuple[dict[str, Expr], list[Any]]]:
    """Numbers for several letters that solve equations of degree one in the body, one after the other."""
    [body] = formula.args
    condition = body.args[0] if isinstance(body, Node) and body.head is Head.IMPLIES else body
    said = [part for part in conjuncts(condition) if isinstance(part, Node) and part.head is Head.EQ]
    entries = [equation for part in said for equation in _entries(part)]
    equations = [one for part in entries for one in conjuncts(_real(part, formula, place))]
    found: dict[str, Expr] = dict(preset)
    for letter in (one for one in formula.letters if one.name not in preset):
        for one in equations:
            put = substitute(one, found)
            if not isinstance(put, Node) or letter.name not in put.free:
                continue
            others = {other.name for other in formula.letters} - {letter.name, *found}
            if (value := _alone(put, letter, others)) is not None:
                found = {name: substitute(x, {letter.name: value}) for name, x in found.items()} | {letter.name: value}
                break
    if len(found) == len(preset):
        return
    left = {letter.name for letter in formula.letters} - found.keys()
    values = {name: substitute(x, dict.fromkeys(left, Int(1))) for name, x in found.items()} | dict.fromkeys(
        left, Int(1)
    )
    spelled = [next(spelled_of(values[letter.name], letter, place), None) for letter in formula.letters]
    known = [one for one in spelled if one is not None]
    if len(known) == len(spelled):
        yield {letter.name: one for letter, (one, _) in zip(formula.letters, known, strict=True)}, [x for _, x in known]


def _entries(equation: Node) -> list[Node]:
    """The equations between the entries of two lists of one length; the equation itself, where it is of others."""
    match equation.args:
        case Node(head=Head.LIST | Head.TUPLE, args=a), Node(head=Head.LIST | Head.TUPLE, args=b) if len(a) == len(b):
            return [node(Head.EQ, one, other) for one, other in zip(a, b, strict=True)]
    return [equation]


def _real(equation: Node, bound: Node, place: Place) -> Expr:
    """An equation, or those of its parts where it speaks of complex numbers."""
    types = {**place.types, **{one.name: one.type for one in bound.letters}}
    try:
        return real_equations(equation, replace(place, types=types))[0] if is_complex(equation) else equation
    except CheckFailed:
        return equation


def _alone(equation: Node, letter: Letter, others: set[str]) -> Expr | None:
    """What an equation of degree one in a letter, which has none of the others in it, sets it equal to."""
    if not equation.free.isdisjoint(others):
        return None
    by = by_powers(node(Head.SUB, *equation.args), letter.name)
    factor = None if by is None or not by.keys() <= {0, 1} else rational(by.get(1, {}))
    return None if by is None or not factor else written(scaled(by[0], -1 / factor))
