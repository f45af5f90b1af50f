"""What is easy is decided beside much that has nothing to do with it, and right: truth is by brute force."""

from __future__ import annotations

import random
from itertools import product

import pytest

from verifier.judging.decide import formal_judge
from verifier.kernel.claim import Claim, Hypothesis, Standing, claim_of
from verifier.kernel.expr import Letter, Type
from verifier.kernel.verdict import Independent, Proved, Refuted, Unknown
from verifier.language.expressions.parse import formula
from verifier.language.expressions.scope import Declared, Scope

KINDS = {"n": Type.INT, "m": Type.INT, "x": Type.REAL, "region": Type.SET}
APPLIED = {"f": 1, "g": 1, "N": 1, "area": 2}
SCOPE = Scope(
    {name: Declared(kind) for name, kind in KINDS.items()}
    | {name: Declared(Type.FUNCTION, (Type.REAL,) * of) for name, of in APPLIED.items()}
)
BESIDE = (
    "ForAll(i in Int, Implies(1 <= i and i <= N(n), f(i) + g(i) == n))",
    "ForAll((i in Int, j in Int), Implies(1 <= i and i <= N(n) and i != j, f(i) != f(j) and g(i) != g(j)))",
    "ForAll(k in Int, Implies(k >= 2, is_max(N(k), t, t in NonNeg, t*t <= k)))",
    "region == {(a, b) for a in Real for b in Real if a + b <= n}",
    "m == 5 or m == 6 or m == 7",
)
SOME = range(2, 9)
"""Values of n at which truth is looked at: it is at least 2."""


def under(text: str, *premises: str) -> Claim:
    held = tuple(Hypothesis(f"p{i}", Standing.FACT, formula(one, SCOPE)) for i, one in enumerate(premises))
    types = [Letter(name, kind) for name, kind in KINDS.items()]
    return claim_of(formula(text, SCOPE), [*types, *(Letter(name, Type.REAL) for name in APPLIED)], held)


def decided(text: str, *premises: str) -> type:
    return type(formal_judge().decide(under(text, *premises)))


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("is_min(0, u, (u in NonNeg, v in NonNeg, w in NonNeg), u + v + w == n)", Proved),
        ("is_max(n, u, (u in NonNeg, v in NonNeg, w in NonNeg), u + v + w == n)", Proved),
        ("is_max(n - 2, u, (u in NonNeg, v in NonNeg, w in NonNeg), u + v + w == n)", Refuted),
        ("ForAll((u in NonNeg, v in NonNeg), Implies(u + v == n, u < n))", Refuted),
        ("ForAll((u in NonNeg, v in NonNeg), Implies(u + v == n, u <= n))", Proved),
        ("n + 1 >= 3", Proved),
        ("n < 2", Refuted),
    ],
)
def test_what_is_held_of_functions_that_nothing_speaks_of_bars_no_verdict(text: str, verdict: type) -> None:
    assert decided(text, "is_int(n)", "n >= 2", *BESIDE) is verdict


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("ForAll((a in Real, b in Real), area(a, b) == 1/2*a*b)", Proved),
        ("ForAll((a in Real, b in Real), Implies(area(a, b) == 1/2, a*b == 1))", Proved),
        ("ForAll((a in Real, b in Real), Implies(area(a, b) == 1/2, a*b == 2))", Refuted),
        ("not Exists(h in Int, area(7, h) == 1/2)", Proved),
        ("Exists(h in Real, area(7, h) == 1/2)", Proved),
        ("Exists(h in Real, area(0, h) == 1/2)", Refuted),
    ],
)
def test_what_a_fact_says_that_a_function_is_stands_for_it(text: str, verdict: type) -> None:
    facts = ("ForAll((a in Real, b in Real), area(a, b) == a*b/2)", "is_int(n)", "n >= 2")
    assert decided(text, *facts, *BESIDE) is verdict


def test_a_law_of_positive_numbers_is_taken_at_a_letter_that_is_held_to_be_one() -> None:
    law = "ForAll((k in Pos, j in Pos), area(k + 1, j) == area(k, j))", "ForAll(j in Pos, area(1, j) == j)"
    assert decided("area(2, n) == n", *law, "is_int(n)", "n >= 1") is Proved
    assert decided("area(2, n) == n + 1", *law, "is_int(n)", "n >= 1") is Refuted
    assert decided("area(2, n) == n", *law, "is_int(n)", "n >= 0") is Unknown
    assert decided("area(2, n) == n", *law, "n >= 1") is Unknown


def test_a_disjunction_is_parted_once_and_of_closed_cases_the_open_one_is_taken() -> None:
    chosen = "If({0} == 1, n, If({0} == 2, m, If({0} == 3, x, 2*x)))"
    others = [f"{chosen.format(i)} == {value}" for i, value in ((1, "n"), (2, "m"), (3, "x"))]
    assert decided(f"{chosen.format(4)} == 2*x", "n >= 2", *others) is Proved
    assert decided(f"{chosen.format(4)} == 2*x + 1", "n >= 2", *others) is Refuted


TERMS = [(0, 0), (0, 1), (0, 2), (1, 1), (1, 0), (1, -1), (1, -2)]
"""How many times n, and what is added."""


@pytest.mark.parametrize("seed", range(30))
def test_extremes_and_laws_over_sums_that_are_a_letter_are_decided_right(seed: int) -> None:
    dice = random.Random(seed)
    kinds = [dice.choice(("NonNeg", "Pos")) for _ in range(dice.choice((2, 3)))]
    factors = [dice.choice((1, 1, 2)) for _ in kinds]
    names = [f"u{i}" for i in range(len(kinds))]
    bound = "(" + ", ".join(f"{name} in {kind}" for name, kind in zip(names, kinds, strict=True)) + ")"
    total = " + ".join(f"{factor}*{name}" for factor, name in zip(factors, names, strict=True))
    times, more = dice.choice(TERMS)
    term = f"{times}*n + {more}"
    head = dice.choice(("is_max", "is_min", "ForAll"))
    if head == "ForAll":
        text = f"ForAll({bound}, Implies({total} == n, u0 <= {term}))"
    else:
        text = f"{head}({term}, u0, {bound}, {total} == n)"

    def holds(n: int) -> bool:
        ranges = [range(kind == "Pos", n + 1) for kind in kinds]
        firsts = [at[0] for at in product(*ranges) if sum(a * b for a, b in zip(factors, at, strict=True)) == n]
        if head == "ForAll":
            return all(one <= times * n + more for one in firsts)
        return bool(firsts) and (max if head == "is_max" else min)(firsts) == times * n + more

    verdict = decided(text, "is_int(n)", "n >= 2")
    truths = {holds(n) for n in SOME}
    said = {Proved: {True}, Refuted: {False}, Independent: {True, False}, Unknown: truths}
    assert said[verdict] == truths, text
