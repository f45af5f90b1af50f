"""Final answers read: the text of an answer to what it denotes: a number, an expression, a list, an interval, ..."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from verifier.judging.answer_text import MAX_ANSWER, boxes, closing
from verifier.judging.number_words import in_words
from verifier.kernel.claim import Relation
from verifier.kernel.term import App, Int, Op, Sym, Term, TermTooLarge, app
from verifier.reading.frames import Expr
from verifier.reading.notation import read_expression
from verifier.reading.scan import scan
from verifier.reading.sentences import free_letters
from verifier.reading.signs import Kind

MAX_PARTS: Final = 64
MAX_NESTING: Final = 6


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number or an expression, with its units."""

    term: Term
    units: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Infinite:
    negative: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """A letter of a multiple choice, and what is written after it."""

    letter: str
    content: Form | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """Parts in order, in brackets: a tuple, a point, an interval."""

    opening: str
    parts: tuple[Form, ...]
    closing: str


@dataclass(frozen=True, slots=True)
class Several:
    """Parts in no order: a set, several solutions, a union of intervals."""

    parts: tuple[Form, ...]
    union: bool = False


@dataclass(frozen=True, slots=True)
class Matrix:
    rows: tuple[tuple[Form, ...], ...]


@dataclass(frozen=True, slots=True)
class Related:
    """An equation or an inequality."""

    relation: Relation
    left: Quantity
    right: Quantity


@dataclass(frozen=True, slots=True)
class Ratio:
    left: Form
    right: Form


@dataclass(frozen=True, slots=True)
class Based:
    """Digits in a base that is written beside them."""

    digits: str
    base: int


Form = Quantity | Infinite | Choice | Row | Several | Matrix | Related | Ratio | Based

_OPEN, _CLOSE = "([", ")]"
_BLANK: Final = ("\\left", "\\right", "\\displaystyle", "\\bigl", "\\bigr", "\\Bigl", "\\Bigr", "\\big", "\\Big")
_SPACES: Final = ("\\,", "\\;", "\\:", "\\!", "\\ ", "~", "\\quad")
_SAME: Final = (
    ("\\dfrac", "\\frac"),
    ("\\tfrac", "\\frac"),
    ("\\cfrac", "\\frac"),
    ("^\\circ", "°"),
    ("^{\\circ}", "°"),
)


def plain(text: str) -> str:
    """Return an answer's text without what only sets it: dollars and brackets around a formula, boxes, bold, a full
    stop, sizes of brackets. Fails: never."""
    found = text.strip()
    for _ in range(MAX_NESTING):
        before = found
        found = found.strip().rstrip(".").strip("*` \n").removesuffix("\\\\").strip()
        for opening, end in (("$$", "$$"), ("$", "$"), ("\\(", "\\)"), ("\\[", "\\]")):
            inner = found[len(opening) : len(found) - len(end)]
            if found.startswith(opening) and found.endswith(end) and len(found) > len(opening) and opening not in inner:
                found = inner
                break
        box = next(boxes(found), None)
        if box is not None and box[:2] == (0, len(found)):
            found = box[2]
        if found == before:
            break
    if "\\\\" not in found:  # no rows of a matrix, whose ends look alike
        for sign in ("\\(", "\\)", "\\[", "\\]"):
            found = found.replace(sign, " ")
    for name in _BLANK:
        found = _without(found, name)
    for old, new in _SAME:
        found = found.replace(old, new)
    return found.strip()


def _without(text: str, command: str) -> str:
    """The text without a LaTeX command of that whole name."""
    pieces = text.split(command)
    return pieces[0] + "".join(piece if not piece[:1].isalpha() else command + piece for piece in pieces[1:])


def spelling(text: str) -> str:
    """Return the text with what does not change its meaning taken out, to compare as it stands. Fails: never."""
    found = plain(text)
    for space in _SPACES:
        found = found.replace(space, " ")
    return "".join(_unwrapped(found).split()).replace("{,}", ",").casefold()


def _unwrapped(text: str) -> str:
    """The text where it is one ``\\text{...}`` and nothing else: what that holds."""
    for command in ("\\text", "\\mbox", "\\textbf", "\\mathrm", "\\mathbf", "\\textrm", "\\textit"):
        if text.startswith(command + "{") and closing(text, len(command)) == len(text):
            return _unwrapped(text[len(command) + 1 : -1].strip())
    return text


def form(text: str, depth: int = 0) -> Form | None:
    """Return what an answer denotes, None where it cannot be read whole and without doubt. Fails: never."""
    found = _unwrapped(plain(text))
    if not found or len(found) > MAX_ANSWER or depth > MAX_NESTING:
        return None
    for reader in (_choice, _matrix, _words, _signs, _several, _row, _based, _ratio, _related, _quantity):
        read = reader(found, depth)
        if read is not None:
            return read
    return None


