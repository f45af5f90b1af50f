"""What a chain so far is worth: one judge's verdicts and estimates, put together to a value from 0 to 1."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from verifier.chain import Chain
from verifier.judging.estimates.aggregate import AGGREGATIONS, NEUTRAL, aggregate
from verifier.judging.judgements.judgement import JudgedChain, JudgedStep
from verifier.search.policies.policy import Partial

Colour = Literal["correct", "incorrect", "checked", "doubtful", "estimated", "open"]
"""What is known of a step: settled correct or incorrect; every claim in it proved; a claim in it refuted, or resting on
one; estimated; nothing."""

Judging = Callable[[Sequence[Chain]], Sequence[JudgedChain]]


@dataclass(frozen=True, slots=True)
class Valued:
    """The value of a chain so far, what is known of its last step, and whether a step of it is settled incorrect."""

    value: float
    colour: Colour
    wrong: bool


@dataclass(frozen=True, slots=True)
class Valuer:
    """Values chains by ``judge`` (``Judge(...).all``) and a rule of ``AGGREGATIONS``."""

    judge: Judging
    rule: str = "mean"

    def __post_init__(self) -> None:
        """Raises: ValueError on another rule."""
        if self.rule not in AGGREGATIONS:
            raise ValueError(f"expected a rule of {', '.join(AGGREGATIONS)}, got {self.rule!r}")

    def __call__(self, chains: Sequence[Partial]) -> list[Valued]:
        """Return the values, in order; a chain without steps has ``NEUTRAL``. Raises: as the judge."""
        asked = [Chain.of(chain.problem, chain.steps) for chain in chains if chain.steps]
        judged = iter(self.judge(asked)) if asked else iter(())
        return [self._valued(next(judged)) if chain.steps else Valued(NEUTRAL, "open", False) for chain in chains]

    def _valued(self, judged: JudgedChain) -> Valued:
        wrong = any(step.correct is False for step in judged.steps)
        value = 0.0 if wrong else aggregate([value_of(step) for step in judged.steps], self.rule)
        return Valued(round(value, 4), colour_of(judged.steps[-1]), wrong)


def value_of(step: JudgedStep) -> float:
    """Return what a step is worth: 1 or 0 where it is settled, 0 where it holds a refuted claim or rests on one, the
    estimate where there is one, else 1 where every claim in it is proved, and ``NEUTRAL`` where nothing is known.

    A step that adds nothing is worth no more than ``NEUTRAL``: repeating what is true must not pay. A missing value
    counts as ``NEUTRAL`` here (and is not left out, as best-of-N leaves it out), so that talk does not beat what was
    checked.
    """
    colour = colour_of(step)
    if colour in ("incorrect", "doubtful"):
        return 0.0
    if colour in ("correct", "checked"):
        found = step.score if step.score is not None and colour == "checked" else 1.0
    else:
        found = NEUTRAL if step.score is None else step.score
    return min(found, NEUTRAL) if step.adds is False else found


def colour_of(step: JudgedStep) -> Colour:
    """Return what is known of a step, in a word."""
    if step.correct is not None:
        return "correct" if step.correct else "incorrect"
    if step.count("refuted") or step.reason == "RESTS_ON_ERROR":
        return "doubtful"
    if step.checked:
        return "checked"
    return "estimated" if step.score is not None else "open"
