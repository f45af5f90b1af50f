"""Statements whose truth is known, under facts that tell their letters by every construct that the engines decide.

Each kind draws numbers and makes facts with a statement that follows from them and one that they make false: extreme
values that are named, functions without a body, complex numbers, points and matrices, sums and counts with a letter in
their ends, powers with letters in exponents, derivatives at values, limits, inequalities under equations, quantified
implications. No verdict may be wrong; how many there are is told by kind.

python tests/benchmarks/told_statements.py --count 2000 --seed 1
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from math import comb, factorial
from typing import Any

from verifier.judging.decide import formal_judge
from verifier.kernel.verdict import Proved, Refuted, Unknown
from verifier.language.read_chain import read_chain

Made = tuple[dict[str, Any], list[str], str, str]
"""Letters, facts, a statement that follows from these, and one that they make false."""
Chance = random.Random


def _real(*names: str) -> dict[str, Any]:
    return {name: {"type": "real"} for name in names}


def _quadratic(c: Chance) -> Made:
    turn, height = c.randint(-5, 5), c.randint(-9, 9)
    low, high = turn - c.randint(0, 4), turn + c.randint(1, 4)
    fact = f"is_min(m, (t - ({turn}))**2 + {height}, t in Real, {low} <= t and t <= {high})"
    return _real("m"), [fact], f"m == {height}", f"m == {height + c.choice((-2, -1, 1, 3))}"


def _whole_extreme(c: Chance) -> Made:
    low, step = c.randint(-4, 6), c.randint(2, 5)
    least = next(k for k in range(low, low + 20) if k % step and k != low + 1)
    fact = f"is_min(m, k, k in Int, k >= {low} and k != {low + 1} and not divides({step}, k))"
    return _real("m"), [fact], f"m == {least}", f"m == {least + c.choice((-1, 1, 2))}"


def _product(c: Chance) -> Made:
    half = c.randint(1, 12)
    fact = f"is_max(m, a*b, (a in Real, b in Real), a + b == {2 * half})"
    return _real("m"), [fact], f"m == {half**2}", f"m == {half**2 + c.choice((-3, -1, 1, 7))}"


def _under_equation(c: Chance) -> Made:
    total = c.randint(2, 12)
    least = Fraction(total * total, 2)
    facts = [f"a + b == {total}"]
    return _real("a", "b"), facts, f"a**2 + b**2 >= {least}", f"a**2 + b**2 < {least - c.randint(0, 3)}"


def _differing(c: Chance) -> Made:
    low, factor = c.randint(-5, 9), c.randint(1, 4)
    facts = ["is_int(n)", f"n >= {low}", f"{factor}*n - {factor * low} != 0"]
    return {"n": {"type": "int"}}, facts, f"n >= {low + 1}", f"n == {low}"


def _other_root(c: Chance) -> Made:
    one, other = c.randint(-9, 9), c.randint(10, 20)
    facts = [f"x**2 - ({one + other})*x + ({one * other}) == 0", f"x - ({one}) != 0"]
    return _real("x"), facts, f"x == {other}", f"x == {one}"


def _counterexample(c: Chance) -> Made:
    square, added = c.choice((1, 4, 9, 25)), c.randint(1, 4)
    holds = f"ForAll((a in Real, b in Real), Implies(a**2 + b**2 == {square}, a**2 <= {square}))"
    other = f"ForAll((a in Real, b in Real), Implies(a**2 + b**2 == {square}, (a - {added})**2 + b**2 == a**2 + b**2))"
    return {}, [], holds, other


def _exists(c: Chance) -> Made:
    low = c.randint(10, 90)
    holds = f"Exists(k in Int, k**2 > {low**2} and k**2 < {(low + 2) ** 2})"
    return {}, [], holds, f"Exists(k in Int, k**2 > {low**2} and k**2 < {(low + 1) ** 2})"


def _straight(c: Chance) -> Made:
    slope, first, at = c.randint(-5, 5), c.randint(-9, 9), c.randint(2, 9)
    facts = [f"f(0) == {first}", f"ForAll(x in Real, f(x + 1) == f(x) + ({slope}))"]
    names = {"f": {"type": "function", "args": ["x in Real"]}}
    told = first + slope * 2
    return names, facts, f"f(2) == {told}", f"f(2) == {told + at}"


def _function(c: Chance) -> Made:
    a, b, at = c.randint(-4, 4), c.randint(-9, 9), c.randint(-5, 5)
    names = {"f": {"type": "function", "args": ["x in Real"], "expr": f"({a})*x**2 + ({b})"}}
    told = a * at * at + b
    return names, [], f"f(f({at})) == {a * told**2 + b}", f"f({at}) == {told + c.choice((-1, 1, 5))}"


def _complex(c: Chance) -> Made:
    re, im = c.randint(-5, 5), c.randint(1, 5)
    square = f"({re * re - im * im}) + ({2 * re * im})*I"
    wrong = f"({re * re - im * im + 1}) + ({2 * re * im})*I"
    return {"z": {"type": "complex"}}, [f"z == ({re}) + {im}*I"], f"z**2 == {square}", f"z**2 == {wrong}"


def _point(c: Chance) -> Made:
    x, y = c.randint(-9, 9), c.randint(-9, 9)
    facts = [f"a == {x}", f"b == {y}", "P == (a, b)"]
    names = {**_real("a", "b"), "P": {"type": "point"}}
    return names, facts, f"P == ({x}, {y})", f"P == ({x + c.randint(1, 3)}, {y})"


def _matrix(c: Chance) -> Made:
    rows = [[c.randint(-4, 4) for _ in range(2)] for _ in range(2)]
    det = rows[0][0] * rows[1][1] - rows[0][1] * rows[1][0]
    return (
        {"A": {"type": "matrix"}},
        [f"A == Matrix({rows})"],
        f"det(A) == {det}",
        f"det(A) == {det + c.choice((-1, 2))}",
    )


def _symbolic_sum(c: Chance) -> Made:
    factor, added = c.randint(1, 5), c.randint(0, 4)
    body = f"Sum({factor}*k + {added}, k, 1, n)"
    holds = f"ForAll(n in Pos, {body} == {factor}*n*(n + 1)/2 + {added}*n)"
    return {}, [], holds, f"ForAll(n in Pos, {body} == {factor}*n*(n + 1)/2 + {added + 1}*n)"


def _letters_in_exponents(c: Chance) -> Made:
    base, power = c.randint(2, 7), c.randint(1, 5)
    return _real("x"), [f"{base}**x == {base**power}"], f"x == {power}", f"x == {power + c.choice((-1, 1))}"


def _power_law(c: Chance) -> Made:
    base, more = c.randint(2, 9), c.randint(1, 4)
    holds = f"ForAll(x in Real, {base}**(x + {more}) == {base**more}*{base}**x)"
    return {}, [], holds, f"ForAll(x in Real, {base}**(x + {more}) == {base**more + 1}*{base}**x)"


def _logarithm(c: Chance) -> Made:
    a, b = c.randint(2, 9), c.randint(2, 9)
    return {}, [], f"ln({a}) + ln({b}) == ln({a * b})", f"ln({a}) + ln({b}) == ln({a * b + 1})"


def _angle(c: Chance) -> Made:
    k = c.choice((2, 3))
    double = {2: "2*sin(x)*cos(x)", 3: "3*sin(x) - 4*sin(x)**3"}
    other = {2: "2*sin(x)", 3: "3*sin(x)"}
    return {}, [], f"ForAll(x in Real, sin({k}*x) == {double[k]})", f"ForAll(x in Real, sin({k}*x) == {other[k]})"


def _derivative(c: Chance) -> Made:
    a, b, at = c.randint(-4, 4), c.randint(-6, 6), c.randint(-5, 5)
    told = 3 * a * at * at + b
    said = f"diff(({a})*x**3 + ({b})*x, x)"
    return _real("x"), [f"x == {at}"], f"{said} == {told}", f"{said} == {told + c.choice((-2, 1))}"


def _derived(c: Chance) -> Made:
    a, power = c.randint(1, 5), c.randint(2, 5)
    said = f"diff({a}*x**{power}, x)"
    holds = f"ForAll(x in Real, {said} == {a * power}*x**{power - 1})"
    return {}, [], holds, f"ForAll(x in Real, {said} == {a * power}*x**{power})"


def _integral(c: Chance) -> Made:
    high, power = c.randint(1, 4), c.randint(1, 4)
    told = Fraction(high ** (power + 1), power + 1)
    return {}, [], f"integral(x**{power}, x, 0, {high}) == {told}", f"integral(x**{power}, x, 0, {high}) == {told + 1}"


def _limit(c: Chance) -> Made:
    a, b = c.randint(1, 9), c.randint(1, 9)
    said = f"limit(({a}*n + 3)/({b}*n - 1), n, oo)"
    return {}, [], f"{said} == {Fraction(a, b)}", f"{said} == {Fraction(a, b) + 1}"


def _solutions(c: Chance) -> Made:
    one, other = c.randint(-9, 0), c.randint(1, 9)
    condition = f"x**2 - ({one + other})*x + ({one * other}) == 0"
    return {}, [], f"solves(x in Real, [{one}, {other}], {condition})", f"solves(x in Real, [{one}], {condition})"


def _counted(c: Chance) -> Made:
    n, k = c.randint(4, 9), c.randint(1, 3)
    return {}, [], f"binomial({n}, {k}) == {comb(n, k)}", f"factorial({n}) == {factorial(n) + c.choice((-1, 1))}"


def _divisibility(c: Chance) -> Made:
    m, r = c.randint(2, 9), c.randint(0, 8)
    holds = f"ForAll(n in Int, divides(2, n*(n + {2 * r + 1})))"
    return {}, [], holds, f"ForAll(n in Int, divides({m + 1}, n*(n + {m + 1}) + 1))"


def _rounded(c: Chance) -> Made:
    n = c.choice((2, 3, 5, 7, 11))
    near = Fraction(int(n**0.5 * 1000 + 0.5), 1000)
    return (
        {},
        [],
        f"about(sqrt({n}), {float(near):.3f}, 3)",
        f"about(sqrt({n}), {float(near) + c.choice((-1, 1)) * 0.005:.3f}, 3)",
    )


def _constant(c: Chance) -> Made:
    factor = c.randint(2, 6)
    return _real("t"), [f"t == {factor}*pi"], "sin(t) == 0", f"t == {factor * 3}"


def _root(c: Chance) -> Made:
    a, b = c.randint(1, 9), c.randint(1, 9)
    facts = [f"r == sqrt({a * a} + x)", f"x == {(a + b) ** 2 - a * a}"]
    return _real("r", "x"), facts, f"r == {a + b}", f"r == {a + b + c.choice((-1, 1))}"


def _by_induction(c: Chance) -> Made:
    base, added = c.randint(2, 7), c.choice((-2, -1, 1, 3))
    closed = {
        f"Sum({base}**k, k, 0, n)": f"({base}**(n + 1) - 1)/{base - 1}",
        "Sum(k*factorial(k), k, 1, n)": "factorial(n + 1) - 1",
        f"Prod({base}, k, 1, n)": f"{base}**n",
        "Prod(k, k, 1, n)": "factorial(n)",
    }
    said, value = c.choice(list(closed.items()))
    return {}, [], f"ForAll(n in Pos, {said} == {value})", f"ForAll(n in Pos, {said} == {value} + {added})"


def _growth(c: Chance) -> Made:
    base, slope = c.randint(2, 9), c.randint(1, 5)
    first = next(n for n in range(1, 60) if base**n > slope * n + slope and base >= 2)
    holds = f"ForAll(n in Int, Implies(n >= {first}, {base}**n > {slope}*n))"
    return {}, [], holds, f"ForAll(n in Int, Implies(n >= {first}, {base}**n < {slope}*n))"


def _recurrence(c: Chance) -> Made:
    first, factor = c.randint(1, 5), c.randint(2, 4)
    facts = [f"a(1) == {first}", f"ForAll(k in Pos, a(k + 1) == {factor}*a(k))"]
    letters = {"a": {"type": "function", "args": ["k in Pos"]}}
    holds = f"ForAll(k in Pos, a(k) == {first}*{factor}**(k - 1))"
    return letters, facts, holds, f"a(3) == {first * factor**2 + c.choice((-2, -1, 1, 5))}"


def _exponential(c: Chance) -> Made:
    base, other, power = c.randint(2, 12), c.randint(2, 4), c.randint(1, 5)
    if c.random() < 0.5:
        return (
            {},
            [],
            f"solves(x in Real, [{power}], {base}**x == {base**power})",
            (f"solves(x in Real, [{power + 1}], {base}**x == {base**power})"),
        )
    shift = c.randint(1, 6)
    root = Fraction(other * shift, other - 1)  # b**x == (b**o)**(x - s)
    facts = [f"{base}**x == {base**other}**(x - {shift})"]
    return _real("x"), facts, f"x == {root}", f"x == {root + c.choice((-1, 1, 2))}"


def _waves(c: Chance) -> Made:
    head, value, angles = c.choice(
        (
            ("sin", "1/2", ("pi/6", "5*pi/6")),
            ("sin", "-sqrt(2)/2", ("5*pi/4", "7*pi/4")),
            ("cos", "1/2", ("pi/3", "5*pi/3")),
            ("cos", "-sqrt(3)/2", ("5*pi/6", "7*pi/6")),
            ("tan", "1", ("pi/4", "5*pi/4")),
            ("tan", "-sqrt(3)", ("2*pi/3", "5*pi/3")),
        )
    )
    said = f"{head}(x) == {value} and 0 <= x and x < 2*pi"
    other = c.choice((f"[{angles[0]}]", f"[{angles[1]}]", f"[{angles[0]}, pi]"))
    return {}, [], f"solves(x in Real, [{', '.join(angles)}], {said})", f"solves(x in Real, {other}, {said})"


def _degrees(c: Chance) -> Made:
    turn = c.choice((30, 45, 60, 120, 135, 150))
    facts = [f"cos(x*deg) == cos({turn}*deg)", "0 <= x", "x <= 180"]
    return _real("x"), facts, f"x == {turn}", f"x == {turn + c.choice((-15, 15, 30))}"


def _members(c: Chance) -> Made:
    one, other, step = c.randint(1, 9), c.randint(10, 19), c.randint(2, 5)
    facts = [f"x**2 - {one + other}*x + {one * other} == 0"]
    if c.random() < 0.5:
        return _real("x"), facts, f"x in {{{one}, {other}}}", f"x in {{{one + 30}, {other + 30}}}"
    return {}, [], f"{step * one} in {{{step}*k for k in Pos}}", f"{step * one + 1} in {{{step}*k for k in Pos}}"


def _quotients(c: Chance) -> Made:
    a, b = c.randint(1, 9), c.randint(1, 9)
    if c.random() < 0.5:
        return _real("x"), ["x > 0"], f"{a}*x + {b}/x >= {2 * min(a, b)}", f"{a}*x + {b}/x < 0"
    return _real("x"), ["x > 0"], f"x/(x + {a}) < (x + {b})/(x + {a + b})", f"x/(x + {a}) > (x + {b})/(x + {a + b})"


def _near_zero(c: Chance) -> Made:
    number = c.randint(-5, 9)
    form = "Exists(d in Real, d > 0 and ForAll(t in Real, Implies(0 < t and t < d, {})))"
    return {}, [], form.format(f"floor({number} + t) == {number}"), form.format(f"{number} + t < {number}")


def _made_list(c: Chance) -> Made:
    numbers = [c.randint(1, 30) for _ in range(3)]
    total, shift = sum(numbers), c.choice((-1, 1, 4))
    form = "Exists((a in Int, b in Int, c in Int), a + b + c == {} and [a, b, c] == {})"
    return {}, [], form.format(total, numbers), form.format(total + shift, numbers)


KINDS: dict[str, Callable[[Chance], Made]] = {
    **{"least of a quadratic": _quadratic, "least whole number": _whole_extreme, "greatest product": _product},
    **{"inequality under an equation": _under_equation, "numbers that differ": _differing, "other root": _other_root},
    **{"implication with a counterexample": _counterexample, "number that exists": _exists},
    **{"function without a body": _straight, "function with a body": _function, "complex number": _complex},
    **{"point": _point, "matrix": _matrix, "sum with a letter in its end": _symbolic_sum},
    **{"letter in an exponent": _letters_in_exponents, "law of powers": _power_law, "logarithms": _logarithm},
    **{"angles": _angle, "derivative at a value": _derivative, "derivative everywhere": _derived},
    **{"integral": _integral, "limit": _limit, "complete solutions": _solutions, "counting": _counted},
    **{"divisibility": _divisibility, "rounding": _rounded, "letter that is pi": _constant, "root": _root},
    **{"sum or product by induction": _by_induction, "growth by induction": _growth, "recurrence": _recurrence},
    **{"exponential equation": _exponential, "angles between bounds": _waves, "degrees": _degrees},
    **{"member of a set": _members, "quotients": _quotients, "near zero": _near_zero, "list that exists": _made_list},
}


def drawn(kind: str, chance: Chance) -> Made:
    """Return the letters and facts of a kind, a statement that follows from them, and one that they make false."""
    return KINDS[kind](chance)


def chain(letters: dict[str, Any], facts: list[str], statement: str) -> Any:
    """Return the formal chain that claims a statement under facts."""
    given = [{"id": f"p{i}", "kind": "given", "quote": "p", "expr": one} for i, one in enumerate(facts)]
    claims = [[{"role": "claim", "quote": "s", "expr": statement}]]
    return read_chain({"formal": 1, "id": "c", "vars": letters, "facts": given, "asks": [], "steps": claims})


def main() -> int:
    """Judge statements of every kind in turn, and print how many verdicts are wrong and how many there are."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--count", type=int, default=2000)
    asked.add_argument("--seed", type=int, default=1)
    options = asked.parse_args()
    chance, judge, begun = Chance(options.seed), formal_judge(), time.process_time()
    made, decided, reasons, wrong = Counter[str](), Counter[str](), Counter[str](), 0
    for index in range(options.count):
        kind, holds = list(KINDS)[index // 2 % len(KINDS)], index % 2 == 0
        letters, facts, true, false = drawn(kind, chance)
        statement = true if holds else false
        [judged] = judge([chain(letters, facts, statement)]).translations
        [one] = judged.steps[0].statements[0].decisions
        made[kind] += 1
        decided[kind] += isinstance(one.verdict, Proved | Refuted)
        reasons[one.verdict.reason.value if isinstance(one.verdict, Unknown) else "decided"] += 1
        if isinstance(one.verdict, Refuted if holds else Proved):
            wrong += 1
            print("WRONG", statement, holds, facts)
    for kind, count in sorted(made.items(), key=lambda it: decided[it[0]] / it[1]):
        print(f"{kind:36} {decided[kind]:5} of {count:5} decided ({decided[kind] / count:.0%})")
    print(f"{wrong} wrong of {made.total()}, {decided.total() / made.total():.0%} decided; {dict(reasons)}")
    print(f"{1000 * (time.process_time() - begun) / made.total():.1f} ms of processor time a statement")
    return int(wrong > 0)


if __name__ == "__main__":
    raise SystemExit(main())
