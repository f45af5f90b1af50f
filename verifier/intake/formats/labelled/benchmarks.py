"""Benchmarks with located errors: ProcessBench (arXiv:2412.06559), PRMBench (arXiv:2501.03124), MR-GSM8K
(arXiv:2312.17080) and MR-Ben (arXiv:2406.13975)."""

from __future__ import annotations

from typing import Any

from verifier.intake.example import (
    BadRow,
    Example,
    Neutral,
    Row,
    example,
    has,
    integer,
    plain_text,
    sequence,
    step_texts,
    up_to,
)
from verifier.intake.formats.format import Format


def _read_processbench(row: Row, neutral: Neutral) -> Example:
    """``label`` is the 0-based first error, or -1."""
    steps, first = step_texts(row["steps"]), integer(row["label"], "label")
    final = row.get("final_answer_correct")
    return example(
        row["problem"],
        steps,
        row,
        labels=up_to(first, len(steps)),
        first_error=first,
        final_correct=final if isinstance(final, bool) else None,
        meta={"generator": row.get("generator")},
    )


def _read_prmbench(row: Row, neutral: Neutral) -> Example:
    """``error_steps`` counts from 1; every step is labelled, those after the first error too."""
    steps = step_texts(row["modified_process"])
    errors = {integer(number, "an error step") for number in sequence(row["error_steps"], "error_steps")}
    for number in errors:
        if not 1 <= number <= len(steps):
            raise BadRow(f"expected error steps from 1 to {len(steps)}, got {number}")
    labels = [0.0 if number in errors else 1.0 for number in range(1, len(steps) + 1)]
    return example(
        row.get("modified_question") or row.get("original_question"),
        steps,
        row,
        labels=labels,
        first_error=min(errors, default=0) - 1,
        meta={"classification": row.get("classification")},
    )


def _read_mr_gsm8k(row: Row, neutral: Neutral) -> Example:
    steps = step_texts(row["model_output_steps"])
    first = _first_error(row["model_output_solution_first_error_step"], steps, printed=False)
    return _located(row, row["question"], steps, first, "model_output_solution_correctness", "ground_truth_answer")


def _read_mr_ben(row: Row, neutral: Neutral) -> Example:
    steps = step_texts(row["Model_Solution_Steps"])
    first = _first_error(row["Model_Solution_First_Error_Step"], steps, printed=True)
    options = plain_text(row["Options"]) if row.get("Options") else ""
    problem = f"{row.get('Question')}\n{options}".strip()
    return _located(row, problem, steps, first, "Model_Solution_Correctness", "Ground_Truth_Answer")


def _located(row: Row, problem: Any, steps: list[str], first: int | None, correctness: str, answer: str) -> Example:
    """An example with a located error; "correct" beside an error, or neither, leaves the labels open."""
    right = str(row.get(correctness, "")).strip().lower() == "correct"
    found = (-1 if right else None) if first is None else (None if right else first)
    labels = [None] * len(steps) if found is None else up_to(found, len(steps))
    return example(problem, steps, row, labels=labels, first_error=found, answer=row.get(answer))


def _first_error(value: Any, steps: list[str], *, printed: bool) -> int | None:
    """The 0-based index of a first error counted from 1; None for "N/A". Where ``printed``, the number counts the
    "Step N" that the text shows, which is not the place in the list where a heading stands before or between them."""
    if value is None or str(value).strip().upper() in ("", "N/A", "NA", "NONE"):
        return None
    number = integer(value, "the first error")
    index = _printed(number, steps) if printed else None
    index = number - 1 if index is None else index
    if not 0 <= index < len(steps):
        raise BadRow(f"expected the first error as a step from 1 to {len(steps)}, got {number}")
    return index


def _printed(number: int, steps: list[str]) -> int | None:
    for index, step in enumerate(steps):
        rest = step.lstrip(" \t#*").removeprefix("Step ")
        if rest != step.lstrip(" \t#*") and rest.startswith(str(number)) and not rest[len(str(number)) :][:1].isdigit():
            return index
    return None


PROCESSBENCH = Format(
    "processbench",
    '{"id", "problem", "steps", "label": first error from 0, or -1}',
    lambda row: has(row, "problem", "steps", "label") and isinstance(row["label"], int | float),
    _read_processbench,
)
PRMBENCH = Format(
    "prmbench",
    '{"modified_question", "modified_process", "error_steps": counted from 1}',
    lambda row: has(row, "modified_process", "error_steps"),
    _read_prmbench,
)
MR_GSM8K = Format(
    "mr-gsm8k",
    '{"question", "model_output_steps", "model_output_solution_first_error_step": counted from 1, or "N/A"}',
    lambda row: has(row, "question", "model_output_steps", "model_output_solution_first_error_step"),
    _read_mr_gsm8k,
)
MR_BEN = Format(
    "mr-ben",
    '{"Question", "Model_Solution_Steps", "Model_Solution_First_Error_Step": the printed number, or "N/A"}',
    lambda row: has(row, "Question", "Model_Solution_Steps", "Model_Solution_First_Error_Step"),
    _read_mr_ben,
)
