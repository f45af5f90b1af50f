"""What a format is: how its rows are told apart from others, and read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from verifier.intake.example import Example, Neutral, Row, example, identity


@dataclass(frozen=True, slots=True)
class Format:
    """``matches``: whether a row is of the format. ``read`` takes a row to an example (Raises: KeyError, BadRow).
    ``expects``: in words, what its rows are.

    ``parts``: the rows of one chain each that a row stands for, where it may hold several or hides them; ``read`` takes
    these (Raises: KeyError, BadRow). ``same``: what is equal in rows that repeat one chain, of which the first counts;
    None where nothing is known.
    """

    name: str
    expects: str
    matches: Callable[[Row], bool]
    read: Callable[[Row, Neutral], Example]
    parts: Callable[[Row], list[Row]] | None = None
    same: Callable[[Row], str | None] | None = None


def part(row: Row, problem: str, text: str, *, suffix: str | None = None) -> Row:
    """Return the row of one chain of a row, with its id (``suffix``: what tells it from the others, which alone
    is the id where the row has none) and its answer."""
    id = identity(row)
    named = "/".join(filter(None, (id, suffix))) or None
    return {"id": named, "problem": problem, "text": text, "answer": row.get("answer")}


def of_part(row: Row) -> Example:
    """Return the example of a row that ``part`` made. Raises: BadRow."""
    return example(row["problem"], row["text"], row, answer=row.get("answer"))
