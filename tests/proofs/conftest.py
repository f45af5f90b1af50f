"""One gate for all tests of this room, and the results of the two suites, judged once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from verifier.proofs.gate import Gate
from verifier.proofs.intake import cases
from verifier.proofs.rules import Result

HERE = Path(__file__).parent


def judged(gate: Gate, folder: str) -> dict[str, Result]:
    """Return the gate's results for the pairs of a folder, by name."""
    return {result.id: result for result in gate.judge_all(cases(HERE / folder))}  # type: ignore[arg-type]  # no rows


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
