"""Which tokens of a completion each step is made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from tokenizers import Tokenizer
from tokenizers.decoders import DecodeStream

from verifier.chain import Span
from verifier.intake.splitting.places import places
from verifier.rewards.result import Result

EXPECTED: Final = "expected a fast tokenizer (of tokenizers, or of transformers with a backend of it), got"


class Tokens:
    """Finds the tokens of the steps of a completion."""

    def __init__(self, tokenizer: Any) -> None:
        """``tokenizer`` of tokenizers or transformers is copied. Raises: TypeError on one that is not fast."""
        raw = getattr(tokenizer, "backend_tokenizer", tokenizer)
        if not isinstance(raw, Tokenizer):
            raise TypeError(f"{EXPECTED} {type(tokenizer).__name__}")
        self._tokenizer = Tokenizer.from_str(raw.to_str())
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        added = self._tokenizer.get_added_tokens_decoder()
        self._special = frozenset(id for id, token in added.items() if token.special)

    def place(self, result: Result, text: str, ids: Sequence[int] | None = None) -> Result:
        """Return the result of a completion with the first and last token of each step, counted from 0.

        ``ids``: the tokens that the policy wrote; without them the text is tokenized anew. A step that they do not
        show has none.
        """
        spans = [step.span for step in result.steps]
        if ids is None:
            offsets = self._tokenizer.encode(_sound(text), add_special_tokens=False).offsets
        else:
            written, offsets = self._decoded(ids)
            if written != text:
                spans = places(written, ["" if span is None else text[slice(*span)] for span in spans])
        found = [replace(one, tokens=_within(span, offsets)) for one, span in zip(result.steps, spans, strict=True)]
        return replace(result, steps=tuple(found))

    def _decoded(self, ids: Sequence[int]) -> tuple[str, list[Span]]:
        """Return the text of tokens and the position of each; tokens that share a character share its position."""
        stream, text, offsets = DecodeStream(skip_special_tokens=True), "", list[Span]()
        waiting = 0
        for token in ids:
            if token in self._special:
                offsets += [(len(text), len(text))] * (waiting + 1)
                waiting = 0
                continue
            piece = stream.step(self._tokenizer, int(token))
            waiting += 1
            if piece is not None:
                offsets += [(len(text), len(text) + len(piece))] * waiting
                text, waiting = text + piece, 0
        if waiting:  # cut short within a character
            piece = self._tokenizer.decode(list(ids[-waiting:]), skip_special_tokens=True)
            offsets += [(len(text), len(text) + len(piece))] * waiting
            text += piece
        return text, offsets


def _within(span: Span | None, offsets: Sequence[Span]) -> tuple[int, int] | None:
    """The first and the last token that have a character of a span."""
    if span is None:
        return None
    start, end = span
    found = [i for i, (begin, stop) in enumerate(offsets) if begin < end and stop > start]
    return (found[0], found[-1]) if found else None


def _sound(text: str) -> str:
    """The text as a tokenizer takes it: lone surrogates replaced, each by one character."""
    return "".join("\ufffd" if "\ud800" <= char <= "\udfff" else char for char in text)
