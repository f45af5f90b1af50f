"""Lean's certificates in records of formal chains, admitted again: of what is decided now, all in few requests."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from verifier.judging.deciding.translation import Decision, with_told
from verifier.judging.judgements.judgement import JudgedChain
from verifier.kernel.claim import Claim
from verifier.kernel.verdict import (
    Certificate,
    Checker,
    CheckFailed,
    Decided,
    Proof,
    Reason,
    Shows,
    Unknown,
    Verdict,
    admit,
)
from verifier.records.codec import claim_spelled
from verifier.records.stored_proofs import LEAN

Offered = tuple[Claim, Proof]


def certified_again(
    again: JudgedChain, rows: Sequence[Mapping[str, Any]], checkers: Callable[[str], Checker]
) -> tuple[JudgedChain, list[tuple[str, Certificate | str]]]:
    """Return a chain with those Lean certificates of its record that hold, and of each certificate its place and
    itself, or what is wrong with it."""
    checker: Any = checkers(LEAN)
    stored = {(row.get("translation"), str(row.get("id"))): row["lean"] for row in rows if "lean" in row}
    decided = [(place, one.certificate) for place, one in _places(again) if one.certificate is not None]
    offered = [_offered(certificate, stored.pop(place, None)) for place, certificate in decided]
    checker.check_many([one for one in offered if isinstance(one, tuple)])
    told = [_admitted(one, checker) if isinstance(one, tuple) else one for one in offered]
    found = [(_at(place), _found(one)) for (place, _), one in zip(decided, told, strict=True) if one]
    found += [(_at(place), "a Lean certificate of what is not decided") for place in stored]
    left = iter(told)
    heard = (replace(h, judged=None if h.judged is None else with_told(h.judged, left)) for h in again.translations)
    return replace(again, translations=tuple(heard)), found


def _places(again: JudgedChain) -> Iterator[tuple[tuple[Any, str], Decision]]:
    """Yield every decision with the place of its translation and its id."""
    yield from (((i, one.id), one) for i, one in again.decisions())


def _at(place: tuple[Any, str]) -> str:
    return f"translation {place[0]}, statement {place[1]}"


def _found(told: Verdict) -> Certificate | str:
    if isinstance(told, Decided):
        return told.certificate
    return f"its Lean certificate does not hold: {told.detail if isinstance(told, Unknown) else ''}"


def _offered(decided: Certificate, found: Any) -> Offered | Unknown | None:
    """The stored proof of what was decided, or what is wrong with it; None where there is none."""
    claim = decided.claim
    assert isinstance(claim, Claim)  # of the checkers of formulas
    if found is None:
        return None
    try:
        proof = Proof(found["proof"]["checker"], Shows(found["proof"]["shows"]), found["proof"]["data"])
        same = found["claim"] == claim_spelled(claim)
    except (KeyError, TypeError, ValueError) as error:
        return Unknown(Reason.OUT_OF_SCOPE, f"not a certificate: {error}")
    if not same or proof.shows is not decided.proof.shows:
        return Unknown(Reason.NOT_ENTAILED, "it is of another claim")
    if proof.checker != LEAN or not isinstance(proof.data, dict):
        return Unknown(Reason.OUT_OF_SCOPE, "it is not of Lean's checker of formulas")
    return claim, proof


def _admitted(offered: Offered, checker: Checker) -> Verdict:
    try:
        return admit(*offered, checker)
    except CheckFailed as failure:
        return Unknown(failure.reason, str(failure))
