"""The pool: children may die at any moment, and no claim is lost, and no verdict changes."""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from support.fake_toolchain import FakeToolchain
from support.lean_session import by_reflection, claim
from support.sizes import sized
from support.terms import app

from verifier.checkers.lean.checker import LeanChecker
from verifier.checkers.lean.process import batch_check
from verifier.checkers.lean.process.session import SessionLost, SessionSlow
from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable
from verifier.engines.lean import pool as pools
from verifier.engines.lean.pool import LeanPool, default_size
from verifier.kernel.claim import Claim
from verifier.kernel.expr import Head
from verifier.kernel.verdict import Certificate, Shows

KILLS = int(os.environ.get("VERIFIER_KILLS", "2"))
"""How often the real Lean is killed; each costs a start of some seconds."""
KILL_SEED = int(os.environ.get("VERIFIER_KILL_SEED", "1"))
"""Which random points: two hundred kills may be cut into runs of fifty, each with another seed."""


def fake_pool(size: int = 2, mode: str = "honest", **limits: Any) -> LeanPool:
    return LeanPool(size, lambda: FakeToolchain(mode), **limits)  # type: ignore[arg-type,return-value]


@pytest.fixture
def pool() -> Iterator[LeanPool]:
    with fake_pool() as pool:
        yield pool


def claims(count: int) -> list[Claim]:
    """Every third of them is false."""
    return [claim(app(Head.ADD, n, n + 1), "=", 2 * n + 1 + (n % 3 == 0)) for n in range(count)]


def truth(count: int) -> list[bool]:
    return [n % 3 != 0 for n in range(count)]


def verdicts(checker: LeanChecker, of: Sequence[Claim]) -> list[bool | str]:
    """Return of each claim whether it is shown true, and not false; or what came in the way."""
    pairs = [(c, by_reflection(c, shows)) for c in of for shows in (Shows.TRUE, Shows.FALSE)]
    found = checker.check_many(pairs)
    said: list[bool | str] = []
    for true, false in zip(found[::2], found[1::2], strict=True):
        shown = [isinstance(x, Certificate) for x in (true, false)]
        said.append(shown[0] if shown.count(True) == 1 else f"{true} {false}")
    return said


class Killer(threading.Thread):
    """Kills a child of the pool at random moments, ``kills`` times; between two kills every worker gets on."""

    def __init__(self, pool: LeanPool, kills: int, pause: float, progress: list[int]) -> None:
        super().__init__(daemon=True)
        self.pool, self.left, self.pause, self.progress = pool, kills, pause, progress
        self.done = threading.Event()
        self.dice = random.Random(KILL_SEED)

    def run(self) -> None:
        while self.left and not self.done.is_set():
            time.sleep(self.dice.random() * self.pause)
            if victims := self.pool.pids:
                try:
                    os.kill(self.dice.choice(victims), signal.SIGKILL)
                except ProcessLookupError:
                    continue
                self.left -= 1
                self._let_them_get_on()

    def _let_them_get_on(self) -> None:
        # A request is asked twice at most: to be hit by two kills in a row is more than it promises to survive.
        before = list(self.progress)
        while any(now < then + 2 for now, then in zip(self.progress, before, strict=True)) and not self.done.is_set():
            time.sleep(0.002)


