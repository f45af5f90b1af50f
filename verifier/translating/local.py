"""A language model of transformers in this process: ``hf:PATH``, a folder or a GGUF file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from verifier.translating.model import HEAT, Answer, NoAnswer, Question, TranslatorUnavailable, refuse_extra

MOST_READ = 8192
"""Longest question, in tokens."""


class LocalModel:
    """A causal language model, loaded at the first question. It constrains nothing: every answer is checked anyhow."""

    def __init__(self, path: str) -> None:
        """Fails: TranslatorUnavailable, where there is no such path or the extra is missing."""
        place = Path(path)
        if not place.exists():
            raise TranslatorUnavailable(f"expected hf:PATH with a folder or a GGUF file, got {path!r:.120}", usage=True)
        try:
            import torch
            import transformers
        except ImportError as error:
            raise refuse_extra("transformers", "prm") from error
        self._torch, self._transformers = torch, transformers
        self._place = place
        self._loaded: tuple[Any, Any] | None = None

    @property
    def name(self) -> str:
        """The model's name, as records carry it."""
        return f"hf:{self._place.name}"

    def ask(self, question: Question) -> Answer:
        """Return the answer; sample 0 is the most probable one, others are drawn with their number as the seed.

        Fails: NoAnswer on a question that is too long."""
        tokenizer, model = self._loaded = self._loaded or self._load()
        chat = tokenizer.apply_chat_template(
            [dict(m) for m in question.messages], add_generation_prompt=True, return_tensors="pt", return_dict=True
        )
        length = int(chat["input_ids"].shape[1])
        if length > MOST_READ:
            raise NoAnswer(f"the question has {length} tokens, more than {MOST_READ}")
        drawn = {"do_sample": True, "temperature": HEAT} if question.sample else {"do_sample": False}
        self._torch.manual_seed(question.sample)
        with self._torch.no_grad():
            out = model.generate(**chat, max_new_tokens=question.tokens, pad_token_id=tokenizer.eos_token_id, **drawn)
        new = out[0][length:]
        return Answer(tokenizer.decode(new, skip_special_tokens=True), length, len(new))

    def _load(self) -> tuple[Any, Any]:
        folder, more = str(self._place), dict[str, Any]()
        quantised = sorted(self._place.glob("*.gguf")) if self._place.is_dir() else [self._place]
        if quantised and not (self._place / "config.json").exists():
            folder, more = str(quantised[0].parent), {"gguf_file": quantised[0].name}
        tokenizer = self._transformers.AutoTokenizer.from_pretrained(folder, **more)
        model = self._transformers.AutoModelForCausalLM.from_pretrained(folder, **more)
        return tokenizer, model.train(False)
