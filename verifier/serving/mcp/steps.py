"""What is told of steps in plain words: as the exact reading judges them."""

from __future__ import annotations

from collections.abc import Iterator

from verifier.chain import Chain
from verifier.judging.agreeing.judge import FormalJudge
from verifier.judging.judgements.judgement import JudgedChain, JudgedStep, Unjudgement
from verifier.judging.judgements.reasons import WORD
from verifier.kernel.verdict import Independent, Reason
from verifier.readers.exact.formal.formalize import formalize
from verifier.records.views.why import answered, standing, why
from verifier.serving.mcp.advice import MEND, OF_CLAIMS, OF_STEPS, READ_ONLY
from verifier.serving.mcp.answer import Answer, quoted
from verifier.serving.mcp.statements import told

MOST_UNREAD = 3
"""Most pieces of a step that are shown as left unread."""


def of_step(judged: JudgedChain, formally: FormalJudge) -> Answer:
    """Return what is told of the last step of a chain, and of the first step before it that does not hold."""
    step = judged.steps[-1]
    lines = list(_of(step))
    if any(claim.reason is Reason.NOT_ENTAILED for claim in step.claims):
        lines += _independent(judged.chain, formally)
    if judged.first_error is not None and 0 <= judged.first_error < step.index:
        lines.append(f"step {judged.first_error} before it is incorrect (counted from 0)")
    return Answer(_word(step), tuple(lines), following=_next(step))


def _independent(chain: Chain, formally: FormalJudge) -> Iterator[str]:
    """What of the last step does not follow from what was read, with values; the middle is asked once more."""
    formal = formalize(chain)
    [translation] = formally([formal], [step.text for step in chain.steps]).translations
    read = ", ".join(one.text for fact in formal.facts for one in fact.said) or "nothing"
    for statement in translation.steps[-1].statements:
        for decision in statement.decisions:
            if isinstance(decision.verdict, Independent):
                found = told(decision)
                values = f"{found.verdict}, and fails at {found.counterexample}"
                yield f"{decision.said.text}: {values}; of the problem was read: {read}"


def of_chain(judged: JudgedChain) -> Answer:
    """Return what is told of all steps of a chain: those that are correct by their numbers, the others each."""
    first, open_ = judged.first_error, [step for step in judged.steps if step.correct is None]
    lines = [f"step {step.index}: {line}" for step in judged.steps if not step.correct for line in _told(step)]
    if right := [step.index for step in judged.steps if step.correct]:
        lines.insert(0, f"correct: {_ranges(right)}")
    if judged.final is not None and judged.chain.answer is not None:
        lines.append(answered(judged.final, judged.chain.answer))
    if first is not None and first >= 0:
        return Answer(f"incorrect: first at step {first} (counted from 0)", tuple(lines), following=MEND)
    if first == -1:
        return Answer(f"correct: all {len(judged.steps)} steps", tuple(lines[1:]))
    said = f"unknown: no error found, and {len(open_)} of {len(judged.steps)} steps are not settled"
    return Answer(said, tuple(lines), following=_next(open_[0]))


def _told(step: JudgedStep) -> Iterator[str]:
    """The lines of a step, its word before the first."""
    first, *others = [*_of(step), ""]
    yield f"{_word(step)}{': ' * bool(first)}{first}"
    yield from filter(None, others)


def _word(step: JudgedStep) -> str:
    if step.correct is None and step.checked:
        return "checked, not settled: the formulas that were read hold, whether they are the right ones is not decided"
    return word_of(step.correct, None if step.reason is None else Unjudgement(step.reason))


def word_of(correct: bool | None, reason: Unjudgement | None) -> str:
    """Return what becomes of a step in a word or two."""
    if correct is not None:
        return "correct" if correct else "incorrect"
    return "not settled" if reason in (None, Unjudgement.NOT_SETTLED) else f"not settled ({WORD[reason]})"


def _of(step: JudgedStep) -> Iterator[str]:
    """What decides a step, or keeps it open; of one that is correct nothing needs to be said."""
    if step.correct:
        return
    wanted = "refuted" if step.correct is False else "unknown"
    yield from (why(claim) for claim in step.claims if claim.state == wanted)
    if step.correct is None:
        yield from (f"{why(claim)}; {standing(claim.excuse)}" for claim in step.excused if claim.excuse is None)
        yield from (why(claim) for claim in step.excused if claim.excuse is not None)
        pieces = [step.text[start:end] for start, end in step.unread if step.text[start:end].strip()]
        if pieces:
            more = f" and {len(pieces) - MOST_UNREAD} more" if len(pieces) > MOST_UNREAD else ""
            yield f"left unread: {quoted(pieces[:MOST_UNREAD])}{more}"


def _next(step: JudgedStep) -> str:
    if step.correct is not None:
        return "" if step.correct else MEND
    if step.checked:
        return READ_ONLY
    open_ = next((claim.reason for claim in step.claims if claim.reason is not None), None)
    if isinstance(open_, Reason) and step.reason == Unjudgement.NOT_SETTLED:
        return OF_CLAIMS[open_]
    return OF_STEPS[Unjudgement(step.reason)] if step.reason else ""


def _ranges(numbers: list[int]) -> str:
    """Numbers in order as ranges: ``0-2, 5``."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)
