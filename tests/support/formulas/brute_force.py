"""Another evaluator of closed formulas, made differently: from the text, by Python's syntax tree, with definitions
spelled out, brute force over whole numbers, and SymPy for polynomials, roots (to 60 digits) and matrices.

Truths are the letters T, F and N (neither). ``Unknown`` says that it cannot tell.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import mpmath
import sympy

from support.formulas.definitions import (
    Undef,
    fraction,
    function,
    is_real,
    numbers,
    numerically,
    operation,
    predicate,
    rational,
    undefined,
    unknown,
    whole,
)
from support.formulas.drawing import REACH
from support.formulas.zeros import DIGITS, Unknown, candidates, generic, of_type

Env = dict[str, Any]
_LEAST = {"Int": -REACH, "NonNeg": 0, "Pos": 1}


def judged(text: str, letters: Mapping[str, Fraction] | None = None) -> str:
    """Return the truth of a formula, as it is spelled, where its free letters have these values."""
    with mpmath.workdps(DIGITS):
        return truth(ast.parse(text, mode="eval").body, dict(letters or {}))


def truth(at: ast.expr, env: Env) -> str:
    try:
        return _truth(at, env)
    except Undef:
        return "N"


def _truth(at: ast.expr, env: Env) -> str:
    match at:
        case ast.Constant(value=bool(known)):
            return "T" if known else "F"
        case ast.UnaryOp(op=ast.Not(), operand=p):
            return _swap(truth(p, env))
        case ast.BoolOp(op=op, values=values):
            return _worst(values, env, "F" if isinstance(op, ast.And) else "T")
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            return _compared(left, op, right, env)
        case ast.Call(func=ast.Name(id=name), args=args):
            return _called(name, args, env)
    raise Unknown(ast.dump(at))


def _swap(found: str) -> str:
    return {"T": "F", "F": "T", "N": "N"}[found]


def _worst(values: list[Any], env: Env, decides: str) -> str:
    """Of conjuncts, or of alternatives: what one decides, else what all say. Items are syntax, or syntax and place."""
    seen, unknown = set(), False
    for one in values:
        part, here = one if isinstance(one, tuple) else (one, env)
        try:
            seen.add(truth(part, here))
        except Unknown:
            unknown = True
        if decides in seen:
            return decides
    if unknown:
        raise Unknown("a part")
    return "N" if "N" in seen else _swap(decides)


def _compared(left: ast.expr, op: ast.cmpop, right: ast.expr, env: Env) -> str:
    a = value(left, env)
    if isinstance(op, ast.In):
        if isinstance(right, ast.SetComp) and _plain(right):
            name = right.elt.id  # type: ignore[attr-defined]
            kind = right.generators[0].iter.id  # type: ignore[attr-defined]
            return "T" if of_type(a, kind) and truth(_condition(right), {**env, name: a}) == "T" else "F"
        return "T" if a in value(right, env) else "F"
    b = value(right, env)
    if isinstance(a, sympy.MatrixBase) and a.shape != b.shape:
        raise Undef
    if isinstance(a, mpmath.mpc) or isinstance(b, mpmath.mpc):
        return numerically(op, *numbers(a, b))
    ordered = {ast.Lt: lambda: a < b, ast.LtE: lambda: a <= b, ast.Gt: lambda: a > b, ast.GtE: lambda: a >= b}
    holds = {ast.Eq: lambda: a == b, ast.NotEq: lambda: a != b, **ordered}[type(op)]()
    return "T" if holds else "F"


def _called(name: str, args: list[ast.expr], env: Env) -> str:
    if name == "Implies":
        return _worst([ast.UnaryOp(ast.Not(), args[0]), args[1]], env, "T")
    if name == "Iff":
        p, q = truth(args[0], env), truth(args[1], env)
        return "N" if "N" in (p, q) else "T" if p == q else "F"
    if name in ("ForAll", "Exists"):
        places = list(_places(args[0], args[1], env, samples=True))
        undeclared = _letters(args[0])[0][1] == "Undeclared"
        return _everywhere(places, args[1], undeclared, "F" if name == "ForAll" else "T")
    if name == "solves":
        return _solves(args, env)
    if name in ("is_max", "is_min"):
        return _extremum(name, args, env)
    if name == "divides_poly":
        p, q = (sympy.Poly(_symbolic(one, env), sympy.Symbol(args[2].id)) for one in args[:2])  # type: ignore[attr-defined]
        return "T" if (q.is_zero if p.is_zero else q.rem(p).is_zero) else "F"
    return "T" if predicate(name, [value(one, env) for one in args]) else "F"


def _letters(at: ast.expr) -> list[tuple[str, str]]:
    items = at.elts if isinstance(at, ast.Tuple) else [at]
    return [(one.left.id, one.comparators[0].id) for one in items]  # type: ignore[attr-defined]


def _places(letters: ast.expr, condition: ast.expr, env: Env, samples: bool) -> Iterator[tuple[str, Any, Env]]:
    """All values that may matter: of several letters, those within reach; of one, the zeros of what is in the
    condition too, and with ``samples`` values from between them. With each, whether it is real, complex or a sample."""
    named = _letters(letters)
    if len(named) == 1 and (zeros := candidates(condition, named[0][0], env)) is not None:
        name, kind = named[0]
        near = range(-REACH, REACH + 1) if kind in _LEAST else ()
        found = {Fraction(x) for x in near} | set(zeros)
        for x in (one for one in found if of_type(one, kind)):
            yield "zero", x, {**env, name: x}
        for x in generic(kind) if samples else ():
            yield "sample", x, {**env, name: x}
        return
    if any(kind not in _LEAST for _, kind in named):
        raise Unknown("no finite search")
    for row in product(*(range(_LEAST[kind], REACH + 1) for _, kind in named)):
        values = tuple(map(Fraction, row))
        here = dict(zip((name for name, _ in named), values, strict=True))
        yield "zero", values if len(values) > 1 else values[0], {**env, **here}


def _everywhere(places: list[tuple[str, Any, Env]], body: ast.expr, undeclared: bool, decides: str) -> str:
    whole = _worst([(body, here) for _, _, here in places], {}, decides)
    if undeclared and whole != _worst([(body, here) for _, x, here in places if is_real(x)], {}, decides):
        raise Unknown("real and complex differ")
    return whole


def _solutions(letters: ast.expr, condition: ast.expr, env: Env) -> list[Any]:
    """All the solutions: rational numbers (exact), others as complex numbers, or tuples."""
    found = []
    for kind, x, here in _places(letters, condition, env, samples=True):
        if truth(condition, here) == "T":
            if kind == "sample":
                raise Unknown("infinitely many solutions")
            found.append(x)
    if _letters(letters)[0][1] == "Undeclared" and not all(map(is_real, found)):
        raise Unknown("real and complex differ")
    return found


def _solves(args: list[ast.expr], env: Env) -> str:
    listed = value(args[1], env)
    found = _solutions(args[0], args[2], env)
    return "T" if set(listed) == set(found) else "F"


def _extremum(name: str, args: list[ast.expr], env: Env) -> str:
    best = value(args[0], env)
    try:
        reached = [
            value(args[1], here) for _, _, here in _places(args[2], args[3], env, False) if truth(args[3], here) == "T"
        ]
    except Undef:
        raise Unknown("undefined at a solution") from None
    return "T" if reached and best == (max if name == "is_max" else min)(reached) else "F"


def value(at: ast.expr, env: Env) -> Any:
    found = _value(at, env)
    if isinstance(found, int):
        found = Fraction(found)
    if isinstance(found, Fraction) and max(abs(found.numerator), found.denominator).bit_length() > 20_000:
        raise Unknown("large")
    return found


def _value(at: ast.expr, env: Env) -> Any:
    match at:
        case ast.Constant(value=int() | float() as number):
            return Fraction(str(number))
        case ast.Name(id=name) if name in env:
            return env[name]
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -value(operand, env)
        case ast.BinOp(left=left, op=op, right=right):
            return operation(type(op), value(left, env), value(right, env))
        case ast.Tuple(elts=items) | ast.List(elts=items):
            return tuple(value(one, env) for one in items)
        case ast.Set(elts=items):
            return frozenset(value(one, env) for one in items)
        case ast.Dict(keys=[]):
            return frozenset()
        case ast.SetComp():
            return _set_of(at, env)
        case ast.Call(func=ast.Name(id=name), args=args):
            return _number(name, args, env)
    raise Unknown(ast.dump(at))


def _plain(at: ast.SetComp) -> bool:
    return len(at.generators) == 1 and ast.dump(at.elt) == ast.dump(ast.Name(_of(at)[0][0], ast.Load()))


def _of(at: ast.SetComp) -> list[tuple[str, str]]:
    return [(one.target.id, one.iter.id) for one in at.generators]  # type: ignore[attr-defined]


def _condition(at: ast.SetComp) -> ast.expr:
    tests = [test for one in at.generators for test in one.ifs]
    return tests[0] if tests else ast.Constant(True)


def _set_of(at: ast.SetComp, env: Env) -> frozenset[Any]:
    spelled = ", ".join(f"{name} in {kind}" for name, kind in _of(at))
    letters = ast.parse(f"({spelled},)", mode="eval").body
    found = []
    for x in _solutions(letters, _condition(at), env):
        row = x if isinstance(x, tuple) else (x,)
        here = {**env, **dict(zip((name for name, _ in _of(at)), row, strict=False))}
        try:
            found.append(value(at.elt, here))
        except Undef:
            raise Unknown("undefined at a solution") from None
    return frozenset(found)


def _number(name: str, args: list[ast.expr], env: Env) -> Any:
    match name, args:
        case "If", [condition, a, b]:
            holds = truth(condition, env)
            return undefined() if holds == "N" else value(a if holds == "T" else b, env)
        case (("Sum" | "Prod" | "count_of"), [body, ast.Name(id=letter), low, high]):
            return _folded(name, body, letter, whole(value(low, env), value(high, env)), env)
        case "num_solutions", [letters, condition]:
            return len(_solutions(letters, condition, env))
        case "len", [inner]:
            return len(value(inner, env))
        case "numeral", [ast.Constant(value=spelled), ast.Constant(value=base)]:
            digits = "0123456789abcdefghijklmnopqrstuvwxyz"
            if any(digits.index(char) >= base for char in spelled):
                raise Unknown("no numeral")
            return sum(digits.index(char) * base**k for k, char in enumerate(reversed(spelled)))
        case (("degree" | "coeff" | "diff" | "integral" | "limit"), [_, ast.Name(id=letter), *rest]):
            return _calculus(name, args[0], sympy.Symbol(letter), rest, env)
        case "Vector", [ast.List(elts=items)]:
            return sympy.ImmutableMatrix([[rational(value(one, env))] for one in items])
        case "Matrix", [ast.List(elts=rows)]:
            return sympy.ImmutableMatrix([[rational(x) for x in value(row, env)] for row in rows])
    return function(name, [value(one, env) for one in args])


def _folded(name: str, body: ast.expr, letter: str, ends: list[int], env: Env) -> Any:
    places = [{**env, letter: Fraction(k)} for k in range(ends[0], ends[1] + 1)]
    if name == "count_of":
        truths = [truth(body, here) for here in places]
        return truths.count("T") if "N" not in truths else unknown()
    values = [value(body, here) for here in places]
    return sum(values) if name == "Sum" else math.prod(values)


def _symbolic(at: ast.expr, env: Env) -> Any:
    match at:
        case ast.Constant(value=int() | float() as number):
            return sympy.Rational(str(number))
        case ast.Name(id=name):
            return sympy.Symbol(name)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_symbolic(operand, env)
        case ast.BinOp(left=left, op=op, right=right):
            a, b = _symbolic(left, env), _symbolic(right, env)
            if isinstance(op, ast.Div) and sympy.expand(b) == 0:
                raise Undef
            made = {ast.Add: a + b, ast.Sub: a - b, ast.Mult: a * b, ast.Div: a / b if b != 0 else 0, ast.Pow: a**b}
            return made[type(op)]
    raise Unknown("not symbolic")


def _calculus(name: str, of: ast.expr, x: Any, rest: list[ast.expr], env: Env) -> Any:
    expr = _symbolic(of, env)
    match name:
        case "degree":
            p = sympy.Poly(expr, x)
            return p.degree() if not p.is_zero else unknown()
        case "coeff":
            return fraction(sympy.Poly(expr, x).coeff_monomial(x ** int(value(rest[0], env))))
        case "integral":
            return fraction(sympy.integrate(expr, (x, *(rational(value(end, env)) for end in rest))))
        case "diff":
            times = int(value(rest[0], env)) if rest else 1
            return fraction(sympy.diff(expr, x, times).subs(x, rational(env[x.name])))
    to = sympy.oo if isinstance(rest[0], ast.Name) and rest[0].id == "oo" else rational(value(rest[0], env))
    return fraction(sympy.limit(sympy.cancel(expr), x, to))
