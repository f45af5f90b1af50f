"""Complex numbers by their real and imaginary parts (trusted): equations become equations between real numbers.

A part that is None is zero because there is none: nothing is left out that could be undefined.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from verifier.checkers.formulas.places.place import Place, at, conjunction
from verifier.checkers.formulas.places.totality import REAL, real, speaks_otherwise, total
from verifier.checkers.formulas.rules.linear import Shows
from verifier.kernel.expr import COMPARISONS, SCOPED, Const, Dec, Expr, Head, Int, Node, Sym, Type, node, walk_expr
from verifier.kernel.verdict import CheckFailed, Reason

MAX_POWER = 8  # largest exponent of a number that is not real
Part = Expr | None


def by_letters_parted(walk: Shows, holds: bool, formula: Expr, place: Place, tree: Mapping[str, Any]) -> None:
    """Check a formula with a complex ``letter`` written as the sum of a real letter and another one times ``i``.

    Raises:
        CheckFailed: where it is none, or the tree does not show the formula.
    """
    name = tree.get("letter")
    if not isinstance(name, str):
        raise CheckFailed("expected the name of a letter")
    put, inside = letter_parted(formula, place, name)
    walk.show(holds, put, inside, tree.get("tree"))


def letter_parted(formula: Expr, place: Place, name: str) -> tuple[Expr, Place]:
    """Return the formula, and the place, with a complex letter in its parts. What speaks of functions that have other
    values where complex numbers are spoken of holds there no more.

    Raises:
        CheckFailed: where it is no complex letter, or the formula speaks of such functions.
    """
    names = f"{name}#re", f"{name}#im"
    if place.types.get(name) is not Type.COMPLEX or not place.types.keys().isdisjoint(names):
        raise CheckFailed("only a complex letter has parts", Reason.OUT_OF_SCOPE)
    if speaks_otherwise(formula):
        raise CheckFailed("a root or a logarithm may be no real number", Reason.OUT_OF_SCOPE)
    value = node(Head.ADD, Sym(names[0]), node(Head.MUL, Sym(names[1]), Const("i")))
    held = tuple(replace(one, formula=Node(Head.TRUE)) if speaks_otherwise(one.formula) else one for one in place.held)
    kept = {other: kind for other, kind in place.types.items() if other != name}
    inside = replace(place.inside(), held=held, types={**kept, **dict.fromkeys(names, Type.REAL)})
    return at(formula, name, value), inside.at(name, value)


def real_equations(formula: Expr, place: Place) -> tuple[Expr, list[Expr]]:
    """Return the conjunction of the equations between the parts (of ``!=``: its negation) that a formula comes to, and
    the parts of both sides; of what compares by order, the comparison of what are surely real numbers.

    Raises:
        CheckFailed: where it is no comparison between numbers whose parts are known.
    """
    if not isinstance(formula, Node) or formula.head not in COMPARISONS:
        raise CheckFailed("parts are of equations")
    if any(isinstance(part, Dec) for part in walk_expr(formula)):
        raise CheckFailed("a decimal may be rounded", Reason.ROUNDED)
    pairs = [_parts(side, place.types) for side in formula.args]
    if formula.head not in (Head.EQ, Head.NE):
        if any(b is not None for _, b in pairs):
            raise CheckFailed("order is between real numbers", Reason.OUT_OF_SCOPE)
        return node(formula.head, *(_number(a) for a, _ in pairs)), [a for a, _ in pairs if a is not None]
    both = [(a, b) for a, b in zip(*pairs, strict=True) if not (a is None and b is None)]
    equations = [node(Head.EQ, _number(a), _number(b)) for a, b in both] or [Node(Head.TRUE)]
    said = conjunction(equations)
    sides = [one for pair in pairs for one in pair if one is not None]
    return (said if formula.head is Head.EQ else node(Head.NOT, said)), sides


def _number(part: Part) -> Expr:
    return Int(0) if part is None else part


def _parts(expr: Expr, types: Mapping[str, Type]) -> tuple[Part, Part]:
    """The real and the imaginary part of a number.

    Raises:
        CheckFailed: where they are not known.
    """
    if expr == Const("i"):
        return None, Int(1)
    if (power := exponent(expr)) is not None and (found := _parts(power, types))[1] is not None:
        return _turned(*found)
    if isinstance(expr, Node) and expr.head in _MEANINGS:
        return _combined(expr, [_parts(arg, types) for arg in expr.args], types)
    if _is_real(expr, types):
        return expr, None
    raise CheckFailed("a number whose parts are not known", Reason.OUT_OF_SCOPE)


def exponent(expr: Expr) -> Expr | None:
    """Return z where an expression is e to the power of z, or a whole power of such a number, else None."""
    match expr:
        case Node(head=Head.EXP, args=(power,)) | Node(head=Head.POW, args=(Const("e"), power)):
            return power
        case Node(head=Head.POW, args=(base, Int() | Node(head=Head.NEG, args=(Int(),)) as times)):
            inner = exponent(base)
            return None if inner is None else node(Head.MUL, times, inner)
    return None


def _turned(a: Part, b: Part) -> tuple[Part, Part]:
    """e to the power of a + b*i: the modulus is e to the power of a, the angle b (L. Euler, Introductio, 1748)."""
    real, imaginary = node(Head.COS, _number(b)), node(Head.SIN, _number(b))
    if a is None:
        return real, imaginary
    modulus = node(Head.EXP, a)
    return node(Head.MUL, modulus, real), node(Head.MUL, modulus, imaginary)


_MEANINGS = frozenset(
    {Head.ADD, Head.SUB, Head.MUL, Head.DIV, Head.NEG, Head.POW, Head.CONJ, Head.RE, Head.IM, Head.ABS}
)


def _is_real(expr: Expr, types: Mapping[str, Type]) -> bool:
    """Whether it is a real number: made of real letters by functions that are defined."""
    known = all(types.get(name) in REAL for name in expr.free) and real(expr) and total(expr, types)
    unbound = not any(isinstance(part, Node) and part.head in SCOPED for part in walk_expr(expr))
    return known and unbound


def _combined(expr: Node, inner: list[tuple[Part, Part]], types: Mapping[str, Type]) -> tuple[Part, Part]:
    match expr.head, inner:
        case Head.NEG, [(a, b)]:
            return _minus(None, a), _minus(None, b)
        case Head.ADD, [(a, b), (c, d)]:
            return _plus(a, c), _plus(b, d)
        case Head.SUB, [(a, b), (c, d)]:
            return _minus(a, c), _minus(b, d)
        case Head.MUL, [one, other]:
            return _times(one, other)
        case Head.DIV, [(a, b), (c, None)] if c is not None:
            return _over(a, c), _over(b, c)
        case Head.DIV, [one, (c, d)]:
            over, under = _times(one, (c, _minus(None, d))), _plus(_square(c), _square(d))
            if under is not None:
                return _over(over[0], under), _over(over[1], under)
        case Head.POW, [(a, None), (Int() as power, None)] if a is not None:
            return node(Head.POW, a, power), None
        case Head.POW, [base, (Int(power), None)] if 1 <= power <= MAX_POWER:
            return _to_the(base, power)
        case Head.POW, [base, (Node(head=Head.NEG, args=(Int(power),)), None)] if 1 <= power <= MAX_POWER:
            return _combined(node(Head.DIV, *expr.args), [(Int(1), None), _to_the(base, power)], types)
        case Head.CONJ, [(a, b)]:
            return a, _minus(None, b)
        case Head.RE, [(a, b)] if b is None or total(b, types):
            return _number(a), None
        case Head.IM, [(a, b)] if a is None or total(a, types):
            return _number(b), None
        case Head.ABS, [(a, b)]:
            squares = _plus(_square(a), _square(b))
            if b is None or squares is None:
                return node(Head.ABS, _number(a)), None
            return node(Head.SQRT, squares), None
    raise CheckFailed("a number whose parts are not known", Reason.OUT_OF_SCOPE)


def _to_the(base: tuple[Part, Part], power: int) -> tuple[Part, Part]:
    found = base
    for _ in range(power - 1):
        found = _times(found, base)
    return found


def _times(one: tuple[Part, Part], other: tuple[Part, Part]) -> tuple[Part, Part]:
    (a, b), (c, d) = one, other
    return _minus(_product(a, c), _product(b, d)), _plus(_product(a, d), _product(b, c))


def _product(a: Part, b: Part) -> Part:
    return None if a is None or b is None else node(Head.MUL, a, b)


def _square(a: Part) -> Part:
    return None if a is None else node(Head.POW, a, Int(2))


def _over(a: Part, b: Expr) -> Part:
    return None if a is None else node(Head.DIV, a, b)


def _plus(a: Part, b: Part) -> Part:
    return b if a is None else a if b is None else node(Head.ADD, a, b)


def _minus(a: Part, b: Part) -> Part:
    return a if b is None else node(Head.NEG, b) if a is None else node(Head.SUB, a, b)
