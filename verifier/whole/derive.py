"""What follows from what: each relation of a chain derived from the problem, by way of the latest relations that give
it, as its author would have it; and which of them the answer needs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from verifier.checkers.evaluate import shown
from verifier.engines.candidate import Engine
from verifier.engines.points import FEW, PointEngine
from verifier.engines.settle import settle
from verifier.engines.symbolic.propose import SymbolicEngine
from verifier.kernel.claim import Claim, Hypothesis, Standing, relate, suppose
from verifier.kernel.expr import Dec, Head, Int, Node, free_names, walk_expr
from verifier.kernel.verdict import Certificate, Proved
from verifier.whole.given import Given
from verifier.whole.said import Said, latest

FEWEST: Final = (1, 2)
"""How many of the latest relations are tried alone, before all that speak of the same letters."""

MOST_PREMISES: Final = 8


def exact() -> tuple[Engine, ...]:
    """Return the engines that derive: exact, deterministic, always at hand."""
    return PointEngine(0, FEW), SymbolicEngine(), PointEngine(FEW)


@dataclass(slots=True)
class Derivation:
    """What follows from the problem: ``found`` by id, and ``edges``, from each relation to those that it uses.

    ``loose`` edges are those by which a relation *may* use another: a number that stands in the problem as well."""

    found: dict[str, Certificate] = field(default_factory=dict)
    edges: dict[str, set[str]] = field(default_factory=dict)
    loose: dict[str, set[str]] = field(default_factory=dict)

    def needed(self, roots: Iterable[str]) -> frozenset[str]:
        """Return everything that these relations use or may use, and themselves."""
        seen: set[str] = set()
        waiting = list(roots)
        while waiting:
            here = waiting.pop()
            if here not in seen:
                seen.add(here)
                waiting += self.edges.get(here, set()) | self.loose.get(here, set())
        return frozenset(seen)


def derived(said: Sequence[Said], given: Given) -> Derivation:
    """Return what follows from what the problem gives, and from what."""
    done = Derivation()
    engines = exact()
    premises: list[Hypothesis] = []
    for one in said:
        certificate = None if not one.holds or one.judged.state == "refuted" else _shown(one, premises, given, engines)
        uses = set(one.by)
        if certificate is not None:
            done.found[one.id] = certificate
            uses |= {p.id for p in certificate.claim.premises if not p.id.startswith("p.")}
            if free_names(one.left, one.right) and one.relation is not Head.APPROX and not one.rounded:
                premises.append(suppose(one.id, Standing.PROVED, one.relation, one.left, one.right))
        else:
            uses |= {id for id in one.judged.rests_on if not id.startswith("p.")}
            uses |= _stated_before(one, said)
        if one.before is not None:
            uses.add(one.before.id)
        strong, weak = _numbers(one, said, given)
        done.edges[one.id] = (uses | strong) - {one.id}
        done.loose[one.id] = weak - {one.id}
    return done


def _shown(one: Said, premises: Sequence[Hypothesis], given: Given, engines: Sequence[Engine]) -> Certificate | None:
    rounded = frozenset() if one.judged.claim is None else one.judged.claim.rounded
    claim = relate(one.relation, one.left, one.right, rounded=rounded)
    if not claim.letters:
        return _proved(claim, engines)
    if one.own:
        return _proved(claim.for_all(), engines)
    mine = [p for p in reversed(premises) if p.formula.free & claim.letters]
    laid = given.premises(claim.letters)
    tried: set[tuple[Hypothesis, ...]] = set()
    for chosen in ((), *(tuple(mine[:n]) for n in FEWEST), tuple(laid), (*laid, *mine)[:MOST_PREMISES]):
        if chosen not in tried:
            tried.add(chosen)
            found = _proved(relate(claim.relation, claim.left, claim.right, chosen, rounded), engines)
            if found is not None:
                return found
    return None


def _proved(claim: Claim, engines: Sequence[Engine]) -> Certificate | None:
    verdict, _ = settle(claim, engines)
    return verdict.certificate if isinstance(verdict, Proved) else None


def _stated_before(one: Said, said: Sequence[Said]) -> set[str]:
    """The last relation before it in each of its letters: what a relation that follows from nothing may come from."""
    found: set[str] = set()
    for name in free_names(one.left, one.right):
        before = [o for o in said[: one.at] if o.holds and name in free_names(o.left, o.right)]
        found |= {o.id for o in before[-1:]}
    return found


def _numbers(one: Said, said: Sequence[Said], given: Given) -> tuple[set[str], set[str]]:
    """The relations that arrive at its numbers; the second set: at numbers that the problem gives too."""
    strong: set[str] = set()
    weak: set[str] = set()
    for number in dict.fromkeys(_numerals(one)):
        found = latest(said, number, one.at)
        if found is not None:
            (weak if number in given.numbers else strong).add(found.id)
    return strong, weak


def _numerals(one: Said) -> Iterator[Fraction]:
    for side in (one.left, one.right):
        if side is one.right and shown(side) is not None and not one.left.free:
            continue  # what it arrives at, not what it uses
        for term in walk_expr(side):
            if isinstance(term, Int | Dec):
                yield Fraction(term.value)
            elif isinstance(term, Node) and term.head is Head.PERCENT and (found := shown(term)) is not None:
                yield found[0]
