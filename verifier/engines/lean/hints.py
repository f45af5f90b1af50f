"""Facts put before the tactic that closes a goal, as Lean text: how roots are related, between which numbers they lie,
which products and squares are not negative (untrusted: each is proved in place, or the proof fails)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, islice

from verifier.engines.lean.agree import floating
from verifier.engines.lean.render import Statement
from verifier.engines.lean.squares import spelled, sum_of_squares
from verifier.kernel.evaluate import NotEvaluated, value
from verifier.kernel.term import App, Int, Op, Term

MAX_SQUARES = 10
MAX_PRODUCTS = 12
DIGITS = 9
"""Significant digits of the numbers between which a root lies."""


def names(statement: Statement) -> dict[str, int]:
    """Return, for every root, constant and absolute value, the number of its hypothesis. Fails: never."""
    return {name: i for i, name in enumerate(statement.hypotheses) if name}


def relations(statement: Statement) -> list[str]:
    """Return equations between closed roots: ``√12 = 2*√3``, ``√6 = √2*√3``, ``√9 = 3``. Fails: never."""
    known = [(i, found) for i, root in enumerate(statement.roots) if (found := _radical(root)) is not None]
    at = names(statement)
    lines = []
    for i, (index, radicand) in known:
        said = _first(_as_rational(index, radicand), _as_others(i, index, radicand, known, at))
        if said is not None:
            text, nonnegative = said
            # One lemma for all indices: of two numbers that are not negative, with the same power, there is only one.
            proof = f"Verifier.root_unique h{at[f's{i}']}.1 ({nonnegative}) {index - 1} (by grind)"
            lines.append(f"have e{i} : s{i} = {text} := {proof}")
    return lines


def _first(*offers: Iterator[tuple[str, str]]) -> tuple[str, str] | None:
    return next((said for offer in offers for said in offer), None)


def _radical(root: Term) -> tuple[int, Fraction] | None:
    match root:
        case App(Op.ROOT, (Int(index), radicand)):
            try:
                return index, value(radicand, {})
            except NotEvaluated:
                return None
    return None


def _as_rational(index: int, radicand: Fraction) -> Iterator[tuple[str, str]]:
    exact = rational_root(index, radicand)
    if exact is not None:
        yield _number(exact), "by grind"


def _as_others(
    i: int, index: int, radicand: Fraction, known: list[tuple[int, tuple[int, Fraction]]], at: dict[str, int]
) -> Iterator[tuple[str, str]]:
    """A root as a rational multiple of a power of an earlier one, or of a product of two earlier ones."""
    before = [(j, found) for j, found in known if j < i]
    for j, (other, inside) in before:
        for k in range(1, other):
            if (k * index) % other == 0 and (q := rational_root(index, radicand / inside ** (k * index // other))):
                power = f"s{j} ^ {k}"
                yield (
                    f"{_number(q)} * {power}",
                    f"by have := Verifier.pow_nonneg h{at[f's{j}']}.1 {k}; grind",
                )
    for (j, (m, a)), (k, (n, b)) in combinations(before, 2):
        if m == n == index and (q := rational_root(index, radicand / (a * b))):
            both = f"h{at[f's{j}']}.1 h{at[f's{k}']}.1"
            yield f"{_number(q)} * (s{j} * s{k})", f"by have := Verifier.mul_nonneg {both}; grind"


def rational_root(index: int, x: Fraction) -> Fraction | None:
    """Return the rational root of a positive number, or None. Fails: never."""
    try:
        return value(App(Op.ROOT, (Int(index), App(Op.DIV, (Int(x.numerator), Int(x.denominator))))), {})
    except (NotEvaluated, ValueError):
        return None


def bounds(statement: Statement) -> list[str]:
    """Return between which numbers each closed root lies. Fails: never."""
    at, lines = names(statement), []
    for i, root in enumerate(statement.roots):
        match root:
            case App(Op.ROOT, (Int(index), _)):
                if (ends := _ends(root)) is not None:
                    h = f"h{at[f's{i}']}.1"
                    low, high = map(_number, ends)
                    lines.append(f"have l{i} := Verifier.le_of_pow_le_pow (a := {low}) {h} {index - 1} (by grind)")
                    nonnegative = f"(show (0 : K) ≤ {high} by grind)"
                    lines.append(
                        f"have u{i} := Verifier.le_of_pow_le_pow (a := s{i}) {nonnegative} {index - 1} (by grind)"
                    )
    return lines


def _ends(root: Term) -> tuple[Fraction, Fraction] | None:
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
    """Return that squares are not negative: of letters, and of their sums and differences. Fails: never."""
    names = list(statement.bound)
    squared = [*names, *(f"({a} - {b})" for a, b in combinations(names, 2))]
    squared += [f"({a} + {b})" for a, b in combinations(names, 2)] + [f"({a} - 1)" for a in names]
    kept = islice(squared, MAX_SQUARES)
    return [f"have q{i} := Verifier.sq_nonneg {term}" for i, term in enumerate(kept)]


def products(statement: Statement) -> list[str]:
    """Return that products of what the premises say is not negative are not negative. Fails: never."""
    pairs = islice(combinations_with_replacement(statement.gaps, 2), MAX_PRODUCTS)
    lines = []
    for i, ((a, strict_a), (b, strict_b)) in enumerate(pairs):
        lemma = "mul_pos" if strict_a and strict_b else "mul_nonneg"
        lines.append(f"have p{i} := Verifier.{lemma} (a := {a}) (b := {b}) (by grind) (by grind)")
    return lines


def sums(statement: Statement) -> list[str]:
    """Return squares that add up to the two sides' difference, or nothing where none are found. Fails: never."""
    found = sum_of_squares(statement.gap) if statement.gap is not None else None
    at = {letter: f"x{i}" for i, letter in enumerate(statement.letters)}
    return [f"have w{i} := Verifier.sq_nonneg {spelled(form, at)}" for i, form in enumerate(found or [])]
