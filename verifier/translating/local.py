"""A language model of transformers in this process: ``hf:PATH``, a folder or a GGUF file.

Where a schema is asked for, only tokens are drawn that can go on to an answer of it (llguidance): a model that would
talk on and on answers in the claim language, or is cut short.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from verifier.translating.language import MAX_CLAIMS, MAX_HYPOTHESES, MAX_RELATION, RELATION
from verifier.translating.model import HEAT, Answer, Bounds, NoAnswer, Question, TranslatorUnavailable, refuse_extra
from verifier.translating.weights import digest

MOST_READ: Final = 8192
"""Longest question, in tokens."""

_LAID_OUT: Final[Any] = {"whitespace_flexible": False, "item_separator": ", ", "key_separator": ": "}
"""As Python writes JSON: with blanks left open, a model may go on with blanks for ever."""

_LISTED: Final = 300
"""Longest text in a list, in characters: a part of a step."""


class LocalModel:
    """A causal language model, loaded at the first question. Threads take turns."""

    def __init__(self, path: str, name: str | None = None) -> None:
        """``name``: its ``name_of``, where that is known.

        *Fails:* TranslatorUnavailable, where there is no such path or the extra is missing."""
        place = Path(path)
        if not place.exists():
            raise TranslatorUnavailable(f"expected hf:PATH with a folder or a GGUF file, got {path!r:.120}", usage=True)
        try:
            import llguidance
            import llguidance.hf
            import torch
            import transformers
        except ImportError as error:
            raise refuse_extra("transformers or llguidance", "translate") from error
        self._torch, self._transformers, self._guidance = torch, transformers, llguidance
        self._place = place
        self._loaded: tuple[Any, Any, Any] | None = None
        self._turn = threading.Lock()
        self._name = name or name_of(place)

    @property
    def name(self) -> str:
        """The model's name, as records carry it."""
        return self._name

    def ask(self, question: Question) -> Answer:
        """Return the answer; sample 0 is the most probable one, others are drawn with their number as the seed.

        Fails: NoAnswer on a question that is too long, or an answer that is cut short; TranslatorUnavailable."""
        with self._turn:
            return self._asked(question)

    def _asked(self, question: Question) -> Answer:
        tokenizer, model, vocabulary = self._loaded = self._loaded or self._load()
        chat = tokenizer.apply_chat_template(
            [dict(m) for m in question.messages], add_generation_prompt=True, return_tensors="pt", return_dict=True
        )
        length = int(chat["input_ids"].shape[1])
        tokens = question.tokens if question.bounds is None else min(question.tokens, question.bounds.tokens)
        most = min(MOST_READ, int(getattr(model.config, "max_position_embeddings", MOST_READ)) - tokens)
        if length > most:
            raise NoAnswer(f"the question has {length} tokens, more than {most}")
        how: dict[str, Any] = {"do_sample": True, "temperature": HEAT} if question.sample else {"do_sample": False}
        how |= {"pad_token_id": tokenizer.eos_token_id, "eos_token_id": _ends(tokenizer, model)}
        if question.schema is not None:
            how["logits_processor"] = [self._only(tight(question.schema[1], question.bounds), vocabulary, length)]
        self._torch.manual_seed(question.sample)
        with self._torch.no_grad():
            out = model.generate(**chat, max_new_tokens=tokens, **how)
        new = out[0][length:]
        if len(new) >= tokens:
            raise NoAnswer("the answer was cut short", length, len(new), kept=True)
        return Answer(tokenizer.decode(new, skip_special_tokens=True), length, len(new))

    def _only(self, schema: Mapping[str, Any], vocabulary: Any, length: int) -> Any:
        """What keeps the drawing to tokens that can go on to an answer of the schema."""
        torch = self._torch
        grammar = self._guidance.LLMatcher.grammar_from_json_schema(json.dumps(schema), _LAID_OUT)
        matcher = self._guidance.LLMatcher(vocabulary, grammar)
        read = length

        def only(ids: Any, scores: Any) -> Any:
            nonlocal read
            matcher.consume_tokens(ids[0, read:].tolist())
            read = int(ids.shape[1])
            # A byte for each token, 0 where it cannot follow; all 0 once the answer is whole, but for its end.
            bias = torch.frombuffer(bytearray(matcher.compute_logit_bias()), dtype=torch.uint8)[: scores.shape[1]]
            closed = torch.ones(scores.shape[1], dtype=torch.bool)
            closed[: len(bias)] = bias == 0
            return scores.masked_fill(closed.to(scores.device), -torch.inf)

        return only

    def _load(self) -> tuple[Any, Any, Any]:
        folder, more = str(self._place), dict[str, Any]()
        quantised = sorted(self._place.glob("*.gguf")) if self._place.is_dir() else [self._place]
        if quantised and not (self._place / "config.json").exists():
            folder, more = str(quantised[0].parent), {"gguf_file": quantised[0].name}
        quietly: Any = self._transformers.utils.logging
        quietly.disable_progress_bar()
        tokenizer: Any = self._transformers.AutoTokenizer.from_pretrained(folder, **more)
        model = self._transformers.AutoModelForCausalLM.from_pretrained(folder, dtype=self._numbers(), **more)
        try:
            vocabulary = self._guidance.hf.from_tokenizer(tokenizer, n_vocab=model.config.vocab_size)
        except ValueError as error:
            raise TranslatorUnavailable(f"{self._place}: {error}") from error
        return tokenizer, model.train(False), vocabulary

    def _numbers(self) -> Any:
        """bfloat16 where the processor multiplies such numbers itself, which is faster there; else float32."""
        has = self._torch.cpu.get_capabilities()
        own = any(has.get(name) for name in ("avx512_bf16", "amx_tile", "amx_bf16"))
        return self._torch.bfloat16 if own else self._torch.float32