def _choice(text: str, depth: int) -> Form | None:
    """``(C)``, ``C``, ``C)``, ``Choice_C``, ``option (C)``, ``(C) 5``, ``C. 5``."""
    low, rest = text.lower(), text
    for word in ("choice", "option"):
        if low.startswith(word):
            rest = text[len(word) :].lstrip(" _:\\")
    told = rest is not text
    bracket = rest.startswith("(") and rest[2:3] == ")"
    letter, after = (rest[1:2], rest[3:]) if bracket else (rest[:1], rest[1:])
    if not ("A" <= letter <= "J"):
        return None
    if not bracket and after[:1] in (")", ".", ":"):
        after, bracket = after[1:], bool(after[1:].strip()) or after[:1] == ")"
    if not after.strip():
        return Choice(letter)
    if after.lstrip().startswith((",", ";", "/", "or ", "and ", "&")):
        return None  # several letters
    return Choice(letter, form(after, depth + 1)) if bracket or (told and not after[:1].isalpha()) else None


def _matrix(text: str, depth: int) -> Form | None:
    for name in ("pmatrix", "bmatrix", "matrix", "smallmatrix"):
        start, end = f"\\begin{{{name}}}", f"\\end{{{name}}}"
        if text.startswith(start) and text.endswith(end):
            inner = text[len(start) : -len(end)].strip().removesuffix("\\\\")
            rows = [[form(cell, depth + 1) for cell in row.split("&")] for row in inner.split("\\\\")]
            if "\\begin" in inner or len({len(row) for row in rows}) != 1 or len(rows) * len(rows[0]) > MAX_PARTS:
                return None
            cells = [tuple(cell for cell in row if cell is not None) for row in rows]
            return Matrix(tuple(cells)) if all(len(row) == len(rows[0]) for row in cells) else None
    return None


def _signs(text: str, depth: int) -> Form | None:
    """``a ± b``: two solutions."""
    sign = "\\pm" if "\\pm" in text else "±"
    if text.count(sign) != 1 or any(mark in text for mark in (",", "=", "\\in", "\\cup")):
        return None
    before, after = text.split(sign)
    ends = [form(f"{before}{way}{after}" if before.strip() else f"{way}{after}", depth + 1) for way in ("+", "-")]
    parts = tuple(end for end in ends if end is not None)
    return Several(parts) if len(parts) == 2 else None


def _several(text: str, depth: int) -> Form | None:
    """A set in braces, a union, or parts with commas or "and" between them."""
    inner, braces = text, False
    if text.startswith("\\{") and text.endswith("\\}"):
        inner, braces = text[2:-2], True
    union = "\\cup" in inner or "∪" in inner
    pieces = list(
        split(
            inner,
            ("\\cup", "∪") if union else (",", ";", " and ", " or ", "\\text{and}", "\\text{ and }", "\\text{ or }"),
        )
    )
    pieces = [piece.removeprefix("and ").removeprefix("or ") for piece in pieces]
    if (len(pieces) < 2 and not braces) or len(pieces) > MAX_PARTS:
        return None
    parts = [form(piece, depth + 1) for piece in pieces if piece.strip()]
    read = tuple(part for part in parts if part is not None)
    return Several(read, union) if len(read) == len(parts) else None


def _row(text: str, depth: int) -> Form | None:
    if text[0] not in _OPEN or text[-1] not in _CLOSE or not _one_bracket(text):
        return None
    pieces = list(split(text[1:-1], (",", ";"), grouped=False))
    if not 2 <= len(pieces) <= MAX_PARTS:
        return None
    parts = [form(piece, depth + 1) for piece in pieces]
    read = tuple(part for part in parts if part is not None)
    return Row(text[0], read, text[-1]) if len(read) == len(parts) else None


def _one_bracket(text: str) -> bool:
    """Whether the bracket that opens the text is closed by its last character."""
    depth = 0
    for at, char in enumerate(text):
        depth += (char in "([{") - (char in ")]}")
        if depth == 0:
            return at == len(text) - 1
    return False


def split(text: str, marks: tuple[str, ...], grouped: bool = True) -> Iterator[str]:
    """Yield the pieces between marks that stand outside all brackets; with ``grouped``, a comma that may group the
    digits of a number parts nothing. Fails: never."""
    depth = start = at = 0
    while at < len(text):
        mark = next((m for m in marks if depth == 0 and text.startswith(m, at)), None)
        if mark is not None and not (mark == "," and grouped and _groups(text, at)):
            yield text[start:at]
            start = at = at + len(mark)
            continue
        depth += (text[at] in "([{") - (text[at] in ")]}")
        at += 1
    yield text[start:]


