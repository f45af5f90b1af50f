"""What came of chains in a line each, and of many together: nothing wrong found is not nothing read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from verifier.judging.judgements.judgement import JudgedChain, State
from verifier.records.views.ending import Outcome, ending_of
from verifier.records.views.why import other_answer

__all__ = ["InShort", "Outcome", "in_short", "totals"]


@dataclass(frozen=True, slots=True)
class InShort:
    """What came of a chain, and a line about it that begins with a capital letter. ``answer``: that its final answer is
    not the reference answer, empty where it is not known to be another."""

    outcome: Outcome
    text: str
    answer: str = ""

    @property
    def wrong(self) -> bool:
        """Whether something in the chain is wrong, by exact means or as far as evidence goes."""
        return self.outcome in (Outcome.WRONG, Outcome.PROBABLY_WRONG)


def in_short(judged: JudgedChain) -> InShort:
    """Return how a chain ended."""
    outcome, text = ending_of(judged) if judged.trust is None else _by_translations(judged)
    if judged.final is None or judged.chain.answer is None or judged.final.state != "different":
        return InShort(outcome, text)
    return InShort(outcome, text, other_answer(judged.final, judged.chain.answer))


def _by_translations(judged: JudgedChain) -> tuple[Outcome, str]:
    """What came of a chain that was judged by translations too."""
    first = judged.first_error
    if first is not None and first >= 0:
        return Outcome.WRONG, f"First error: step {first} (counted from 0)."
    steps = _many(len(judged.steps), "step")
    if doubted := next((step for step in judged.steps if step.says is State.REFUTED), None):
        return Outcome.PROBABLY_WRONG, f"Nothing is settled; step {doubted.index} is incorrect as translated."
    decided, every = judged.decided
    proved = any(step.count("proved") for step in judged.steps)
    if not decided and not proved:
        said = (
            f"Nothing was decided: {_many(every, 'statement')} read."
            if every
            else f"Nothing was read: no statement in {steps}."
        )
        return Outcome.UNDECIDED if every else Outcome.UNREAD, said
    settled = sum(step.correct is True for step in judged.steps)
    outcome, head = (Outcome.HOLDS, "Every step holds") if first == -1 else (Outcome.NO_ERROR, "Nothing wrong found")
    return outcome, f"{head}. {settled} of {steps} settled correct."


def totals(found: Iterable[Outcome]) -> str:
    """Return how many chains there are, and how many of each outcome."""
    counts = Counter(found)
    parts = [f"{counts[one]:,} {one}" for one in Outcome if counts[one]]
    return f"{_many(counts.total(), 'chain')}: {', '.join(parts)}" if parts else "no chain"


def _many(count: int, what: str) -> str:
    return f"{count:,} {what}{'s' * (count != 1)}"
