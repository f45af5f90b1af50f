"""Final answers: this package and Math-Verify agree but for traps, and every disagreement has its reason."""

from __future__ import annotations

import sys

import pytest
from math_verify_answers import TRAPS, beside_math_verify, main


def test_both_are_right_about_pairs_that_hold_no_trap_and_disagree_only_about_traps() -> None:
    tallies, disagreements = beside_math_verify(count=12)
    for tally in tallies[:2]:
        assert (tally.pairs, tally.wrong, tally.left_open, tally.theirs_wrong) == (12, 0, 0, 0), tally
    assert {one.pair for one in disagreements} <= set(TRAPS) and disagreements
    assert all(one.pair.why != "by construction" for one in disagreements)
    traps = tallies[2]
    assert (traps.wrong, traps.left_open) == (0, 0) and traps.theirs_wrong + traps.theirs_decided >= 8


def test_the_script_prints_errors_disagreements_and_speeds(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["math_verify_answers.py", "--count", "4", "--rounds", "2"])
    main()
    shown = capsys.readouterr().out
    assert "| 4 closed equalities | 0 | 0 | 0 | 0 |" in shown and "| `1.0000001` | `1.0000002` | different" in shown
    assert "LaTeX identities: " in shown and "times as fast" in shown
