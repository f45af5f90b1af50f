"""What the columns of a table are used for, told by the rows themselves: which of them are read, and what becomes of
their values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from verifier.intake.example import Example, Row, plain_text

OWN = frozenset({"id", "problem", "steps", "answer", "labels"})
"""Columns that are called by what they are used for."""

DEEPEST = 6
"""How deep the values of a row are looked into."""


class Watched(Mapping[str, Any]):
    """A row that notes which of its columns are asked for."""

    def __init__(self, row: Row) -> None:
        self._row, self.asked = row, dict[str, None]()

    def __getitem__(self, key: str) -> Any:
        value = self._row[key]
        self.asked[key] = None
        return value

    def __contains__(self, key: object) -> bool:
        return key in self._row

    def __iter__(self) -> Iterator[str]:
        return iter(self._row)

    def __len__(self) -> int:
        return len(self._row)


def told(row: Row, asked: Mapping[str, None], found: Example, renamed: Mapping[str, str]) -> str | None:
    """Return which columns of a row are used for what, and which are not, in words; None where each is used for what
    it is called. ``asked``: the columns that were read, under the names that are wanted."""
    there = {wanted: name for wanted, name in renamed.items() if name in row}
    used: dict[str, list[str]] = {}
    for key in asked:
        if (name := there.get(key, key)) in row and row[name] is not None:
            used.setdefault(_role(row[name], found), []).append(name)
    named = {name for names in used.values() for name in names}
    left = [str(key) for key in row if key not in named]
    if not left and named <= OWN:
        return None
    said = [f"{role} from {' and '.join(names)}" for role, names in used.items()]
    return "; ".join([*said, f"not used: {', '.join(left)}" if left else "every column is used"])


def _role(value: Any, found: Example) -> str:
    """What a value became: the problem, the steps, both, the answer, the id, or a label."""
    chain, words = found.chain, plain_text(value)
    if chain.id is not None and words == chain.id:
        return "id"
    pieces = [piece for piece in _texts(value) if piece.strip()]
    problem = any(piece.strip() in chain.problem or (chain.problem and chain.problem in piece) for piece in pieces)
    steps = [step.text for step in chain.steps]
    solution = any(step in piece or piece.strip() == step for piece in pieces for step in (steps[0], steps[-1]))
    if problem or solution:
        return " and ".join(["problem"] * problem + ["steps"] * solution)
    if chain.answer is not None and words.strip().endswith(chain.answer):
        return "answer"
    return "labels" if found.labels is not None else "notes"


def _texts(value: Any, depth: int = DEEPEST) -> Iterator[str]:
    """The texts in a value, as deep as rows of data sets go."""
    if isinstance(value, str):
        yield value
    elif depth and isinstance(value, list | Mapping):
        for one in value.values() if isinstance(value, Mapping) else value:
            yield from _texts(one, depth - 1)
