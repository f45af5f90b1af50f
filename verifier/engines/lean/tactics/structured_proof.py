"""The text of a proof whose steps are stated and proved one after another, as ``have``s, before the goal is closed.

A closed step is a statement of its own, rendered as every closed claim is. A step with letters speaks of the letters of
the theorem; that its two sides mean something is stated, and shown, beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from verifier.checkers.evaluate import Point
from verifier.checkers.lean.statement.laws import NotRenderable
from verifier.checkers.lean.statement.readings import SIGN
from verifier.checkers.lean.statement.statement import Statement, stated
from verifier.engines.lean.tactics.formula_proofs import texts
from verifier.engines.lean.tactics.formula_proofs import ways as by_lines
from verifier.engines.lean.tactics.names import intro, writer_of
from verifier.kernel.claim import Claim
from verifier.kernel.expr import Head
from verifier.kernel.verdict import Shows

MOST: Final = 40
"""Most steps of a proof."""

CHAINED: Final = "rw"
"""Closes the goal by rewriting it by the steps, in their order, until both its sides are the same."""


@dataclass(frozen=True, slots=True)
class Have:
    """A step of a proof: the ``id`` of the claim that it comes from, ``s3.c0``, and what it says."""

    id: str
    claim: Claim

    @property
    def name(self) -> str:
        """Its name in the proof."""
        step, claim = self.id.split(".")
        return f"step{step[1:]}_{claim[1:]}"


def ids(text: str) -> list[str]:
    """Return the ids of the steps that a proof states."""
    return [f"s{step}.c{claim}" for step, claim in re.findall(r"^  have step([0-9]+)_([0-9]+) : ", text, re.MULTILINE)]


def is_chained(text: str) -> bool:
    """Return whether a proof states steps, rewrites the goal by them, and does nothing else."""
    *steps, last = [line for line in text.splitlines()[1:] if not line.startswith("   ")] or [""]
    return last.startswith(f"  {CHAINED} [step") and all(line.startswith("  have step") for line in steps)


def heading(have: Have, statement: Statement) -> str:
    """Return the beginning of the line of a step in a proof of ``statement``: its name, and what it says.

    Raises: NotRenderable where it cannot be written there."""
    text = _lettered(have, statement) if have.claim.letters else _closed(have).text
    return f"have {have.name} : {text} := "


def ways(have: Have, statement: Statement) -> list[str]:
    """Return the lines that may state and show a step inside a proof of ``statement``, cheapest first: none where it
    cannot be written there."""
    try:
        head = heading(have, statement)
    except NotRenderable:
        return []
    shown = ["by grind"] if have.claim.letters else texts(_closed(have), {}, True, None)
    return [head + text.rstrip() for text in shown]


def closing_lines(statement: Statement, point: Point, order: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yield the lines that may close the goal, the first to try first; ``order``: steps by which it may be
    rewritten."""
    if not statement.is_closed:
        yield from by_lines(statement, point)
        return
    if order:
        yield [f"{CHAINED} [{', '.join(order)}]"]
    yield from ([f"exact {text}"] for text in texts(statement, point, True, None))


def laid_out(statement: Statement, steps: Sequence[str], closing: Sequence[str]) -> str:
    """Return the proof by the lines of its steps and those that close the goal."""
    head = [] if statement.is_closed else [intro(statement)]
    return "by\n" + "".join(f"  {_indented(line)}\n" for line in (*head, *steps, *closing))


def places(statement: Statement, steps: Sequence[str]) -> Iterator[range]:
    """Yield the numbers of the lines that each step takes in the proof, which begins at line 1."""
    at = 2 if statement.is_closed else 3
    for line in steps:
        yield range(at, at + line.count("\n") + 1)
        at += line.count("\n") + 1


def _closed(have: Have) -> Statement:
    return stated(have.claim, Shows.TRUE, {})


def _lettered(have: Have, statement: Statement) -> str:
    """A step in the theorem's own letters and values, with what it takes for both sides to mean something."""
    if statement.is_closed:
        raise NotRenderable("the theorem has no letters")
    if missing := sorted(have.claim.letters - set(statement.letters)):
        raise NotRenderable(f"the theorem does not have {', '.join(missing)}")
    if have.claim.relation not in (Head.EQ, Head.NE) and not statement.ordered:
        raise NotRenderable("the theorem's numbers have no order")
    writer, known = writer_of(statement), statement.writer
    writer.defined = []
    text = f"({writer.text(have.claim.left)} {SIGN[have.claim.relation]} {writer.text(have.claim.right)})"
    if writer.scopes[0].bound != known.scopes[0].bound or writer.laws != known.laws:
        raise NotRenderable("it has roots or functions that the theorem does not have")
    return " ∧ ".join([*(condition.text for condition in writer.defined), text])


def _indented(text: str) -> str:
    """Indent the lines after the first: Lean reads the indentation."""
    return text.replace("\n", "\n    ")
