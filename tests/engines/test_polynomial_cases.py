"""Polynomial equations taken together: what they come to, and the cases of products that are zero."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import pytest
from flint import fmpq_mpoly_ctx
from support.formulas.sequents import claims_over

from verifier.checkers.formulas.values.evaluation import truth
from verifier.engines.formulas.ideals import bases
from verifier.engines.formulas.ideals.bases import Member, basis, combination
from verifier.judging.decide import formal_judge
from verifier.kernel.expr import Type
from verifier.kernel.verdict import Proved, Refuted
from verifier.language.expressions.parse import formula
from verifier.language.expressions.scope import Declared, Scope

NAMES = "abcdxyz"
SCOPE = Scope({name: Declared(Type.REAL) for name in NAMES})
RING = fmpq_mpoly_ctx.get(["x", "y", "z"], "degrevlex")


claim = claims_over(dict.fromkeys(NAMES, Type.REAL))

SIGNS = ("a > 0", "b > 0", "c > 0", "d > 0")
DECIDED = [
    (False, "a*(b - c) + d*(a + b - c) + b*c == 0", (*SIGNS, "(a + c)*(b + d) == a*c + b*d")),
    (True, "a*(b - c) + d*(a + b - c) + b*c != 0", (*SIGNS, "(a + c)*(b + d) == a*c + b*d")),
    (False, "x*y == 1", ("x*y*z == 0", "z > 0")),
    (False, "x**2 == y**2", ("x + y == x*y", "x*y == y**2 + 1", "x > 2")),
    (True, "x == 1", ("x**2*y - x**2 - y + 1 == 0", "y > 1", "x > 0")),
    (True, "x == y", ("x**3 - y**3 == 3*(x**2*y - x*y**2)",)),
    (True, "x != 0", ("x*y == z + 1", "z*x == 0", "z != -1")),
    (False, "x == y", ("x**2 - y**2 == x - y + z", "z**2 == 1")),
]
OPEN = [
    ("a*(b - c) + d*(a + b - c) + b*c == 0", ("(a + c)*(b + d) == a*c + b*d",)),
    ("x*y == 1", ("x*y*z == 0",)),
    ("x == 1", ("x**2*y - x**2 - y + 1 == 0", "y > 0", "x > 0")),
    ("x != 0", ("x*y == z + 1", "z*x == 0")),
]


@pytest.mark.parametrize(("holds", "text", "premises"), DECIDED)
def test_products_that_are_zero_are_parted_until_signs_decide(
    holds: bool, text: str, premises: tuple[str, ...]
) -> None:
    assert isinstance(formal_judge().decide(claim(text, *premises)), Proved if holds else Refuted)


@pytest.mark.parametrize(("text", "premises"), OPEN)
def test_what_the_equations_leave_open_stays_open(text: str, premises: tuple[str, ...]) -> None:
    assert not isinstance(formal_judge().decide(claim(text, *premises)), Proved | Refuted)


HALVES = ("2*b == a + c", "x - y == y - z")
SOLVED = [
    (True, "sqrt((a - b)**2 + (x - y)**2) == sqrt((b - c)**2 + (y - z)**2)", HALVES),
    (True, "d == sqrt((a - c)**2 + (x - z)**2)/2", (*HALVES, "d == sqrt((a - b)**2 + (x - y)**2)")),
    (True, "abs(a - b) == abs(c - b)", HALVES),
    (False, "sqrt(a**2 + 1) == sqrt(4*b**2 + 4)", ("a - b == b", "x == 1")),
    (True, "1/(a + b) == 1/(3*b)", ("a - b == b", "b > 0")),
]


@pytest.mark.parametrize(("holds", "text", "premises"), SOLVED)
def test_letters_that_equations_tell_are_replaced_in_functions(
    holds: bool, text: str, premises: tuple[str, ...]
) -> None:
    assert isinstance(formal_judge().decide(claim(text, *premises)), Proved if holds else Refuted)


@pytest.mark.parametrize("text", ["abs(a - b) == abs(c + b)", "sqrt((a - b)**2 + 1) == sqrt((b - c)**2 + x**2)"])
def test_letters_that_are_replaced_decide_nothing_else(text: str) -> None:
    assert not isinstance(formal_judge().decide(claim(text, *HALVES)), Proved | Refuted)


def _drawn(chance: random.Random) -> str:
    factors = [f"({chance.choice('xyz')} {chance.choice('+-')} {chance.choice(['x', 'y', 'z', '1', '2'])})"]
    if chance.random() < 0.6:
        factors.append(chance.choice(["x", "y", "z", "(x - 1)", "(y + 1)", "(x*y - z)"]))
    return "*".join(factors)


def test_verdicts_agree_with_the_numbers_that_satisfy_the_premises() -> None:
    chance, judge, decided = random.Random(36), formal_judge(), 0
    grid = [dict(zip("xyz", map(Fraction, point), strict=True)) for point in product(range(-2, 3), repeat=3)]
    for _ in range(60):
        point = chance.choice(grid)
        premises = []
        while len(premises) < 2:
            left, right = _drawn(chance), chance.choice(["0", "1", "x", "z**2"])
            if truth(formula(f"{left} == {right}", SCOPE), point):
                premises.append(f"{left} == {right}")
        premises.append(chance.choice(["x > 0", "y >= 0", "z < 1", "x != y", "z != 0"]))
        asked = claim(f"{_drawn(chance)} {chance.choice(['==', '!='])} 0", *premises)
        found = judge.decide(asked)
        if not isinstance(found, Proved | Refuted):
            continue
        decided += 1
        where = [at for at in grid if all(truth(one.formula, at) for one in asked.premises)]
        assert all(truth(asked.formula, at) is isinstance(found, Proved) for at in where), (asked, found)
    assert decided > 10


def test_each_member_is_the_sum_of_the_multiples_that_it_names() -> None:
    x, y, z = RING.gens()
    given = [x * y - z, y * z - x + 1, z**2 * x - y]
    members = basis(given, RING)
    assert len(members) > 3
    for member in members:
        assert sum((by * given[i] for i, by in member.by.items()), RING.constant(0)) == member.form
    inside = (x * y - z) * (z + 3) - (z**2 * x - y) * x
    found = combination(inside, members, RING)
    assert found is not None and sum((by * given[i] for i, by in found.by.items()), RING.constant(0)) == inside
    assert combination(x + 7, members, RING) is None


def test_a_basis_without_common_zeros_is_a_number() -> None:
    x, y, _ = RING.gens()
    [one] = basis([x * y - 1, x**2, y - 3], RING)
    assert one.form.is_constant() and not one.form.is_zero()


def test_a_basis_ends_where_its_work_does(monkeypatch: pytest.MonkeyPatch) -> None:
    x, y, z = RING.gens()
    given = [x**3 * y - z**2 - 1, y**3 * z - x**2 + 2, z**3 * x - y**2 + 3]
    monkeypatch.setattr(bases, "MAX_WORK", 50)
    found = basis(given, RING)
    assert 0 < len(found) < 8
    monkeypatch.setattr(bases, "MAX_WORK", 0)
    assert combination(x * given[0], [Member(given[0], {0: RING.constant(1)})], RING) is None
