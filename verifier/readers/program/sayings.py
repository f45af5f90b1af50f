"""What the sentences of a step say of a run: by code, by patterns at each value, and where in the run it is."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from verifier.kernel.run_claim import Place, Said
from verifier.language.expressions.runs import ANYWHERE, value_spelled
from verifier.readers.program.facts import ProgramFacts
from verifier.readers.program.generally import generally
from verifier.readers.program.outcomes import outcomes
from verifier.readers.program.patterns import PATTERNS
from verifier.readers.program.saying import Saying, said_of, same_call, statement_of
from verifier.readers.program.tokens import Kind, Token


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
