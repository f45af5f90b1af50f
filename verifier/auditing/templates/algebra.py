"""Algebra: equations, products, quadratics, values of polynomials."""

from __future__ import annotations

import random
from collections.abc import Sequence

from verifier.auditing.templates.draft import Draft, Level, Template, told


def _coefficient(dice: random.Random, level: Level) -> int:
    most = {"easy": 6, "medium": 15, "hard": 60}[level]
    return dice.choice([n for n in range(-most, most + 1) if abs(n) > 1])


def polynomial(coefficients: Sequence[int], letter: str) -> str:
    """Return a polynomial as people write it, the highest power first: ``2x^2 - x + 5``."""
    text = ""
    for at, factor in enumerate(coefficients):
        power = len(coefficients) - 1 - at
        if factor:
            sign = (" - " if factor < 0 else " + ") if text else ("-" if factor < 0 else "")
            size = "" if abs(factor) == 1 and power else str(abs(factor))
            text += sign + size + ("", letter, f"{letter}^{power}")[min(power, 2)]
    return text or "0"


def linear(dice: random.Random, level: Level) -> Draft:
    """Return an equation of the first degree with brackets, solved for its letter."""
    x, root = dice.choice("xyt"), _coefficient(dice, level)
    a, b = abs(_coefficient(dice, level)), _coefficient(dice, level)
    c, d = _coefficient(dice, level), _coefficient(dice, level)
    if abs(a - d) < 2:
        d -= 3
    e = a * (root + b) + c - d * root
    left = f"{a}({polynomial((1, b), x)}){_signed(c)}"
    right = polynomial((d, e), x)
    gathered = a * b + c
    formulas = [
        f"{left} = {polynomial((a, a * b), x)}{_signed(c)}",
        f"{polynomial((a, gathered), x)} = {right}",
        f"{polynomial((a - d, 0), x)} = {e - gathered}",
        f"{x} = {root}",
    ]
    steps = told(dice, formulas)
    steps[0] = f"Expanding, we get {formulas[0]}."
    return f"Solve {left} = {right} for {x}.", steps


def _signed(value: int) -> str:
    return f" - {-value}" if value < 0 else f" + {value}"


def product(dice: random.Random, level: Level) -> Draft:
    """Return a product of two brackets, expanded and gathered, with one more term added."""
    x, a, b, c = dice.choice("xyt"), *(_coefficient(dice, level) for _ in range(3))
    whole = f"({polynomial((1, a), x)})({polynomial((1, b), x)})"
    apart = f"{x}^2{_term(b, x)}{_term(a, x)}{_signed(a * b)}"
    gathered = polynomial((1, a + b, a * b), x)
    more = _term(c, x)
    steps = [
        f"Expanding, we get {whole} = {apart}.",
        f"Simplifying, we get {apart} = {gathered}.",
        f"Simplifying, we get {gathered}{more} = {polynomial((1, a + b + c, a * b), x)}.",
    ]
    return f"Expand and simplify {whole}{more}.", steps


def _term(factor: int, letter: str) -> str:
    return f" - {-factor}{letter}" if factor < 0 else f" + {factor}{letter}"


def quadratic(dice: random.Random, level: Level) -> Draft:
    """Return an equation of the second degree, factored, with the sum and the product of its roots."""
    x, a, b = dice.choice("xyt"), *dice.sample([n for n in range(-15, 16) if n], 2)
    if a + b == 0:
        a += 1 if a + 1 not in (0, b) else 2
    whole = polynomial((1, -(a + b), a * b), x)
    factors = f"({polynomial((1, -a), x)})({polynomial((1, -b), x)})"
    steps = [
        f"Factoring, we get {whole} = {factors}.",
        f"So {factors} = 0.",
        f"Hence {x} = {a} or {x} = {b}.",
        f"We have {a} + {_bracketed(b)} = {a + b}.",
        f"We have {a} * {_bracketed(b)} = {a * b}.",
    ]
    return f"Solve {whole} = 0.", steps


def _bracketed(value: int) -> str:
    return f"({value})" if value < 0 else str(value)


def value_at(dice: random.Random, level: Level) -> Draft:
    """Return the value of a polynomial at a point."""
    at = dice.randint(2, {"easy": 5, "medium": 9, "hard": 25}[level])
    a, b, c = (abs(_coefficient(dice, level)) for _ in range(3))
    formulas = [
        f"f({at}) = {a} * {at}^2 - {b} * {at} + {c}",
        f"{at}^2 = {at * at}",
        f"{a} * {at * at} = {a * at * at}",
        f"{b} * {at} = {b * at}",
        f"f({at}) = {a * at * at} - {b * at} + {c}",
        f"f({at}) = {a * at * at - b * at + c}",
    ]
    return f"Let f(x) = {polynomial((a, -b, c), 'x')}. Find f({at}).", told(dice, formulas)


TEMPLATES: tuple[Template, ...] = (linear, product, quadratic, value_at)
