"""Reads a chain about a program: each step to the statements that it makes of the run, with the guards on them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from verifier.kernel.run_claim import RunClaim
from verifier.language.expressions.asked_run import Asked, asked
from verifier.readers.program.facts import ProgramFacts, facts_of
from verifier.readers.program.guards import Around, Guard, guards_of
from verifier.readers.program.saying import Saying
from verifier.readers.program.sayings import sayings, sentences
from verifier.readers.program.tokens import Kind, tokens
from verifier.readers.program.variants import as_written, loosely

MOST_STATEMENTS: Final = 60  # of a step
MOST_TEXT: Final = 20_000  # characters of a step


@dataclass(frozen=True, slots=True)
class RunStatement:
    """What a step says of a run, where it stands, and the guards that keep it from being decided."""

    span: tuple[int, int]
    text: str
    claim: RunClaim
    guards: tuple[Guard, ...] = ()


@dataclass(frozen=True, slots=True)
class ProgramReading:
    """The program and the call of a problem, and what each step says of the run."""

    asked: Asked
    steps: tuple[tuple[RunStatement, ...], ...]


def read_program(problem: str, steps: Sequence[str]) -> ProgramReading | None:
    """Return what the steps say of the run that a problem asks about; None where it asks about none. Fails: never."""
    found = asked(problem)
    if found is None:
        return None
    facts = facts_of(found)
    return ProgramReading(found, tuple(tuple(_step(i, steps, facts)) for i in range(len(steps))))


def _step(index: int, steps: Sequence[str], facts: ProgramFacts) -> Iterator[RunStatement]:
    text = steps[index]
    if len(text) > MOST_TEXT:
        return
    seen = set[tuple[tuple[int, int], RunClaim]]()
    header = _header(steps[index - 1]) if index else ""
    for sentence in sentences(tokens(text)):
        for saying in sayings(sentence, facts):
            if len(seen) >= MOST_STATEMENTS:
                return
            claim = _claim(saying, facts)
            if claim is None or (saying.span, claim) in seen:
                continue
            seen.add((saying.span, claim))
            start, end = saying.span
            guards = guards_of(saying, Around(facts, steps, index, header))
            yield RunStatement(saying.span, text[start:end], claim, guards)
        words = text[sentence[0].start : sentence[-1].end].strip()
        if sentence[-1].kind is Kind.BREAK and sentence[-1].text == "\n" and words:
            header = _header(words)


def _header(text: str) -> str:
    """The last line of a text, where it ends in a colon."""
    lines = text.strip().splitlines()
    return lines[-1] if lines and lines[-1].rstrip("*` ").endswith(":") else ""


def _claim(saying: Saying, facts: ProgramFacts) -> RunClaim | None:
    """The claim that a saying makes; what is said in passing may mean a value of another kind."""
    written = saying.value.value
    text = saying.value.text
    values = saying.values or (as_written(written, text) if saying.exact else loosely(written, text))
    try:
        return RunClaim(facts.program, facts.call, saying.said, values, saying.subject, saying.place)
    except ValueError:
        return None
