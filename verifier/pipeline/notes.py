"""What is noted beside the judgements and settles nothing: the ledger's findings, whether a step adds anything, that a
chain is no mathematics, the final answer beside the reference answer, and an alarm where everything checks and the
answer is still another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from verifier.answers.compare import against
from verifier.answers.final_answer import final_answer
from verifier.chain import Chain
from verifier.judging.judgements.judgement import FinalAnswer, JudgedChain, Unjudged, Unjudgement
from verifier.judging.text_claims import alarm_of
from verifier.kernel.expr import Expr, Head, Node
from verifier.mathtext.guards.evidence import Evidence, Kind
from verifier.mathtext.torn import mended
from verifier.readers.exact.formal.formalize import TextReading
from verifier.readers.exact.guards.domain import outside
from verifier.readers.exact.plausibility.book import Ledger
from verifier.readers.exact.read import read_problem
from verifier.readers.exact.reading import Formula

Stated = tuple[Head, Expr, Expr]

_TURNED = {Head.GT: Head.LT, Head.GE: Head.LE}


def noted(judged: JudgedChain, reading: TextReading) -> JudgedChain:
    """Return the judged chain with its notes, by how it was read."""
    readings = [told.read.reading for told in reading.told]
    problem = read_problem(judged.chain.problem)
    ledger = Ledger(judged.chain.problem, problem)
    elsewhere = outside(problem, readings)
    known = {_key(*stated) for stated in reading.stated}
    steps = []
    for step, read, other in zip(judged.steps, readings, elsewhere, strict=True):
        adds = _adds(read.formulas, known)
        known |= {_key(f.relation, f.left.term, f.right.term) for f in read.formulas}
        if read.foreign:
            step = replace(step, judgement=Unjudged(Unjudgement.OTHER_LANGUAGE))
        elif other and step.reason == Unjudgement.NOTHING_TO_CHECK:
            step = replace(step, judgement=Unjudged(Unjudgement.OUT_OF_DOMAIN))
        findings = (*_mended(step.text), *ledger.audit(step.index, step.text, read))
        steps.append(replace(step, findings=findings, adds=adds))
    final = final_of(judged.chain)
    alarm = alarm_of(judged.chain, final, steps)
    return replace(judged, steps=tuple(steps), findings=ledger.unused(), alarm=alarm, final=final)


def _mended(text: str) -> tuple[Evidence, ...]:
    """What is said of a text whose LaTeX was read as if it had its backslashes."""
    whole = mended(text)
    if whole is None:
        return ()
    at, count = whole.before(whole.places[0]), len(whole.places)
    said = "a command" if count == 1 else f"each of {count} commands"
    why = f"{said} of LaTeX lost its backslash, and is read as if it were there"
    return (Evidence(Kind.MENDED_LATEX, why, (at, at + 1)),)


def _adds(formulas: Sequence[Formula], known: set[Stated]) -> bool | None:
    """Whether a claim of a step is new; None where there is no claim. ``a = a`` is never new."""
    if not formulas:
        return None
    stated = [_key(f.relation, f.left.term, f.right.term) for f in formulas]
    return any(key not in known and key[1] != key[2] for key in stated)


def _key(relation: Head, left: Expr, right: Expr) -> Stated:
    """A relation up to the order of its sides, of sums and of products."""
    a, b = _sorted(left), _sorted(right)
    if relation in _TURNED:
        return _TURNED[relation], b, a
    symmetric = relation in (Head.EQ, Head.NE, Head.APPROX)
    return (relation, b, a) if symmetric and repr(b) < repr(a) else (relation, a, b)


def _sorted(term: Expr) -> Expr:
    if not isinstance(term, Node):
        return term
    args = tuple(map(_sorted, term.args))
    return Node(term.head, tuple(sorted(args, key=repr)) if term.head in (Head.ADD, Head.MUL) else args)


def final_of(chain: Chain) -> FinalAnswer | None:
    """Return the final answer of a chain beside its reference answer, None where it has none."""
    if chain.answer is None:
        return None
    found = final_answer([step.text for step in chain.steps], chain.problem)
    if found is None:
        return FinalAnswer(None, False, "could not tell", "no final answer was found")
    same = against(found, chain.answer)
    return FinalAnswer(found.text, found.is_told, same.state, same.reason)
