"""The premises that a chain has gathered: each relation once, where it stood first, as firm as it was ever shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from verifier.kernel.claim import FIRM, Hypothesis, Standing
from verifier.kernel.expr import Expr, Head, Sym, node
from verifier.mathtext.notation.applied import substituted

MAX_KEPT = 64
MAX_PREMISES = 8  # most premises of one claim


def place(id: str) -> str:
    """Return how conditions of guards name a formula of a step, by its id: ``0.1`` for ``s0.c1``; the id itself of what
    is no such formula."""
    step, mark, number = id[1:].partition(".c")
    return f"{step}.{number}" if id[:1] == "s" and mark and step.isdecimal() else id


@dataclass(slots=True)
class _Held:
    premise: Hypothesis
    place: int


@dataclass(slots=True)
class Premises:
    """Relations in the order in which they were last stated; a claim has them in the order in which they first were."""

    _held: dict[Expr, _Held] = field(default_factory=dict)
    _places: int = 0
    replaced: dict[str, None] = field(default_factory=dict)
    """The ids of those that gave way to others."""
    again: dict[Expr, list[str]] = field(default_factory=dict)
    """Under which ids a relation was stated."""

    def __iter__(self) -> Iterator[Hypothesis]:
        """The premises, by where they stood first."""
        return (held.premise for held in sorted(self._held.values(), key=lambda held: held.place))

    def add(self, premise: Hypothesis) -> None:
        """Hold a premise; what is stated again is held once, by the first that is firm.

        One that was stated with its two letters exchanged gives way to it: an inverse function is looked for."""
        for said in _exchanged(premise):
            if (old := self._held.get(said)) is not None and old.premise.standing is Standing.STATED:
                self.replaced |= dict.fromkeys(self.again[said])
                del self._held[said]
        said = premise.formula
        self.again.setdefault(said, []).append(premise.id)
        held = self._held.pop(said, None)
        if held is None:
            if len(self._held) > MAX_KEPT:
                del self._held[next(islice(self._held, 1, None))]  # the first may be a fact of the problem
            held = _Held(premise, self._places)
            self._places += 1
        elif premise.standing in FIRM and held.premise.standing not in FIRM:
            held.premise = premise
        self._held[said] = held

    def has(self, premise: Hypothesis) -> bool:
        """Return whether a premise of the same relation is held."""
        return premise.formula in self._held

    def bind(self, names: frozenset[str]) -> bool:
        """Return whether a premise speaks of one of these letters."""
        return any(names & held.premise.formula.free for held in self._held.values())

    def about(self, reach: set[str], but: set[str]) -> list[Hypothesis]:
        """Return those stated last that speak of letters in ``reach``, directly or through one another, and of none in
        ``but``; ``reach`` grows by their letters."""
        chosen: list[_Held] = []
        for _ in range(2):
            for held in reversed(self._held.values()):
                names = held.premise.formula.free
                near = names & reach and not names & but
                if near and len(chosen) < MAX_PREMISES and not any(held is other for other in chosen):
                    chosen.append(held)
                    reach |= names
        return [held.premise for held in sorted(chosen, key=lambda held: held.place)]


def _exchanged(premise: Hypothesis) -> list[Expr]:
    """What a premise of two letters says with these exchanged, either way round."""
    names = sorted(premise.formula.free)
    if len(names) != 2 or premise.relation is not Head.EQ:
        return []
    first, second = (_swapped(side, *names) for side in (premise.left, premise.right))
    found: list[Expr] = [node(Head.EQ, first, second), node(Head.EQ, second, first)]
    return [] if premise.formula in found else found


def _swapped(term: Expr, one: str, other: str) -> Expr:
    return substituted(substituted(substituted(term, one, Sym("?")), other, Sym(one)), "?", Sym(other))
