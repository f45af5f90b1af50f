"""Final answers as they are found: the text, what marks it, and where it ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

How = Literal["boxed", "hash", "phrase", "conclusion", "last formula"]


@dataclass(frozen=True, slots=True)
class FinalAnswer:
    """A final answer as written, and what told that it is one. ``conclusion``: the last sentence concludes with it.
    ``last formula``: nothing did; it is the value that the last step arrives at, a guess that must be marked as one."""

    text: str
    how: How

    @property
    def is_told(self) -> bool:
        """Whether the text says that this is its answer."""
        return self.how != "last formula"

    @property
    def is_marked(self) -> bool:
        """Whether a box, a line of ``####`` or a phrase marks the answer."""
        return self.how in ("boxed", "hash", "phrase")


Placed = tuple[int, FinalAnswer]
"""Where an answer ends in the text, and the answer."""
