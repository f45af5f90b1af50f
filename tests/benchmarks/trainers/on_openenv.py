"""OpenEnv: our rubric inside a real environment, and inside a container of rubrics."""

from __future__ import annotations

from typing import Any

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from openenv.core.rubrics import WeightedSum
from recording import ANSWER, CASES, PROBLEM, SETTINGS, expect, record

from verifier.rewards.adaptors.openenv import rubric


class Said(Action):
    message: str


class Asking(Environment):
    """Asks one problem, and is done."""

    def reset(self, *given: Any, **more: Any) -> Observation:
        return Observation(done=False, metadata={"problem": PROBLEM, "answer": ANSWER})

    def step(self, action: Said, *given: Any, **more: Any) -> Observation:
        seen = Observation(done=True, metadata={"problem": PROBLEM, "answer": ANSWER})
        seen.reward = self._apply_rubric(action, seen)
        return seen

    @property
    def state(self) -> State:
        return State()


def main() -> None:
    environment = Asking(rubric=rubric(settings=SETTINGS))
    environment.reset()
    calls, found = [], {}
    for name, (text, _) in CASES.items():
        reward = environment.step(Said(message=text)).reward
        result = environment.rubric.last_result
        found[name] = (reward, result.valid)
        given = {"action": {"message": text}, "observation": {"metadata": {"problem": PROBLEM, "answer": ANSWER}}}
        calls.append({"given": given, "answer": {"reward": reward, "reason": result.reason}})
    expect(found, unknown=None)
    inside = WeightedSum([rubric(settings=SETTINGS, unknown=0.0)], weights=[1.0])
    summed = Asking(rubric=inside).step(Said(message=CASES["undecided"][0])).reward
    assert summed == 0.0, summed
    record("openenv", "openenv", calls, reward_of_an_abstention=found["undecided"][0])


if __name__ == "__main__":
    main()
