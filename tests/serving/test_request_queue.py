"""The request queue: whatever becomes of a worker, each item is told something."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from verifier.serving.request_queue import Desk, Work

CHAIN = {"problem": "What is 6 * 7?", "steps": ["6 * 7 = 42"], "id": None, "answer": None}


@contextmanager
def no_more_files() -> Iterator[None]:
    """No file can be opened, nor a terminal."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    taken = {int(path.name) for path in Path("/proc/self/fd").iterdir()}
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(set(range(4096)) - taken), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_an_item_is_told_where_no_worker_can_be_started_and_the_next_one_is_judged() -> None:
    desk = Desk(Work(lean="off", workers=1, waiting=1))
    try:
        with no_more_files():
            desk.start()
            first = desk.put(CHAIN)
            assert first is not None and first.result(timeout=60).status == 503
        second = desk.put(CHAIN)
        assert second is not None and second.result(timeout=300).status == 200
        assert desk.lost >= 1
    finally:
        desk.close()
    late = desk.put(CHAIN)
    assert late is not None and late.result(timeout=0).error == "the service is ending"
