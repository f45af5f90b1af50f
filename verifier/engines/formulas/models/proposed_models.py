"""Values of the letters of a claim that may be numbers, matrices, complex numbers or functions, as models of it.

A complex letter is sought by its parts, a function as what a premise says that it is, or as a polynomial with unknown
coefficients.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from verifier.checkers.expression_json import expression_to_json
from verifier.checkers.formulas.places.models import applied
from verifier.checkers.formulas.places.monomials import numeral
from verifier.checkers.formulas.places.place import conjuncts
from verifier.checkers.formulas.places.totality import total
from verifier.checkers.formulas.rules.complex_numbers import exponent
from verifier.engines.formulas.laws.functions import Bodies, told_functions
from verifier.engines.formulas.models.assignments import Solution, assignments
from verifier.engines.formulas.rewriting.numbers import simplified
from verifier.engines.formulas.rewriting.rewriting import written_number
from verifier.engines.formulas.solving.forcing import forced
from verifier.kernel.claim import Claim
from verifier.kernel.expr import (
    COMPARISONS,
    Const,
    Expr,
    ExprTooLarge,
    Head,
    Int,
    Letter,
    Node,
    Sym,
    Type,
    node,
    substitute,
    walk_expr,
)
from verifier.kernel.verdict import CheckFailed

MAX_POWER = 6  # largest exponent that is multiplied out
Parts = tuple[Expr, Expr]
_NONE = Int(0)


def real_equations(formula: Expr, letters: Mapping[str, Parts]) -> Expr:
    """Return a formula in which equations that speak of these letters, or of the imaginary unit, say that the real
    parts are equal and the imaginary parts; what has no parts that are known here stays as it is."""
    if not isinstance(formula, Node) or formula.letters:
        return formula
    if formula.head is Head.EQ and (squares := _modulus(formula, letters)) is not None:
        return squares
    if formula.head in (Head.EQ, Head.NE):
        one, other = (parts(side, letters) for side in formula.args)
        if one is None or other is None or (one[1] is _NONE and other[1] is _NONE):
            return formula if one is None or other is None else node(formula.head, one[0], other[0])
        same = node(Head.AND, node(Head.EQ, one[0], other[0]), node(Head.EQ, one[1], other[1]))
        return same if formula.head is Head.EQ else node(Head.NOT, same)
    if formula.head in COMPARISONS:
        sides = [parts(side, letters) for side in formula.args]
        numbers = [one[0] for one in sides if one is not None and one[1] is _NONE]
        return node(formula.head, *numbers) if len(numbers) == 2 else formula
    return Node(formula.head, tuple(real_equations(arg, letters) for arg in formula.args))


def _modulus(equation: Node, letters: Mapping[str, Parts]) -> Expr | None:
    """What says by squares that a modulus is a number."""
    for one, other in (equation.args, equation.args[::-1]):
        if isinstance(one, Node) and one.head is Head.ABS:
            inner, value = parts(one.args[0], letters), parts(other, letters)
            if inner is not None and value is not None and inner[1] is not _NONE and value[1] is _NONE:
                (a, b), c = inner, value[0]
                square = node(Head.EQ, _add(_mul(a, a), _mul(b, b)), _mul(c, c))
                return node(Head.AND, square, node(Head.GE, c, Int(0)))
    return None


def parts(expr: Expr, letters: Mapping[str, Parts]) -> Parts | None:
    """Return the real and the imaginary part of an expression, or None where they are not known here."""
    if isinstance(expr, Sym):
        return letters.get(expr.name, (expr, _NONE))
    if expr == Const("i"):
        return _NONE, Int(1)
    if not isinstance(expr, Node):
        return expr, _NONE
    power = exponent(expr)
    if power is not None and (turned := parts(power, letters)) is not None and turned[1] is not _NONE:
        a, b = turned
        real, imaginary = node(Head.COS, b), node(Head.SIN, b)
        modulus = node(Head.EXP, a)
        return (real, imaginary) if a is _NONE else (node(Head.MUL, modulus, real), node(Head.MUL, modulus, imaginary))
    inner = [parts(arg, letters) for arg in expr.args]
    known = [one for one in inner if one is not None]
    if expr.letters or len(known) < len(inner):
        return None
    if all(one[1] is _NONE for one in known) and expr.head not in (Head.RE, Head.IM, Head.CONJ):
        return Node(expr.head, tuple(one[0] for one in known)), _NONE
    return _combined(expr, known)


def _combined(expr: Node, known: list[Parts]) -> Parts | None:
    match expr.head, known:
        case Head.NEG, [(a, b)]:
            return _sub(_NONE, a), _sub(_NONE, b)
        case Head.ADD, [(a, b), (c, d)]:
            return _add(a, c), _add(b, d)
        case Head.SUB, [(a, b), (c, d)]:
            return _sub(a, c), _sub(b, d)
        case Head.MUL, [one, other]:
            return _times(one, other)
        case Head.DIV, [one, (c, d)]:
            if d is _NONE:
                return node(Head.DIV, one[0], c), node(Head.DIV, one[1], c)
            over, under = _times(one, (c, _sub(_NONE, d))), _add(_mul(c, c), _mul(d, d))
            return node(Head.DIV, over[0], under), node(Head.DIV, over[1], under)
        case Head.POW, [base, (Int(power), _)] if 0 < power <= MAX_POWER:
            found = base
            for _ in range(power - 1):
                found = _times(found, base)
            return found
        case Head.CONJ, [(a, b)]:
            return a, _sub(_NONE, b)
        case Head.RE, [(a, _)]:
            return a, _NONE
        case Head.IM, [(_, b)]:
            return b, _NONE
        case Head.ABS, [(a, b)]:
            return node(Head.SQRT, _add(_mul(a, a), _mul(b, b))), _NONE
    return None


def _times(one: Parts, other: Parts) -> Parts:
    (a, b), (c, d) = one, other
    return _sub(_mul(a, c), _mul(b, d)), _add(_mul(a, d), _mul(b, c))


def _add(a: Expr, b: Expr) -> Expr:
    return b if a is _NONE else a if b is _NONE else node(Head.ADD, a, b)


def _sub(a: Expr, b: Expr) -> Expr:
    return a if b is _NONE else node(Head.NEG, b) if a is _NONE else node(Head.SUB, a, b)


def _mul(a: Expr, b: Expr) -> Expr:
    return _NONE if a is _NONE or b is _NONE else node(Head.MUL, a, b)


MAX_FUNCTIONS = 4  # most functions of a claim that are sought
DEGREES = (1, 2)  # of the polynomials that functions of one letter are sought as
MAX_BASES = 3  # most numbers of premises that are tried as what a function grows by


def proposed_models(claim: Claim) -> Iterator[dict[str, Any]]:
    """Yield what may be models of a claim's premises, as proofs spell them."""
    arguments = _functions(claim)
    given = _given(claim)
    pairs = {one.name: _pair(one.name) for one in claim.types if one.type is Type.COMPLEX and one.name not in given}
    if len(arguments) > MAX_FUNCTIONS:
        return
    told = told_functions(one.formula for one in claim.premises)
    arguments = {name: count for name, count in arguments.items() if name not in told}
    of_one = any(count == 1 for count in arguments.values())
    kinds = [{name: _body(name, count, degree) for name, count in arguments.items()} for degree in DEGREES]
    for bodies in (*kinds, *_growing(claim, arguments)) if of_one else kinds[:1]:
        try:
            yield from _by_parts(claim, bodies | told, pairs, given)
        except (CheckFailed, ExprTooLarge):
            return


