"""Admission: a record judged anew from what it holds. Every stored proof is checked for the claim that the stored
reading makes there, and every judgement is made again from these decisions.

No reader, prover or model takes part. What the text says, and that no proof of what is open was found, is the record's
own word: reading the record again shows that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, get_args

from verifier.chain import Span
from verifier.checkers.formulas.leaves import checker_of
from verifier.checkers.formulas.structure import StructureChecker
from verifier.judging.deciding.decider import Decider
from verifier.judging.deciding.translation import Decisions, JudgedFormalStep, JudgedStatement, proves_whole
from verifier.judging.judgements.judgement import (
    FinalAnswer,
    JudgedChain,
    JudgedClaim,
    JudgedStep,
    Judgement,
    Reading,
    RoleName,
    Settled,
    State,
    Unjudged,
    Unjudgement,
)
from verifier.judging.text_claims import (
    FROM_ERROR,
    alarm_of,
    assumes,
    engine_of,
    guard_against,
    rests_on,
    verdict_of,
    with_scores,
    withheld,
)
from verifier.kernel.verdict import Checker, Refuted
from verifier.language.formal_chain import NO_WORDS, ON_AN_ERROR, FormalChain, OtherReading, Role, Statement
from verifier.language.vocabulary import spell_in
from verifier.mathtext.guards.evidence import Evidence, Kind
from verifier.mathtext.scan import MAX_LENGTH
from verifier.records.stored import Row, Stored
from verifier.records.stored_proofs import Lean, StoredFormulaProofs, StoredModels, StoredRuns

WITHOUT_CLAIMS: Final = (Unjudgement.NOTHING_TO_CHECK, Unjudgement.OUT_OF_DOMAIN, Unjudgement.OTHER_LANGUAGE)
"""Why a step without claims is not judged: the first where the record says none of them."""

_CLAIMED: Final = frozenset({"asserted", "given", "defined"})
"""The roles of claims that a step makes; the others are recalled."""

_CLAIMS: Final = {Role.CLAIM: True, Role.RECALL: False}


def text_of(stored: Stored, checkers: Callable[[str], Checker], lean: Lean) -> tuple[JudgedChain, Decider]:
    """Return the chain of a record as its stored reading and proofs judge it, and what decided it.

    Raises: ValueError where the record has no reading, or claims that are not those of its reading.
    """
    text = StoredFormulaProofs([*stored.rows, *stored.support.proofs], None, lean)
    decider = decider_of(text, stored.support.models, StoredRuns(stored.runs(stored.rows), checkers))
    formal = stored.read()
    with decider.noting() as support:
        found = decider(formal, lambda step, number: list(_reread(stored.steps[step], f"s{step}.c{number}", formal)))
    steps = tuple(with_scores(_steps(stored, found)))
    final = _final(stored.notes.get("final_answer"), stored.chain.answer)
    judged = JudgedChain(
        stored.chain,
        steps,
        findings=tuple(_findings(stored.notes, stored.chain.problem, "findings")),
        alarm=alarm_of(stored.chain, final, steps),
        final=final,
        reading=formal,
        support=support,
    )
    return judged, decider


def decider_of(engine: StoredFormulaProofs, models: Sequence[Row], runs: StoredRuns) -> Decider:
    """Return what decides chains by stored proofs and models."""
    return Decider(engine, StructureChecker(checker_of), runs, StoredModels(models))


def _reread(row: Row, id: str, formal: FormalChain) -> Iterator[OtherReading]:
    """Yield the other reading that a record names for a claim that it does not hold against its step."""
    for claim in row["claims"]:
        match claim:
            case {
                "id": str(name),
                "spared_by": {"code": str(code), "message": str(message), "said": str() | None as said},
            }:
                if name == id:
                    yield OtherReading(code, message, None if said is None else spell_in(said, formal.scope))


def _steps(stored: Stored, found: Decisions) -> Iterator[JudgedStep]:
    for step, row, decided in zip(stored.chain.steps, stored.steps, found.steps, strict=True):
        claims = tuple(_claims(step.index, step.text, row["claims"], decided))
        judgement = _judgement(step.text, row, claims, decided)
        yield JudgedStep(
            step.index,
            step.text,
            judgement,
            claims,
            tuple(_spans(row.get("unread"), step.text, f"step {step.index}: unread")),
            findings=tuple(_findings(row, step.text, f"step {step.index}: findings")),
            adds=_known(row.get("adds"), (True, False, None), f"step {step.index}: adds"),
            reading=Reading.EXACT if isinstance(judgement, Settled) else None,
        )


def _claims(index: int, text: str, rows: Sequence[Row], decided: JudgedFormalStep) -> Iterator[JudgedClaim]:
    """Yield a claim for each statement that was read, in order."""
    read = [(n, one) for n, one in enumerate(decided.statements) if _is_read(one.statement)]
    expected, named = [f"s{index}.c{n}" for n, _ in read], [row.get("id") for row in rows]
    if named != expected:
        raise ValueError(f"step {index}: expected the claims {expected} of its reading, found {named}"[:400])
    for (_, judged), row in zip(read, rows, strict=True):
        yield _claim(text, row, judged)


def _is_read(one: Statement) -> bool:
    """Whether a statement was read at its place, and does not only say what else keeps the step from being approved."""
    return one.role is not Role.UNSAID or one.reason == NO_WORDS


def _claim(text: str, row: Row, judged: JudgedStatement) -> JudgedClaim:
    decision = judged.decisions[0] if judged.decisions else None
    verdict = verdict_of(judged, decision)
    if decision is not None and decision.run is None and (guard := guard_against(verdict)) is not None:
        verdict = withheld(guard, guard)
    [span] = _spans([row.get("span")], text, f"{row['id']}: span")
    words, statement = text[slice(*span)], judged.statement
    if row.get("text") != words or (judged.besides is None and statement.quote != words):
        raise ValueError(f"{row['id']}: expected the words of the step, as its reading quotes them: {words!r:.80}")
    role: RoleName = _known(row.get("role"), get_args(RoleName), f"{row['id']}: role")
    claimed = None if judged.besides is not None else _CLAIMS.get(statement.role)
    if claimed is not None and claimed != (role in _CLAIMED):
        raise ValueError(f"{row['id']}: the role {role} is not that of its reading, {statement.role.value}")
    excused = decision is not None and isinstance(verdict, Refuted) and (decision.excused or decision.from_error)
    excuse = row.get("excuse")
    return JudgedClaim(
        row["id"],
        words,
        span,
        role,
        None,
        verdict,
        engine_of(verdict),
        rests_on(verdict),
        assumes(verdict),
        (excuse if isinstance(excuse, str) else FROM_ERROR) if excused else None,
        run=None if decision is None else decision.run,
        asked=None if decision is None else decision.claim,
        spared_by=None if decision is None else decision.spared_by,
    )


def _judgement(text: str, row: Row, claims: Sequence[JudgedClaim], decided: JudgedFormalStep) -> Judgement:
    """What the decisions of a step make of it; why it is not judged where that is nothing, as the record says it among
    the reasons that may be."""
    if len(text) > MAX_LENGTH:
        return Unjudged(Unjudgement.TOO_LONG)
    if decided.state is State.REFUTED:
        return Settled(False)
    if claims and proves_whole(decided):
        return Settled(True)
    rests = decided.state is State.RESTS_ON_ERROR or any(
        f"{ON_AN_ERROR}: " in one.statement.reason for one in decided.statements if one.statement.role is Role.UNSAID
    )
    if claims:
        return Unjudged(Unjudgement.RESTS_ON_ERROR if rests else Unjudgement.NOT_SETTLED)
    may_be = (*WITHOUT_CLAIMS, *([Unjudgement.RESTS_ON_ERROR] if rests else []))
    return Unjudged(next((one for one in may_be if one == row.get("reason")), may_be[0]))


def _findings(row: Row, text: str, where: str) -> Iterator[Evidence]:
    for one in _list(row.get("findings"), where):
        if not isinstance(one, dict) or not isinstance(one.get("text"), str):
            raise ValueError(f"{where}: expected objects with a kind, a text and a span")
        [span] = _spans([one.get("span")], text, where)
        yield Evidence(Kind(_known(one.get("kind"), tuple(Kind), where)), one["text"], span)


def _final(data: Any, reference: str | None) -> FinalAnswer | None:
    if (data is None) != (reference is None):
        raise ValueError(f"final_answer: expected {'no such key' if reference is None else 'this key'}")
    match data:
        case None:
            return None
        case {"text": None | str() as text, "told": bool(told), "state": str(state), "reason": str(reason)}:
            return FinalAnswer(text, told, _known(state, ("equal", "different", "could not tell"), "state"), reason)
    raise ValueError('expected "final_answer" with "text", "told", "state" and "reason"')


def _spans(spans: Any, text: str, where: str) -> Iterator[Span]:
    for one in _list(spans, where):
        match one:
            case [start, end] if type(start) is type(end) is int and 0 <= start <= end <= len(text):
                yield start, end
            case _:
                raise ValueError(f"{where}: expected spans inside the text")


def _list(value: Any, where: str) -> list[Any]:
    if isinstance(value, list):
        return value
    raise ValueError(f"{where}: expected a list")


def _known(value: Any, among: Sequence[Any], where: str) -> Any:
    if any(value is one or (isinstance(value, str) and value == one) for one in among):
        return value
    raise ValueError(f"{where}: expected one of {list(map(str, among))}")
