"""Answers of particular forms: times of day, lengths of two units, circled numbers, sets by a condition."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Final

from verifier.answers.kinds import Based, Form, Infinite, Matrix, Name, Quantity, Related, Row, Several, Without
from verifier.answers.marks.braces import closing
from verifier.answers.number_words import scale
from verifier.kernel.expr import Head, node, number

MAX_PARTS: Final = 64

Read = Callable[[str, int], Form | None]

_CLOCK: Final = frozenset(("am", "pm"))
_CIRCLED: Final = frozenset(chr(0x2460 + i) for i in range(20))
_BARS: Final = ("\\mid", "\\|", "\\vert", "|", ":")
_REALS: Final = ("\\mathbb{R}", "\\mathbb R", "\\R", "ℝ")
_MINUS: Final = ("\\setminus", "\\backslash")


def clock(text: str, depth: int, read: Read) -> Form | None:
    """Read ``5 p.m.`` and ``5:30 PM``."""
    low = "".join(text.lower().replace("\\text", "").replace("\\mathrm", "").split()).replace(".", "")
    low = low.replace("{", "").replace("}", "").replace("\\,", "").replace("~", "")
    head, half = low[:-2], low[-2:]
    hour, colon, minute = head.partition(":")
    if half not in _CLOCK or not (hour.isdecimal() and hour.isascii() and 1 <= int(hour[:3]) <= 12):
        return None
    if colon and not (len(minute) == 2 and minute.isdecimal() and minute.isascii() and int(minute) < 60):
        return None
    return Name(f"{int(hour)}:{minute or '00'} {half}", _CLOCK)


def circled(text: str, depth: int, read: Read) -> Form | None:
    """Read ``①③``: several choices."""
    bare = [char for char in text if not char.isspace() and char not in ",，、"]
    if not bare or not all(char in _CIRCLED for char in bare):
        return None
    return Several(tuple(Name(char, _CIRCLED) for char in bare), once=True)


def compound(text: str, depth: int, read: Read) -> Form | None:
    """Read ``1 hour 30 minutes`` and ``5 ft 3 in``: units of one kind, each smaller than the one before."""
    pieces = text.replace(",", " ").replace(" and ", " ").split()
    if not 4 <= len(pieces) <= 8 or len(pieces) % 2 or not all(p.isdecimal() and p.isascii() for p in pieces[::2]):
        return None
    parts = [read(f"{n} {unit}", depth + 1) for n, unit in zip(pieces[::2], pieces[1::2], strict=True)]
    known = [(part, size) for part in parts if isinstance(part, Quantity) and (size := scale(part.units)) is not None]
    sizes = [size[1] for _, size in known]
    if len(known) < len(parts) or len({size[0] for _, size in known}) > 1 or "^" in known[0][1][0]:
        return None
    if any(small >= large for large, small in pairwise(sizes)):
        return None
    terms = [node(Head.MUL, part.term, number(size[1] / sizes[-1])) for part, size in known]
    found = terms[0]
    for term in terms[1:]:
        found = node(Head.ADD, found, term)
    return Quantity(found, known[-1][0].units)


def condition(text: str, depth: int, read: Read) -> Form | None:
    """Read ``\\{x \\mid x > 2\\}``: what the condition says, as a set."""
    if not (text.startswith("\\{") and text.endswith("\\}")):
        return None
    inner = text[2:-2]
    for bar in _BARS:
        name, mark, said = inner.partition(bar)
        name = name.strip()
        for reals in _REALS:
            name = name.removesuffix(reals).strip() if name.endswith(reals) else name
        name = name.removesuffix("\\in").removesuffix("∈").strip()
        if mark and len(name) == 1 and name.isalpha():
            found = read(said, depth + 1)
            return found if name in said and _is_condition(found) else None
    return None


def _is_condition(found: Form | None) -> bool:
    return isinstance(found, Related | Row | Without) or (isinstance(found, Several) and found.union)


def without(text: str, depth: int, read: Read) -> Form | None:
    """Read ``\\mathbb{R} \\setminus \\{0\\}``."""
    mark = next((mark for mark in _MINUS if text.count(mark) == 1), None)
    if mark is None:
        return None
    base, _, removed = text.partition(mark)
    sides = read(base, depth + 1), read(removed, depth + 1)
    if not isinstance(sides[0], Row | Several) or not isinstance(sides[1], Row | Several):
        return None
    return Without(sides[0], sides[1])


def matrix(text: str, depth: int, read: Read) -> Form | None:
    """Read a matrix, also one that is set as an array in brackets."""
    array = "\\begin{array}"
    if text[:1] in ("(", "[") and text[1:].lstrip().startswith(array) and text[-1:] in (")", "]"):
        inner = text[1:-1].strip()
        begun = closing(inner, len(array))
        if begun is not None and inner[len(array) : begun].strip("{}lcr ") == "" and inner.endswith("\\end{array}"):
            text = "\\begin{matrix}" + inner[begun:].removesuffix("\\end{array}") + "\\end{matrix}"
    for name in ("pmatrix", "bmatrix", "matrix", "smallmatrix") if text.startswith("\\begin") else ():
        start, end = f"\\begin{{{name}}}", f"\\end{{{name}}}"
        if text.startswith(start) and text.endswith(end):
            inner = text[len(start) : -len(end)].strip().removesuffix("\\\\")
            rows = [[read(cell, depth + 1) for cell in row.split("&")] for row in inner.split("\\\\")]
            if "\\begin" in inner or len({len(row) for row in rows}) != 1 or len(rows) * len(rows[0]) > MAX_PARTS:
                return None
            cells = [tuple(cell for cell in row if cell is not None) for row in rows]
            return Matrix(tuple(cells)) if all(len(row) == len(rows[0]) for row in cells) else None
    return None


def based(text: str, depth: int, read: Read) -> Form | None:
    """Read ``1204_9``, ``0.0011_{2}``."""
    digits, mark, base = text.partition("_")
    if not mark:
        return None
    base = base.strip("{} ").removeprefix("\\text").strip("{} ")
    if not base.isdecimal() or not base.isascii() or not 2 <= int(base[:4]) <= 36 or len(digits) > 200:
        return None
    found = digits.strip(" {}").removeprefix("\\text{")
    return Based(found.upper(), int(base)) if found.replace(".", "", 1).isalnum() and found[:1].isalnum() else None


def union(parts: tuple[Form, ...]) -> Form:
    """Return a union of sets: one set where all of them are finite."""
    if parts and all(isinstance(part, Several) and not part.union for part in parts):
        return Several(tuple(one for part in parts if isinstance(part, Several) for one in part.parts), once=True)
    return Several(parts, union=True, once=True)


def infinite(bare: str) -> Infinite | None:
    """Return an infinity as written without blanks, None for anything else."""
    known = ("\\infty", "+\\infty", "∞", "+∞", "-\\infty", "-∞")
    return Infinite(bare.startswith("-")) if bare in known else None
