"""Facts put before the closing tactic, as Lean text, about functions of which only laws are known (untrusted): powers
and logarithms split into those of primes and of single letters."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction

from verifier.checkers.lean.statement.laws import factors
from verifier.checkers.lean.statement.statement import Statement
from verifier.engines.lean.tactics import trig_lemmas
from verifier.engines.lean.tactics.polynomials import Polynomial, expanded

MAX_PARTS = 12
"""Most summands into which an exponent is split."""


def facts(statement: Statement) -> list[str]:
    """Return every fact about the functions that the statement mentions."""
    told = [*_numbered("g", _powers(statement)), *_numbered("k", _logs(statement))]
    return [*told, *trig_lemmas.facts(statement)]


def _numbered(name: str, said: Iterator[str]) -> list[str]:
    return [f"have {name}{i} : {line}" for i, line in enumerate(dict.fromkeys(said))]


def _powers(statement: Statement) -> Iterator[str]:
    """``p 12 y = p 2 y * p 6 y``; ``p 2 (x + 1) = p 2 x * p 2 1``; ``p 2 x * p 2 (-x) = 1``."""
    exponents: dict[int, list[Polynomial]] = {}
    for base, exponent, _ in statement.writer.laws.powers:
        if (found := expanded(exponent)) is None:
            continue
        at = _polynomial(found, statement)
        primes = factors(base) or [1]
        for i, q in enumerate(primes):
            exponents.setdefault(q, []).append(found)
            rest = math.prod(primes[i + 1 :])
            if i + 1 < len(primes):
                # The whole product is a numeral, and so is each factor: Lean multiplies them.
                yield f"p {q * rest} {at} = p {q} {at} * p {rest} {at} := pm {q} {rest} {at} (by decide) (by decide)"
    for q, found_all in exponents.items():
        yield from _split(q, found_all, statement)
    for base, exponent, written in statement.writer.laws.powers:
        if (found := expanded(exponent)) is not None:
            at = _polynomial(found, statement)
            yield f"p {base} {written} = p {base} {at} := congrArg (p {base}) (by grind)"


def _split(q: int, exponents: list[Polynomial], statement: Statement) -> Iterator[str]:
    yield (
        f"p {q} 0 = 1 := by have h := pa {q} 1 0 (by decide); "
        f"have t : p {q} (1 + 0) = p {q} 1 := congrArg (p {q}) (by grind); grind"
    )
    scale = _scales(exponents)
    one: Polynomial = {(): Fraction(1)}
    for found in [*exponents, one]:
        parts = _parts(found, scale, statement)
        if not 0 < len(parts) <= MAX_PARTS:
            continue
        whole = _polynomial(found, statement)
        for i, part in enumerate(parts[:-1]):
            rest = _sum(parts[i + 1 :])
            sum_ = f"congrArg (p {q}) (show {whole} = {part} + {rest} by grind)"
            yield f"p {q} {whole} = p {q} {part} * p {q} {rest} := ({sum_}).trans (pa {q} {part} {rest} (by decide))"
            whole = rest
        if len(parts) == 1 and whole != parts[0]:
            yield f"p {q} {whole} = p {q} {parts[0]} := congrArg (p {q}) (by grind)"
    for m in dict.fromkeys(m for found in exponents for m in found):
        part = _atom(m, scale, statement)
        yield (
            f"p {q} {part} * p {q} (-{part}) = 1 := by have h := pa {q} {part} (-{part}) (by decide); "
            f"have t : p {q} ({part} + -{part}) = p {q} 0 := congrArg (p {q}) (by grind); grind"
        )
        if q == 1:
            square = f"have h : p 1 {part} = p 1 {part} * p 1 {part} := pm 1 1 {part} (by decide) (by decide)"
            yield f"p 1 {part} = 1 := by {square}; grind"


Scales = dict[tuple[str, ...], int]


def _scales(exponents: list[Polynomial]) -> Scales:
    """The common denominator of each monomial's coefficients."""
    found: Scales = {(): 1}
    for polynomial in exponents:
        for m, c in polynomial.items():
            found[m] = math.lcm(found.get(m, 1), c.denominator)
    return found


def _parts(polynomial: Polynomial, scale: Scales, statement: Statement) -> list[str]:
    parts: list[str] = []
    for m, c in polynomial.items():
        count, atom = int(c * scale[m]), _atom(m, scale, statement)
        if len(parts) + abs(count) > MAX_PARTS:
            return []
        parts += [atom if count > 0 else f"(-{atom})"] * abs(count)
    return parts


def _sum(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"({parts[0]} + {_sum(parts[1:])})"


def _atom(m: tuple[str, ...], scale: Scales, statement: Statement) -> str:
    at = {letter: f"x{i}" for i, letter in enumerate(statement.letters)}
    product = " * ".join(at[letter] for letter in m) or "(1 : K)"
    if scale[m] > 1:
        return f"(({product}) / {scale[m]})"
    return product if len(m) == 1 or not m else f"({product})"


def _polynomial(polynomial: Polynomial, statement: Statement) -> str:
    """The exponent in one order: equal exponents are spelled alike."""
    terms = []
    for m, c in sorted(polynomial.items()):
        number = f"(({c.numerator} : K) / {c.denominator})" if c.denominator > 1 else f"({c.numerator} : K)"
        terms.append(_atom(m, {m: 1}, statement) if c == 1 else f"({number} * {_atom(m, {m: 1}, statement)})")
    return _sum(terms) if terms else "(0 : K)"


def _logs(statement: Statement) -> Iterator[str]:
    """``l 1 = 0``; ``l 12 = l 2 + l 6``; ``l 2 ≠ 0``."""
    if statement.writer.laws.logs:
        yield "l 1 = 0 := by have h : l 1 = l 1 + l 1 := lm 1 1 (by decide) (by decide); grind"
    for n in statement.writer.laws.logs:
        primes = factors(n)
        for i, q in enumerate(primes):
            yield f"l {q} ≠ 0 := ln {q} (by decide)"
            rest = math.prod(primes[i + 1 :])
            if rest > 1:
                yield f"l {q * rest} = l {q} + l {rest} := lm {q} {rest} (by decide) (by decide)"
        if n > 1:
            yield f"l {n} ≠ 0 := ln {n} (by decide)"