def _ends(tokenizer: Any, model: Any) -> list[int]:
    """The tokens at which an answer ends: the tokenizer's, and those that the model says itself."""
    said = model.generation_config.eos_token_id
    listed = said if isinstance(said, list) else [said]
    return sorted({one for one in (tokenizer.eos_token_id, *listed) if one is not None})


def name_of(place: Path) -> str:
    """Return a model's name as records carry it: what the folder or the file is called, and a digest of what is in it.

    *Fails:* TranslatorUnavailable.
    """
    try:
        return f"hf:{place.name}@{digest(place)}"
    except OSError as error:
        raise TranslatorUnavailable(f"{place}: expected a model that can be read ({error})", usage=True) from error


def tight(schema: Any, bounds: Bounds | None) -> Any:
    """Return a schema with the bounds that reading holds answers to anyhow, so that none is drawn beyond them.

    *Fails:* never.
    """
    if not isinstance(schema, Mapping):
        return schema
    found = {key: tight(value, bounds) for key, value in schema.items()}
    if found.get("type") == "array":
        longest = {"maxLength": _LISTED} if found["items"].get("type") == "string" else {}
        return {**found, "maxItems": MAX_CLAIMS, "items": {**found["items"], **longest}}
    if found.get("type") == "object":
        parts = found["properties"].items()
        return {**found, "properties": {name: {**part, **_bound(name, bounds)} for name, part in parts}}
    return found


def _bound(name: str, bounds: Bounds | None) -> Mapping[str, Any]:
    """What holds a part of an answer beside its kind."""
    match name, bounds:
        case "claim", _:
            return {"maxLength": MAX_RELATION, "pattern": RELATION}
        case "claims", Bounds(claims=most):
            return {"maxItems": most}
        case "hypotheses", Bounds(names=names):
            return {"maxItems": min(MAX_HYPOTHESES, len(names))}
        case "rests_on", Bounds(names=names) if names:
            return {"enum": list(names)}
    return {}
