"""Each rule of the walker of structural proofs shows what it is for, and not the opposite."""

from __future__ import annotations

from typing import Any

import pytest
from support.formulas.accepted_proofs import ACCEPTED
from support.formulas.sequents import claim, shown

from verifier.kernel.verdict import CheckFailed, Proved, Refuted


@pytest.mark.parametrize(("text", "premises", "tree", "holds", "model"), ACCEPTED)
def test_rule_shows_its_claim_and_not_the_opposite(
    text: str, premises: tuple[str, ...], tree: Any, holds: bool, model: dict[str, str]
) -> None:
    assert isinstance(shown(claim(text, *premises), tree, holds, model), Proved if holds else Refuted)
    with pytest.raises(CheckFailed):
        shown(claim(text, *premises), tree, not holds, model)
