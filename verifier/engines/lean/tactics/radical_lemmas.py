"""Facts put before the tactic that closes a goal, as Lean text: how roots are related, between which numbers they lie,
which products and squares are not negative (untrusted: each is proved in place, or the proof fails)."""

from __future__ import annotations

import cmath
import math
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, islice

from verifier.checkers.evaluate import value
from verifier.checkers.functions import NotEvaluated
from verifier.checkers.lean.statement.statement import Statement
from verifier.engines.lean.tactics.names import numbers, roots
from verifier.engines.lean.tactics.polynomials import Polynomial, expanded, product, ratio, rational_root
from verifier.engines.lean.tactics.squares import spelled, sum_of_squares
from verifier.kernel.expr import Const, Expr, Head, Int, Node, Type

MAX_SQUARES = 10
MAX_PRODUCTS = 12
DIGITS = 9
"""Significant digits of the numbers between which a root lies."""


Radical = tuple[int, Polynomial]
"""An index, and a radicand without roots."""


def relations(statement: Statement) -> list[str]:
    """Return equations between roots: ``√12 = 2*√3``, ``√(12x) = 2*√(3x)``, ``√6 = √2*√3``."""
    found = roots(statement)
    at = {name: known for name, _, _, known in found}
    free = {name: (index, inside) for name, radicand, index, _ in found if (inside := expanded(radicand))}
    lines = []
    for name, (index, radicand) in list(free.items()):
        others = [(other, one) for other, one in free.items() if other != name]
        said = _first(_as_rational(index, radicand), _as_others(index, radicand, others, at))
        if said is not None:
            lines.append(_equal(f"e{name}", name, f"{at[name]}.1", index, *said))
            del free[name]  # what is said of it already says nothing new of others
    return [*lines, *_rational_products(free, at)]


def _equal(name: str, left: str, left_is: str, index: int, right: str, right_is: str) -> str:
    """One lemma for all indices: of two numbers that are not negative, with the same power, there is only one."""
    proof = f"Verifier.root_unique {left_is} ({right_is}) {index - 1} (by grind)"
    return f"have {name} : {left} = {right} := {proof}"


def _rational_products(free: dict[str, Radical], at: dict[str, str]) -> Iterator[str]:
    for size in (2, 3, 4):
        for k, some in enumerate(islice(combinations(free, size), MAX_PRODUCTS)):
            [index, *rest] = {free[i][0] for i in some}
            whole = None if rest else product(free[i][1] for i in some)
            if whole and whole.keys() == {()} and (q := rational_root(index, whole[()])) is not None:
                yield _equal(f"f{size}x{k}", *_multiplied(some, at), index, _number(q), "by grind")


def _multiplied(some: Sequence[str], at: dict[str, str]) -> tuple[str, str]:
    """The product of roots, and a proof that it is not negative."""
    text, known = some[-1], f"{at[some[-1]]}.1"
    for name in reversed(some[:-1]):
        text, known = f"({name} * {text})", f"(Verifier.mul_nonneg {at[name]}.1 {known})"
    return text, known


def _first(*offers: Iterator[tuple[str, str]]) -> tuple[str, str] | None:
    return next((said for offer in offers for said in offer), None)


def _as_rational(index: int, radicand: Polynomial) -> Iterator[tuple[str, str]]:
    if radicand.keys() == {()} and (exact := rational_root(index, radicand[()])) is not None:
        yield _number(exact), "by grind"


