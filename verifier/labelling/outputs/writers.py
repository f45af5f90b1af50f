"""The formats that labelled chains are written in, one row a chain."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from verifier.intake.example import BadRow
from verifier.intake.formats.labelled.rollouts import TAG
from verifier.labelling.outputs.labels import Labelled


@dataclass(frozen=True, slots=True)
class Writer:
    """``write`` takes a labelled chain to a row. ``name`` and ``expects``: the format, and in words what its rows are.

    ``nulls``: whether its rows have room for a step without a label. ``columns``: the names and types of what is
    written, as Parquet stores them. ``record``: whether writing needs the chain's full record.
    """

    name: str
    expects: str
    write: Callable[[Labelled], dict[str, Any]]
    nulls: bool = False
    columns: tuple[tuple[str, str], ...] = ()
    record: bool = False


def _write_processbench(done: Labelled) -> dict[str, Any]:
    none_wrong = all(label is not None and label >= 0.5 for label in done.labels) and len(done.labels) == len(
        done.chain.steps
    )
    return {"id": done.chain.id, "prediction": -1 if done.first_error is None and none_wrong else done.first_error}


def _write_prm800k(done: Labelled) -> dict[str, Any]:
    steps = [_step(step.text, label, adds) for step, label, adds in done.rows]
    wrong = any(label is not None and label < 0.5 for label in done.labels)
    return {
        "id": done.chain.id,
        "question": {"problem": done.chain.problem, "ground_truth_answer": done.chain.answer},
        "label": {"steps": steps, "finish_reason": "found_error" if wrong else "solution"},
    }


def _step(body: str, label: float | None, adds: bool | None) -> dict[str, Any]:
    """A right step that adds nothing is neutral; the error that a chain ends in is not chosen."""
    rating = None if label is None else -1 if label < 0.5 else 0 if adds is False else 1
    completion = {"text": body, "rating": rating, "flagged": False}
    return {
        "completions": [completion],
        "human_completion": None,
        "chosen_completion": None if rating == -1 else 0,
    }


def _write_shepherd(done: Labelled) -> dict[str, Any]:
    """A text that holds the tag, or a ``Step 1:`` of its own, cannot be told apart in this format: it is refused."""
    bodies = [" ".join(step.text.split()) for step, _, _ in done.rows]
    if any(TAG in body for body in (done.chain.problem, *bodies)) or "Step 1:" in bodies[0]:
        raise BadRow("a text of its own holds what Math-Shepherd marks steps with")
    signs = ["+" if label is not None and label >= 0.5 else "-" for label in done.labels]
    numbered = [f"Step {i}: {body}" for i, body in enumerate(bodies, 1)]
    return {
        "input": f"{done.chain.problem} " + "\n".join(f"{body} {TAG}" for body in numbered),
        "label": f"{done.chain.problem} "
        + "\n".join(f"{body} {sign}" for body, sign in zip(numbered, signs, strict=True)),
        "task": str(done.meta.get("task") or "MATH"),
    }


def _write_aps(done: Labelled) -> dict[str, Any]:
    """Steps a line each; a step without a label ends the chain, since this format has no room for it."""
    prefix, states = "", []
    for step, label, _ in done.rows:
        if label is None:
            break
        prefix += f"{step.text}\n"
        states.append({"solution_prefix": prefix, "mc_value": label})
    return {"question": done.chain.problem, "final_answer": done.chain.answer, "reasoning_steps": states}


def _write_trl(done: Labelled) -> dict[str, Any]:
    """Booleans, because the trainer takes ``int(label)``, which makes 0 of 0.7; shares only where soft labels were
    asked for."""
    labels = list(done.labels) if done.soft else [label is not None and label >= 0.5 for label in done.labels]
    return {"prompt": done.chain.problem, "completions": [step.text for step, _, _ in done.rows], "labels": labels}


def _write_normal(done: Labelled) -> dict[str, Any]:
    chain = done.chain
    return {
        "id": chain.id,
        "problem": chain.problem,
        "steps": [step.text for step in chain.steps[: len(done.labels)]],
        "labels": list(done.labels),
        "first_error": done.first_error,
        "scores": list(done.scores),
        "answer": chain.answer,
    }


def _write_lucky(write: Callable[[Labelled], dict[str, Any]], done: Labelled) -> dict[str, Any]:
    return {**write(done), "lucky": done.lucky}


def _write_full(done: Labelled) -> dict[str, Any]:
    assert done.record is not None  # this format asks for it
    return {**_write_normal(done), "record": done.record}


def _write_record(done: Labelled) -> dict[str, Any]:
    assert done.record is not None  # this format asks for it
    return dict(json.loads(done.record))


_NORMAL = (
    ("id", "string"),
    ("problem", "string"),
    ("steps", "list<string>"),
    ("labels", "list<double>"),
    ("first_error", "int64"),
    ("scores", "list<double>"),
    ("answer", "string"),
)


WRITERS: Mapping[str, Writer] = {  # in the order of ``names.Written``
    "jsonl": Writer(
        "normal", '{"problem", "steps", "labels", "first_error"}', _write_normal, nulls=True, columns=_NORMAL
    ),
    "math-shepherd": Writer(
        "math-shepherd",
        '{"input": "<question> Step 1: ... ки", "label": "<question> Step 1: ... +", "task"}',
        _write_shepherd,
        columns=(("input", "string"), ("label", "string"), ("task", "string")),
    ),
    "math-aps": Writer(
        "math-aps", '{"question", "final_answer", "reasoning_steps": [{"solution_prefix", "mc_value"}]}', _write_aps
    ),
    "processbench": Writer(
        "processbench",
        '{"id", "problem", "steps", "label": first error from 0, or -1}',
        _write_processbench,
        nulls=True,
        columns=(("id", "string"), ("prediction", "int64")),
    ),
    "prm800k": Writer(
        "prm800k",
        '{"question": {"problem"}, "label": {"steps", "finish_reason"}}',
        _write_prm800k,
        columns=(("id", "string"), ("question", "question"), ("label", "label")),
    ),
    "trl": Writer(
        "trl",
        '{"prompt", "completions": [strings], "labels": [booleans]}',
        _write_trl,
        columns=(("prompt", "string"), ("completions", "list<string>"), ("labels", "list<label>")),
    ),
    "records": Writer("records", "records, as recheck reads them", _write_record, nulls=True, record=True),
    "parquet": Writer(
        "full",
        "the normal form with the full record",
        _write_full,
        nulls=True,
        columns=(*_NORMAL, ("record", "string")),
        record=True,
    ),
}


def writer_of(to: str, *, lucky: bool) -> Writer:
    """Return the writer of a format. ``lucky``: with a column that marks chains with a right answer and a wrong step.

    Raises: KeyError; ValueError where the format has no room for that column.
    """
    found = WRITERS[to]
    if not lucky:
        return found
    if found.columns[: len(_NORMAL)] != _NORMAL:
        raise ValueError(f"expected --to jsonl or parquet with --lucky, got {to}, which has no column for the mark")
    return replace(found, write=partial(_write_lucky, found.write), columns=(*found.columns, ("lucky", "bool")))
