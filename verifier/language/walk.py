"""The expressions of a formal chain with their places, and the names that stand in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from verifier.language.formal_chain import FormalChain, Spelled, Statement
from verifier.language.places import Place


def expressions(chain: FormalChain) -> Iterator[tuple[Place, Spelled]]:
    """Yield every expression of a chain with its place, those of its functions and alternatives among them."""
    place = Place(chain=chain.id)
    for variable in chain.variables.values():
        if variable.body is not None:
            yield replace(place, variable=variable.name), variable.body
    for fact in chain.facts:
        yield from ((replace(place, fact=fact.id), one) for one in fact.said)
    yield from ((replace(place, ask=i), one) for i, one in enumerate(chain.asks))
    for i, j, statement in chain.statements():
        at = replace(place, step=i, statement=j)
        yield from ((at, one) for one in readings(statement))


def readings(statement: Statement) -> Iterator[Spelled]:
    """Yield the expressions of a statement, then those of its alternatives, and of what it says besides."""
    yield from statement.said
    for other in statement.alternatives:
        yield from other
    for one in statement.besides:
        yield from (*readings(one), *one.given, *one.bonds)


def words(text: str) -> frozenset[str]:
    """Return the words of an expression: the names in it, bound letters and functions among them."""
    return frozenset("".join(char if char.isalnum() or char == "_" else " " for char in text).split())


def used(chain: FormalChain, spelled: Iterable[Spelled]) -> frozenset[str]:
    """Return the free names of expressions that could be read, and those that their functions use in turn."""
    found: set[str] = set()
    new = {name for one in spelled if one.expr is not None for name in one.expr.free}
    while new:
        found |= new
        bodies = (one.body for name in new if (one := chain.variables.get(name)) is not None)
        inner = {name for body in bodies if body is not None and body.expr is not None for name in body.expr.free}
        new = inner - found
    return frozenset(found)
