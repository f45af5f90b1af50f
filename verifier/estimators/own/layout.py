"""How a chain becomes tokens: the problem, then the steps, each closed by a separator at which its score is read.

Attention is block-causal: a token sees the problem, the steps before its own, and its own step; so the score of a step
depends on nothing that comes after it, and one pass scores every step. A chain longer than the context becomes several
windows that overlap, each with the problem before it; a step longer than a window becomes several parts.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from verifier.chain import Chain

Encode = Callable[[str], list[int]]
Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]


def encoding(tokenizer: Any) -> Encode:
    """Return how a tokenizer of ``tokenizers`` encodes any text, without special tokens."""

    def encode(text: str) -> list[int]:
        whole = text.encode("utf-8", "replace").decode("utf-8")  # half a surrogate pair is no text
        return list(tokenizer.encode(whole, add_special_tokens=False).ids)

    return encode


class LongChain(UserWarning):
    """A chain did not fit into the model's context as a whole."""


@dataclass(frozen=True, slots=True)
class Format:
    """What a model's tokens are: how text is encoded (without special tokens), what opens the input, what closes the
    problem and each step, and how many positions there are."""

    encode: Encode
    opening: tuple[int, ...]
    closing: int
    context: int


@dataclass(frozen=True, slots=True)
class Window:
    """One input of the model: T tokens, S parts of steps.

    ``ids``: T tokens; ``segments``: T, 0 for the problem, then 1, 2, ... for the parts; ``ends``: S, where each part's
    separator is; ``steps``: S, the step that each part belongs to; ``fresh``: S, whether this window is the one that
    scores the part.
    """

    ids: Ints
    segments: Ints
    ends: Ints
    steps: tuple[int, ...]
    fresh: tuple[bool, ...]

    @property
    def begins(self) -> list[int]:
        """Where each part begins."""
        return [int((self.segments > 0).argmax()), *(int(end) + 1 for end in self.ends[:-1])]

    @property
    def told(self) -> list[tuple[int, slice]]:
        """The steps that this window scores, or parts of them, each with the place of its tokens."""
        every = zip(self.steps, self.fresh, self.begins, self.ends, strict=True)
        return [(step, slice(begin, int(end) + 1)) for step, fresh, begin, end in every if fresh]


def windows(chain: Chain, form: Format) -> list[Window]:
    """Return the windows of a chain; more than one, or a cut problem, gives a LongChain warning."""
    problem, whole = _problem(form, chain)
    room = form.context - len(problem)
    parts, indices = _parts(chain, form, room)
    found = list(_windows(problem, parts, indices, room))
    if not whole or len(found) > 1:
        warnings.warn(
            f"{chain.id or 'a chain'}: longer than the model's context of {form.context} tokens, so it was scored in "
            f"{len(found)} windows{'' if whole else ', with the middle of the problem left out'}",
            LongChain,
            stacklevel=2,
        )
    return found


def _problem(form: Format, chain: Chain) -> tuple[list[int], bool]:
    """The problem's tokens with what opens and closes them, and whether they are all there."""
    tokens, most = form.encode(chain.problem), form.context // 2 - len(form.opening) - 1
    whole = len(tokens) <= most
    if not whole:
        tokens = tokens[: most // 2] + tokens[len(tokens) - (most - most // 2) :]
    return [*form.opening, *tokens, form.closing], whole


def _parts(chain: Chain, form: Format, room: int) -> tuple[list[list[int]], list[int]]:
    """The closed tokens of each part of each step, and which step it is of."""
    parts, indices = [], []
    for step in chain.steps:
        tokens = form.encode(step.text)
        for at in range(0, max(len(tokens), 1), room - 1):
            parts.append([*tokens[at : at + room - 1], form.closing])
            indices.append(step.index)
    return parts, indices


def _windows(problem: list[int], parts: Sequence[list[int]], indices: Sequence[int], room: int) -> Iterator[Window]:
    """Greedy from the start, so what comes later changes no earlier window."""
    first = done = 0
    while done < len(parts):
        end, size = first, 0
        while end < len(parts) and size + len(parts[end]) <= room:
            size += len(parts[end])
            end += 1
        yield _window(problem, parts[first:end], indices[first:end], done - first)
        done = first = end
        size = 0
        while first > 0 and end < len(parts) and size + len(parts[first - 1]) <= (room - len(parts[end])) // 2:
            first -= 1  # what went before is seen again, as far as half of the room goes
            size += len(parts[first])


def _window(problem: list[int], parts: Sequence[list[int]], indices: Sequence[int], seen: int) -> Window:
    ids = np.array([*problem, *(token for part in parts for token in part)], dtype=np.int64)
    lengths = [len(problem), *(len(part) for part in parts)]
    segments = np.repeat(np.arange(len(lengths), dtype=np.int64), lengths)
    ends = np.cumsum(lengths)[1:].astype(np.int64) - 1
    fresh = tuple(position >= seen for position in range(len(parts)))
    return Window(ids, segments, ends, tuple(indices), fresh)
