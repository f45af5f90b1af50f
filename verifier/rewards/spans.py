"""Rewards by tokens: which tokens of a completion each step is made of, and what the step is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from tokenizers import Tokenizer
from tokenizers.decoders import DecodeStream

from verifier.chain import Span
from verifier.intake.splitting.places import places
from verifier.intake.splitting.split import split
from verifier.rewards.functions import Process, process
from verifier.rewards.texts import at, problem_of, text_of
from verifier.rewards.workers import as_request, workers

EXPECTED: Final = "expected a fast tokenizer (of tokenizers, or of transformers with a backend of it), got"


@dataclass(frozen=True, slots=True)
class StepReward:
    """A step of a completion: its first and its last token, counted from 0 in the completion, and its value.

    ``value``: None where nothing could be told of the step. Both tokens are None where the step has none of its own.
    """

    first: int | None
    last: int | None
    value: float | None


@dataclass(frozen=True, slots=True)
class SpannedReward:
    """``reward``: the one number of a completion, as ``process`` gives it; ``steps``: its steps, in order."""

    reward: float | None
    steps: tuple[StepReward, ...] = ()

    def dense(self, length: int, unknown: float = 0.0) -> list[float]:
        """Return a reward for each of ``length`` tokens: the value of a step at its last token, ``unknown`` there where
        nothing could be told, and 0 elsewhere. A step whose last token lies beyond is left out."""
        found = [0.0] * length
        for step in self.steps:
            if step.last is not None and step.last < length:
                found[step.last] += unknown if step.value is None else step.value
        return found


class Spans:
    """Rewards completions step by step, each where its tokens stand. Calls are those of a reward function of TRL."""

    def __init__(self, tokenizer: Any, how: Process) -> None:
        """``tokenizer`` of tokenizers or transformers is copied. Raises: TypeError on one that is not fast."""
        raw = getattr(tokenizer, "backend_tokenizer", tokenizer)
        if not isinstance(raw, Tokenizer):
            raise TypeError(f"{EXPECTED} {type(tokenizer).__name__}")
        self._tokenizer = Tokenizer.from_str(raw.to_str())
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        added = self._tokenizer.get_added_tokens_decoder()
        self._special = frozenset(id for id, token in added.items() if token.special)
        self._how = how

    def __call__(self, prompts: Sequence[Any], completions: Sequence[Any], **columns: Any) -> list[SpannedReward]:
        """Return the reward of each completion, and those of its steps. ``completion_ids``: the tokens that the policy
        wrote; without them a completion is tokenized here."""
        texts = list(map(text_of, completions))
        requests = [
            as_request(problem_of(at(prompts, i)), text, process=True, reference=None) for i, text in enumerate(texts)
        ]
        told = workers(self._how.settings).ask(requests)
        ids = columns.get("completion_ids")
        return [self._of(text, at(ids, i), one) for i, (text, one) in enumerate(zip(texts, told, strict=True))]

    def tokens(self, text: str, ids: Sequence[int] | None = None) -> list[tuple[int, int] | None]:
        """Return the first and the last token of each step of a text, None of a step that has none.

        ``ids``: its tokens, where they are known, special ones among them: these belong to no step.
        """
        if ids is None:
            encoding = self._tokenizer.encode(_sound(text), add_special_tokens=False)
            return [_within(span, encoding.offsets) for span in places(text, split(text))]
        written, offsets = self._decoded(ids)
        return [_within(span, offsets) for span in places(written, split(text))]

    def _decoded(self, ids: Sequence[int]) -> tuple[str, list[Span]]:
        """The text of tokens, and where in it each stands; a character of several tokens is at each of them."""
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

    def _of(self, text: str | None, ids: Sequence[int] | None, told: dict[str, Any] | None) -> SpannedReward:
        reward, values = self._how.of(told), self._how.values(told)
        if text is None or values is None:
            return SpannedReward(reward)
        found = zip(self.tokens(text, ids), values, strict=True)
        return SpannedReward(reward, tuple(_step(place, value) for place, value in found))


def spans(tokenizer: Any, **how: Any) -> Spans:
    """Return what rewards completions by tokens; ``how``: as ``process`` takes it, but ``asynchronous``.

    Raises: TypeError on a tokenizer that is not fast; else as ``process``.
    """
    made = process(**how)
    if not isinstance(made, Process):
        raise TypeError("spans are not asynchronous: put the call into a thread")
    return Spans(tokenizer, made)


def _step(place: tuple[int, int] | None, value: float | None) -> StepReward:
    return StepReward(None, None, value) if place is None else StepReward(place[0], place[1], value)


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
