"""What stands in a prompt that went through a chat template: the last question, and an answer without its end marks.

Trainers that hand over whole texts (OpenRLHF) leave the marks in. They are those that the templates of ChatML (Qwen,
SmolLM), Llama 2 and 3, Gemma, Mistral and DeepSeek write.
"""

from __future__ import annotations

from typing import Final

ENDS: Final = (
    *("<|im_end|>", "<|endoftext|>", "<|eot_id|>", "<|end_of_text|>", "<end_of_turn>", "</s>", "<eos>", "<|end|>"),
    *("<|return|>", "<｜end▁of▁sentence｜>"),
)
"""What ends a turn, or a text."""

TURNS: Final = (
    ("<|im_start|>user", "<|im_end|>"),
    ("<|start_header_id|>user<|end_header_id|>", "<|eot_id|>"),
    ("<start_of_turn>user", "<end_of_turn>"),
    ("<|user|>", "<|end|>"),
    ("<｜User｜>", "<｜Assistant｜>"),
    ("[INST]", "[/INST]"),
)
"""What begins a turn of the user, and what ends it."""


def asked(prompt: str) -> str:
    """Return what the user asked last, where a prompt has the marks of a template, else the prompt as it is."""
    found = [(prompt.rfind(begin), begin, end) for begin, end in TURNS]
    at, begin, end = max(found)
    if at < 0:
        return prompt
    said = prompt[at + len(begin) :]
    stop = said.find(end)
    return (said if stop < 0 else said[:stop]).strip()


def answered(text: str) -> str:
    """Return a completion up to the first mark that ends it, or that begins another turn of the user."""
    start = len(text) - len(text.lstrip())
    for mark in (*ENDS, *(begin for begin, _ in TURNS)):
        at = text.find(mark, start)
        while at >= 0 and not text[:at].strip():  # a mark before all else ends nothing
            at = text.find(mark, at + len(mark))
        text = text if at < 0 else text[:at]
    return text.rstrip()
