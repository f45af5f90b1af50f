"""Children that run once."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import psutil
import pytest

from verifier.processes import ChildTimeout, ChildTooLarge, NotStarted, run


def python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def test_a_program_that_ends_gives_back_its_status_and_both_outputs() -> None:
    done = run(
        python("import sys; print(sys.stdin.read().upper()); print('oops', file=sys.stderr); sys.exit(3)"),
        deadline=30,
        input=b"hello",
    )
    assert (done.rc, done.stdout, done.stderr) == (3, b"HELLO\n", b"oops\n")


def test_a_program_past_its_deadline_is_killed_with_everything_it_started(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    code = (
        "import subprocess, sys, time, pathlib\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        f"pathlib.Path({str(note)!r}).write_text(str(child.pid))\n"
        "time.sleep(600)"
    )
    with pytest.raises(ChildTimeout):
        run(python(code), deadline=2)
    time.sleep(0.2)
    grandchild = int(note.read_text())
    assert not psutil.pid_exists(grandchild) or psutil.Process(grandchild).status() == psutil.STATUS_ZOMBIE


def test_a_program_that_grows_past_its_memory_is_killed() -> None:
    with pytest.raises(ChildTooLarge):
        run(python("import time; x = b'x' * (300 << 20); time.sleep(60)"), deadline=30, memory=150 << 20)


def test_output_beyond_the_capture_limit_is_read_and_dropped() -> None:
    done = run(python("print('x' * 5_000_000)"), deadline=30, capture=1000)
    assert done.rc == 0 and len(done.stdout) == 1000


def test_a_program_that_does_not_exist_is_not_started() -> None:
    with pytest.raises(NotStarted):
        run(["/does/not/exist"], deadline=5)


def test_a_program_that_does_not_read_its_input_still_ends() -> None:
    assert run(python("pass"), deadline=30, input=b"x" * 5_000_000).rc == 0