def real_models(claim: Claim) -> Iterator[dict[str, Any]]:
    """Yield what may be models of a claim's premises in which every complex letter is a real number."""
    pairs: dict[str, Parts] = {one.name: (Sym(one.name), Int(0)) for one in claim.types if one.type is Type.COMPLEX}
    if not pairs or _functions(claim) or any(_imaginary(one.formula) for one in claim.premises):
        return
    try:
        yield from _by_parts(claim, {}, pairs, {})
    except (CheckFailed, ExprTooLarge):
        return


def _by_parts(
    claim: Claim, bodies: Bodies, pairs: Mapping[str, Parts], given: Mapping[str, Expr]
) -> Iterator[dict[str, Any]]:
    for values, zeros in assignments(_sought(claim, bodies, pairs, given)):
        found = _spelled(claim, values, zeros, bodies, pairs)
        found["model"] |= {name: written_number(value) for name, value in given.items()}
        yield found


def _given(claim: Claim) -> dict[str, Expr]:
    """The complex letters, and those for sets, that premises set equal to what has no letters, in turn, with
    that: their parts need not be sought."""
    complex = {one.name for one in claim.types if one.type is Type.COMPLEX}
    found: dict[str, Expr] = _sets(claim)
    for _ in complex:
        for one in claim.premises:
            match one.formula:
                case Node(head=Head.EQ, args=(Sym(name), said)) if name in complex - found.keys():
                    if said.free <= found.keys() and total(value := substitute(said, found), {}):
                        found[name] = value
    return found


