"""verifiers v1: our metric and our reward, plugged into a task's configuration, score its traces."""

from __future__ import annotations

import asyncio
from typing import Any

import verifiers.v1 as vf
from recording import ANSWER, CASES, PROBLEM, record
from verifiers.v1.graph import MessageNode

from verifier.rewards.adaptors.prime_rl import advantages

PLACE = "verifier.rewards.adaptors.verifiers"


class Data(vf.TaskData):
    answer: str


class Asked(vf.Task[Data]):
    """A task without scoring of its own."""


class Inputs:
    """What prime-rl hands to a custom advantage."""

    def __init__(self, rollouts: list[dict[str, Any]], lengths: list[int]) -> None:
        self.rollouts, self.completion_lengths = rollouts, lengths


def scored(text: str) -> Any:
    plugged: dict[str, Any] = {"metrics": {"verdicts": {"fn": f"{PLACE}:metrics"}}}
    plugged["rewards"] = {"verifier": {"fn": f"{PLACE}:reward"}}
    task = Asked(Data(prompt=PROBLEM, answer=ANSWER), vf.TaskConfig(**plugged))
    agent = vf.AgentInfo.model_construct(name="agent", trainable=True)
    info = vf.TraceTask(type="Asked", data=task.data)
    trace = vf.Trace.model_construct(task=info, agent=agent, nodes=[], rewards={}, metrics={}, info={})
    trace.root_reply = text
    asyncio.run(task.score(trace))
    return trace


def main() -> None:
    assert MessageNode is not None
    calls, rows = [], []
    for name, (text, score) in CASES.items():
        trace = scored(text)
        rewards = {key: value.score for key, value in trace.rewards.items() if value is not None}
        assert rewards == ({} if score is None else {"verifier": score}), (name, rewards)
        assert trace.metrics["abstained"] == float(score is None), (name, trace.metrics)
        given = {"task": {"prompt_text": PROBLEM, "answer": ANSWER}, "last_reply": trace.last_reply}
        calls.append({"given": given, "answer": {"rewards": rewards, "metrics": dict(trace.metrics)}})
        rows.append({"reward": trace.reward, "metrics": dict(trace.metrics)})
    found = advantages(Inputs(rows, [6] * len(rows)))
    assert found[0] == [1.0] * 6 and found[3] == [0.0] * 6 and found[4] == [0.0] * 6, found
    assert found[1] == [0.0] * 6 and found[2] == [-1.0] * 6, found
    record("verifiers", "verifiers", calls, reward_of_an_abstained_trace=rows[4]["reward"])


if __name__ == "__main__":
    main()
