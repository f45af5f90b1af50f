"""Types of names that a chain leaves undeclared and uses as matrices, or as points."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from verifier.kernel.formula import Type
from verifier.language.formal_chain import FormalChain
from verifier.language.walk import expressions, words

MOST: Final = 8  # names whose type is looked for
MAX_TEXT: Final = 10_000  # characters of the expressions of a chain in which it is

Types = Mapping[str, Type]


def better_typed(chain: FormalChain, again: Callable[[Types], FormalChain]) -> FormalChain:
    """Return the chain, read ``again`` with the types of undeclared names that leave less of it unread.

    All of them are tried as matrices and as points at first, then each by itself.
    """
    names = _candidates(chain)
    if not names:
        return chain
    best, types, left = chain, dict[str, Type](), _unread(chain)
    for tried in _trials(names):
        if not left:
            break
        read = again({**types, **tried})
        if (now := _unread(read)) < left:
            best, left = read, now
            types |= tried
    return _plainest(best, types, left, again)


def _plainest(best: FormalChain, types: Types, left: int, again: Callable[[Types], FormalChain]) -> FormalChain:
    """The chain without the types that nothing in it needs."""
    for name in types:
        fewer = {one: kind for one, kind in types.items() if one != name}
        read = again(fewer)
        if _unread(read) <= left:
            best, types = read, fewer
    return best


def _trials(names: list[str]) -> Iterator[dict[str, Type]]:
    for kind in (Type.MATRIX, Type.POINT):
        yield dict.fromkeys(names, kind)
    for name in names:
        for kind in (Type.MATRIX, Type.POINT, Type.UNDECLARED):
            yield {name: kind}


def _candidates(chain: FormalChain) -> list[str]:
    """The undeclared names that stand in an expression that could not be read."""
    names = [name for name, one in chain.variables.items() if one.type is Type.UNDECLARED]
    if not names or sum(len(one.text) for _, one in expressions(chain)) > MAX_TEXT:
        return []
    failed = frozenset[str]().union(*(words(one.text) for _, one in expressions(chain) if one.error is not None))
    return [name for name in names if name in failed][:MOST]


def _unread(chain: FormalChain) -> int:
    return sum(one.error is not None for _, one in expressions(chain))
