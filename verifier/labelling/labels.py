"""From a judged chain to labels: what a label means, and what becomes of a step without one or after an error."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from verifier.chain import Chain, Step

Meaning = Literal["exact", "checked", "estimated", "soft"]
"""What a label means.

``exact``: the step is settled, by exact means, or at the level of a trusted translator. ``checked``: or every claim in
it is proved. ``estimated``: or a model holds it for likelier right than wrong. ``soft``: probabilities, 1 and 0 where
the step is settled.
"""

Missing = Literal["truncate", "drop", "null"]
"""What becomes of a step without a label: the chain ends before it, the chain is left out, or the label is null."""

AfterError = Literal["truncate", "local", "false"]
"""What follows the first error: nothing, each step's own label, or false throughout."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What a record says of one step, as far as labels need it.

    ``checked``: it has claims and all are proved. ``adds``: whether it states something new, where that is known.
    """

    kind: str
    correct: bool | None
    score: float | None
    checked: bool
    adds: bool | None = None


@dataclass(frozen=True, slots=True)
class Policy:
    """How labels are made. ``unknown`` None: null where the format has room for it, else truncate."""

    labels: Meaning = "exact"
    unknown: Missing | None = None
    after_error: AfterError = "truncate"


@dataclass(frozen=True, slots=True)
class Labelled:
    """A chain with its labels, one for each step that is kept, and what else a format may write.

    ``first_error``: 0-based, -1 when every step is labelled and none is wrong, None when that is not known: of the
    whole chain, not only of the steps that are kept. ``record`` is the chain's record as a line of JSON.
    """

    chain: Chain
    labels: tuple[float | None, ...]
    scores: tuple[float | None, ...]
    first_error: int | None
    adds: tuple[bool | None, ...] = ()
    soft: bool = False
    record: str | None = None
    meta: Mapping[str, Any] = field(default_factory=dict)

    @property
    def rows(self) -> Iterable[tuple[Step, float | None, bool | None]]:
        """The steps that are kept, each with its label and with whether it adds something."""
        kept = self.chain.steps[: len(self.labels)]
        adds = self.adds or (None,) * len(self.chain.steps)
        return zip(kept, self.labels, adds[: len(kept)], strict=True)


def seen_of(record: Mapping[str, Any]) -> tuple[Seen, ...]:
    """Return what a record says of its steps. Fails: KeyError, TypeError on what is no record."""
    return tuple(_seen(step) for step in record["steps"])


def _seen(step: Mapping[str, Any]) -> Seen:
    counts = step["checked"]
    checked = bool(counts["claims"]) and counts["proved"] == counts["claims"]
    return Seen(step["kind"], step["correct"], step["score"], checked, step.get("adds"))


def label_of(step: Seen, meaning: Meaning) -> float | None:
    """Return the label of a step by itself: 1.0 good, 0.0 bad, between them for soft ones; None where there is none.

    *Fails:* never.
    """
    if step.correct is not None:
        return float(step.correct)
    if meaning == "exact":
        return None
    if meaning == "checked":
        return 1.0 if step.checked else None
    if step.score is None:
        return 1.0 if step.checked and meaning == "estimated" else None
    return step.score if meaning == "soft" else float(step.score >= 0.5)


def labelled(
    chain: Chain, steps: Sequence[Seen], policy: Policy, *, nulls: bool, record: str | None = None, **more: Any
) -> Labelled | None:
    """Return the chain with its labels by ``policy``, None where that leaves it out.

    ``nulls``: whether the format has room for a step without a label. Fails: never.
    """
    own = [label_of(step, policy.labels) for step in steps]
    first = _first_error(own)
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
    return Labelled(chain, tuple(labels), scores, first, adds, policy.labels == "soft", record, **more)


def _first_error(labels: Sequence[float | None]) -> int | None:
    """The first step labelled wrong; -1 when all are labelled and none is wrong; None when that is not known."""
    wrong = next((i for i, label in enumerate(labels) if label is not None and label < 0.5), None)
    return wrong if wrong is not None else None if None in labels else -1


def _after(labels: list[float | None], first: int | None, then: AfterError) -> list[float | None]:
    if first is None or first < 0 or then == "local":
        return labels
    kept = labels[: first + 1]
    return kept if then == "truncate" else [*kept, *[0.0] * (len(labels) - len(kept))]
