"""Labels of steps as data sets write them, beside the steps or in them: signs, words, truth values, ratings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from verifier.intake.example import BadRow, Neutral, Row, step_key

NEUTRAL: Final[Mapping[Neutral, float | None]] = {"positive": 1.0, "negative": 0.0, "drop": None}
"""What a rating of 0 counts as among ratings of -1, 0 and 1."""

WORDS: Final = {
    **dict.fromkeys(("+", "1", "correct", "right", "good", "positive", "true", "yes"), 1.0),
    **dict.fromkeys(("-", "0", "incorrect", "wrong", "bad", "negative", "false", "no"), 0.0),
    **dict.fromkeys(("", "neutral", "unknown", "none"), None),
}
"""Labels in signs and words."""

OF_STEP: Final = ("label", "rating", "correct", "is_correct", "correctness", "score", "reward", "mc_value", "value")
"""Names under which an object that is a step holds its label; the first that is there counts."""

OF_ROW: Final = ("labels", "label", "value", "values", "ratings", "rating", "scores", "step_labels")
"""Columns that hold a list of labels, one for each step."""


def labels_of(marks: Sequence[Any], neutral: Neutral) -> list[float | None]:
    """Return the labels that these marks mean: 1 and 0, a share between them, None where nothing is said. With a -1
    among them the numbers are ratings, of which 0 counts as ``neutral`` says. Raises: BadRow."""
    rated = any(mark == -1 and not isinstance(mark, bool) for mark in marks)
    return [_label(mark, i, NEUTRAL[neutral], rated=rated) for i, mark in enumerate(marks)]


def _label(mark: Any, index: int, neutral: float | None, *, rated: bool) -> float | None:
    if isinstance(mark, str) and mark.strip().lower() in WORDS:
        return WORDS[mark.strip().lower()]
    if mark is None:
        return None
    if isinstance(mark, bool | int | float):
        if rated and mark in (-1, 0, 1):
            return neutral if mark == 0 else float(mark > 0)
        if not rated and 0 <= mark <= 1:
            return float(mark)
    expected = "+ or -, a boolean, a number from 0 to 1 or a rating of -1, 0 or 1"
    raise BadRow(f"expected the label of step {index} (counted from 0) as {expected}, got {mark!r:.40}")


def in_steps(steps: Any, neutral: Neutral) -> list[float | None] | None:
    """Return the labels that steps hold, which are objects; None where no step holds one. Raises: BadRow."""
    if not isinstance(steps, list) or not any(isinstance(step, Mapping) for step in steps):
        return None
    found = [_mark_in(step) if isinstance(step, Mapping) else None for step in steps]
    return labels_of(found, neutral) if any(mark is not None for mark in found) else None


def _mark_in(step: Row) -> Any:
    own = step_key(step)
    return next((step[key] for key in OF_STEP if key != own and step.get(key) is not None), None)


def beside(row: Row, steps: int, neutral: Neutral) -> list[float | None] | None:
    """Return the labels in a column of a row, as many as it has steps; None where no column holds such a list."""
    for key in OF_ROW:
        marks = row.get(key)
        if isinstance(marks, list) and len(marks) == steps:
            try:
                return labels_of(marks, neutral)
            except BadRow:
                continue
    return None
