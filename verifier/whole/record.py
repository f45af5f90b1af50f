"""Whole chains as records: that of the judged chain, with a part in which the theorem and its proof travel. Nothing in
it is a verdict: ``recheck`` makes them again."""

from __future__ import annotations

from typing import Any, Final

from verifier.readers.exact.claims.given.hypotheses import LaidDown
from verifier.records.codec import certificate_to_json, claim_to_json
from verifier.records.record import record as judged_record
from verifier.records.views.show import show_term
from verifier.whole.findings import Finding
from verifier.whole.whole import Theorem, WholeChain

KEY: Final = "whole"
"""The part of a record that is of the whole chain."""


def record(whole: WholeChain) -> dict[str, Any]:
    """Return the record of a whole chain: the same chain and proof give the same record, key for key."""
    return {**judged_record(whole.judged), KEY: _whole(whole)}


def _whole(whole: WholeChain) -> dict[str, Any]:
    return {
        "answer": None if whole.answer is None else {"text": whole.answer.text, "how": whole.answer.how},
        "same": None if whole.same is None else whole.same.state,
        "hypotheses": [_hypothesis(hypothesis) for hypothesis in whole.hypotheses],
        "status": whole.status,
        "lack": None if whole.lack is None else whole.lack.value,
        "why": whole.why,
        "engine": whole.engine,
        "theorem": None if whole.theorem is None else _theorem(whole, whole.theorem),
        "findings": [_finding(finding) for finding in whole.findings],
        "needed": sorted(whole.needed),
        "unneeded": list(whole.unneeded),
        "compensating": [finding.claim for finding in whole.compensating],
        "assumed": [finding.claim for finding in whole.assumed],
        "locally_right": whole.locally_right,
        "incoherent": whole.incoherent,
        "wrong": whole.wrong,
    }


def _hypothesis(found: LaidDown) -> dict[str, Any]:
    return {"id": found.premise.id, "text": found.text, "span": list(found.span)}


def _theorem(whole: WholeChain, theorem: Theorem) -> dict[str, Any]:
    goal = theorem.goal
    return {
        "says": f"{show_term(goal.left)} = {show_term(goal.right)}",
        "from": [premise.id for premise in theorem.claim.premises],
        "claim": claim_to_json(theorem.claim),
        "asked": goal.asked,
        "stands": goal.stands,
        "numbers": [{"text": source.text, "origin": source.origin} for source in goal.sources],
        "steps": [have.id for have in theorem.steps],
        "followed": list(theorem.followed),
        "haves": sorted(whole.haves),
        "by_steps": whole.by_steps,
        "lean": theorem.lean,
        "certificate": None if whole.certificate is None else certificate_to_json(whole.certificate),
    }


def _finding(found: Finding) -> dict[str, Any]:
    return {
        "kind": found.kind.value,
        "text": found.text,
        "step": found.step,
        "claim": found.claim,
        "point": dict(found.point),
        "certificate": None if found.certificate is None else certificate_to_json(found.certificate),
    }
