"""Every guard and defeater of the registry, on its own examples: where it fires, and where it must not."""

from __future__ import annotations

import pytest

from verifier.chain import Chain
from verifier.mathtext.guards.guard import REGISTRY, Case
from verifier.pipeline.judge import Judge
from verifier.readers.exact.guards.table import registered

JUDGE = Judge(lean="off")

EXAMPLES = [
    pytest.param(one.code, case, fires, id=f"{one.code}-{'fires' if fires else 'silent'}-{number}")
    for one in registered()
    for fires, cases in ((True, one.fires), (False, one.silent))
    for number, case in enumerate(cases)
]


def raised(case: Case) -> set[str]:
    """Return the codes that are raised, or take something back, in the last step of an example."""
    problem, *steps = ("", case) if isinstance(case, str) else case
    step = JUDGE(Chain.of(problem, steps)).steps[-1]
    assert step.claims, f"nothing is read of {case!r}"
    found = {one.code for one in step.raised}
    for claim in step.claims:
        found |= {one.code for one in claim.raised} | {one.code for one in claim.defeated}
    return found


@pytest.mark.parametrize(("code", "case", "fires"), EXAMPLES)
def test_a_guard_fires_on_its_examples_and_on_nothing_else(code: str, case: Case, fires: bool) -> None:
    assert (code in raised(case)) == fires, raised(case)


@pytest.mark.parametrize("code", [one.code for one in registered()])
def test_a_guard_has_examples_of_both_kinds(code: str) -> None:
    assert REGISTRY[code].fires and REGISTRY[code].silent


def test_a_guard_that_never_fires_would_be_seen() -> None:
    assert "units-differ" in raised("10 kg = 10 m") and "units-differ" not in raised("10 m = 11 m")
