"""What is decided of formal chains, proofs, records and expressions changes on purpose only."""

from __future__ import annotations

import random
from typing import Any

import formal_oracle
import pytest
from formal_oracle import PARTS, blocks, edited, hashed, kept, made_up_proofs

from verifier.checkers.formulas.leaves import checker_of
from verifier.checkers.formulas.structure import StructureChecker
from verifier.kernel.verdict import CheckFailed, Proof, Shows


@pytest.mark.parametrize("part", PARTS)
def test_no_outcome_has_changed_but_on_purpose(part: str) -> None:
    """``python tests/oracle/formal_oracle.py --update`` is the purpose; ``--show`` prints the outcomes."""
    before = kept(part)
    assert before
    found = list(blocks(part))
    assert [block for place, (hash, block) in enumerate(found) if before[place : place + 1] != [hash]] == []
    assert len(found) == len(before)


def test_a_changed_outcome_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    outcomes = [("a", "true"), ("b", "false")]
    monkeypatch.setitem(formal_oracle.PARTS, "made", lambda: iter(outcomes))  # type: ignore[arg-type]
    [(before, block)] = blocks("made")
    assert block == outcomes and len(before) == 16
    outcomes[1] = ("b", "true")
    [(after, _)] = blocks("made")
    assert after != before and hashed("a") != hashed("b")


def test_an_edit_changes_a_copy_at_one_place() -> None:
    data: dict[str, Any] = {"a": [1, 2, "x + 1"], "b": {"c": "3/2", "d": True}}
    whole = repr(data)
    found = [edited(data, random.Random(seed)) for seed in range(60)]
    assert repr(data) == whole
    assert sum(one != data for one in found) > 50 and len({repr(one) for one in found}) > 15


def test_no_proof_and_no_edit_of_it_shows_a_claim_and_its_opposite() -> None:
    checker = StructureChecker(checker_of)
    shown: dict[str, set[Shows]] = {}
    for _, claim, proof in made_up_proofs():
        for shows in (Shows.TRUE, Shows.FALSE):
            try:
                checker.check(claim, Proof(proof.checker, shows, proof.data))
            except CheckFailed:
                continue
            shown.setdefault(claim.fingerprint, set()).add(shows)
    assert len(shown) > 50 and all(len(one) == 1 for one in shown.values())
