"""Which process reward model a name stands for: ``none``, ``default``, or ``KIND:MODEL`` for a published one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from verifier.prm.model import PrmUnavailable, ProcessRewardModel

Progress = Callable[[str, float], None]
"""Told what is being done, and which share of that is done, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Placement:
    """Where a model of transformers runs, and on which numbers; ``auto`` chooses what the machine has."""

    device: str = "auto"
    dtype: str = "auto"


def chosen(
    spec: str, placement: Placement | None = None, progress: Progress = lambda stage, share: None
) -> ProcessRewardModel | None:
    """Return the model that ``spec`` names, None for ``none``. Fails: PrmUnavailable, which says what to change."""
    if spec == "none":
        return None
    raise PrmUnavailable(f"expected --prm none, got {spec!r:.80}", usage=True)
