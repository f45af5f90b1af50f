"""Which policy a name stands for: recorded candidates, a model of this machine, or a server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from verifier.checkers.lean.toolchain.fetching import NotFetched
from verifier.estimators.model import PrmUnavailable
from verifier.search.choices import POLICIES
from verifier.search.policies.llama import LlamaPolicy
from verifier.search.policies.pinned import PINNED, file_of
from verifier.search.policies.policy import Policy, PolicyUnavailable


def policy_of(
    spec: str,
    *,
    temperature: float = 0.8,
    dtype: str = "auto",
    step_tokens: int | None = None,
    max_tokens: int | None = None,
) -> Policy:
    """Return the policy that ``spec`` names.

    ``replay:FILE`` (recorded candidates); ``qwen2.5-1.5b``, ``qwen2.5-0.5b``, or ``gguf:FILE``, served by us;
    ``local:FOLDER_OR_HUB_ID`` (transformers); ``chat:URL#MODEL`` or ``completions:URL#MODEL`` (a server with OpenAI's
    interface).
    ``dtype``: the numbers of a local model; ``step_tokens``, ``max_tokens``: most of one step and of all the rest, the
    policy's own where None. Raises: PolicyUnavailable.
    """
    kind, _, where = spec.partition(":")
    most = {"step_tokens": step_tokens, "max_tokens": max_tokens}
    limits: dict[str, Any] = {name: value for name, value in most.items() if value is not None}
    if kind == "replay" and where:
        from verifier.search.policies.replay import Replay

        return Replay.of_file(where)
    if kind == "local" and where:
        from verifier.search.policies.local import LocalPolicy

        return LocalPolicy.load(where, temperature=temperature, dtype=dtype, **limits)
    if spec in PINNED or (kind == "gguf" and where):
        try:
            file = Path(where) if where else file_of(PINNED[spec])
        except (NotFetched, PrmUnavailable) as error:
            raise PolicyUnavailable(str(error)) from error
        return LlamaPolicy(file, spec if spec in PINNED else f"gguf:{file.name}", temperature=temperature, **limits)
    url, _, model = where.rpartition("#")
    if kind in ("chat", "completions") and url and model:
        from verifier.search.policies.server import ServerPolicy

        return ServerPolicy(url, model, chat=kind == "chat", temperature=temperature, **limits)
    raise PolicyUnavailable(
        f"expected a policy as {', '.join(POLICIES[:-1])} or {POLICIES[-1]}, got {spec!r:.80}",
        usage=True,
    )
