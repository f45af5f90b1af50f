"""Terms and claims at random, each with its value found independently of the kernel and of the engines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from support.terms import X, Y, add, mul, power
from verifier.engines.candidate import Candidate
from verifier.engines.points import PointEngine
from verifier.engines.symbolic.propose import SymbolicEngine
from verifier.kernel.claim import Claim, Hypothesis, Standing, relate, suppose
from verifier.kernel.expr import Dec, Expr, Head, Int, Sym, node, number
from verifier.kernel.functions import RELATIONS
from verifier.kernel.verdict import CheckFailed, Proved, Refuted, Unknown, admit

ENGINES = (PointEngine(), SymbolicEngine(leaves=True))


@dataclass(frozen=True)
class Valued:
    """A term and its value; None where it has none."""

    term: Expr
    value: Fraction | None


def fact(left: Expr, right: Expr, relation: str = "=", standing: Standing = Standing.FACT) -> Hypothesis:
    return suppose("p", standing, RELATIONS[relation], left, right)


def claim(left: Expr, right: Expr, relation: str = "=", *premises: Hypothesis, **more: Any) -> Claim:
    return relate(RELATIONS[relation], left, right, premises=premises, **more)


def identity(left: Expr, right: Expr, relation: str = "=", **more: Any) -> Claim:
    return relate(RELATIONS[relation], left, right, **more).for_all()


def verdicts(asked: Claim) -> Iterator[Proved | Refuted | Unknown]:
    """Yield what every engine gets through the door, and why it gets nothing."""
    for engine in ENGINES:
        for found in engine.propose(asked):
            if isinstance(found, Unknown):
                yield found
                continue
            assert isinstance(found, Candidate)
            try:
                yield admit(found.claim, found.proof, found.checker)
            except CheckFailed as error:
                yield Unknown(error.reason, str(error))


def shown(asked: Claim) -> set[bool]:
    """Return what is shown of the claim: True, False, both (a broken checker) or nothing."""
    found = list(verdicts(asked))
    return {isinstance(v, Proved) for v in found if not isinstance(v, Unknown)}


def reasons(asked: Claim) -> set[str]:
    """Return the reasons for which the engines leave the claim unknown."""
    return {v.reason.value for v in verdicts(asked) if isinstance(v, Unknown)}


def _apply(op: Head, a: Valued, b: Valued) -> Valued:
    term = node(op, a.term, b.term)
    if a.value is None or b.value is None or (op is Head.DIV and b.value == 0):
        return Valued(term, None)
    result = {Head.ADD: a.value + b.value, Head.SUB: a.value - b.value, Head.MUL: a.value * b.value}
    return Valued(term, a.value / b.value if op is Head.DIV else result[op])


def _alone(op: Head, a: Valued) -> Valued:
    if a.value is None:
        return Valued(node(op, a.term), None)
    return Valued(node(op, a.term), {Head.NEG: -a.value, Head.ABS: abs(a.value), Head.PERCENT: a.value / 100}[op])


def arithmetic(decimals: bool = False, **values: Fraction) -> st.SearchStrategy[Valued]:
    """Rational terms in the letters of ``values``, with their value there."""
    leaves: list[st.SearchStrategy[Valued]] = [st.integers(0, 30).map(lambda n: Valued(Int(n), Fraction(n)))]
    leaves += [st.just(Valued(Sym(name), x)) for name, x in values.items()] * 2
    if decimals:
        leaves.append(st.builds(Dec, st.integers(0, 999), st.integers(1, 3)).map(lambda d: Valued(d, d.value)))
    return st.recursive(
        st.one_of(leaves),
        lambda inner: st.one_of(
            st.builds(_apply, st.sampled_from([Head.ADD, Head.SUB, Head.MUL, Head.DIV]), inner, inner),
            st.builds(_alone, st.sampled_from([Head.NEG, Head.ABS, Head.PERCENT]), inner),
        ),
        max_leaves=8,
    )


Sparse = dict[tuple[int, int], int]
"""A polynomial in x and y: coefficients by exponents."""


@dataclass(frozen=True)
class Polynomial:
    """A term in x and y and what it expands to."""

    term: Expr
    terms: tuple[tuple[tuple[int, int], int], ...]

    @property
    def expanded(self) -> Sparse:
        return dict(self.terms)


def _combined(op: Head, a: Polynomial, b: Polynomial) -> Polynomial:
    out: Sparse = {}
    if op is Head.MUL:
        for (i, j), c in a.terms:
            for (k, m), d in b.terms:
                out[i + k, j + m] = out.get((i + k, j + m), 0) + c * d
    else:
        out = a.expanded
        for key, d in b.terms:
            out[key] = out.get(key, 0) + (d if op is Head.ADD else -d)
    return Polynomial(node(op, a.term, b.term), tuple((k, c) for k, c in sorted(out.items()) if c))


polynomials: st.SearchStrategy[Polynomial] = st.recursive(
    st.one_of(
        st.just(Polynomial(X, (((1, 0), 1),))),
        st.just(Polynomial(Y, (((0, 1), 1),))),
        st.integers(0, 9).map(lambda n: Polynomial(Int(n), (((0, 0), n),) if n else ())),
    ),
    lambda inner: st.builds(_combined, st.sampled_from([Head.ADD, Head.SUB, Head.MUL]), inner, inner),
    max_leaves=8,
)


def spelled(poly: Sparse) -> Expr:
    """Return the expanded polynomial as a term."""
    total: Expr = Int(0)
    for (i, j), c in sorted(poly.items()):
        total = add(total, mul(number(c), mul(power(X, i) if i else Int(1), power(Y, j) if j else Int(1))))
    return total
