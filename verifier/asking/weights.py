"""Causal language models of transformers as files have them: whole, or packed as GGUF."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any, Final

from verifier.asking.model import ModelUnavailable
from verifier.processes import compute_alone_in_forks

BROKEN: Final = (OSError, ValueError, TypeError, LookupError, AttributeError, ImportError, RuntimeError, MemoryError,
                 ArithmeticError, AssertionError, EOFError, struct.error)  # fmt: skip
"""What the library raises of a file that it cannot read: whatever it stumbles over."""


def load(where: str, dtype: str = "auto") -> tuple[Any, Any]:
    """Return the model of a folder, a GGUF file or a hub name, on a GPU where there is one, and its tokenizer.

    ``dtype``: ``float32``, ``bfloat16``, ``float16``, or ``auto``: bfloat16 where the machine computes in it, else
    float32.

    Raises:
        ImportError: without torch or transformers; which extra has them is the caller's to say.
        ModelUnavailable: where there is no such model, or it does not fit.
    """
    import torch
    import transformers

    compute_alone_in_forks(torch)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    numbers = _dtype(torch, dtype, device)
    packed = _packed(Path(where))
    folder = where if packed is None else str(packed.parent)
    more: dict[str, Any] = {} if packed is None else {"gguf_file": packed.name}
    try:
        tokenizer: Any = transformers.AutoTokenizer.from_pretrained(folder, **more)
        if packed is not None and hasattr(transformers, "GgufConfig"):  # packed, they are slow in all but float32
            more["quantization_config"] = transformers.GgufConfig(dequantize=True)
        model: Any = transformers.AutoModelForCausalLM.from_pretrained(folder, dtype=numbers, **more)
        return model.to(device).train(False), tokenizer
    except BROKEN as error:
        raise ModelUnavailable(f"{where}: expected a causal language model of transformers ({error!s:.300})") from error


def quick_bfloat16() -> bool:
    """Return whether this processor multiplies numbers of 16 bits faster than of 32. Raises: ImportError."""
    import torch

    able: dict[str, Any] = getattr(torch.cpu, "get_capabilities", dict)()
    return bool(able.get("avx512_bf16") or able.get("amx_bf16"))


def _packed(place: Path) -> Path | None:
    """The GGUF file that holds the weights, None where they lie whole beside it, or elsewhere."""
    if place.is_file():
        return place
    whole = place.is_dir() and any(path.suffix in (".safetensors", ".bin") for path in place.iterdir())
    return None if whole or not place.is_dir() else min(place.glob("*.gguf"), default=None)


def _dtype(torch: Any, wanted: str, device: str) -> Any:
    known = {"float32": torch.float32, "bfloat16": torch.bfloat16, "float16": torch.float16}
    if wanted == "auto":
        quick = quick_bfloat16() if device == "cpu" else torch.cuda.is_bf16_supported()
        return torch.bfloat16 if quick else torch.float32
    if wanted not in known:
        raise ModelUnavailable(f"expected --dtype auto, {', '.join(known)}, got {wanted!r:.40}", usage=True)
    return known[wanted]
