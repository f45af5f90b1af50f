"""SmolLM2-135M-Instruct as a policy: what it is shown before a problem, and where its weights are."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from verifier.estimators.model import PrmUnavailable
from verifier.estimators.surprisal import smollm2
from verifier.search.policies.policy import Partial, PolicyUnavailable

NAME: Final = "SmolLM2-135M-Instruct (Q4_1)"
WORKED: Final = (
    Partial(
        "Ben has 7 boxes of 3 eggs and breaks 4 eggs. How many are left?",
        ("7 * 3 = 21", "21 - 4 = 17", "The answer is 17."),
    ),
    Partial("Solve 2x + 6 = 20 for x.", ("2x = 20 - 6", "2x = 14", "x = 7", "The answer is 7.")),
)
"""Examples that go before a problem: so small a model does what it is shown, and hardly what it is told."""


def folder() -> Path:
    """Return the folder with the weights, as ``verifier.estimators.surprisal.smollm2`` has it.

    Raises: PolicyUnavailable, which says what to do."""
    try:
        return smollm2.folder()
    except PrmUnavailable as error:
        raise PolicyUnavailable(str(error)) from error
