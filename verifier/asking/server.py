"""A language model behind a server that speaks OpenAI's interface."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from verifier.asking.opened import opened, silence
from verifier.asking.request import Heard, Request, Said, Silence, Token
from verifier.endpoint import NoReply, Patience


class ServerModel:
    """``openai:MODEL`` at a server, the environment's unless ``url`` says another."""

    def __init__(self, model: str, url: str | None = None, patience: Patience | None = None) -> None:
        """Ask nothing yet.

        Raises:
            ModelUnavailable: without the extra, or where the URL is none.
        """
        self._name = f"openai:{model}"
        self._endpoint = opened(url, patience)

    @property
    def name(self) -> str:
        """The name as files and records carry it."""
        return self._name

    async def hear(self, request: Request) -> Heard:
        """Return the answer, or why there is none.

        Raises:
            ModelUnavailable: where the server cannot be reached, or refuses the key or the model.
        """
        try:
            answer = await self._endpoint.post(sent(request))
        except NoReply as error:
            return silence(error)
        return heard(answer)

    async def close(self) -> None:
        """Close the connections."""
        await self._endpoint.close()


def sent(request: Request) -> dict[str, Any]:
    """Return the body that a server is sent: the model without the kind of its server."""
    return {**request.body(), "model": request.model.partition(":")[2]}


def heard(answer: Mapping[str, Any]) -> Heard:
    """Return what a completion says, as a server or a line of a batch has it."""
    usage = answer.get("usage")
    read, written = _count(usage, "prompt_tokens"), _count(usage, "completion_tokens")
    choices = answer.get("choices")
    first = choices[0] if isinstance(choices, list) and choices and isinstance(choices[0], dict) else {}
    message = first.get("message")
    said = message if isinstance(message, dict) else {}
    if isinstance(said.get("refusal"), str) and said["refusal"]:
        return Silence(f"the model refused: {said['refusal']!r:.160}", read, written, for_good=True)
    if first.get("finish_reason") == "length":
        return Silence("the answer was cut off", read, written, for_good=True)
    if first.get("finish_reason") == "content_filter":
        return Silence("the server held the answer back", read, written, for_good=True)
    text = said.get("content")
    if not isinstance(text, str) or not text.strip():
        return Silence("the model said nothing", read, written)
    return Said(text, read, written, tokens=tuple(_tokens(first.get("logprobs"))))


def _tokens(told: object) -> Iterator[Token]:
    """The tokens of an answer with what could have stood in their places, as far as the server tells them."""
    listed = told.get("content") if isinstance(told, dict) else None
    for one in listed if isinstance(listed, list) else ():
        if not isinstance(one, dict) or not isinstance(one.get("token"), str):
            return
        others = one.get("top_logprobs")
        every = [one, *(others if isinstance(others, list) else [])]
        yield Token(one["token"], dict(pair for each in every if (pair := _likely(each)) is not None))


def _likely(one: object) -> tuple[str, float] | None:
    if not isinstance(one, dict) or not isinstance(one.get("token"), str):
        return None
    found = one.get("logprob")
    return (one["token"], float(found)) if isinstance(found, int | float) and found <= 1e-6 else None


def _count(usage: object, name: str) -> int:
    found = usage.get(name) if isinstance(usage, dict) else None
    return found if type(found) is int and 0 <= found < 10**9 else 0