def _groups(text: str, at: int) -> bool:
    """Whether the comma there stands between digits that it may group: ``1,234``, but not ``1, 234`` nor ``1,2``."""
    before = len(text[:at]) - len(text[:at].rstrip("0123456789"))
    after = len(text[at + 1 :]) - len(text[at + 1 :].lstrip("0123456789"))
    return after == 3 and 1 <= before <= 3


def _based(text: str, depth: int) -> Form | None:
    """``1204_9``, ``0.0011_{2}``."""
    digits, mark, base = text.partition("_")
    base = base.strip("{} ").removeprefix("\\text").strip("{} ")
    if not mark or not base.isdecimal() or not base.isascii() or not 2 <= int(base[:4]) <= 36 or len(digits) > 200:
        return None
    found = digits.strip(" {}").removeprefix("\\text{")
    return Based(found.upper(), int(base)) if found.replace(".", "", 1).isalnum() and found[:1].isalnum() else None


def _ratio(text: str, depth: int) -> Form | None:
    pieces = list(split(text.replace("\\colon", ":"), (":",)))
    if len(pieces) != 2:
        return None
    left, right = (form(piece, depth + 1) for piece in pieces)
    return Ratio(left, right) if isinstance(left, Quantity) and isinstance(right, Quantity) else None


def _related(text: str, depth: int) -> Form | None:
    """``x = 5`` is 5; ``y = 2x + 1`` stays an equation; ``x > 3`` is the interval from 3."""
    tokens = scan(text) or scan(f"${text}$")
    level, places = 0, []
    for token in tokens:
        level += (token.kind is Kind.OPEN) - (token.kind is Kind.CLOSE)
        if token.kind is Kind.REL and level == 0:
            places.append(token)
    if len(places) != 1 or places[0].text not in set(Relation):
        return None
    left, right = text[: places[0].start], text[places[0].end :]
    sides = _quantity(left, depth), form(right, depth + 1)
    relation = Relation(places[0].text)
    if relation is Relation.EQ and _named(left) and sides[1] is not None and not _lettered(sides[1]):
        return sides[1]
    if isinstance(sides[0], Quantity) and isinstance(sides[1], Quantity):
        return Related(relation, sides[0], sides[1])
    return None


def _named(left: str) -> bool:
    """Whether the left side only names what is found: a letter, words, ``f(2)``."""
    read = _quantity(left, 0)
    return (isinstance(read, Quantity) and isinstance(read.term, Sym)) or (
        not any(c.isdigit() for c in left) and read is None
    )


def _lettered(found: Form) -> bool:
    from verifier.kernel.term import letters

    return isinstance(found, Quantity) and bool(letters(found.term))


def _quantity(text: str, depth: int) -> Form | None:
    """An expression with its units; ``\\infty``; a number in words; a mixed number ``3 1/2``."""
    bare = text.strip().replace(" ", "")
    if bare in ("\\infty", "+\\infty", "∞", "+∞", "-\\infty", "-∞"):
        return Infinite(bare.startswith("-"))
    for candidate in (text, f"${text}$"):
        found = _read(candidate)
        if found is not None:
            return Quantity(found.term, found.units)
    return _mixed(text) or _words(text, depth)


def _words(text: str, depth: int) -> Quantity | None:
    found = in_words(text)
    return None if found is None else Quantity(*found)


def _read(text: str) -> Expr | None:
    tokens = scan(text)
    if not tokens:
        return None
    found, end = read_expression(tokens, 0, text, free_letters(tokens))
    return found if found is not None and end == len(tokens) and not found.doubts and not found.mixed else None


def _mixed(text: str) -> Quantity | None:
    """``3 1/2`` and ``3\\frac{1}{2}``: in an answer, a whole number before a proper fraction is added to it."""
    body, sign = text.strip(), 1
    if body.startswith("-"):
        body, sign = body[1:].lstrip(), -1
    digits = body[: len(body) - len(body.lstrip("0123456789"))]
    rest = body[len(digits) :].strip()
    if not digits or not (rest.startswith("\\frac") or (rest[:1].isdigit() and "/" in rest)):
        return None
    part = _read(rest) or _read(f"${rest}$")
    match part and part.term:
        case App(Op.DIV, (Int(over), Int(under))) if part is not None and over < under:
            try:
                whole: Term = app(Op.ADD, Int(int(digits[:400])), part.term)
            except TermTooLarge:
                return None
            return Quantity(app(Op.NEG, whole) if sign < 0 else whole, part.units)
    return None
