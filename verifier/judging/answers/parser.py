"""Final answers read: the text of an answer to what it denotes: a number, an expression, a list, an interval, ..."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from verifier.judging.answers.final_answer import MAX_ANSWER, closing
from verifier.judging.answers.kinds import (
    Assigned,
    Based,
    Choice,
    Form,
    Infinite,
    Matrix,
    Quantity,
    Ratio,
    Related,
    Row,
    Several,
)
from verifier.judging.answers.named import named
from verifier.judging.answers.normalization import MAX_NESTING, plain, split, unwrapped
from verifier.judging.answers.number_words import in_words, scaled
from verifier.kernel.claim import Relation
from verifier.kernel.term import App, Int, Op, Sym, Term, app
from verifier.readers.exact.discourse.sentences import free_letters
from verifier.readers.exact.lexicon.signs import Kind
from verifier.readers.exact.notation.frames import Expr
from verifier.readers.exact.notation.notation import read_expression
from verifier.readers.exact.text.numerals import Token
from verifier.readers.exact.text.scan import scan

MAX_PARTS: Final = 64


_OPEN, _CLOSE = "([", ")]"
_RELATION: Final = Kind.REL
_UNION: Final = ("\\cup", "∪")
_BETWEEN: Final = (",", ";", " and ", " or ", "\\text{and}", "\\text{ and }", "\\text{ or }")


def form(text: str, depth: int = 0) -> Form | None:
    """Return what an answer denotes, None where it cannot be read whole and without doubt."""
    found = unwrapped(plain(text))
    if not found or len(found) > MAX_ANSWER or depth > MAX_NESTING or _score(found):
        return None
    if (called := named(found)) is not None:
        return called
    for reader in (_choice, _matrix, _words, _member, _signs, _several, _row, _based, _ratio, _related, _quantity):
        read = reader(found, depth)
        if read is not None:
            return read
    return None


def _score(text: str) -> bool:
    """Whether bare numbers are joined by dashes: a score, a range or a code, and no difference."""
    parts = text.replace("–", "-").split("-") if "-" in text or "–" in text else []
    return len(parts) > 1 and all(part.isascii() and part.isdigit() for part in parts)


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
    for name in ("pmatrix", "bmatrix", "matrix", "smallmatrix") if text.startswith("\\begin") else ():
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
    elif text.startswith("{") and "," in text and closing(text, 0) == len(text):
        inner, braces = text[1:-1], True
    union = any(mark in inner for mark in _UNION)
    marks = _UNION if union else _BETWEEN
    if not braces and not any(mark in inner for mark in marks):
        return None
    pieces = list(split(inner, marks))
    pieces = [piece.removeprefix("and ").removeprefix("or ") for piece in pieces]
    if (len(pieces) < 2 and not braces) or len(pieces) > MAX_PARTS:
        return None
    names = [_name(piece) for piece in pieces]
    if len(set(names)) > 1:
        return _assigned([str(name) for name in names], pieces, depth) if None not in names else None
    parts = [form(piece, depth + 1) for piece in pieces if piece.strip()]
    read = tuple(part for part in parts if part is not None)
    if len(read) == 2 and "," not in inner and isinstance(read[1], Quantity) and _proper(read[1].term):
        return None  # "5 and 1/2" is one number, or two
    return Several(read, union) if len(read) == len(parts) else None


def _name(piece: str) -> str | None:
    """What stands alone before the only equals sign of a piece, "" where there is no sign."""
    left, sign, _ = plain(piece).partition("=")
    return "" if not sign else left.strip() or None


def _assigned(names: list[str], pieces: list[str], depth: int) -> Form | None:
    values = [form(piece.partition("=")[2], depth + 1) for piece in pieces]
    read = {name: value for name, value in zip(names, values, strict=True) if name and value is not None}
    if len(read) < len(pieces):
        return None
    return Assigned(tuple(sorted(read)), tuple(read[name] for name in sorted(read)))


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


def _based(text: str, depth: int) -> Form | None:
    """``1204_9``, ``0.0011_{2}``."""
    digits, mark, base = text.partition("_")
    if not mark:
        return None
    base = base.strip("{} ").removeprefix("\\text").strip("{} ")
    if not base.isdecimal() or not base.isascii() or not 2 <= int(base[:4]) <= 36 or len(digits) > 200:
        return None
    found = digits.strip(" {}").removeprefix("\\text{")
    return Based(found.upper(), int(base)) if found.replace(".", "", 1).isalnum() and found[:1].isalnum() else None


def _ratio(text: str, depth: int) -> Form | None:
    pieces = list(split(text.replace("\\colon", ":"), (":",))) if ":" in text or "\\colon" in text else []
    if len(pieces) != 2:
        return None
    left, right = (form(piece, depth + 1) for piece in pieces)
    return Ratio(left, right) if isinstance(left, Quantity) and isinstance(right, Quantity) else None


def _related(text: str, depth: int) -> Form | None:
    """``x = 5`` is 5; ``y = 2x + 1`` stays an equation; ``x > 3`` is the interval from 3."""
    tokens = _tokens(text) or _tokens(f"${text}$")
    if _RELATION not in [token.kind for token in tokens]:
        return None
    level, places = 0, []
    for token in tokens:
        level += (token.kind is Kind.OPEN) - (token.kind is Kind.CLOSE)
        if token.kind is Kind.REL and level == 0:
            places.append(token)
    if len(places) == 2:
        return _between(text, places[0], places[1], depth)
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


def _between(text: str, first: Token, second: Token, depth: int) -> Form | None:
    """``1 < x ≤ 2`` is the interval from 1 to 2."""
    ends = [form(text[: first.start], depth + 1), form(text[second.end :], depth + 1)]
    signs, letter = [first.text, second.text], text[first.end : second.start].strip()
    if not (len(letter) == 1 and letter.isalpha()):
        return None
    if {*signs} <= {">", "≥"}:
        ends, signs = ends[::-1], ["<" if sign == ">" else "≤" for sign in reversed(signs)]
    closed = all(isinstance(end, Infinite) or (isinstance(end, Quantity) and not _lettered(end)) for end in ends)
    if not closed or not {*signs} <= {"<", "≤"}:
        return None
    return Row("(" if signs[0] == "<" else "[", tuple(filter(None, ends)), ")" if signs[1] == "<" else "]")


def _member(text: str, depth: int) -> Form | None:
    """``x \\in [1, 2)`` is the interval."""
    name, sign, rest = text.partition("\\in" if "\\in" in text else "∈")
    if not sign or rest[:1].isalpha() or not (len(name.strip()) == 1 and name.strip().isalpha()):
        return None
    found = form(rest, depth + 1)
    return found if isinstance(found, Row | Several) else None


def _named(left: str) -> bool:
    """Whether the left side only names what is found: a letter, words, ``f(2)``."""
    read = _quantity(left, 0)
    return (isinstance(read, Quantity) and isinstance(read.term, Sym)) or (
        not any(c.isdigit() for c in left) and read is None
    )


def _lettered(found: Form) -> bool:
    from verifier.kernel.term import letters

    return isinstance(found, Quantity) and bool(letters(found.term))


@lru_cache(maxsize=16)
def _tokens(text: str) -> list[Token]:
    """The tokens, which several readers look at in turn and none changes."""
    return scan(text)


def _quantity(text: str, depth: int) -> Form | None:
    """An expression with its units; ``\\infty``; a number in words; a mixed number ``3 1/2``."""
    bare = text.strip().replace(" ", "")
    if bare in ("\\infty", "+\\infty", "∞", "+∞", "-\\infty", "-∞"):
        return Infinite(bare.startswith("-"))
    if _range(_tokens(text)):
        return None
    for candidate in (text, f"${text}$"):
        found = _read(candidate)
        if found is not None:
            return _scaled(found.term, found.units)
    return _mixed(text) or _words(text, depth)


def _words(text: str, depth: int) -> Quantity | None:
    found = in_words(text)
    return None if found is None else _scaled(*found)


def _scaled(term: Term, units: frozenset[str]) -> Quantity | None:
    told = scaled(term, units)
    if told is None:
        return None
    changed = told[0] is not term and told[0] != term and not (isinstance(told[0], App) and told[0].op is Op.PERCENT)
    return Quantity(*told, bare=term if changed else None)


def _read(text: str) -> Expr | None:
    tokens = _tokens(text)
    if not tokens:
        return None
    found, end = read_expression(tokens, 0, text, free_letters(tokens))
    return found if found is not None and end == len(tokens) and not found.doubts and not found.mixed else None


def _range(tokens: list[Token]) -> bool:
    """``5-10`` and ``$5 - $10 pens``: a difference, or from one to the other."""
    if not tokens or tokens[0].kind not in (Kind.NUM, Kind.MONEY):
        return False
    bare = [token for token in tokens if token.kind is not Kind.MONEY]
    kinds = [token.kind for token in tokens]
    if kinds == [Kind.NUM, Kind.OP, Kind.NUM, Kind.OP, Kind.NUM] and [tokens[1].text, tokens[3].text] == ["-", "/"]:
        return not any(token.space for token in tokens[1:])  # 6-2/3: a mixed number
    dash = [token.kind for token in bare[:3]] == [Kind.NUM, Kind.OP, Kind.NUM] and bare[1].text == "-"
    return dash and all(token.kind is Kind.WORD and token.space for token in bare[3:])


def _mixed(text: str) -> Quantity | None:
    """``3 1/2`` and ``3\\frac{1}{2}``: in an answer, a whole number before a proper fraction is added to it."""
    body, sign = text.strip(), 1
    if body.endswith("%"):
        whole_percent = _mixed(body[:-1].removesuffix("\\"))
        return None if whole_percent is None else Quantity(app(Op.PERCENT, whole_percent.term), whole_percent.units)
    if body.startswith("-"):
        body, sign = body[1:].lstrip(), -1
    digits = body[: len(body) - len(body.lstrip("0123456789"))]
    rest = body[len(digits) :].strip()
    if not digits or not (rest.startswith("\\frac") or (rest[:1].isdigit() and "/" in rest)):
        return None
    part = _read(rest) or _read(f"${rest}$")
    if part is None or not _proper(part.term) or len(digits) > 400:
        return None
    whole = app(Op.ADD, Int(int(digits)), part.term)
    return Quantity(app(Op.NEG, whole) if sign < 0 else whole, part.units)


def _proper(term: Term) -> bool:
    match term:
        case App(Op.DIV, (Int(over), Int(under))):
            return over < under
    return False
