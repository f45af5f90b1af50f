"""Drift: on every batch, a model's scores are compared with what exact means settled in the same batch."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from verifier.estimators.ranking import auc
from verifier.judging.estimates.fitted import in_folder
from verifier.judging.estimates.fusion import shares
from verifier.judging.judgements.judgement import JudgedStep

FILE = "level.json"

FEWEST = 10
"""Settled steps of either kind below which nothing is said of ranking."""

ENOUGH = 50
"""Settled steps below which nothing is said at all."""

DEVIATIONS = 3.0
"""How many standard errors below the level of the calibration set a figure must lie to be called drift."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """How what a model says of steps goes with settled verdicts: ``steps`` settled with a score, ``wrong`` among them;
    ``agreement``: the share on the same side of one half; ``auc``; ``excess``: by how much the mean probability is
    above the share that is right (calibration in the large). None where there is too little to say."""

    steps: int
    wrong: int
    agreement: float | None = None
    auc: float | None = None
    excess: float | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the figures as JSON values."""
        return asdict(self)

    @classmethod
    def read(cls, path: Path) -> Agreement:
        """Return the agreement stored in a file. Raises: OSError, ValueError."""
        try:
            return cls(**json.loads(path.read_text(encoding="utf-8")))
        except TypeError as error:
            raise ValueError(f"{path}: not an agreement ({error})") from error


Seen = tuple[float, bool]
"""What a model says of a step that exact means settled, and whether it is right."""


def seen(steps: Sequence[JudgedStep], scores: Sequence[float]) -> Iterator[Seen]:
    """Yield what a model says of the steps of one chain that are settled, up to the first that is settled incorrect.

    ``scores``: the model's own, of prefixes, before fusion; a verdict is of its step, so what the score falls to there
    is compared with it. A step all of whose claims are proved counts as right too: few are settled so.
    """
    yield from verdicts([step.correct for step in steps], [step.checked for step in steps], scores)


def verdicts(correct: Sequence[bool | None], checked: Sequence[bool], scores: Sequence[float]) -> Iterator[Seen]:
    """Yield the same from what is settled of each step, and whether all its claims are proved."""
    for settled, proved, share in zip(correct, checked, shares(scores), strict=False):
        verdict = True if proved and settled is None else settled
        if verdict is not None and share is not None:
            yield share, verdict
        if settled is False:
            return


def agreement(pairs: Iterable[Seen]) -> Agreement:
    """Return how what a model says goes with verdicts."""
    held = list(pairs)
    scores, truth = [score for score, _ in held], [verdict for _, verdict in held]
    steps, right = len(held), sum(truth)
    wrong = steps - right
    if steps < ENOUGH:
        return Agreement(steps, wrong)
    same = sum((score >= 0.5) == verdict for score, verdict in held)
    area = auc(scores, truth) if min(right, wrong) >= FEWEST else None
    return Agreement(steps, wrong, same / steps, area, (sum(scores) - right) / steps)


class Watch:
    """Gathers what ``seen`` yields, as batches come."""

    def __init__(self) -> None:
        self._pairs: list[Seen] = []

    def see(self, pairs: Iterable[Seen]) -> None:
        """Take what a model says of settled steps."""
        self._pairs += pairs

    def agreement(self) -> Agreement:
        """Return what was seen so far."""
        return agreement(self._pairs)


def level_of(model: object) -> Agreement | None:
    """Return the agreement of a model on its calibration set, where its folder says it. Raises: OSError, ValueError."""
    place = in_folder(model, FILE)
    return None if place is None else Agreement.read(place)


def drifted(batch: Agreement, level: Agreement) -> list[str]:
    """Return warnings where a batch lies clearly beside ``level``, that of the calibration set; none where it does not,
    or where there is too little to say.

    "Clearly" means by more than ``DEVIATIONS`` standard errors: of a share (binomial), of an AUC (Hanley and McNeil
    1982). Agreement and AUC must be lower, the excess further from 0, or on its other side.
    """
    return list(_drifted(batch, level))


def _drifted(batch: Agreement, level: Agreement) -> Iterator[str]:
    if batch.agreement is not None and level.agreement is not None:
        spread = math.sqrt(max(level.agreement * (1 - level.agreement), 0.01) / batch.steps)
        if batch.agreement < level.agreement - DEVIATIONS * spread:
            yield _says("agrees with settled verdicts in a share of", batch.agreement, level.agreement, batch)
    if batch.auc is not None and level.auc is not None:
        allowed = DEVIATIONS * auc_error(level.auc, batch.steps - batch.wrong, batch.wrong)
        if batch.auc < level.auc - allowed:
            yield _says("ranks settled steps with an AUC of", batch.auc, level.auc, batch)
    if batch.excess is not None and level.excess is not None:
        usual = 1 - level.wrong / level.steps
        spread = math.sqrt(max(usual * (1 - usual), 0.01) / batch.steps)
        if max(min(0.0, level.excess) - batch.excess, batch.excess - max(0.0, level.excess)) > DEVIATIONS * spread:
            yield _says("differs from the share of right steps by", batch.excess, level.excess, batch)


def _says(what: str, here: float, level: float, batch: Agreement) -> str:
    return (
        f"drift: on this batch the model {what} {here:.2f}, on its calibration set {level:.2f} ({batch.steps} "
        f"settled steps, {batch.wrong} wrong); trust its estimates less here, or refit them with "
        "'verifier calibrate'"
    )


def auc_error(area: float, right: int, wrong: int) -> float:
    """Return the standard error of an AUC (Hanley and McNeil 1982, equation 2). Raises: ZeroDivisionError on no
    step."""
    q1, q2 = area / (2 - area), 2 * area * area / (1 + area)
    spread = area * (1 - area) + (wrong - 1) * (q1 - area * area) + (right - 1) * (q2 - area * area)
    return math.sqrt(spread / (right * wrong))
