"""The text of a problem as a command is given it: the text itself, or ``@PATH`` of a text file that holds it."""

from __future__ import annotations

from pathlib import Path

from verifier.intake.bad import BadInput


def problem_of(given: str) -> str:
    """Return the text of a problem: ``given``, or the text of the file that ``@PATH`` names, without its last line end.

    Raises: BadInput where that file cannot be read or is empty, and where a file is named without ``@``."""
    if not given.startswith("@"):
        if _is_file(given):
            raise BadInput(f"expected the text of a problem, got the name of a file: write @{given}")
        return given
    path = Path(given[1:])
    try:
        found = path.read_text("utf-8-sig").rstrip("\r\n")
    except (OSError, ValueError) as error:
        expected = "expected a problem in a text file that can be read"
        raise BadInput(f"{path}: {expected} ({error}); write @PATH, or the text of the problem") from error
    if not found.strip():
        raise BadInput(f"{path}: expected the text of a problem, got an empty file; write the problem into it")
    return found


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):  # a text that can be no name: too long, for one
        return False
