"""A Lean that one process keeps warm and others use: over a socket of one's own, or not at all."""

from __future__ import annotations

import json
import socket
import stat
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from verifier.checkers.lean.process.protocol import Answer, BulkAnswer, LeanError
from verifier.checkers.lean.process.session import SessionLost
from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable
from verifier.engines.lean import local_socket
from verifier.engines.lean import serve as serving
from verifier.engines.lean.serve import InUse, greeted, serve, stop
from verifier.engines.lean.served import ServedSession, session

GOOD = Answer(True, False, (), ("propext",), "7")
BAD = Answer(False, True, (LeanError(1, 2, "no"),), (), "7")


class Stub:
    """A prover that accepts the proof ``good``, and loses or misses Lean on command."""

    version, size, audited = "stub", 1, frozenset({"Verifier.Closed"})

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []

    def prove(self, statement: str, proof: str, *, heartbeats: int = 0, deadline: float = 0) -> Answer:
        self.asked.append((statement, proof))
        if proof == "lost":
            raise SessionLost("it fell over")
        if proof == "gone":
            raise LeanUnavailable("there is no Lean")
        return GOOD if proof == "good" else BAD

    def prove_many(
        self, proofs: Sequence[tuple[str, str]], *, heartbeats: int = 0, deadline: float = 0
    ) -> list[Answer]:
        return [self.prove(*pair) for pair in proofs]

    def certify(self, formulas: Sequence[Any], *, heartbeats: int = 0, deadline: float = 0) -> BulkAnswer:
        return BulkAnswer(tuple(f == ["=", 1, 1] for f in formulas), (), tuple(map(str, formulas)))

    def start(self) -> None:
        self.asked.append(("start", ""))

    start_in_background = close = start


OPEN: list[Any] = []


def client(own: Stub) -> Any:
    """What a run finds, with ``own`` for a session of one's own; closed after the test."""
    OPEN.append(session(own))  # type: ignore[arg-type]
    return OPEN[-1]


@pytest.fixture
def place(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The path of the socket, in a folder of the test's own, whose name is short."""
    folder = tmp_path_factory.mktemp("s")
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))
    assert local_socket.place().is_relative_to(folder)
    yield local_socket.place()
    while OPEN:
        OPEN.pop().close()


@pytest.fixture
def served(place: Path) -> Iterator[Stub]:
    """A prover that is served until the test is over."""
    stub = Stub()
    thread = running(stub, place)
    yield stub
    stop(place)
    thread.join(10)
    assert not thread.is_alive() and not place.exists()


def running(stub: Stub, place: Path, idle: float = 60.0) -> threading.Thread:
    ready = threading.Event()
    thread = threading.Thread(target=serve, args=(stub, place, idle, ready.set), daemon=True)
    thread.start()
    assert ready.wait(10)
    return thread


def test_a_served_session_answers_as_its_prover_does(served: Stub) -> None:
    own = Stub()
    found = client(own)
    assert isinstance(found, ServedSession) and found.served and found.version == "stub"
    assert found.audited == served.audited
    assert found.prove("True", "good") == GOOD and found.prove("False", "bad") == BAD
    assert found.prove_many([("a", "good"), ("b", "bad")]) == [GOOD, BAD]
    assert found.certify([["=", 1, 1], ["=", 1, 2]]).ok == (True, False)
    with pytest.raises(SessionLost, match="it fell over"):
        found.prove("True", "lost")
    assert found.served and not own.asked  # a lost request is lost, and the next one is served again
    found.close()


def test_many_clients_ask_at_once_and_each_gets_its_own_answers(served: Stub) -> None:
    wrong: list[str] = []

    def ask(number: int) -> None:
        mine = client(Stub())
        for i in range(20):
            proof = "good" if (i + number) % 2 else "bad"
            if mine.prove(f"{number}.{i}", proof).ok is not (proof == "good"):
                wrong.append(f"{number}.{i}")
        mine.close()

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong and len(served.asked) == 120


def test_only_the_owner_can_open_the_socket(served: Stub, place: Path) -> None:
    assert stat.S_IMODE(place.stat().st_mode) == 0o600 and stat.S_IMODE(place.parent.stat().st_mode) == 0o700


