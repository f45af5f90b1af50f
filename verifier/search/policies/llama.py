"""A GGUF file as a policy: a child of ours serves it with OpenAI's interface, for as long as the policy is asked."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from verifier.processes import MARKER, Child, ProcessLoss, available, command, processors
from verifier.search.policies.policy import Call, PolicyLost, PolicyUnavailable, Proposed
from verifier.search.policies.server import ServerPolicy

MODULE: Final = "verifier.search.policies.llama_child"
NEEDED: Final = "a GGUF file as policy needs the packages xllamacpp and openai: pip install 'step-verifier[policy]'"
ROOM: Final = 2 << 30  # bytes of memory besides the file: what is kept of the texts, and the library's own
MOST_SECONDS: Final = 3600.0  # of an answer: requests wait for slots, and the machine may be busy


@dataclass(frozen=True, slots=True)
class Serving:
    """How a file is served. ``slots``: texts that are written at once; ``context``: tokens of all of them together;
    ``threads``: None for as many as there are processors; ``start``: seconds until it has to listen."""

    slots: int = 8
    context: int = 16_384
    threads: int | None = None
    start: float = 900.0


DEFAULT: Final = Serving()


class LlamaPolicy(ServerPolicy):
    """The policy of a GGUF file. Slots share what was read of a prompt, so ``count`` texts read it once.

    Which requests are written at the same time moves the last digits, so the same seed may give other texts.
    """

    def __init__(
        self,
        file: Path,
        name: str,
        *,
        serving: Serving = DEFAULT,
        temperature: float = 0.8,
        step_tokens: int = 128,
        max_tokens: int = 512,
    ) -> None:
        """Start the server and wait until it listens. Raises: PolicyUnavailable, which says what to do."""
        self._file, self._most = file, 0
        self._child, url, key = self._started(serving)
        limits: dict[str, Any] = {"step_tokens": step_tokens, "max_tokens": max_tokens}
        try:
            super().__init__(url, name, key=key, temperature=temperature, tries=2, timeout=MOST_SECONDS, **limits)
        except PolicyUnavailable as error:
            self._child.kill()
            raise PolicyUnavailable(NEEDED) from error
        self.name, self._choices = name, serving.slots

    def _started(self, serving: Serving) -> tuple[Child, str, str]:
        if find_spec("xllamacpp") is None:
            raise PolicyUnavailable(NEEDED)
        if not self._file.is_file():
            raise PolicyUnavailable(f"{self._file}: expected a GGUF file", usage=True)
        self._most = self._file.stat().st_size + ROOM
        if available() < self._most:
            needs = f"{self._most >> 20} MiB of memory, {available() >> 20} are free"
            raise PolicyUnavailable(f"{self._file} needs {needs}; take a smaller model or end other programs")
        key, threads = secrets.token_hex(16), serving.threads or processors()
        argv, env = command(MODULE, json.dumps({**asdict(serving), "file": str(self._file), "threads": threads}))
        env["OMP_WAIT_POLICY"] = "passive"  # threads that wait leave the processor to other programs
        try:
            child = Child(argv, env=env, resident_limit=self._most)
            said = json.loads(child.ask(key, MARKER, lambda said: True, serving.start))
        except ProcessLoss as loss:
            raise PolicyUnavailable(f"{self._file} cannot be served: {_told(loss)}") from loss
        if "url" not in said:
            child.kill()
            raise PolicyUnavailable(f"{self._file} cannot be served: {said.get('fault')}; is it a GGUF file?")
        return child, f"{said['url']}/v1", key

    def close(self) -> None:
        """End the server, with all that it started."""
        super().close()
        self._child.kill()

    def answered(self, calls: Sequence[Call]) -> list[list[Proposed]]:
        """Return the continuations of each call. Raises: PolicyLost, also where the server grew too large."""
        if (size := self._child.resident()) > self._most:
            self._child.kill()
            raise PolicyLost(f"the server of {self._file} grew to {size >> 20} MiB and was ended")
        try:
            return super().answered(calls)
        except PolicyLost as error:
            if self._child.alive:
                raise
            raise PolicyLost(f"the server of {self._file} ended; run the command again to go on") from error


def _told(loss: ProcessLoss) -> str:
    last = [line for line in loss.stderr.splitlines() if line.strip()][-2:]
    return f"{loss} ({' '.join(last):.300})" if last else str(loss)
