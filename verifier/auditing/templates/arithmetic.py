"""Arithmetic: nested expressions, products by parts, fractions, decimals, percentages."""

from __future__ import annotations

import math
import random

from verifier.auditing.templates.draft import Draft, Level, Template, number, small, told


def nested(dice: random.Random, level: Level) -> Draft:
    """Return an expression in brackets, worked out from the inside."""
    value = number(dice, level)
    shown, formulas = str(value), list[str]()
    for _ in range({"easy": 3, "medium": 4, "hard": 6}[level]):
        sign = dice.choice("+-*" if value < 20_000 else "+-")
        other = small(dice, level) if sign == "*" else number(dice, level)
        if sign == "-" and other > value:
            sign = "+"
        result = value + other if sign == "+" else value - other if sign == "-" else value * other
        formulas.append(f"{value} {sign} {other} = {result}")
        shown, value = f"({shown} {sign} {other})", result
    return f"Compute {shown[1:-1]}.", told(dice, formulas)


def by_parts(dice: random.Random, level: Level) -> Draft:
    """Return a product, one factor taken apart into tens and ones."""
    a, tens, ones = number(dice, level), small(dice, level) * 10, dice.randint(2, 9)
    b = tens + ones
    formulas = [
        f"{a} * {b} = {a} * {tens} + {a} * {ones}",
        f"{a} * {tens} = {a * tens}",
        f"{a} * {ones} = {a * ones}",
        f"{a} * {b} = {a * tens} + {a * ones}",
        f"{a * tens} + {a * ones} = {a * b}",
    ]
    return f"Compute {a} * {b}.", told(dice, formulas)


def fractions(dice: random.Random, level: Level) -> Draft:
    """Return a sum of two fractions, by their least common denominator."""
    most = {"easy": 9, "medium": 16, "hard": 40}[level]
    b, d = dice.sample(range(3, most + 1), 2)
    a, c = (dice.choice([n for n in range(1, 2 * under) if math.gcd(n, under) == 1]) for under in (b, d))
    whole = math.lcm(b, d)
    top, other = a * whole // b, c * whole // d
    formulas = [f"{x}/{y} = {z}/{whole}" for x, y, z in ((a, b, top), (c, d, other)) if y != whole]
    formulas.append(f"{top}/{whole} + {other}/{whole} = {top + other}/{whole}")
    common = math.gcd(top + other, whole)
    if 1 < common < whole:
        formulas.append(f"{top + other}/{whole} = {(top + other) // common}/{whole // common}")
    return f"Compute {a}/{b} + {c}/{d}.", told(dice, formulas)


def decimals(dice: random.Random, level: Level) -> Draft:
    """Return products of decimals and their sum, every place shown."""
    count = {"easy": 2, "medium": 3, "hard": 4}[level]
    pairs = [(number(dice, level), number(dice, level)) for _ in range(count)]
    products = [(f"{a / 10:.1f} * {b / 10:.1f}", a * b) for a, b in pairs]
    formulas = [f"{text} = {_hundredths(value)}" for text, value in products]
    total = products[0][1]
    for _, value in products[1:]:
        formulas.append(f"{_hundredths(total)} + {_hundredths(value)} = {_hundredths(total + value)}")
        total += value
    return f"Compute {' + '.join(text for text, _ in products)}.", told(dice, formulas)


def _hundredths(value: int) -> str:
    return f"{value // 100}.{value % 100:02}"


def percentages(dice: random.Random, level: Level) -> Draft:
    """Return a number that grows by one share of itself and is then cut by another."""
    whole = dice.randint(2, {"easy": 9, "medium": 60, "hard": 400}[level]) * 400
    up, down = dice.sample(range(5, 96, 5), 2)
    more = whole * up // 100
    grown = whole + more
    formulas = [f"{up}% of {whole} = {more}", f"{whole} + {more} = {grown}"]
    if level != "easy":
        less = grown * down // 100
        formulas += [f"{down}% of {grown} = {less}", f"{grown} - {less} = {grown - less}"]
        return f"Increase {whole} by {up}%, and decrease the result by {down}%.", told(dice, formulas)
    return f"Increase {whole} by {up}%.", told(dice, formulas)


TEMPLATES: tuple[Template, ...] = (nested, by_parts, fractions, decimals, percentages)
