"""PRM800K (Lightman et al., arXiv:2305.20050): natural chains whose steps people rated -1, 0 or 1."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from verifier.intake.example import BadRow, Example, Neutral, Row, example, first_of, has, mapping, sequence, text
from verifier.intake.formats.format import Format
from verifier.intake.step_labels import NEUTRAL


def _is(row: Row) -> bool:
    return isinstance(row.get("question"), Mapping) and isinstance(row.get("label"), Mapping)


def _read(row: Row, neutral: Neutral) -> Example:
    question, label = mapping(row["question"], "question"), mapping(row["label"], "label")
    if label.get("finish_reason") == "bad_problem":
        raise BadRow("the labellers gave up on this problem as a bad one (finish_reason: bad_problem)")
    taken = [_taken(mapping(step, f"step {i}"), i, neutral) for i, step in enumerate(sequence(label["steps"], "steps"))]
    labels = [rating for _, rating in taken]
    return example(
        question.get("problem"),
        [body for body, _ in taken],
        row,
        labels=labels,
        first_error=first_of(labels),
        answer=question.get("ground_truth_answer"),
        meta={"finish_reason": label.get("finish_reason"), "generation": row.get("generation")},
    )


def _taken(step: Mapping[str, Any], index: int, neutral: Neutral) -> tuple[str, float | None]:
    """The completion by which the chain went on, and its label.

    Where nothing was chosen and nobody wrote a better step the chain ends in an error: its worst completion is shown.
    """
    completions = [mapping(c, f"a completion of step {index}") for c in step.get("completions") or []]
    chosen, human = step.get("chosen_completion"), step.get("human_completion")
    if isinstance(chosen, int) and not isinstance(chosen, bool):
        if not 0 <= chosen < len(completions):
            raise BadRow(f"expected step {index} to have the completion that it chose ({chosen})")
        return _rated(completions[chosen], index, neutral)
    if human is not None:
        # An object with "text" in phase 1, a bare text elsewhere; a step that a person wrote carries no rating.
        return _rated(human if isinstance(human, Mapping) else {"text": human}, index, neutral)
    if not completions:
        raise BadRow(f"expected step {index} to have a completion")
    return _rated(min(completions, key=lambda c: c["rating"] if c.get("rating") in (-1, 0) else 1), index, neutral)


def _rated(completion: Mapping[str, Any], index: int, neutral: Neutral) -> tuple[str, float | None]:
    body, rating = text(completion.get("text"), f"the text of step {index}"), completion.get("rating")
    if rating is None:
        return body, None
    if rating not in (-1, 0, 1) or isinstance(rating, bool):
        raise BadRow(f"expected the rating of step {index} as -1, 0 or 1, got {rating!r:.40}")
    return body, NEUTRAL[neutral] if rating == 0 else float(rating > 0)


PRM800K = Format(
    "prm800k",
    '{"question": {"problem"}, "label": {"steps", "finish_reason"}}',
    lambda row: has(row, "question", "label") and _is(row),
    _read,
)
