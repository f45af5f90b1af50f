"""Records of formal chains checked again from nothing: the translations that they hold are parsed, looked at and judged
once more, with the stored proofs as the engine.

What only the caller can know is taken as the record's own word, and told as a remark: that he vouched for a translation
(``given``), and that translations were made apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from verifier.chain import Chain
from verifier.judging.formal.intake import Translated, Translation, looked_at
from verifier.judging.formal.judge import FormalJudge
from verifier.judging.formal.judged_chain import JudgedFormalChain, Reading, Trust
from verifier.judging.formal.recheck_lean import certified_again
from verifier.judging.formal.record import KIND, SCHEMA, digest, formal_record
from verifier.judging.formal.stored_proofs import StoredFormulaProofs
from verifier.judging.formal.verify import judged
from verifier.judging.records.recheck import Finding, different
from verifier.kernel.verdict import Checker, Contradiction, Unknown
from verifier.language.places import ShapeError
from verifier.language.read_chain import read_chain

OWN_WORD = "is settled as given: that somebody vouches for the translation is the record's own word"
AGREEMENT = "is settled by translations that agree: that they were made apart is the record's own word"


@dataclass(frozen=True, slots=True)
class _Parsed:
    """What a record is of, and the rows of its decisions in order."""

    translated: Translated
    trust: Trust
    rows: tuple[Mapping[str, Any], ...]


def recheck_one(data: Any, checkers: Callable[[str], Checker], where: str) -> Iterator[Finding]:
    """Yield the findings of one record of a formal chain, which stands at ``where``. Lean is asked where the record
    holds a certificate of its own."""
    try:
        parsed = _parsed(data)
    except ValueError as error:
        yield Finding(where, str(error))
        return
    for i, row in enumerate(data["translations"]):
        if row.get("sha256") != digest(row["chain"]):
            yield Finding(f"{where}, translation {i}", "its SHA-256 is not that of the formal chain it holds")
    again = judged(parsed.translated, parsed.trust, FormalJudge(lambda own: StoredFormulaProofs(parsed.rows, own)))
    yield from _certificates(again, parsed.rows, where)
    if any("lean" in row for row in parsed.rows):
        again, found = certified_again(again, parsed.rows, checkers, where)
        yield from found
    yield from (Finding(where, wrong) for wrong in different(data, formal_record(again)))
    readings = dict.fromkeys(step.reading for step in again.steps if step.reading is not None)
    for reading in readings:
        yield Finding(where, remark=OWN_WORD if reading is Reading.GIVEN else AGREEMENT)


def _certificates(again: JudgedFormalChain, rows: tuple[Mapping[str, Any], ...], where: str) -> Iterator[Finding]:
    """Yield whether the door admitted the stored proof of each statement, where the record has one."""
    stored = {(row.get("translation"), str(row.get("id"))): row for row in rows}
    for i, one in again.decisions():
        at, row = f"{where}, translation {i}, statement {one.id}", stored.get((i, one.id), {})
        if isinstance(one.verdict, Contradiction):
            yield Finding(at, certificate=one.verdict.proved, alarm=True)
            yield Finding(at, certificate=one.verdict.refuted, alarm=True)
        elif row.get("certificate") is None:
            continue
        elif one.certificate is not None:
            yield Finding(at, certificate=one.certificate)
        else:
            why = one.verdict.detail if isinstance(one.verdict, Unknown) else ""
            yield Finding(at, f"its certificate does not hold: {why}")


def _parsed(data: Any) -> _Parsed:
    """Return what a record holds.

    Raises:
        ValueError: on what is no record of a formal chain; ``str`` says what was expected.
    """
    if not isinstance(data, dict) or data.get("kind") != KIND or data.get("schema") != SCHEMA:
        raise ValueError(f'expected a record: an object with "kind": "{KIND}" and "schema": {SCHEMA}')
    steps, held, id, answer = (data.get(key) for key in ("steps", "translations", "id", "answer"))
    if not isinstance(steps, list) or not all(isinstance(row, dict) for row in steps):
        raise ValueError('expected "steps" as a list of objects')
    if not isinstance(held, list) or not all(isinstance(row, dict) and "chain" in row for row in held):
        raise ValueError('expected "translations" as a list of objects, each with its "chain"')
    if not all(one is None or isinstance(one, str) for one in (id, answer)):
        raise ValueError('expected "id" and "answer" as strings or null')
    try:
        chain = Chain.of(data.get("problem"), [row.get("text") for row in steps], id, answer)  # type: ignore[arg-type]
    except TypeError as error:
        raise ValueError(str(error)) from error
    translations = looked_at(chain, [_translation(row, i) for i, row in enumerate(held)])
    if (trust := data.get("trust")) not in list(Trust):
        raise ValueError(f'expected "trust" as one of {", ".join(Trust)}')
    return _Parsed(Translated(chain, translations), Trust(trust), tuple(_rows(held)))


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
