"""Which names of two translations of one chain may mean the same: a guess from words, units and forms, no proof."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from verifier.kernel.expr import Expr, Type
from verifier.language.comparing.normal import normal
from verifier.language.expressions.scope import SORTS
from verifier.language.formal_chain import FormalChain, Variable

LEAST: Final = 2.0  # of the score of two names that are held for one
MOST_ROUNDS: Final = 8
MOST_USES: Final = 40  # expressions with a name that are looked at
_EMPTY_WORDS: Final = frozenset(
    {"the", "a", "an", "of", "in", "on", "at", "for", "to", "and", "that", "by", "is", "are"}
)
_ITSELF, _OTHER = "?", "_"


@dataclass(frozen=True, slots=True)
class Pair:
    """Two names that are held for one, and why: ``grounds`` are words such as "same name"."""

    first: str
    second: str
    grounds: tuple[str, ...]
    score: float


def aligned(first: FormalChain, second: FormalChain) -> list[Pair]:
    """Return which names of two translations may be the same, each name once; a guess.

    Names that are found to be the same let others be found, in rounds.
    """
    found: list[Pair] = []
    before = _Names(first), _Names(second)
    for _ in range(MOST_ROUNDS):
        more = _round(*before, found)
        if not more:
            break
        found += more
    order = {name: i for i, name in enumerate(first.variables)}
    return sorted(found, key=lambda pair: order[pair.first])


def matrices(chain: FormalChain) -> frozenset[str]:
    """Return the names that stand for matrices."""
    return frozenset(name for name, one in chain.variables.items() if one.type is Type.MATRIX)


class _Names:
    """The names of a translation, and the expressions in which each stands, with their place."""

    def __init__(self, chain: FormalChain) -> None:
        self.variables = chain.variables
        self.matrices = matrices(chain)
        self.words = {name: _words(one.means) for name, one in chain.variables.items()}
        self.uses: dict[str, list[tuple[str, Expr]]] = {name: [] for name in chain.variables}
        for place, expr in _expressions(chain):
            for name in expr.free & self.uses.keys():
                if len(self.uses[name]) < MOST_USES:
                    self.uses[name].append((place, expr))

    def signature(self, name: str, known: Mapping[str, str]) -> frozenset[tuple[str, str]]:
        """The forms in which a name stands, with others under the names that are ``known`` to both."""
        told = {other: known.get(other, _OTHER) for other in self.variables} | {name: _ITSELF}
        return frozenset((place, normal(expr, told, self.matrices)) for place, expr in self.uses[name])


def _expressions(chain: FormalChain) -> Iterator[tuple[str, Expr]]:
    for fact in chain.facts:
        yield from (("fact", one.expr) for one in fact.said if one.expr is not None)
    yield from (("ask", one.expr) for one in chain.asks if one.expr is not None)
    for i, _, statement in chain.statements():
        yield from ((f"step {i}", one.expr) for one in statement.said if one.expr is not None)


def _round(first: _Names, second: _Names, found: list[Pair]) -> list[Pair]:
    """The pairs of free names of which each is the other's best."""
    left = [name for name in first.variables if name not in {pair.first for pair in found}]
    right = [name for name in second.variables if name not in {pair.second for pair in found}]
    known = (
        {pair.first: f"={i}" for i, pair in enumerate(found)},
        {pair.second: f"={i}" for i, pair in enumerate(found)},
    )
    signed = (
        {name: first.signature(name, known[0]) for name in left},
        {name: second.signature(name, known[1]) for name in right},
    )
    pairs = [
        pair
        for a in left
        for b in right
        if (pair := _pair(first, second, a, b, signed[0][a] & signed[1][b])) is not None
    ]
    taken: set[tuple[int, str]] = set()
    chosen: list[Pair] = []
    for pair in sorted(pairs, key=lambda one: (-one.score, one.first != one.second, one.first, one.second)):
        if not taken & {(0, pair.first), (1, pair.second)}:
            chosen.append(pair)
        taken |= {(0, pair.first), (1, pair.second)}
    return chosen


def _pair(first: _Names, second: _Names, a: str, b: str, common: frozenset[tuple[str, str]]) -> Pair | None:
    one, other = first.variables[a], second.variables[b]
    if not _comparable(one, other):
        return None
    facts = sum(place == "fact" for place, _ in common)
    said = len(common) - facts
    alike = _alike(first.words[a], second.words[b])
    told = (
        ("same name", 2.0 if a == b else 0.0),
        ("same facts", min(facts, 2) * 1.5),
        ("same statements", min(said, 3) * 0.75),
        ("similar meaning", 3 * alike if alike >= 1 / 3 else 0.0),
        ("same unit", 0.5 if one.unit and one.unit == other.unit else 0.0),
    )
    apart = 1.0 if one.unit and other.unit and one.unit != other.unit else 0.0
    score = sum(worth for _, worth in told) - apart
    return Pair(a, b, tuple(ground for ground, worth in told if worth), score) if score >= LEAST else None


def _comparable(one: Variable, other: Variable) -> bool:
    """Whether two names denote things of one kind."""
    functions = one.type is Type.FUNCTION, other.type is Type.FUNCTION
    if any(functions):
        return all(functions) and len(one.args) == len(other.args)
    return SORTS[one.type] is SORTS[other.type]


def _words(text: str) -> frozenset[str]:
    clean = "".join(char if char.isalnum() else " " for char in text.lower())
    return frozenset(clean.split()) - _EMPTY_WORDS


def _alike(one: frozenset[str], other: frozenset[str]) -> float:
    """The share of words in common, from 0 to 1."""
    return len(one & other) / len(one | other) if one and other else 0.0
