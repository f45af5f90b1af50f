"""Answers that equal the reference and solve nothing: they repeat the problem, or leave its arithmetic undone.

Answers are compared by their values, so a policy that boxes the problem's own expression would be right.
"""

from __future__ import annotations

from typing import Final

from verifier.answers.normalization import written

LEFT_OUT: Final = ("\\left", "\\right", "\\dfrac", "\\tfrac", "\\frac", "\\cdot", "\\times", "\\text", "\\mathrm")
OPERATIONS: Final = ("+", "*", "^", "×", "·", "\\cdot", "\\times", "\\sum", "\\binom", "!")


def is_unsolved(answer: str, problem: str, reference: str) -> bool:
    """Return whether an answer only repeats an expression of the problem, or has operations where the reference is a
    number without any. The reference as written, and a power of ten, are solved.

    >>> is_unsolved("1/2 + 1/3", "What is 1/2 + 1/3?", "5/6")
    True
    >>> is_unsolved("36 + 4", "What is 12 * 3 + 4?", "40"), is_unsolved("40", "What is 12 * 3 + 4?", "40")
    (True, False)
    """
    given, wanted, asked = _bare(written(answer)), _bare(written(reference)), _bare(problem)
    if not given or given == wanted or all(char.isdigit() or char in "-.,$% " for char in answer):
        return False
    if given in asked and wanted not in asked:
        return True
    number = any(map(str.isdigit, wanted)) and all(char.isdigit() or char in "-./" for char in wanted)
    return number and "10^" not in given and any(mark in answer for mark in OPERATIONS)


def _bare(text: str) -> str:
    """The letters, digits and signs of a formula, without what writes the same in another way."""
    for command in LEFT_OUT:
        text = text.replace(command, "")
    kept = "".join(char for char in text.casefold().replace("}{", "/") if char.isalnum() or char in "+-^/.")
    return kept.strip(".")
