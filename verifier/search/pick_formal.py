"""What keeps an attempt that is judged by its translations from being served."""

from __future__ import annotations

from collections.abc import Iterator

from verifier.judging.judgements.judgement import FOUND, JudgedChain, JudgedStep, State, Unjudgement
from verifier.search.choices import Clean
from verifier.search.flaw import Flaw


def formal_flaws(judged: JudgedChain, clean: Clean, min_score: float) -> Iterator[Flaw]:
    """Yield the flaws step by step. What translations refute counts also where it is evidence; an estimate below
    ``min_score`` is a flaw."""
    for step in judged.steps:
        found = list(_of_step(step, clean))
        yield from found
        if not found and step.kind == "estimated" and step.score is not None and step.score < min_score:
            yield Flaw(step.index, "doubted", remark=f"estimated at {step.score:.2f}")
    if clean == "checked" and not any(step.correct or step.checked for step in judged.steps):
        yield Flaw(None, "nothing checked")
    if judged.contradictions:
        yield Flaw(None, "alarm", remark="something was both proved and refuted")


def _of_step(step: JudgedStep, clean: Clean) -> Iterator[Flaw]:
    if step.finding is not None:
        yield Flaw(step.index, "odd", remark=FOUND[step.finding])
    elif step.correct is False:
        yield Flaw(step.index, "incorrect", remark=f"by the reading {step.reading}")
    elif step.correct or step.reason is Unjudgement.NOTHING_CLAIMED:
        return
    elif step.says is State.REFUTED:
        yield Flaw(step.index, "refuted", remark="by its translations, which are evidence")
    elif step.says is State.RESTS_ON_ERROR or step.reason is Unjudgement.RESTS_ON_ERROR:
        yield Flaw(step.index, "rests on an error")
    elif clean == "settled":
        yield Flaw(step.index, "not settled", remark=_why(step))
    elif not step.checked and not _silent(step):
        yield Flaw(step.index, "not proved", remark=_why(step))


def _silent(step: JudgedStep) -> bool:
    """Whether nothing is found in a step that could be decided."""
    reasons = (None, Unjudgement.NOTHING_TO_CHECK, Unjudgement.NOT_SETTLED)  # None: it is estimated
    return step.says is State.SILENT and step.reason in reasons


def _why(step: JudgedStep) -> str:
    doubts = [f"{one.check}: {one.found}" for one in step.doubts]
    left = [f"left out or said otherwise: {', '.join(step.uncovered)}"] if step.uncovered else []
    return "; ".join([*doubts, *left])
