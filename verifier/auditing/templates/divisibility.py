"""Number theory: common divisors and multiples, divisors, remainders, sums."""

from __future__ import annotations

import math
import random

from verifier.auditing.templates.draft import Draft, Level, Template, number, small, told

_PRIMES = (2, 3, 5, 7, 11, 13)


def euclid(dice: random.Random, level: Level) -> Draft:
    """Return a greatest common divisor, by Euclid's algorithm."""
    while True:
        common = small(dice, level)
        a, b = sorted((common * dice.randint(5, 9 * common + 20), common * dice.randint(3, 5 * common + 9)))
        formulas, high, low = list[str](), b, a
        while low and high != low:
            formulas.append(f"{high} = {high // low} * {low} + {high % low}")
            high, low = low, high % low
        if 3 <= len(formulas) <= 7:
            break
    formulas[-1] = formulas[-1].removesuffix(" + 0")
    return f"Find gcd({b}, {a}).", told(dice, [*formulas, f"gcd({b}, {a}) = {high}"])


def _powers(dice: random.Random, level: Level) -> dict[int, int]:
    primes = dice.sample(
        _PRIMES[: {"easy": 3, "medium": 4, "hard": 6}[level]], {"easy": 2, "medium": 3, "hard": 3}[level]
    )
    return {prime: dice.randint(1, 3 if prime < 5 else 2) for prime in sorted(primes)}


def _factored(powers: dict[int, int]) -> str:
    return " * ".join(f"{prime}^{times}" if times > 1 else str(prime) for prime, times in powers.items())


def _value(powers: dict[int, int]) -> int:
    return math.prod(prime**times for prime, times in powers.items())


def multiple(dice: random.Random, level: Level) -> Draft:
    """Return a least common multiple, by prime factors."""
    while (a := _powers(dice, level)) == (b := _powers(dice, level)):
        pass
    both = {p: max(a.get(p, 0), b.get(p, 0)) for p in sorted(a | b)}
    x, y = _value(a), _value(b)
    formulas = [f"{x} = {_factored(a)}", f"{y} = {_factored(b)}", f"{_factored(both)} = {_value(both)}"]
    return f"Find the least common multiple of {x} and {y}.", told(dice, [*formulas, f"lcm({x}, {y}) = {_value(both)}"])


def divisors(dice: random.Random, level: Level) -> Draft:
    """Return how many divisors a number has, from its prime factors."""
    powers = _powers(dice, level)
    brackets = "".join(f"({times} + 1)" for times in powers.values())
    product = " * ".join(str(times + 1) for times in powers.values())
    count = math.prod(times + 1 for times in powers.values())
    formulas = [f"{_value(powers)} = {_factored(powers)}", f"{brackets} = {product}", f"{product} = {count}"]
    return f"How many positive divisors does {_value(powers)} have?", told(dice, formulas)


def remainder(dice: random.Random, level: Level) -> Draft:
    """Return what a power leaves when it is divided."""
    base, times = dice.randint(2, 9), dice.randint(3, {"easy": 4, "medium": 6, "hard": 8}[level])
    under = dice.choice([n for n in range(7, {"easy": 20, "medium": 60, "hard": 400}[level]) if math.gcd(n, base) == 1])
    half = times // 2
    first, second, power = base**half, base ** (times - half), base**times
    formulas = [
        f"{base}^{half} = {first}" if half > 1 else "",
        f"{base}^{times - half} = {second}" if times - half != half else "",
        f"{first} * {second} = {power}",
        f"{power} = {power // under} * {under} + {power % under}",
        f"{power} - {power // under * under} = {power % under}",
    ]
    return f"What is the remainder when {base}^{times} is divided by {under}?", told(dice, list(filter(None, formulas)))


def progression(dice: random.Random, level: Level) -> Draft:
    """Return the sum of an arithmetic progression, by its first and its last term."""
    first, step = dice.randint(2, 9), small(dice, level)
    count = dice.choice([n for n in range(6, {"easy": 16, "medium": 40, "hard": 120}[level]) if n % 2 == 0])
    last = first + (count - 1) * step
    formulas = [
        f"{count} - 1 = {count - 1}",
        f"{count - 1} * {step} = {(count - 1) * step}",
        f"{first} + {(count - 1) * step} = {last}",
        f"{first} + {last} = {first + last}",
        f"{count} / 2 = {count // 2}",
        f"{count // 2} * {first + last} = {count // 2 * (first + last)}",
    ]
    asked = f"An arithmetic progression has {count} terms. The first is {first}, and each is {step} more than the last."
    return f"{asked} What is the sum of the terms?", told(dice, formulas[level == "easy" :])


def digits(dice: random.Random, level: Level) -> Draft:
    """Return a number taken apart by nines, and its digits summed."""
    value = 9 * number(dice, level)
    sum_ = sum(map(int, str(value)))
    formulas = [
        f"{' + '.join(str(value))} = {sum_}",
        f"{sum_} = 9 * {sum_ // 9}",
        f"{value} = 9 * {value // 9}",
        f"{value} / 9 = {value // 9}",
    ]
    return f"Show by its digits that 9 divides {value}, and divide.", told(dice, formulas)


TEMPLATES: tuple[Template, ...] = (euclid, multiple, divisors, remainder, progression, digits)
