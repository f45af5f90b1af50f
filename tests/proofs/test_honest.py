"""Proofs that must pass: each file is a challenge and an honest candidate."""

from __future__ import annotations

import pytest
from support.lean_cases import read_lean_cases

from verifier.proofs.rules import Result

PROOFS = read_lean_cases("honest")


@pytest.mark.parametrize("name", PROOFS)
def test_an_honest_proof_passes(name: str, honest: dict[str, Result]) -> None:
    result = honest[name]
    assert (result.status, result.reasons) == (PROOFS[name].status, ()) == ("accepted", ())
    assert all(step["judgement"] == "ok" for step in result.steps)


def test_there_are_many_proofs() -> None:
    assert len(PROOFS) >= 40
