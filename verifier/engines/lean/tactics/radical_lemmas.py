"""Facts put before the tactic that closes a goal, as Lean text: how roots are related, between which numbers they lie,
which products and squares are not negative (untrusted: each is proved in place, or the proof fails)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, islice

from verifier.checkers.functions import NotEvaluated
from verifier.checkers.lean.numeric_check import floating
from verifier.checkers.lean.statement.multiples import Polynomial, expanded, product, ratio, rational_root
from verifier.checkers.lean.statement.render import Statement
from verifier.engines.lean.tactics.squares import spelled, sum_of_squares
from verifier.kernel.expr import Expr, Head, Int, Node

MAX_SQUARES = 10
MAX_PRODUCTS = 12
DIGITS = 9
"""Significant digits of the numbers between which a root lies."""


def names(statement: Statement) -> dict[str, int]:
    """Return, for every root, constant and absolute value, the number of its hypothesis."""
    return {name: i for i, name in enumerate(statement.hypotheses) if name}


Radical = tuple[int, Polynomial]
"""An index, and a radicand without roots."""


def relations(statement: Statement) -> list[str]:
    """Return equations between roots: ``√12 = 2*√3``, ``√(12x) = 2*√(3x)``, ``√6 = √2*√3``."""
    free = {i: found for i, root in enumerate(statement.roots) if (found := _radical(root)) is not None}
    at = names(statement)
    lines = []
    for i, (index, radicand) in list(free.items()):
        others = [(j, found) for j, found in free.items() if j != i]
        said = _first(_as_rational(index, radicand), _as_others(index, radicand, others, at))
        if said is not None:
            lines.append(_equal(f"e{i}", f"s{i}", f"h{at[f's{i}']}.1", index, *said))
            del free[i]  # what is said of it already says nothing new of others
    return [*lines, *_rational_products(free, at)]


def _equal(name: str, left: str, left_is: str, index: int, right: str, right_is: str) -> str:
    """One lemma for all indices: of two numbers that are not negative, with the same power, there is only one."""
    proof = f"Verifier.root_unique {left_is} ({right_is}) {index - 1} (by grind)"
    return f"have {name} : {left} = {right} := {proof}"


def _rational_products(free: dict[int, Radical], at: dict[str, int]) -> Iterator[str]:
    for size in (2, 3, 4):
        for k, some in enumerate(islice(combinations(free, size), MAX_PRODUCTS)):
            [index, *rest] = {free[i][0] for i in some}
            whole = None if rest else product(free[i][1] for i in some)
            if whole and whole.keys() == {()} and (q := rational_root(index, whole[()])) is not None:
                yield _equal(f"f{size}x{k}", *_multiplied(some, at), index, _number(q), "by grind")


def _multiplied(some: Sequence[int], at: dict[str, int]) -> tuple[str, str]:
    """The product of roots, and a proof that it is not negative."""
    text, known = f"s{some[-1]}", f"h{at[f's{some[-1]}']}.1"
    for j in reversed(some[:-1]):
        text, known = f"(s{j} * {text})", f"(Verifier.mul_nonneg h{at[f's{j}']}.1 {known})"
    return text, known


def _first(*offers: Iterator[tuple[str, str]]) -> tuple[str, str] | None:
    return next((said for offer in offers for said in offer), None)


def _radical(root: Expr) -> Radical | None:
    match root:
        case Node(Head.ROOT, (radicand, Int(index))) if found := expanded(radicand):
            return index, found
    return None


def _as_rational(index: int, radicand: Polynomial) -> Iterator[tuple[str, str]]:
    if radicand.keys() == {()} and (exact := rational_root(index, radicand[()])) is not None:
        yield _number(exact), "by grind"


def _as_others(
    index: int, radicand: Polynomial, others: list[tuple[int, Radical]], at: dict[str, int]
) -> Iterator[tuple[str, str]]:
    """A root as a rational multiple of a power of another, or of a product of up to four others."""

    def scaled(inside: Polynomial | None) -> Fraction | None:
        c = ratio(radicand, inside)
        return None if c is None else rational_root(index, c)

    for j, (other, inside) in others:
        for k in range(1, other):
            if (k * index) % other == 0 and (q := scaled(product([inside] * (k * index // other)))):
                yield f"{_number(q)} * s{j} ^ {k}", f"by have := Verifier.pow_nonneg h{at[f's{j}']}.1 {k}; grind"
    alike = [(j, inside) for j, (other, inside) in others if other == index]
    for some in (some for size in (2, 3, 4) for some in islice(combinations(alike, size), MAX_PRODUCTS)):
        if q := scaled(product(inside for _, inside in some)):
            text, known = _multiplied([j for j, _ in some], at)
            yield f"{_number(q)} * {text}", f"by have := {known}; grind"


def bounds(statement: Statement) -> list[str]:
    """Return between which numbers each closed root lies."""
    at, lines = names(statement), []
    for i, root in enumerate(statement.roots):
        match root:
            case Node(Head.ROOT, (_, Int(index))):
                if (ends := _ends(root)) is not None:
                    h = f"h{at[f's{i}']}.1"
                    low, high = map(_number, ends)
                    lines.append(f"have l{i} := Verifier.le_of_pow_le_pow (a := {low}) {h} {index - 1} (by grind)")
                    nonnegative = f"(show (0 : K) ≤ {high} by grind)"
                    lines.append(
                        f"have u{i} := Verifier.le_of_pow_le_pow (a := s{i}) {nonnegative} {index - 1} (by grind)"
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


def squares(statement: Statement) -> list[str]:
    """Return that squares are not negative: of letters, and of their sums and differences."""
    return [f"have q{i} := Verifier.sq_nonneg {term}" for i, term in enumerate(squared(statement))]


def squared(statement: Statement) -> list[str]:
    """Return the terms whose squares may be of use."""
    names = list(statement.bound)
    found = [*names, *(f"({a} - {b})" for a, b in combinations(names, 2))]
    found += [f"({a} + {b})" for a, b in combinations(names, 2)] + [f"({a} - 1)" for a in names]
    return found[:MAX_SQUARES]


def products(statement: Statement) -> list[str]:
    """Return that products of what the premises say is not negative are not negative."""
    pairs = islice(combinations_with_replacement(statement.gaps, 2), MAX_PRODUCTS)
    lines = []
    for i, ((a, strict_a), (b, strict_b)) in enumerate(pairs):
        lemma = "mul_pos" if strict_a and strict_b else "mul_nonneg"
        lines.append(f"have p{i} := Verifier.{lemma} (a := {a}) (b := {b}) (by grind) (by grind)")
    return lines


def sums(statement: Statement) -> list[str]:
    """Return squares that add up to the two sides' difference, or nothing where none are found."""
    found = sum_of_squares(statement.gap) if statement.gap is not None else None
    at = {letter: f"x{i}" for i, letter in enumerate(statement.letters)}
    return [f"have w{i} := Verifier.sq_nonneg {spelled(form, at)}" for i, form in enumerate(found or [])]
