"""Answers in boxes: one, or several that are one answer together."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from verifier.answers.forms.unit_words import MODIFIERS, multiplies
from verifier.answers.kinds import Quantity
from verifier.answers.marks.braces import boxes, closing
from verifier.answers.marks.denials import is_changed, is_denied
from verifier.answers.marks.placed import FinalAnswer, Placed
from verifier.mathtext.lexicon import words

_JOINS: Final = frozenset(("and", "or", ",", ",and", ",or", ";"))
"""What may be between two boxes that are one answer together, without blanks."""

_BLANKS: Final = ("\\quad", "\\qquad", "\\(", "\\)", "\\[", "\\]", "\\,", "\\;", "\\:", "\\!", "\\ ", "\\\\", "~", "$")
_WORDS: Final = ("\\text", "\\mbox", "\\textrm", "\\mathrm")
_BEHIND: Final = ("^", "!", "_", "*", "/", "+", "\\cdot", "\\times", "\\div", "\\pm")
_FACTORS: Final = ("\\boxed", "\\fbox", "\\frac", "\\dfrac", "\\sqrt", "\\pi", "π", "\\left", "\\mathrm{i}", "{")
_DEGREES: Final = ("^\\circ", "^{\\circ}", "^{\\,\\circ}", "°", "\\degree", "\\text{°}", "^\\text{o}")
_JOINING: Final = frozenset(("or", "and", "to", "by"))
_CONTINUING: Final = frozenset(("per", "plus", "minus", "times", "squared", "cubed"))
"""Words behind a unit with which the value goes on: those that join if a number follows them, the others always."""

_SPACES: Final = ("\\,", "\\;", "\\:", "\\!", "\\ ", "~")
_BEFORE: Final = ("-", "−", "+", "±", "*", "/", "^", "·", "×", "\\pm", "\\cdot", "\\times", "\\div", "\\mp", "\\sqrt")
_BOUNDS: Final = (
    *("≤", "≥", "≠", " <", " >", "\\le", "\\leq", "\\leqslant", "\\ge", "\\geq", "\\geqslant", "\\lt", "\\gt"),
    *("\\ne", "\\neq", "\\not="),
)
"""Signs before a value that is a bound, or is excluded."""


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
    behind, said = _behind(text[end:], held[-1][2]), _spoken(text[:start])
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


def _behind(text: str, inside: str) -> str | None:
    """What follows a box and belongs to its value: a percent sign, degrees, a unit; None where it changes the value."""
    rest = text.lstrip(" ")
    if rest.startswith(("\\%", "%")):
        return "\\%"
    if (unit := _unit(rest, inside)) != "":
        return unit
    sign = next((sign for sign in _BEHIND if rest.startswith(sign)), "")
    named = sign.startswith("\\") and rest[len(sign) : len(sign) + 1].isalpha()  # \\pmod
    if (sign and not named) or (rest[:1] == "-" and rest[1:].lstrip()[:1].isalnum() and not rest[1:2].isspace()):
        return None
    if rest[:1].isdigit() or text[:1].isalpha() or rest.startswith(_FACTORS):
        return None
    if text[:1] == "(":
        return None
    after = _spoken(rest[:80]).replace("$", " ").split()
    word = after[0].strip(".,;:!?") if after else ""
    return (
        None if word.isalpha() and len(word) > 1 and multiplies(word) and word not in ("pairs", "times", "pair") else ""
    )


def _unit(rest: str, inside: str) -> str | None:
    """Degrees, words in a formula, or a measure right behind a box, as the parser reads them with the value; "" where
    nothing of that kind follows, None where something does that cannot be read with it."""
    for space in _SPACES:
        rest = rest.removeprefix(space).lstrip(" ")
    degrees = next((one for one in _DEGREES if rest.startswith(one)), "")
    if degrees:
        behind = rest[len(degrees) :].lstrip(" ")
        return None if behind[:1].isalpha() or _group(behind) else "^\\circ"
    said = _group(rest)
    return _in_formula(said, rest[len(said) :].lstrip(" "), inside) if said else _measure(rest, inside)


def _in_formula(said: str, behind: str, inside: str) -> str | None:
    """The words in a formula right behind a box, with their exponent, where they can be read with its value."""
    from verifier.answers.parser import form

    exponent = behind[: 4 if behind[1:2] == "{" else 2] if behind[:1] == "^" else ""
    bare = said[said.find("{") + 1 : -1].strip().rstrip(".,;")
    unit = f" \\text{{{bare}}}{exponent}"
    if not bare or isinstance(form(inside + unit), Quantity):
        return unit * bool(bare)
    spoken = bare.lower().split()
    prose = any(word in words.FUNCTION_WORDS for word in spoken)
    return "" if prose and spoken[0] not in _CONTINUING | _JOINING else None


def _measure(rest: str, inside: str) -> str | None:
    """The units of measure in plain words right behind a box; None where one of them is not read whole."""
    from verifier.answers.number_words import scale
    from verifier.answers.parser import form

    line = rest.removeprefix("$").removeprefix("\\)").partition("\n")[0][:60]
    for sign in ",;:!?":
        line = line.partition(sign)[0]
    said = [word.removesuffix(".") for word in line.partition(". ")[0].split()[:5]]
    for count in range(min(3, len(said)), 0, -1):
        unit, goes_on = " " + " ".join(said[:count]), said[count : count + 2]
        known = all(word in MODIFIERS or scale(frozenset((words.lemma(word),))) for word in said[:count])
        found = form(inside + unit) if known else None
        if isinstance(found, Quantity) and found.units:
            joins = (
                goes_on[1:] and goes_on[0].lower() in _JOINING and (goes_on[1][:1].isdigit() or goes_on[1][0] in "$\\")
            )
            return None if joins or (goes_on and goes_on[0].lower() in _CONTINUING) else unit
    return ""


def _group(text: str) -> str:
    """The ``\\text{...}`` that a text begins with, empty where it begins with none."""
    for command in _WORDS if text.startswith("\\") else ():
        end = closing(text[:200], len(command)) if text.startswith(command + "{") else None
        if end is not None:
            return text[:end]
    return ""


def _is_factor(text: str, start: int) -> bool:
    """Whether a sign or a number right before a box makes something else of it: ``-\\boxed{3}``."""
    before = text[max(0, start - 20) : start].removesuffix("{").removesuffix("\\left")
    return before.endswith(_BEFORE) or before[-1:].isdigit() or before.rstrip(" ${").endswith(_BOUNDS)


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
