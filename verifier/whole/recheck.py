"""Records of whole chains checked again from nothing: the chain is judged from its stored proofs, followed back and
put into its theorem once more, and ``admit`` checks the stored proof of that again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from verifier.checkers.formulas.structure import StructureChecker
from verifier.checkers.lean.checker import LeanChecker, modelled, rendered
from verifier.checkers.lean.script import proof_text
from verifier.checkers.lean.statement.laws import NotRenderable
from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable
from verifier.engines.lean.tactics.structured_proof import heading, ids
from verifier.kernel.claim import Claim, is_relation
from verifier.kernel.verdict import (
    CheckFailed,
    NotRegistered,
    Proof,
    Reason,
    Unknown,
    Verdict,
    admit,
)
from verifier.records.codec import proof_from_json
from verifier.records.made_by import engine_of
from verifier.records.recheck import Checkers, Finding, different, recheck_judged
from verifier.records.recheck import judged_again as chain_again
from verifier.whole.prove import whole
from verifier.whole.record import KEY, record
from verifier.whole.whole import Theorem, WholeChain


def recheck_one(data: Any, checkers: Checkers, where: str) -> Iterator[Finding]:
    """Yield the findings of one record of a whole chain, which stands at ``where``. Raises: LeanUnavailable."""
    chain, part = apart(data)
    yield from recheck_judged(chain, checkers, where)
    try:
        stored, again = _stored(part), judged_again(data, checkers)
    except ValueError as error:
        yield Finding(where, str(error))
        return
    at = f"{where}, the theorem"
    if again.certificate is not None:
        yield Finding(at, certificate=again.certificate)
    elif stored is not None:
        why = again.verdict if isinstance(again.verdict, Unknown) else Unknown(Reason.OUT_OF_SCOPE, "there is none")
        if why.reason is Reason.NO_ENGINE:
            raise LeanUnavailable(why.detail)
        yield Finding(at, f"its certificate does not hold: {why.detail}")
    expected = record(again)[KEY]
    if again.status == "not proved" and isinstance(part.get("why"), str):
        expected["why"] = part["why"]  # why an engine found nothing is its own word, and nothing rests on it
    if again.certificate is not None:
        expected["engine"] = engine_of(again.certificate, part.get("engine"))
    yield from (Finding(where, wrong) for wrong in different({KEY: part}, {KEY: expected}, chain.get("versions")))


def apart(data: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the record of the judged chain, and the part that is of the whole chain."""
    return {key: value for key, value in data.items() if key != KEY}, data[KEY]


def judged_again(data: Any, checkers: Checkers) -> WholeChain:
    """Return the whole chain of a record, from its stored proofs alone. Raises: ValueError, LeanUnavailable."""
    chain, part = apart(data)
    judged, stored = chain_again(chain, checkers), _stored(part)
    return whole(judged, lambda theorem: _admitted(theorem, stored, checkers))


def _stored(data: dict[str, Any]) -> tuple[Claim, Proof] | None:
    """The stored proof of the theorem, where there is one. Raises: ValueError."""
    theorem = data.get("theorem")
    certificate = theorem.get("certificate") if isinstance(theorem, dict) else None
    if certificate is None:
        return None
    claim, proof = proof_from_json(certificate)
    if not isinstance(claim, Claim) or not is_relation(claim.body):
        raise ValueError("the theorem of a chain is a relation, and its certificate is of something else")
    return claim, proof


def _admitted(theorem: Theorem, stored: tuple[Claim, Proof] | None, checkers: Checkers) -> tuple[Verdict, str | None]:
    """What the door says of a stored proof of this very theorem."""
    if stored is None:
        return Unknown(Reason.NOT_ENTAILED, "the record holds no proof of it"), None
    claim, proof = stored
    used = [i for i, premise in enumerate(theorem.claim.premises) if premise in claim.premises]
    if theorem.claim.under(used) != claim:
        return Unknown(Reason.NOT_ENTAILED, "its certificate is of another theorem"), None
    try:
        if proof.checker == StructureChecker.name:
            raise CheckFailed("the theorem of a chain is not shown by a structural proof", Reason.OUT_OF_SCOPE)
        _of_the_chain(theorem, claim, proof)
        verdict: Verdict = admit(claim, proof, checkers(proof.checker))
    except CheckFailed as failure:
        return Unknown(failure.reason, str(failure)), None
    except NotRegistered as error:
        return Unknown(Reason.OUT_OF_SCOPE, str(error)), None
    return verdict, proof.checker


def _of_the_chain(theorem: Theorem, claim: Claim, proof: Proof) -> None:
    """Every step that the proof states must be one that the chain says. Raises: CheckFailed."""
    if proof.checker != LeanChecker.name:
        return
    statement, text = rendered(claim, proof, modelled(claim, proof)), proof_text(proof.data)
    says = {have.id: have for have in theorem.steps}
    for id in (stated := ids(text)):
        try:
            if id in says and stated.count(id) == 1 and f"\n  {heading(says[id], statement)}" in text:
                continue
        except NotRenderable:
            pass
        raise CheckFailed(f"{id} says in the proof what it does not say in the chain")
