"""Servers of reward models, which answer with numbers: vLLM's pooling endpoint, and SGLang's for reward models.

vLLM (``entrypoints/pooling/pooling/protocol.py``, and its documentation of pooling models): ``POST /pooling`` with
``model``, ``input`` and ``use_activation``; ``data[i].data`` holds a row of numbers for each token, or for each step
where the server pools by steps, or one row where it pools the last token. SGLang (documentation of its native API):
``POST /classify`` with ``model`` and ``input_ids`` or ``text``; a list of objects with ``embedding``, the numbers at
the last token, and ``meta_info.prompt_tokens``.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, Literal

from verifier.asking.model import ModelUnavailable
from verifier.asking.opened import opened, silence
from verifier.asking.request import Heard, Said, Silence, digest_of
from verifier.endpoint import NoReply, Patience

Server = Literal["vllm", "sglang"]
SERVERS: Final[tuple[Server, ...]] = ("vllm", "sglang")

ADVICE: Final = "look at how the server pools, and at its tokenizer"

Numbers = tuple[tuple[float, ...], ...]
"""The rows of one input."""


@dataclass(frozen=True, slots=True)
class Pooling:
    """Inputs whose numbers are asked for together, each as token ids or as a text. ``model``: ``SERVER:MODEL``.

    ``rows``: how many rows an answer may have of each input; ``classes``: how many numbers a row. What has others is no
    answer, and is not kept: another start of the server may give the right ones.
    """

    server: Server
    model: str
    inputs: tuple[tuple[int, ...] | str, ...]
    rows: tuple[int, ...]
    classes: tuple[int, ...]

    def body(self) -> dict[str, Any]:
        """Return the body of the request."""
        inputs = [one if isinstance(one, str) else list(one) for one in self.inputs]
        name = self.model.partition(":")[2]
        if self.server == "vllm":
            return {"model": name, "input": inputs, "use_activation": False, "encoding_format": "float"}
        return {"model": name, ("text" if isinstance(self.inputs[0], str) else "input_ids"): inputs}

    @property
    def path(self) -> str:
        """Where it is asked, below the server's URL."""
        return "/pooling" if self.server == "vllm" else "/classify"

    @property
    def key(self) -> str:
        """The SHA-256 of all that is asked, by which an answer is found again."""
        return digest_of({"path": self.path, **self.body()})

    @property
    def most(self) -> tuple[int, int]:
        """The tokens that are read, and none that are written."""
        return sum(len(one.encode("utf-8", "replace") if isinstance(one, str) else one) + 2 for one in self.inputs), 0


class PoolingServer:
    """A server of a reward model at a URL; what it answers is kept as text, the rows of each input as JSON."""

    def __init__(self, url: str, patience: Patience | None = None) -> None:
        """Ask nothing yet.

        Raises:
            ModelUnavailable: without the extra, or where the URL is none.
        """
        self._endpoint = opened(url, patience)

    @property
    def name(self) -> str:
        """What answers; the model is named by what is asked."""
        return "pooling"

    async def hear(self, request: Pooling) -> Heard:
        """Return the numbers, or why there are none.

        Raises:
            ModelUnavailable: where the server cannot be reached, or has no such endpoint, key or model.
        """
        try:
            answer = await self._endpoint.post_to(request.path, request.body())
        except NoReply as error:
            if error.status == 404:
                raise ModelUnavailable(
                    f"{error}; expected a server with {request.path}, which serves {request.model.partition(':')[2]!r}"
                ) from error
            return silence(error)
        try:
            return _said(request, answer)
        except (ValueError, KeyError, TypeError, IndexError) as error:
            return Silence(f"the server's answer is not that of {request.path} ({error!s:.160})")

    async def close(self) -> None:
        """Close the connections."""
        await self._endpoint.close()


def rows_of(said: Said) -> list[Numbers]:
    """Return the rows of each input that an answer holds."""
    return [tuple(tuple(map(float, row)) for row in rows) for rows in json.loads(said.text)]


def _said(request: Pooling, answer: Any) -> Said:
    if request.server == "vllm":
        listed = sorted(answer["data"], key=lambda one: int(one["index"]))
        values, usage = [one["data"] for one in listed], answer.get("usage") or {}
        read = _count(usage.get("prompt_tokens"))
    else:
        listed = answer if isinstance(answer, list) else [answer]
        values = [one["embedding"] for one in listed]
        read = sum(_count((one.get("meta_info") or {}).get("prompt_tokens")) for one in listed)
    if len(values) != len(request.inputs):
        raise ValueError(f"expected numbers of {len(request.inputs)} inputs, got {len(values)}")
    found = [_rows(one) for one in values]
    if wrong := [len(one) for one in found if len(one) not in request.rows]:
        raise ValueError(f"expected {_or(request.rows)} rows for an input, got {wrong[0]}; {ADVICE}")
    if wrong := [len(row) for one in found for row in one if len(row) not in request.classes]:
        raise ValueError(f"expected {_or(request.classes)} numbers at each place, got {wrong[0]}; {ADVICE}")
    return Said(json.dumps(found), read)


def _or(counts: tuple[int, ...]) -> str:
    return " or ".join(map(str, dict.fromkeys(counts)))


def _rows(values: Any) -> list[list[float]]:
    """The rows of one input; one row where the server pools one token."""
    if not isinstance(values, list) or not values:
        raise ValueError("expected rows of numbers")
    rows = values if isinstance(values[0], list) else [values]
    return [list(_finite(row)) for row in rows]


def _finite(row: Iterable[Any]) -> Iterable[float]:
    for one in row:
        if isinstance(one, bool) or not isinstance(one, int | float) or not math.isfinite(one):
            raise ValueError(f"expected a number, got {one!r:.40}")
        yield float(one)


def _count(found: object) -> int:
    return found if type(found) is int and 0 <= found < 10**9 else 0
