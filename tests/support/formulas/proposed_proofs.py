"""Proofs that are accepted, and the same with an edit in the proof or in the claim: nearly all of these are to be
refused, at the condition that the edit breaks."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from benchmarks.told_statements import KINDS, chain, drawn

from support.formulas.edits import altered_claim, edited
from verifier.judging.agreeing.judge import FormalJudge
from verifier.judging.decide import formal_judge
from verifier.kernel.claim import Claim
from verifier.kernel.verdict import Certificate, Proof, Shows
from verifier.language.formal_chain import FormalChain


@dataclass(frozen=True, slots=True)
class Submitted:
    """A proof that is to be checked; ``holds`` tells whether its claim is true, where that is known."""

    name: str
    claim: Claim
    proof: Proof
    holds: bool | None = None


def of_drawn_statements(times: int) -> Iterator[Submitted]:
    """Yield what the engine proves of statements of every kind whose truth is known, each kind drawn so many times:
    once with what holds and once with what does not."""
    judge, chance = formal_judge(), random.Random(31)
    for number in range(times * len(KINDS)):
        kind = list(KINDS)[number % len(KINDS)]
        letters, facts, *statements = drawn(kind, chance)
        for holds, text in zip((True, False), statements, strict=True):
            for found in _certificates(judge, chain(letters, facts, text)):
                yield Submitted(f"{kind}, {text}", found.claim, found.proof, holds)


def _certificates(judge: FormalJudge, formal: FormalChain) -> Iterator[Certificate]:
    [judged] = judge([formal]).translations
    for step in judged.steps:
        for statement in step.statements:
            yield from (one.certificate for one in statement.decisions if one.certificate and one.claim)


def with_edits(every: Iterable[Submitted], proofs: int, claims: int) -> Iterator[Submitted]:
    """Yield each of ``every`` with at most so many edits of its proof and of its claim; what is there twice, once."""
    chance, known = random.Random(32), set[str]()
    for one in every:
        claim, proof = one.claim, one.proof
        spelled = json.dumps(proof.data)
        if (mark := f"{claim.fingerprint} {proof.shows} {spelled}") in known:
            continue
        known.add(mark)
        plain: Mapping[str, Any] = json.loads(spelled)
        yield one
        if proof.shows is not Shows.INDEPENDENT:
            other = Shows.FALSE if proof.shows is Shows.TRUE else Shows.TRUE
            yield Submitted(f"{one.name}, opposite", claim, Proof(proof.checker, other, plain), one.holds)
        for number in range(min(proofs, 6 + len(spelled) // 20)):
            made = Proof(proof.checker, proof.shows, edited(plain, chance))
            yield Submitted(f"{one.name}, edit {number}", claim, made, one.holds)
        for number in range(claims):
            yield Submitted(f"{one.name}, claim {number}", altered_claim(claim, chance), proof)
