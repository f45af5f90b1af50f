"""What exact verdicts add to another system's scores."""

from __future__ import annotations

from collections.abc import Sequence

from verifier.evaluation.items import Item, Said


def fused(
    scores: Sequence[float | None], settled: Sequence[bool | None], bottom: float = 0.0, top: float = 1.0
) -> tuple[float | None, ...]:
    """Return scores with exact verdicts laid over them, one a step.

    From a step settled incorrect on, no score is above ``bottom``: the chain is wrong there, whatever comes later. A
    step settled correct does not lower the score: it keeps at least the one before it (``top`` at the start). A missing
    score stays missing unless a verdict gives one.
    """
    before: float | None = top
    broken, found = False, list[float | None]()
    for score, verdict in zip(scores, settled, strict=True):
        broken = broken or verdict is False
        if broken:
            score = bottom if score is None else min(score, bottom)
        elif verdict and before is not None:
            score = before if score is None else max(score, before)
        before = score
        found.append(score)
    return tuple(found)


def pair(ours: Sequence[Item], other: Sequence[Said]) -> tuple[list[Item], list[Item]]:
    """Return the items as the other system scores them, before and after our verdicts.

    Before, nothing is settled. After, our settled steps count as settled too. Where the scores are no probabilities,
    the lowest and the highest of them stand for 0 and 1.
    """
    scores = [score for said in other for score in said.scores if score is not None]
    bottom, top = min([0.0, *scores]), max([1.0, *scores])
    before = [Item(item.truth, said) for item, said in zip(ours, other, strict=True)]
    after = []
    for item, said in zip(ours, other, strict=True):
        laid = fused(said.scores, item.said.settled, bottom, top)
        after.append(Item(item.truth, Said(said.id, laid, item.said.settled, item.said.checked)))
    return before, after
