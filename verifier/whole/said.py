"""What the steps of a judged chain say, flat: every relation with its claim, its place in its run, and its letters
written out in the problem's own, where the chain itself has introduced them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from verifier.checkers.evaluate import shown
from verifier.judging.judgements.judgement import JudgedChain, JudgedClaim
from verifier.kernel.expr import Expr, ExprTooLarge, Head, Sym, free_names, walk_expr
from verifier.mathtext.notation.applied import substituted
from verifier.readers.exact.reading import Formula, Reading

MOST: Final = 120
"""Most relations of a chain that are looked at."""

LARGEST: Final = 400
"""Most parts of a term that is written out."""

SAYING: Final = frozenset({"asserted", "given", "defined"})
"""Roles in which a relation is said to hold."""


@dataclass(frozen=True, slots=True)
class Said:
    """A relation as a step says it. ``left`` and ``right`` are written out: letters that the chain has introduced by an
    equation are replaced by what it set them to, in claims ``by``. ``before``: what stands directly before it in its
    run (``a = b = c``). ``own``: its letters that neither stand in the problem nor were introduced so."""

    at: int
    step: int
    judged: JudgedClaim
    formula: Formula
    left: Expr
    right: Expr
    before: Said | None
    own: frozenset[str]
    by: frozenset[str] = frozenset()

    @property
    def id(self) -> str:
        """The id of its claim."""
        return self.judged.id

    @property
    def relation(self) -> Head:
        """The relation, as it stands."""
        return self.formula.relation

    @property
    def holds(self) -> bool:
        """Whether it is said to hold, and was read without doubt. What numbers alone show is so in any role."""
        shown_ = self.judged.state == "proved" and not free_names(self.formula.left.term, self.formula.right.term)
        said_ = self.judged.role in SAYING or (shown_ and self.judged.role != "asked")
        return said_ and not self.formula.doubts

    @property
    def rounded(self) -> bool:
        """Whether it was shown to hold only as rounded."""
        found = self.judged.certificate
        return self.relation is Head.APPROX or (found is not None and bool(found.notes.get("as_rounded")))

    @property
    def value(self) -> Fraction | None:
        """The number that its right side is, where it is one."""
        found = shown(self.right)
        return None if found is None else found[0]

    @property
    def run(self) -> list[Said]:
        """The links of its run up to it, in their order; only the last ones, from where all are equations."""
        found = [self]
        while found[0].before is not None and found[0].before.relation is Head.EQ:
            found.insert(0, found[0].before)
        return found


@dataclass(slots=True)
class _Letters:
    """The letters that stand in the problem, those that the chain has introduced, and those that it merely used."""

    problem: frozenset[str]
    defined: dict[str, tuple[Expr, str]] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)


def said(judged: JudgedChain, readings: Sequence[Reading], problem: frozenset[str]) -> list[Said]:
    """Return what the steps say, in order; ``problem``: the letters of the problem."""
    found: list[Said] = []
    known = _Letters(problem)
    for step, reading in zip(judged.steps, readings, strict=True):
        for claim, formula in zip(step.claims, reading.formulas, strict=False):
            if len(found) == MOST:
                return found
            left, by_left = _written(formula.left.term, known.defined)
            right, by_right = _written(formula.right.term, known.defined)
            own = free_names(left, right) - problem
            one = Said(
                len(found),
                step.index,
                claim,
                formula=formula,
                left=left,
                right=right,
                before=_before(found, step.index, formula),
                own=own,
                by=by_left | by_right,
            )
            _introduce(one, known)
            found.append(one)
        known.used |= free_names(*(e.term for e in reading.numerals))
    return found


def _before(found: Sequence[Said], step: int, formula: Formula) -> Said | None:
    """The link whose right side is this one's left side."""
    if not formula.position:
        return None
    place = formula.left.start, formula.left.end
    for one in reversed(found):
        if one.step != step:
            return None
        if (one.formula.right.start, one.formula.right.end) == place and one.formula.position == formula.position - 1:
            return one
    return None


def _written(term: Expr, defined: Mapping[str, tuple[Expr, str]]) -> tuple[Expr, frozenset[str]]:
    """The term with letters replaced by what they were set to, and by which claims; as it is where that is large."""
    found, by = term, set[str]()
    for name in term.free & defined.keys():
        try:
            found = substituted(found, name, defined[name][0])
        except ExprTooLarge:
            return term, frozenset()
        by.add(defined[name][1])
        if sum(1 for _ in walk_expr(found)) > LARGEST:
            return term, frozenset()
    return found, frozenset(by)


def _introduce(one: Said, known: _Letters) -> None:
    """Remember a letter of the chain's own that an equation gives a meaning in the problem's letters, when it is first
    met; a letter that was used before means what it meant there."""
    name = one.formula.left.term
    fresh = isinstance(name, Sym) and name.name not in known.problem | known.used | known.defined.keys()
    if (
        isinstance(name, Sym)
        and fresh
        and one.holds
        and one.relation is Head.EQ
        and one.formula.position == 0
        and not one.right.free - known.problem
        and not one.formula.choice
    ):
        known.defined[name.name] = (one.right, one.id)
    known.used |= free_names(one.formula.left.term, one.formula.right.term)


def several(found: Iterable[Said]) -> frozenset[str]:
    """Return the ids of the relations by which one letter is set to several numbers, as where solutions are listed."""
    values: dict[str, dict[str, Fraction]] = {}
    for one in found:
        if isinstance(one.left, Sym) and one.holds and one.relation is Head.EQ and one.value is not None:
            values.setdefault(one.left.name, {})[one.id] = one.value
    return frozenset(id for those in values.values() if len(set(those.values())) > 1 for id in those)


def latest(found: Iterable[Said], value: Fraction, before: int) -> Said | None:
    """Return the last equation before place ``before`` that arrives at a number, exactly."""
    best = None
    for one in found:
        if one.at >= before:
            break
        if one.holds and one.relation is Head.EQ and not one.rounded and one.value == value and one.left != one.right:
            best = one
    return best
