"""Proofs that must pass: each folder is a challenge and an honest candidate."""

from __future__ import annotations

from pathlib import Path

import pytest

from verifier.proofs.rules import Result

HERE = Path(__file__).parent / "honest"
PROOFS = sorted(path.name for path in HERE.iterdir())


@pytest.mark.parametrize("name", PROOFS)
def test_an_honest_proof_passes(name: str, honest: dict[str, Result]) -> None:
    result = honest[name]
    assert (result.status, result.reasons) == ("accepted", ())
    assert all(step["judgement"] == "ok" for step in result.steps)


def test_there_are_many_proofs() -> None:
    assert len(PROOFS) >= 40
