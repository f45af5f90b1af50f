"""Picking the attempt to serve: one whose every step is clean, otherwise none, with the flaws that stood in the way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Final

from verifier.answers.compare import against
from verifier.answers.final_answer import FinalAnswer, final_answer
from verifier.chain import Chain
from verifier.estimators.model import ProcessRewardModel
from verifier.judging.estimates.calibrated import Calibrated
from verifier.judging.judgements.judgement import JudgedChain, JudgedStep
from verifier.judging.judgements.result import Result
from verifier.pipeline.judge import Judge
from verifier.pipeline.options import LeanMode
from verifier.search.choices import Clean
from verifier.search.flaw import Flaw
from verifier.search.pick_formal import formal_flaws

MIN_SCORE: Final = 0.5


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt as judged, its flaws in order, and its final answer where one is found."""

    judged: JudgedChain
    flaws: tuple[Flaw, ...]
    answer: FinalAnswer | None

    @property
    def is_clean(self) -> bool:
        """Whether nothing stands in its way."""
        return not self.flaws

    @property
    def settled(self) -> int:
        """How many steps are settled correct."""
        return sum(step.correct is True for step in self.judged.steps)


@dataclass(frozen=True, slots=True)
class Picked(Result):
    """The index of the attempt to serve, None for none; why; and every attempt."""

    _record: ClassVar[str] = "verifier.search.pick_record:record"
    _view: ClassVar[str] = "verifier.commands.pick:show"
    _html: ClassVar[str] = "verifier.report.html.notebook:pick"

    chosen: int | None
    why: str
    attempts: tuple[Attempt, ...]


def flaws(judged: JudgedChain, clean: Clean = "checked", min_score: float = MIN_SCORE) -> Iterator[Flaw]:
    """Yield what keeps a judged chain from being clean, step by step. ``min_score``: an estimate below it is a flaw."""
    if judged.trust is not None:
        yield from formal_flaws(judged, clean, min_score)
        return
    for step in judged.steps:
        yield from _of_step(step, clean, min_score)
    if clean == "checked" and not any(step.correct or step.checked for step in judged.steps):
        yield Flaw(None, "nothing checked")
    if judged.alarm is not None:
        yield Flaw(None, "alarm", remark=judged.alarm)


def _of_step(step: JudgedStep, clean: Clean, min_score: float) -> Iterator[Flaw]:
    refuted = next((claim for claim in step.claims if claim.state == "refuted"), None)
    open_ = next((claim for claim in step.claims if claim.state != "proved"), None)
    if step.correct is False:
        yield Flaw(step.index, "incorrect", refuted)
    elif refuted is not None:
        yield Flaw(step.index, "refuted", refuted)
    elif step.reason == "RESTS_ON_ERROR":
        yield Flaw(step.index, "rests on an error")
    elif clean == "settled" and step.correct is None:
        yield Flaw(step.index, "not settled", open_)
    elif open_ is not None:
        yield Flaw(step.index, "not proved", open_)
    elif step.kind == "unjudged" and step.reason not in ("NOTHING_TO_CHECK", "NOT_SETTLED", "OTHER_LANGUAGE"):
        yield Flaw(step.index, "not settled", remark=step.reason or "")
    elif step.kind == "estimated" and step.score is not None and step.score < min_score:
        yield Flaw(step.index, "doubted", remark=f"estimated at {step.score:.2f}")
    yield from (Flaw(step.index, "odd", remark=found.text) for found in step.findings)


def pick(
    problem: str,
    attempts: Sequence[Sequence[str]],
    *,
    judge: Judge | None = None,
    lean: LeanMode = "auto",
    timeout: float = 60.0,
    prm: str | ProcessRewardModel | None = "none",
    calibration: Calibrated | str | Path | None = None,
    clean: Clean = "checked",
    min_score: float = MIN_SCORE,
    answer: str | None = None,
) -> Picked:
    """Return the attempt to serve, or none.

    >>> pick("Add 2 and 3.", [["2 + 3 = 6"], ["So 2 + 3 = 5."]], lean="off").chosen
    1

    ``attempts``: the steps of each. ``judge``: one that is warm already, or judges by translations; else one with
    ``lean``, ``timeout``, ``prm`` and ``calibration`` is made. ``answer``: the reference answer, where one is known: a
    clean attempt that surely ends in another is not served. Of clean attempts the one with the most steps settled
    correct is served, of those the first; clean attempts whose final answers surely differ cannot all be right, so none
    is.
    Raises: ValueError, TypeError on an attempt that is no chain; LeanUnavailable, PrmUnavailable.
    """
    chains = [Chain.of(problem, steps, f"attempt {number}") for number, steps in enumerate(attempts)]
    judged: list[JudgedChain]
    if judge is None:
        own = Judge(lean, timeout, prm=prm, calibration=calibration)
        try:
            judged = list(own.all(chains))
        finally:
            own.close()
    else:
        judged = list(judge.all(chains))
    found = tuple(_attempt(one, clean, min_score, answer) for one in judged)
    return _picked(found)


def _attempt(judged: JudgedChain, clean: Clean, min_score: float, reference: str | None) -> Attempt:
    answer = final_answer([step.text for step in judged.steps], judged.chain.problem)
    wrong = list(flaws(judged, clean, min_score))
    if reference is not None and answer is not None and against(answer, reference).state == "different":
        wrong.append(Flaw(None, "alarm", remark=f"it ends in {answer.text}, not in the reference answer {reference}"))
    return Attempt(judged, tuple(wrong), answer)


def _picked(attempts: tuple[Attempt, ...]) -> Picked:
    clean = [i for i, attempt in enumerate(attempts) if attempt.is_clean]
    if not clean:
        return Picked(None, "no attempt is clean", attempts)
    told = [(i, found) for i in clean if (found := attempts[i].answer) is not None]
    for i, answer in told:
        for j, other in told:
            if i < j and against(answer, other).state == "different":
                return Picked(
                    None, f"clean attempts disagree: {i} ends in {answer.text}, {j} in {other.text}", attempts
                )
    best = max(clean, key=lambda i: (attempts[i].settled, -i))
    return Picked(best, f"{len(clean)} of {len(attempts)} attempts are clean", attempts)
