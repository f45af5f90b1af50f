"""The model that a command estimates by, and what it took where it was asked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from verifier.estimators.choose import Progress, chosen, told
from verifier.estimators.model import Placement, ProcessRewardModel
from verifier.report.exit_codes import complain


@contextmanager
def estimating(
    spec: str, how: Placement | None = None, progress: Progress = lambda stage, share: None
) -> Iterator[ProcessRewardModel | None]:
    """Give the model that ``--prm`` names, None for none; at the end say what it was asked, and what that took.

    Raises: PrmUnavailable."""
    model = chosen(spec, how, progress)
    try:
        yield model
    finally:
        for line in told(model):
            complain(line)
