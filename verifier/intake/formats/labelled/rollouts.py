"""Labels from rollouts: Math-Shepherd (arXiv:2312.08935) and MATH-APS, which OmegaPRM made (arXiv:2406.06592)."""

from __future__ import annotations

from typing import Any

from verifier.intake.example import (
    STEP_MARK,
    BadRow,
    Example,
    Neutral,
    Row,
    example,
    first_of,
    has,
    mapping,
    sequence,
    share,
    text,
)
from verifier.intake.formats.format import Format
from verifier.intake.formats.plain import PROBLEMS
from verifier.intake.step_labels import labels_of

TAG = "ки"
"""The token at which a Math-Shepherd model is asked."""

TAGS = (TAG, STEP_MARK, "\n" * 5)
"""What ends a step in the texts of data sets: of Math-Shepherd, of Qwen's models, and of OpenR's MATH-APS."""

TEXTS, LABELS = ("input", "text", "process"), ("label", "value", "labels", "values")
"""Columns that hold the question with its tagged steps (or these alone), and their labels."""


def _tagged(row: Row) -> tuple[str, str] | None:
    """The text of a row in which steps end in tags, and its tag; None of another row."""
    texts = (row[key] for key in TEXTS if isinstance(row.get(key), str))
    return next(((body, tag) for body in texts for tag in TAGS if tag in body), None)


def _label(row: Row) -> Any:
    return next((row[key] for key in LABELS if isinstance(row.get(key), str | list)), None)


def _is_shepherd(row: Row) -> bool:
    return _tagged(row) is not None and _label(row) is not None


def _read_shepherd(row: Row, neutral: Neutral) -> Example:
    """The labels are a list, or the text with each tag replaced by its sign: the rest must agree then, sign by sign."""
    body, tag = _tagged(row) or (text(row["input"], "input"), TAG)
    marks = _label(row)
    pieces = body.split(tag)
    if pieces[-1].strip():
        raise BadRow("expected every step to end in the tag, got text after the last one")
    pieces.pop()
    if isinstance(marks, str):
        marks = _signs(marks, pieces)
    if len(marks) != len(pieces):
        raise BadRow(f"expected as many labels as tags ({len(pieces)}), got {len(marks)}")
    asked = next((row[key] for key in PROBLEMS if isinstance(row.get(key), str)), None)
    question, first = problem_and_step(pieces[0], asked)
    steps = [first, *(unnumbered(piece.strip(), i) for i, piece in enumerate(pieces[1:], 2))]
    labels = labels_of(marks, neutral)
    return example(question, steps, row, labels=labels, first_error=first_of(labels), meta={"task": row.get("task")})


def _signs(label: str, pieces: list[str]) -> list[str]:
    at, signs = 0, []
    for number, piece in enumerate(pieces, 1):
        at += len(piece)
        if label[at - len(piece) : at] != piece or label[at : at + 1] not in ("+", "-"):
            raise BadRow(f'the tags are inconsistent: expected "label" to repeat "input" and a sign at tag {number}')
        signs.append(label[at])
        at += 1
    if label[at:].strip():
        raise BadRow('the tags are inconsistent: "label" goes on after the last tag')
    return signs


def problem_and_step(begins: str, asked: str | None = None) -> tuple[str, str]:
    """Return the problem and the first step of a text that holds both. ``asked``: the problem, where a column holds it.

    The question may speak of steps itself: the last "Step 1:" begins the solution, else what follows the last blank
    line, line or question. Raises: BadRow where none of these tells them apart."""
    if asked is not None:
        return asked, unnumbered(begins.strip().removeprefix(asked.strip()).strip(), 1)
    for mark, kept in (("Step 1:", ""), ("\n\n", ""), ("\n", ""), ("? ", "?")):
        question, found, first = begins.strip().rpartition(mark)
        if found and question.strip() and first.strip():
            return f"{question.strip()}{kept}", first.strip()
    raise BadRow('expected "Step 1:", or a new line, between the problem and the first step, got neither')


def unnumbered(body: str, number: int) -> str:
    """Return a step without the number that it is known to have."""
    return body.removeprefix(f"Step {number}:").strip()


def _is_aps(row: Row) -> bool:
    return has(row, "question", "reasoning_steps") and isinstance(row["reasoning_steps"], list)


def _read_aps(row: Row, neutral: Neutral) -> Example:
    """The prefixes grow by a step each; a step's label is the share of rollouts from its prefix that came out right."""
    before, steps, labels = "", [], []
    for number, data in enumerate(sequence(row["reasoning_steps"], "reasoning_steps")):
        state = mapping(data, f"reasoning step {number}")
        prefix = text(state.get("solution_prefix"), f"the prefix of reasoning step {number}")
        value = share(state.get("mc_value"), f"the value of reasoning step {number}")
        if not prefix.startswith(before):
            raise BadRow(f"expected the prefix of reasoning step {number} to go on from the one before it")
        if body := prefix[len(before) :].strip():
            steps.append(body)
            labels.append(value)
        before = prefix
    return example(
        row["question"], steps, row, labels=labels, first_error=first_of(labels), answer=row.get("final_answer")
    )


SHEPHERD = Format(
    "math-shepherd",
    '{"input": "<question> Step 1: ... ки", "label": "<question> Step 1: ... +", or "value": ["+", "-"]}; tags '
    '"ки", "<extra_0>" or five line ends',
    _is_shepherd,
    _read_shepherd,
)
APS = Format(
    "math-aps",
    '{"question", "final_answer", "reasoning_steps": [{"solution_prefix", "mc_value"}]}',
    _is_aps,
    _read_aps,
)
