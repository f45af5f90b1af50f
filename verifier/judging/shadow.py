"""The shadow: what ``decide`` makes of the chain that rules read, beside what the judge of texts makes of it.

Nothing is judged by it. Both read the same text the same way; what they differ in is deciding.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from verifier.chain import Chain
from verifier.engines.formulas.budgets import QUICK
from verifier.judging.decide import decide
from verifier.judging.formal.deciding.translation import Decisions, JudgedFormalStep, JudgedStatement, State
from verifier.judging.judgements.judgement import JudgedChain, JudgedStep
from verifier.kernel.verdict import Proved, Refuted
from verifier.readers.exact.formal.formalize import read_text
from verifier.readers.program.formal import with_runs


class Becomes(StrEnum):
    """What becomes of a step."""

    CORRECT, INCORRECT = "settled correct", "settled incorrect"
    CHECKED, OPEN = "checked", "open"


OPPOSITE: Final = ({"proved", "refuted"}, {Becomes.CORRECT, Becomes.INCORRECT})
"""What cannot both be so: of a claim, and of a step."""


@dataclass(frozen=True, slots=True)
class Difference:
    """What the two judges make of a step, or of one of its claims (``claim``: its place in the step)."""

    step: int
    claim: int | None
    text: str
    before: str
    after: str

    @property
    def opposite(self) -> bool:
        """Whether one says the opposite of the other."""
        return {self.before, self.after} in OPPOSITE

    def __str__(self) -> str:
        what = f"step {self.step}" if self.claim is None else f"claim {self.step}.{self.claim}"
        return f"{what}: {self.before}, by decide {self.after}: {self.text[:80]!r}"


def shadow(chain: Chain) -> Decisions:
    """Return what ``decide`` makes of a chain as it is read by rules."""
    reading = read_text(chain)
    return decide(with_runs(reading.chain), QUICK, reading.reread)


def differences(judged: JudgedChain, found: Decisions) -> Iterator[Difference]:
    """Yield where the two judges differ: claims first that one decides and the other does not, or otherwise; then what
    becomes of the step."""
    for step, decided in zip(judged.steps, found.steps, strict=True):
        claims = [one for one in step.claims if one.run is None]
        for number, (claim, statement) in enumerate(zip(claims, decided.statements, strict=False)):
            after = state_of(statement)
            if claim.state != after:
                yield Difference(step.index, number, claim.text, claim.state, after)
        before, now = of_judged(step), of_decided(decided)
        if before is not now:
            yield Difference(step.index, None, step.text, before, now)


def count(judged: JudgedChain, found: Decisions) -> Counter[str]:
    """Return how many steps become what by either judge, and by both."""
    counts = Counter[str]()
    for step, decided in zip(judged.steps, found.steps, strict=True):
        before, now = of_judged(step), of_decided(decided)
        counts += Counter({f"before, {before}": 1, f"after, {now}": 1, f"both, {now}": before is now})
    return counts


def of_judged(step: JudgedStep) -> Becomes:
    """Return what a judged step has become."""
    if step.correct is not None:
        return Becomes.CORRECT if step.correct else Becomes.INCORRECT
    return Becomes.CHECKED if step.checked else Becomes.OPEN


def of_decided(step: JudgedFormalStep) -> Becomes:
    """Return what a step of a formal chain has become."""
    if step.state is State.REFUTED:
        return Becomes.INCORRECT
    if step.state is State.PROVED and step.whole:
        return Becomes.CORRECT
    verdicts = [one.verdict for statement in step.statements for one in statement.decisions]
    proved = bool(verdicts) and all(isinstance(one, Proved) for one in verdicts)
    return Becomes.CHECKED if proved and step.state is not State.RESTS_ON_ERROR else Becomes.OPEN


def state_of(statement: JudgedStatement) -> str:
    """Return the verdict of a statement in a word, as claims have it."""
    verdicts = [one.verdict for one in statement.decisions]
    if any(isinstance(one, Refuted) for one in verdicts):
        return "refuted"
    return "proved" if verdicts and all(isinstance(one, Proved) for one in verdicts) else "unknown"
