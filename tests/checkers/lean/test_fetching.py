"""Packages that are fetched by the real npm, from a registry of the tests: once, checked, and not again for an hour."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import logging
import socket
import tarfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from filelock import FileLock

from verifier.checkers.lean.toolchain import cache, fetching
from verifier.checkers.lean.toolchain.fetching import REQUIRED, Asked, NotFetched, Package, by_npm, kept, obtained
from verifier.checkers.lean.toolchain.node import npm

BRIEF = Asked(anyway=True, patience=1.0)


def tarball() -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as tar:
        text = json.dumps({"name": "pebble", "version": "1.0.0"}).encode()
        info = tarfile.TarInfo("package/package.json")
        info.size = len(text)
        tar.addfile(info, io.BytesIO(text))
    return packed.getvalue()


TARBALL = tarball()


def integrity(data: bytes) -> str:
    return "sha512-" + base64.b64encode(hashlib.sha512(data).digest()).decode()


class Registry(BaseHTTPRequestHandler):
    """What npm asks of a registry; ``server.data`` is the one tarball."""

    def do_GET(self) -> None:
        data: bytes = self.server.data  # type: ignore[attr-defined]
        self.server.asked.append(self.path)  # type: ignore[attr-defined]
        if self.path.endswith(".tgz"):
            self.answer(data, "application/octet-stream")
            return
        place = f"http://127.0.0.1:{self.server.server_port}/pebble/-/pebble-1.0.0.tgz"  # type: ignore[attr-defined]
        dist = {"tarball": place, "integrity": integrity(data), "shasum": hashlib.sha1(data).hexdigest()}
        version = {"name": "pebble", "version": "1.0.0", "dist": dist}
        told = {"name": "pebble", "dist-tags": {"latest": "1.0.0"}, "versions": {"1.0.0": version}}
        self.answer(json.dumps(told).encode(), "application/json")

    def answer(self, data: bytes, kind: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *rest: object) -> None:
        """Say nothing."""


@contextmanager
def answering() -> Iterator[tuple[int, list[str]]]:
    """Give the port of a registry, and what it is asked."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Registry) as server:
        server.data, server.asked = TARBALL, list[str]()  # type: ignore[attr-defined]
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port, server.asked  # type: ignore[attr-defined]
        server.shutdown()


