"""How a step was read is shown whole: its words, roles, claims, context, and what was left unread."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from verifier.chain import Chain
from verifier.judging.judge import Judge
from verifier.report.explain import explain

CHAIN = Chain.of("Solve 4x + 1 = 13 for x.", ["So 4x = 12.", "Wildly, 4x = 12, so x = 5.", "Half of 10 is 4."])


def explained(step: int) -> str:
    stream = io.StringIO()
    with Judge(lean="off") as judge:
        explain(CHAIN, step, judge, Console(file=stream, width=100, color_system=None))
    return stream.getvalue()


def test_it_shows_roles_claims_verdicts_and_what_they_rest_on() -> None:
    shown = explained(1)
    for part in ("asserted", "4·x = 12", "proved", "refuted", "p.c0", "fact", "s0.c0"):
        assert part in shown


def test_it_shows_what_was_left_unread_and_why() -> None:
    shown = explained(1)
    assert "⟦Wildly⟧" in shown
    assert "wildly·unknown" in shown
    assert "the word 'wildly' was not read" in shown


def test_there_must_be_such_a_step() -> None:
    with pytest.raises(IndexError):
        explained(7)
