"""Records of repairs checked again: both chains, that the repair is of the steps in which they differ, and what is said
of their final answers. How a step was mended, and what could not be, is the record's own word."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any, Final

from verifier.records.recheck import Checkers, Finding, different, recheck_judged
from verifier.records.repaired import KEY, parted
from verifier.repairing.repair import Answers, answers_of

KEYS: Final = frozenset({"state", "mends", "carries", "stuck", "answers", "after"})

OWN_WORD: Final = "is repaired: how each step was mended, and what could not be, is the record's own word"


def recheck_one(data: Any, checkers: Checkers, where: str) -> Iterator[Finding]:
    """Yield the findings of one record of a repair, which stands at ``where``. Raises: LeanUnavailable."""
    try:
        plain, repair = parted(data)
    except ValueError as error:
        yield Finding(where, str(error))
        return
    assert repair is not None  # or it were another record
    after = repair["after"]
    for one in (plain, *([] if after is None else [after])):
        if not _has_texts(one):
            yield Finding(where, f"{KEY}: expected records of two chains, with the texts of their steps")
            return
    yield from recheck_judged(plain, checkers, where)
    if after is not None:
        yield from recheck_judged(after, checkers, f"{where}, as repaired")
    yield from (Finding(where, wrong) for wrong in _wrong(plain, repair))
    if repair["mends"] or repair["stuck"]:
        yield Finding(where, remark=OWN_WORD)


def _wrong(plain: Mapping[str, Any], repair: Mapping[str, Any]) -> Iterator[str]:
    """What a repair says otherwise than its two chains."""
    before = _texts(plain)
    after = before if repair["after"] is None else _texts(repair["after"])
    differ = [i for i, pair in enumerate(zip(before, after, strict=True)) if pair[0] != pair[1]]
    named = [*(one.get("step") for one in repair["mends"]), *repair["carries"]]
    if {*map(repr, differ)} != {*map(repr, named)}:
        yield f"{KEY}: says that it changes the steps {named}, and the chains differ in {differ}"
    told = answers_of(str(plain.get("problem")), before, after, plain.get("answer"))
    expected = asdict(Answers() if repair["after"] is None else told)
    yield from different({KEY: {"answers": repair["answers"]}}, {KEY: {"answers": expected}})
    if more := sorted(repair.keys() - KEYS):
        yield f"{KEY}: expected no {', '.join(more)}"


def _has_texts(record: Any) -> bool:
    """Whether a record has steps, each with its text."""
    steps = record.get("steps") if isinstance(record, dict) else None
    return isinstance(steps, list) and all(isinstance(one, dict) and isinstance(one.get("text"), str) for one in steps)


def _texts(record: Mapping[str, Any]) -> list[str]:
    return [row["text"] for row in record["steps"]]
