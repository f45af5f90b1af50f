"""The reward functions: of the process, of the outcome, of the format. One number a completion, or None."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from verifier.answers.final_answer import final_answer
from verifier.intake.splitting.split import split
from verifier.judging.estimates.aggregate import AGGREGATIONS, aggregate
from verifier.judging.estimates.calibrated import calibration_file
from verifier.labelling.outputs.labels import Meaning, Seen, first_wrong, label_of, seen_of
from verifier.rewards.texts import at, problem_of, reference_of, text_of
from verifier.rewards.workers import Settings, as_request, workers

Rewards = list[float | None]
How = Literal["errors", "min", "product", "mean", "last", "first_error"]
Synchronous = Callable[..., Rewards]
Asynchronous = Callable[..., Coroutine[Any, Any, Rewards]]
DEFAULT: Final = Settings()


@dataclass(frozen=True)
class _Named:
    """Trainers call a reward function by its ``__name__``."""

    name: str = field(default="reward", kw_only=True)

    @property
    def __name__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Process(_Named):
    """The reward of how a completion gets there: its steps are judged, and their values put together.

    A step's value is its label by ``labels`` (as in ``verifier label``): ``exact``: settled steps alone, 1 or 0;
    ``checked``: also 1 where every claim in it is proved; ``estimated`` and ``soft``: the process reward model's too.
    ``how``: ``errors``: 0, and -1 where a step is settled incorrect: true steps earn nothing, so that none are written
    for their reward. Or ``min``, ``product``, ``mean`` or ``last`` of the values (steps without one are left out), or
    ``first_error``: the share of steps before the first that is labelled wrong. With these, ``penalty`` is taken off
    for each step settled incorrect. A step after one that is settled incorrect has no value, nor has one that is known
    to add nothing. None where nothing could be told of the completion, and, except with ``errors``, where no step has a
    value.
    """

    how: How = "errors"
    labels: Meaning = "checked"
    penalty: float = 0.5
    settings: Settings = DEFAULT

    def __call__(self, prompts: Sequence[Any], completions: Sequence[Any], **columns: Any) -> Rewards:
        """Return one reward a completion, as TRL's GRPOTrainer asks for them."""
        requests = [
            as_request(problem_of(at(prompts, i)), text_of(completion), process=True, reference=None)
            for i, completion in enumerate(completions)
        ]
        return _logged(self.name, [self.of(told) for told in workers(self.settings).ask(requests)], columns)

    def of(self, told: Mapping[str, Any] | None) -> float | None:
        """Return the reward of a completion of which a worker told this."""
        found = self._labels(told)
        if found is not None and self.how == "errors":
            return -1.0 if any(step.correct is False for step in found[0]) else 0.0
        if found is None or all(value is None for value in found[1]):
            return None
        seen, values = found
        settled_wrong = sum(step.correct is False for step in seen)
        if self.how == "first_error":
            wrong = first_wrong(seen, values)
            reward = (len(values) if wrong is None else wrong) / len(values)
        else:
            reward = aggregate(values, self.how)
        return reward - self.penalty * settled_wrong

    def values(self, told: Mapping[str, Any] | None) -> list[float | None] | None:
        """Return the value of each step: its label, less the penalty where it is settled incorrect; with ``errors`` 0,
        or -1 where it is settled incorrect. None for a step without a label, and in place of all where nothing could be
        told of the completion."""
        found = self._labels(told)
        if found is None:
            return None
        if self.how == "errors":
            return [
                -1.0 if step.correct is False else None if value is None else 0.0
                for step, value in zip(*found, strict=True)
            ]
        taken = [self.penalty if step.correct is False else 0.0 for step in found[0]]
        return [None if value is None else value - less for value, less in zip(found[1], taken, strict=True)]

    def _labels(self, told: Mapping[str, Any] | None) -> tuple[list[Seen], list[float | None]] | None:
        """The steps of a completion with their labels; None where nothing could be told, or the alarm was raised."""
        if told is None or told.get("record") is None or told.get("alarm"):
            return None
        seen = seen_of(told["record"])
        end = next((i for i, step in enumerate(seen) if step.correct is False), len(seen))
        kept = [None if step.adds is False or i > end else label_of(step, self.labels) for i, step in enumerate(seen)]
        return list(seen), kept


@dataclass(frozen=True)
class Outcome(_Named):
    """The reward of where a completion gets to: ``right`` if its final answer equals the reference, ``wrong`` if it
    differs, or if the completion is finished, was read whole and has no answer. None if it could not be decided: the
    answer was not read whole, or no answer is marked and the last value differs, or there is no reference.

    ``column``: where the reference is (None: looked for by the usual names). ``marked``: only an answer in a box, after
    ``####`` or after a phrase such as "the answer is" counts; a completion without one is ``wrong``. ``cut_off``: the
    reward of a completion that ends before its answer, as within its thinking.
    """

    column: str | None = None
    right: float = 1.0
    wrong: float = 0.0
    marked: bool = False
    cut_off: float | None = None
    settings: Settings = DEFAULT

    def __call__(self, prompts: Sequence[Any], completions: Sequence[Any], **columns: Any) -> Rewards:
        """Return one reward a completion, as TRL's GRPOTrainer asks for them; never fails because of an item.

        Raises: ValueError if the column of the reference is not there."""
        if self.column is not None and self.column not in columns:
            seen = ", ".join(sorted(name for name, one in columns.items() if isinstance(one, Sequence))) or "none"
            raise ValueError(
                f"expected the reference answers in the column {self.column!r}, found the columns: {seen}; "
                "give outcome() the name of one of them"
            )
        requests = []
        for i, completion in enumerate(completions):
            reference = reference_of(columns, i, self.column)
            requests.append(
                as_request(problem_of(at(prompts, i)), text_of(completion), process=False, reference=reference)
            )
        return _logged(self.name, [self.of(told) for told in workers(self.settings).ask(requests)], columns)

    def of(self, told: Mapping[str, Any] | None) -> float | None:
        """Return the reward of a completion of which a worker told this."""
        if told is None or "outcome" not in told:
            return None
        state, unmarked = told["outcome"], told["answer"] is None or not told["answer"][1]
        if state == "cut off":
            return self.cut_off
        if state == "none" or (self.marked and unmarked):
            return self.wrong
        return {"equal": self.right, "different": self.wrong}.get(state)


