"""Folders for temporary files: what killed processes leave goes at the next start, what is in use never."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from support.command_line import run

from verifier.processes import Scratch, remove_abandoned
from verifier.processes.sandbox import KINDS

KEEPING = """
import sys
from verifier.processes import Scratch
kept = [Scratch(kind) for kind in sys.argv[1:]]
for one in kept:
    (one.path / "inside").mkdir()
    (one.path / "inside" / "file").write_text("x")
    print(one.path, flush=True)
sys.stdin.read()
"""

RUNNING = """
from verifier import Judge
from verifier.chain import Chain
judge = Judge(lean="off")
judge(Chain.given("```python\\ndef f(n):\\n    return n + 1\\n```\\nWhat does `f(1)` return?", ["`f(1)` returns 2."]))
print("up", flush=True)
input()
"""


@contextmanager
def living(folder: Path, script: str, *args: str) -> Iterator[tuple[subprocess.Popen[str], list[Path]]]:
    """Give a process that has made its folders among the temporary files in ``folder``, and the folders."""
    process = subprocess.Popen(
        [sys.executable, "-c", script, *args],
        env={**os.environ, "TMPDIR": str(folder)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None and process.stdin is not None
    try:
        lines = [process.stdout.readline() for _ in args or ("",)]
        yield process, [Path(line.strip()) for line in lines]
    finally:
        process.kill()
        process.wait()
        process.stdin.close()
        process.stdout.close()


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


def test_folders_of_a_killed_process_are_removed_and_those_of_a_living_one_are_kept(temporary: Path) -> None:
    with living(temporary, KEEPING, *KINDS) as (_, used), living(temporary, KEEPING, *KINDS) as (killed, left):
        assert remove_abandoned() == []
        killed.kill()
        killed.wait()
        assert sorted(remove_abandoned()) == sorted(left)
        assert all((one / "inside" / "file").exists() for one in used) and not any(one.exists() for one in left)


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM])
def test_folders_of_killed_runs_are_removed_by_the_next_command(tmp_path: Path, end: signal.Signals) -> None:
    with living(tmp_path, RUNNING) as (process, _):
        assert list(tmp_path.glob("verifier-run-*"))
        process.send_signal(end)
        process.wait()
    assert list(tmp_path.glob("verifier-run-*"))
    (tmp_path / "chain.json").write_text('{"problem": "", "steps": ["1 + 1 = 2"]}')
    run(tmp_path, "check", "chain.json", "--lean", "off", env={"TMPDIR": str(tmp_path)})
    assert not list(tmp_path.glob("verifier-*"))


def test_folder_ends_with_its_object_and_a_second_close_does_nothing(temporary: Path) -> None:
    with Scratch("run") as path:
        assert path.is_dir() and path.stat().st_mode & 0o777 == 0o700
    assert not path.exists()
    scratch = Scratch("run")
    scratch.close()
    scratch.close()
    assert not list(temporary.iterdir())
    path = Scratch("lean").path
    assert not path.exists()  # nobody holds the object


def test_what_others_named_alike_stays(temporary: Path) -> None:
    (temporary / "elsewhere").mkdir()
    (temporary / "verifier-run-link").symlink_to(temporary / "elsewhere")
    (temporary / "verifier-run-file").write_text("x")
    (temporary / f"verifier-{os.getuid()}").mkdir()
    assert remove_abandoned() == [] and len(list(temporary.iterdir())) == 4


def test_folder_of_another_kind_is_refused(temporary: Path) -> None:
    with pytest.raises(ValueError, match="expected a kind of folder among bench"):
        Scratch("other")


RACING = """
import sys
from verifier.processes import Scratch, remove_abandoned
for n in range(400):
    with Scratch("run") as path:
        remove_abandoned()
        assert path.is_dir(), n
"""


def test_starts_side_by_side_remove_no_folder_in_use(tmp_path: Path) -> None:
    env = {**os.environ, "TMPDIR": str(tmp_path)}
    racing = [subprocess.Popen([sys.executable, "-c", RACING], env=env) for _ in range(3)]
    assert [one.wait(timeout=300) for one in racing] == [0, 0, 0] and not list(tmp_path.iterdir())
