"""Formal chains: the vocabulary, facts, questions and statements that a chain of reasoning is translated into.

Text stays as it was written, beside what it spells: a person edits the text, a program decides the expressions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from verifier.kernel.expr import Expr, Type
from verifier.kernel.run_claim import RunClaim
from verifier.language.expressions.errors import LanguageError
from verifier.language.expressions.functions import Sort
from verifier.language.expressions.scope import Scope

NO_WORDS: Final = "the language has no words for what was read"
"""Why a statement that a reader found is unsaid."""
ON_AN_ERROR: Final = "on-an-error"
"""The code of what keeps a step from being approved that uses the value of a false equation."""


class Role(StrEnum):
    """What a step does with a statement."""

    CLAIM, DEFINE, SUPPOSE, GOAL = "claim", "define", "suppose", "goal"
    ANSWER, RETRACT, RECALL, UNSAID = "answer", "retract", "recall", "unsaid"


class FactKind(StrEnum):
    """Where a fact comes from: the problem's words, what everybody knows, or the translator."""

    GIVEN, KNOWN, MODEL = "given", "known", "model"


@dataclass(frozen=True, slots=True)
class Spelled:
    """An expression as it was written, and what it spells, with its sort; where it spells nothing, why.

    ``run``: what it says of a run of the chain's program, where it is such a statement and no expression.
    """

    text: str
    expr: Expr | None = None
    sort: Sort | None = None
    error: LanguageError | None = None
    run: RunClaim | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """The program of a problem, and the call in it that the problem asks about."""

    program: str
    call: str


@dataclass(frozen=True, slots=True)
class Variable:
    """A quantity or function that the problem or, ``by_chain``, the chain alone speaks of.

    ``unit`` is a word such as ``dollar`` or ``mile/hour``. ``args`` are a function's letters, typed; ``body`` is what
    it does with them, if that is told.
    """

    name: str
    type: Type
    means: str = ""
    unit: str = ""
    by_chain: bool = False
    args: tuple[str, ...] = ()
    body: Spelled | None = None


@dataclass(frozen=True, slots=True)
class Fact:
    """What the problem gives. ``kind`` is None in files that are older than kinds."""

    id: str
    kind: FactKind | None
    quote: str
    said: tuple[Spelled, ...]


@dataclass(frozen=True, slots=True)
class Statement:
    """What a step says, in a role. ``said`` are its expressions, all of which it says.

    ``until``: the last step in which a supposition holds; ``of``: the step that is taken back. ``alternatives`` are
    other readings of the same words, each a whole one. ``besides`` is what the words say besides, as claims of their
    own: where one of them is refuted, the statement is. ``given``: formulas from which alone such a claim is to follow,
    in the place of all that stands before it; ``bonds``: formulas, of which one or two may be what its words use
    quietly: it must fail somewhere where they hold. ``guards`` are codes that forbid to decide, prove, refute, accuse
    or approve, or to let anything rest on it; ``rounded`` are spans of the quote with decimals that stand for rounded
    numbers.
    """

    role: Role
    quote: str
    said: tuple[Spelled, ...] = ()
    until: int | None = None
    of: int | None = None
    alternatives: tuple[tuple[Spelled, ...], ...] = ()
    besides: tuple[Statement, ...] = ()
    given: tuple[Spelled, ...] = ()
    bonds: tuple[Spelled, ...] = ()
    guards: tuple[str, ...] = ()
    rounded: tuple[tuple[int, int], ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class FormalStep:
    """The statements of a step, and the spans of its text that were left unread."""

    statements: tuple[Statement, ...] = ()
    unread: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class OtherReading:
    """Another reading of a statement, which its reader offers where the statement is refuted: its ``code``, what it is
    called, and what it says; None where the words are right as read so."""

    code: str
    message: str
    said: Spelled | None


@dataclass(frozen=True, slots=True)
class Author:
    """Who translated. What a file says of its author never raises trust; whether two translations were made apart is
    the word of the caller who trusts agreement.

    ``request``: the SHA-256 of what was asked, by which its answer is kept; ``sample``: the seed that was asked with.
    """

    kind: str = ""
    name: str = ""
    prompt: str = ""
    temperature: float | None = None
    sample: str = ""
    request: str = ""


@dataclass(frozen=True, slots=True)
class FormalChain:
    """A chain in the formal language. ``problem`` and ``steps_text`` are empty where the chain stands beside it.

    ``run``: the program that its statements about runs speak of. ``older``: it was written to an earlier draft (facts
    without kinds, letters without types).
    """

    id: str
    variables: Mapping[str, Variable]
    facts: tuple[Fact, ...]
    asks: tuple[Spelled, ...]
    steps: tuple[FormalStep, ...]
    by: Author = field(default_factory=Author)
    problem: str = ""
    steps_text: tuple[str, ...] = ()
    older: bool = False
    scope: Scope = field(default_factory=Scope)
    run: Run | None = None

    def statements(self) -> Iterator[tuple[int, int, Statement]]:
        """Yield every statement with the index of its step and its own in that step, in order."""
        for i, step in enumerate(self.steps):
            for j, statement in enumerate(step.statements):
                yield i, j, statement
