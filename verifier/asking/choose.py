"""Which language model a name stands for: ``openai:MODEL`` at a server, ``hf:PATH`` on this machine."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from verifier.asking.local import LocalModel, name_of
from verifier.asking.model import Model, ModelUnavailable
from verifier.asking.request import Request
from verifier.asking.server import ServerModel
from verifier.endpoint import Patience

EXPECTED: Final = "expected openai:MODEL or hf:PATH"


def named(spec: str) -> str:
    """Return the name of a language model as files and records carry it.

    Raises:
        ModelUnavailable: where the name is of no model.
    """
    kind, colon, rest = spec.partition(":")
    if kind not in ("openai", "hf") or not colon or not rest:
        raise ModelUnavailable(f"{EXPECTED}, got {spec!r:.80}", usage=True)
    # A model that is not here is known by the name that records have, hf:NAME@DIGEST.
    return name_of(Path(rest)) if kind == "hf" and Path(rest).exists() else spec


def is_local(spec: str) -> bool:
    """Return whether the model's weights would be held in this process."""
    return spec.startswith("hf:")


def language_model(spec: str, url: str | None = None, patience: Patience | None = None) -> Model[Request]:
    """Return the model, which is not asked yet; ``url``: of the server, the environment's where None.

    Raises:
        ModelUnavailable: where it cannot be had.
    """
    named(spec)
    kind, _, rest = spec.partition(":")
    return ServerModel(rest, url, patience) if kind == "openai" else LocalModel(rest)
