"""From a judged chain to labels: what a label means, and what becomes of a step without one or after an error."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from verifier.chain import Chain, Step

Meaning = Literal["exact", "checked", "estimated", "soft"]
"""What a label means.

``exact``: the step is settled, by exact means, or by translations that settle steps. ``checked``: or every claim in
it is proved, and it rests on nothing refuted. ``estimated``: or a model holds the chain for likelier right than wrong
up to here, or names the step as the probable first error. ``soft``: probabilities, 1 and 0 where the step is settled.
"""

Missing = Literal["truncate", "drop", "null"]
"""What becomes of a step without a label: the chain ends before it, the chain is left out, or the label is null."""

AfterError = Literal["truncate", "local", "false"]
"""What follows the first error: nothing, each step's own label, or false throughout."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What a record says of one step, as far as labels need it.

    ``checked``: it has claims, all are proved, and nothing is held against it. ``adds``: whether it states something
    new, where that is known. ``named``: whether estimates name it as the probable first error.
    """

    kind: str
    correct: bool | None
    score: float | None
    checked: bool
    adds: bool | None = None
    named: bool = False


@dataclass(frozen=True, slots=True)
class Policy:
    """How labels are made. ``unknown`` None: null where the format has room for it, else truncate. ``lucky``: mark
    chains with a right answer and a wrong step."""

    labels: Meaning = "exact"
    unknown: Missing | None = None
    after_error: AfterError = "truncate"
    lucky: bool = False

    def __post_init__(self) -> None:
        """Raises: ValueError on a word that means none of these."""
        known = {
            "labels": get_args(Meaning),
            "unknown": (*get_args(Missing), None),
            "after_error": get_args(AfterError),
        }
        for name, words in known.items():
            if (given := getattr(self, name)) not in words:
                raise ValueError(f"expected {name} as one of {', '.join(map(str, words))}, got {given!r:.40}")


@dataclass(frozen=True, slots=True)
class Labelled:
    """A chain with its labels, one for each step that is kept, and what else a format may write.

    ``first_error``: 0-based, -1 when every step is labelled right by exact means, None when that is not known, as where
    a label is only estimated: of the whole chain, not only of the steps that are kept. No low probability alone makes a
    step the first error. ``record`` is the chain's record as a line of JSON. ``lucky``: whether the answer is right and
    a step is labelled wrong; None where the answer or the steps are not known well enough.
    """

    chain: Chain
    labels: tuple[float | None, ...]
    scores: tuple[float | None, ...]
    first_error: int | None
    adds: tuple[bool | None, ...] = ()
    soft: bool = False
    record: str | None = None
    meta: Mapping[str, Any] = field(default_factory=dict)
    lucky: bool | None = None

    @property
    def rows(self) -> Iterable[tuple[Step, float | None, bool | None]]:
        """The steps that are kept, each with its label and with whether it adds something."""
        kept = self.chain.steps[: len(self.labels)]
        adds = self.adds or (None,) * len(self.chain.steps)
        return zip(kept, self.labels, adds[: len(kept)], strict=True)


def seen_of(record: Mapping[str, Any]) -> tuple[Seen, ...]:
    """Return what a record says of its steps. Raises: KeyError, TypeError on what is no record."""
    first = record.get("first_error") if record.get("first_error_kind") == "estimated" else None
    return tuple(_seen(step, step["index"] == first) for step in record["steps"])


def _seen(step: Mapping[str, Any], named: bool) -> Seen:
    return Seen(step["kind"], step["correct"], step["score"], step["checked"], step.get("adds"), named)


def label_of(step: Seen, meaning: Meaning) -> float | None:
    """Return the label of a step by itself: 1.0 good, 0.0 bad, between them for soft ones; None where there is none."""
    if step.correct is not None:
        return float(step.correct)
    if meaning == "exact":
        return None
    if meaning == "checked":
        return 1.0 if step.checked else None
    if meaning == "soft":
        return step.score
    if step.named:
        return 0.0
    return 1.0 if step.checked or (step.score is not None and step.score >= 0.5) else None


def labelled(
    chain: Chain,
    steps: Sequence[Seen],
    policy: Policy,
    *,
    nulls: bool,
    answer: str | None = None,
    record: str | None = None,
    **more: Any,
) -> Labelled | None:
    """Return the chain with its labels by ``policy``, None where that leaves it out.

    ``nulls``: whether the format has room for a step without a label. ``answer``: how the final answer compares with
    the reference answer, a state of ``FinalAnswer``.
    """
    own = [label_of(step, policy.labels) for step in steps]
    first = _first_error(steps, own)
    labels = _after(own, first, policy.after_error)
    unknown = policy.unknown or ("null" if nulls else "truncate")
    if None in labels and unknown == "drop":
        return None
    if None in labels and (unknown == "truncate" or not nulls):
        labels = labels[: labels.index(None)]
    if not labels:
        return None
    scores = tuple(step.score for step in steps[: len(labels)])
    adds = tuple(step.adds for step in steps)
    soft, lucky = policy.labels == "soft", is_lucky(answer, first)
    return Labelled(chain, tuple(labels), scores, first, adds, soft, record, lucky=lucky, **more)


def is_lucky(answer: str | None, first_error: int | None) -> bool | None:
    """Return whether a chain has a right answer and a wrong step; None where that is not known."""
    if answer == "different":
        return False
    return None if answer != "equal" or first_error is None else first_error >= 0


def _first_error(steps: Sequence[Seen], labels: Sequence[float | None]) -> int | None:
    """The first step labelled wrong, or named by estimates where these are labels; -1 when every label is right and
    rests on exact means; None when that is not known, as where a label is only estimated."""
    wrong = first_wrong(steps, labels)
    right = all(label == 1.0 and label_of(step, "checked") == 1.0 for step, label in zip(steps, labels, strict=True))
    return wrong if wrong is not None else -1 if right else None


def first_wrong(steps: Sequence[Seen], labels: Sequence[float | None]) -> int | None:
    """Return the first step that is held for wrong by these labels, None where none is: no probability alone holds it
    for wrong. Raises: ValueError where the lengths differ."""
    pairs = enumerate(zip(steps, labels, strict=True))
    return next((i for i, (step, label) in pairs if label == 0.0 or (label is not None and step.named)), None)


def _after(labels: list[float | None], first: int | None, then: AfterError) -> list[float | None]:
    if first is None or first < 0 or then == "local":
        return labels
    kept = labels[: first + 1]
    return kept if then == "truncate" else [*kept, *[0.0] * (len(labels) - len(kept))]
