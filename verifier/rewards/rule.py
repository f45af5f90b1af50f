"""The rule of a reward: the answer's reward, less a penalty where the chain is found flawed."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Final, Literal, get_args

from verifier.judging.estimates.aggregate import aggregate
from verifier.labelling.outputs.labels import Meaning, Seen, first_wrong, label_of, seen_of
from verifier.rewards.result import Abstention, Item, Result, StepResult
from verifier.rewards.workers import as_request, too_long

How = Literal["errors", "min", "product", "mean", "last", "first_error"]


@dataclass(frozen=True, slots=True)
class Rule:
    """What a completion is worth: ``outcome_weight`` of its answer and ``process_weight`` of its steps.

    The outcome is ``right`` if the final answer equals the reference, ``wrong`` if it differs or the text is finished
    without one. ``marked``: only a marked answer counts. ``count_wrong``: abstentions that count as ``wrong``.

    The process is by ``how``. ``errors``: 0, less ``penalty`` where a step is settled incorrect. ``min``, ``product``,
    ``mean``, ``last``: of the steps' labels (``labels``, as in ``verifier label``); ``first_error``: the share of steps
    before the first error; each less ``penalty`` for each step settled incorrect.
    """

    how: How = "errors"
    labels: Meaning = "checked"
    penalty: float = 1.0
    right: float = 1.0
    wrong: float = 0.0
    marked: bool = False
    process_weight: float = 1.0
    outcome_weight: float = 1.0
    count_wrong: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Raises: ValueError on a value that is none of a rule."""
        object.__setattr__(
            self, "count_wrong", (self.count_wrong,) if isinstance(self.count_wrong, str) else tuple(self.count_wrong)
        )
        for name, known in (("how", get_args(How)), ("labels", get_args(Meaning))):
            if getattr(self, name) not in known:
                raise ValueError(f"expected {name} as one of {', '.join(known)}, found {getattr(self, name)!r}")
        if wrong := set(self.count_wrong) - set(Abstention):
            raise ValueError(f"expected count_wrong among {', '.join(Abstention)}, found {', '.join(sorted(wrong))}")
        numbers = (self.penalty, self.right, self.wrong, self.process_weight, self.outcome_weight)
        if not all(map(math.isfinite, numbers)) or self.penalty < 0:
            raise ValueError(f"expected finite numbers and a penalty of at least 0, found {numbers}")

    def request(self, item: Item) -> dict[str, Any] | Abstention:
        """Return what a worker is asked about a completion, or why none is asked."""
        if item.text is None:
            return Abstention.NO_TEXT
        if too_long(item.text):
            return Abstention.TOO_LONG
        reference = item.reference if self.outcome_weight else None
        if not self.process_weight and reference is None:
            return Abstention.NO_REFERENCE
        return as_request(item.problem, item.text, process=bool(self.process_weight), reference=reference)

    def result(self, item: Item, checked: Mapping[str, Any] | Abstention) -> Result:
        """Return the result of a completion from what a worker returned for it, or from an abstention."""
        if isinstance(checked, Abstention):
            return self._summed(checked if self.outcome_weight else 0.0, checked if self.process_weight else 0.0)
        record = checked.get("record")
        seen = () if record is None else seen_of(record)
        first = next((i for i, step in enumerate(seen) if step.correct is False), None)
        values = [
            None if step.adds is False or (first is not None and i > first) else label_of(step, self.labels)
            for i, step in enumerate(seen)
        ]
        rows = () if record is None else zip(seen, values, checked["spans"], record["steps"], strict=True)
        steps = tuple(
            StepResult(one.correct, value, span and tuple(span), None, tuple(row["certificates"]))
            for one, value, span, row in rows
        )
        flaw = 0.0
        process: float | Abstention = 0.0
        if checked.get("alarm"):
            process = Abstention.CONTRADICTION
        elif self.process_weight:
            settled = sum(one.correct is False for one in seen)
            flaw = 0.0 if first is None else -self.penalty * (1 if self.how == "errors" else settled)
            labels = self._labels(seen, values)
            process = labels if isinstance(labels, Abstention) else labels + flaw
        outcome = self._outcome(item, checked) if self.outcome_weight else 0.0
        return self._summed(outcome, process, flaw * self.process_weight, first, steps)

    def _labels(self, seen: Sequence[Seen], values: Sequence[float | None]) -> float | Abstention:
        if self.how == "errors":
            return 0.0
        if all(value is None for value in values):
            return Abstention.NO_LABELS
        if self.how == "first_error":
            wrong = first_wrong(seen, values)
            return (len(values) if wrong is None else wrong) / len(values)
        return aggregate(values, self.how)

    def _outcome(self, item: Item, checked: Mapping[str, Any]) -> float | Abstention:
        if item.reference is None:
            return Abstention.NO_REFERENCE
        state, answer = checked["outcome"], checked["answer"]
        if state == "cut off":
            return Abstention.CUT_OFF if item.text and item.text.strip() else self.wrong
        if state == "none" or (self.marked and (answer is None or not answer[1])):
            return self.wrong
        known: dict[str, float | Abstention] = {"equal": self.right, "different": self.wrong}
        known["unsolved"] = Abstention.UNSOLVED
        return known.get(state, Abstention.UNDECIDED)

    def _summed(
        self,
        outcome: float | Abstention,
        process: float | Abstention,
        flaw: float = 0.0,
        first: int | None = None,
        steps: tuple[StepResult, ...] = (),
    ) -> Result:
        """The result of both parts: an abstention of one is an abstention, unless the rule counts it as wrong."""
        if outcome in self.count_wrong:
            outcome = self.wrong
        if process in self.count_wrong:
            process, flaw = 0.0, 0.0
        reason = next((part for part in (outcome, process) if isinstance(part, Abstention)), None)
        right = None if isinstance(outcome, Abstention) else outcome
        found = None if isinstance(process, Abstention) else process
        score = None
        if right is not None and found is not None:
            score = self.outcome_weight * right + self.process_weight * found
        return Result(
            score,
            reason,
            right if self.outcome_weight else None,
            found if self.process_weight else None,
            flaw,
            first,
            steps,
        )


NAMES: Final = frozenset(one.name for one in fields(Rule))
"""The names of a rule's settings."""
