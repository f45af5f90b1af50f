"""The session: a Lean that is lost is replaced, and what it was asked stays unknown."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from support.fake_toolchain import fake
from support.lean_session import claim
from support.terms import app

from verifier.checkers.lean.checker import LeanChecker
from verifier.checkers.lean.process.session import LeanSession, SessionLost
from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable
from verifier.kernel.expr import Head
from verifier.kernel.verdict import CheckFailed, Proof, Reason, Shows, admit


@pytest.fixture
def session() -> Iterator[LeanSession]:
    with fake() as session:
        yield session


def works(session: LeanSession) -> bool:
    return session.prove("True", "trivial").ok


@pytest.mark.parametrize("trouble", ["die", "flood", "garble"])
def test_a_request_that_loses_lean_is_lost_and_the_next_one_is_answered(session: LeanSession, trouble: str) -> None:
    with pytest.raises(SessionLost):
        session.prove("True", trouble)
    assert works(session) and session.starts == 2


def test_a_hanging_lean_is_killed_at_the_deadline_and_replaced(session: LeanSession) -> None:
    assert works(session)
    before = session.pid
    with pytest.raises(SessionLost):
        session.prove("True", "hang", deadline=1)
    assert works(session) and session.pid != before and session.starts == 2


def test_a_late_answer_never_answers_the_next_question(session: LeanSession) -> None:
    assert works(session)
    assert not session.prove("True", "late").ok


def test_an_answer_with_a_forbidden_axiom_is_refused_on_our_side_too() -> None:
    with fake("careless") as session:
        assert session.pid is None  # nothing is started before it is needed
        with pytest.raises(LeanUnavailable, match="sound proof"):
            session.start()


def test_a_lean_that_lets_a_canary_pass_is_not_used() -> None:
    with fake("blind") as session:
        with pytest.raises(LeanUnavailable, match="false proof"):
            session.prove("True", "trivial")
        with pytest.raises(LeanUnavailable):
            session.prove("True", "trivial")
        assert session.pid is None


def test_a_lean_that_refuses_everything_is_not_used() -> None:
    with fake("deaf") as session, pytest.raises(LeanUnavailable, match="sound proof"):
        session.start()


def test_a_lean_that_is_lost_again_and_again_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verifier.checkers.lean.process.session.BACK_OFF", (0.0, 0.01))
    with fake("dies at once") as session:
        losses = 0
        for _ in range(6):
            try:
                session.prove("True", "trivial")
            except SessionLost:
                losses += 1
            except LeanUnavailable as error:
                assert "times in a row" in str(error)
        assert losses == 3


def test_a_session_is_replaced_after_so_many_requests() -> None:
    with fake(recycle_requests=10) as session:
        for _ in range(25):
            assert works(session)
        assert session.starts >= 3


def test_a_session_started_in_the_background_serves_the_first_request(session: LeanSession) -> None:
    session.start_in_background().join(timeout=300)
    assert session.starts == 1 and works(session) and session.starts == 1


def test_what_fails_in_the_background_is_told_to_the_first_request() -> None:
    def absent() -> Any:
        raise LeanUnavailable("no disk; buy one")

    with LeanSession(absent) as session:
        session.start_in_background().join(timeout=300)
        with pytest.raises(LeanUnavailable, match="buy one"):
            session.prove("True", "trivial")


def test_closing_waits_neither_for_a_request_nor_for_an_installation() -> None:
    installing, go_on, installed = (threading.Event() for _ in range(3))

    def slow() -> Any:
        installing.set()
        go_on.wait(300)
        installed.set()
        raise LeanUnavailable("closed meanwhile")

    first, second = LeanSession(slow), fake()
    first.start_in_background()
    second.start()
    losses: list[Exception] = []

    def hang() -> None:
        try:
            second.prove("True", "hang")
        except SessionLost as loss:
            losses.append(loss)

    asking = threading.Thread(target=hang)
    asking.start()
    assert installing.wait(300)
    time.sleep(0.2)
    second.close()
    first.close()
    assert not installed.is_set()
    go_on.set()
    asking.join(timeout=300)  # Lean itself would hang for longer
    assert losses
    with pytest.raises(LeanUnavailable, match="closed"):
        second.prove("True", "trivial")


def test_lean_is_not_started_where_there_is_no_memory_for_it(
    session: LeanSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr("verifier.checkers.lean.process.session.available", lambda: 1 << 30)
        with pytest.raises(LeanUnavailable, match="1024 MiB are free"):
            session.prove("True", "trivial")
    assert works(session)


def test_two_threads_get_their_own_answers(session: LeanSession) -> None:
    answers: dict[str, bool] = {}

    def ask(proof: str) -> None:
        for _ in range(30):
            answers[proof] = session.prove("True", proof).ok

    threads = [threading.Thread(target=ask, args=(proof,)) for proof in ("trivial", "by sorry")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == {"trivial": True, "by sorry": False}


REFUSED = {
    "sorry": ("2 = 3", "by sorry"),
    "admit": ("2 = 3", "by admit"),
    "sorry inside a have": ("2 = 3", "by\n  have h : 2 = 3 := by sorry\n  exact h"),
    "sorryAx by name": ("2 = 3", "sorryAx _ true"),
    "an axiom of another kind": ("True", "(fun (_ : True) => True.intro) Lean.trustCompiler"),
    "native_decide": ("∀ n : Fin 300, n.val < 300", "by native_decide"),
    "a second command": ("2 = 3", "by decide\naxiom cheat : 2 = 3\ntheorem verified : 2 = 3 := cheat"),
    "a comment left open": ("2 = 3", "by /- decide"),
    "an exit": ("2 = 3", "by skip\n#exit"),
    "a statement that closes itself": ("True := trivial\naxiom cheat : 2 = 3\ntheorem more : 2 = 3", "cheat"),
    "a statement that is no proposition": ("Nat", "3"),
    "a statement by sorry": ("(sorry : Prop)", "by trivial"),
    "letters that nobody bound": ("x = x", "rfl"),
    "the kernel switched off": ("2 = 3", "by\n  set_option debug.skipKernelTC true in\n  exact (rfl : 2 = 2)"),
    "another theorem's name": ("2 = 3", "verified"),
    "nothing": ("2 = 3", ""),
}


@pytest.mark.parametrize("trick", REFUSED)
def test_the_real_lean_refuses(trick: str, lean_session: LeanSession) -> None:
    answer = lean_session.prove(*REFUSED[trick])
    assert not answer.ok and answer.errors


def test_one_request_changes_nothing_for_the_next(lean_session: LeanSession) -> None:
    assert lean_session.prove("1 + 1 = 2", "rfl").ok
    for proof in ("verified", "goal"):
        assert not lean_session.prove("1 + 1 = 2", proof).ok


def test_work_beyond_the_heartbeats_is_exhausted(lean_session: LeanSession) -> None:
    answer = lean_session.prove("∀ n : Nat, n < 100 → n * n * n * n * n < 10000000000", "by decide", heartbeats=200)
    assert answer.exhausted and not answer.ok


def test_a_request_of_a_hundred_thousand_bytes_arrives_whole(lean_session: LeanSession) -> None:
    padding = " " * 100_000
    assert lean_session.prove(f"2 + 2 ={padding}4", "rfl").ok
    assert not lean_session.prove(f"2 + 2 ={padding}5", "rfl").ok


def test_the_same_statement_has_the_same_hash_and_another_one_has_not(lean_session: LeanSession) -> None:
    said = [lean_session.prove(text, "rfl").statement for text in ("1 + 1 = 2", "(1 + 1) = 2", "2 = 1 + 1")]
    assert said[0] == said[1] != said[2]


def test_a_real_lean_that_is_killed_loses_the_claim_and_is_replaced(lean_session: LeanSession) -> None:
    of, checker = claim(app(Head.ADD, 2, 2), "=", 4), LeanChecker(lean_session)
    proof = Proof("lean", Shows.TRUE, {"text": "by decide +kernel"})
    admit(of, proof, checker)
    assert lean_session.pid is not None
    os.kill(lean_session.pid, signal.SIGKILL)
    # Seen before the request it is replaced without a word; seen during the request, the claim is lost.
    lean_session.start = lambda: None  # type: ignore[assignment,return-value]
    try:
        with pytest.raises(CheckFailed) as loss:
            admit(of, proof, checker)
    finally:
        del lean_session.start
    assert loss.value.reason is Reason.ENGINE_LOST
    admit(of, proof, checker)


def test_a_term_nested_too_deep_for_lean_is_survived(lean_session: LeanSession) -> None:
    deep = "(" * 3000 + "1" + ")" * 3000 + " = 1"
    with contextlib.suppress(SessionLost):
        assert not lean_session.prove(deep, "rfl").ok
    assert lean_session.prove("1 + 1 = 2", "rfl").ok
