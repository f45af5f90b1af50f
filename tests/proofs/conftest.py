"""One gate for all tests of this room, and the results of the two suites, judged once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from support.lean_cases import read_lean_cases

from verifier.proofs.gate import Gate
from verifier.proofs.rules import Result


def judged(gate: Gate, suite: str) -> dict[str, Result]:
    """Return the gate's results for the cases of a suite, by name."""
    cases = [one.case for one in read_lean_cases(suite).values()]
    return {result.id: result for result in gate.judge_all(cases)}


@pytest.fixture(scope="session")
def gate(real_lean: None) -> Iterator[Gate]:
    """The real gate, with nothing kept from one run to the next."""
    with Gate() as warm:
        yield warm


@pytest.fixture(scope="session")
def forged(gate: Gate) -> dict[str, Result]:
    return judged(gate, "forgery")


@pytest.fixture(scope="session")
def honest(gate: Gate) -> dict[str, Result]:
    return judged(gate, "honest")
