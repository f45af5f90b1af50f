"""Shapes of terms and claims: what asks to be worked out, and what else the same signs may have been meant to say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from verifier.kernel.claim import Claim, Relation
from verifier.kernel.evaluate import NotEvaluated, value
from verifier.kernel.term import App, Dec, Int, Op, Sym, Term, app, letters, walk


def unpercent(term: Term) -> Term:
    """Return the term with every percent sign taken as a unit."""
    if isinstance(term, App):
        args = tuple(unpercent(arg) for arg in term.args)
        return args[0] if term.op is Op.PERCENT else App(term.op, args)
    return term


def proper(term: Term) -> bool:
    """Return whether the term is a proper fraction of numerals."""
    match term:
        case App(Op.DIV, (Int(over), Int(under))):
            return over < under
    return False


def unmarked(term: Term) -> Term:
    """Return the term with a factorial at its end taken for an exclamation mark."""
    if isinstance(term, App) and term.op is Op.FACT:
        return term.args[0]
    if isinstance(term, App) and term.op in (Op.ADD, Op.SUB, Op.MUL, Op.DIV):
        return App(term.op, (term.args[0], unmarked(term.args[1])))
    return term


def signed(term: Term) -> Term:
    """Return the term with every ``-a^b`` taken as ``(-a)^b``, as many mean it."""
    if not isinstance(term, App):
        return term
    args = tuple(signed(arg) for arg in term.args)
    inner = args[0]
    if term.op is Op.NEG and isinstance(inner, App) and inner.op is Op.POW:
        return App(Op.POW, (App(Op.NEG, (inner.args[0],)), inner.args[1]))
    return App(term.op, args)


def meant(term: Term) -> Term:
    """Return the term with every ``14 / 1 / 4`` taken as ``14 / (1 / 4)``, the last two being a proper fraction."""
    if not isinstance(term, App):
        return term
    args = tuple(meant(arg) for arg in term.args)
    if term.op is Op.DIV and isinstance(args[0], App) and args[0].op is Op.DIV:
        a, b, c = *args[0].args, args[1]
        if isinstance(b, Int) and isinstance(c, Int) and b.value < c.value:
            return app(Op.DIV, a, app(Op.DIV, b, c))
    return App(term.op, args)


def asks_for_work(*terms: Term) -> bool:
    """Return whether a term asks to be worked out, so that an equation between them is a rewriting."""
    return any(reducible(term) for term in terms)


def reducible(term: Term) -> bool:
    """Return whether a term asks to be worked out: a product, a power or a quotient of sums, or like terms side by
    side."""
    for inner in walk(term):
        if isinstance(inner, App) and inner.op in (Op.MUL, Op.POW, Op.DIV) and any(_sum(arg) for arg in inner.args):
            return True
    shapes = [
        tuple(sorted(letters(part)))
        + tuple(sorted(repr(p) for p in walk(part) if isinstance(p, App) and p.op is Op.POW))
        for part in _parts(term)
    ]
    return len(set(shapes)) < len(shapes)


def _sum(term: Term) -> bool:
    return isinstance(term, App) and term.op in (Op.ADD, Op.SUB)


def _parts(term: Term) -> list[Term]:
    """The summands of a sum."""
    if isinstance(term, App) and term.op in (Op.ADD, Op.SUB):
        return [part for arg in term.args for part in _parts(arg)]
    return _parts(term.args[0]) if isinstance(term, App) and term.op is Op.NEG else [term]


def like_terms(term: Term) -> list[Term]:
    """Return the summands of a sum, without their signs and their numeral factors."""
    return [_bare(part) for part in _parts(term)]


def waves(*sides: Term) -> bool:
    """Return whether there are sines, roots or logarithms of letters: what a figure tells of an angle is not read."""
    curved = (Op.SIN, Op.COS, Op.TAN, Op.LOG, Op.SQRT, Op.ROOT, Op.ABS)
    return any(isinstance(t, App) and t.op in curved and letters(t) for side in sides for t in walk(side))


def alike(left: Term, right: Term) -> bool:
    """Return whether the right side is the left one with like terms combined: most of its terms are kept."""
    before, after = like_terms(left), like_terms(right)
    return len(before) >= len(after) + 2 and len(after) > 2 and sum(t in before for t in after) * 2 >= len(after)


def _bare(term: Term) -> Term:
    """A product without the numerals that lead it."""
    if isinstance(term, App) and term.op is Op.MUL:
        first = _bare(term.args[0])
        return term.args[1] if isinstance(first, Int | Dec) else App(Op.MUL, (first, term.args[1]))
    return term


def running(claim: Claim) -> list[Claim]:
    """Return readings of ``7·60 = 420 + 23 = 443`` as a computation carried on: left equals where right begins.

    Summands of a long left side that come back (``6 - 4 - 5 = 2 - 5``) are rewritten, not carried on.
    """
    found, left, right = [], claim.left, claim.right
    old = [part for part in walk(left) if isinstance(part, Int | Dec)]
    while isinstance(right, App) and right.op in (Op.ADD, Op.SUB, Op.MUL, Op.DIV):
        new = [part for part in walk(right.args[1]) if isinstance(part, Int | Dec) and part not in old]
        if right.op in (Op.ADD, Op.SUB) and len(old) > 2 and not new:
            break
        right = right.args[0]
        found.append(replace(claim, right=right))
    if isinstance(left, App) and left.op is Op.DIV and claim.relation is Relation.EQ:
        found.append(replace(claim, left=left.args[0]))  # 500 / 13 = 13·38 + 6: a division with remainder
    return found if claim.relation is Relation.EQ else []


def works(term: Term) -> bool:
    """Return whether a term asks to be evaluated: besides like terms, two numerals in one product or quotient."""
    pairs = [t for t in walk(term) if isinstance(t, App) and t.op in (Op.MUL, Op.DIV)]
    return reducible(term) or any(sum(isinstance(f, Int | Dec) for f in _factors(t)) > 1 for t in pairs)


def _factors(term: Term) -> list[Term]:
    if isinstance(term, App) and term.op in (Op.MUL, Op.DIV):
        return [part for arg in term.args for part in _factors(arg)]
    return [term]


def instance_of(pattern: Term, term: Term) -> bool:
    """Return whether ``term`` is ``pattern`` with values in the places of letters, some parts perhaps worked out."""
    if letters(pattern) and (isinstance(pattern, Sym) or not isinstance(term, App) or term.op is Op.NEG):
        return not letters(term)
    if not (isinstance(pattern, App) and isinstance(term, App)):
        return pattern == term
    if pattern.op is Op.POW and pattern.args[1] == Int(2) and term.op is Op.MUL and term.args[0] == term.args[1]:
        return instance_of(pattern.args[0], term.args[0])  # 3 * 3 for 3^2
    return pattern.op is term.op and all(map(instance_of, pattern.args, term.args))


def worked_otherwise(left: Term, right: Term, first: Term, second: Term) -> bool:
    """Return whether ``first = second`` is no instance of ``left = right`` after all: the one value that stands in the
    places of the one letter on the left gives another number on the right.

    ``7^2 + 133 = 140`` does not put 7 into ``x^2 + 133 = (x - 19)^2``.
    """
    names, found = letters(left, right), list(dict.fromkeys(_places(left, first)))
    if len(names) != 1 or len(found) != 1 or letters(left) != letters(right) or not isinstance(second, Int | Dec):
        return False
    try:
        return value(right, dict.fromkeys(names, value(found[0], {}))) != value(second, {})
    except NotEvaluated:
        return False


def _places(pattern: Term, term: Term) -> Iterator[Term]:
    """What stands in ``term`` in the places of the pattern's letters; nothing where a part was worked out."""
    if isinstance(pattern, Sym):
        yield term
    elif isinstance(pattern, App) and isinstance(term, App):
        for inner, part in zip(pattern.args, term.args, strict=False):
            yield from _places(inner, part)
    elif letters(pattern):
        yield from (Sym(name) for name in letters(pattern))


def same_growth(left: Term, right: Term, names: list[str]) -> bool:
    """Return whether both sides agree within 1% far out: a slip inside a rewriting does, an equation set up between two
    things does not."""
    found = _far_out(left, right, names)
    return found is not None and found[0] != 0 and abs(found[0] - found[1]) * 100 < abs(found[0])


def keeps_degree(left: Term, right: Term, names: list[str]) -> bool:
    """Return whether the right side is not a thousand times smaller than the left far out, as one of lower degree is.

    True if it cannot be decided.
    """
    found = _far_out(left, right, names)
    return found is None or abs(found[0]) < 1000 * abs(found[1])


def _far_out(left: Term, right: Term, names: list[str]) -> tuple[Fraction, Fraction] | None:
    point = {name: Fraction(10 ** (6 + i) + 3) for i, name in enumerate(names)}
    try:
        return value(left, point), value(right, point)
    except NotEvaluated:
        return None
