"""Plain chains, the normal form of labelled chains, and texts that are still to be split into steps."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from verifier.intake.example import (
    BadRow,
    Example,
    Neutral,
    Row,
    contradict,
    example,
    first_of,
    has,
    identity,
    sequence,
    share,
)
from verifier.intake.formats.format import Format
from verifier.intake.splitting.thinking import thought
from verifier.intake.step_labels import beside, in_steps

PROBLEMS = ("problem", "question", "prompt", "query", "instruction")
INSTRUCTION, INPUT = "instruction", "input"
STEPS = ("steps", "solution_steps", "reasoning_steps")
TEXTS = ("solution", "response", "text", "completion", "generated_text", "output", "model_output")
REASONING = "reasoning_content"
"""Columns in which data sets keep a problem, and a solution in one text; ``--map`` names others."""


def _is_formal(row: Row) -> bool:
    return has(row, "formal", "steps")


def _read_formal(row: Row, neutral: Neutral) -> Example:
    if not row.get("steps_text"):
        raise BadRow('expected the text of the chain, "problem" and "steps_text"')
    return example(row.get("problem"), sequence(row["steps_text"], "steps_text"), row)


def _is_plain(row: Row) -> bool:
    return any(key in row for key in PROBLEMS) and any(key in row for key in STEPS)


def _read_plain(row: Row, neutral: Neutral) -> Example:
    steps = next((row[key] for key in STEPS if key in row), None)
    if isinstance(steps, str) and steps.lstrip().startswith("["):
        steps = _listed(steps)
    labels = in_steps(steps, neutral)
    if labels is None and isinstance(steps, list):
        labels = beside(row, len(steps), neutral)
    first = None if labels is None else first_of(labels)
    problem = problem_in(row)
    return example(problem, steps, row, labels=labels, first_error=first, answer=row.get("answer"))


def _listed(text: str) -> Any:
    """A CSV cell holds a list of steps as JSON; what only looks like one is a text to be split."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _is_normal(row: Row) -> bool:
    return has(row, "problem", "steps", "labels", "first_error")


def _read_normal(row: Row, neutral: Neutral) -> Example:
    marks = sequence(row["labels"], "labels")
    labels = [share(label, f"label {i}") for i, label in enumerate(marks)]
    first = row["first_error"]
    if first is not None and (isinstance(first, bool) or not isinstance(first, int)):
        raise BadRow(f"expected first_error as a whole number or null, got {first!r:.40}")
    if first is not None and first < len(labels) and contradict(labels, first):
        raise BadRow(f"expected labels and first_error that agree, got {first} and other labels")
    final = row.get("final_correct")
    return example(
        row["problem"],
        row["steps"],
        row,
        labels=labels,
        first_error=first if first is not None else first_of(labels),
        answer=row.get("answer"),
        final_correct=final if isinstance(final, bool) else None,
        meta={name: row.get(name) for name in ("source", "error_type")} | _kind(row) | _object(row.get("meta")),
    )


def _kind(row: Row) -> dict[str, Any]:
    """The kind of text that a row says it is, where it says one."""
    return {"kind": row["kind"]} if isinstance(row.get("kind"), str) else {}


def _object(value: Any) -> dict[str, Any]:
    return dict(value) if isinstance(value, Mapping) else {}


def _is_record(row: Row) -> bool:
    steps = _judged(row).get("steps")
    return "schema" in row and isinstance(steps, list) and bool(steps) and all(_has_text(step) for step in steps)


def _has_text(step: Any) -> bool:
    return isinstance(step, Mapping) and isinstance(step.get("text"), str)


def _judged(row: Row) -> Row:
    """The record of the judged chain, which the record of a whole chain holds."""
    judged = row.get("judged")
    return judged if isinstance(judged, Mapping) else row


def _read_record(row: Row, neutral: Neutral) -> Example:
    record = _judged(row)
    steps = [step["text"] for step in record["steps"]]
    return example(record["problem"], steps, record, answer=record.get("answer"))


def _is_text(row: Row) -> bool:
    return any(isinstance(row.get(key), str) for key in (*TEXTS, REASONING))


def _read_text(row: Row, neutral: Neutral) -> Example:
    body = next((row[key] for key in TEXTS if isinstance(row.get(key), str)), None)
    if isinstance(row.get(REASONING), str):
        body = "\n\n".join(filter(None, (thought(row[REASONING]), body or row.get("content"))))
    return example(problem_in(row) or "", body, row, answer=row.get("answer"))


def problem_in(row: Row) -> str | None:
    """Return the problem of a row, None where no column holds one as text."""
    columns = problem_columns(row)
    return "\n\n".join(str(row[key]) for key in columns) if columns else None


def problem_columns(row: Row) -> list[str]:
    """Return the columns that hold the problem of a row: the first of ``PROBLEMS``, with the ``input`` that belongs to
    an ``instruction``; of a row without these its ``input``."""
    found = [key for key in PROBLEMS if isinstance(row.get(key), str)][:1]
    if found in ([], [INSTRUCTION]) and isinstance(row.get(INPUT), str) and (row[INPUT].strip() or not found):
        found.append(INPUT)
    return found


FORMAL = Format("formal", "a formal chain that holds its own text", _is_formal, _read_formal, same=identity)
RECORDS = Format("records", "a record, as 'verifier check --json' prints it: the chain in it", _is_record, _read_record)
PLAIN = Format(
    "plain",
    '{"problem", "steps": [strings, or objects with "text", and "label" or "rating" where there is one]}',
    _is_plain,
    _read_plain,
)
NORMAL = Format("normal", '{"problem", "steps", "labels", "first_error"}', _is_normal, _read_normal)
TEXT = Format("text", f"a solution in one text, in a column called {', '.join(TEXTS)}", _is_text, _read_text)
