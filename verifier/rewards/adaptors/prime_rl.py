"""prime-rl's custom advantage: per-token advantages of a group, without its abstentions.

``[orchestrator.advantage] type = "custom", import_path = "verifier.rewards.adaptors.prime_rl.advantages"``, with the
metric and the reward of ``verifier.rewards.adaptors.verifiers`` in the environment.
"""

from __future__ import annotations

from collections.abc import Mapping
from statistics import mean
from typing import Any


def advantages(inputs: Any) -> list[list[float]]:
    """Return one list of advantages for each rollout of a group, as long as its completion.

    The baseline is the mean reward of the rollouts that have one; an abstention gets zeros. The tokens before a flaw
    get the advantage without its penalty. Where it begins is taken from its place in the text.
    """
    rows = [(rollout, _metrics(rollout)) for rollout in inputs.rollouts]
    known = [float(rollout["reward"]) for rollout, metrics in rows if not metrics["abstained"]]
    baseline = mean(known) if known else 0.0
    found = []
    for (rollout, metrics), length in zip(rows, inputs.completion_lengths, strict=True):
        if metrics["abstained"]:
            found.append([0.0] * length)
            continue
        advantage = float(rollout["reward"]) - baseline
        before = round(length * metrics["error_at"]) if metrics["flaw"] else 0
        found.append([advantage - metrics["flaw"]] * before + [advantage] * (length - before))
    return found


def _metrics(rollout: Mapping[str, Any]) -> Mapping[str, float]:
    """The metrics of a rollout. Raises: KeyError, which says what is expected of the environment."""
    metrics: Mapping[str, float] = rollout.get("metrics") or {}
    if not {"abstained", "flaw", "error_at"} <= metrics.keys():
        raise KeyError(
            "expected the metrics abstained, flaw and error_at in each rollout, found: "
            f"{', '.join(sorted(metrics)) or 'none'}; plug verifier.rewards.adaptors.verifiers:metrics into the task"
        )
    return metrics
