"""From a claim to the text of a Lean proposition: every character of it is ours.

Letters become ``x0``, ``x1``, ...; numerals carry their type; what a division by zero or a root of a negative
number would mean in Lean never matters, because every such place is stated to be defined.

Two shapes. *At a point* (closed claims, counterexamples): rational numbers exist that are the letters' values and
the roots' values, everything is defined, and the relation holds, or does not. *Everywhere* (identities and
consequences): in every field of characteristic zero, or in every ordered field, the premises imply the relation,
or its denial. What holds in all of those holds in the real numbers (and, of fields, in the complex ones).
"""

from __future__ import annotations

from dataclasses import dataclass

from verifier.engines.lean.terms import NotRenderable, Writer
from verifier.kernel.claim import Binder, Claim, Domain, Premise, Relation
from verifier.kernel.term import Dec, Term, letters, walk
from verifier.kernel.verdict import Shows

MAX_LENGTH = 20_000
"""Longest statement, in characters."""

ORDER = frozenset({Relation.LT, Relation.LE, Relation.GT, Relation.GE})
WHOLE = frozenset({Domain.INTEGER, Domain.NATURAL})
SIGN = {
    Relation.EQ: "=",
    Relation.NE: "≠",
    Relation.LT: "<",
    Relation.LE: "≤",
    Relation.GT: ">",
    Relation.GE: "≥",
}
FIELD = "∀ {K : Type} [Lean.Grind.Field K] [Lean.Grind.IsCharP K 0]"
ORDERED = (
    "∀ {K : Type} [Lean.Grind.Field K] [LE K] [LT K] [Std.IsLinearOrder K] [Std.LawfulOrderLT K]"
    " [Lean.Grind.OrderedRing K]"
)


@dataclass(frozen=True, slots=True)
class Statement:
    """A proposition of Lean, and how it is to be read.

    ``letters[i]`` is the letter called ``xi``. ``roots`` are the roots called ``s0``, ``s1``, ..., each after those
    inside it. ``equation``: what is to be shown is a bare equation. ``side_conditions`` are assumed of the letters
    and are no part of the claim.
    """

    text: str
    at_point: bool
    ordered: bool
    letters: tuple[str, ...]
    roots: tuple[Term, ...] = ()
    equation: bool = False
    side_conditions: tuple[str, ...] = ()


def render(claim: Claim, shows: Shows, *, assume_defined: bool = False) -> Statement:
    """Return the statement whose truth shows the claim true, or false. Fails: NotRenderable.

    ``assume_defined`` turns the claim's own "is defined" from something to show into a side condition (identities
    always assume it: they speak of the points where both sides mean something).
    """
    _exact(claim)
    if claim.binder is Binder.FOR_ALL and claim.letters:
        found = _at_point(claim, shows) if shows is Shows.FALSE else _everywhere(claim, shows, True)
    else:
        found = _everywhere(claim, shows, assume_defined) if claim.letters else _at_point(claim, shows)
    if len(found.text) > MAX_LENGTH:
        raise NotRenderable(f"the statement has more than {MAX_LENGTH} characters")
    return found


def _exact(claim: Claim) -> None:
    sides = [claim.left, claim.right, *(side for p in claim.premises for side in (p.left, p.right))]
    if any(isinstance(t, Dec) and t in claim.rounded for side in sides for t in walk(side)):
        raise NotRenderable("a decimal in it stands for a rounded number")
    if Relation.APPROX in {claim.relation, *(p.relation for p in claim.premises)}:
        raise NotRenderable("approximate equality has no exact statement")


def _names(claim: Claim) -> dict[str, str]:
    sides = (claim.left, claim.right, *(side for p in claim.premises for side in (p.left, p.right)))
    return {letter: f"x{i}" for i, letter in enumerate(sorted(letters(*sides)))}


def _relation(writer: Writer, relation: Relation, left: Term, right: Term) -> str:
    return f"({writer.text(left)} {SIGN[relation]} {writer.text(right)})"


def _at_point(claim: Claim, shows: Shows) -> Statement:
    """Values exist at which all is defined, the premises hold, and the relation holds or fails."""
    names = _names(claim) if claim.letters else {}
    writer = Writer("Rat", names, absolute=True)
    parts: list[str] = [f"({x}.den = 1)" for x in names.values() if claim.domain in WHOLE]
    parts += [f"((1 : Rat) ≤ {x})" for x in names.values() if claim.domain is Domain.NATURAL]
    for p in claim.premises if claim.letters else ():
        parts.append(_relation(writer, p.relation, p.left, p.right))
    final = _relation(writer, claim.relation, claim.left, claim.right)
    parts += [d.text for d in writer.defined]
    parts.append(final if shows is Shows.TRUE else f"(¬ {final})")
    bound = [*names.values(), *(f"s{i}" for i in range(len(writer.roots)))]
    quantifier = f"∃ {' '.join(bound)} : Rat, " if bound else ""
    return Statement(quantifier + " ∧ ".join(parts), True, True, tuple(names), tuple(writer.roots))


def _everywhere(claim: Claim, shows: Shows, assume_defined: bool) -> Statement:
    """Wherever the premises hold, all is defined and the relation holds, or all is defined and it fails."""
    ordered = _needs_order(claim)
    writer = Writer("K", names := _names(claim), roots_of_letters=ordered and claim.domain is not Domain.UNDECLARED)
    hypotheses = [f"((1 : K) ≤ {x})" for x in names.values()] if claim.domain is Domain.NATURAL else []
    for p in claim.premises:
        hypotheses += _premise(writer, p)
    before = len(writer.defined)
    final = _relation(writer, claim.relation, claim.left, claim.right)
    own = writer.defined[before:]
    if shows is Shows.FALSE and any(d.is_root and d.has_letters for d in own):
        raise NotRenderable("a root of letters may mean nothing, and what means nothing is not refuted")
    # A root is introduced by its defining property, which is a hypothesis by nature: it names a value.
    assumed = [d for d in own if d.is_root or (assume_defined and d.has_letters)]
    hypotheses += [d.text for d in assumed]
    goal = [d.text for d in own if d not in assumed]
    goal.append(final if shows is Shows.TRUE else f"(¬ {final})")
    bound = " ".join([*names.values(), *(f"s{i}" for i in range(len(writer.roots)))])
    head = f"{ORDERED if ordered else FIELD} ({bound} : K), "
    text = head + "".join(f"{h} → " for h in hypotheses) + f"({' ∧ '.join(goal)})"
    sides = tuple(dict.fromkeys(d.shown for d in assumed))
    equation = len(goal) == 1 and shows is Shows.TRUE and claim.relation is Relation.EQ
    return Statement(text, False, ordered, tuple(names), tuple(writer.roots), equation, sides)


def _premise(writer: Writer, premise: Premise) -> list[str]:
    """A premise that holds is defined: its conditions are hypotheses beside it."""
    before = len(writer.defined)
    text = _relation(writer, premise.relation, premise.left, premise.right)
    return [*(d.text for d in writer.defined[before:]), text]


def _needs_order(claim: Claim) -> bool:
    order = bool(ORDER & {claim.relation, *(p.relation for p in claim.premises)})
    if order and claim.domain is Domain.COMPLEX:
        raise NotRenderable("complex numbers have no order")
    return order or claim.domain in WHOLE | {Domain.REAL}
