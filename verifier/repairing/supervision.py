"""What a repair teaches: preference pairs in TRL's format, and exact labels of the steps under three readings."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Literal

from verifier.judging.judgements.judgement import JudgedChain, JudgedStep, Unjudgement
from verifier.pipeline.judge import Judge
from verifier.repairing.carry import anew
from verifier.repairing.known import numerals
from verifier.repairing.repair import Repaired

Of = Literal["step", "chain"]
"""What a preference is between: a step as written and as repaired, after the same right steps; or whole chains."""


def pairs(done: Repaired, of: Of = "step") -> Iterator[dict[str, str]]:
    """Yield preference pairs ``{"prompt", "chosen", "rejected"}``: rejected is settled incorrect, chosen is repaired,
    and every claim proved in it that was refuted. Steps in which numbers only followed make no pair, nor does what is
    still refuted, settled or not: neither as chosen nor among the steps before it.
    """
    if done.after is None:
        return
    problem, steps = done.judged.chain.problem, [step.text for step in done.after.steps]
    if of == "chain":
        if done.state == "repaired" and not any(map(_refuted, done.after.steps)):
            rejected = "\n".join(step.text for step in done.judged.steps)
            yield {"prompt": problem, "chosen": "\n".join(steps), "rejected": rejected}
        return
    for was, now in zip(done.judged.steps, done.after.steps, strict=True):
        if _refuted(now):
            return
        if was.correct is False and was.text != now.text and not _stuck(done, was.index):
            prompt = "\n".join([problem, *steps[: was.index]])
            yield {"prompt": f"{prompt}\n", "chosen": now.text, "rejected": was.text}


def _refuted(step: JudgedStep) -> bool:
    """Whether a step holds what is refuted, or rests on it; words that were left unread may keep it from being
    settled."""
    return bool(step.correct is False or step.count("refuted") or step.reason == Unjudgement.RESTS_ON_ERROR)


def _stuck(done: Repaired, index: int) -> bool:
    return any(one.step <= index for one in done.stuck)


def labels(done: Repaired, judge: Judge) -> Iterator[dict[str, Any]]:
    """Yield the chain three times in the normal form, each with exact labels (1, 0, null: not settled) by one reading.

    ``local``: as written, does the step hold by itself; ``rests on error``: as written, and what rests on an error is
    wrong with it (null where a step comes to the wrong number by itself); ``as repaired``: the repaired chain. Nothing
    for a chain without a settled error. Raises: as the judge.
    """
    if done.state == "nothing to repair":
        return
    local = [_local(step, done.judged, judge) for step in done.judged.steps]
    resting = {*done.carries, *(one.step for one in done.mends if one.carried)}
    rests = [
        (None if anew(step, _changed(done)) else 0)
        if step.reason == Unjudgement.RESTS_ON_ERROR or step.index in resting
        else _settled(step)
        for step in done.judged.steps
    ]
    yield _row(done.judged, "local", local)
    yield _row(done.judged, "rests on error", rests)
    if done.after is not None:
        yield _row(done.after, "as repaired", [_settled(step) for step in done.after.steps])


def _changed(done: Repaired) -> frozenset[Fraction]:
    """The numbers that repairs changed."""
    first = (one for one in done.mends if not one.carried)
    return frozenset(value for one in first for edit in one.edits for value in numerals(edit.old))


def _settled(step: JudgedStep) -> int | None:
    return None if step.correct is None else int(step.correct)


def _local(step: JudgedStep, judged: JudgedChain, judge: Judge) -> int | None:
    """The label of a step, whatever its numbers rest on."""
    if step.reason != Unjudgement.RESTS_ON_ERROR:
        return _settled(step)
    return 1 if judge.holds_locally(judged.chain, step.index) else None


def _row(judged: JudgedChain, reading: str, found: list[int | None]) -> dict[str, Any]:
    first = next((index for index, label in enumerate(found) if label == 0), None)
    return {
        "id": None if judged.chain.id is None else f"{judged.chain.id}, {reading}",
        "problem": judged.chain.problem,
        "steps": [step.text for step in judged.steps],
        "labels": found,
        "first_error": first if first is not None else None if None in found else -1,
        "answer": judged.chain.answer,
        "reading": reading,
    }