def _sets(claim: Claim) -> dict[str, Expr]:
    """The letters for sets that premises set equal to sets of what has no letters but forced ones."""
    names = {one.name for one in claim.types if one.type is Type.SET}
    if not names:
        return {}
    known: dict[str, Expr] = {name: numeral(value) for name, value in forced(claim).items()}
    found: dict[str, Expr] = {}
    for part in (part for one in claim.premises for part in conjuncts(one.formula)):
        match part:
            case Node(head=Head.EQ, args=(Sym(name), Node(head=Head.SET | Head.SET_OF) as said)) if name in names:
                value = substitute(said, {n: v for n, v in known.items() if n in said.free})
                if not value.free:
                    found.setdefault(name, value)
    return found


def _functions(claim: Claim) -> dict[str, int]:
    """The functions that premises apply to letters, and how many of these they take; none where two counts differ."""
    found: dict[str, int] = {}
    for premise in claim.premises:
        for part in walk_expr(premise.formula):
            match part:
                case Node(head=Head.CALL, args=(Sym(name), *given)):
                    if found.setdefault(name, len(given)) != len(given):
                        return {}
    return found


def _pair(name: str) -> Parts:
    return Sym(f"#{name}.re"), Sym(f"#{name}.im")


def _body(name: str, count: int, degree: int) -> tuple[tuple[str, ...], Expr]:
    """A polynomial in the letters of a function, its coefficients letters too."""
    letters = tuple(f"x{i}" for i in range(count))
    found: Expr = Sym(f"#{name}.c")
    for letter in letters:
        for power in range(1, degree + 1):
            x = Sym(letter) if power == 1 else node(Head.POW, Sym(letter), Int(power))
            found = node(Head.ADD, found, node(Head.MUL, Sym(f"#{name}.{letter}.{power}"), x))
    return letters, found


def _growing(claim: Claim, arguments: Mapping[str, int]) -> Iterator[Bodies]:
    """Functions that grow by a factor that stands in the premises."""
    found = (part.value for one in claim.premises for part in walk_expr(one.formula) if isinstance(part, Int))
    for base in [one for one in dict.fromkeys(found) if one > 1][:MAX_BASES]:
        grows = node(Head.POW, Int(base), Sym("x0"))
        yield {
            name: (("x0",), node(Head.MUL, Sym(f"#{name}.c"), grows)) if count == 1 else _body(name, count, 1)
            for name, count in arguments.items()
        }


def _sought(claim: Claim, bodies: Bodies, pairs: Mapping[str, Parts], given: Mapping[str, Expr]) -> Claim:
    """The claim about coefficients and parts in the place of functions and complex letters."""
    whole: dict[str, Expr] = {name: _written(*pair) for name, pair in pairs.items()}
    premises = []
    for one in claim.premises:
        if _is_said(one.formula, given):
            continue
        said = substitute(applied(one.formula, bodies), given)
        parted = any(im != Int(0) for _, im in pairs.values())
        said = real_equations(said, pairs) if parted or _imaginary(said) else said
        premises.append(replace(one, formula=substitute(said, whole)))
    kept = [one for one in claim.types if not any(one.name in known for known in (bodies, pairs, given))]
    names = {name for letters, body in bodies.values() for name in body.free - set(letters)}
    names |= {part.name for pair in pairs.values() for part in pair if isinstance(part, Sym)}
    types = sorted([*kept, *(Letter(name, Type.REAL) for name in names)], key=lambda one: one.name)
    return Claim(claim.formula, tuple(types), tuple(premises), claim.rounded)


def _is_said(formula: Expr, given: Mapping[str, Expr]) -> bool:
    """Whether a premise says of a letter that it is the number that is given for it."""
    match formula:
        case Node(head=Head.EQ, args=(Sym(name), said)) if name in given:
            return said.free <= given.keys() and substitute(said, given) == given[name]
    return False


def _imaginary(expr: Expr) -> bool:
    return Const("i") in walk_expr(expr)


def _written(re: Expr, im: Expr) -> Expr:
    return re if im == Int(0) else node(Head.ADD, re, node(Head.MUL, im, Const("i")))


def _spelled(
    claim: Claim, values: dict[str, Expr], zeros: dict[str, Solution], bodies: Bodies, pairs: Mapping[str, Parts]
) -> dict[str, Any]:
    """A model as a proof spells it."""
    found: dict[str, Any] = {one.name: _value(values[one.name]) for one in claim.types if one.name in values}
    for name, (re, im) in pairs.items():
        found[name] = _value(_written(simplified(substitute(re, values)), simplified(substitute(im, values))))
    for name, (letters, body) in bodies.items():
        found[name] = {"letters": list(letters), "body": expression_to_json(substitute(body, values))}
    data: dict[str, Any] = {"model": found}
    return data | ({"zeros": {name: zero.spelled(name) for name, zero in zeros.items()}} if zeros else {})


def _value(value: Expr) -> Any:
    if isinstance(value, Node) and value.head in (Head.TRUE, Head.FALSE):
        return value.head is Head.TRUE
    return written_number(value)
