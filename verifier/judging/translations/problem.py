"""The translation of a problem, examined before chains are translated over it: what its facts come to."""

from __future__ import annotations

from fractions import Fraction

from verifier.answers.compare import compare
from verifier.engines.formulas.leaves import found_model
from verifier.engines.formulas.solving.forcing import forced
from verifier.judging.agreeing.agreement import asked
from verifier.judging.deciding.opened import opened
from verifier.kernel.expr import Head, Node, node
from verifier.language.expressions.functions import Sort
from verifier.language.formal_chain import FormalChain

NO_MODEL = "facts: no example was found in which all of them hold: one of them says what the problem does not say"
NOT_DETERMINED = (
    "asks: the facts do not determine the value of what is asked: a fact is missing, or what is asked has no fact that "
    "says by its meaning what it is"
)
ANOTHER_ANSWER = (
    "facts: what they determine for what is asked is not the answer that is known: read the problem once more, and say "
    "what its author most plainly means; the answer itself is no fact"
)


def examined_facts(formal: FormalChain, reference: str | None = None) -> tuple[str, ...]:
    """Return what is wrong with the facts of a translation, in words for its translator.

    The reference answer is compared with, and never told: a translator that knew it could write facts to it.
    """
    if not formal.facts:
        return ()
    if found_model(opened(formal).firm_claim(node(Head.TRUE))) is None:
        return (NO_MODEL,)
    found = forced_answer(formal)
    if found is None:
        sought = bool(formal.asks) and all(one.sort is Sort.NUMBER for one in formal.asks)
        return (NOT_DETERMINED,) if sought else ()
    return (ANOTHER_ANSWER,) if reference is not None and differs(found, reference) else ()


def forced_answer(formal: FormalChain) -> Fraction | bool | None:
    """Return what the facts of a translation force for the one value that is asked, None where they do not."""
    found = asked(formal, forced(opened(formal).claim(Node(Head.TRUE))))
    return found[0] if found is not None and len(found) == 1 else None


def differs(found: Fraction | bool, reference: str) -> bool:
    """Return whether a value is another than a reference answer, as far as that is told."""
    return not isinstance(found, bool) and compare(str(found), reference).state == "different"
