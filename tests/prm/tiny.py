"""Small randomly initialised models of the published architectures, with tokenizers that hold the real marks.

The real tokenizers and weights cannot be had offline; what is tested is the layout and how a score is read.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import (
    AutoTokenizer,
    LlamaConfig,
    LlamaForCausalLM,
    MistralConfig,
    MistralForCausalLM,
    PreTrainedTokenizerFast,
    Qwen2Config,
    Qwen2ForCausalLM,
    Qwen2ForSequenceClassification,
    Qwen2ForTokenClassification,
)

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


def tokenizer(folder: Path, specials: list[str], template: str | None, **roles: str) -> PreTrainedTokenizerFast:
    """Save and return a byte-level tokenizer with these special tokens."""
    raw = Tokenizer(models.BPE())
    raw.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    raw.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    raw.train_from_iterator(
        TEXT,
        trainers.BpeTrainer(vocab_size=320, initial_alphabet=alphabet, special_tokens=specials, show_progress=False),
    )
    made = PreTrainedTokenizerFast(tokenizer_object=raw, **roles)
    made.chat_template = template
    made.save_pretrained(folder)
    return made


def as_loaded(folder: Path) -> Any:
    """Return the tokenizer as the model's kind has it: Qwen2's splits digits, whatever the file says."""
    return AutoTokenizer.from_pretrained(folder)


def chatml(folder: Path) -> PreTrainedTokenizerFast:
    specials = ["<|endoftext|>", "<|im_start|>", "<|im_end|>", "<extra_0>"]
    return tokenizer(folder, specials, CHATML, pad_token="<|endoftext|>", eos_token="<|im_end|>")


def qwen2(kind: type, folder: Path, size: int, **more: Any) -> Any:
    """Save and return a small Qwen2 model with random weights."""
    torch.manual_seed(7)
    model = kind(Qwen2Config(vocab_size=size, **SIZES, **more)).eval()
    model.save_pretrained(folder)
    return model


def add(folder: Path, extra: dict[str, torch.Tensor]) -> None:
    """Put further weights beside those of a saved model."""
    from safetensors.torch import load_file, save_file

    file = folder / "model.safetensors"
    save_file({**load_file(file), **extra}, file, {"format": "pt"})


def llama(folder: Path, size: int) -> Any:
    torch.manual_seed(8)
    model = LlamaForCausalLM(LlamaConfig(vocab_size=size, **SIZES)).eval()
    model.save_pretrained(folder)
    return model


def mistral(folder: Path, size: int) -> Any:
    torch.manual_seed(9)
    model = MistralForCausalLM(MistralConfig(vocab_size=size, **SIZES)).eval()
    model.save_pretrained(folder)
    return model


CAUSAL, TOKENS, SEQUENCE = Qwen2ForCausalLM, Qwen2ForTokenClassification, Qwen2ForSequenceClassification
