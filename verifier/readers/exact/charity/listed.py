"""A list number that stands before the point of a decimal without a blank."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from verifier.kernel.claim import Claim, Relation
from verifier.kernel.evaluate import NotEvaluated, value
from verifier.kernel.term import App, Dec, Int, Term, walk
from verifier.readers.exact.reading import Formula


def miscounted_list(formula: Formula, claim: Claim) -> bool:
    """Return whether a list number without a blank may stand before the point of a first decimal: ``1.5 + 3 = 8``.

    Fails: never."""
    at_start = not formula.position and not formula.before and formula.text[:1].isdigit()
    first = next((t for t in walk(claim.left) if isinstance(t, Int | Dec)), None)
    if not at_start or formula.words or not isinstance(first, Dec) or not 0 < first.value < 100:
        return False
    rest = str(first.digits)[len(str(int(first.value))) :]
    if not rest.isdigit() or rest.startswith("0"):
        return False
    return _gap(replace(claim, left=_begins(claim.left, first, Int(int(rest))))) == 0


def _begins(term: Term, old: Term, new: Term) -> Term:
    """The term with its first numeral exchanged."""
    if isinstance(term, App):
        return App(term.op, (_begins(term.args[0], old, new), *term.args[1:]))
    return new if term == old else term


def _gap(claim: Claim) -> Fraction | None:
    if claim.letters or claim.relation is not Relation.EQ:
        return None
    try:
        return value(claim.left, {}) - value(claim.right, {})
    except NotEvaluated:
        return None
