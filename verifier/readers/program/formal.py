"""What steps say of the run of a program, as statements of a formal chain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from verifier.chain import Span
from verifier.language.expressions.errors import LanguageError
from verifier.language.expressions.runs import parse_run, spell_run
from verifier.language.formal_chain import NO_WORDS, FormalChain, FormalStep, Role, Run, Spelled, Statement
from verifier.readers.program.reader import ProgramReading, RunStatement

ASTRAY: Final = "astray-in-run"
"""The guard of what is said of a run after an error about it: it may go on from that."""
LOOSE: Final = "not-to-the-letter"
"""The guard of a value that is proved and is written in another way."""
AMONG_OTHERS: Final = "beside-formulas"
"""The guard of what stands beside formulas that are no statements about the run."""


def with_runs(chain: FormalChain, reading: ProgramReading | None) -> FormalChain:
    """Return a chain with what its steps say of the run that its problem asks about, after what they say besides; as it
    is where it asks about none."""
    if reading is None:
        return chain
    run, steps, before = Run(reading.asked.program, reading.asked.call), list[FormalStep](), list[str]()
    for index, (step, said) in enumerate(zip(chain.steps, reading.steps, strict=True)):
        statements = tuple(_statements(index, step, said, run, before))
        before += [f"{index}.{number}" for number in range(len(step.statements) + len(statements))]
        unread = tuple(spans_left(step.unread, [one.span for one in said]))
        steps.append(FormalStep((*step.statements, *statements), unread) if said else step)
    return replace(chain, run=run, steps=tuple(steps))


def _statements(
    index: int, step: FormalStep, said: Sequence[RunStatement], run: Run, before: Sequence[str]
) -> Iterator[Statement]:
    claims = any(one.said and one.role is not Role.UNSAID for one in step.statements)
    for number, one in enumerate(said, len(step.statements)):
        text = spell_run(one.claim)
        if not _reads_back(text, one, run):
            yield Statement(Role.UNSAID, one.text, reason=NO_WORDS)
            continue
        guards = [f"decide:{guard.code}" for guard in one.guards]
        guards += [f"accuse:{ASTRAY} if accused {' '.join(before)}"] if before else []
        guards.append(f"approve:{LOOSE} if inexact {index}.{number}")
        guards += [f"approve:{AMONG_OTHERS}"] if claims else []
        yield Statement(Role.CLAIM, one.text, (Spelled(text, run=one.claim),), guards=tuple(guards))


def _reads_back(text: str, said: RunStatement, run: Run) -> bool:
    """Whether a text says the same of the chain's run."""
    try:
        return parse_run(text, run.program, run.call) == said.claim
    except LanguageError:
        return False


def spans_left(unread: Iterable[Span], read: Sequence[Span]) -> Iterator[Span]:
    """Yield the spans that are left unread, without what was read."""
    for start, end in unread:
        pieces = [(start, end)]
        for a, b in read:
            pieces = [part for x, y in pieces for part in ((x, min(y, a)), (max(x, b), y)) if part[0] < part[1]]
        yield from pieces
