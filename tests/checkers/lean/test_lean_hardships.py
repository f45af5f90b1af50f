"""What machines do to a cache, with real causes: each is one clear line, and the run goes on without Lean."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from support.fake_toolchain import FakeToolchain, fake

import verifier
from verifier.checkers.lean.process.session import LeanSession
from verifier.checkers.lean.toolchain import cache, install, toolchain
from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable
from verifier.engines.lean import local_socket
from verifier.engines.lean.serve import serve, stop
from verifier.engines.lean.served import ServedSession, session

CHAIN = json.dumps({"problem": "Halve 48.", "steps": ["So 48/2 = 24."]})
SOURCE = str(Path(verifier.__file__).parent.parent)


@contextmanager
def mounted(place: Path, *how: str) -> Iterator[Path]:
    """Mount something at ``place``, where this user may: root does not feel permissions, but feels a mount."""
    place.mkdir(parents=True, exist_ok=True)
    if sys.platform != "linux" or os.geteuid() or subprocess.run(["mount", *how, place], check=False).returncode:
        pytest.skip("this needs a user who may mount file systems")
    try:
        yield place
    finally:
        subprocess.run(["umount", place], check=True)


@contextmanager
def read_only(place: Path) -> Iterator[Path]:
    with mounted(place, "--bind", str(place)):
        subprocess.run(["mount", "-o", "remount,ro,bind", place], check=True)
        yield place


def checked(env: dict[str, str], **how: Any) -> subprocess.CompletedProcess[str]:
    """Run the command on one chain, with Lean where that can be had."""
    argv = [sys.executable, "-m", "verifier.cli.main", "check", "-", "--json"]
    full = {**os.environ, "PYTHONPATH": SOURCE, **env}
    return subprocess.run(argv, input=CHAIN, capture_output=True, text=True, timeout=600, check=False, env=full, **how)


def goes_on(done: subprocess.CompletedProcess[str], *words: str) -> None:
    """The chain was judged without Lean, and one line says why."""
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["steps"][0]["correct"] is True
    *before, line = [line for line in done.stderr.splitlines() if line.strip()]
    assert all(line.startswith("verifier: fetching Lean") for line in before)
    assert line.startswith("verifier: going on without Lean")
    assert all(word in line for word in words), line


@pytest.fixture
def alone(tmp_path: Path) -> dict[str, str]:
    """The environment of a user with an empty cache who cannot reach npm."""
    offline = {"npm_config_offline": "true", "npm_config_cache": str(tmp_path / "npm")}
    return {**offline, "VERIFIER_CACHE": str(tmp_path / "cache"), "XDG_RUNTIME_DIR": str(tmp_path / "run")}


def test_a_corrupted_cache_is_fetched_again_and_without_a_network_the_run_goes_on(
    alone: dict[str, str], tmp_path: Path
) -> None:
    broken = tmp_path / "cache" / install.FOLDER
    broken.mkdir(parents=True)
    (broken / cache.MANIFEST).write_text('{"files": {"bin/lean.js": [1, 2', encoding="utf-8")
    goes_on(checked(alone), "npm")
    assert not list((tmp_path / "cache").glob(f"{cache.PARTIAL}*"))


def write(folder: Path) -> dict[str, Any]:
    (folder / "A.olean").write_bytes(b"olean" * 1000)
    return {"audit": {}}


def test_a_half_written_olean_is_compiled_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VERIFIER_CACHE", str(tmp_path))
    place = toolchain._prepared("modules-x", write) / "A.olean"
    times = place.stat()
    for half in (b"olean" * 500, b"olean" * 500 + bytes(2500)):  # cut short, or blocks that never reached the disk
        place.write_bytes(half)
        os.utime(place, ns=(times.st_atime_ns, times.st_mtime_ns))
        toolchain._prepared("modules-x", write)
        assert place.read_bytes() == b"olean" * 1000


def test_a_read_only_cache_that_is_whole_serves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VERIFIER_CACHE", str(tmp_path / "cache"))
    made = toolchain._prepared("modules-x", write)
    with read_only(tmp_path / "cache"):
        assert toolchain._prepared("modules-x", write) == made and cache.manifest(made, full=True) is not None


def test_a_read_only_cache_that_is_empty_is_one_line_and_the_run_goes_on(alone: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "cache").mkdir()
    with read_only(tmp_path / "cache"):
        goes_on(checked(alone), "cannot write to", "VERIFIER_CACHE")


def test_a_full_disk_is_one_line_and_the_run_goes_on(alone: dict[str, str], tmp_path: Path) -> None:
    with mounted(tmp_path / "cache", "-t", "tmpfs", "-o", "size=1m", "none"):
        goes_on(checked(alone), "MiB are free", "VERIFIER_CACHE")


def test_a_disk_that_fills_while_a_folder_is_made_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_much(folder: Path) -> dict[str, Any]:
        (folder / "A.olean").write_bytes(bytes(2 << 20))
        return {}

    with mounted(tmp_path / "cache", "-t", "tmpfs", "-o", "size=1m", "none") as place:
        monkeypatch.setenv("VERIFIER_CACHE", str(place))
        with pytest.raises(LeanUnavailable, match=r"No space left.*free some space"):
            toolchain._prepared("modules-x", too_much)
        assert not list(place.glob("*-*"))


def test_where_no_scratch_folder_can_be_made_there_is_no_lean(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "gone"))
    fake: Any = FakeToolchain
    with LeanSession(fake) as session, pytest.raises(LeanUnavailable, match="TMPDIR"):
        session.prove("True", "trivial")


def as_nobody(work: Callable[[], str]) -> str:
    """Return what ``work`` says when another user of this machine does it, in a child of this process."""
    if sys.platform != "linux" or os.geteuid():
        pytest.skip("only root can be another user")
    out, into = os.pipe()
    if (child := os.fork()) == 0:
        try:
            os.setgroups([])
            os.setgid(65534)
            os.setuid(65534)
            os.write(into, work().encode())
        finally:
            os._exit(0)
    os.close(into)
    os.waitpid(child, 0)
    with os.fdopen(out) as stream:
        return stream.read()


def test_another_user_of_this_machine_cannot_write_into_our_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VERIFIER_CACHE", str(tmp_path / "cache"))
    toolchain._prepared("modules-x", write)

    def ready() -> str:
        try:
            return str(toolchain._prepared("modules-x", write))
        except LeanUnavailable as error:
            return str(error)

    said = as_nobody(ready)
    assert "cannot write to" in said and "set VERIFIER_CACHE" in said and "\n" not in said


def test_another_user_of_this_machine_does_not_get_our_served_lean(monkeypatch: pytest.MonkeyPatch) -> None:
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:  # short, and its parents are open to all
        Path(folder).chmod(0o755)
        monkeypatch.setenv("XDG_RUNTIME_DIR", folder)
        monkeypatch.setattr("verifier.engines.lean.local_socket.fingerprint", lambda: "0123456789abcdef")
        with fake() as mine, fake() as own:
            mine.start()
            ready = threading.Event()
            serving = threading.Thread(target=serve, args=(mine, local_socket.place(), 60.0, ready.set), daemon=True)
            serving.start()
            assert ready.wait(30)
            found = session(own)
            assert isinstance(found, ServedSession)
            found.close()
            assert as_nobody(lambda: type(session(own)).__name__) == "LeanSession"
            stop(local_socket.place())
            serving.join(30)
