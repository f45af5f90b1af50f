"""What the prover leaves open of asserted claims is put to Lean, and what stands in the way of that is said."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

import verifier
from verifier.chain import Chain
from verifier.judging.judgements.judgement import JudgedChain
from verifier.kernel.verdict import Reason, Unknown
from verifier.pipeline.judge import Judge
from verifier.pipeline.portfolio import MISSING

LEFT = Chain.of("Factor and solve $x^2 - 7x + 12 = x - 4$.", ["$x^2 - 7x + 12 = 2x - 8$"])


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    with Judge("require") as made:
        yield made


def engines(judged: JudgedChain) -> list[str | None]:
    return [claim.engine for step in judged.steps for claim in step.claims]


@pytest.mark.lean
def test_lean_decides_what_the_prover_leaves_open_and_the_record_holds(judge: Judge) -> None:
    with Judge("off") as cheap:
        assert engines(cheap(LEFT))[-1] is None
    judged = judge(LEFT)
    assert engines(judged)[-1] == "lean"
    assert verifier.recheck([json.loads(json.dumps(verifier.record(judged)))])


@pytest.mark.lean
def test_lean_is_not_asked_where_the_prover_decides_or_a_guard_stands(judge: Judge) -> None:
    judged = judge(Chain.of("", ["2 + 2 = 4", "In octal 2 + 3 = 6", "Let x = 3.", "Is 2 + 3 = 6?"]))
    assert engines(judged) == ["prover", None, None, None]


@pytest.mark.lean
def test_the_reason_of_the_prover_stays_where_it_says_more_than_that_of_lean(judge: Judge) -> None:
    chain = Chain.of("", ["So $x + \\frac{1}{x} \\ge 2$ for all positive $x$."])
    with Judge("off") as cheap:
        [before], [after] = (made(chain).steps[0].claims for made in (cheap, judge))
    assert before.verdict == after.verdict and before.reason is Reason.SIDE_CONDITION


def test_a_lean_that_is_missing_is_named_as_the_reason() -> None:
    with Judge("off") as made:
        lean = Judge("auto")
        made.lineup._engine, made.lineup.missing = lean.lineup._engine, "no network"
        [left] = made.exactly(LEFT).steps[0].claims
        [other] = made.exactly(Chain.of("", ["So y = 8."])).steps[0].claims
    assert left.verdict == Unknown(Reason.NO_ENGINE, MISSING)
    assert other.reason is not Reason.NO_ENGINE, "Lean would not be asked about what nothing is known of"
