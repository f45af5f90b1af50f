"""A language model of transformers in this process (extra ``translate``): ``hf:PATH``, a folder or a GGUF file.

Only tokens are drawn that can go on to an answer of the schema (llguidance): a model that would talk on and on answers
in form, or is cut short.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from verifier.asking.model import ModelUnavailable
from verifier.asking.request import Heard, Request, Said, Silence
from verifier.asking.weights import load
from verifier.processes import call_in_forks

NEEDED: Final = "a model of this machine needs transformers and llguidance: pip install 'step-verifier[translate]'"

LAID_OUT: Final[Any] = {"whitespace_flexible": False, "item_separator": ", ", "key_separator": ": "}
"""As Python writes JSON: with blanks left open, a model may go on with blanks for ever."""

KINDS: Final = (".safetensors", ".bin", ".gguf", ".json", ".jinja", ".model", ".txt")
"""The files of a model's folder that make it what it is."""

WHOLE: Final = 4 << 20
"""Bytes up to which a file is read whole; of a larger one so many are read in pieces, from one end to the other."""

PIECES: Final = 64


class LocalModel:
    """A causal language model, loaded at the first request. Requests take turns."""

    def __init__(self, path: str) -> None:
        """Load nothing yet.

        Raises:
            ModelUnavailable: where there is no such path, or the extra is missing.
        """
        self._place = Path(path)
        if not self._place.exists():
            raise ModelUnavailable(f"expected hf:PATH with a folder or a GGUF file, got {path!r:.120}", usage=True)
        try:
            import llguidance
            import llguidance.hf
            import torch
            import transformers
        except ImportError as error:
            raise ModelUnavailable(NEEDED) from error
        self._torch, self._transformers, self._guidance = torch, transformers, llguidance
        self._loaded: tuple[Any, Any, Any] | None = None
        self._turn = threading.Lock()
        self._name = name_of(self._place)
        call_in_forks(self._begin)

    @property
    def name(self) -> str:
        """The name as files and records carry it."""
        return self._name

    async def hear(self, request: Request) -> Heard:
        """Return the answer, or why there is none.

        Raises:
            ModelUnavailable: where the model cannot be loaded.
        """
        return await asyncio.to_thread(self._heard, request)

    def _begin(self) -> None:
        self._turn = threading.Lock()

    async def close(self) -> None:
        """Let go of the model."""
        with self._turn:
            self._loaded = None

    def _heard(self, request: Request) -> Heard:
        with self._turn:
            tokenizer, model, vocabulary = self._loaded = self._loaded or self._load()
            messages = [dict(one) for one in request.messages]
            chat = tokenizer.apply_chat_template(
                messages, add_generation_prompt=True, return_tensors="pt", return_dict=True
            )
            length, tokens = int(chat["input_ids"].shape[1]), request.manner.tokens
            most = int(getattr(model.config, "max_position_embeddings", 8192)) - tokens
            if length > most:
                return Silence(f"the request has {length} tokens, more than {most}")
            how = self._how(request, tokenizer, model, vocabulary, length)
            self._torch.manual_seed(request.sample)
            try:
                with self._torch.no_grad():
                    out = model.generate(**chat.to(model.device), max_new_tokens=tokens, **how)
            except (RuntimeError, MemoryError) as error:  # torch's errors of memory and of devices are RuntimeErrors
                return Silence(f"the model failed: {error!s:.200}", length)
        new = out[0][length:]
        if len(new) >= tokens:
            return Silence("the answer was cut off", length, len(new), for_good=True)
        return Said(tokenizer.decode(new, skip_special_tokens=True), length, len(new))

    def _how(self, request: Request, tokenizer: Any, model: Any, vocabulary: Any, length: int) -> dict[str, Any]:
        heat = request.manner.temperature
        drawn: dict[str, Any] = {"do_sample": True, "temperature": heat} if heat else {"do_sample": False}
        drawn |= {"pad_token_id": tokenizer.eos_token_id, "eos_token_id": _ends(tokenizer, model)}
        if request.manner.structured != "none":
            drawn["logits_processor"] = [self._only(request.schema, vocabulary, length)]
        return drawn

    def _only(self, schema: Mapping[str, Any], vocabulary: Any, length: int) -> Any:
        """What keeps the drawing to tokens that can go on to an answer of the schema."""
        torch = self._torch
        grammar = self._guidance.LLMatcher.grammar_from_json_schema(json.dumps(schema), LAID_OUT)
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
        quietly: Any = self._transformers.utils.logging
        quietly.disable_progress_bar()
        model, tokenizer = load(str(self._place))
        if not tokenizer.chat_template:
            raise ModelUnavailable(f"{self._place}: expected a model with a chat template")
        try:
            return tokenizer, model, self._guidance.hf.from_tokenizer(tokenizer, n_vocab=model.config.vocab_size)
        except (TypeError, ValueError) as error:
            raise ModelUnavailable(f"{self._place}: {error!s:.200}") from error


def _ends(tokenizer: Any, model: Any) -> list[int]:
    """The tokens at which an answer ends: the tokenizer's, and those that the model says itself."""
    said = model.generation_config.eos_token_id
    listed = said if isinstance(said, list) else [said]
    return sorted({one for one in (tokenizer.eos_token_id, *listed) if one is not None})


def name_of(place: Path) -> str:
    """Return a model's name: what the folder or the file is called, and a digest of what is in it.

    Raises:
        ModelUnavailable: where it cannot be read.
    """
    try:
        return f"hf:{place.name}@{digest(place)}"
    except OSError as error:
        raise ModelUnavailable(f"{place}: expected a model that can be read ({error})", usage=True) from error


def digest(place: Path) -> str:
    """Return 16 hexadecimal digits of a model's files: their names, sizes, and bytes, of large files pieces all along.

    Raises:
        OSError: where a file cannot be read.
    """
    files = [place] if place.is_file() else sorted(path for path in place.iterdir() if path.suffix in KINDS)
    found = hashlib.sha256()
    for path in files:
        size = path.stat().st_size
        found.update(f"{path.name}\0{size}\0".encode())
        with path.open("rb") as stream:
            if size <= WHOLE:
                found.update(stream.read())
                continue
            piece = WHOLE // PIECES
            for number in range(PIECES):
                stream.seek((size - piece) * number // (PIECES - 1))
                found.update(stream.read(piece))
    return found.hexdigest()[:16]
