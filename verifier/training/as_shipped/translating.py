"""What translations are worth as evidence: fitted beside a fusion, which stays as it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

import numpy as np

from verifier.estimators.model import ProcessRewardModel
from verifier.evaluation.items import Labelled
from verifier.judging.estimates.features import NAMES, OF_TRANSLATIONS, of_translations
from verifier.judging.estimates.fusion import Fusion, odds, shares
from verifier.pipeline.judge import Judge
from verifier.training.data.intake import prefixes
from verifier.training.fusing import NOTHING, Lesson, signed

SIGNS: Final[Mapping[str, int]] = {
    "translations refute": -1,
    "translations refute alike": -1,
    "translations prove": 1,
    "translations prove the whole": 1,
    "translations find no reason": -1,
}
"""Which way each may move an estimate: what is refuted is no likelier for it, whatever the data say."""

PENALTY = 2.0
"""Of the squared weights: few chains are translated."""


def taught(chains: Iterable[Labelled], judge: Judge, model: ProcessRewardModel) -> Iterator[Lesson]:
    """Yield what those of the labelled chains teach that are translated. Raises: as the judge and the model."""
    for one in chains:
        judged = judge(one.chain)
        if judged.counting and any(label is not None for label in one.labels):
            [scores] = model.score([one.chain])
            settled = tuple(step.correct for step in judged.steps)
            yield Lesson(settled, of_translations(judged), tuple(scores), prefixes(one.labels))


def learnt(lessons: Sequence[Lesson], fusion: Fusion) -> dict[str, float]:
    """Return the weights of what translations say, by ``OF_TRANSLATIONS``, that make the lessons likeliest beside what
    a fusion makes of all else. ``lessons``: of chains that were judged by translations as well, with what is known of
    each prefix. Steps that are settled, and those after the first wrong one, teach nothing.

    How often the lessons err is fitted as well and not returned. Raises: ValueError unless there are right and wrong
    steps that are not settled.
    """
    rows, beside, right, worth = [], [], [], []
    for one in lessons:
        for settled, known, share, told in zip(one.correct, one.known, shares(one.scores), one.targets, strict=True):
            if settled is None and share is not None and told is not None:
                rows.append((1.0, *known[len(NAMES) :]))
                beside.append(odds(fusion.weighed(known[: len(NAMES)], share)))
                right.append(float(told > 0.5))
                worth.append(one.weight)
            if settled is False or (told is not None and told <= 0.5):
                break
    if not rows or min(right) == max(right):
        raise ValueError(NOTHING)
    signs = np.array([0, *(SIGNS[name] for name in OF_TRANSLATIONS)])
    penalties = PENALTY * np.array([0.0, *(1.0 for _ in OF_TRANSLATIONS)])
    free = np.ones(len(signs), dtype=bool)
    found = signed(np.array(rows), np.array(right), np.array(worth), penalties, free, signs, np.array(beside))
    return {name: round(float(value), 4) for name, value in zip(OF_TRANSLATIONS, found[1:], strict=True)}
