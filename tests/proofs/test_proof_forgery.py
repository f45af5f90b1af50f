"""Candidates that must be refused. Each file is a trick; a new trick is a new file, as ``support.lean_cases`` says."""

from __future__ import annotations

import pytest
from support.lean_cases import read_lean_cases

from verifier.proofs.rules import RULES, Result

TRICKS = read_lean_cases("forgery")


@pytest.mark.parametrize("trick", TRICKS)
def test_a_forged_proof_is_refused(trick: str, forged: dict[str, Result]) -> None:
    expected = TRICKS[trick]
    assert expected.why and set(expected.rules) <= set(RULES)
    result = forged[trick]
    assert result.status == expected.status in ("rejected", "infrastructure"), result
    assert {reason.rule for reason in result.reasons} & set(expected.rules), result.reasons


def test_there_are_many_tricks() -> None:
    assert len(TRICKS) >= 60
