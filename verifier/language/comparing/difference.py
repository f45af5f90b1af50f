"""What differs between two translations of one chain: names, facts, what is asked, and the statements step by step.

Forms are compared (``normal``) under a guess which names are the same (``alignment``). Nothing is decided: what differs
here may be equivalent, and only an engine can say so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from verifier.language.comparing.alignment import Pair, aligned, matrices
from verifier.language.comparing.normal import normal
from verifier.language.formal_chain import FormalChain, Role, Spelled, Statement


@dataclass(frozen=True, slots=True)
class Item:
    """An expression of a translation: what it is (a fact's kind, a statement's role), the expression, its quote.

    ``said`` is None for a statement without an expression.
    """

    what: str
    said: Spelled | None
    quote: str = ""


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Split(Generic[T]):
    """What is in both translations, as pairs, and what is in one alone."""

    both: tuple[tuple[T, T], ...] = ()
    first: tuple[T, ...] = ()
    second: tuple[T, ...] = ()

    @property
    def same(self) -> bool:
        """Whether nothing is in one alone."""
        return not (self.first or self.second)


@dataclass(frozen=True, slots=True)
class Difference:
    """What two translations have in common and what not. ``names`` is a guess; ``retyped`` are pairs of names with
    different types."""

    names: tuple[Pair, ...]
    only_first: tuple[str, ...]
    only_second: tuple[str, ...]
    retyped: tuple[Pair, ...]
    facts: Split[Item]
    asks: Split[Item]
    steps: tuple[Split[Item], ...]

    @property
    def same(self) -> bool:
        """Whether nothing differs, up to the spelling and the names."""
        parts = (self.facts, self.asks, *self.steps)
        return not (self.only_first or self.only_second or self.retyped) and all(part.same for part in parts)

    def counts(self) -> Mapping[str, tuple[int, int, int]]:
        """Return how many names, facts, asks and statements are in both, in the first alone, in the second alone."""
        splits = {"facts": [self.facts], "asks": [self.asks], "statements": list(self.steps)}
        found = {"names": (len(self.names), len(self.only_first), len(self.only_second))}
        for name, parts in splits.items():
            found[name] = (
                sum(len(part.both) for part in parts),
                sum(len(part.first) for part in parts),
                sum(len(part.second) for part in parts),
            )
        return found


def difference(first: FormalChain, second: FormalChain) -> Difference:
    """Return what differs between two translations of one chain."""
    names = tuple(aligned(first, second))
    forms = _Forms(first, {}), _Forms(second, _renaming(names, first, second))
    steps = [_items_of(chain, forms[i]) for i, chain in enumerate((first, second))]
    count = max(map(len, steps))
    padded = [one + [[]] * (count - len(one)) for one in steps]
    types = [{name: one.type for name, one in chain.variables.items()} for chain in (first, second)]
    return Difference(
        names,
        tuple(name for name in first.variables if name not in {pair.first for pair in names}),
        tuple(name for name in second.variables if name not in {pair.second for pair in names}),
        tuple(pair for pair in names if types[0][pair.first] is not types[1][pair.second]),
        _split(_facts(first, forms[0]), _facts(second, forms[1])),
        _split(_asks(first, forms[0]), _asks(second, forms[1])),
        tuple(_split(a, b) for a, b in zip(*padded, strict=True)),
    )


def _renaming(names: Iterable[Pair], first: FormalChain, second: FormalChain) -> Mapping[str, str]:
    """The names of the second translation as the first has them; one that is alone, and is taken there, gets a mark."""
    alone = {name: f"{name}'" for name in second.variables if name in first.variables}
    return {**alone, **{pair.second: pair.first for pair in names}}


Keyed = tuple[str, Item]
"""An item, and the form by which it is found in the other translation."""


@dataclass(frozen=True, slots=True)
class _Forms:
    chain: FormalChain
    names: Mapping[str, str]

    def of(self, said: Spelled) -> str:
        """The form of an expression; of one that could not be read, its words."""
        if said.expr is None:
            return f"unread: {' '.join(said.text.split())}"
        return normal(said.expr, self.names, matrices(self.chain))


def _facts(chain: FormalChain, forms: _Forms) -> list[Keyed]:
    found = ((said, fact) for fact in chain.facts for said in fact.said)
    return [(forms.of(said), Item(fact.kind or "fact", said, fact.quote)) for said, fact in found]


def _asks(chain: FormalChain, forms: _Forms) -> list[Keyed]:
    return [(forms.of(said), Item("asked", said)) for said in chain.asks]


_PLAIN: Final = (Role.CLAIM, Role.RECALL)
"""Roles that assert a formula alike."""


def _items_of(chain: FormalChain, forms: _Forms) -> list[list[Keyed]]:
    return [[one for said in step.statements for one in _items(said, forms)] for step in chain.steps]


def _items(statement: Statement, forms: _Forms) -> Iterator[Keyed]:
    role = "claim" if statement.role in _PLAIN else statement.role.value
    if not statement.said:
        yield f"{role} {statement.of}", Item(statement.role.value, None, statement.quote)
    for said in statement.said:
        yield f"{role} {statement.until}: {forms.of(said)}", Item(statement.role.value, said, statement.quote)


def _split(first: Sequence[Keyed], second: Sequence[Keyed]) -> Split[Item]:
    """What is in both and in one alone; what is said twice is found twice."""
    waiting: dict[str, list[Item]] = {}
    for form, item in second:
        waiting.setdefault(form, []).append(item)
    both: list[tuple[Item, Item]] = []
    alone: list[Item] = []
    for form, item in first:
        if waiting.get(form):
            both.append((item, waiting[form].pop(0)))
        else:
            alone.append(item)
    left = {id(item) for items in waiting.values() for item in items}
    return Split(tuple(both), tuple(alone), tuple(item for _, item in second if id(item) in left))
