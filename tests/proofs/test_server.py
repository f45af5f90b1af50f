"""A Kimina server as elaborator: a real HTTP server that answers in the shapes of kimina-lean-server.

The shapes are those of its ``tests/test_api.py`` and ``client/kimina_client/models.py`` (commit fb2393d): results with
``id``, ``time``, and ``error`` or ``response``; messages with ``severity``, ``pos``, ``endPos`` and ``data``. The words
of ``#print axioms`` are Lean's. No Kimina server was run. Whatever it says, nothing is accepted.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from support.model_servers import Body, Raw, answering

from verifier.proofs import server
from verifier.proofs.case import Case, composed
from verifier.proofs.gate import Gate, Settings
from verifier.proofs.rules import Result

CASE = composed("t", "theorem t (n : Nat) : n + 0 = n", "by\n  simp", "rows.jsonl:1", "import Mathlib")
CLEAN = "'t' depends on axioms: [propext,\n Quot.sound]"


def info(text: str, line: int = 9, severity: str = "info") -> dict[str, Any]:
    place = {"pos": {"line": line, "column": 0}, "endPos": {"line": line, "column": 6}}
    return {"severity": severity, **place, "data": text}


def said(body: Body, *texts: str, **more: Any) -> dict[str, Any]:
    response = {"env": 1, "messages": [*more.pop("first", []), *map(info, texts)], **more}
    return {"results": [{"id": body["snippets"][0]["id"], "time": 0.1, "response": response}]}


def honest(body: Body) -> dict[str, Any]:
    return said(body, CLEAN, '"4.34.0"')


@contextmanager
def judged(answer: Callable[[Body], Any], case: Case = CASE, **more: Any) -> Iterator[tuple[Result, list[Body]]]:
    with (
        answering(lambda path, body: answer(body) if path == "/api/check" else Raw(b"{}", 404)) as there,
        Gate(Settings(server=there.url, **more)) as gate,
    ):
        yield gate.judge(case), there.seen


def test_an_answer_without_errors_is_a_claim_with_the_server_and_its_version() -> None:
    with judged(honest) as (result, seen):
        assert (result.status, [reason.rule for reason in result.reasons]) == ("claimed", ["server"])
        assert "this machine checked nothing" in result.reasons[0].message and result.targets == ()
        (by,) = result.decided_by
        assert by.startswith("the server http://127.0.0.1:") and by.endswith("Lean 4.34.0 by its own word")
        (body,) = seen
        assert list(body) == ["snippets", "timeout", "reuse"] and body["timeout"] == 120
        assert body["snippets"][0]["code"].splitlines()[-2:] == ["#print axioms _root_.t", "#eval Lean.versionString"]


FORGED: dict[str, Callable[[Body], Any]] = {
    "another id": lambda body: {"results": [{**honest(body)["results"][0], "id": "x"}]},
    "another theorem": lambda body: said(body, CLEAN.replace("'t'", "'u'"), '"4.34.0"'),
    "no axioms": lambda body: said(body, '"4.34.0"'),
    "axioms twice": lambda body: said(body, CLEAN, CLEAN, '"4.34.0"'),
    "no version": lambda body: said(body, CLEAN),
    "an old version": lambda body: said(body, CLEAN, '"4.33.1"'),
    "no result": lambda body: {"results": []},
    "two results": lambda body: {"results": honest(body)["results"] * 2},
    "no messages": lambda body: said(body, messages=7),
    "a message of other types": lambda body: said(body, messages=[{"severity": 1, "data": "", "pos": {}}]),
    "an error of the server": lambda body: {"results": [{"id": body["snippets"][0]["id"], "error": "timed out"}]},
    "a list": lambda body: [honest(body)],
    "no JSON": lambda body: Raw(b"ok"),
    "an error status": lambda body: Raw(b"{}", 401),
    "a redirect": lambda body: Raw(b"", 307, {"location": "http://127.0.0.1:9/api/check"}),
    "half an answer": lambda body: Raw(json.dumps(honest(body)).encode(), cut=True),
    "a huge answer": lambda body: said(body, CLEAN, '"4.34.0"', "x" * 300_000),
    "a slow answer": lambda body: Raw(json.dumps(honest(body)).encode(), drip=0.2),
}


@pytest.mark.parametrize("answer", FORGED.values(), ids=FORGED)
def test_a_forged_answer_is_no_claim(answer: Callable[[Body], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MOST_BYTES", 200_000)
    monkeypatch.setattr(server, "GRACE", -118.0)
    with judged(answer) as (result, _):
        assert (result.status, [reason.rule for reason in result.reasons]) == ("infrastructure", ["infrastructure"])


REFUSED: dict[str, tuple[Callable[[Body], Any], str]] = {
    "an error": (lambda body: said(body, CLEAN, '"4.34.0"', first=[info("no", 5, "error")]), "elaboration-error"),
    "sorry": (lambda body: said(body, CLEAN, '"4.34.0"', sorries=[{**info(""), "goal": "x"}]), "sorry"),
    "sorryAx": (lambda body: said(body, "'t' depends on axioms: [propext, sorryAx]", '"4.34.0"'), "sorry"),
    "an axiom": (lambda body: said(body, "'t' depends on axioms: [cheat]", '"4.34.0"'), "axiom"),
}


@pytest.mark.parametrize(("answer", "rule"), REFUSED.values(), ids=REFUSED)
def test_what_the_server_says_against_a_proof_rejects_it(answer: Callable[[Body], Any], rule: str) -> None:
    with judged(answer) as (result, _):
        assert (result.status, result.reasons[0].rule) == ("rejected", rule)
    assert rule != "elaboration-error" or result.reasons[0].line == 5 - CASE.before


OURS = b"import Mathlib\nnamespace A\ntheorem t : 1 = 1 := by sorry\ntheorem u : 2 = 2 := by sorry\nend A\n"


@pytest.mark.parametrize(
    ("candidate", "same"),
    [
        (OURS.replace(b"sorry", b"rfl"), True),
        (OURS.replace(b"by sorry", b"rfl").replace(b"import", b"import Aesop\nimport"), True),
        (OURS.replace(b"sorry", b"rfl").replace(b"2 = 2", b"2 = 2 + 0"), False),
        (OURS.replace(b"sorry", b"rfl").replace(b"namespace", b'local notation "x" => 1\nnamespace'), False),
        (OURS.replace(b"sorry", b"rfl") + b"theorem more : True := trivial\n", False),
        (b"-- " + OURS.replace(b"\n", b" ") + b"\ntheorem A.t : True := trivial\n", False),
    ],
)
def test_a_candidate_has_the_text_of_the_challenge_around_its_proofs(candidate: bytes, same: bool) -> None:
    def both(body: Body) -> Any:
        return said(body, "'A.t' does not depend on any axioms", "'A.u' does not depend on any axioms", '"4.34.0"')

    with judged(both, Case("x", candidate, OURS)) as (result, seen):
        assert result.status == ("claimed" if same else "rejected") and bool(seen) == same
        assert same or [reason.rule for reason in result.reasons] == ["statement-changed"]


def test_the_key_of_a_language_model_is_not_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    headers: list[dict[str, str]] = []
    from support.model_servers import Server

    def read(body: Body, given: dict[str, str]) -> Body:
        headers.append(given)
        return body

    there = Server(read, lambda _, body: Raw(json.dumps(honest(body)).encode()))
    try:
        with Gate(Settings(server=there.url)) as gate:
            assert gate.judge(CASE).status == "claimed"
            monkeypatch.setenv("LEAN_SERVER_API_KEY", "mine")
            assert gate.judge(CASE).status == "claimed"
    finally:
        there.close()
    assert "secret" not in str(headers) and headers[1]["authorization"] == "Bearer mine"


def test_a_server_that_is_not_there_is_infrastructure() -> None:
    with Gate(Settings(server="http://127.0.0.1:9")) as gate:
        result = gate.judge(CASE)
    assert result.status == "infrastructure" and "did not answer" in result.reasons[0].message
