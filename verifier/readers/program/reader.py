"""Reads a chain about a program: each step to the statements that it makes of the run, with the guards on them."""

from __future__ import annotations

import ast
import contextlib
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from verifier.kernel.run_claim import Place, RunClaim, Said
from verifier.language.expressions.asked_run import Asked, asked
from verifier.language.expressions.runs import ANYWHERE, spelled_of, spelled_value, value_spelled
from verifier.readers.program.facts import ProgramFacts, facts_of
from verifier.readers.program.generally import generally
from verifier.readers.program.guarding.guards import Around, Guard, guards_of
from verifier.readers.program.iterations import Iterations
from verifier.readers.program.outcomes import outcomes
from verifier.readers.program.patterns import PATTERNS
from verifier.readers.program.saying import Saying, said_of, same_call, statement_of
from verifier.readers.program.tables import in_tables
from verifier.readers.program.tokens import Kind, Token, tokens


def sentences(found: Sequence[Token]) -> Iterator[tuple[Token, ...]]:
    """Yield the sentences of a step: its tokens, parted at full stops and at ends of lines."""
    part: list[Token] = []
    for token in found:
        part.append(token)
        if token.kind is Kind.BREAK:
            yield tuple(part)
            part = []
    if part:
        yield tuple(part)


def lines_of(found: Iterable[tuple[Token, ...]]) -> Iterator[list[tuple[Token, ...]]]:
    """Yield the lines of a step, each as its sentences."""
    line: list[tuple[Token, ...]] = []
    for sentence in found:
        line.append(sentence)
        if sentence[-1].text == "\n":
            yield line
            line = []
    if line:
        yield line


def sayings(sentence: tuple[Token, ...], facts: ProgramFacts) -> Iterator[Saying]:
    """Yield what a sentence says of the run. ``When `i` is 2,`` says where the rest of it is about."""
    where, locator = _located(sentence, facts)
    special = [*generally(sentence, facts), *outcomes(sentence, facts)]
    for found in special:
        here = locator is not None and found.begins > locator and found.said in (Said.EVALUATES, Said.CONDITION)
        yield replace(found, place=replace(found.place, when=where.when)) if here else found
    taken = {found.at for found in special}
    for at, token in enumerate(sentence):
        if at == locator or at in taken:
            continue
        for found in _all(sentence, at, token, facts):
            here = locator is not None and at > locator and found.said in (Said.AT, Said.EVALUATES)
            yield replace(found, place=where) if here else found


def _all(sentence: tuple[Token, ...], at: int, token: Token, facts: ProgramFacts) -> Iterator[Saying]:
    if token.kind is Kind.CODE:
        yield from _written(sentence, at, facts)
    elif token.kind is Kind.VALUE:
        for pattern in PATTERNS:
            if (found := pattern(sentence, at, facts)) is not None:
                yield found
                return


LOCATING: Final = frozenset(("when", "for", "at"))


def _located(sentence: tuple[Token, ...], facts: ProgramFacts) -> tuple[Place, int | None]:
    """Where a sentence says that it is about, and the token that says it: ``for i = 2``, ``When `i` is 2``."""
    for at, token in enumerate(sentence):
        begins, name, value = _binding(sentence, at, token, facts)
        if name is None:
            continue
        before = [one.word for one in sentence[max(0, begins - 3) : begins]]
        led = bool(LOCATING & set(before)) and before[-1] in (*LOCATING, "iteration", "index")
        opens = all(one.kind is not Kind.WORD for one in sentence[:begins])
        if led or (opens and sentence[at + 1 : at + 2] and sentence[at + 1].text == ":"):
            return Place(when=((name, value),)), at
        return ANYWHERE, None
    return ANYWHERE, None


def _binding(sentence: tuple[Token, ...], at: int, token: Token, facts: ProgramFacts) -> tuple[int, str | None, str]:
    """Where a name and its value begin that end at a token, the name and the value; no name where there are none."""
    if token.kind is Kind.CODE:
        match statement_of(token.text):
            case ast.Assign(targets=[ast.Name(id=name)], value=right) if name in facts.names:
                value = value_spelled(ast.unparse(right))
                return (at, name, value) if value is not None else (at, None, "")
    if (
        token.kind is Kind.VALUE
        and at >= 2
        and (sentence[at - 1].text == "=" or sentence[at - 1].word in ("is", "equals"))
    ):
        name = sentence[at - 2].text
        marked = sentence[at - 2].marked or sentence[at - 1].text == "="
        return (at - 2, name, token.value) if name in facts.names and marked else (at, None, "")
    return at, None, ""


