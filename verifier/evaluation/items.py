"""What is measured: a labelled chain beside what a system says of its steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from verifier.chain import Chain


@dataclass(frozen=True, slots=True)
class Labelled:
    """A chain with what is known of it. ``labels``: True right, False wrong, None unknown; ``first_error``: 0-based,
    -1 where every step is right, None where that is not known. ``subset`` names the file or the part it stands in,
    ``kind`` the kind of text that it is, where the data say one.
    """

    id: str
    subset: str
    problem: str
    steps: tuple[str, ...]
    labels: tuple[bool | None, ...]
    first_error: int | None = None
    final_correct: bool | None = None
    answer: str | None = None
    error_type: str | None = None
    family: str | None = None
    kind: str = ""

    @property
    def chain(self) -> Chain:
        """The chain without any of its labels: what a judge may see."""
        return Chain.of(self.problem, self.steps, self.id)


@dataclass(frozen=True, slots=True)
class Said:
    """What a system says of one chain: for each step a score (None: none), whether it is settled (True correct, False
    incorrect), and whether all its claims are proved while it is not settled.
    """

    id: str
    scores: tuple[float | None, ...]
    settled: tuple[bool | None, ...]
    checked: tuple[bool, ...]

    @classmethod
    def by_scores(cls, id: str, scores: Sequence[float | None]) -> Said:
        """Return what a system says that has scores alone."""
        return cls(id, tuple(scores), (None,) * len(scores), (False,) * len(scores))

    @classmethod
    def by_record(cls, data: Mapping[str, Any], id: str | None = None) -> Said:
        """Return what a record says, under its own id or another. Raises: KeyError, TypeError on what is no record."""
        steps = data["steps"]
        return cls(
            str(data["id"] if id is None else id),
            tuple(None if step["score"] is None else float(step["score"]) for step in steps),
            tuple(step["correct"] if step["kind"] == "settled" else None for step in steps),
            tuple(step["kind"] != "settled" and step["checked"] is True for step in steps),
        )


@dataclass(frozen=True, slots=True)
class Item:
    """A labelled chain and what was said of it, step by step."""

    truth: Labelled
    said: Said

    def first_error(self, threshold: float) -> int:
        """Return the first step that is settled incorrect, or scored below ``threshold`` and not settled correct; -1
        when there is none. Source: the protocol of ProcessBench (arXiv:2412.06559, section 4) for reward models.
        """
        for index in range(len(self.said.scores)):
            if self.is_wrong(index, threshold):
                return index
        return -1

    def is_wrong(self, index: int, threshold: float) -> bool:
        """Return whether a step counts as called wrong: a step of which nothing is said does not."""
        settled, score = self.said.settled[index], self.said.scores[index]
        if settled is not None:
            return not settled
        return score is not None and score < threshold

    def scored(self, scores: Sequence[float | None]) -> Item:
        """Return this item with other scores."""
        return replace(self, said=replace(self.said, scores=tuple(scores)))
