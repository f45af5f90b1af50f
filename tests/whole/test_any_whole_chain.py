"""Whatever the texts are: there is a whole, its record passes recheck, and the view is safe to print."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console
from support.sizes import sized

from verifier.chain import Chain
from verifier.records.recheck import recheck
from verifier.records.record import line
from verifier.report.theorem import show
from verifier.whole.answer import Lack
from verifier.whole.prove import ChainProver
from verifier.whole.record import record

LETTERS, NUMBERS = "xyn", ("2", "3", "5", "12", "0.5", "1/3", "30%", "7")
LAID = (
    "If {}, what is x?",
    "Solve {} for x.",
    "Given that {}, find x + y.",
    "Let {}. Tom has 12 of 30%.",
    "{} or so\x1b",
)
terms = st.recursive(
    st.sampled_from([*LETTERS, *NUMBERS]),
    lambda inner: st.builds("({} {} {})".format, inner, st.sampled_from("+-*/^"), inner),
    max_leaves=4,
)
relations = st.builds("{} {} {}".format, terms, st.sampled_from(["=", "=", "=", "<", "≈", "≠"]), terms)
problems = st.builds(str.format, st.sampled_from(LAID), relations) | relations
steps = st.builds("{} {}.".format, st.sampled_from(["So", "Let", "Suppose", "Then", "The answer is", "If"]), relations)


@pytest.fixture(scope="module")
def exactly() -> Iterator[ChainProver]:
    with ChainProver("off") as made:
        yield made


@settings(max_examples=sized(20, 60))
@given(problems, st.lists(steps | terms, min_size=1, max_size=5), st.none() | terms)
def test_any_chain_comes_out_whole(exactly: ChainProver, problem: str, said: list[str], answer: str | None) -> None:
    whole = exactly(Chain.of(problem, said, None, answer))
    stored = json.loads(line(record(whole)))
    assert [str(finding) for finding in recheck([stored]) if finding.wrong] == []
    out = io.StringIO()
    show(whole, Console(file=out, width=80))
    assert out.getvalue().replace("\n", "").isprintable()


@settings(max_examples=sized(20, 60))
@given(problems, st.lists(steps, min_size=1, max_size=5))
def test_hypotheses_stand_in_the_problem_and_nowhere_else(exactly: ChainProver, problem: str, said: list[str]) -> None:
    whole = exactly(Chain.of(problem, said))
    assert all(problem[slice(*found.span)] == found.text for found in whole.hypotheses)
    laid = {found.premise for found in whole.hypotheses}
    assert whole.theorem is None or set(whole.theorem.claim.premises) <= laid


def test_a_computation_that_doubles_at_every_step_is_too_large(exactly: ChainProver) -> None:
    said = ["3 + 8 = 11"] + [f"{11 * 2**n} + {11 * 2**n} = {11 * 2 ** (n + 1)}" for n in range(60)]
    whole = exactly(Chain.of("Tom has 3 and 8.", [*said, f"The answer is {11 * 2**60}."]))
    assert whole.lack is Lack.TOO_LARGE


def test_a_computation_that_goes_on_for_long_is_too_large(exactly: ChainProver) -> None:
    said = [f"{8 + 5 * n} + 5 = {13 + 5 * n}" for n in range(110)]
    whole = exactly(Chain.of("Tom has 8 and 5.", [*said, "The answer is 558."]))
    assert (whole.lack, whole.wrong) == (Lack.TOO_LARGE, False)
