"""What is noted beside the judgements and settles nothing: the ledger's findings, whether a step adds anything, and an
alarm where everything checks and the answer is still another than the reference."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from verifier.judging.judgement import JudgedChain, JudgedStep
from verifier.kernel.claim import Relation
from verifier.kernel.evaluate import NotEvaluated, value
from verifier.kernel.term import App, Op, Term
from verifier.reading.formalize import Formula, Reading
from verifier.reading.ledger.book import Ledger
from verifier.reading.notation import read_expression
from verifier.reading.scan import scan

Stated = tuple[Relation, Term, Term]

_TURNED = {Relation.GT: Relation.LT, Relation.GE: Relation.LE}


def noted(judged: JudgedChain, readings: Sequence[Reading], said: Iterable[Stated]) -> JudgedChain:
    """Return the judged chain with its notes. ``said``: what the problem states. Fails: never."""
    ledger = Ledger(judged.chain.problem)
    known = {_key(*stated) for stated in said}
    steps = []
    for step, reading in zip(judged.steps, readings, strict=True):
        adds = _adds(reading.formulas, known)
        known |= {_key(f.relation, f.left.term, f.right.term) for f in reading.formulas}
        steps.append(replace(step, findings=ledger.audit(step.index, step.text, reading), adds=adds))
    return replace(
        judged, steps=tuple(steps), findings=ledger.unused(), alarm=_alarm(steps, readings, judged.chain.answer)
    )


def _adds(formulas: Sequence[Formula], known: set[Stated]) -> bool | None:
    """Whether a claim of a step is new; None where there is no claim. ``a = a`` is never new."""
    if not formulas:
        return None
    stated = [_key(f.relation, f.left.term, f.right.term) for f in formulas]
    return any(key not in known and key[1] != key[2] for key in stated)


def _key(relation: Relation, left: Term, right: Term) -> Stated:
    """A relation up to the order of its sides, of sums and of products."""
    a, b = _sorted(left), _sorted(right)
    if relation in _TURNED:
        return _TURNED[relation], b, a
    symmetric = relation in (Relation.EQ, Relation.NE, Relation.APPROX)
    return (relation, b, a) if symmetric and repr(b) < repr(a) else (relation, a, b)


def _sorted(term: Term) -> Term:
    if not isinstance(term, App):
        return term
    args = tuple(map(_sorted, term.args))
    return App(term.op, tuple(sorted(args, key=repr)) if term.op in (Op.ADD, Op.MUL) else args)


def _alarm(steps: Sequence[JudgedStep], readings: Sequence[Reading], answer: str | None) -> str | None:
    """What is odd when every step that claims something checks, and the chain ends in another number than the reference
    answer; None where nothing is, or where it cannot be told."""
    claiming = [step for step in steps if step.claims]
    if answer is None or not claiming or not all(step.correct or step.checked for step in claiming):
        return None
    end, reference = _last_number(readings), _number(answer)
    if end is None or reference is None or end == reference:
        return None
    return f"every claim checks, and the chain ends in {_short(end)}, not in the reference answer {_short(reference)}"


def _short(number: Fraction) -> str:
    return str(number) if max(abs(number.numerator), number.denominator) < 10**30 else "a very long number"


def _last_number(readings: Sequence[Reading]) -> Fraction | None:
    """The value of the last expression that stands in the last step with one."""
    for reading in reversed(readings):
        for expr in reversed(reading.numerals):
            try:
                return value(expr.term, {})
            except NotEvaluated:
                return None
    return None


def _number(answer: str) -> Fraction | None:
    tokens = scan(answer[:200])
    expr, after = read_expression(tokens, 0, answer) if tokens else (None, 0)
    try:
        return value(expr.term, {}) if expr is not None and after == len(tokens) else None
    except NotEvaluated:
        return None
