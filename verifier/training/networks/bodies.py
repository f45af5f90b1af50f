"""Pretrained transformers to train from: MiniLM, SmolLM2 or any folder, with what training may change in them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from torch import nn

from verifier.estimators.own.layout import Format
from verifier.training.networks.network import StepScorer

LONGEST_CONTEXT = 2048
"""Tokens of a window where the model would take more."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """What of the body is trained: ``lora`` (low-rank additions of ``rank``), ``full`` or ``head`` (nothing of it)."""

    mode: str = "head"
    rank: int = 8


def opened(folder: Path, tuning: Tuning) -> tuple[StepScorer, Format]:
    """Return the network of a pretrained model in ``folder`` and its format.

    Raises: OSError, ValueError where the folder holds no model of transformers.
    """
    from transformers import AutoConfig, AutoModel, AutoTokenizer

    quiet()
    gguf = next((file.name for file in folder.glob("*.gguf")), None)
    more: dict[str, Any] = {} if gguf is None else {"gguf_file": gguf}
    config = AutoConfig.from_pretrained(folder, **more)
    causal = config.model_type not in ("bert", "roberta", "distilbert", "deberta-v2", "modernbert")
    if config.model_type == "bert":
        more["add_pooling_layer"] = False
    body = AutoModel.from_pretrained(folder, **more)
    tokenizer = AutoTokenizer.from_pretrained(folder, **({} if gguf is None else {"gguf_file": gguf}))
    network = StepScorer(_tuned(body, tuning), config.hidden_size, causal)
    return network, format_of(tokenizer, min(config.max_position_embeddings, LONGEST_CONTEXT), causal)


def quiet() -> None:
    """Keep to ourselves what transformers says while it loads: which weights we do not use. Raises: ImportError."""
    import transformers

    speech: Any = transformers.utils.logging
    speech.set_verbosity_error()
    speech.disable_progress_bar()


def format_of(tokenizer: Any, context: int, causal: bool) -> Format:
    """Return the layout of a tokenizer's model: separators are [SEP], or a line's end for a decoder."""

    def encode(text: str) -> list[int]:
        return list(tokenizer.encode(text, add_special_tokens=False, verbose=False))

    if not causal:
        return Format(encode, (tokenizer.cls_token_id,), tokenizer.sep_token_id, context)
    start = tokenizer.bos_token_id
    return Format(encode, () if start is None else (start,), encode("\n")[-1], context)


def _tuned(body: Any, tuning: Tuning) -> nn.Module:
    if tuning.mode == "lora":
        from peft import LoraConfig, get_peft_model

        targets = [name for name, part in body.named_modules() if isinstance(part, nn.Linear)]
        found: nn.Module = get_peft_model(
            body, LoraConfig(r=tuning.rank, lora_alpha=2 * tuning.rank, lora_dropout=0.05, target_modules=targets)
        )
        return found
    for weight in body.parameters():
        weight.requires_grad_(tuning.mode == "full")
    return body  # type: ignore[no-any-return]  # a module of transformers
