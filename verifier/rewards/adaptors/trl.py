"""TRL's reward functions: lists of prompts and completions to lists of numbers, None in an abstention."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from verifier.rewards.flow import Flow, Judge, judge_of, run, run_async
from verifier.rewards.result import Item, Result, shares
from verifier.rewards.texts import at, problem_of, reference_of, text_of

Rewards = list[float | None]


@dataclass(frozen=True)
class Reward:
    """Rewards completions by a rule. ``column``: where the reference is; None looks for it by the usual names. Trainers
    call a reward function by its ``__name__``."""

    judge: Judge
    column: str | None = None
    name: str = "reward"

    @property
    def __name__(self) -> str:
        return self.name

    def __call__(self, prompts: Sequence[Any], completions: Sequence[Any], **columns: Any) -> Any:
        """Return one reward a completion, None in an abstention; never fails because of an item.

        Raises: ValueError if the column of the reference is not there."""
        return run(self._scored(prompts, completions, columns), self.judge)

    def results(self, prompts: Sequence[Any], completions: Sequence[Any], **columns: Any) -> list[Result]:
        """Return the result of each completion. Raises: as a call."""
        return self.judge.ask(self._items(prompts, completions, columns))

    def _scored(self, prompts: Sequence[Any], completions: Sequence[Any], columns: Mapping[str, Any]) -> Flow[Rewards]:
        found = yield self._items(prompts, completions, columns)
        log = columns.get("log_metric")
        if callable(log) and found:
            for name, share in shares(found, self.name).items():
                log(name, share)
        return [one.score for one in found]

    def _items(self, prompts: Sequence[Any], completions: Sequence[Any], columns: Mapping[str, Any]) -> list[Item]:
        if self.column is not None and self.column not in columns:
            seen = ", ".join(sorted(name for name, one in columns.items() if isinstance(one, Sequence))) or "none"
            raise ValueError(
                f"expected the reference answers in the column {self.column!r}, found the columns: {seen}; "
                "pass the name of one of them as column"
            )
        return [
            Item(problem_of(at(prompts, i)), text_of(completion), reference_of(columns, i, self.column))
            for i, completion in enumerate(completions)
        ]


@dataclass(frozen=True)
class AsyncReward(Reward):
    """Does the same as a coroutine, which does not block the event loop."""

    async def __call__(self, prompts: Sequence[Any], completions: Sequence[Any], **columns: Any) -> Rewards:
        """Return one reward a completion, None in an abstention. Raises: as ``Reward``."""
        return await run_async(self._scored(prompts, completions, columns), self.judge)


def reward(
    column: str | None = None,
    *,
    labels: str | None = None,
    asynchronous: bool = False,
    name: str = "reward",
    **options: Any,
) -> Reward:
    """Return the reward function of the outcome and the process; see ``Rule`` and ``Settings`` for the options.

    ``asynchronous``: as a coroutine function, which does not block the event loop. ``url``: of a service that judges.
    Raises: TypeError, ValueError, PrmUnavailable on an option that is none.
    """
    return (AsyncReward if asynchronous else Reward)(judge_of(labels=labels, **options), column, name)


def process(how: str = "errors", *, labels: str | None = None, **options: Any) -> Reward:
    """Return the reward function of the process only. Raises: as ``reward``."""
    return reward(how=how, labels=labels, outcome_weight=0.0, **{"name": f"process_{how}", **options})


def outcome(column: str | None = None, **options: Any) -> Reward:
    """Return the reward function of the outcome only. Raises: as ``reward``."""
    return reward(column, process_weight=0.0, **{"name": "outcome", **options})
