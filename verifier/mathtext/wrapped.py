"""Wrapped lines: a line that ends in a sign of a formula goes on in the next one."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

_CARRIED: Final = frozenset("=+×÷<>≤≥≈")
"""Signs after which a formula goes on; no dash and no star, which are marks of lists and emphasis too."""

_BEGINNING: Final = frozenset("$£€(\\√")

FULL: Final = 56
"""Fewest characters of a line that was wrapped; a shorter one ends where it was meant to."""


def unwrapped(text: str) -> str:
    """Return the text, as long as it was, with a blank for each line end between a sign and what it joins."""
    lines = text.split("\n")
    made = [lines[0]]
    for before, line in pairwise(lines):
        ends, begins = before.rstrip()[-2:], line.lstrip()[:1]
        full = len(before.rstrip()) >= FULL and ends[0] == " " and ends[-1] in _CARRIED
        joined = full and begins and (begins.isalnum() or begins in _BEGINNING)
        made.append((" " if joined else "\n") + line)
    return "".join(made)
