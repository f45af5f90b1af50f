"""Small randomly initialised models of the published architectures, with tokenizers that hold the real marks.

The real tokenizers and weights cannot be had offline; what is tested is the layout and how a score is read. The code of
a model is loaded where ``transformers`` is first asked for it: not on import, which is paid for by every run.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
import transformers
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

from verifier.estimators.published.conventions import LAYS

CHATML = (
    "{% for m in messages %}<|im_start|>{{ m['role'] }}\n{{ m['content'] }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
LLAMA3 = (
    "{{ bos_token }}{% for m in messages %}<|start_header_id|>{{ m['role'] }}<|end_header_id|>\n\n"
    "{{ m['content'] | trim }}<|eot_id|>{% endfor %}"
    "{% if add_generation_prompt %}<|start_header_id|>assistant<|end_header_id|>\n\n{% endif %}"
)
SIZES: dict[str, Any] = {
    "hidden_size": 32,
    "intermediate_size": 64,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "max_position_embeddings": 256,
}
TEXT = [
    "How many are 6 times 7? Step 1: So 6 * 7 = 42. Step 2: The answer is 42. + - ки Question Answer Let's think"
] * 2


def tokenizer(
    folder: Path, specials: list[str], template: str | None, **roles: str
) -> transformers.PreTrainedTokenizerFast:
    """Save and return a byte-level tokenizer with these special tokens."""
    raw = Tokenizer(models.BPE())
    raw.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    raw.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    raw.train_from_iterator(
        TEXT,
        trainers.BpeTrainer(vocab_size=320, initial_alphabet=alphabet, special_tokens=specials, show_progress=False),
    )
    made = transformers.PreTrainedTokenizerFast(tokenizer_object=raw, **roles)
    made.chat_template = template
    made.save_pretrained(folder)
    return made


def as_loaded(folder: Path) -> Any:
    """Return the tokenizer as the model's kind has it: Qwen2's splits digits, whatever the file says."""
    return transformers.AutoTokenizer.from_pretrained(folder)


def chatml(folder: Path) -> transformers.PreTrainedTokenizerFast:
    specials = ["<|endoftext|>", "<|im_start|>", "<|im_end|>", "<extra_0>"]
    return tokenizer(folder, specials, CHATML, pad_token="<|endoftext|>", eos_token="<|im_end|>")


def qwen2(kind: str, folder: Path, size: int, seed: int = 7, **more: Any) -> Any:
    """Save and return a small Qwen2 model with random weights."""
    torch.manual_seed(seed)
    model = getattr(transformers, kind)(transformers.Qwen2Config(vocab_size=size, **{**SIZES, **more})).eval()
    model.save_pretrained(folder)
    return model


def add(folder: Path, extra: dict[str, torch.Tensor]) -> None:
    """Put further weights beside those of a saved model."""
    from safetensors.torch import load_file, save_file

    file = folder / "model.safetensors"
    save_file({**load_file(file), **extra}, file, {"format": "pt"})


def llama(folder: Path, size: int, seed: int = 8, **more: Any) -> Any:
    torch.manual_seed(seed)
    model = transformers.LlamaForCausalLM(transformers.LlamaConfig(vocab_size=size, **{**SIZES, **more})).eval()
    model.save_pretrained(folder)
    return model


def mistral(folder: Path, size: int, seed: int = 9, **more: Any) -> Any:
    torch.manual_seed(seed)
    model = transformers.MistralForCausalLM(transformers.MistralConfig(vocab_size=size, **{**SIZES, **more})).eval()
    model.save_pretrained(folder)
    return model


CAUSAL, TOKENS, SEQUENCE = "Qwen2ForCausalLM", "Qwen2ForTokenClassification", "Qwen2ForSequenceClassification"


ROOM = {"max_position_embeddings": 4096}
"""A context for whole chains, one token a character."""

ADAPTERS = (*LAYS, "orm")


def adapter(kind: str, folder: Path, seed: int) -> str:
    """Save a small model of this kind of adapter, all of whose weights are random, and return its ``--prm``."""
    if kind == "implicit":
        policy, reference = folder / "policy", folder / "reference"
        size = len(chatml(policy))
        chatml(reference)
        qwen2(CAUSAL, policy, size, seed, **ROOM)
        llama(reference, size, seed + 1000, **ROOM)
        return f"implicit:{policy},{reference}"
    if kind in ("qwen", "skywork"):
        qwen2(CAUSAL, folder, len(chatml(folder)), seed, **ROOM)
    elif kind == "rlhflow":
        specials = ["<|begin_of_text|>", "<|start_header_id|>", "<|end_header_id|>", "<|eot_id|>"]
        llama(folder, len(tokenizer(folder, specials, LLAMA3, bos_token="<|begin_of_text|>")), seed, **ROOM)
    elif kind in ("math-shepherd", "reasoneval"):
        words = tokenizer(folder, ["<s>", "<pad>"], None, bos_token="<s>", pad_token="<pad>")
        mistral(folder, len(words), seed, **ROOM)
    else:
        words = tokenizer(folder, ["<s>"], None, bos_token="<s>", pad_token="<s>")
        shape, labels = (TOKENS, 2) if kind == "trl" else (SEQUENCE, 1)
        qwen2(shape, folder, len(words), seed, num_labels=labels, pad_token_id=words.pad_token_id, **ROOM)
    heads: dict[str, dict[str, tuple[int, ...]]] = {
        "qwen": {"score.0.weight": (32, 32), "score.0.bias": (32,), "score.2.weight": (2, 32), "score.2.bias": (2,)},
        "skywork": {"v_head.summary.weight": (1, 32), "v_head.summary.bias": (1,)},
        "reasoneval": {"score_head.weight": (3, 32)},
    }
    if kind in heads:
        add(folder, {name: torch.randn(shape) / 8 for name, shape in heads[kind].items()})
    return f"{kind}:{folder}"
