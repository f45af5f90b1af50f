"""Examples: a chain with what its data set says of it, and the typed fields that every format reads from its rows."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from verifier.chain import Chain

Row = Mapping[str, Any]
"""A row of a data set, as JSON values."""

Neutral = Literal["positive", "negative", "drop"]
"""What a rating of 0 in PRM800K counts as: 1, 0, or no label. (Qwen's recipe: positive; TRL's script: negative.)"""


STEP_TEXTS = ("text", "step", "content", "step_text", "statement", "completion", "value")
"""Names under which an object that is a step holds its text; the first that holds one counts."""

STEP_MARK = "<extra_0>"
"""What ends a step in the input of Qwen's process reward models."""


class BadRow(ValueError):
    """A row that is not what its format says; ``str`` says what was expected."""


@dataclass(frozen=True, slots=True)
class Example:
    """A chain and what its data set says of it.

    ``labels``: for each step the probability that it is good (1.0 and 0.0 where the data set is certain), None where it
    says nothing; None instead of the tuple where the data set has no labels. ``first_error``: 0-based, -1 when every
    step is good, None when that is not known. ``meta`` is never shown to what judges.
    """

    chain: Chain
    labels: tuple[float | None, ...] | None = None
    first_error: int | None = None
    final_correct: bool | None = None
    meta: Mapping[str, Any] = field(default_factory=dict)
    whole: str | None = None  # the text that is still to be split: the chain's one step


def example(
    problem: Any,
    steps: Any,
    row: Row,
    *,
    labels: Sequence[float | None] | None = None,
    first_error: int | None = None,
    answer: Any = None,
    **more: Any,
) -> Example:
    """Return the example of these texts, with the row's own id. Raises: BadRow, which says what was expected."""
    asked = text(problem, "the problem")
    if isinstance(steps, str) and STEP_MARK in steps:
        steps = between(steps, STEP_MARK)
    whole = steps if isinstance(steps, str) and labels is None and first_error is None else None
    texts = step_texts(steps) if whole is None else [whole]
    chain = Chain.of(asked, texts, identity(row), None if answer is None else plain_text(answer))
    if labels is not None and len(labels) != len(texts):
        raise BadRow(f"expected as many labels as steps ({len(texts)}), got {len(labels)}")
    if first_error is not None and not -1 <= first_error < len(texts):
        raise BadRow(f"expected the first error as a step from 0 to {len(texts) - 1}, or none, got {first_error}")
    return Example(chain, None if labels is None else tuple(labels), first_error, whole=whole, **more)


def up_to(first_error: int, steps: int) -> list[float | None]:
    """Return the labels that a first error implies: good before it, bad at it, unknown after it; -1: all good."""
    if first_error < 0:
        return [1.0] * steps
    return [1.0 if i < first_error else 0.0 if i == first_error else None for i in range(steps)]


def contradict(labels: Sequence[float | None], first_error: int) -> bool:
    """Return whether labels say another first error: a wrong step before it, or that it is right."""
    before = labels if first_error < 0 else labels[:first_error]
    return 0 in before or (first_error >= 0 and labels[first_error : first_error + 1] == [1])


def first_of(labels: Sequence[float | None]) -> int | None:
    """Return the first step labelled 0; -1 when every step has a label above 0; None when a missing label leaves it
    open."""
    for index, label in enumerate(labels):
        if label is None:
            return None
        if label == 0:
            return index
    return -1


def has(row: Row, *keys: str) -> bool:
    """Return whether a row has all these columns."""
    return all(key in row for key in keys)


def identity(row: Row) -> str | None:
    """Return the row's id as text, from the columns that data sets use for it."""
    for key in ("id", "uuid", "idx", "unique_id"):
        if (value := row.get(key)) is not None:
            return value if isinstance(value, str) else plain_text(value)
    return None


def plain_text(value: Any) -> str:
    """Return a string as it is, anything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, default=str)


def text(value: Any, what: str) -> str:
    """Return ``value`` if it is a string. Raises: BadRow, which names ``what`` was expected."""
    if not isinstance(value, str):
        raise BadRow(f"expected {what} as a string, got {kind(value)}")
    return value


def sequence(value: Any, what: str) -> list[Any]:
    """Return ``value`` if it is a list. Raises: BadRow."""
    if not isinstance(value, list):
        raise BadRow(f"expected {what} as a list, got {kind(value)}")
    return value


def mapping(value: Any, what: str) -> Mapping[str, Any]:
    """Return ``value`` if it is an object. Raises: BadRow."""
    if not isinstance(value, Mapping):
        raise BadRow(f"expected {what} as an object, got {kind(value)}")
    return value


def integer(value: Any, what: str) -> int:
    """Return ``value`` if it is a whole number, also one written as text. Raises: BadRow."""
    if isinstance(value, str) and value.strip().removeprefix("-").isdecimal() and len(value.strip()) < 10:
        value = int(value)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadRow(f"expected {what} as a whole number, got {kind(value)}")
    return value


def share(value: Any, what: str) -> float | None:
    """Return a label: None, a boolean, or a number from 0 to 1. Raises: BadRow, on NaN too."""
    if value is None:
        return None
    if not isinstance(value, bool | int | float):
        raise BadRow(f"expected {what} as a boolean or a number from 0 to 1, got {kind(value)}")
    if not 0 <= value <= 1:  # neither NaN nor a whole number that no float holds
        raise BadRow(f"expected {what} from 0 to 1, got {value!s:.40}")
    return float(value)


def step_texts(value: Any) -> list[str]:
    """Return the steps: a list of strings, or one text that is split. Raises: BadRow."""
    if isinstance(value, str):
        from verifier.intake.splitting.split import split

        found = split(value)
    else:
        found = [step_text(step, f"step {i} (counted from 0)") for i, step in enumerate(sequence(value, "the steps"))]
    if not found:
        raise BadRow("expected at least one step, got none")
    return found


def step_text(value: Any, what: str) -> str:
    """Return the text of a step: a string, or what an object holds under one of ``STEP_TEXTS``. Raises: BadRow."""
    if not isinstance(value, Mapping):
        return text(value, what)
    key = step_key(value)
    if key is None:
        expected = f"expected the text of {what} under one of {', '.join(STEP_TEXTS)}"
        raise BadRow(f"{expected}, got an object with {', '.join(map(str, value)) or 'nothing'}; write it under text")
    return str(value[key])


def step_key(step: Row) -> str | None:
    """Return the name under which a step holds its text, None where it holds none."""
    return next((key for key in STEP_TEXTS if isinstance(step.get(key), str)), None)


def between(whole: str, mark: str) -> list[str]:
    """Return the texts that end in a mark, and what follows the last one, none of them blank."""
    return [piece.strip() for piece in whole.split(mark) if piece.strip()]


def kind(value: Any) -> str:
    """Return what a JSON value is, in words."""
    names = {bool: "a boolean", int: "a number", float: "a number", str: "a string", list: "a list", dict: "an object"}
    return "null" if value is None else names.get(type(value), type(value).__name__)
