"""Letters that stand for numbers that Lean has no word for (trusted): integrals, counts, sums to a letter, and others.

What holds whatever such a number is holds of the number that it is. So a claim is made a stronger one: the same number
is the same letter everywhere, and nothing else is known of it. It is defined, since it stands in a relation that is a
premise. What may be infinite has no letter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from verifier.checkers.formulas.places.place import conjuncts
from verifier.checkers.formulas.places.totality import REAL
from verifier.checkers.formulas.rules.forms import strict
from verifier.kernel.claim import Claim
from verifier.kernel.expr import COMPARISONS, LEAF_HEADS, SCOPED, Const, Expr, Head, Letter, Node, Sym, Type, walk_expr
from verifier.kernel.functions import SIGNATURES

MOST = 12
"""Most numbers of a claim that letters stand for."""

WORDS = LEAF_HEADS | {head for head, one in SIGNATURES.items() if one.means is not None}
"""The functions that have a word in Lean's statements, or mean what has one."""

COUNTED = {head for head, one in SIGNATURES.items() if one.whole} - WORDS | {
    *(Head.COUNT_OF, Head.NUM_SOLUTIONS, Head.LEN, Head.DEGREE)
}
"""What is a whole number, whatever it is made of, and has no word in Lean."""

REAL_PARTS = frozenset({Head.RE, Head.IM, Head.ARG, Head.NORM})
OTHERS = frozenset(
    {Head.INTEGRAL, Head.SUM, Head.PROD, Head.COEFF, Head.DET, Head.DOT, Head.DIFF, Head.MEAN, Head.MEDIAN}
    | {Head.VARIANCE, Head.CONJ, Head.CALL}
)
"""What is a real number where it is made of real numbers."""


def with_letters(claim: Claim) -> Claim:
    """Return the claim with letters of their own for numbers that Lean has no word for."""
    said = [claim.formula, *(one.formula for one in claim.premises)]
    types = {one.name: one.type for one in claim.types}
    given = frozenset(part for one in claim.premises for part in _defined(one.formula))
    found: dict[Expr, Letter] = {}
    for number in dict.fromkeys(part for one in said for part in _numbers(one, frozenset())):
        if len(found) < MOST and number in given:
            kind = Type.REAL if _is_real(number, types) else Type.COMPLEX
            found[number] = Letter(_fresh(types, len(found)), kind)
    if not found:
        return claim
    names = {number: Sym(letter.name) for number, letter in found.items()}
    formula = _put(claim.formula, names, frozenset())
    premises = tuple(replace(one, formula=_put(one.formula, names, frozenset())) for one in claim.premises)
    spoken = formula.free.union(*(one.formula.free for one in premises))
    kept = [one for one in (*claim.types, *found.values()) if one.name in spoken]
    return Claim(formula, tuple(sorted(kept, key=lambda one: one.name)), premises, claim.rounded)


def _numbers(expr: Expr, bound: frozenset[str]) -> Iterator[Expr]:
    """The outermost numbers without a word that speak of no letter that is bound around them."""
    if not isinstance(expr, Node):
        return
    if _has_no_word(expr):
        if expr.free.isdisjoint(bound):
            yield expr
        return
    for i, arg in enumerate(expr.args):
        inner = {one.name for one in expr.letters} if i in SCOPED.get(expr.head, ()) else set()
        yield from _numbers(arg, bound | inner)


def _has_no_word(expr: Node) -> bool:
    if expr.head not in COUNTED | REAL_PARTS | OTHERS:
        return False
    return not any(isinstance(part, Node) and part.head in (Head.INFINITY, Head.LIMIT) for part in walk_expr(expr))


def _put(expr: Expr, names: Mapping[Expr, Sym], bound: frozenset[str]) -> Expr:
    """An expression with letters in the place of numbers, where these speak of no letter that is bound there."""
    if not isinstance(expr, Node):
        return expr
    if expr in names and expr.free.isdisjoint(bound):
        return names[expr]
    if _has_no_word(expr):
        return expr
    inner = bound | {one.name for one in expr.letters}
    scoped = SCOPED.get(expr.head, ())
    args = tuple(_put(arg, names, inner if i in scoped else bound) for i, arg in enumerate(expr.args))
    return Node(expr.head, args, expr.letters) if args != expr.args else expr


def _defined(premise: Expr) -> Iterator[Expr]:
    """What is defined where a premise holds."""
    for one in conjuncts(premise):
        if isinstance(one, Node) and one.head in COMPARISONS:
            yield from strict(one)


def _is_real(number: Expr, types: Mapping[str, Type]) -> bool:
    assert isinstance(number, Node)
    if number.head in COUNTED | REAL_PARTS:
        return True
    inside = [letter.type for part in walk_expr(number) if isinstance(part, Node) for letter in part.letters]
    kinds = {*inside, *(types.get(name, Type.COMPLEX) for name in number.free)}
    return Const("i") not in walk_expr(number) and kinds <= REAL | {Type.FUNCTION, Type.MATRIX, Type.POINT}


def _fresh(types: Mapping[str, Type], count: int) -> str:
    name = f"value {count}"  # no letter of the language has a blank in its name
    while name in types:
        name += "'"
    return name
