"""What a sentence may say of a run: a value, and what it is the value of."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from dataclasses import dataclass

from verifier.kernel.run_claim import Place, Said
from verifier.language.expressions.runs import ANYWHERE, expression_or_none, module_or_none, value_spelled
from verifier.readers.program.facts import ProgramFacts
from verifier.readers.program.tokens import Token, is_expression


@dataclass(frozen=True, slots=True)
class Saying:
    """What a sentence says: of what, which value (a token of it), and where. ``exact``: the value is that of the whole
    call, whose kind matters. ``tokens`` are those of the sentence, ``at`` the place of the value among them, ``begins``
    that of the first token of what it is said of. ``behind``: how many tokens behind the value belong to it. ``call``:
    what it is said of, where that is not the call of the problem."""

    said: Said
    subject: str
    tokens: tuple[Token, ...]
    at: int
    begins: int
    exact: bool = False
    place: Place = ANYWHERE
    values: tuple[str, ...] = ()
    behind: int = 0
    call: str = ""

    @property
    def value(self) -> Token:
        """The value that is said."""
        return self.tokens[self.at]

    @property
    def span(self) -> tuple[int, int]:
        """Where it stands."""
        return self.tokens[self.begins].start, self.tokens[self.at + self.behind].end

    @property
    def rest(self) -> tuple[Token, ...]:
        """The tokens behind the value, and behind what belongs to it."""
        return self.tokens[self.at + self.behind + 1 :]


def statement_of(text: str) -> ast.stmt | None:
    """Return the statement that a piece of code is, None where it is none, or several."""
    tree = module_or_none(text.removeprefix("python\n").strip())
    return tree.body[0] if tree is not None and len(tree.body) == 1 else None


def same_call(text: str, facts: ProgramFacts) -> bool:
    """Return whether a piece of code is the call that the problem asks about."""
    return _plain(text) is not None and _plain(text) == _plain(facts.call)


@functools.lru_cache(maxsize=2048)
def _plain(text: str) -> str | None:
    tree = expression_or_none(text)
    return None if tree is None else ast.dump(tree)


def said_of(
    subject: str, sentence: tuple[Token, ...], at: int, begins: int, facts: ProgramFacts, place: Place = ANYWHERE
) -> Iterator[Saying]:
    """Yield what is said of a name, a call or another expression of the program."""
    if same_call(subject, facts):
        yield Saying(Said.RETURNS, "", sentence, at, begins, exact=True)
    elif subject.isidentifier():
        if subject in facts.names:
            yield Saying(Said.AT, subject, sentence, at, begins, place=place)
    elif is_expression(subject) and not _asks_only(subject):
        yield Saying(Said.EVALUATES, subject, sentence, at, begins, place=place)


def _asks_only(subject: str) -> bool:
    """Whether an expression is a value, or several things side by side: nothing is said of what it gives."""
    tree = expression_or_none(subject)
    return isinstance(tree, ast.Tuple | ast.Compare) or value_spelled(subject) is not None
