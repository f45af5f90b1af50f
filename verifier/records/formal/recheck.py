"""Records of formal chains checked again from nothing: the translations that they hold are parsed, looked at and judged
once more, with the stored proofs first; and so is the exact reading that stands beside them. The text is read
exactly once more, with engines: an exact reading that was left out, or made weaker, would let a translation settle what
it contradicts.

What only the caller can know is taken as the record's own word, and told as a remark: that he vouched for a translation
(``given``), that translations were made apart, and that a level was measured. The level that stands in a record is read
again: its digest, its bounds, and that it is of such translations and of the checks of this version.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from verifier.chain import Chain
from verifier.engines.runs import shared
from verifier.intake.chain import with_origin
from verifier.judging.agreeing.judge import FormalJudge
from verifier.judging.agreeing.readings import Reading
from verifier.judging.agreeing.trusting import AtLevel, Settling, trust_of_json
from verifier.judging.combine import judged
from verifier.judging.estimates.estimate import prefixes
from verifier.judging.judgements.judged_formal import Estimates, JudgedFormalChain
from verifier.judging.judgements.judgement import JudgedChain
from verifier.judging.translations.intake import Translated, Translation, looked_at
from verifier.kernel.verdict import Checker, Contradiction, Unknown
from verifier.language.places import ShapeError
from verifier.language.read_chain import read_chain
from verifier.pipeline.judge import Judge
from verifier.records.codec import digest
from verifier.records.formal.recheck_lean import certified_again
from verifier.records.formal.record import KIND, SCHEMA, formal_record
from verifier.records.formal.stored_proofs import StoredFormulaProofs
from verifier.records.recheck import Finding, different, recheck_judged
from verifier.records.recheck import judged_again as exactly_again
from verifier.records.record import schema_fault
from verifier.records.stored_runs import StoredRuns, not_rechecked, other_version

OWN_WORD = "is settled as given: that somebody vouches for the translation is the record's own word"
AGREEMENT = "is settled by translations that agree: that they were made apart is the record's own word"
LEVEL = (
    "is settled by translations at a level: that it was measured, and who made the translations, and that they were "
    "made apart, is the record's own word"
)


@dataclass(frozen=True, slots=True)
class _Parsed:
    """What a record is of, and the rows of its decisions in order."""

    translated: Translated
    trust: Settling
    rows: tuple[Mapping[str, Any], ...]


def recheck_one(data: Any, checkers: Callable[[str], Checker], where: str) -> Iterator[Finding]:
    """Yield the findings of one record of a formal chain, which stands at ``where``. Lean is asked where the record
    holds a certificate of its own.

    Raises:
        LeanUnavailable: where it holds a proof by Lean, and there is no Lean.
    """
    try:
        parsed = _parsed(data)
        exact = _exact(data["exact"], parsed.translated.chain, checkers)
    except ValueError as error:
        yield Finding(where, str(error))
        return
    for i, row in enumerate(data["translations"]):
        if row.get("sha256") != digest(row["chain"]):
            yield Finding(f"{where}, translation {i}", "its SHA-256 is not that of the formal chain it holds")
    if (other := other_version(_of_runs(parsed))) is not None:
        yield Finding(where, remark=not_rechecked(other))
        return
    if exact is not None:
        yield from recheck_judged(data["exact"], checkers, f"{where}, the exact reading")
    if isinstance(parsed.trust, AtLevel):
        formal = [one.formal for one in parsed.translated.translations if not one.given]
        if formal and (wrong := parsed.trust.differs(formal)) is not None:
            yield Finding(where, wrong)
    again = _again(parsed, exact, checkers)
    yield from _certificates(again, parsed.rows, where)
    if any("lean" in row for row in parsed.rows):
        again, found = certified_again(again, parsed.rows, checkers, where)
        yield from found
    again = _with_estimates(again, data.get("estimates"))
    expected = formal_record(again)
    rest = {**data, "exact": expected["exact"]}  # which was held against its texts and proofs above
    yield from (Finding(where, wrong) for wrong in different(rest, expected))
    yield from _contradicted(again, where)
    words = {Reading.GIVEN: OWN_WORD, Reading.TRANSLATED: LEVEL if isinstance(again.trust, AtLevel) else AGREEMENT}
    readings = dict.fromkeys(step.reading for step in again.steps if step.reading in words)
    yield from (Finding(where, remark=words[reading]) for reading in readings if reading is not None)


def _with_estimates(again: JudgedFormalChain, stored: Any) -> JudgedFormalChain:
    """Return the judged chain with the estimates of a record, which no proof shows: they may not rise, and are 0 after
    a step that is settled incorrect."""
    told = stored.get("prefixes") if isinstance(stored, dict) else None
    if not isinstance(told, list) or len(told) != len(again.steps):
        return again
    proper = [one if isinstance(one, int | float) and 0 <= one <= 1 else None for one in told]
    found = tuple(prefixes([step.correct for step in again.steps], proper))
    return replace(again, estimates=Estimates(str(stored.get("by")), found))


def judged_again(data: Any, checkers: Callable[[str], Checker]) -> JudgedFormalChain:
    """Return the chain of a record judged anew, with the stored proofs first.

    Raises:
        ValueError: on what is no record of a formal chain.
        LeanUnavailable: where its exact reading holds a proof by Lean, and there is no Lean.
    """
    parsed = _parsed(data)
    return _again(parsed, _exact(data["exact"], parsed.translated.chain, checkers), checkers)


def _again(parsed: _Parsed, exact: JudgedChain | None, checkers: Callable[[str], Checker]) -> JudgedFormalChain:
    runs = StoredRuns(_of_runs(parsed), checkers, shared())
    by_record = FormalJudge(lambda own: StoredFormulaProofs(parsed.rows, own), runs)
    return judged(parsed.translated, parsed.trust, by_record, exact)


def _of_runs(parsed: _Parsed) -> list[Any]:
    """The certificates of claims about runs."""
    return [row["certificate"] for row in parsed.rows if "run" in _claim_of(row)]


def _claim_of(row: Mapping[str, Any]) -> Mapping[str, Any]:
    """The claim that a row's certificate is of, as it is stored; nothing where it has none."""
    certificate = row.get("certificate")
    claim = certificate.get("claim") if isinstance(certificate, dict) else None
    return claim if isinstance(claim, dict) else {}


