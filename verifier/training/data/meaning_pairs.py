"""Right chains and their twins with an error of meaning, checked by exact means: nothing in a twin is refuted, and all
of its arithmetic is proved. And examples from formal chains, whose steps' states are labels.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from verifier.chain import Chain
from verifier.judging.judgements.judgement import JudgedChain, JudgedStep, State
from verifier.pipeline.judge import Judge
from verifier.training.data.examples import Example, Target, until_error
from verifier.training.data.meaning_errors import MEANINGS, plant_meaning
from verifier.training.data.style_augmentation import modern

MODERN = 0.5
"""The share of pairs that are written in the dress of today's models."""


def meaning_pairs(
    gold: Iterable[dict[str, Any]],
    dice: random.Random,
    judge: Judge,
    *,
    kinds: Sequence[str] = tuple(MEANINGS),
    share: float = MODERN,
    tick: Callable[[], None] = lambda: None,
) -> Iterator[Example]:
    """Yield right chains, each followed by its twin with an error of meaning, where one can be planted that exact means
    do not see: the kind of which there are fewest so far. ``share``: of pairs in the dress of today's models.
    """
    made = Counter(dict.fromkeys(kinds, 0))
    for row in gold:
        tick()
        right, problem = tuple(row["steps"]), row["problem"]
        for kind in sorted(kinds, key=lambda one: made[one]):
            twin = plant_meaning(problem, right, kind, dice)
            if twin is None:
                continue
            seed, dress = dice.getrandbits(32), dice.random() < share
            both = [modern(steps, seed) if dress else steps for steps in (right, twin.steps)]
            if all(sound(judge, problem, steps) for steps in both):
                made[kind] += 1
                yield Example(problem, both[0], until_error(len(right), -1), 1.0, row["source"], "right")
                targets = until_error(len(twin.steps), twin.first_error)
                yield Example(problem, both[1], targets, 1.0, row["source"], kind)
                break


def sound(judge: Judge, problem: str, steps: Sequence[str]) -> bool:
    """Return whether exact means refute nothing of a chain, and prove each of its claims that is about numbers alone.

    *Raises:* as the judge."""
    return all(_sound(step) for step in judge.exactly(Chain.of(problem, steps)).steps)


def _sound(step: JudgedStep) -> bool:
    states = {claim.state for claim in step.claims if claim.claim is None or not claim.claim.letters}
    return step.correct is not False and states <= {"proved"} and not step.count("refuted")


def of_formal(judged: JudgedChain) -> Example | None:
    """Return what the translations of a chain teach of it, None where they settle nothing.

    A prefix is right as long as all translations that count prove each step whole, and wrong from the first step on
    that they refute alike; nothing is known between."""
    targets: list[Target] = []
    so_far: Target = 1.0
    for step in judged.steps:
        if step.says is State.REFUTED:
            so_far = 0.0
        elif so_far == 1.0 and step.says not in (State.PROVED, State.SILENT):
            so_far = None
        targets.append(so_far)
    if not any(step.says in (State.PROVED, State.REFUTED) for step in judged.steps):
        return None
    texts = tuple(step.text for step in judged.chain.steps)
    return Example(judged.chain.problem, texts, tuple(targets), 1.0, judged.chain.id or "", "formal")
