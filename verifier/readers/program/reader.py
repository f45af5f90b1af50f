"""Reads a chain about a program: each step to the statements that it makes of the run, with the guards on them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from verifier.kernel.run_claim import RunClaim
from verifier.language.expressions.asked_run import Asked, asked
from verifier.readers.program.facts import ProgramFacts, facts_of
from verifier.readers.program.guarding.guards import Around, Guard, guards_of
from verifier.readers.program.iterations import Iterations
from verifier.readers.program.saying import Saying
from verifier.readers.program.sayings import lines_of, sayings, sentences
from verifier.readers.program.tables import in_tables
from verifier.readers.program.tokens import tokens
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
    """Return what the steps say of the run that a problem asks about; None where it asks about none."""
    found = asked(problem)
    if found is None:
        return None
    facts = facts_of(found, problem)
    counted = Iterations(facts, steps)
    return ProgramReading(found, tuple(tuple(_step(i, steps, facts, counted)) for i in range(len(steps))))


def _step(index: int, steps: Sequence[str], facts: ProgramFacts, counted: Iterations) -> Iterator[RunStatement]:
    text, seen = steps[index], set[tuple[tuple[int, int], RunClaim]]()
    if len(text) > MOST_TEXT:
        return
    for saying, header in _said(text, _header(steps[index - 1]) if index else "", facts, counted):
        if len(seen) >= MOST_STATEMENTS:
            return
        claim = _claim(saying, facts)
        if claim is None or (saying.span, claim) in seen:
            continue
        seen.add((saying.span, claim))
        start, end = saying.span
        guards = guards_of(saying, Around(facts, steps, index, header))
        yield RunStatement(saying.span, text[start:end], claim, guards)


def _said(text: str, header: str, facts: ProgramFacts, counted: Iterations) -> Iterator[tuple[Saying, str]]:
    """What a step says, line by line and in its tables, each with the line above where that ends in a colon."""
    for line in lines_of(sentences(tokens(text))):
        every = [token for sentence in line for token in sentence]
        indent = every[0].start - (text.rfind("\n", 0, every[0].start) + 1)
        counted.line_begins(every, indent)
        for sentence in line:
            for saying in sayings(sentence, facts):
                yield counted.placed(sentence, saying), header
        counted.line_ends(every, indent)
        words = text[every[0].start : every[-1].end].strip()
        header = _header(words) if words else header
    yield from ((saying, header) for saying in in_tables(text, facts))


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
        return RunClaim(facts.program, saying.call or facts.call, saying.said, values, saying.subject, saying.place)
    except ValueError:
        return None