@pytest.fixture
def asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What was asked of the registry that npm is told to use; nothing is in any cache."""
    with answering() as (port, came):
        npm_from(port, tmp_path, monkeypatch)
        yield came


def npm_from(port: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("npm_config_registry", f"http://127.0.0.1:{port}/")
    monkeypatch.setenv("npm_config_cache", str(tmp_path / "npm"))
    monkeypatch.setenv("VERIFIER_CACHE", str(tmp_path / "cache"))
    for name in ("http_proxy", "HTTP_PROXY", "npm_config_proxy", "npm_config_http_proxy"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "cache").mkdir()


PEBBLE = Package(
    name="pebble",
    what="a pebble",
    spec="pebble@1.0.0",
    file="pebble-1.0.0.tgz",
    integrity=integrity(TARBALL),
    size="1 kB",
    without="sand does as well",
    again="verifier fetch pebble",
)


def test_a_package_is_fetched_once_with_one_line_before(
    asked: list[str], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    place = kept(PEBBLE, tmp_path, by_npm)
    assert place == tmp_path / "pebble-1.0.0.tgz" and place.read_bytes() == TARBALL
    assert caplog.messages == ["fetching a pebble, once: 1 kB to fetch; sand does as well"]
    before = len(asked)
    assert before and kept(PEBBLE, tmp_path, by_npm) == place and len(asked) == before
    assert sorted(path.name for path in tmp_path.iterdir() if path.name.startswith(cache.PARTIAL)) == []


def test_a_package_that_is_not_the_pinned_one_is_refused(asked: list[str], tmp_path: Path) -> None:
    other = replace(PEBBLE, integrity=integrity(b"another"))
    with pytest.raises(NotFetched, match=r"not the pinned package pebble@1\.0\.0"):
        kept(other, tmp_path, by_npm)
    assert not (tmp_path / PEBBLE.file).exists()


def test_a_file_of_another_machine_is_taken_from_a_file_or_a_folder_and_checked(tmp_path: Path) -> None:
    theirs, mine = tmp_path / "theirs", tmp_path / "mine"
    theirs.mkdir()
    mine.mkdir()
    with pytest.raises(NotFetched, match=r"expected the file of pebble@1\.0\.0 \(pebble-1\.0\.0\.tgz\)"):
        obtained(PEBBLE, mine, by_npm, Asked(theirs))
    (theirs / PEBBLE.file).write_bytes(TARBALL)
    for source in (theirs, theirs / PEBBLE.file):
        assert obtained(PEBBLE, mine, by_npm, Asked(source)).read_bytes() == TARBALL
    (theirs / PEBBLE.file).write_bytes(TARBALL + b"evil")
    with pytest.raises(NotFetched, match="not the pinned package"):
        obtained(PEBBLE, mine, by_npm, Asked(theirs))


@contextmanager
def silent(close: bool, port: int = 0) -> Iterator[tuple[int, list[int]]]:
    """Give the port of a listening socket that never answers, or hangs up, and who has come."""
    came: list[int] = []
    held: list[socket.socket] = []
    with socket.create_server(("127.0.0.1", port)) as listening:

        def listen() -> None:
            while True:
                try:
                    one, (_, port) = listening.accept()
                except OSError:
                    return
                came.append(port)
                one.close() if close else held.append(one)

        threading.Thread(target=listen, daemon=True).start()
        yield listening.getsockname()[1], came
        listening.shutdown(socket.SHUT_RDWR)
    for one in held:
        one.close()


@pytest.mark.parametrize("close", [True, False], ids=["hangs up", "never answers"])
def test_who_does_not_answer_is_given_up_and_not_asked_again_for_an_hour(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, close: bool
) -> None:
    with silent(close) as (port, came):
        npm_from(port, tmp_path, monkeypatch)
        usual = partial(kept, PEBBLE, tmp_path, by_npm, replace(BRIEF, anyway=False))
        with pytest.raises(NotFetched, match=r"pebble@1\.0\.0.*not tried again for an hour, but 'verifier fetch pebbl"):
            usual()
        tries = len(came)
        assert tries
        with pytest.raises(NotFetched, match=r"tried within the last hour: 'verifier fetch pebble' tries again"):
            usual()
        assert len(came) == tries
        with pytest.raises(NotFetched, match=r"'verifier fetch pebble --from PATH' takes what another machine fetched"):
            kept(PEBBLE, tmp_path, by_npm, BRIEF)
        assert len(came) > tries


def test_the_cache_of_npm_gives_a_package_without_the_registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with answering() as (port, _):
        npm_from(port, tmp_path, monkeypatch)
        kept(PEBBLE, tmp_path, by_npm, BRIEF).unlink()
    with silent(False, port) as (_, came):
        assert kept(PEBBLE, tmp_path, by_npm, BRIEF).read_bytes() == TARBALL
    assert came == []


def test_the_cache_of_npm_does_not_answer_for_a_registry_that_is_silent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with answering() as (port, asked):
        npm_from(port, tmp_path, monkeypatch)
        fetching._npm([*npm(), "--no-update-notifier", "view", PEBBLE.spec, "dist.tarball"], PEBBLE, tmp_path, 60)
    assert asked == ["/pebble"]
    began = time.monotonic()
    with silent(False, port) as (_, came), pytest.raises(NotFetched, match=r"not tried again|takes what another"):
        kept(PEBBLE, tmp_path, by_npm, BRIEF)
    assert len(came) == 1 and time.monotonic() - began < 30


def test_a_failure_is_forgotten_after_an_hour_after_success_and_where_it_cannot_be_read(
    asked: list[str], tmp_path: Path
) -> None:
    memory = tmp_path / "cache" / f"{fetching.FAILED}pebble.json"
    for age, known in ((0.0, True), (fetching.REMEMBERED_SECONDS + 60, False), (-60.0, False)):
        memory.write_text(json.dumps({"at": fetching.time.time() - age, "why": "no cable"}), "utf-8")
        assert fetching.failure(PEBBLE) == ("no cable" if known else None)
    for text in ("", "[]", '{"at": "noon", "why": 1}', "nonsense"):
        memory.write_text(text, "utf-8")
        assert fetching.failure(PEBBLE) is None
    memory.write_text(json.dumps({"at": fetching.time.time(), "why": "no cable"}), "utf-8")
    kept(PEBBLE, tmp_path, by_npm, REQUIRED)
    assert not memory.exists()


def test_where_the_environment_says_offline_nobody_is_asked(
    asked: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(fetching.OFFLINE, "1")
    with pytest.raises(NotFetched, match="VERIFIER_OFFLINE is set"):
        kept(PEBBLE, tmp_path, by_npm, REQUIRED)
    assert asked == [] and fetching.failure(PEBBLE) is None


def test_whoever_waits_for_another_process_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("VERIFIER_CACHE", str(tmp_path))
    other = FileLock(tmp_path / "install.lock")
    other.acquire()

    class Told(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            other.release()

    told = Told()
    cache.LOGGER.addHandler(told)
    try:
        with cache.room():
            assert caplog.messages == [
                f"waiting for another process, which fetches or compiles something in {tmp_path}"
            ]
    finally:
        cache.LOGGER.removeHandler(told)
