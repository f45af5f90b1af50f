"""Types of names that a chain leaves undeclared and uses as matrices, or as points; and of points used as vectors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Set
from typing import Final

from verifier.kernel.expr import Type
from verifier.language.formal_chain import FormalChain
from verifier.language.walk import expressions, words

MOST: Final = 8  # names whose type is looked for
MAX_TEXT: Final = 10_000  # characters of the expressions of a chain in which it is

Types = Mapping[str, Type]


def better_typed(chain: FormalChain, again: Callable[[Types], FormalChain]) -> FormalChain:
    """Return the chain, read ``again`` with the types of undeclared names, and of points, that leave less of it unread.

    All of them are tried as matrices and as points at first, then each by itself; points are tried as vectors alone.
    """
    names = _candidates(chain)
    if not names:
        return chain
    best, types, left = chain, dict[str, Type](), _unread(chain)
    for tried in _trials(names, {name for name in names if chain.variables[name].type is Type.POINT}):
        if not left:
            break
        read = again({**types, **tried})
        if (now := _unread(read)) < left:
            best, left = read, now
            types |= tried
    return _plainest(best, types, left, again)


def _plainest(best: FormalChain, types: Types, left: int, again: Callable[[Types], FormalChain]) -> FormalChain:
    """The chain without the types that nothing in it needs, and with points that it takes for vectors needlessly."""
    for name in types:
        for plainer in (None, Type.POINT):
            others = {one: kind for one, kind in types.items() if one != name}
            read = again(others if plainer is None else {**others, name: plainer})
            if _unread(read) <= left:
                best, types = read, others if plainer is None else {**others, name: plainer}
                break
    return best


def _trials(names: list[str], points: Set[str]) -> Iterator[dict[str, Type]]:
    for kind in (Type.MATRIX, Type.POINT):
        yield dict.fromkeys(names, kind)
    for name in names:
        for kind in (Type.MATRIX, Type.POINT, Type.POINT if name in points else Type.UNDECLARED):
            yield {name: kind}


def _candidates(chain: FormalChain) -> list[str]:
    """The names of no known type, or of points, that stand in an expression that could not be read."""
    names = [name for name, one in chain.variables.items() if one.type in (Type.UNDECLARED, Type.POINT)]
    if not names or sum(len(one.text) for _, one in expressions(chain)) > MAX_TEXT:
        return []
    failed = frozenset[str]().union(*(words(one.text) for _, one in expressions(chain) if one.error is not None))
    return [name for name in names if name in failed][:MOST]


def _unread(chain: FormalChain) -> int:
    return sum(one.error is not None for _, one in expressions(chain))
