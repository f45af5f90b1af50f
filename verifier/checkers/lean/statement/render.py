"""From a claim to the text of a Lean proposition: every character of it is ours.

Letters become ``x0``, ``x1``, ...; numerals carry their type; what a division by zero or a root of a negative
number would mean in Lean never matters, because every such place is stated to be defined.

Two shapes. *At a point* (closed rational claims, counterexamples): rational numbers exist that are the letters' values
and the roots' values, everything is defined, and the relation holds, or does not. *Everywhere* (identities,
consequences, closed claims with irrational numbers): in every field of characteristic zero, or in every ordered field,
the premises imply the relation, or its denial. What holds in all ordered fields holds in the real
numbers, and what holds in all fields holds in the complex numbers too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import Any

from verifier.checkers.evaluate import shown, value
from verifier.checkers.functions import NotEvaluated, Unsupported
from verifier.checkers.lean.statement.laws import Laws, NotRenderable
from verifier.checkers.lean.statement.multiples import multiple
from verifier.checkers.lean.statement.terms import Defined, Numbers, Writer
from verifier.kernel.claim import Claim, Hypothesis
from verifier.kernel.expr import Const, Dec, Expr, Head, Node, Type, free_names, walk_expr
from verifier.kernel.verdict import Shows

MAX_LENGTH = 20_000
"""Longest statement, in characters."""

MAX_SCALE = 1_000_000

ORDER = frozenset({Head.LT, Head.LE, Head.GT, Head.GE})
SIGN = {
    Head.EQ: "=",
    Head.APPROX: "=",  # to be shown where the sides are equal, which is more than was claimed
    Head.NE: "≠",
    Head.LT: "<",
    Head.LE: "≤",
    Head.GT: ">",
    Head.GE: "≥",
}
MATHLIB_HEAD = {
    Numbers.FIELD: "∀ {K : Type} [Field K] [CharZero K]",
    Numbers.ORDERED: "∀ {K : Type} [Field K] [LinearOrder K] [IsStrictOrderedRing K]",
}
HEAD = {
    Numbers.FIELD: "∀ {K : Type} [Lean.Grind.Field K] [Lean.Grind.IsCharP K 0]",
    Numbers.ORDERED: "∀ {K : Type} [Lean.Grind.Field K] [LE K] [LT K] [Std.IsLinearOrder K] [Std.LawfulOrderLT K]"
    " [Lean.Grind.OrderedRing K]",
}


@dataclass(frozen=True, slots=True)
class Manner:
    """Choices in the making of a statement, each with a meaning of its own that the certificate shows.

    ``assume_defined`` turns the claim's own "is defined" from something to show into a side condition (identities
    always assume it: they speak of the points where both sides mean something). ``as_rounded``: what is to be shown is
    that the sides differ by half a unit of the last place shown at most.
    ``mathlib``: the fields are those of Mathlib, which is imported.
    """

    assume_defined: bool = False
    as_rounded: bool = False
    mathlib: bool = False

    def data(self) -> dict[str, bool]:
        """Return the manner as the data of a proof."""
        return {name: True for name in self.__slots__ if getattr(self, name)}


PLAIN = Manner()


def manner(data: Mapping[str, Any]) -> Manner:
    """Return the manner that the data of a proof ask for."""
    return Manner(**{name: data.get(name) is True for name in Manner.__slots__})


@dataclass(frozen=True, slots=True)
class Statement:
    """A proposition of Lean, and how it is to be read.

    ``letters[i]`` is the letter called ``xi``. ``roots`` are the roots called ``s0``, ``s1``, ..., each after those
    inside it. ``bound``: every name in its order. ``hypotheses``: the names that each one introduces, in their order
    (an empty text where it introduces none). ``equation``: what is to be shown is a bare equation. ``side_conditions``
    are assumed of the letters and are no part of the claim. For the proofs: ``gaps`` are what the premises say is not
    negative, and whether it is positive; ``gap`` is what is to be shown not to be negative; ``laws`` are the functions
    of which only laws are known, and ``functions`` the names that they and their laws are introduced by; ``head`` binds
    the field; ``mathlib``: Mathlib is in scope;
    ``taken`` are the roots of letters that need not be real, as (index, radicand, its text).
    """

    text: str
    numbers: Numbers
    letters: tuple[str, ...]
    roots: tuple[Expr, ...] = ()
    equation: bool = False
    side_conditions: tuple[str, ...] = ()
    bound: tuple[str, ...] = ()
    hypotheses: tuple[str, ...] = ()
    as_rounded: bool = False
    gaps: tuple[tuple[str, bool], ...] = ()
    gap: Expr | None = None
    laws: Laws = field(default_factory=Laws)
    functions: tuple[str, ...] = ()
    taken: tuple[tuple[int, Expr, str], ...] = ()
    head: str = ""
    mathlib: bool = False

    @property
    def at_point(self) -> bool:
        """Whether it speaks of values that exist, and not of all values."""
        return self.numbers is Numbers.RATIONAL

    @property
    def ordered(self) -> bool:
        """Whether it speaks of ordered fields."""
        return self.numbers is Numbers.ORDERED


def render(claim: Claim, shows: Shows, manner: Manner = PLAIN) -> Statement:
    """Return the statement whose truth shows the claim true, or false. Raises: NotRenderable."""
    _exact(claim, shows)
    if manner.as_rounded and (claim.letters or shows is Shows.FALSE):
        raise NotRenderable("only what is closed and true is shown as rounded")
    counterexample = claim.letters and claim.is_for_all and shows is Shows.FALSE
    if counterexample or (not claim.letters and not _irrational(claim)):
        found = _at_point(claim, shows, manner)
    else:
        found = _everywhere(claim, shows, manner)
    if len(found.text) > MAX_LENGTH:
        raise NotRenderable(f"the statement has more than {MAX_LENGTH} characters")
    return found


def _exact(claim: Claim, shows: Shows) -> None:
    """Equal values are equal also where decimals stand for what they round; all else about those is not for Lean."""
    equations = {Head.EQ, Head.APPROX}
    if shows is Shows.FALSE and claim.relation is Head.APPROX:
        raise NotRenderable("approximate equality has no exact denial")
    if any(p.relation is Head.APPROX for p in claim.premises):
        raise NotRenderable("a premise is an approximate equality")
    if shows is Shows.TRUE and equations.issuperset({claim.relation, *(p.relation for p in claim.premises)}):
        return
    if any(isinstance(t, Dec) and t in claim.rounded for side in claim.terms for t in walk_expr(side)):
        raise NotRenderable("it has a rounded decimal")


def _irrational(claim: Claim) -> bool:
    try:
        value(claim.left, {}), value(claim.right, {})
    except Unsupported:
        return True
    except NotEvaluated:
        return False
    return False


def _names(claim: Claim) -> dict[str, str]:
    return {letter: f"x{i}" for i, letter in enumerate(sorted(free_names(*claim.terms)))}


def _relation(writer: Writer, relation: Head, left: Expr, right: Expr) -> str:
    return f"({writer.text(left)} {SIGN[relation]} {writer.text(right)})"


def _final(writer: Writer, claim: Claim, shows: Shows, manner: Manner) -> str:
    if manner.as_rounded:
        return _near(writer, claim)
    final = _relation(writer, claim.relation, claim.left, claim.right)
    return final if shows is Shows.TRUE else f"(¬ {final})"


def _near(writer: Writer, claim: Claim) -> str:
    """The sides differ by half a unit of the last place at most, of the numeral that shows the other side rounded."""
    units = [found[1] for side in (claim.left, claim.right) if (found := shown(side)) is not None]
    if not units:
        raise NotRenderable("no side is a numeral that may show the other rounded")
    left, right, half = writer.text(claim.left), writer.text(claim.right), writer.fraction(Fraction(min(units)) / 2)
    return f"(({left} - {right}) ≤ {half}) ∧ (({right} - {left}) ≤ {half})"


def _at_point(claim: Claim, shows: Shows, manner: Manner) -> Statement:
    """Values exist at which all is defined, the premises hold, and the relation holds or fails."""
    names = _names(claim) if claim.letters else {}
    writer = Writer(Numbers.RATIONAL, names)
    parts = [_relation(writer, p.relation, p.left, p.right) for p in (claim.premises if claim.letters else ())]
    final = _final(writer, claim, shows, manner)
    parts += [*(d.text for d in writer.defined), final]
    bound = (*names.values(), *writer.bound)
    quantifier = f"∃ {' '.join(bound)} : Rat, " if bound else ""
    text = quantifier + " ∧ ".join(parts)
    found = (text, Numbers.RATIONAL, tuple(names), tuple(writer.roots))
    return Statement(*found, bound=bound, as_rounded=manner.as_rounded, mathlib=manner.mathlib)


def _everywhere(claim: Claim, shows: Shows, manner: Manner) -> Statement:
    """Wherever the premises hold, all is defined and the relation holds, or all is defined and it fails."""
    numbers = _numbers(claim)
    assume_defined = manner.assume_defined or claim.is_for_all
    writer = Writer(numbers, names := _names(claim) if claim.letters else {}, claim.domain is not Type.UNDECLARED)
    hypotheses: list[tuple[str, str]] = []
    for p in claim.premises if claim.letters else ():
        hypotheses += _premise(writer, p)
    before = len(writer.defined)
    final = _final(writer, claim, shows, manner)
    own = writer.defined[before:]
    if shows is Shows.FALSE and (writer.branches or any(_partial_root(d) for d in own)):
        raise NotRenderable("a root of letters may mean nothing, and what means nothing is not refuted")
    # What a name stands for is a hypothesis by nature.
    assumed = [d for d in own if d.name or (assume_defined and d.has_letters)]
    hypotheses += [(d.name, d.text) for d in assumed]
    goal = [*(d.text for d in own if d not in assumed), final]
    bound = (*names.values(), *writer.bound)
    field_ = (MATHLIB_HEAD if manner.mathlib else HEAD)[numbers]
    head = field_ + (f" ({' '.join(bound)} : {numbers.type}), " if bound else ", ")
    stated = [*_branches(writer), *writer.laws.stated(numbers.type, numbers.ordered, "pi" in writer.bound)]
    head += "".join(part for _, part in stated)
    text = head + "".join(f"{h} → " for _, h in hypotheses) + f"({' ∧ '.join(goal)})"
    sides = tuple(dict.fromkeys(d.shown for d in assumed if d.has_letters and not d.name.startswith("m")))
    equation = len(goal) == 1 and shows is Shows.TRUE and claim.relation is Head.EQ and not manner.as_rounded
    introduced = tuple(name for name, _ in hypotheses)
    gaps = tuple(found for p in claim.premises if (found := _gap(writer, p)) is not None) if claim.letters else ()
    gap = _difference(claim.relation, claim.left, claim.right) if shows is Shows.TRUE else None
    roots = tuple(writer.roots)
    functions = tuple(name for name, _ in stated)
    shape = (equation, sides, bound, introduced, manner.as_rounded, gaps, gap, writer.laws, functions)
    last = (tuple(writer.taken), field_, manner.mathlib)
    return Statement(text, numbers, tuple(names), roots, *shape, *last)


def _branches(writer: Writer) -> Iterator[tuple[str, str]]:
    """The functions that take roots, each with its power, and with the roots of those multiples that are met.

    The principal root of ``k^n * y`` is k times that of ``y`` for every natural k, and so is the real root.
    """
    for n in writer.branches:
        yield f"r{n}", f"∀ r{n} : K → K, "
        yield f"hr{n}", f"(∀ y : K, (r{n} y) ^ ({n} : Nat) = y) → "
        radicands = [radicand for index, radicand, _ in writer.taken if index == n]
        found = [c for a, b in combinations(radicands, 2) if (c := multiple(n, a, b)) is not None]
        for k in sorted({k for c in found for k in (c.numerator, c.denominator) if 1 < k <= MAX_SCALE}):
            yield f"hr{n}x{k}", f"(∀ y : K, (r{n} (({k**n} : K) * y)) = (({k} : K) * (r{n} y))) → "


def _difference(relation: Head, left: Expr, right: Expr) -> Expr | None:
    """What an order relation says is not negative."""
    if relation not in ORDER:
        return None
    more = relation in (Head.GT, Head.GE)
    return Node(Head.SUB, (left, right) if more else (right, left))


def _gap(writer: Writer, p: Hypothesis) -> tuple[str, bool] | None:
    found = _difference(p.relation, p.left, p.right)
    return None if found is None else (writer.text(found), p.relation in (Head.LT, Head.GT))


def _partial_root(d: Defined) -> bool:
    return d.has_letters and d.name.startswith("s")


def _premise(writer: Writer, premise: Hypothesis) -> list[tuple[str, str]]:
    """A premise that holds is defined: its conditions are hypotheses beside it."""
    before = len(writer.defined)
    text = _relation(writer, premise.relation, premise.left, premise.right)
    return [*((d.name, d.text) for d in writer.defined[before:]), ("", text)]


def _numbers(claim: Claim) -> Numbers:
    """Return which numbers the letters stand for. Raises: NotRenderable."""
    order = bool(ORDER & {claim.relation, *(p.relation for p in claim.premises)})
    if order and claim.domain is Type.COMPLEX:
        raise NotRenderable("complex numbers have no order")
    if not order and any(t == Const("i") for side in claim.terms for t in walk_expr(side)):
        return Numbers.FIELD
    ordered = order or claim.domain is Type.REAL or not claim.letters
    return Numbers.ORDERED if ordered else Numbers.FIELD
