"""What models of our own share: each step is told by itself, calibrated, and the product is the score of a prefix."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from itertools import accumulate
from operator import mul
from pathlib import Path

from verifier.chain import Chain
from verifier.estimators.calibrate import Calibration

FLOOR = 1e-300
"""The least score, since the product of many shares would end at 0."""


class OwnModel(ABC):
    """Scores that never rise. ``folder``: where its calibration, fusion and level stand."""

    def __init__(self, folder: Path, name: str, calibration: Calibration) -> None:
        self.folder = folder
        self.name = name
        self.calibration = calibration

    @abstractmethod
    def raw(self, chain: Chain) -> list[float]:
        """Return, for each step, the probability that it is right where all before it is, before calibration."""

    def score(self, chains: Sequence[Chain]) -> list[list[float]]:
        """Return a probability in (0, 1) for each step of each chain: the product of the calibrated shares so far, so
        it never rises."""
        return [self.prefixes(self.raw(chain)) for chain in chains]

    def prefixes(self, raw: Sequence[float]) -> list[float]:
        """Return the scores that come of what ``raw`` gives of each step."""
        return [max(score, FLOOR) for score in accumulate(map(self.calibration, raw), mul)]

    def shares(self, chain: Chain) -> list[float]:
        """Return, for each step, the calibrated probability that it is right where all before it is."""
        return [self.calibration(share) for share in self.raw(chain)]
