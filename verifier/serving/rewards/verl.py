"""verl's ``compute_score`` by the service, as a coroutine: ``custom_reward_function.path=pkg://verifier.serving.rewards.verl``.

One client for each event loop, so that connections are kept; what there was no room for is asked again.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Mapping
from typing import Any, Final
from weakref import WeakKeyDictionary

from verifier.serving.client import NEEDED, WAIT, ServiceError

CONNECTIONS: Final = 256
"""Most requests of one event loop that are under way at once; others wait."""


async def compute_score(
    data_source: Any,
    solution_str: str,
    ground_truth: Any,
    extra_info: Mapping[str, Any] | None = None,
    *,
    url: str = "http://127.0.0.1:8000",
    key: str | None = None,
    patience: float = 60.0,
    timeout: float = 180.0,
    options: Mapping[str, Any] | None = None,
    **more: Any,
) -> dict[str, float]:
    """Return the score with its parts, as ``verifier.rewards.compute_score``, and ``lost``.

    ``options``: of ``/reward``, such as ``{"how": "min", "unknown": -0.1}``; ``patience``: seconds for which what was
    lost or refused for want of room is asked again, after which it counts as it is. Raises: ServiceError where the
    service cannot be reached or refuses the request; ImportError, which names the extra.
    """
    info = extra_info if isinstance(extra_info, Mapping) else {}
    kept = {name: info[name] for name in ("question", "problem", "prompt") if name in info}
    item = {"solution_str": solution_str, "ground_truth": ground_truth, "extra_info": kept}
    body = json.dumps({**item, "data_source": str(data_source)}, default=_plain)
    until, wait = time.monotonic() + patience, WAIT
    while True:
        try:
            found = await _asked(url, key, dict(options or {}), body, timeout)
        except ServiceError as error:
            if error.status != 429 or time.monotonic() + wait > until:
                raise
        else:
            if not found["lost"] or time.monotonic() + wait > until:
                return found
        await asyncio.sleep(wait)
        wait = min(wait * 2, 5.0)


async def _asked(url: str, key: str | None, options: dict[str, Any], body: str, timeout: float) -> dict[str, float]:
    import httpx

    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {key}"} if key else {})}
    where = f"{url.rstrip('/').removesuffix('/reward')}/reward"
    try:
        told = await _client().post(where, params=options, content=body, headers=headers, timeout=timeout)
    except httpx.HTTPError as error:
        raise ServiceError(0, f"{where}: the service cannot be reached ({error})") from error
    if told.status_code != 200:
        raise ServiceError(told.status_code, told.text[:500])
    return {str(name): float(value) for name, value in told.json().items()}


_CLIENTS: WeakKeyDictionary[asyncio.AbstractEventLoop, Any] = WeakKeyDictionary()


def _client() -> Any:
    """The client of this event loop. Raises: ImportError, which names the extra."""
    try:
        import httpx
    except ImportError as error:
        raise ImportError(NEEDED) from error
    loop = asyncio.get_running_loop()
    if loop not in _CLIENTS:
        limits = httpx.Limits(max_connections=CONNECTIONS, max_keepalive_connections=CONNECTIONS)
        _CLIENTS[loop] = httpx.AsyncClient(limits=limits)
    return _CLIENTS[loop]


def _plain(value: Any) -> Any:
    """What JSON does not know, as it does: arrays of data sets as lists, all else as text."""
    return value.tolist() if hasattr(value, "tolist") else str(value)
