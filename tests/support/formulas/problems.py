"""Random word problems in the formal language, with claims whose truth is known by construction.

Every expression is made together with its value, by Python's own arithmetic: nothing of the parser, the evaluator or
the engines is used.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

Made = tuple[str, Fraction]
Formula = tuple[str, bool, str]
"""A formula, whether it holds, and the construct that it shows."""


class Problems:
    """Draws problems from a seed. ``values`` are the quantities of the one that is being made."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self.values: dict[str, Fraction] = {}
        self.facts: list[str] = []

    def problem(self, claims: int) -> tuple[dict[str, Any], list[Formula]]:
        """Return a formal chain as JSON, a claim a step, and what each claim is."""
        self.values, self.facts = {}, []
        for k in range(self._random.randint(2, 6)):
            self._quantity(f"q{k}")
        made = [self.claim() for _ in range(claims)]
        facts = [{"id": f"p{i}", "kind": "given", "quote": "", "expr": text} for i, text in enumerate(self.facts)]
        steps = [[{"role": "claim", "quote": "", "expr": text}] for text, _, _ in made]
        names = {name: {"type": "real", "means": name} for name in self.values}
        chain = {"formal": 1, "id": "random", "vars": names, "facts": facts, "asks": [], "steps": steps}
        return chain, made

    def _quantity(self, name: str) -> None:
        """A quantity, forced by a fact of its own, by one that has to be turned round, or by two together."""
        kind = self._random.randrange(5) if self.values else 0
        if kind == 0:
            text, value = self._numeral()
            self.facts.append(f"{name} == {text}")
        elif kind in (1, 2):
            text, value = self.number(2)
            self.facts.append(f"{name} == {text}")
        elif kind == 3:
            value, factor = Fraction(self._random.randint(-9, 40)), self._random.randint(2, 9)
            text, offset = self.number(1)
            self.facts.append(f"{factor}*{name} + ({text}) == {spelled(factor * value + offset)}")
        else:
            value, other = (Fraction(self._random.randint(-9, 40)) for _ in range(2))
            partner = f"{name}b"
            self.facts += [
                f"{name} + {partner} == {spelled(value + other)}",
                f"{name} - {partner} == {spelled(value - other)}",
            ]
            self.values[partner] = other
        self.values[name] = value

    def _numeral(self) -> Made:
        whole = self._random.randint(0, 60)
        match self._random.randrange(4):
            case 0:
                places = self._random.randint(1, 2)
                digits = self._random.randrange(10**places)
                return f"{whole}.{digits:0{places}}", Fraction(whole) + Fraction(digits, 10**places)
            case 1:
                under = self._random.randint(2, 9)
                return f"{whole}/{under}", Fraction(whole, under)
        return str(whole), Fraction(whole)

    def number(self, room: int) -> Made:
        """A number, as text and value. Nothing in it is undefined."""
        if room <= 0 or self._random.random() < 0.2:
            if self.values and self._random.random() < 0.7:
                return self._random.choice(sorted(self.values.items()))
            whole = self._random.randint(0, 20)
            return str(whole), Fraction(whole)
        (a, x), (b, y) = self.number(room - 1), self.number(room - 1)
        choices: list[Callable[[], Made]] = [
            lambda: (f"({a} + {b})", x + y),
            lambda: (f"({a} - {b})", x - y),
            lambda: (f"({a}*{b})", x * y),
            lambda: (f"({a}/{b})", x / y) if y else (f"({a} + 1)", x + 1),
            lambda: (f"(-{a})", -x),
            lambda: (f"abs({a})", abs(x)),
            lambda: (f"floor({a})", Fraction(math.floor(x))),
            lambda: (f"ceil({a})", Fraction(math.ceil(x))),
            lambda: (f"min({a}, {b})", min(x, y)),
            lambda: (f"max({a}, {b})", max(x, y)),
            lambda: (f"({a})**2", x**2),
            lambda: (f"If({a} < {b}, {a}, {b})", min(x, y)),
            lambda: (f"({a} // {b})", Fraction(math.floor(x / y))) if y else (f"({a} - 1)", x - 1),
        ]
        return self._random.choice(choices)()

    def _whole(self, low: int = 1, high: int = 30) -> Made:
        """A whole number, at times by way of a quantity."""
        n = self._random.randint(low, high)
        if self.values and self._random.random() < 0.6:
            name, value = self._random.choice(sorted(self.values.items()))
            return f"({name} + {spelled(n - value)})", Fraction(n)
        return str(n), Fraction(n)

    def counted(self) -> tuple[str, Fraction, str]:
        """A number of whole numbers, with its construct."""
        (a, x), (b, y) = self._whole(), self._whole(1, 12)
        m, n = int(x), int(y)
        k = self._random.randint(1, 6)
        divisors = sum(not m % d for d in range(1, m + 1))
        choices: list[tuple[str, int, str]] = [
            (f"gcd({a}, {b})", math.gcd(m, n), "gcd"),
            (f"lcm({a}, {b})", math.lcm(m, n), "lcm"),
            (f"mod({a}, {b})", m % n, "mod"),
            (f"({a} % {b})", m % n, "%"),
            (f"inverse_mod({a}, 31)", pow(m, -1, 31), "inverse_mod"),
            (f"factorial({b})", math.factorial(n), "factorial"),
            (f"binomial({b}, {k})", math.comb(n, k), "binomial"),
            (f"digit_sum({a})", sum(map(int, str(m))), "digit_sum"),
            (f"num_divisors({a})", divisors, "num_divisors"),
            (f"digit({a}, 0)", m % 10, "digit"),
            (f"Sum(i*i + 1, i, 1, {b})", sum(i * i + 1 for i in range(1, n + 1)), "Sum"),
            (f"Prod(i + 1, i, 1, {k})", math.factorial(k + 1), "Prod"),
            (f"count_of(divides({k}, i), i, 1, {a})", m // k, "count_of"),
            (f"len({{i for i in Int if 0 < i and i <= {a} and divides({k}, i)}})", m // k, "len"),
            (f"sqrt(({a})**2)", m, "sqrt"),
            (f"root(({b})**3, 3)", n, "root"),
            (f'numeral("{m:b}", 2)', m, "numeral"),
            (f"mean([{a}, {b}, {a}])", 0, "mean"),
            (f"median([{a}, {b}, {a}])", m, "median"),
            (f"num_solutions(i in Int, {k} <= i and i < {k} + {b})", n, "num_solutions"),
        ]
        text, value, kind = self._random.choice(choices)
        return text, Fraction(2 * m + n, 3) if kind == "mean" else Fraction(value), kind

    def claim(self) -> Formula:
        """A claim: half of them hold."""
        holds = self._random.random() < 0.5
        choices = (
            self._comparison,
            self._comparison,
            self._of_counts,
            self._predicate,
            self._logical,
            self._quantified,
        )
        return self._random.choice((*choices, self._solving, self._about))(holds)

    def _off(self) -> Fraction:
        return Fraction(self._random.choice((-7, -3, -2, -1, 1, 2, 5)), self._random.choice((1, 1, 2)))

    def _comparison(self, holds: bool) -> Formula:
        text, value = self.number(2)
        if self._random.random() < 0.5:
            return f"{text} == {spelled(value if holds else value + self._off())}", holds, "=="
        gap = abs(self._off())
        return f"{text} {'<' if holds else '>'} {spelled(value + gap)}", holds, "order"

    def _of_counts(self, holds: bool) -> Formula:
        text, value, kind = self.counted()
        return f"{text} == {spelled(value if holds else value + self._off())}", holds, kind

    def _predicate(self, holds: bool) -> Formula:
        (a, x), (b, y) = self._whole(), self._whole(2, 9)
        m, n = int(x), int(y)
        facts = [
            (f"divides({b}, {a})", not m % n, "divides"),
            (f"congruent({a}, {m % n if holds else m % n + 1}, {b})", holds, "congruent"),
            (f"is_int({a}/{b})", not m % n, "is_int"),
            (f"is_prime({a})", m > 1 and all(m % d for d in range(2, m)), "is_prime"),
            (f"{a} in {{{m if holds else m + 1}, 100}}", holds, "in"),
            (f"{a} in NonNeg", True, "in NonNeg"),
        ]
        text, truth, kind = self._random.choice(facts)
        return (text, truth, kind) if truth is holds else (f"not {text}", holds, f"not {kind}")

    def _logical(self, holds: bool) -> Formula:
        first, second = self._random.random() < 0.5, self._random.random() < 0.5
        (a, _, _), (b, _, _) = self._comparison(first), self._of_counts(second)
        found = [
            (f"{a} and {b}", first and second, "and"),
            (f"{a} or {b}", first or second, "or"),
            (f"Implies({a}, {b})", not first or second, "Implies"),
            (f"Iff({a}, {b})", first is second, "Iff"),
        ]
        text, truth, kind = self._random.choice(found)
        return (text, truth, kind) if truth is holds else (f"not ({text})", holds, f"not {kind}")

    def _quantified(self, holds: bool) -> Formula:
        (a, x), k = self._whole(2, 12), self._random.randint(2, 5)
        n = int(x)
        match self._random.randrange(5):
            case 0:
                bound = n if holds else n - 1
                return f"ForAll(i in Int, Implies(1 <= i and i <= {a}, i <= {bound}))", holds, "ForAll bounded"
            case 1:
                return (
                    f"Exists(i in Int, {k}*i == {k * n if holds else k * n + 1} and 0 <= i and i <= {n + 1})",
                    holds,
                    "Exists bounded",
                )
            case 2:
                middle = 2 if holds else 3
                return f"ForAll(t in Real, (t + {a})**2 == t**2 + {middle}*{a}*t + ({a})**2)", holds, "ForAll identity"
            case 3:
                return f"Exists(t in Real, t + {a} == {a} + {n})", True, "Exists"
        return f"ForAll(t in Real, Implies(t == {a}, t + 1 == {n + 1 if holds else n}))", holds, "ForAll Implies"

    def _solving(self, holds: bool) -> Formula:
        r, s = self._random.sample(range(-9, 10), 2)
        listed = self._random.choice(([r], [r, s, 11], [r + 20, s])) if not holds else [s, r]
        spelled_out = f"x**2 - ({r + s})*x + ({r * s}) == 0"
        return f"solves(x in Real, {listed}, {spelled_out})", holds, "solves"

    def _about(self, holds: bool) -> Formula:
        n, d = self._random.randint(1, 99), self._random.choice((3, 7, 11))
        shown = round(n / d, 2)
        if Fraction(n, d) * 100 % 1 == 0:
            return f"{n}/{d} == {n}/{d}", True, "=="
        wrong = shown + 0.05
        return f"about({n}/{d}, {shown if holds else wrong:.2f}, 2)", holds, "about"


def spelled(value: Fraction) -> str:
    """The value as the language writes it."""
    text = str(value) if value.denominator == 1 else f"{value.numerator}/{value.denominator}"
    return f"({text})" if value < 0 else text
