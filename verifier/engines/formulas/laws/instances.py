"""Values at which a ForAll may be taken: those at which functions in it are functions that are spoken of, then letters
and numbers of the formula, then a few numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from verifier.checkers.expression_json import expression_to_json
from verifier.checkers.formulas.places.monomials import numeral, plus, rational, written
from verifier.checkers.formulas.places.place import Held, Place
from verifier.checkers.formulas.rules.forms import polynomial
from verifier.checkers.formulas.rules.instances import put, value_of
from verifier.engines.formulas.laws.at_numbers import at_numbers
from verifier.engines.formulas.laws.functions import functions
from verifier.engines.formulas.laws.typed import grounds_at, told
from verifier.engines.formulas.prover import Tree
from verifier.engines.formulas.rewriting.numbers import spelled_number
from verifier.kernel.expr import COMPARISONS, Expr, ExprTooLarge, Head, Node, Sym, node, substitute, walk_expr
from verifier.kernel.verdict import CheckFailed

MAX_INSTANCES = 2  # most instances of one hypothesis at letters and numbers
MAX_MATCHED = 6  # most instances at which functions are those that are spoken of
MAX_CALLS = 8  # most calls of functions that are looked at
Values = list[Any]


def instances(given: Node, place: Place, formula: Expr) -> Iterator[tuple[Values, Expr]]:
    """Yield values for the letters of a ForAll, as proofs spell them, and what it says there: those at which functions
    are functions that are spoken of, or, where there are none, others."""
    done, grounds = set[Expr](), grounds_at(place)
    ways = [(_matched(given, place, formula), MAX_MATCHED)]
    if _tells_by_quotients(given):
        ways += [(([str(x) for x in numbers] for numbers, _ in at_numbers(given)), MAX_MATCHED)]
    else:
        ways += [(_numbers(given, formula), MAX_INSTANCES), (_letters(given, place, formula), MAX_INSTANCES)]
    for found, most in ways:
        if done and most != MAX_MATCHED and functions(given):
            return
        count = 0
        for chosen in found:
            try:
                said = put(given.args[0], given.letters, chosen, place, grounds)
            except (CheckFailed, ExprTooLarge):
                continue
            if said not in done:
                done.add(said)
                yield chosen, said
                count += 1
                if count == most:
                    break


def types_at(given: Node, chosen: Values, place: Place) -> Tree:
    """Return what tells that values are of the types of the letters of a ForAll, as trees name it."""
    pairs = zip(chosen, given.letters, strict=True)
    return told(given.letters, [value_of(value, one.type, place, grounds_at(place)) for value, one in pairs], place)


def _matched(given: Node, place: Place, formula: Expr) -> Iterator[Values]:
    names = [one.name for one in given.letters]
    patterns = [one for one in _calls([given.args[0]]) if not one.free.isdisjoint(names)]
    if not patterns:
        return
    spoken = [one for one in _spoken(formula, place.held) if one.free <= place.types.keys()]
    yield from (_spelled(found, names) for found in _bindings(patterns, spoken[:MAX_CALLS], names, {}))


@lru_cache(maxsize=256)
def _spoken(formula: Expr, held: tuple[Held, ...]) -> tuple[Node, ...]:
    """The functions at numbers that a formula and the comparisons among hypotheses speak of."""
    relations = [one.formula for one in held if isinstance(one.formula, Node) and one.formula.head in COMPARISONS]
    return tuple(_calls([formula, *relations]))


def _calls(formulas: Sequence[Expr]) -> list[Node]:
    found = (
        one for formula in formulas for one in walk_expr(formula) if isinstance(one, Node) and one.head is Head.CALL
    )
    return list(dict.fromkeys(found))


def _name(call: Node) -> str:
    name = call.args[0]
    return name.name if isinstance(name, Sym) else ""


def _bindings(
    patterns: Sequence[Node], spoken: Sequence[Node], names: Sequence[str], known: dict[str, Expr]
) -> Iterator[dict[str, Expr]]:
    """What letters may be, so that a call with each of them is one that is spoken of."""
    if len(known) == len(names):
        yield known
        return
    for pattern in patterns:
        if (pattern.free & set(names)) <= known.keys():
            continue
        for call in spoken:
            if (found := _unified(pattern, call, names, known)) is not None:
                yield from _bindings(patterns, spoken, names, found)


def _unified(pattern: Node, call: Node, names: Sequence[str], known: dict[str, Expr]) -> dict[str, Expr] | None:
    if _name(pattern) != _name(call) or len(pattern.args) != len(call.args):
        return None
    for one, other in zip(pattern.args[1:], call.args[1:], strict=True):
        own = (one.free & set(names)) - known.keys()
        if len(own) > 1:
            return None
        for name in own:
            value = _solved(substitute(one, known), name, other)
            if value is None:
                return None
            known = {**known, name: value}
    return known


def _solved(pattern: Expr, name: str, value: Expr) -> Expr | None:
    """What a letter is where a pattern, of degree one in it, is a value."""
    if pattern == Sym(name):
        return value
    try:
        form = polynomial(node(Head.SUB, pattern, value))
        own = frozenset({(Sym(name), 1)})
        factor = form.get(own)
        if factor is None or sum(name in atom.free for key in form for atom, _ in key) > 1:
            return None
        rest = {key: -x / factor for key, x in form.items() if key != own}
        number = rational(rest)
        return numeral(number) if number is not None else written(plus({}, rest, Fraction(1)))
    except CheckFailed:
        return None


def _spelled(found: dict[str, Expr], names: Sequence[str]) -> Values:
    values: Values = []
    for name in names:
        value, number = found[name], spelled_number(found[name])
        if isinstance(value, Sym):
            values.append(value.name)
        else:
            values.append(number if number is not None else expression_to_json(value))
    return values


def _numbers(given: Node, formula: Expr) -> Iterator[Values]:
    if len(given.letters) == 1:
        found = (spelled_number(part) for part in walk_expr(formula))
        yield from ([one] for one in list(dict.fromkeys(x for x in found if x is not None))[:MAX_INSTANCES])


def _tells_by_quotients(given: Node) -> bool:
    """Whether quotients say something of letters that are not bound: polynomials tell that by their coefficients."""
    divided = any(isinstance(part, Node) and part.head is Head.DIV and part.args[1].free for part in walk_expr(given))
    return divided and bool(given.free) and not functions(given)


def _letters(given: Node, place: Place, formula: Expr) -> Iterator[Values]:
    """Letters of the formula: for several letters, the same ones in turn."""
    applied = functions(formula).union(*(functions(one.formula) for one in place.held))
    names = sorted((formula.free & place.types.keys()) - applied)
    if len(given.letters) <= 2:
        for name in names:
            yield from ([name, other][: len(given.letters)] for other in (names if len(given.letters) == 2 else [""]))
