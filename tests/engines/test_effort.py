"""The work of searches, counted: it is bounded for each claim, and the same whatever was asked before."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from support.formulas.sequents import claims_over

from verifier.checkers.effort import MOST_ALONE, Effort, OutOfEffort, at_most, remembered, spend
from verifier.checkers.formulas.rules.forms import polynomial
from verifier.engines.formulas import propose
from verifier.engines.formulas.budgets import FULL
from verifier.judging.decide import decider, formal_judge
from verifier.kernel.claim import Claim
from verifier.kernel.expr import Type
from verifier.kernel.verdict import Proved, Reason, Unknown
from verifier.language.expressions.parse import formula
from verifier.language.expressions.scope import Declared, Scope

TYPES = {**dict.fromkeys([*"abcxy", *(f"x{i}" for i in range(80))], Type.REAL), **dict.fromkeys("vwz", Type.COMPLEX)}
SCOPE = Scope({name: Declared(kind) for name, kind in TYPES.items()})
SLOWEST = FULL.steps + MOST_ALONE
"""No call of a function overshoots by more than what it may do alone."""


claim = claims_over(TYPES)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[Effort]:
    """The efforts of the claims that are asked about, in their order."""
    found: list[Effort] = []

    class Kept(Effort):
        __slots__ = ()

        def __init__(self, steps: int) -> None:
            super().__init__(steps)
            found.append(self)

    monkeypatch.setattr(propose, "Effort", Kept)
    return found


def steps(efforts: list[Effort]) -> list[int]:
    return [one.steps - one.left for one in efforts]


def work(asked: Claim, efforts: list[Effort]) -> int:
    """The steps that a claim takes, all together."""
    efforts.clear()
    formal_judge().decide(asked)
    return sum(steps(efforts))


HEAVY = (
    "(z**4 + w**4)*(z**4 + w**13) == z**8 + z**4*w**13 + z**4*w**4 + w**8",
    "v == (z + w)*(z + w**16)*(z**2 + w**2)*(z**2 + w**15)*(z**3 + w**8)*(z**3 + w**9)*(z**4 + w**4)*(z**4 + w**13)",
    "z**2 + z*w**16 + z*w + w**17 == z**2 + z*w + z*w + w",
    "w**16 == w**(-1)",
)


def test_a_statement_of_high_powers_takes_no_more_than_its_steps(counted: list[Effort]) -> None:
    found = formal_judge().decide(claim(*HEAVY))
    assert isinstance(found, Unknown)
    assert any(one.out for one in counted)
    assert max(steps(counted)) <= SLOWEST


def test_a_claim_that_runs_out_says_so() -> None:
    found = decider(replace(FULL, steps=500, latest=500)).decide(claim("x*y <= 25", "x + y == 10", "x >= 0"))
    assert isinstance(found, Unknown)
    assert (found.reason, found.detail) == (Reason.OUT_OF_BUDGET, "more than 500 steps of work")


CLAIMS = [
    claim("y == 15", "x == 12", "y == x + 3"),
    claim("x*y <= 25", "x + y == 10", "x >= 0"),
    claim("x**2 + y**2 >= 2*x*y"),
    claim("x == 2 or x == 3", "x**2 - 5*x + 6 == 0"),
    claim("sqrt(x**2 + 1) > x", "x >= 0"),
    claim("x/(x + y) == 1 - y/(x + y)", "x + y > 0"),
]


def test_what_was_asked_before_has_no_say_in_the_steps(counted: list[Effort]) -> None:
    cold = [work(one, counted) for one in CLAIMS]
    assert [work(one, counted) for one in reversed(CLAIMS)][::-1] == cold
    assert all(0 < one < FULL.steps for one in cold)


def test_steps_of_statements_in_a_long_chain_of_definitions_grow_with_their_number_at_most(
    counted: list[Effort],
) -> None:
    held = [f"x{i + 1} == x{i} + {i}" for i in range(79)]
    few, many = claim("x10 == x9 + 9", *held[:20]), claim("x10 == x9 + 9", *held)
    assert isinstance(formal_judge().decide(few), Proved)
    assert isinstance(formal_judge().decide(many), Proved)
    counted.clear()
    assert work(many, counted) <= 6 * work(few, counted)


def test_a_call_that_is_remembered_counts_as_much_as_one_that_is_not() -> None:
    number = formula("(a + b*c - 7)**9 == 1", SCOPE).args[0]  # type: ignore[union-attr]
    taken = []
    for _ in range(2):
        with Effort(10**6).counted() as effort:
            polynomial(number)
        taken.append(effort.steps - effort.left)
    assert taken[0] == taken[1] > 100
    with Effort(10**6).counted() as effort:
        polynomial(number)
        polynomial(number)
    assert effort.steps - effort.left == taken[0] + 1


def test_a_remembered_failure_counts_and_fails_again() -> None:
    asked = []

    @remembered(8)
    def function(x: int) -> int:
        asked.append(x)
        spend(50)
        raise OutOfEffort("no")

    for _ in range(2):
        with Effort(1000).counted() as effort, pytest.raises(OutOfEffort, match="no"):
            function(3)
        assert effort.left == 1000 - 51
    assert asked == [3]


def test_nothing_is_counted_where_no_effort_is() -> None:
    spend(10**12)
    with Effort(5).counted() as effort:
        spend(5)
        assert not effort.out
        with pytest.raises(OutOfEffort, match="more than 5 steps"):
            spend(1)
        assert effort.out


def test_a_share_of_what_is_left_counts_for_the_whole_as_well() -> None:
    whole = Effort(90)
    with whole.counted():
        with pytest.raises(OutOfEffort), at_most(Fraction(2, 3)):
            spend(61)
        assert whole.left == 30 and not whole.out
        with at_most(Fraction(1)):
            spend(10)
        assert whole.left == 20
    with at_most(Fraction(0)):
        spend(1000)  # where no effort is counted, nothing is bounded
