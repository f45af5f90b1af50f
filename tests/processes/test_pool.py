"""A pool of real children: lent to one at a time, replaced where one is lost, ended at the close."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from verifier.processes import MARKER, Child, ChildLost, ChildTimeout, NoneFree, Pool

WORKER = """
import os, sys, time
from verifier.processes.worker import say, work

def serve(settings, lines, out):
    say("ready", out)
    while line := lines.readline():
        match line.strip():
            case "die": os._exit(1)
            case "hang": time.sleep(60)
            case word: say([settings, word, os.getpid()], out)

work(serve)
"""

Made = Callable[[int], Pool]


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Made:
    (tmp_path / "speaking_worker.py").write_text(WORKER)
    monkeypatch.syspath_prepend(str(tmp_path))
    return lambda size: Pool("speaking_worker", '"s"', size, memory=1 << 30, start=60.0)


def told(child: Child, line: str, seconds: float = 30.0) -> str:
    return child.ask(line, MARKER, lambda said: True, seconds)


def test_children_start_as_they_are_needed_and_stay(made: Made) -> None:
    pool = made(2)
    assert pool.pids == []
    for _ in range(2):
        with pool.lent() as child:
            assert told(child, "hello").startswith('["\\"s\\"", "hello"')
    assert len(pool.pids) == 1
    with pool.lent() as one, pool.lent() as other:
        assert one.pid != other.pid and set(pool.pids) == {one.pid, other.pid}
    pool.close()
    assert pool.pids == []


def test_a_lost_child_is_replaced(made: Made) -> None:
    pool = made(1)
    for word, loss in (("die", ChildLost), ("hang", ChildTimeout)):
        with pytest.raises(loss), pool.lent() as child:
            told(child, word, 1.0 if word == "hang" else 30.0)
        with pool.lent() as child:
            assert '"again"' in told(child, "again")
    pool.close()


def test_where_none_comes_free_in_time_none_is_lost(made: Made) -> None:
    pool = made(1)
    with pool.lent() as child:
        with pytest.raises(NoneFree, match="busy"), pool.lent(time.monotonic() + 0.05):
            pass
        assert '"still"' in told(child, "still")
    pool.close()
    with pytest.raises(ValueError, match="one child"):
        made(0)


def test_a_close_ends_what_is_lent_and_nothing_is_lent_after_it(made: Made) -> None:
    pool = made(2)
    with pool.lent():
        pass
    lost: list[str] = []
    ready = threading.Event()

    def borrow() -> None:
        with pytest.raises(ChildLost), pool.lent() as child:
            ready.set()
            told(child, "hang", 50.0)
        lost.append("lost")

    thread = threading.Thread(target=borrow)
    thread.start()
    assert ready.wait(60)
    time.sleep(0.1)
    pool.close()
    thread.join(30)
    assert lost == ["lost"] and pool.pids == []
    with pytest.raises(NoneFree, match="closed"), pool.lent():
        pass
