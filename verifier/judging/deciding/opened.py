"""Where the judging of a translation is: what it holds, what was refuted, and what became of its statements."""

from __future__ import annotations

from dataclasses import dataclass, field

from verifier.claims.context import Context, fill
from verifier.engines.formulas.solving.forcing import forced
from verifier.judging.deciding.rests_on_error import Refutation
from verifier.judging.guarding import Found
from verifier.kernel.expr import Expr, Head, Node
from verifier.language.formal_chain import FormalChain


@dataclass(slots=True)
class JudgingContext(Context):
    """A context with what became of the statements so far: ``wrong`` are formulas that were refuted; ``found`` tells
    what became of each statement, by step and place in it; ``shown`` are formulas that were proved."""

    wrong: list[Refutation] = field(default_factory=list)
    found: dict[str, Found] = field(default_factory=dict)
    shown: set[Expr] = field(default_factory=set)


def opened(chain: FormalChain) -> JudgingContext:
    """Return the context that the vocabulary and the facts of a translation open; numbers that facts force are known in
    it, since a decimal that one of them rounds to may be rounded."""
    context = JudgingContext(chain)
    fill(context)
    context.values |= frozenset(forced(context.claim(Node(Head.TRUE))).values())
    return context
