"""Candidates that must be refused. Each folder is a trick: ``Challenge.lean``, ``Candidate.lean`` and
``expected.json`` with ``"why"``, and ``"rules"``, of which the gate gives at least one. A new trick is a new folder.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from verifier.proofs.rules import RULES, Result

HERE = Path(__file__).parent / "forgery"
TRICKS = sorted(path.name for path in HERE.iterdir())


@pytest.mark.parametrize("trick", TRICKS)
def test_a_forged_proof_is_refused(trick: str, forged: dict[str, Result]) -> None:
    expected = json.loads((HERE / trick / "expected.json").read_text("utf-8"))
    assert expected["why"] and set(expected["rules"]) <= set(RULES)
    result = forged[trick]
    assert result.status == expected["status"] in ("rejected", "infrastructure"), result
    assert {reason.rule for reason in result.reasons} & set(expected["rules"]), result.reasons


def test_there_are_many_tricks() -> None:
    assert len(TRICKS) >= 60
