"""What came of chains in a line each, and of many together: nothing wrong found is not nothing read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from verifier.judging.formal.deciding.translation import State
from verifier.judging.formal.judged_chain import JudgedFormalChain
from verifier.judging.judgements.judgement import JudgedChain, JudgedStep, Unjudgement
from verifier.judging.records.views.why import other_answer


class Outcome(StrEnum):
    """What came of a chain, the gravest first, in the words of a count."""

    WRONG = "wrong"
    PROBABLY_WRONG = "probably wrong, by evidence alone"
    NO_ERROR = "with no error found"
    UNDECIDED = "with nothing decided"
    UNREAD = "with nothing read"
    NO_CHAIN = "that could not be read as a chain"


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
    """Return what came of a chain."""
    found = _of_steps(judged)
    if judged.final is None or judged.chain.answer is None or judged.final.state != "different":
        return found
    return replace(found, answer=other_answer(judged.final, judged.chain.answer))


def _of_steps(judged: JudgedChain) -> InShort:
    first, probably = judged.first_error, judged.first_error_kind == "estimated"
    if first is not None and first >= 0:
        where = f"step {first} (counted from 0)"
        if probably:
            return InShort(Outcome.PROBABLY_WRONG, f"First error: probably {where}")
        return InShort(Outcome.WRONG, f"First error: {where}")
    proved, refuted = (sum(step.count(state) for step in judged.steps) for state in ("proved", "refuted"))
    claims = sum(len(step.claims) for step in judged.steps)
    unread = sum(map(_words_unread, judged.steps))
    estimated = sum(step.kind == "estimated" for step in judged.steps)
    long = sum(step.reason == Unjudgement.TOO_LONG for step in judged.steps)
    too_long = [f"{_many(long, 'step')} too long to be read"] * bool(long)
    beside = too_long + [f"words unread in {_many(unread, 'step')}"] * bool(unread)
    beside += [f"{_many(estimated, 'step')} estimated, likelier right than wrong"] * (probably and estimated > 0)
    if first is None and not proved + refuted:
        if not claims:
            said = f"Nothing was read: no claim was found in {_many(len(judged.steps), 'step')}"
            return InShort(Outcome.UNREAD, "; ".join([said, *too_long]))
        return InShort(Outcome.UNDECIDED, "; ".join([f"Nothing was decided: {_many(claims, 'claim')} read", *beside]))
    if refuted:
        beside.insert(
            0, f"{_many(refuted, 'claim')} refuted, not held against {'its' if refuted == 1 else 'their'} step"
        )
    every = "every step holds, " if first == -1 and not probably else ""
    held = f"No error found: {every}{proved} of {_many(claims, 'claim')} hold{'s' * (claims == 1)}"
    return InShort(Outcome.NO_ERROR, "; ".join([held, *beside]))


def closing(judged: JudgedChain) -> str:
    """Return how much was judged and decided; first, where unread words alone kept steps open, that all claims hold."""
    claims = sum(len(step.claims) for step in judged.steps)
    proved, refuted = (sum(step.count(state) for step in judged.steps) for state in ("proved", "refuted"))
    unread = sum(map(_words_unread, judged.steps))
    share = f"{judged.judged_share:.0%} of {_many(len(judged.steps), 'step')}"
    if claims and proved == claims and unread and judged.first_error is None:
        every = "The only claim holds" if claims == 1 else f"All {claims:,} claims hold"
        return f"{every}; words unread in {_many(unread, 'step')}; judged: {share}"
    return f"Judged: {share}; decided: {proved + refuted} of {_many(claims, 'claim')}"


def in_short_formal(judged: JudgedFormalChain) -> InShort:
    """Return what came of a chain that was judged by its translations."""
    first = judged.first_error
    if first is not None and first >= 0:
        return InShort(Outcome.WRONG, f"First error: step {first} (counted from 0)")
    steps = _many(len(judged.steps), "step")
    if doubted := next((step for step in judged.steps if step.says is State.REFUTED), None):
        return InShort(Outcome.PROBABLY_WRONG, f"Nothing is settled; step {doubted.index} is incorrect as translated")
    decided, every = judged.decided
    proved = any(step.count("proved") for step in judged.exact.steps) if judged.exact is not None else False
    if not decided and not proved:
        said = (
            f"Nothing was decided: {_many(every, 'statement')} read"
            if every
            else f"Nothing was read: no statement in {steps}"
        )
        return InShort(Outcome.UNDECIDED if every else Outcome.UNREAD, said)
    settled = sum(step.correct is True for step in judged.steps)
    return InShort(Outcome.NO_ERROR, f"No error found: {settled} of {steps} settled correct")


def totals(found: Iterable[Outcome]) -> str:
    """Return how many chains there are, and how many of each outcome."""
    counts = Counter(found)
    parts = [f"{counts[one]:,} {one}" for one in Outcome if counts[one]]
    return f"{_many(counts.total(), 'chain')}: {', '.join(parts)}" if parts else "no chain"


def _words_unread(step: JudgedStep) -> bool:
    return any(not step.text[start:end].isspace() for start, end in step.unread)


def _many(count: int, what: str) -> str:
    return f"{count:,} {what}{'s' * (count != 1)}"