def test_another_user_is_not_answered_and_not_asked(served: Stub, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as other:
        other.setattr(local_socket, "same_user", lambda connection: False)
        with pytest.raises(OSError, match="another user"):
            local_socket.connected(place)
        assert not isinstance(client(Stub()), ServedSession)
        raw = socket.socket(socket.AF_UNIX)
        raw.connect(str(place))
        raw.settimeout(5)
        assert raw.recv(100) == b""  # the server hangs up
        raw.close()


def test_a_folder_that_others_can_enter_is_refused(place: Path) -> None:
    place.parent.mkdir(mode=0o755)
    place.parent.chmod(0o755)
    with pytest.raises(OSError, match="only its owner"):
        serve(Stub(), place)


def test_where_nothing_is_served_one_uses_ones_own(place: Path) -> None:
    own = Stub()
    assert client(own) is own


def test_a_dead_socket_is_passed_over_and_cleared_away(place: Path) -> None:
    local_socket.private(place.parent)
    left = socket.socket(socket.AF_UNIX)
    left.bind(str(place))
    left.close()  # as a server that was killed leaves it
    own = Stub()
    assert client(own) is own
    thread = running(Stub(), place)
    assert greeted(place)["version"] == "stub"
    stop(place)
    thread.join(10)


@pytest.mark.parametrize("content", ["file", "folder"])
def test_what_is_no_socket_is_left_alone(place: Path, content: str) -> None:
    local_socket.private(place.parent)
    place.write_text("precious") if content == "file" else place.mkdir()
    with pytest.raises(InUse, match="in use by something else"):
        serve(Stub(), place)
    assert place.exists() and not isinstance(client(Stub()), ServedSession)


def test_a_second_server_gives_way_to_the_first(served: Stub, place: Path) -> None:
    with pytest.raises(InUse, match="served already") as refusal:
        serve(Stub(), place)
    assert refusal.value.by_us and greeted(place)["version"] == "stub"


def other_program(place: Path, answer: Callable[[bytes], bytes]) -> socket.socket:
    """A program of this user that answers every line on our socket in its own way."""
    local_socket.private(place.parent)
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(str(place))
    listening.listen(4)

    def run() -> None:
        while True:
            try:
                connection, _ = listening.accept()
            except OSError:
                return
            with connection, connection.makefile("rb") as lines:
                for line in lines:
                    connection.sendall(answer(line))

    threading.Thread(target=run, daemon=True).start()
    return listening


def greeting(**other: Any) -> bytes:
    said = {"id": 0, "version": "stub", "fingerprint": local_socket.fingerprint(), "pid": 1, **other}
    return json.dumps(said).encode() + b"\n"


@pytest.mark.parametrize(
    "answer",
    [b"220 smtp ready\r\n", b"\xff\x00\n", b"[1]\n", b"{}\n", b'{"fingerprint": "other", "version": "stub"}\n'],
)
def test_another_program_on_the_socket_is_passed_over_and_left_alone(place: Path, answer: bytes) -> None:
    listening = other_program(place, lambda line: answer)
    assert not isinstance(client(Stub()), ServedSession)
    with pytest.raises(InUse, match="in use by something else"):
        serve(Stub(), place)
    assert place.exists()
    listening.close()


@pytest.mark.parametrize("answer", [b"garbage\n", b'{"id": 99, "ok": true}\n', b'{"id": 1, "ok": true}\n', b"[]\n"])
def test_garbage_after_the_greeting_makes_one_use_ones_own(place: Path, answer: bytes) -> None:
    listening = other_program(place, lambda line: greeting() if b"hello" in line else answer)
    own = Stub()
    found = client(own)
    assert isinstance(found, ServedSession)
    assert found.prove("True", "good") == GOOD and own.asked == [("True", "good")] and not found.served
    listening.close()


def test_an_answer_under_a_forbidden_axiom_is_refused_on_this_side_too(place: Path) -> None:
    said = {"id": 1, "ok": True, "exhausted": False, "errors": [], "axioms": ["sorryAx"], "statement": "7"}
    listening = other_program(place, lambda line: greeting() if b"hello" in line else json.dumps(said).encode() + b"\n")
    assert not client(Stub()).prove("False", "bad").ok
    listening.close()


def test_a_server_that_goes_away_is_replaced_by_ones_own(place: Path) -> None:
    thread = running(Stub(), place)
    own = Stub()
    found = client(own)
    assert found.prove("True", "good").ok and not own.asked
    stop(place)
    thread.join(10)
    assert found.prove("True", "good").ok and own.asked
    found.close()


def test_a_server_whose_lean_is_gone_ends_and_the_request_goes_elsewhere(place: Path) -> None:
    thread = running(Stub(), place)
    own = Stub()
    with pytest.raises(LeanUnavailable):  # which is what one's own says too
        client(own).prove("True", "gone")
    thread.join(10)
    assert own.asked == [("True", "gone")] and not thread.is_alive()


def test_an_idle_server_ends_by_itself(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "LOOK_EVERY", 0.05)
    serve(Stub(), place, idle=0.2)
    assert not place.exists()


def test_garbage_from_a_client_harms_nobody(served: Stub, place: Path) -> None:
    for garbage in (b"\n", b"{}\n", b"[]\n", b"\xff\n", b'{"id": 1, "statement": 5}\n', b'{"id":1,"many":[1]}\n'):
        raw = socket.socket(socket.AF_UNIX)
        raw.connect(str(place))
        raw.sendall(garbage)
        raw.settimeout(5)
        raw.recv(1000)
        raw.close()
    found = client(Stub())
    assert found.prove("True", "good").ok
    found.close()


def test_stopping_what_is_not_served_says_so(place: Path) -> None:
    assert stop(place) is None
