"""Final answers read: the text of an answer to what it denotes: a number, an expression, a list, an interval, ..."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from verifier.answers.forms.real_sets import is_region
from verifier.answers.forms.respelling import replace_command
from verifier.answers.forms.special_forms import (
    MAX_PARTS,
    based,
    circled,
    clock,
    compound,
    condition,
    infinite,
    matrix,
    union,
    without,
)
from verifier.answers.forms.unit_words import are_units
from verifier.answers.kinds import (
    Assigned,
    Choice,
    Form,
    Infinite,
    Name,
    Quantity,
    Ratio,
    Related,
    Row,
    Several,
)
from verifier.answers.marks.braces import MAX_ANSWER, closing
from verifier.answers.normalization import MAX_NESTING, plain, split, unwrapped
from verifier.answers.number_words import in_words, scaled
from verifier.kernel.expr import Dec, Expr, Head, Int, Node, Sym, node, walk_expr
from verifier.kernel.functions import RELATIONS
from verifier.mathtext.lexicon import words
from verifier.mathtext.lexicon.signs import Kind
from verifier.mathtext.notation.frames import SIGN, PlacedExpr
from verifier.mathtext.notation.notation import read_expression
from verifier.mathtext.numerals import Token
from verifier.mathtext.scan import scan
from verifier.readers.exact.discourse.sentences import free_letters

_GROUPS: Final = tuple(
    frozenset(names.split())
    for names in (
        "yes no",
        "odd even",
        "rational irrational",
        "increasing decreasing",
        "convergent divergent",
        "true false",
        "monday tuesday wednesday thursday friday saturday sunday",
        "january february march april may june july august september october november december",
    )
)
_EMPTY: Final = frozenset(("\\emptyset", "\\varnothing", "∅", "\\{\\}", "no solution", "no solutions"))
_REALS: Final = frozenset(("\\mathbb{R}", "\\mathbb R", "\\R", "ℝ", "all real numbers", "all reals"))
_MAX_EXPONENT: Final = 300


def named(text: str) -> Form | None:
    """Return what an answer denotes that is nothing but a name, or a number with an exponent after ``e``; None for
    every other."""
    if text[:1].isdigit() or text[:1] in "-.":
        return _scientific(text) if "e" in text or "E" in text else None
    low = text.lower()
    if text in _EMPTY or low in _EMPTY:
        return Several(())
    if text in _REALS or low in _REALS:
        return Row("(", (Infinite(True), Infinite(False)), ")")
    group = next((group for group in _GROUPS if low in group), None)
    return None if group is None else Name(low, group)


def _scientific(text: str) -> Form | None:
    """``3e8``, ``1.2E05``, ``1e-05``; but ``2e-3`` may be twice e, less 3."""
    mantissa, mark, exponent = text.replace("E", "e").partition("e")
    whole, point, places = mantissa.removeprefix("-").partition(".")
    digits = exponent[1:] if exponent[:1] in ("+", "-") else exponent
    spelled = (whole, digits, places) if point else (whole, digits)
    if not mark or len(text) > 40 or not all(part.isascii() and part.isdigit() for part in spelled):
        return None
    if (digits != exponent and digits[0] != "0" and whole != "1" and not point) or int(digits) > _MAX_EXPONENT:
        return None
    number: Expr = Dec(int(whole + places), len(places)) if point else Int(int(whole))
    found = node(Head.DIV if exponent[0] == "-" else Head.MUL, number, node(Head.POW, Int(10), Int(int(digits))))
    return Quantity(node(Head.NEG, found) if mantissa[0] == "-" else found)


_OPEN, _CLOSE = "([", ")]"
_RELATION: Final = Kind.REL
_UNION: Final = ("\\cup", "∪")
_BETWEEN: Final = (",", ";", " and ", " or ", "\\text{and}", "\\text{ and }", "\\text{ or }")


def form(text: str, depth: int = 0) -> Form | None:
    """Return what an answer denotes, None where it cannot be read whole and without doubt."""
    found = unwrapped(plain(text))
    if not found or len(found) > MAX_ANSWER or depth > MAX_NESTING or _score(found) or found.startswith("~"):
        return None
    if "box{" in found or "boxed" in found:
        return None  # several boxes, or one that is a part of the answer
    if (called := named(found)) is not None:
        return called
    for special in (clock, circled, condition, without, compound, matrix, based):
        if (read := special(found, depth, form)) is not None:
            return read
    for reader in (_choice, _words, _member, _signs, _several, _row, _ratio, _related, _quantity):
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
    for font in ("\\textbf", "\\text", "\\mathbf", "\\mathrm") if text.startswith("\\") else ():
        closed = closing(text, len(font)) if text.startswith(font + "{") else None
        if closed is not None:
            text = f"{text[len(font) + 1 : closed - 1].strip()} {plain(text[closed:])}".strip()
            break
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
    content = form(after, depth + 1)
    doubted = isinstance(content, Choice) or any(
        words.blocks(word) or word.lower() in ("or", "and") for word in _words_of(after)
    )
    return Choice(letter, content) if not doubted and (bracket or (told and not after[:1].isalpha())) else None


def _words_of(text: str) -> list[str]:
    return "".join(c if c.isalpha() or c in "-'" else " " for c in text).split()


def _signs(text: str, depth: int) -> Form | None:
    """``a ± b``: two solutions."""
    text = replace_command(text, "\\pm", "±")
    if text.count("±") != 1 or any(
        mark in text for mark in (",", ";", "=", "\\in", "\\cup", "∓", "\\mp", " and ", " or ")
    ):
        return None
    before, after = text.split("±")
    if before.strip() and before.count("(") == before.count(")") and before.count("{") == before.count("}"):
        before = f"({before})"  # 3 - 2 alone may be a range
    ends = [form(f"{before}{way}{after}", depth + 1) for way in ("+" * bool(before), "-")]
    parts = tuple(end for end in ends if isinstance(end, Quantity))
    return Several(parts) if len(parts) == 2 else None


def _several(text: str, depth: int) -> Form | None:
    """A set in braces, a union, or parts with commas or "and" between them."""
    inner, braces = text, False
    if text.startswith("\\{") and text.endswith("\\}") and _one_bracket(text[1:-2] + "}"):
        inner, braces = text[2:-2], True
    elif text.startswith("{") and "," in text and closing(text, 0) == len(text):
        inner, braces = text[1:-1], True
    joined = any(mark in inner for mark in _UNION)
    marks = _UNION if joined else _BETWEEN
    if not braces and not any(mark in inner for mark in marks):
        return None
    pieces = list(split(inner, marks))
    pieces = [plain(piece.strip().removeprefix("and ").removeprefix("or ")) for piece in pieces]
    if (len(pieces) < 2 and not braces) or len(pieces) > MAX_PARTS:
        return None
    names = [_name(piece) for piece in pieces]
    leads = bool(names[0]) and not any(names[1:])
    if len(set(names)) > 1 and not leads:
        return _assigned([str(name) for name in names], pieces, depth) if None not in names else None
    parts = [form(piece, depth + 1) for piece in pieces if piece.strip()]
    read = tuple(part for part in parts if part is not None)
    if len(read) == 2 and "," not in inner and isinstance(read[1], Quantity) and _proper(read[1].term):
        return None  # "5 and 1/2" is one number, or two
    if len(read) < len(parts) or (leads and any(map(_lettered, read))):
        return None
    if joined:
        return union(read)
    if all(map(is_region, read)) and len(read) > 1:
        return union(read) if _or_only(inner) else None  # "and" is the part that they share
    flat: list[Form] = []
    for part, piece in zip(read, [piece for piece in pieces if piece.strip()], strict=True):
        both = isinstance(part, Several) and ("\\pm" in piece or "±" in piece)
        flat += part.parts if both and isinstance(part, Several) else (part,)
    return Several(tuple(flat), once=braces)


def _or_only(text: str) -> bool:
    """Whether nothing but "or" joins the parts."""
    return not any(mark in text for mark in (",", ";", "and"))


def _name(piece: str) -> str | None:
    """What stands alone before the only equals sign of a piece, "" where there is no sign."""
    left, sign, _ = piece.partition("=")
    return "" if not sign else plain(left).replace(" ", "") or None


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


def _ratio(text: str, depth: int) -> Form | None:
    pieces = list(split(text.replace("\\colon", ":"), (":",))) if ":" in text or "\\colon" in text else []
    if not 2 <= len(pieces) <= 10:
        return None
    digits = [len(piece.strip()) == 2 and piece.strip().isdecimal() and piece.isascii() for piece in pieces]
    parts = [
        Quantity(Int(int(piece))) if two else form(piece, depth + 1) for piece, two in zip(pieces, digits, strict=True)
    ]
    read = tuple(part for part in parts if isinstance(part, Quantity))
    return Ratio(read) if len(read) == len(parts) else None


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
    if len(places) != 1 or places[0].text not in RELATIONS:
        return None
    left, right = text[: places[0].start], text[places[0].end :]
    sides = _quantity(left, depth), form(right, depth + 1)
    relation = RELATIONS[places[0].text]
    if relation is Head.EQ and _named(left) and sides[1] is not None and not _lettered(sides[1]):
        return sides[1]
    if isinstance(sides[0], Quantity) and isinstance(sides[1], Quantity):
        measured = relation is Head.EQ and _is_segment(left) and not _lettered(sides[1])
        return sides[1] if measured else Related(relation, sides[0], sides[1])
    return None


def _is_segment(left: str) -> bool:
    """Whether a left side only names a length or an angle by its points: ``AB``, ``|AB|``, ``\\overline{AB}``."""
    bare = left.strip().strip("|").strip()
    for font in ("\\overline", "\\angle", "\\triangle"):
        bare = bare.removeprefix(font).strip()
    bare = bare.strip("{} |")
    return 2 <= len(bare) <= 4 and bare.isalpha() and bare.isupper()


def _between(text: str, first: Token, second: Token, depth: int) -> Form | None:
    """``1 < x ≤ 2`` is the interval from 1 to 2."""
    ends = [form(text[: first.start], depth + 1), form(text[second.end :], depth + 1)]
    signs, letter = [first.text, second.text], text[first.end : second.start].strip()
    head, _, inside = letter.partition("(")
    called = len(head) == 1 and len(inside) == 2 and inside[0].isalpha() and inside[1] == ")"  # f(x)
    if not ((len(letter) == 1 or called) and letter[:1].isalpha()):
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
    return isinstance(found, Quantity) and bool(found.term.free)


@lru_cache(maxsize=16)
def _tokens(text: str) -> list[Token]:
    """The tokens, which several readers look at in turn and none changes."""
    return scan(text)


def _quantity(text: str, depth: int) -> Form | None:
    """An expression with its units; ``\\infty``; a number in words; a mixed number ``3 1/2``."""
    bare = text.strip().replace(" ", "")
    if (endless := infinite(bare)) is not None:
        return endless
    if _range(_tokens(text)):
        return None
    for candidate in (text, f"${text}$"):
        found = _read(candidate, text.endswith("!"))
        if found is not None:
            return None if SIGN in walk_expr(found.term) else _scaled(found.term, found.units, text)
    return _mixed(text) or _words(text, depth)


def _words(text: str, depth: int) -> Quantity | None:
    found = in_words(text)
    return None if found is None else _scaled(*found, text)


def _scaled(term: Expr, units: frozenset[str], text: str) -> Quantity | None:
    """A number with its units; None where a word behind it may be a part of the number."""
    told = scaled(term, units)
    if told is None or not _labelled(told[1], units, text, term == Int(1)):
        return None
    changed = (
        told[0] is not term and told[0] != term and not (isinstance(told[0], Node) and told[0].head is Head.PERCENT)
    )
    bare = term if changed and "pi" not in units else None
    if text.endswith("!") and isinstance(term, Node) and term.head is Head.FACTORIAL:
        bare = term.args[0]  # or an exclamation
    return Quantity(*told, bare=bare)


def _labelled(units: frozenset[str], before: frozenset[str], text: str, one: bool) -> bool:
    """Whether every word behind a number is a unit, or was taken into the number, once."""
    written: dict[str, str] = {}
    for word in _words_of(text):
        if words.lemma(word) in written.keys() & (before - units):
            return False  # 3 million million
        written[words.lemma(word)] = word
    return are_units(units, written, one)


def _read(text: str, exclaimed: bool = False) -> PlacedExpr | None:
    """The expression that a whole text is; with ``exclaimed``, one that ends in a factorial."""
    tokens = _tokens(f"({text})" if exclaimed else text)  # a sign at the end of a text may be an exclamation
    if not tokens:
        return None
    found, end = read_expression(tokens, 0, f"({text})" if exclaimed else text, free_letters(tokens))
    if found is None or end < len(tokens) or found.mixed:
        return None
    return None if found.doubts else found


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
        return None if whole_percent is None else Quantity(node(Head.PERCENT, whole_percent.term), whole_percent.units)
    if body.startswith("-"):
        body, sign = body[1:].lstrip(), -1
    digits = body[: len(body) - len(body.lstrip("0123456789"))]
    rest = body[len(digits) :].strip()
    if not digits or not (rest.startswith("\\frac") or (rest[:1].isdigit() and "/" in rest)):
        return None
    part = _read(rest) or _read(f"${rest}$")
    if (
        part is None
        or not _proper(part.term)
        or not _labelled(part.units, part.units, rest, False)
        or len(digits) > 400
    ):
        return None
    whole = node(Head.ADD, Int(int(digits)), part.term)
    return Quantity(node(Head.NEG, whole) if sign < 0 else whole, part.units)


def _proper(term: Expr) -> bool:
    match term:
        case Node(Head.DIV, (Int(over), Int(under))):
            return over < under
    return False
