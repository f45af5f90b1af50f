"""Which equations are multiplied by which products of numbers, so that sums of the results may reach what is asked."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from verifier.checkers.formulas.places.monomials import Form, Monomial, spelled
from verifier.checkers.formulas.rules.linear import Row
from verifier.kernel.expr import Head, Int, Node, node

MAX_MULTIPLES = 48  # most multiples of equations
MAX_TERMS = 24  # most terms of an equation that is multiplied
MAX_WANTED = 160  # most products that multiples are made for
ROUNDS = 2


def multiples(rows: Sequence[Row], goals: Iterable[Form]) -> Iterator[tuple[int, Monomial]]:
    """Yield the index of an equation and what to multiply it by: what brings a term of it to a term of ``goals``, then
    to the terms that these multiples bring."""
    equations = {
        i: list(row.form) for i, row in enumerate(rows) if row.sign is Head.EQ and 1 < len(row.form) <= MAX_TERMS
    }
    wanted = {key for form in goals for key in form}
    highest = max((degree_of(key) for key in wanted.union(*equations.values())), default=0)
    done, fresh = set[tuple[int, Monomial]](), wanted
    for _ in range(ROUNDS):
        found = {(i, by) for i, keys in equations.items() for by in (*_quotients(keys, fresh), *_reduced(keys))} - done
        reached = set[Monomial]()
        for i, by in sorted(found, key=lambda one: (degree_of(one[1]), one[0], spelled(one[1]))):
            keys = [_times(by, key) for key in rows[i].form]
            if max(map(degree_of, keys)) > highest + 2 * _is_closed(by) or len(done) >= MAX_MULTIPLES:
                continue
            done.add((i, by))
            reached.update(keys)
            yield i, by
        nearest = sorted(reached - wanted, key=lambda one: (degree_of(one), spelled(one)))
        fresh = set(nearest[: MAX_WANTED - len(wanted)])
        wanted = wanted | fresh


def _quotients(terms: Iterable[Monomial], products: Collection[Monomial]) -> Iterator[Monomial]:
    """What, other than one, times a term is one of some products."""
    for term in terms:
        powers = dict(term)
        if closed := [atom for atom in powers if not atom.free]:
            rest = frozenset((atom, k) for atom, k in term if atom not in closed)
            inverses = [(node(Head.DIV, Int(1), atom), powers[atom]) for atom in closed]
            if rest in products and all(not isinstance(x, Node) or x.head is not Head.DIV for x in closed):
                yield frozenset(inverses)
        for product in products:
            left = dict(product)
            if any(left.get(atom, 0) < k for atom, k in powers.items()):
                continue
            by = frozenset((atom, k - powers.get(atom, 0)) for atom, k in left.items() if k > powers.get(atom, 0))
            if by:
                yield by


def _reduced(terms: Iterable[Monomial]) -> Iterator[Monomial]:
    """Roots, absolute values and sines in terms: their squares are other numbers."""
    for term in terms:
        for atom, _ in term:
            if isinstance(atom, Node) and atom.head in (Head.SIN, Head.SQRT, Head.ABS):
                yield frozenset({(atom, 1)})


def _times(a: Monomial, b: Monomial) -> Monomial:
    powers = dict(a)
    for atom, k in b:
        powers[atom] = powers.get(atom, 0) + k
    return frozenset(powers.items())


def degree_of(monomial: Monomial) -> int:
    """Return the sum of the powers."""
    return sum(k for _, k in monomial)


def _is_closed(monomial: Monomial) -> bool:
    return not any(atom.free for atom, _ in monomial)
