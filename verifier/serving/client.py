"""A client of the service."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any

from verifier.rewards.service import NEEDED, WAIT, ServiceError


class Client:
    """Asks a service. Use as a context manager; threads may share it.

    ``patience``: seconds for which what was refused with 429 is sent again.
    """

    def __init__(
        self, url: str = "http://127.0.0.1:8000", key: str | None = None, timeout: float = 600.0, patience: float = 60.0
    ) -> None:
        """Connect to nothing yet. Raises: ImportError, which names the extra."""
        try:
            import httpx
        except ImportError as error:
            raise ImportError(NEEDED) from error
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        self._http = httpx.Client(base_url=url, headers=headers, timeout=timeout)
        self._patience = patience

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the connections."""
        self._http.close()

    def judge(self, problem: str, steps: Sequence[str], **more: str | None) -> dict[str, Any]:
        """Return the record of a chain; ``more``: its ``id``, its ``answer``. Raises: ServiceError."""
        return self._patiently("/judge", {"problem": problem, "steps": list(steps), **more})

    def prove(self, statement: str, given: str = "") -> dict[str, Any]:
        """Return the verdict on a statement, with its claims. Raises: ServiceError."""
        return self._patiently("/prove", {"statement": statement, "given": given})

    def judge_many(self, chains: Sequence[Mapping[str, Any]], together: int = 200) -> list[dict[str, Any]]:
        """Return one result for each chain, in order: ``status`` with ``record`` or ``error``.

        Chains for which there was no room are sent again, and only those. Raises: ServiceError.
        """
        results: list[dict[str, Any]] = [{"status": 429, "error": "not sent"} for _ in chains]
        left, until, wait = list(range(len(chains))), time.monotonic() + self._patience, WAIT
        while left:
            for start in range(0, len(left), together):
                block = left[start : start + together]
                told = self._asked("/judge/many", {"chains": [chains[i] for i in block]})["results"]
                for i, result in zip(block, told, strict=True):
                    results[i] = result
            again = [i for i in left if results[i]["status"] == 429]
            if not again or time.monotonic() + wait > until:
                break
            if len(again) < len(left):  # something was done: the patience is for standing still
                until, wait = time.monotonic() + self._patience, WAIT
            left = again
            time.sleep(wait)
            wait = min(wait * 2, 5.0)
        return results

    def health(self) -> dict[str, Any]:
        """Return how the service is. Raises: ServiceError."""
        return self._read("GET", "/health", None)

    def _patiently(self, path: str, body: Mapping[str, Any]) -> dict[str, Any]:
        until, wait = time.monotonic() + self._patience, WAIT
        while True:
            try:
                return self._asked(path, body)
            except ServiceError as error:
                if error.status != 429 or time.monotonic() + wait > until:
                    raise
            time.sleep(wait)
            wait = min(wait * 2, 5.0)

    def _asked(self, path: str, body: Mapping[str, Any]) -> dict[str, Any]:
        return self._read("POST", path, body)

    def _read(self, method: str, path: str, body: Mapping[str, Any] | None) -> dict[str, Any]:
        import httpx

        content = None if body is None else json.dumps(body)  # in ASCII, so that lone surrogates travel, too
        headers = {"Content-Type": "application/json"}
        try:
            response = self._http.request(method, path, content=content, headers=headers)
        except httpx.HTTPError as error:
            raise ServiceError(0, f"{self._http.base_url}: the service cannot be reached ({error})") from error
        try:
            data = response.json()
        except ValueError as error:
            raise ServiceError(response.status_code, "the answer is not JSON") from error
        if response.status_code != 200 or not isinstance(data, dict):
            detail = data.get("detail") if isinstance(data, dict) else data
            raise ServiceError(response.status_code, f"{detail!s:.500}")
        return data
