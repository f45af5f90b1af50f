"""Characters: which of them a reader cannot see, or cannot tell from others."""

from __future__ import annotations

import unicodedata
from typing import Final

_STRUCK: Final = frozenset("\u0334\u0335\u0336\u0337\u0338\u20d2\u20d3\u20d8\u20d9\u20da\u20e5\u20e6\u20ea\u20eb")
"""Combining marks that are laid over a character, as through what is struck out."""


def digit(text: str) -> bool:
    """Return whether the text is made of the digits 0 to 9 (Python's own test lets ``²`` pass)."""
    return text.isascii() and text.isdigit()


def escaped_newline(name: str) -> bool:
    """Return whether a command of LaTeX is rather the end of a line that was written as ``\\n``, and a letter or a new
    sentence after it: ``\\n``, ``\\nx``, ``\\nSo``; never ``\\ne``, ``\\ni`` or ``\\nu``."""
    rest = name[1:]
    return name[:1] == "n" and (not rest or rest[0].isupper() or (len(rest) == 1 and rest not in "eiu"))


def latin(run: str) -> bool:
    """Return whether the letters are Latin, accents and all, and of common width."""
    return all(unicodedata.name(c, "").startswith("LATIN") and "FULLWIDTH" not in unicodedata.name(c, "") for c in run)


def hidden(text: str) -> bool:
    """Return whether the text holds characters that a reader cannot see or tell apart (format characters, non-ASCII
    digits, look-alike letters), or that are struck out."""
    if any(c < " " and c not in "\n\t\r" for c in text):
        return True
    for c in () if text.isascii() else text:
        if c.isascii():
            continue
        category = unicodedata.category(c)
        if category in ("Cf", "Cc", "Cs", "Co", "Cn", "Nd", "Zl", "Zp", "Me") or c in _STRUCK:
            return True
        if c.isalpha() and unicodedata.name(c, "").startswith(("CYRILLIC", "FULLWIDTH", "ARMENIAN", "MATHEMATICAL")):
            return True
    return False