def _exact(data: Any, chain: Chain, checkers: Callable[[str], Checker]) -> JudgedChain | None:
    """Return the exact reading of a record judged anew, with its stored proofs; None where it has none.

    Raises:
        ValueError: where it is no record, or one of another text.
    """
    if data is None:
        return None
    found = exactly_again(data, checkers)
    if found.chain != chain:
        raise ValueError("its exact reading is of another text")
    return found


def _contradicted(again: JudgedFormalChain, where: str) -> Iterator[Finding]:
    """Yield the steps that translations settle though the exact reading, made now, settles them the other way."""
    settled = [step for step in again.steps if step.correct is not None and step.reading is not Reading.EXACT]
    if not settled:
        return
    with Judge(lean="off") as exactly:
        fresh = exactly(again.chain).steps
    for step in settled:
        if fresh[step.index].correct not in (None, step.correct):
            yield Finding(where, f"step {step.index} is settled, and the exact reading of its text says the opposite")


def _certificates(again: JudgedFormalChain, rows: tuple[Mapping[str, Any], ...], where: str) -> Iterator[Finding]:
    """Yield whether the door admitted the stored proof of each statement, where the record has one."""
    stored = {(row.get("translation"), str(row.get("id"))): row for row in rows}
    for i, one in again.decisions():
        at, row = f"{where}, translation {i}, statement {one.id}", stored.get((i, one.id), {})
        if isinstance(one.verdict, Contradiction):
            yield Finding(at, certificate=one.verdict.proved, alarm=True)
            yield Finding(at, certificate=one.verdict.refuted, alarm=True)
        elif row.get("certificate") is not None and one.certificate is not None:
            yield Finding(at, certificate=one.certificate)
        elif row.get("certificate") is not None:
            why = one.verdict.detail if isinstance(one.verdict, Unknown) else ""
            yield Finding(at, f"its certificate does not hold: {why}")


def _parsed(data: Any) -> _Parsed:
    """Return what a record holds.

    Raises:
        ValueError: on what is no record of a formal chain; ``str`` says what was expected.
    """
    if (fault := schema_fault(data, SCHEMA, KIND)) is not None:
        raise ValueError(fault)
    steps, held, id, answer = (data.get(key) for key in ("steps", "translations", "id", "answer"))
    if "exact" not in data:
        raise ValueError('expected "exact", the record of the exact reading, found none')
    if not isinstance(steps, list) or not all(isinstance(row, dict) for row in steps):
        raise ValueError('expected "steps" as a list of objects')
    if not isinstance(held, list) or not all(isinstance(row, dict) and "chain" in row for row in held):
        raise ValueError('expected "translations" as a list of objects, each with its "chain"')
    if not all(one is None or isinstance(one, str) for one in (id, answer)):
        raise ValueError('expected "id" and "answer" as strings or null')
    try:
        texts = [row.get("text") for row in steps]
        chain = with_origin(Chain.of(data.get("problem"), texts, id, answer), data)
    except TypeError as error:
        raise ValueError(str(error)) from error
    translations = looked_at(chain, [_translation(row, i) for i, row in enumerate(held)])
    trust = trust_of_json(data.get("trust"))
    return _Parsed(Translated(chain, translations), trust, tuple(_rows(held)))


def _translation(row: Mapping[str, Any], place: int) -> Translation:
    try:
        return Translation(read_chain(row["chain"]), row.get("given") is True)
    except ShapeError as error:
        raise ValueError(f"translation {place}: {error}") from error


def _rows(held: list[dict[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Yield the rows of all decisions, with the place of their translation."""
    for place, row in enumerate(held):
        steps = row.get("steps")
        for step in steps if isinstance(steps, list) else ():
            decisions = step.get("decisions") if isinstance(step, dict) else None
            if not isinstance(decisions, list) or not all(isinstance(one, dict) for one in decisions):
                raise ValueError(f'translation {place}: expected steps with "decisions" as a list of objects')
            yield from ({**one, "translation": place} for one in decisions)
