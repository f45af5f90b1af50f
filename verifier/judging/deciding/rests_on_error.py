"""What is refuted only because of an earlier error: it is no error of its own.

A refuted claim rests on an error if it is proved once the earlier refuted claims take the place of what contradicts
them, or if it uses a name or a value that came from one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from verifier.checkers.formulas.values.evaluation import value
from verifier.checkers.functions import NotEvaluated
from verifier.claims.definitions import Decide
from verifier.kernel.claim import Claim, Hypothesis, Standing, claim_of
from verifier.kernel.expr import Dec, Expr, Head, Int, Node, Sym, walk_expr
from verifier.kernel.verdict import Proved

MOST = 12
"""Most earlier errors, the latest ones, that are put in the place of what contradicts them."""


@dataclass(frozen=True, slots=True)
class Refutation:
    """A formula that was refuted, and the premises by which it was, by id."""

    formula: Expr
    by: frozenset[str]

    @property
    def name(self) -> str | None:
        """The name that it gives a value or an expression to, if it is ``name == ...``."""
        match self.formula:
            case Node(head=Head.EQ, args=(Sym(name), _)) | Node(head=Head.EQ, args=(_, Sym(name))):
                return name
        return None

    @property
    def values(self) -> frozenset[Fraction]:
        """The numbers that it puts in the place of others: sides without letters."""
        if not isinstance(self.formula, Node) or self.formula.head is not Head.EQ:
            return frozenset()
        found = set()
        for side in self.formula.args:
            if not side.free:
                try:
                    found.add(value(side, {}))
                except NotEvaluated:
                    continue
        return frozenset(found)


def rests_on_error(claim: Claim, by: frozenset[str], errors: Iterable[Refutation], decide: Decide) -> bool:
    """Return whether a claim that was refuted ``by`` these premises rests on one of the errors before it. What is
    refuted without any is an error of its own, unless it repeats one."""
    before = list(errors)[-MOST:]
    if not by:
        return any(claim.formula == one.formula for one in before)
    return _uses(claim, before) or any(isinstance(decide(one), Proved) for one in _instead(claim, before))


def _uses(claim: Claim, errors: Iterable[Refutation]) -> bool:
    """Whether it repeats one, or uses a name or a value that came from one and that no fact tells."""
    told = {n for one in claim.premises if one.standing is Standing.FACT for n in _numbers(one.formula)}
    numbers = _numbers(claim.formula)
    return any(
        claim.formula == one.formula or one.name in claim.formula.free or (one.values - told) & numbers
        for one in errors
    )


def _numbers(formula: Expr) -> frozenset[Fraction]:
    return frozenset(Fraction(part.value) for part in walk_expr(formula) if isinstance(part, Int | Dec))


def _instead(claim: Claim, errors: list[Refutation]) -> Iterator[Claim]:
    """Yield the claim with errors as facts, in the place of what tells the same names, then of all that denies them."""
    names = {one.name for one in errors} - {None}
    by = frozenset().union(*(one.by for one in errors))
    letters = frozenset().union(*(one.formula.free for one in errors))
    wrong = tuple(Hypothesis(f"error {i}", Standing.FACT, one.formula) for i, one in enumerate(errors))
    told = [one for one in claim.premises if Refutation(one.formula, by).name not in names]
    undenied = [one for one in claim.premises if one.id not in by or one.formula.free.isdisjoint(letters)]
    for kept in (told, undenied):
        if len(kept) < len(claim.premises):
            yield claim_of(claim.formula, claim.types, (*kept, *wrong), claim.rounded)
