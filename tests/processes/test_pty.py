"""Children that live on, over a raw terminal."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest

from verifier.processes import Child, ChildFlooded, ChildLost, ChildTimeout, ChildTooLarge, NotStarted

ECHO = """
import sys
for line in sys.stdin:
    line = line.rstrip("\\n")
    if line == "die": sys.exit(1)
    if line == "hang":
        import time; time.sleep(600)
    if line == "flood":
        while True: print("x" * 1000)
    if line == "flood of short lines":
        while True: sys.stdout.write("\\n" * 1000)
    if line == "grow":
        import time; big = b"x" * (400 << 20); time.sleep(600)
    if line == "complain":
        sys.stderr.write("e" * 1_000_000); sys.stderr.flush()
    print("noise")
    print("@late stale", flush=True)
    print("@late " + str(len(line)) + " " + line[:20], flush=True)
"""


@contextmanager
def echo(**limits: int) -> Iterator[Child]:
    child = Child([sys.executable, "-c", ECHO], **limits)
    try:
        yield child
    finally:
        child.kill()


def ask(child: Child, line: str, seconds: float = 30) -> str:
    return child.ask(line, "@late ", lambda said: said != "stale", seconds)


def test_a_line_is_answered_and_other_lines_are_dropped() -> None:
    with echo() as child:
        assert ask(child, "hello") == "5 hello"
        assert ask(child, "again") == "5 again"


def test_a_line_of_a_million_bytes_arrives_whole() -> None:
    with echo() as child:
        assert ask(child, "a" * 1_000_000).startswith("1000000 ")


def test_a_child_that_ends_is_lost() -> None:
    with echo() as child, pytest.raises(ChildLost):
        ask(child, "die")


def test_a_child_that_is_killed_from_outside_is_lost() -> None:
    with echo() as child:
        ask(child, "hello")
        os.kill(child.pid, signal.SIGKILL)
        with pytest.raises(ChildLost):
            ask(child, "hello")
        assert not child.alive


def test_a_child_that_hangs_is_killed_at_the_deadline() -> None:
    with echo() as child:
        with pytest.raises(ChildTimeout):  # it would answer in ten minutes
            ask(child, "hang", seconds=1)
        assert not child.alive


def test_a_child_that_never_reads_does_not_block_the_sender() -> None:
    child = Child([sys.executable, "-c", "import time; time.sleep(600)"])
    with pytest.raises(ChildTimeout):
        ask(child, "x" * 1_000_000, seconds=1)


@pytest.mark.parametrize("flood", ["flood", "flood of short lines"])
def test_a_child_that_floods_is_killed(flood: str) -> None:
    with echo(flood_limit=2_000_000) as child:
        with pytest.raises(ChildFlooded):
            ask(child, flood)
        assert not child.alive


def test_a_child_that_grows_past_its_ceiling_is_killed() -> None:
    with echo(resident_limit=200 << 20) as child, pytest.raises(ChildTooLarge):
        ask(child, "grow")


def test_complaints_never_block_the_child() -> None:
    with echo() as child:
        assert ask(child, "complain") == "8 complain"


def test_a_request_with_a_line_break_is_refused_and_the_child_lives() -> None:
    with echo() as child:
        with pytest.raises(ValueError, match="one line"):
            ask(child, "two\nlines")
        assert ask(child, "one") == "3 one"


def test_a_program_that_does_not_exist_is_not_started() -> None:
    with pytest.raises(NotStarted):
        Child(["/does/not/exist"])


def test_a_child_is_asked_where_more_than_1024_files_are_open(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = 2048 if hard == resource.RLIM_INFINITY else min(2048, hard)
    if most < 1200:
        pytest.skip("this machine lets no process open so many files")
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    (tmp_path / "empty").touch()
    with contextlib.ExitStack() as held:
        held.callback(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        for _ in range(1100):
            held.enter_context((tmp_path / "empty").open())
        child = Child([sys.executable, "-c", "print('@', input()[:3])"])
        held.callback(child.kill)
        assert child.ask("abcdef" * 40_000, "@", lambda said: True, 30) == " abc"


def test_the_number_of_a_child_that_ended_stays_its_own_until_it_is_killed() -> None:
    with echo() as child:
        os.kill(child.pid, signal.SIGKILL)
        while child.alive:
            pass
        assert psutil.Process(child.pid).status() == psutil.STATUS_ZOMBIE  # so that no other process has its number
        child.kill()
        assert not psutil.pid_exists(child.pid)
        child.cut_short()  # strikes nobody: what has been collected is not killed again
