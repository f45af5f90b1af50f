"""Chains of many statements: what stands far back is still found, and the work grows with their number."""

from __future__ import annotations

import cProfile
import pstats
from collections.abc import Sequence

import pytest

from verifier.engines.formulas.usable import nearest_premises
from verifier.judging.decide import formal_judge
from verifier.judging.deciding.translation import Decisions
from verifier.judging.judgements.judgement import State
from verifier.kernel.claim import Claim, Hypothesis, Standing, claim_of
from verifier.kernel.expr import Letter, Type
from verifier.language.expressions.parse import formula
from verifier.language.expressions.scope import Declared, Scope
from verifier.language.formal_chain import FormalChain
from verifier.language.read_chain import read_chain

NAMES = ("a", "b", "c", "d", "x", "y")
SCOPE = Scope({name: Declared(Type.REAL) for name in NAMES})


def long_chain(steps: int) -> FormalChain:
    """A chain whose steps each define a letter by the one before and say what it is and that it is greater."""
    said = [
        [
            {"role": "define", "quote": "q", "expr": f"x{k} == x{k - 1} + {k}"},
            {"role": "claim", "quote": "q", "expr": f"x{k} == {3 + k * (k + 1) // 2}"},
            {"role": "claim", "quote": "q", "expr": f"x{k} > x{k - 1}"},
        ]
        for k in range(1, steps + 1)
    ]
    types = {f"x{k}": {"type": "real"} for k in range(steps + 1)}
    fact = {"id": "p0", "kind": "given", "quote": "", "expr": "x0 == 3"}
    return read_chain({"formal": 1, "id": "c", "vars": types, "facts": [fact], "asks": [], "steps": said})


def judged(steps: int) -> tuple[Decisions, int]:
    """The judged chain, and how many calls of functions that took."""
    chain, profile = long_chain(steps), cProfile.Profile()
    [translation] = profile.runcall(formal_judge(), [chain]).translations
    return translation, pstats.Stats(profile).total_calls


def test_the_statements_of_a_long_chain_are_decided_with_work_that_grows_as_their_number() -> None:
    judged(2)  # what is made once
    (_, few), (long, many) = judged(50), judged(100)
    assert {step.state for step in long.steps} == {State.PROVED}
    assert many < 3 * few


def under(text: str, *premises: str, supposed: Sequence[int] = ()) -> Claim:
    standing = [Standing.HYPOTHESIS if i in supposed else Standing.FACT for i in range(len(premises))]
    said = zip(standing, premises, strict=True)
    held = tuple(Hypothesis(f"p{i}", of, formula(one, SCOPE)) for i, (of, one) in enumerate(said))
    return claim_of(formula(text, SCOPE), [Letter(name, Type.REAL) for name in NAMES], held)


@pytest.mark.parametrize(
    ("claim", "most", "kept"),
    [
        (under("x == 1", "a == 1", "b == 1", "x == 1"), 3, [2]),
        (under("x == 1", "a == 1", "x == a", "b == 1", "c == b"), 2, [0, 1]),
        (under("x == 1", "a == 1", "x == a", "b == 1", "c == b"), 9, [0, 1]),
        (under("x == 1", "a == 1", "I**2 == -1"), 9, [0, 1]),  # which tells what roots are
        (under("x == 1", "x == a", "x > 0", "x < 9"), 2, [1, 2]),
        (under("x == 1", "d == 1", "c == d", "a == c", "x == a", "b == 1"), 3, [1, 2, 3]),
        (under("x == 1", "ForAll(y, y**2 >= 0)", "a == 1", "b == 1", "x == a"), 2, [0, 3]),
        (under("x == 1", "1 + 1 == 2", "a == 1", "x == a", "b == 1"), 3, [1, 2]),
        (under("False", "a == 1", "b == 1", "c == 1"), 2, [0, 1]),
        (under("False", "a == 1", "b == 1", "c == 1", "b == 2", supposed=[3]), 2, [1, 3]),
    ],
)
def test_the_premises_that_are_looked_at_are_the_nearest(claim: Claim, most: int, kept: list[int]) -> None:
    assert nearest_premises(claim, range(len(claim.premises)), most) == kept


def test_only_those_are_chosen_that_are_asked_for() -> None:
    claim = under("x == 1", "x > 0", "x == a", "a == 1", "b == 1")
    assert nearest_premises(claim, [0, 2, 3], 2) == [0]
    assert nearest_premises(claim, [1, 2, 3], 2) == [1, 2]
