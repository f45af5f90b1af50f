"""Answers in boxes: one, or several that are one answer together."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from verifier.judging.answers.forms.unit_words import multiplies
from verifier.judging.answers.marks.braces import boxes, closing
from verifier.judging.answers.marks.denials import is_changed, is_denied
from verifier.judging.answers.marks.placed import FinalAnswer, Placed
from verifier.readers.exact.lexicon import words

_JOINS: Final = frozenset(("and", "or", ",", ",and", ",or", ";"))
"""What may be between two boxes that are one answer together, without blanks."""

_BLANKS: Final = ("\\quad", "\\qquad", "\\(", "\\)", "\\[", "\\]", "\\,", "\\;", "\\:", "\\!", "\\ ", "\\\\", "~", "$")
_WORDS: Final = ("\\text", "\\mbox", "\\textrm", "\\mathrm")
_BEHIND: Final = ("^", "!", "_", "*", "/", "+", "\\cdot", "\\times", "\\div", "\\pm")
_BEFORE: Final = ("-", "−", "+", "±", "*", "/", "^", "·", "×", "\\pm", "\\cdot", "\\times", "\\div", "\\mp", "\\sqrt")


def find_boxed(text: str) -> Placed | None:
    """Return the answer in the last box, with those that are joined to it; the whole stretch where it is not known how
    the boxes belong together, or where what surrounds them changes or denies them."""
    found = list(boxes(text))
    if not found or not found[-1][2]:
        return None
    first = len(found) - 1
    while first and _joins(text, found[first - 1], found[first]):
        first -= 1
    held = found[first:]
    start, end = held[0][0], held[-1][1]
    behind, said = _behind(text[end:]), _spoken(text[:start])
    if (
        behind is None
        or _is_factor(text, start)
        or is_denied(said + text[start:], start, end)
        or is_changed(said, start)
    ):
        return end, FinalAnswer(_around(text, start, end), "boxed")
    if first and not _replaces(text, found[:first], held):
        return end, FinalAnswer(text[found[0][0] : end], "boxed")
    joined = _together(text, held) if len(held) > 1 else held[0][2] + behind
    return end, FinalAnswer(text[start:end] if joined is None else joined, "boxed")


def _joins(text: str, one: tuple[int, int, str], other: tuple[int, int, str]) -> bool:
    between, _ = _named(text[one[1] : other[0]])
    return between in _JOINS


def _named(text: str) -> tuple[str, str]:
    """What is between two boxes without blanks of any kind, and the name that the second box is the value of."""
    if len(text) > 200:
        return text, ""
    bare = text
    for command in _WORDS:
        while (at := bare.find(command + "{")) >= 0 and (end := closing(bare, at + len(command))) is not None:
            bare = bare[:at] + " " + bare[at + len(command) + 1 : end - 1] + " " + bare[end:]
    for blank in _BLANKS:
        bare = bare.replace(blank, " ")
    parts = bare.replace("=", " = ").split()
    name = parts[-2] if len(parts) > 1 and parts[-1] == "=" else ""
    if name:
        parts = parts[:-2]
        mark = name[:1] if name[:1] in ",;" else ""
        name = name[len(mark) :]
        parts += [mark] * bool(mark)
    return "".join(parts).lower(), name


def _together(text: str, held: list[tuple[int, int, str]]) -> str | None:
    """Boxes that are joined as one list, with their names where each has its own; None where only some have."""
    line = text[: held[0][0]].rpartition("\n")[2][-60:]
    names = [_named(line)[1], *(_named(text[a[1] : b[0]])[1] for a, b in pairwise(held))]
    later = set(names[1:])
    if later == {""} or (len(later) == 1 and names[0] in (later | {""})):
        return ", ".join(inside for _, _, inside in held)
    if "" in names or len(set(names)) < len(names):
        return None
    return ", ".join(f"{name} = {inside}" for name, (_, _, inside) in zip(names, held, strict=True))


def _replaces(text: str, before: list[tuple[int, int, str]], held: list[tuple[int, int, str]]) -> bool:
    """Whether the last boxes count alone: earlier ones hold the same, are taken back, or end another paragraph."""
    last = {"".join(inside.split()) for _, _, inside in held}
    for at, (_, end, inside) in enumerate(before):
        following = before[at + 1][0] if at + 1 < len(before) else held[0][0]
        between = text[end:following]
        said = {word.strip(".,:;!?$()").lower() for word in between.split()}
        back = bool(said & (words.TAKEBACK | {"no", "not"}))
        new = "\n\n" in between and any(word.isalpha() and len(word) > 1 for word in said)
        if "".join(inside.split()) not in last and not back and not new:
            return False
    return True


def _behind(text: str) -> str | None:
    """What follows a box and belongs to its value: a percent sign; None where it changes the value."""
    rest = text.lstrip(" ")
    if rest.startswith(("\\%", "%")):
        return "\\%"
    sign = next((sign for sign in _BEHIND if rest.startswith(sign)), "")
    named = sign.startswith("\\") and rest[len(sign) : len(sign) + 1].isalpha()  # \\pmod
    if (sign and not named) or (rest[:1] == "-" and rest[1:].lstrip()[:1].isalnum() and not rest[1:2].isspace()):
        return None
    if rest[:1].isdigit() or text[:1].isalpha() or rest.startswith(("\\boxed", "\\fbox", "\\frac", "\\sqrt", "(")):
        return None if not rest.startswith("(") or text[:1] == "(" else ""
    after = _spoken(rest[:80]).replace("$", " ").split()
    word = after[0].strip(".,;:!?") if after else ""
    return (
        None if word.isalpha() and len(word) > 1 and multiplies(word) and word not in ("pairs", "times", "pair") else ""
    )


def _is_factor(text: str, start: int) -> bool:
    """Whether a sign or a number right before a box makes something else of it: ``-\\boxed{3}``."""
    before = text[max(0, start - 20) : start].removesuffix("{").removesuffix("\\left")
    return before.endswith(_BEFORE) or before[-1:].isdigit()


def _around(text: str, start: int, end: int) -> str:
    """The line in which a value is, or what of it is near the value."""
    begin, stop = text.rfind("\n", 0, start) + 1, text.find("\n", end)
    return text[max(begin, start - 100) : min(stop if stop >= 0 else len(text), end + 100)].strip()


def _spoken(text: str) -> str:
    """The text without the commands and signs of formulas, as long as before; of a long one only the end."""
    text = text[-400:].rjust(len(text))
    for command in _WORDS:
        text = text.replace(command + "{", " " * (len(command) + 1))
    found, at = "", 0
    for place, char in enumerate(text):
        at = place if char == "\\" else at
        named = text[at : at + 1] == "\\" and text[at + 1 : place + 1].isalpha()
        found += " " if char in "$}\\" or named else char
    return found
