"""Dollar signs: of a formula, or of money."""

from __future__ import annotations

from verifier.mathtext.characters import digit

FARTHEST = 2000
"""Characters within which the partner of a dollar sign stands."""

_SHORT = frozenset(
    {"or", "to", "is", "so", "in", "at", "on", "of", "if", "we", "an", "as", "by", "it", "no", "up", "be"}
)


def opens_formula(text: str, at: int) -> bool:
    """Return whether the dollar sign at ``at`` opens a formula rather than an amount: its partner is near and closes
    like one."""
    end = closing(text, at)
    if end < 0:
        return False
    after, last = text[end + 1 : end + 2], text[end - 1]
    if last.isspace():
        return _roomy(text, at, end)
    return end > at + 1 and last not in "=+-*/×÷(" and not (digit(after) or after == "<")


def closing(text: str, at: int) -> int:
    """Return where the partner of the dollar sign at ``at`` stands; -1 where none is near, or words stand between an
    amount and it. Words in braces, as in ``\\text{ pens}``, are a formula's own."""
    run, depth, amount = 0, 0, digit(text[at + 1 : at + 2])
    for end in range(at + 1, min(len(text), at + FARTHEST)):
        c = text[end]
        if c == "$" and text[end - 1] != "\\":
            return end
        run = run + 1 if c.isalpha() else (0 if c != "\\" else -40)
        depth = depth + 1 if c == "{" else max(0, depth - (c == "}"))
        if run >= 4 and amount and not depth:
            return -1
    return -1


def _roomy(text: str, at: int, end: int) -> bool:
    """Whether blanks stand inside both dollar signs of a formula, ``$ x = 5 $``, and no amount before or after either:
    ``$ 5 or $ 6``, ``5 $ + 3 $``."""
    inner, after = text[at + 1 : end], text[end + 1 : end + 20].lstrip(" ")[:1]
    said, before = inner.strip(), text[max(0, at - 20) : at].rstrip(" ")[-1:]
    if not said or not inner[0].isspace() or "\n\n" in inner or digit(before) or digit(after) or after == "<":
        return False
    formula = "\\" in said or any(sign in said for sign in "=<>^_") or said[0].isalpha()
    return formula and said[0] not in "=+*/×÷),.;:" and said[-1] not in "=+-*/×÷(,.;:" and not _prose(said)


def _prose(said: str) -> bool:
    """Whether a word of English stands in a text: three letters in a row, or one of the short words."""
    word, skipped = "", False
    for c in said + " ":
        if c.isalpha() and not skipped:
            word += c
        elif not c.isalpha():
            if len(word) > 2 or word in _SHORT:
                return True
            word, skipped = "", c in "\\{"  # the name of a command, or its argument
    return False