def _as_others(
    index: int, radicand: Polynomial, others: list[tuple[str, Radical]], at: dict[str, str]
) -> Iterator[tuple[str, str]]:
    """A root as a rational multiple of a power of another, or of a product of up to four others."""

    def scaled(inside: Polynomial | None) -> Fraction | None:
        c = ratio(radicand, inside)
        return None if c is None else rational_root(index, c)

    for j, (other, inside) in others:
        for k in range(1, other):
            if (k * index) % other == 0 and (q := scaled(product([inside] * (k * index // other)))):
                yield f"{_number(q)} * {j} ^ {k}", f"by have := Verifier.pow_nonneg {at[j]}.1 {k}; grind"
    alike = [(j, inside) for j, (other, inside) in others if other == index]
    for some in (some for size in (2, 3, 4) for some in islice(combinations(alike, size), MAX_PRODUCTS)):
        if q := scaled(product(inside for _, inside in some)):
            text, known = _multiplied([j for j, _ in some], at)
            yield f"{_number(q)} * {text}", f"by have := {known}; grind"


def bounds(statement: Statement) -> list[str]:
    """Return between which numbers each closed root lies."""
    lines = []
    for name, radicand, index, known in roots(statement):
        if (ends := _ends(Node(Head.ROOT, (radicand, Int(index))))) is not None:
            low, high = map(_number, ends)
            lines.append(f"have l{name} := Verifier.le_of_pow_le_pow (a := {low}) {known}.1 {index - 1} (by grind)")
            nonnegative = f"(show (0 : K) ≤ {high} by grind)"
            lines.append(
                f"have u{name} := Verifier.le_of_pow_le_pow (a := {name}) {nonnegative} {index - 1} (by grind)"
            )
    return lines


def _ends(root: Expr) -> tuple[Fraction, Fraction] | None:
    """Two rational numbers with few digits, and the root between them."""
    try:
        near = floating(root).real
        places = DIGITS - math.ceil(math.log10(near))
    except (ArithmeticError, ValueError, NotEvaluated):
        return None
    scale = Fraction(10) ** places
    whole = math.floor(Fraction(near) * scale)
    return max(Fraction(0), Fraction(whole - 1) / scale), Fraction(whole + 2) / scale


def _number(x: Fraction) -> str:
    return f"(({x.numerator} : K) / {x.denominator})" if x.denominator > 1 else f"({x.numerator} : K)"


def squared(statement: Statement) -> list[str]:
    """Return the terms whose squares may be of use."""
    names = numbers(statement)
    found = [*names, *(f"({a} - {b})" for a, b in combinations(names, 2))]
    found += [f"({a} + {b})" for a, b in combinations(names, 2)] + [f"({a} - 1)" for a in names]
    return found[:MAX_SQUARES]


def products(statement: Statement) -> list[str]:
    """Return that products of what the premises say is not negative are not negative."""
    gaps = [gap for one in statement.hypotheses if (gap := _gap(one)) is not None]
    pairs = islice(combinations_with_replacement(gaps, 2), MAX_PRODUCTS)
    lines = []
    for i, ((a, strict_a), (b, strict_b)) in enumerate(pairs):
        lemma = "mul_pos" if strict_a and strict_b else "mul_nonneg"
        lines.append(f"have p{i} := Verifier.{lemma} (a := {a}) (b := {b}) (by grind) (by grind)")
    return lines


_SIGN = {" < ": True, " ≤ ": False, " > ": True, " ≥ ": False}


def _gap(hypothesis: str) -> tuple[str, bool] | None:
    """What a hypothesis says is not negative, and whether it is positive; None where it is no comparison."""
    depth, at = 0, []
    for i, char in enumerate(hypothesis):
        depth += (char == "(") - (char == ")")
        if depth == 1 and hypothesis[i : i + 3] in _SIGN:
            at.append(i)
    if len(at) != 1 or any(sign in hypothesis for sign in "→∧∨∀∃¬"):
        return None
    sign, left, right = hypothesis[at[0] : at[0] + 3], hypothesis[1 : at[0]], hypothesis[at[0] + 3 : -1]
    return (f"({left} - {right})" if sign in (" > ", " ≥ ") else f"({right} - {left})"), _SIGN[sign]


def sums(statement: Statement) -> list[str]:
    """Return squares that add up to the two sides' difference, or nothing where none are found."""
    formula, names = statement.formula, {letter: f"x{i}" for i, letter in enumerate(statement.letters)}
    first = []
    if isinstance(formula, Node) and formula.head is Head.FOR_ALL and all(x.type is Type.REAL for x in formula.letters):
        names |= {one.name: f"a{i}" for i, one in enumerate(formula.letters)}
        first = [f"intro {' '.join(names[one.name] for one in formula.letters)}"]
        formula = formula.args[0]
    match formula:
        case Node(Head.LT | Head.LE, (left, right)) | Node(Head.GT | Head.GE, (right, left)):
            found = sum_of_squares(Node(Head.SUB, (right, left)))
        case _:
            return []
    lines = [f"have w{i} := Verifier.sq_nonneg {spelled(form, names)}" for i, form in enumerate(found or [])]
    return [*first, *lines] if lines else []


def floating(term: Expr) -> complex:
    """Return the value of a closed term as a floating complex number. Raises: ArithmeticError, ValueError."""
    match term:
        case Const(name):
            return {"pi": complex(math.pi), "e": complex(math.e), "i": 1j}[name]
        case Node(Head.POW, (base, exponent)):
            n = value(exponent, {})
            return floating(base) ** (n.numerator if n.denominator == 1 else float(n))
        case Node(Head.ROOT, (radicand, n)):
            return floating(radicand) ** float(1 / value(n, {}))
        case Node(op, args) if op in _FLOATING:
            return _FLOATING[op](*map(floating, args))
    return complex(float(value(term, {})))


_FLOATING: Mapping[Head, Callable[..., complex]] = {
    Head.ADD: operator.add,
    Head.SUB: operator.sub,
    Head.MUL: operator.mul,
    Head.DIV: operator.truediv,
    Head.NEG: operator.neg,
    Head.SQRT: cmath.sqrt,
    Head.ABS: abs,
}
