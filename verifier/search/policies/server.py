"""A policy behind OpenAI's interface (chat or completions): vLLM, llama.cpp, Ollama and others speak it.

The interface: https://platform.openai.com/docs/api-reference/chat and /completions.
"""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any, Final

from verifier.endpoint import NEEDED, Endpoint, NoReply, Patience
from verifier.search.policies.policy import (
    INSTRUCTION,
    Call,
    Continuation,
    Partial,
    PolicyLost,
    PolicyUnavailable,
    Proposed,
    as_steps,
    ends,
    fault_of,
    whole_lines,
)

STEP_TOKENS: Final = 256
MAX_TOKENS: Final = 2048
SEEDS: Final = 1_000_003  # between the seeds of a chain's requests
SERVERS_OWN: Final = frozenset({401, 403, 404, 408, 409, 425, 429})
"""Statuses that say nothing of the one request."""


@dataclass(slots=True)
class Cost:
    """What was asked of a server so far. ``money``: by the prices given, per million tokens."""

    requests: int = 0
    retries: int = 0
    failures: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    money: float = 0.0

    def told(self) -> str:
        """Return the counts in words."""
        tokens = f"{self.prompt_tokens} tokens read, {self.completion_tokens} written"
        money = f", {self.money:.4f} by the prices given" if self.money else ""
        return f"{self.requests} requests ({self.retries} again, {self.failures} failed), {tokens}{money}"


class _Refused(Exception):
    """A request that will not succeed: what the server says of it. ``lost``: another chain's would not, either."""

    def __init__(self, why: str, *, lost: bool = False) -> None:
        super().__init__(why)
        self.lost = lost


