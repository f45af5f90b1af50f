"""What is to be said of a chain beside its theorem: steps that fail, leaps, what was only stated, what cannot hold
together, and what the answer does not need."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from verifier.checkers.evaluate import Outcome, compare, satisfies
from verifier.checkers.functions import NotEvaluated
from verifier.checkers.points import spell_point
from verifier.engines.settle import settle
from verifier.engines.symbolic.model import model
from verifier.judging.judgements.judgement import JudgedChain
from verifier.kernel.claim import Claim, Hypothesis, Standing, relate, suppose
from verifier.kernel.expr import Head, Sym, free_names
from verifier.kernel.verdict import Certificate, Proved
from verifier.mathtext.lexicon import words
from verifier.readers.exact.reading import Reading
from verifier.records.views.show import show_relation
from verifier.whole.derive import Derivation, exact
from verifier.whole.given import Given
from verifier.whole.said import Said, several

NEGATED = {
    Head.EQ: Head.NE,
    Head.NE: Head.EQ,
    Head.LT: Head.GE,
    Head.LE: Head.GT,
    Head.GT: Head.LE,
    Head.GE: Head.LT,
}


MOST = 24
"""Most relations that a conflict or a countermodel is looked for with."""


class Kind(StrEnum):
    """What a finding says: a closed set."""

    FAILS = "FAILS"  # a claim that settles its step incorrect
    DOUBTED = "DOUBTED"  # a claim is refuted as read, and its step is not settled
    LEAP = "LEAP"  # it does not follow from anything before it, all of which was read: a countermodel
    STATED = "STATED"  # it neither follows from what was read, nor is refuted: it is the chain's own word
    CONFLICT = "CONFLICT"  # it cannot hold together with what was stated before it
    NOT_REACHED = "NOT_REACHED"  # no step arrives at the answer
    FROM_NOWHERE = "FROM_NOWHERE"  # the chain arrives at it from nothing that the problem gives
    CONTRADICTED = "CONTRADICTED"  # what the problem gives, or the chain computes, is against the answer
    NOT_ENTAILED = "NOT_ENTAILED"  # the answer does not follow from what the problem gives: a countermodel
    OTHER_ANSWER = "OTHER_ANSWER"  # the answer is not the reference answer
    OWN_NUMBER = "OWN_NUMBER"  # a number of the answer's computation comes from nowhere


INCOHERENT = frozenset({Kind.CONFLICT, Kind.CONTRADICTED})
"""What makes a chain incoherent as a whole, whatever its single steps are worth."""

ADRIFT = frozenset({Kind.NOT_REACHED, Kind.FROM_NOWHERE})
"""What makes it so where every step says something that was read: what is missing may stand in words."""

WRONG = INCOHERENT | {Kind.FAILS, Kind.LEAP, Kind.NOT_ENTAILED, Kind.OTHER_ANSWER}
"""What is shown to be wrong; the rest is evidence."""

CONCLUDING = frozenset(
    {"so", "thus", "therefore", "hence", "then", "implies", "gives", "get", "follows", "consequently", "yields"}
)
"""Words by which a step says that it follows."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something about a chain, in words; ``claim`` is the id of the relation that it is about, in step ``step``.

    ``point`` is a countermodel; ``certificate`` shows it, where something is shown."""

    kind: Kind
    text: str
    step: int | None = None
    claim: str | None = None
    point: Mapping[str, str] = field(default_factory=dict)
    certificate: Certificate | None = None


def findings(
    judged: JudgedChain, said: Sequence[Said], readings: Sequence[Reading], given: Given, derivation: Derivation
) -> Iterator[Finding]:
    """Yield what is found of the relations, in their order."""
    read = given.is_read and not any({word for word, _ in reading.words} & words.CASES for reading in readings)
    before: list[Hypothesis] = []
    listed = several(said)
    introduced = frozenset(id for one in said for id in one.by)  # equations by which the chain introduces letters
    for one in said:
        read = read and not readings[one.step].unread
        if one.judged.state == "refuted" and one.holds and one.judged.role == "asserted":
            settled = judged.steps[one.step].correct is False
            kind, more = (Kind.FAILS, "") if settled else (Kind.DOUBTED, ", as read")
            yield Finding(kind, f"{_text(one)} is refuted{more}", one.step, one.id, {}, one.judged.certificate)
            continue
        stated = one.holds and one.id not in derivation.found and one.id not in introduced
        if stated and free_names(one.left, one.right):
            names = free_names(one.left, one.right)
            # Of a function's values nothing is known to be missing only where all of them stand in its definition.
            laid = given.premises(names.union(*(p.formula.free for p in before)))
            strange = any("(" in name for name in names) or names & given.applied
            yield _open(one, [*laid, *before], bool(read and not strange), one.id in listed)
        if one.holds and free_names(one.left, one.right) and one.relation is not Head.APPROX and not one.rounded:
            firm = one.id in derivation.found
            standing = Standing.PROVED if firm else Standing.STATED
            before.append(suppose(one.id, standing, one.relation, one.left, one.right))


def _text(one: Said) -> str:
    return show_relation(one.relation, one.formula.left.term, one.formula.right.term)[:120]


def _open(one: Said, before: Sequence[Hypothesis], read: bool, listed: bool) -> Finding:
    """A relation that neither follows from the problem nor is refuted. ``listed``: it may be one solution of many."""
    about = _about(one, before)
    read = read and len(about) <= MOST and not any("(" in name for p in about for name in p.formula.free)
    conflict = _conflict(one, about) if read else None
    if conflict is not None:
        used = ", ".join(p.id for p in conflict.claim.premises)
        why = f"{_text(one)} cannot hold together with what stands before it ({used})"
        return Finding(Kind.CONFLICT, why, one.step, one.id, {}, conflict)
    follows = one.formula.words & CONCLUDING or any(p.standing is Standing.FACT for p in about)
    follows = bool(follows) and not listed
    point = countermodel(relate(one.relation, one.left, one.right), about) if read and about and follows else None
    if point is not None:
        why = f"{_text(one)} does not follow: at {spelled(point)} everything before it holds, and it does not"
        return Finding(Kind.LEAP, why, one.step, one.id, spell_point(point))
    return Finding(Kind.STATED, f"{_text(one)} is only stated", one.step, one.id)


def _about(one: Said, before: Sequence[Hypothesis]) -> tuple[Hypothesis, ...]:
    """Everything before it that speaks of its letters, directly or by way of other letters."""
    reach, found = set(free_names(one.left, one.right)), list[Hypothesis]()
    grown = bool(reach)
    while grown:
        more = [p for p in before if p not in found and p.formula.free & reach]
        found += more
        reach |= {name for p in more for name in p.formula.free}
        grown = bool(more)
    return tuple(p for p in before if p in found)


def _conflict(one: Said, about: tuple[Hypothesis, ...]) -> Certificate | None:
    """The proof that what stands before it denies it, where that is not the problem itself."""
    if one.relation not in NEGATED or not about or isinstance(one.left, Sym) or isinstance(one.right, Sym):
        return None  # a letter may be given another value
    claim = relate(NEGATED[one.relation], one.left, one.right, about[-8:])
    verdict, _ = settle(claim, exact())
    return verdict.certificate if isinstance(verdict, Proved) else None


def countermodel(claim: Claim, about: Sequence[Hypothesis]) -> dict[str, Fraction] | None:
    """Return a point at which all these premises hold and the claim does not, as the kernel's evaluator finds, or None
    where none was found."""
    if claim.relation not in NEGATED:
        return None
    denied = suppose("", Standing.STATED, NEGATED[claim.relation], claim.left, claim.right)
    point = model(relate(claim.relation, claim.left, claim.right, (*about, denied)))
    try:
        told = point is not None and satisfies(about, point) and compare(claim.under(()), point) is Outcome.FAILS
    except NotEvaluated:
        return None
    return dict(point) if told and point is not None else None


def spelled(point: Mapping[str, Fraction]) -> str:
    """Return a point as people write it: ``x = 3, y = 1/2``."""
    return ", ".join(f"{name} = {point[name]}" for name in sorted(point))