def _written(sentence: tuple[Token, ...], at: int, facts: ProgramFacts) -> Iterator[Saying]:
    """What a piece of code says by itself: ``x = [1, 2]``, ``assert f(3) == 4``."""
    tree = statement_of(sentence[at].text)
    match tree:
        case ast.Assign(targets=[target], value=right) if (value := value_spelled(ast.unparse(right))) is not None:
            subject = ast.unparse(target)
            yield from said_of(subject, replace_value(sentence, at, value, ast.unparse(right)), at, at, facts)
        case ast.Assert(test=ast.Compare(left=left, ops=[ast.Eq()], comparators=[right])):
            value = value_spelled(ast.unparse(right))
            if value is not None and same_call(ast.unparse(left), facts):
                yield Saying(
                    Said.RETURNS, "", replace_value(sentence, at, value, ast.unparse(right)), at, at, exact=True
                )


def replace_value(sentence: tuple[Token, ...], at: int, value: str, text: str) -> tuple[Token, ...]:
    """The sentence with the value that a piece of code holds in that code's place."""
    return (*sentence[:at], replace(sentence[at], value=value), *sentence[at + 1 :])


MOST = 30


def as_written(spelling: str, text: str) -> tuple[str, ...]:
    """Return the values that a text says exactly: itself, and where a backslash stands in it, that sign itself."""
    return tuple(dict.fromkeys((spelling, *_escaped(spelling, text), *_stopped(spelling))))


def loosely(spelling: str, text: str) -> tuple[str, ...]:
    """Return the values that a text may mean in passing: the same content in another kind of container, a number and
    its digits, a text and its characters."""
    found = [one for exact in as_written(spelling, text) for one in _kinds(spelled_value(exact))]
    return tuple(dict.fromkeys((spelling, *filter(None, map(spelled_of, found)))))[:MOST]


def _escaped(spelling: str, text: str) -> Iterator[str]:
    if "\\" in text and text[:1] in "'\"" and len(text) > 1:
        yield repr(text[1:-1])


def _stopped(spelling: str) -> Iterator[str]:
    """A full stop or a comma that is put inside the quotes, as some write it."""
    value = spelled_value(spelling)
    if isinstance(value, str) and value[-1:] in (".", ",") and len(value) > 1:
        yield repr(value[:-1])


def _kinds(value: object) -> Iterator[object]:
    yield value
    if isinstance(value, bool | int | float):
        yield from _numbers(value)
    elif isinstance(value, str):
        yield from (list(value), tuple(value), value.encode("utf-8", "replace"))
        if len(value) < 20 and value.removeprefix("-").isdecimal():
            yield int(value)
    elif isinstance(value, dict):
        yield from (Counter(value), OrderedDict(value), defaultdict(None, value), list(value.items()))
    elif isinstance(value, list | tuple | deque):
        yield from _sequences(list(value))
    elif isinstance(value, set | frozenset):
        yield from (
            set(value),
            frozenset(value),
            sorted(value, key=repr),
            dict.fromkeys(value) if not value else set(value),
        )


def _numbers(value: bool | float) -> Iterator[object]:
    if value == value and value not in (float("inf"), float("-inf")):
        if value == int(value):
            yield from (int(value), float(value))
        if value in (0, 1):
            yield bool(value)
        yield str(value)


def _sequences(parts: list[object]) -> Iterator[object]:
    yield from (parts, tuple(parts), deque(parts))
    with contextlib.suppress(TypeError):
        yield from (set(parts), frozenset(parts))
    if all(isinstance(one, str) and len(one) == 1 for one in parts):
        yield "".join(str(one) for one in parts)
    if parts and all(isinstance(one, tuple) and len(one) == 2 for one in parts):
        with contextlib.suppress(TypeError):
            yield dict(one for one in parts if isinstance(one, tuple))


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
