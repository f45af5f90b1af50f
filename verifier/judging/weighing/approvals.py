"""Approvals: whether what was proved of a step is all that the step says, and more than it began with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from verifier.judging.judgements.judgement import JudgedClaim
from verifier.judging.settling.worked import equivalent
from verifier.kernel.claim import Premise, Standing
from verifier.kernel.expr import Head
from verifier.mathtext.guards.guard import Abstention
from verifier.mathtext.lexicon import words
from verifier.readers.exact.formal.unapproved import limited
from verifier.readers.exact.guards.says_more import says_more, tautology
from verifier.readers.exact.guards.table import approvals as guards
from verifier.readers.exact.reading import Formula, Reading


def unsaid(reading: Reading, claims: Sequence[JudgedClaim]) -> Iterator[Abstention]:
    """Yield why a step may say something besides its proved claims, or why they say nothing."""
    yield from says_more(reading)
    pairs = list(zip(reading.formulas, claims, strict=False))
    if any(_weaker(formula, judged) for formula, judged in pairs):
        yield guards.WEAKER()
    if any(_limited(formula, judged) for formula, judged in pairs):
        yield guards.LIMITED()
    if all(_empty(formula, judged) for formula, judged in pairs):
        yield guards.EMPTY()


def restates(formula: Formula, claim: JudgedClaim) -> bool:
    """Return whether a proved claim may stand in a step that is settled correct: it is asserted, it comes of what is
    put in, or it only says again what is known: to put it in, to go on from it, or as given by the problem."""
    if claim.role == "asserted":
        return True
    if claim.role == "given":
        return bool(_used(claim)) and all(one.standing is Standing.FACT for one in _used(claim))
    return claim.role in ("supposed", "recalled") and (formula.work is not None or not claim.assumes)


def _empty(formula: Formula, judged: JudgedClaim) -> bool:
    """Whether a formula says of a thing that it is itself, or comes out of work as the premise that it was."""
    return tautology(formula) or (
        bool(formula.words & words.REWORKING)
        and any(
            (one.relation, one.left, one.right) == (formula.relation, formula.left.term, formula.right.term)
            for one in _used(judged)
        )
    )


_ORDER = frozenset({Head.LT, Head.LE, Head.GT, Head.GE, Head.NE})


def _weaker(formula: Formula, judged: JudgedClaim) -> bool:
    """Whether an order relation follows from premises and may say less than they do: ``x > 0``, where x is 3."""
    claim, used = judged.claim, _used(judged)
    if claim is None or claim.relation not in _ORDER or not used or formula.left.everywhere:
        return False
    return formula.work is None and not (len(used) == 1 and equivalent(used[0], claim))


def _limited(formula: Formula, judged: JudgedClaim) -> bool:
    """Whether a formula is said of all values of its letters, and is proved only where a condition holds that may fail
    there: of all real values, or at a bound of those that are told."""
    held = judged.certificate
    return held is not None and bool(held.side_conditions) and limited(formula)


def _used(judged: JudgedClaim) -> tuple[Premise, ...]:
    return () if judged.certificate is None else judged.certificate.leaf.premises
