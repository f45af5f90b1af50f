"""GSM8K (arXiv:2110.14168): solutions a line a step, with calculator annotations and the answer behind ``####``."""

from __future__ import annotations

from verifier.intake.example import BadRow, Example, Neutral, Row, example, has, text
from verifier.intake.formats.format import Format


def without_annotations(line: str) -> str:
    """Return ``line`` without ``<<48/2=24>>``; an annotation that does not close stays."""
    kept: list[str] = []
    while True:
        before, opened, rest = line.partition("<<")
        inside, closed, after = rest.partition(">>")
        if not (opened and closed):
            return "".join((*kept, line))
        kept.append(before if "<<" not in inside else f"{before}<<{inside}>>")
        line = after


def _is(row: Row) -> bool:
    answer = row.get("answer")
    return has(row, "question") and isinstance(answer, str) and "####" in answer


def _read(row: Row, neutral: Neutral) -> Example:
    solution, mark, answer = text(row.get("answer"), "answer").rpartition("####")
    if not mark:
        raise BadRow('expected "answer" to end in "#### " and the final answer')
    steps = [stripped for line in solution.split("\n") if (stripped := without_annotations(line).strip())]
    return example(row.get("question"), steps, row, answer=answer.strip().replace(",", ""))


GSM8K = Format("gsm8k", '{"question", "answer": "a line a step ... #### 72"}', _is, _read)
