"""Proof search with a scripted model behind a real HTTP server, and the real Lean."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from speaking import Asked, served

from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable
from verifier.engines.candidate import Candidate
from verifier.engines.lean.pool import LeanPool
from verifier.engines.lean.propose import LeanEngine
from verifier.kernel.claim import Binder, Claim
from verifier.kernel.verdict import CheckFailed, Proof, Proved, Shows, admit
from verifier.translating.endpoint import Endpoint
from verifier.translating.language import relating
from verifier.translating.proving import ProofSearch


def claim(text: str) -> Claim:
    said = relating(text)
    return Claim(said.relation, said.left, said.right, Binder.FOR_ALL)


MEANS = claim("x*y <= (x^2 + y^2)/2")


@pytest.fixture(scope="module")
def lean() -> Iterator[LeanEngine]:
    pool = LeanPool()
    try:
        pool.start()
    except LeanUnavailable as error:
        pytest.skip(str(error))
    yield LeanEngine(pool)
    pool.close()


def test_an_error_is_fed_back_once_and_what_lean_accepts_is_admitted(lean: LeanEngine) -> None:
    answers = [["(x+y)^2 >= 0"], ["(x-y)^2 >= 0"]]

    def reply(asked: Asked) -> str:
        assert asked.kind == "prove" and "x0" in asked.material["statement"]
        return json.dumps({"facts": answers[(len(asked.body["messages"]) - 2) // 2]})

    with served(reply) as server:
        model = Endpoint("prover", server.url, "")
        [found] = ProofSearch(lean, model, 1).propose(MEANS)
        model.close()
    assert isinstance(found, Candidate) and found.proof.data["tactic"] == "facts"
    assert isinstance(admit(found.claim, found.proof, found.checker), Proved)
    assert "That does not prove it" in server.seen[1].body["messages"][-1]["content"] and len(server.seen) == 2


BAD = ['{"facts": []}', "by native_decide", '{"facts": ["(x-y)^2 >= 0"], "axiom": 1}x']
BAD += [
    json.dumps({"facts": [fact]})
    for fact in ("x = y; sorry", "1 = 2", "z >= 0", "x^99999999 >= 0", "x*y <= (x^2+y^2)/3")
]


def test_what_a_model_says_otherwise_proves_nothing(lean: LeanEngine) -> None:
    for said in BAD:
        with served(lambda asked, said=said: said) as server:
            model = Endpoint("prover", server.url, "")
            offers = list(ProofSearch(lean, model, 1).propose(MEANS))
            model.close()
        assert offers and not any(isinstance(offer, Candidate) for offer in offers), said


FORGED = [
    None, [], ["grind"], [["≥", ["sym", "x"], "0\nsorry"]], [["≥ 0 := sorry --", ["sym", "x"], ["int", "0"]]],
    [["≥", ["sym", "x0"], ["int", "0"]]], [["≥", ["int", "0 := by sorry"], ["int", "0"]]], [["=", ["int", "1"]]],
    [["=", ["pow", ["sym", "x"], ["int", "100"]], ["int", "0"]]], [["=", ["sqrt", ["sym", "x"]], ["int", "0"]]],
]  # fmt: skip


def test_a_stored_proof_with_other_facts_is_refused_before_lean_sees_it(lean: LeanEngine) -> None:
    first = next(offer for offer in lean.propose(MEANS) if isinstance(offer, Candidate))
    for data in FORGED:
        proof = Proof("lean", Shows.TRUE, {**first.proof.data, "tactic": "facts", "facts": data})
        with pytest.raises(CheckFailed) as caught:
            admit(first.claim, proof, first.checker)
        assert "Lean does not accept" not in str(caught.value), data
