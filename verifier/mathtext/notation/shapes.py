"""Shapes of terms and claims: what asks to be worked out, and what else the same signs may have been meant to say."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from verifier.checkers.evaluate import value
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.expr import Dec, Expr, Head, Int, Node, Sym, free_names, walk_expr


def proper(term: Expr) -> bool:
    """Return whether the term is a proper fraction of numerals."""
    match term:
        case Node(Head.DIV, (Int(over), Int(under))):
            return over < under
    return False


def asks_for_work(*terms: Expr) -> bool:
    """Return whether a term asks to be worked out, so that an equation between them is a rewriting."""
    return any(reducible(term) for term in terms)


def reducible(term: Expr) -> bool:
    """Return whether a term asks to be worked out: a product, a power or a quotient of sums, or like terms side by
    side."""
    for inner in walk_expr(term):
        if (
            isinstance(inner, Node)
            and inner.head in (Head.MUL, Head.POW, Head.DIV)
            and any(_sum(arg) for arg in inner.args)
        ):
            return True
    shapes = [
        tuple(sorted(part.free))
        + tuple(sorted(repr(p) for p in walk_expr(part) if isinstance(p, Node) and p.head is Head.POW))
        for part in _parts(term)
    ]
    return len(set(shapes)) < len(shapes)


def _sum(term: Expr) -> bool:
    return isinstance(term, Node) and term.head in (Head.ADD, Head.SUB)


def _parts(term: Expr) -> list[Expr]:
    """The summands of a sum."""
    if isinstance(term, Node) and term.head in (Head.ADD, Head.SUB):
        return [part for arg in term.args for part in _parts(arg)]
    return _parts(term.args[0]) if isinstance(term, Node) and term.head is Head.NEG else [term]


def like_terms(term: Expr) -> list[Expr]:
    """Return the summands of a sum, without their signs and their numeral factors."""
    return [_bare(part) for part in _parts(term)]


def waves(*sides: Expr) -> bool:
    """Return whether there are sines, roots or logarithms of letters: what a figure tells of an angle is not read."""
    curved = (Head.SIN, Head.COS, Head.TAN, Head.LOG, Head.SQRT, Head.ROOT, Head.ABS)
    return any(isinstance(t, Node) and t.head in curved and t.free for side in sides for t in walk_expr(side))


def alike(left: Expr, right: Expr) -> bool:
    """Return whether the right side is the left one with like terms combined: most of its terms are kept."""
    before, after = like_terms(left), like_terms(right)
    return len(before) >= len(after) + 2 and len(after) > 2 and sum(t in before for t in after) * 2 >= len(after)


def _bare(term: Expr) -> Expr:
    """A product without the numerals that lead it."""
    if isinstance(term, Node) and term.head is Head.MUL:
        first = _bare(term.args[0])
        return term.args[1] if isinstance(first, Int | Dec) else Node(Head.MUL, (first, term.args[1]))
    return term


def works(term: Expr) -> bool:
    """Return whether a term asks to be evaluated: besides like terms, two numerals in one product or quotient."""
    pairs = [t for t in walk_expr(term) if isinstance(t, Node) and t.head in (Head.MUL, Head.DIV)]
    return reducible(term) or any(sum(isinstance(f, Int | Dec) for f in _factors(t)) > 1 for t in pairs)


def unfinished(term: Expr) -> bool:
    """Return whether a term asks to be evaluated, or holds a power of more than a letter or a product that repeats a
    letter: no equation is set up with it."""
    nodes = [t for t in walk_expr(term) if isinstance(t, Node)]
    powers = any(t.head is Head.POW and isinstance(t.args[0], Node) for t in nodes)
    return powers or works(term) or any(t.head is Head.MUL and t.args[0].free & t.args[1].free for t in nodes)


def _factors(term: Expr) -> list[Expr]:
    if isinstance(term, Node) and term.head in (Head.MUL, Head.DIV):
        return [part for arg in term.args for part in _factors(arg)]
    return [term]


def instance_of(pattern: Expr, term: Expr) -> bool:
    """Return whether ``term`` is ``pattern`` with values in the places of letters, some parts perhaps worked out."""
    if pattern.free and (isinstance(pattern, Sym) or not isinstance(term, Node) or term.head is Head.NEG):
        return not term.free
    if not (isinstance(pattern, Node) and isinstance(term, Node)):
        return pattern == term
    if (
        pattern.head is Head.POW
        and pattern.args[1] == Int(2)
        and term.head is Head.MUL
        and term.args[0] == term.args[1]
    ):
        return instance_of(pattern.args[0], term.args[0])  # 3 * 3 for 3^2
    return pattern.head is term.head and all(map(instance_of, pattern.args, term.args))


def worked_otherwise(left: Expr, right: Expr, first: Expr, second: Expr) -> bool:
    """Return whether ``first = second`` is no instance of ``left = right`` after all: the one value that stands in the
    places of the one letter on the left gives another number on the right.

    ``7^2 + 133 = 140`` does not put 7 into ``x^2 + 133 = (x - 19)^2``.
    """
    names, found = free_names(left, right), list(dict.fromkeys(_places(left, first)))
    if len(names) != 1 or len(found) != 1 or left.free != right.free or not isinstance(second, Int | Dec):
        return False
    try:
        return value(right, dict.fromkeys(names, value(found[0], {}))) != value(second, {})
    except NotEvaluated:
        return False


def _places(pattern: Expr, term: Expr) -> Iterator[Expr]:
    """What stands in ``term`` in the places of the pattern's letters; nothing where a part was worked out."""
    if isinstance(pattern, Sym):
        yield term
    elif isinstance(pattern, Node) and isinstance(term, Node):
        for inner, part in zip(pattern.args, term.args, strict=False):
            yield from _places(inner, part)
    elif pattern.free:
        yield from (Sym(name) for name in pattern.free)


def same_growth(left: Expr, right: Expr, names: list[str]) -> bool:
    """Return whether both sides agree within 1% far out: a slip inside a rewriting does, an equation set up between two
    things does not."""
    found = _far_out(left, right, names)
    return found is not None and found[0] != 0 and abs(found[0] - found[1]) * 100 < abs(found[0])


def keeps_degree(left: Expr, right: Expr, names: list[str]) -> bool:
    """Return whether the right side is not a thousand times smaller than the left far out, as one of lower degree is.

    True if it cannot be decided.
    """
    found = _far_out(left, right, names)
    return found is None or abs(found[0]) < 1000 * abs(found[1])


def _far_out(left: Expr, right: Expr, names: list[str]) -> tuple[Fraction, Fraction] | None:
    point = {name: Fraction(10 ** (6 + i) + 3) for i, name in enumerate(names)}
    try:
        return value(left, point), value(right, point)
    except NotEvaluated:
        return None
