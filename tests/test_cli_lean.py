"""``verifier lean`` as a user runs it. The tests that need no real Lean use a cache folder of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.command_line import Run, lines

from verifier.checkers.lean.toolchain import install
from verifier.checkers.lean.toolchain.cache import put
from verifier.checkers.lean.toolchain.toolchain import is_ready, ready


@pytest.fixture
def cache(tmp_path: Path) -> dict[str, str]:
    """The environment of a user with an empty cache."""
    return {"VERIFIER_CACHE": str(tmp_path / "cache"), "XDG_RUNTIME_DIR": str(tmp_path)}


def pretended(root: Path) -> Path:
    """A folder that stands in for an installed Lean, with its manifest."""

    def build(folder: Path) -> dict[str, str]:
        (folder / "bin").mkdir()
        (folder / "bin/lean.js").write_text("// Lean")
        return {"version": "pretended"}

    root.mkdir(parents=True, exist_ok=True)
    return put(root, install.FOLDER, build)


def test_without_a_lean_the_status_says_so_and_what_to_do(command: Run, cache: dict[str, str]) -> None:
    done = command("lean", "status", env=cache)
    assert done.returncode == 3
    assert "not installed" in done.stdout and "verifier lean install" in done.stdout and done.stderr == ""


def test_a_damaged_lean_is_seen_at_once_or_by_its_contents(command: Run, cache: dict[str, str]) -> None:
    program = pretended(Path(cache["VERIFIER_CACHE"])) / "bin/lean.js"
    assert ": damaged" not in command("lean", "status", env=cache).stdout
    time_of_writing = program.stat()
    program.write_text("// Laen")
    os.utime(program, ns=(time_of_writing.st_atime_ns, time_of_writing.st_mtime_ns))
    assert ": damaged" not in command("lean", "status", env=cache).stdout  # as large and as old as it was
    assert ": damaged" in command("lean", "status", "--full", env=cache).stdout
    program.write_text("// cut")
    assert ": damaged" in command("lean", "status", env=cache).stdout


def test_clean_removes_what_is_ours_and_nothing_else(command: Run, cache: dict[str, str]) -> None:
    root = Path(cache["VERIFIER_CACHE"])
    ours = pretended(root)
    (root / "modules-mine").mkdir()  # of our name, but not made by us: it has no manifest
    (root / "modules-mine/thesis.txt").write_text("precious")
    (root / "lean4-wasm-link").symlink_to(root / "modules-mine")
    (root / "notes.txt").write_text("precious")
    done = command("lean", "clean", env=cache)
    assert done.returncode == 0 and f"removed {ours}" in done.stdout
    assert "left alone, not ours: lean4-wasm-link, modules-mine, notes.txt" in done.stdout
    assert not ours.exists() and (root / "modules-mine/thesis.txt").read_text() == "precious"
    assert command("lean", "clean", env=cache).stdout.startswith("no folders removed")


def test_clean_without_a_cache_has_nothing_to_do(command: Run, cache: dict[str, str]) -> None:
    done = command("lean", "clean", env=cache)
    assert done.returncode == 0 and done.stdout.startswith("nothing to remove")


@pytest.mark.skipif(os.getuid() == 0, reason="the superuser may write anywhere")
def test_a_cache_that_cannot_be_written_is_one_clear_line(command: Run, cache: dict[str, str]) -> None:
    Path(cache["VERIFIER_CACHE"]).mkdir(mode=0o500)
    done = command("lean", "install", env=cache)
    assert done.returncode == 3 and len(done.stderr.splitlines()) == 1 and "cannot write" in done.stderr


def test_a_cache_that_is_a_file_is_one_clear_line(command: Run, cache: dict[str, str]) -> None:
    Path(cache["VERIFIER_CACHE"]).write_text("a file")
    done = command("lean", "install", env=cache)
    assert done.returncode == 3 and len(done.stderr.splitlines()) == 1 and "VERIFIER_CACHE" in done.stderr


def test_stopping_what_is_not_served_is_no_fault(command: Run, cache: dict[str, str]) -> None:
    done = command("lean", "serve", "--stop", env=cache)
    assert (done.returncode, done.stdout) == (0, "no session is served\n")


def test_a_file_is_no_socket(command: Run, tmp_path: Path) -> None:
    from verifier.engines.lean.local_socket import fingerprint

    folder = tmp_path / "verifier"
    folder.mkdir(mode=0o700)
    (folder / f"lean-{fingerprint()}.sock").write_text("precious")
    env = {"XDG_RUNTIME_DIR": str(tmp_path)}
    done = command("lean", "serve", "--stop", env=env)
    assert done.returncode == 3 and "expected a socket" in done.stderr
    assert command("check", "-", "--json", stdin=CHAIN, env=env).returncode == 0


CHAIN = json.dumps({"id": "c", "problem": "Solve 2x + 3 = 7 for x.", "steps": ["Then x = 2.", "So 2^10 = 1024."]})


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[dict[str, str]]:
    """The environment of a user who serves a session of the real Lean."""
    if not is_ready():
        ready()
    env = {**os.environ, "XDG_RUNTIME_DIR": str(tmp_path)}
    command = [sys.executable, "-m", "verifier.cli.main", "lean", "serve", "--idle", "300"]
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        assert server.stdout.readline().startswith("serving Lean")
        yield {"XDG_RUNTIME_DIR": str(tmp_path)}
        server.terminate()


def test_later_runs_find_the_served_session_and_say_the_same(
    serving: dict[str, str], command: Run, tmp_path: Path
) -> None:
    status = command("lean", "status", env=serving)
    assert status.returncode == 0 and "served      by process" in status.stdout and "health      good" in status.stdout
    done = command("check", "-", "--json", "--certify", stdin=CHAIN, env=serving)
    alone = command("check", "-", "--json", "--certify", stdin=CHAIN, env={"XDG_RUNTIME_DIR": str(tmp_path / "none")})
    mine, theirs = ([c for s in lines(text)[0]["steps"] for c in s["claims"]] for text in (alone.stdout, done.stdout))
    assert [c["verdict"] for c in mine] == [c["verdict"] for c in theirs] == ["proved", "proved"]
    assert {c["engine"] for c in theirs} == {"lean"}
    again = command("lean", "serve", env=serving)
    assert again.returncode == 0 and "served already" in again.stderr
    stopped = command("lean", "serve", "--stop", env=serving)
    assert stopped.returncode == 0 and stopped.stdout.startswith("stopped the session")
    assert "no; 'verifier lean serve'" in command("lean", "status", env=serving).stdout
