"""OpenRLHF: its executor of single turns posts to our service, and calls our function in a file."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import torch
from openrlhf.utils.agent import SingleTurnAgentExecutor
from recording import ANSWER, CASES, PROBLEM, expect, record

PROMPT = f"<|im_start|>user\n{PROBLEM}<|im_end|>\n<|im_start|>assistant\n"


class Letters:
    """A tokenizer of code points."""

    def __call__(self, text: str, **more: Any) -> dict[str, Any]:
        return {"input_ids": torch.tensor([list(map(ord, text))])}

    def decode(self, ids: Any, **more: Any) -> str:
        return "".join(map(chr, map(int, ids)))


class Engine:
    """Says one text."""

    def __init__(self, text: str) -> None:
        self.text = text

    async def generate(self, *given: Any, **more: Any) -> Any:
        ids = [*map(ord, self.text)]
        return SimpleNamespace(
            outputs=[SimpleNamespace(token_ids=ids, text=self.text, finish_reason="stop", logprobs=None)]
        )


async def executed(place: str, text: str) -> Any:
    params = SimpleNamespace(max_tokens=50_000, logprobs=None)
    ask = partial(SingleTurnAgentExecutor(place).execute, PROMPT, ANSWER, params, 100_000, Letters())
    return await ask(Engine(f"{text}<|im_end|>"))


def posted() -> list[dict[str, Any]]:
    """Keep what is posted, and what is answered."""
    calls: list[dict[str, Any]] = []
    real = aiohttp.ClientSession._request

    async def noting(self: Any, method: str, url: Any, **more: Any) -> Any:
        answer = await real(self, method, url, **more)
        calls.append({"given": more["json"], "answer": json.loads(await answer.text())})
        return answer

    aiohttp.ClientSession._request = noting  # type: ignore[method-assign]
    return calls


def scores(place: str) -> dict[str, tuple[float | None, bool]]:
    found = {name: asyncio.run(executed(place, text)) for name, (text, _) in CASES.items()}
    return {name: (float(one["reward"][0]), bool(one["extra_logs"]["valid"][0])) for name, one in found.items()}


def main() -> None:
    argv = [sys.executable, "-m", "verifier", "serve", "--port", "0", "--lean", "off", "--workers", "1"]
    server = subprocess.Popen(argv, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    try:
        calls = posted()
        expect(scores(f"{server.stdout.readline().split()[3]}/reward"))
    finally:
        server.terminate()
        server.wait(timeout=60)
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "ours.py"
        place.write_text("from verifier.rewards.adaptors.openrlhf import reward_func\n")
        expect(scores(str(place)))
    record("openrlhf", "openrlhf", calls, posted_to="/reward")


if __name__ == "__main__":
    main()