class ServerPolicy:
    """Asks a server for next steps, several requests at a time, each again where it may help.

    ``url``: up to and with ``/v1``. The key is ``key`` or the environment's OPENAI_API_KEY. ``prices``: of a million
    prompt tokens and of a million completion tokens. Requests are made in one event loop, in a thread of its own, until
    ``close``.
    """

    def __init__(
        self,
        url: str,
        model: str,
        *,
        chat: bool = True,
        key: str | None = None,
        temperature: float = 0.8,
        step_tokens: int = STEP_TOKENS,
        max_tokens: int = MAX_TOKENS,
        tries: int = 5,
        timeout: float = 120.0,
        concurrency: int = 8,
        prices: tuple[float, float] = (0.0, 0.0),
    ) -> None:
        """Ask nothing yet. ``step_tokens``: most of one step; ``max_tokens``: of all the rest.

        Raises: PolicyUnavailable without the extra, or on what is no URL."""
        self.name = f"{'chat' if chat else 'completions'}:{model}"
        self.cost = Cost()
        self._model, self._chat, self._prices = model, chat, prices
        self._temperature, self._step_tokens, self._max_tokens = temperature, step_tokens, max_tokens
        try:
            self._endpoint = Endpoint(url, key, Patience(timeout, tries))
        except ImportError as error:
            raise PolicyUnavailable(NEEDED) from error
        except ValueError as error:
            raise PolicyUnavailable(str(error), usage=True) from error
        self._room, self._asked = asyncio.Semaphore(concurrency), 0
        self._choices: int | None = None  # most that a request may ask for, None for as many as are wanted
        from anyio.from_thread import start_blocking_portal  # which the package openai needs itself

        thread = ExitStack()
        self._portal = thread.enter_context(start_blocking_portal())
        self._end_thread = weakref.finalize(self, thread.close)  # also at exit: the interpreter would wait for it

    def close(self) -> None:
        """Let go of the connections."""
        self._portal.call(self._endpoint.close)
        self._end_thread()

    def next_steps(self, chains: Sequence[Partial], count: int, seed: int, *, whole: bool = False) -> list[Proposed]:
        """Return the server's continuations. A chain whose request fails for good has the reason as its fault.

        A server that gives fewer choices than it is asked for is asked again, with another seed. Raises: PolicyLost
        where the server cannot be reached, refuses the key or the model, or goes on failing, for every chain.
        """
        return self.answered([Call(tuple(chains), count, seed, whole)])[0]

    def answered(self, calls: Sequence[Call]) -> list[list[Proposed]]:
        """Return what ``next_steps`` gives for each of these calls, asked for at the same time. Raises: PolicyLost."""
        found = self._portal.call(self._all, calls)
        if found and all(isinstance(one, _Refused) and one.lost for one in found):
            raise PolicyLost(f"{self.name}: {found[0]}")
        told = iter([Proposed(fault=str(one)) if isinstance(one, _Refused) else one for one in found])
        return [[next(told) for _ in call.chains] for call in calls]

    async def _all(self, calls: Sequence[Call]) -> list[Proposed | _Refused]:
        asked = (
            self._one(chain, call.count, call.seed + i, call.whole)
            for call in calls
            for i, chain in enumerate(call.chains)
        )
        return list(await asyncio.gather(*asked))

    async def _one(self, chain: Partial, count: int, seed: int, whole: bool) -> Proposed | _Refused:
        try:
            found = self._read(await self._sent(self._body(chain, count, seed, whole)), chain, whole)
            made, read = list(found.continuations), found.prompt_tokens
            for again in range(1, count):
                if not found.continuations or len(made) >= count:
                    break
                body = self._body(chain, count - len(made), seed + SEEDS * again, whole)
                found = self._read(await self._sent(body), chain, whole)
                made, read = made + list(found.continuations), read + found.prompt_tokens
            return Proposed(tuple(made[:count]), found.fault, read)
        except _Refused as refused:
            self.cost.failures += 1
            return refused

    def _body(self, chain: Partial, count: int, seed: int, whole: bool) -> dict[str, Any]:
        body: dict[str, Any] = {"model": self._model, "n": min(count, self._choices or count), "seed": seed}
        body.update(max_tokens=self._limit(whole), temperature=self._temperature)
        if not whole:
            body["stop"] = ["\n"]
        written = _written(chain)
        if not self._chat:
            return {**body, "prompt": f"{INSTRUCTION}\n\n{chain.problem}\n\n{written}", "logprobs": 1}
        messages = [{"role": "user", "content": f"{INSTRUCTION}\n\n{chain.problem}"}]
        if written:
            messages.append({"role": "assistant", "content": written})
            # vLLM and llama.cpp go on with the last message where they are told to; other servers pass the words over
            body.update(add_generation_prompt=False, continue_final_message=True)
        return {**body, "messages": messages, "logprobs": True}

    def _limit(self, whole: bool) -> int:
        return self._max_tokens if whole else self._step_tokens

    async def _sent(self, body: dict[str, Any]) -> dict[str, Any]:
        """Return the answer, after as many tries as are allowed. Raises: _Refused."""
        async with self._room:
            self._asked += 1
            try:
                return await self._endpoint.post(body)
            except NoReply as error:
                # What the server says of this one request is that chain's; all else is the server's.
                own = error.status is not None and 400 <= error.status < 500 and error.status not in SERVERS_OWN
                raise _Refused(str(error), lost=not own) from error
            finally:
                self.cost.requests = self._endpoint.sent
                self.cost.retries = max(0, self._endpoint.sent - self._asked)

    def _read(self, answer: Any, chain: Partial, whole: bool) -> Proposed:
        if not isinstance(answer, dict) or not isinstance(answer.get("choices"), list):
            raise _Refused("the server's answer has no choices")
        usage = answer.get("usage") if isinstance(answer.get("usage"), dict) else {}
        read, written = _count(usage, "prompt_tokens"), _count(usage, "completion_tokens")
        choices = [choice for choice in answer["choices"] if isinstance(choice, dict)]
        share = written // len(choices) if choices else 0
        found = [one for choice in choices if (one := self._continuation(choice, chain, whole, share)) is not None]
        written = max(written, sum(one.tokens for one in found))  # llama.cpp counts those of the first choice alone
        self.cost.prompt_tokens += read
        self.cost.completion_tokens += written
        self.cost.money += (read * self._prices[0] + written * self._prices[1]) / 1e6
        made = tuple(one for one in found if whole or not one.cut)
        if cut := len(found) - len(made):
            return Proposed(made, fault_of(len(found), len(made), cut, self._limit(whole)), read)
        return Proposed(made, "" if made else "the server wrote nothing", read)

    def _new(self, text: str, chain: Partial) -> str:
        """What is new of an answer: llama.cpp begins it with the message that it goes on with."""
        written = _written(chain)
        if not self._chat:
            return text
        return "" if text.strip() == written.strip() else text.removeprefix(written)

    def _continuation(self, choice: dict[str, Any], chain: Partial, whole: bool, share: int) -> Continuation | None:
        message = choice.get("message")
        text = (message.get("content") if isinstance(message, dict) else None) if self._chat else choice.get("text")
        if not isinstance(text, str) or not (text := self._new(text, chain)).strip():
            return None
        short = choice.get("finish_reason") == "length"
        steps = as_steps(whole_lines(text) if short else text)
        cut = short and not (steps and (not whole or ends(steps[-1])))
        steps = steps if whole else steps[:1]
        # "stop" is said of the end and of a line's end alike: only the final answer tells that a step was the last
        finished = bool(steps) and whole and choice.get("finish_reason") == "stop"
        logprobs = _logprobs(choice.get("logprobs"), self._chat)
        total = sum(logprobs) if logprobs else None
        ended = finished or bool(steps and ends(steps[-1]))
        return Continuation(steps, ended, total, len(logprobs) or share, cut)


def _written(chain: Partial) -> str:
    return "".join(f"{step}\n" for step in chain.steps)


def _count(usage: Any, key: str) -> int:
    value = usage.get(key)
    return value if isinstance(value, int) and 0 <= value < 10**9 else 0


def _logprobs(found: Any, chat: bool) -> list[float]:
    """The log-probabilities of the tokens, empty where the server does not tell them."""
    if not isinstance(found, dict):
        return []
    values = found.get("content") if chat else found.get("token_logprobs")
    if not isinstance(values, list):
        return []
    told = [value.get("logprob") if isinstance(value, dict) else value for value in values]
    return [float(value) for value in told if isinstance(value, int | float) and abs(value) < 1e300]