def run_under_fire(pool: LeanPool, kills: int, pause: float, size: int, workers: int = 2) -> int:
    """Judge 500 claims while children die, again until all kills are done, and return the kills that were left."""
    of, expected = claims(500), truth(500)
    progress, wrong = [0] * workers, list[str]()
    killer = Killer(pool, kills, pause, progress)

    def judge(i: int) -> None:
        while killer.is_alive() and not wrong:
            for start in range(i * size, len(of), workers * size):
                found = verdicts(LeanChecker(pool), of[start : start + size])
                if found != expected[start : start + size]:
                    wrong.append(f"{found} of the claims from {start}")
                progress[i] += 1

    pool.start()
    killer.start()
    threads = [threading.Thread(target=judge, args=(i,)) for i in range(workers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    killer.done.set()
    killer.join()
    assert not wrong and min(progress) >= len(of) // size // workers
    return killer.left


def test_kills_at_random_points_lose_no_claim_and_change_no_verdict(pool: LeanPool) -> None:
    kills = sized(40, 200)
    assert run_under_fire(pool, kills, 0.02, size=1) == 0
    assert pool.starts > kills // 2


def test_killing_the_real_lean_loses_no_claim_and_changes_no_verdict() -> None:
    with LeanPool(1) as pool:
        assert run_under_fire(pool, KILLS, 1.0, size=5, workers=1) == 0


def test_a_request_that_loses_lean_is_asked_once_more(pool: LeanPool) -> None:
    with pytest.raises(SessionLost):
        pool.prove("True", "die")
    assert pool.starts == 2 and pool.prove("True", "trivial").ok


def test_a_slow_request_is_not_asked_again(pool: LeanPool) -> None:
    with pytest.raises(SessionSlow):
        pool.prove("True", "hang", deadline=1)
    assert pool.starts == 1
    assert pool.prove("True", "trivial").ok


def test_work_from_one_thread_needs_one_session_and_from_two_two(pool: LeanPool) -> None:
    for _ in range(5):
        assert pool.prove("True", "trivial").ok
    assert len(pool.pids) == 1

    def hang() -> None:
        with pytest.raises(SessionSlow):
            pool.prove("True", "hang", deadline=2)

    slow = threading.Thread(target=hang)
    slow.start()
    time.sleep(0.3)
    assert pool.prove("True", "trivial").ok and len(pool.pids) == 2
    slow.join()


def test_a_large_batch_is_shared_among_as_many_as_it_is_worth(pool: LeanPool, monkeypatch: pytest.MonkeyPatch) -> None:
    assert verdicts(LeanChecker(pool), claims(300)) == truth(300) and len(pool.pids) == 1
    monkeypatch.setattr(batch_check, "WORTH_A_LEAN", 0.1)
    assert verdicts(LeanChecker(pool), claims(3000)) == truth(3000) and len(pool.pids) == 2


def test_answers_of_many_proofs_come_in_their_order(lean_session: Any) -> None:
    answers = lean_session.prove_many([("1 + 1 = 2", "rfl"), ("1 + 1 = 3", "by decide"), ("2 + 2 = 4", "rfl")])
    assert [answer.ok for answer in answers] == [True, False, True]


@pytest.mark.parametrize("limit", [{"recycle_requests": 5}, {"recycle_age": 0.0}, {"recycle_resident": 1}])
def test_sessions_are_replaced_by_requests_age_and_size(limit: dict[str, Any]) -> None:
    with fake_pool(1, **limit) as pool:
        for _ in range(40):
            assert pool.prove("True", "trivial").ok
        assert pool.starts >= 2


def test_a_child_that_outgrows_its_memory_is_lost() -> None:
    with fake_pool(1, resident_limit=1) as pool, pytest.raises((SessionLost, LeanUnavailable)):
        for _ in range(4):
            pool.prove("True", "hang", deadline=5)


def test_a_pool_whose_lean_cannot_be_had_says_so_and_starts_no_other() -> None:
    def absent() -> Any:
        raise LeanUnavailable("no disk; buy one")

    with LeanPool(2, absent) as pool:
        for _ in range(2):
            with pytest.raises(LeanUnavailable, match="buy one"):
                pool.prove("True", "trivial")


def test_a_blind_lean_is_used_by_no_pool() -> None:
    with fake_pool(2, "blind") as pool, pytest.raises(LeanUnavailable, match="false proof"):
        pool.prove("True", "trivial")


def test_closing_ends_all_and_later_requests_say_so() -> None:
    pool = fake_pool()
    pool.start_in_background().join(timeout=300)
    pids = pool.pids
    pool.close()
    assert pids and not pool.pids
    with pytest.raises(LeanUnavailable, match="closed"):
        pool.prove("True", "trivial")


def test_the_default_size_fits_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "available", lambda: 1 << 30)
    assert default_size() == 1
    monkeypatch.setattr(pools, "available", lambda: 1 << 40)
    assert default_size() == len(os.sched_getaffinity(0))
    with pytest.raises(ValueError, match="one session"):
        LeanPool(0)
