"""The translation of a problem, examined before chains are translated over it: what its facts come to."""

from __future__ import annotations

from verifier.engines.formulas.leaves import found_model
from verifier.judging.deciding.opened import opened
from verifier.judging.translations.forced_answer import differs, forced_answer
from verifier.kernel.expr import Head, node
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
