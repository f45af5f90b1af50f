"""What is wrong with an expression, and where."""

from __future__ import annotations


class LanguageError(ValueError):
    """A text that is not in the language.

    ``column`` is the place in the text, counted from 1; ``str`` says what was expected and what stands there.
    """

    def __init__(self, message: str, column: int = 1) -> None:
        super().__init__(f"column {column}: {message}")
        self.message, self.column = message, column

    def __eq__(self, other: object) -> bool:
        """Whether the same is said of the same place."""
        return isinstance(other, LanguageError) and self.args == other.args

    def __hash__(self) -> int:
        return hash(self.args)
