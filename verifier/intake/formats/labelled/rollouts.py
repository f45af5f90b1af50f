"""Labels from rollouts: Math-Shepherd (arXiv:2312.08935) and MATH-APS, which OmegaPRM made (arXiv:2406.06592)."""

from __future__ import annotations

from verifier.intake.example import (
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

TAG = "ки"
"""The token at which a Math-Shepherd model is asked."""


def _is_shepherd(row: Row) -> bool:
    return has(row, "input", "label") and isinstance(row["input"], str) and TAG in row["input"]


def _read_shepherd(row: Row, neutral: Neutral) -> Example:
    """``label`` is ``input`` with each tag replaced by its sign: what stands between them must agree, sign by sign."""
    pieces = text(row["input"], "input").split(TAG)
    if pieces.pop().strip():
        raise BadRow("expected every step to end in the tag, got text after the last one")
    signs = _signs(text(row["label"], "label"), pieces)
    # The question may speak of steps itself: the last "Step 1:" before the first tag begins the solution.
    question, mark, first = pieces[0].rpartition("Step 1:")
    if not mark:
        raise BadRow('expected "Step 1:" before the first tag')
    steps = [first.strip(), *(_unnumbered(piece.strip(), i) for i, piece in enumerate(pieces[1:], 2))]
    labels = [1.0 if sign == "+" else 0.0 for sign in signs]
    return example(
        question.strip(), steps, row, labels=labels, first_error=first_of(labels), meta={"task": row.get("task")}
    )


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


def _unnumbered(body: str, number: int) -> str:
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
    '{"input": "<question> Step 1: ... ки", "label": "<question> Step 1: ... +", "task"}',
    _is_shepherd,
    _read_shepherd,
)
APS = Format(
    "math-aps",
    '{"question", "final_answer", "reasoning_steps": [{"solution_prefix", "mc_value"}]}',
    _is_aps,
    _read_aps,
)
