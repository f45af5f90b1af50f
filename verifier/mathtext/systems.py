"""Systems of relations that LaTeX sets with a brace: ``\\left\\{ \\begin{array}{l} ... \\right.``, ``cases``.

Their rows are relations, as those of ``align`` are; the rows of a function by cases are not.
"""

from __future__ import annotations

from typing import Final

_NAMES: Final = ("cases", "array")
_ROWS: Final = "split"
"""An environment with a name as long, whose rows are read as relations."""
_RELATIONS: Final = ("=", "<", ">", "\\le", "\\ge", "\\neq", "≤", "≥", "≠")
_ALIGNED: Final = (*_RELATIONS, "+", "-", "−", "\\\\")
"""What may stand behind an ampersand that aligns."""
_CARRIES: Final = ("=", "<", ">", "+", "-", "(", ",")
"""What a value by cases stands behind."""


def unbraced(text: str) -> str:
    """Return the text with every system as rows of relations, and no brace before it; as long as it was."""
    for name in _NAMES:
        begins, ends, at = f"\\begin{{{name}}}", f"\\end{{{name}}}", 0
        while (start := text.find(begins, at)) >= 0:
            at = start + len(begins)
            end = text.find(ends, at)
            if end < 0:
                break
            columns = text.find("}", at) + 1 if text.startswith("{", at) else at
            before = _opened(text[:start])
            rows = text[columns:end].split("\\\\")
            if columns <= end and before is not None and all(map(_related, rows)):
                after = _closed(text[end + len(ends) :])
                marks = f"\\begin{{{_ROWS}}}" + " " * (columns - at)
                text = before + marks + text[columns:end] + f"\\end{{{_ROWS}}}" + after
    return text


def _opened(before: str) -> str | None:
    """What stands before a system, its brace blanked out; None where a value by cases may be told."""
    bare = before.rstrip()
    for brace in ("\\left\\{", "\\left\\lbrace", "\\{", "\\left{", "\\left."):
        if bare.endswith(brace):
            bare = bare[: -len(brace)]
            break
    return None if bare.rstrip().endswith(_CARRIES) else bare + " " * (len(before) - len(bare))


def _closed(after: str) -> str:
    """What stands behind a system, ``\\right.`` blanked out."""
    bare = after.lstrip()
    gap = len(after) - len(bare)
    return " " * (gap + 7) + bare[7:] if bare.startswith("\\right.") else after


def _related(row: str) -> bool:
    """Whether a row is one relation, and every ampersand in it aligns."""
    aligned = all(part.lstrip(" {}&").startswith(_ALIGNED) or not part.strip() for part in row.split("&")[1:])
    return not row.strip() or (aligned and any(sign in row for sign in _RELATIONS))
