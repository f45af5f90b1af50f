"""Whether translations were made apart: what says the same, whoever is said to have written it, counts once."""

from __future__ import annotations

from collections.abc import Iterable

from verifier.kernel.formula import free
from verifier.language.expressions.spell import spell
from verifier.language.formal_chain import FormalChain, Spelled, Variable


def content(chain: FormalChain) -> object:
    """Return what a translation says: equal for copies, whoever signs them and however they are spaced.

    Quotes, kinds of facts, units and what names mean in words are no part of it: a copy with other ones is a copy.
    """
    used = frozenset().union(*_names(chain))
    names = frozenset(_variable(one) for one in chain.variables.values() if one.name in used)
    facts = frozenset(one for fact in chain.facts for one in _said(fact.said))
    steps = tuple(tuple((s.role, _said(s.said), s.until, s.of) for s in step.statements) for step in chain.steps)
    return names, facts, _said(chain.asks), steps


def _names(chain: FormalChain) -> Iterable[frozenset[str]]:
    """The names that occur free in each fact, question and statement."""
    said = [*chain.asks, *(one for fact in chain.facts for one in fact.said)]
    said += [one for _, _, statement in chain.statements() for one in statement.said]
    return (free(one.expr) for one in said if one.expr is not None)


def _variable(one: Variable) -> object:
    return one.name, one.type, one.args, () if one.body is None else _said([one.body])


def _said(said: Iterable[Spelled]) -> tuple[str, ...]:
    """The expressions as the printer spells them; what spells nothing, as it was written but for white space."""
    return tuple("".join(one.text.split()) if one.expr is None else spell(one.expr) for one in said)