@dataclass(frozen=True)
class Format(_Named):
    """The reward of a completion's form: the share of what is wanted that is there. Never None for a text.

    ``boxed``: a final answer that is marked as one; ``steps``: at least so many steps; ``tags``: names such as
    ``think`` and ``answer``, each opened and closed once, in this order.
    """

    boxed: bool = True
    steps: int = 1
    tags: tuple[str, ...] = ()

    def __call__(self, prompts: Sequence[Any], completions: Sequence[Any], **columns: Any) -> Rewards:
        """Return one reward a completion, as TRL's GRPOTrainer asks for them."""
        return _logged(self.name, [self.of(text_of(completion)) for completion in completions], columns)

    def of(self, text: str | None) -> float | None:
        """Return the reward of a text, None for none."""
        if text is None:
            return None
        wanted = []
        if self.boxed:
            found = final_answer(text)
            wanted.append(found is not None and found.is_marked)
        if self.steps:
            wanted.append(len(split(text, thinking="judge")) >= self.steps)
        if self.tags:
            wanted.append(_tagged(text, self.tags))
        return sum(wanted) / len(wanted) if wanted else 1.0


def _tagged(text: str, tags: Sequence[str]) -> bool:
    marks = [mark for tag in tags for mark in (f"<{tag}>", f"</{tag}>")]
    places = [text.find(mark) for mark in marks]
    return all(text.count(mark) == 1 for mark in marks) and places == sorted(places)


def _logged(name: str, rewards: Rewards, columns: Mapping[str, Any]) -> Rewards:
    """The rewards, after a trainer that logs has been told of how many something could be told."""
    log = columns.get("log_metric")
    if callable(log) and rewards:
        log(f"{name}/told", sum(reward is not None for reward in rewards) / len(rewards))
    return rewards


def process(
    how: How = "errors",
    *,
    labels: Meaning | None = None,
    penalty: float = 0.5,
    asynchronous: bool = False,
    **settings: Any,
) -> Process | Asynchronous:
    """Return the reward function of the process; see ``Process`` and, for the other settings, ``Settings``.

    ``labels`` None: ``soft`` with a process reward model (``prm=...``), else ``checked``. ``asynchronous``: as a
    coroutine function, which does not hold up the event loop. Raises: ValueError, TypeError on settings that are none;
    PrmUnavailable on a calibration that is none.
    """
    if how not in (*AGGREGATIONS, "errors", "first_error"):
        raise ValueError(f"expected how as one of errors, {', '.join(AGGREGATIONS)}, first_error, got {how!r}")
    if labels not in (None, "exact", "checked", "estimated", "soft"):
        raise ValueError(f"expected labels as exact, checked, estimated or soft, got {labels!r}")
    if not math.isfinite(penalty) or penalty < 0:
        raise ValueError(f"expected a penalty of 0 or more, got {penalty!r}")
    found = Settings(**settings)
    if found.calibration is not None:
        found = replace(found, calibration=calibration_file(found.prm, found.calibration))
    meaning: Meaning = labels or ("checked" if found.prm == "none" else "soft")
    made = Process(how, meaning, penalty, found, name=f"process_{how}")
    return _asynchronous(made, made.name) if asynchronous else made


def outcome(
    column: str | None = None,
    *,
    right: float = 1.0,
    wrong: float = 0.0,
    marked: bool = False,
    cut_off: float | None = None,
    asynchronous: bool = False,
    **settings: Any,
) -> Outcome | Asynchronous:
    """Return the reward function of the outcome; see ``Outcome`` and, for the other settings, ``Settings``.

    Raises: TypeError on settings that are none.
    """
    made = Outcome(column, right, wrong, marked, cut_off, Settings(**settings), name="outcome")
    return _asynchronous(made, made.name) if asynchronous else made


def format(
    *, boxed: bool = True, steps: int = 1, tags: Sequence[str] = (), asynchronous: bool = False
) -> Format | Asynchronous:
    """Return the reward function of the form; see ``Format``."""
    made = Format(boxed, steps, tuple(tags), name="format")
    return _asynchronous(made, made.name) if asynchronous else made


def _asynchronous(made: Synchronous, name: str) -> Asynchronous:
    async def reward(prompts: Sequence[Any], completions: Sequence[Any], **columns: Any) -> Rewards:
        return await asyncio.to_thread(made, prompts, completions, **columns)

    reward.__name__ = name
    return reward
