"""List markers: the numbers, letters and bullets at the beginning of a line that label what follows.

A marker is ``clear`` where nothing else can be meant, and ``doubtful`` where it may be a number or a sign of
what follows. An ``option`` is a capital: what follows may be a choice that is false. ``open`` is what may be a
factor: then the line is not decided.
"""

from __future__ import annotations

from typing import Final, Literal

from verifier.mathtext.characters import digit
from verifier.mathtext.lexicon.signs import Kind
from verifier.mathtext.numerals import Token
from verifier.readers.exact.items.items import Item

Clarity = Literal["clear", "option", "doubtful", "open"]

_BULLETS: Final = ("-", "*", "+", "|")
_NAMES: Final = frozenset(
    {"step", "exercise", "ex", "problem", "question", "part", "subpart", "item", "task", "example", "no", "nr"}
)
"""Words before a number or a letter that together name a part of a text."""
_ROMAN: Final = frozenset({"i", "v", "x"})
_FIRST: Final = frozenset("abcdefgh")
"""Letters that label the lines of most lists."""
_FAR: Final = 40
"""How many tokens back an open bracket is looked for."""


def marker(tokens: list[Token], i: int, items: list[Item]) -> tuple[int, Clarity]:
    """Return how many tokens a list marker takes here, 0 for none, and how clear it is. ``items``: what stands before.

    ``2.``, ``2)``, ``(b)``, ``b)``, ``(iv)``, ``#3``, ``Step 2:``, ``Part (b)`` and bullets are markers."""
    last = items[-1] if items else None
    if last is None or last.kind == "break" or _is_run_in(last, tokens, i):
        if width := _numbered(tokens, i):
            return width, _clarity_of_number(tokens, i, width)
        named = _named(tokens, i)
        return named if named[0] else _lettered(tokens, i, items)
    inline = last.kind == "punct" or (last.kind == "word" and last.text.lower() in _NAMES | {"and", "or"})
    if inline and tokens[i].kind is Kind.OPEN and tokens[i].space:
        width, clarity = _lettered(tokens, i, items)
        return (width, clarity) if width and _is_usual(_spelled(tokens, i + 1)[1]) else (0, "clear")
    return 0, "clear"


def _is_run_in(last: Item, tokens: list[Token], i: int) -> bool:
    """Whether a dash after what ends a sentence, or between what ends a clause and a formula, is the bullet of a list
    whose lines were run together: ``for n = 2: - \\(2/2 = 1\\)``. No bullet is in ``3, - 3``."""
    here, after = tokens[i], tokens[i + 1] if i + 1 < len(tokens) else None
    dash = here.kind is Kind.OP and here.text == "-" and here.region <= 0 and here.space
    ended = last.kind == "punct" and after is not None and (after.region > 0 or last.text == ".")
    return dash and ended and after is not None and after.space


def _numbered(tokens: list[Token], i: int) -> int:
    """How many tokens a bullet, or a marker by a number, takes here; 0 for none."""
    kinds = [t.kind for t in tokens[i : i + 4]]
    texts = [t.text for t in tokens[i : i + 4]]
    spaced = [t.space for t in tokens[i : i + 4]] + [True] * 4
    if kinds[:1] == [Kind.OP] and texts[0] in _BULLETS and spaced[1] and tokens[i].region <= 0:
        return 1  # in a formula a sign carries on the line before
    if kinds[:2] == [Kind.NUM, Kind.PUNCT] and texts[1] == "." and digit(texts[0]) and len(texts[0]) < 3 and spaced[2]:
        return 2
    if kinds[:2] == [Kind.NUM, Kind.CLOSE] and texts[1] == ")" and digit(texts[0]):
        return 2
    if kinds[:3] == [Kind.OPEN, Kind.NUM, Kind.CLOSE] and texts[0] == "(" and spaced[3]:
        return 3
    if kinds[:2] == [Kind.WORD, Kind.NUM] and texts[0].lower() == "step":
        return 3 if texts[2:3] in ([":"], ["."]) else 2
    return 0


def _clarity_of_number(tokens: list[Token], i: int, width: int) -> Clarity:
    after = tokens[i + width] if i + width < len(tokens) else None
    formula = after is None or after.kind is not Kind.WORD or len(after.text) == 1
    return "doubtful" if tokens[i].kind is not Kind.WORD and formula else "clear"


def _named(tokens: list[Token], i: int) -> tuple[int, Clarity]:
    """``Exercise 3``, ``Part (b)``, ``Step b``, ``#3``: a marker where a formula or a mark follows."""
    here = tokens[i]
    word = here.kind is Kind.WORD and here.text.lower() in _NAMES
    if not word and not (here.kind is Kind.BAD and here.text == "#"):
        return 0, "clear"
    at = i + 1 + (word and _is(tokens, i + 1, Kind.PUNCT, ".") and here.text.lower() in ("no", "ex", "nr"))
    opened = _is(tokens, at, Kind.OPEN, "(")
    end, spelled = _spelled(tokens, at + opened)
    if not spelled or tokens[at].region > 0 or (opened and not _is(tokens, end, Kind.CLOSE, ")")):
        return 0, "clear"
    end += opened
    if not opened and (_is(tokens, end, Kind.CLOSE, ")") or _is(tokens, end, Kind.PUNCT, ":", ".")):
        return end + 1 - i, "clear"
    if _is(tokens, end, Kind.PUNCT, ":"):
        return end + 1 - i, "clear"
    return (end - i, _clarity(tokens, end, spelled)) if _begins_formula(tokens, end) else (0, "clear")


def _lettered(tokens: list[Token], i: int, items: list[Item]) -> tuple[int, Clarity]:
    """``(b)``, ``b)`` and ``b.``: a marker where a blank and a formula or words follow."""
    opened = _is(tokens, i, Kind.OPEN, "(")
    end, spelled = _spelled(tokens, i + opened)
    if not spelled or spelled.isdecimal():
        return 0, "clear"
    closed = _is(tokens, end, Kind.CLOSE, ")")
    dotted = not opened and _is(tokens, end, Kind.PUNCT, ".") and _ended(items)
    if not (closed or dotted) or (closed and not opened and _is_open(tokens, i)):
        return 0, "clear"
    after = tokens[end + 1] if end + 1 < len(tokens) else None
    joined = opened and _is(tokens, end + 1, Kind.OP, "-") and tokens[end + 1].region == tokens[i].region
    if joined and not _begins_formula(tokens, end + 1):
        return (0, "clear") if _is_alone(tokens, end + 1) else (end + 1 - i, "open")
    if after is None or not (after.space or after.region != tokens[i].region):
        return 0, "clear"
    if not (after.kind is Kind.WORD and len(after.text) > 1) and not _begins_formula(tokens, end + 1):
        return 0, "clear"
    clarity = _clarity(tokens, end + 1, spelled) if tokens[i].region <= 0 or after.kind is Kind.WORD else "open"
    capital = tokens[end - 1].text[:1].isupper()
    return end + 1 - i, "option" if capital and clarity == "clear" else clarity


def _spelled(tokens: list[Token], i: int) -> tuple[int, str]:
    """The number, letter or Roman numeral that stands there, without blanks inside, and where it ends: ``2b``."""
    found, at = "", i
    if at < len(tokens) and tokens[at].kind is Kind.NUM and digit(tokens[at].text) and len(tokens[at].text) < 4:
        found, at = tokens[at].text, at + 1
    here = tokens[at] if at < len(tokens) else None
    if here is not None and here.kind in (Kind.WORD, Kind.SYM) and not (found and here.space):
        low = here.text.lower()
        if low.isascii() and low.isalpha() and (len(low) == 1 or (len(low) < 6 and not set(low) - _ROMAN)):
            return at + 1, found + low
    return at, found


def _is_usual(spelled: str) -> bool:
    letter = spelled.lstrip("0123456789")
    return letter in _FIRST or (bool(letter) and not set(letter) - _ROMAN)


def _begins_formula(tokens: list[Token], i: int) -> bool:
    """Whether what stands there begins a formula, and is no sign that joins it to what stands before."""
    here, after = tokens[i] if i < len(tokens) else None, tokens[i + 1] if i + 1 < len(tokens) else None
    if here is None or not (here.space or here.region != tokens[i - 1].region):
        return False
    if here.kind is Kind.OP:
        signs = here.text == "sqrt" or (here.text == "-" and after is not None)
        return signs and (here.text == "sqrt" or here.region > 0 or not (after is not None and after.space))
    return here.kind in (Kind.NUM, Kind.OPEN, Kind.CMD, Kind.MONEY, Kind.SYM) or (
        here.kind is Kind.WORD and not (here.text == "x" and after is not None and after.kind is Kind.NUM)
    )


def _clarity(tokens: list[Token], i: int, spelled: str) -> Clarity:
    """How clear a marker by a letter or a name is before the formula that begins at token ``i``."""
    here = tokens[i]
    if here.region != tokens[i - 1].region:
        return "clear"
    letter = spelled.lstrip("0123456789")
    if here.kind is Kind.OPEN and (letter or spelled):
        end = next((k for k in range(i, len(tokens)) if tokens[k].kind is Kind.CLOSE), len(tokens))
        return "open" if any(t.kind in (Kind.SYM, Kind.WORD) for t in tokens[i:end]) else "clear"
    if here.kind is not Kind.OP or here.text != "-":
        return "clear"
    return "open" if _is_alone(tokens, i) or (letter and not _is_usual(spelled)) else "clear"


def _is_alone(tokens: list[Token], i: int) -> bool:
    """Whether a signed numeral alone stands there, before a relation: no label stands before ``-3 = 5``."""
    return _is(tokens, i + 1, Kind.NUM) and (i + 2 >= len(tokens) or tokens[i + 2].kind is Kind.REL)


def _ended(items: list[Item]) -> bool:
    """Whether the line before ends with a mark or a formula, so that no word goes on."""
    before = next((one for one in reversed(items) if one.kind != "break"), None)
    return before is None or before.kind in ("punct", "expr")


def _is_open(tokens: list[Token], i: int) -> bool:
    """Whether a bracket before token ``i`` is still open."""
    depth = 0
    for token in tokens[max(0, i - _FAR) : i]:
        depth += (token.kind is Kind.OPEN) - (token.kind is Kind.CLOSE)
    return depth > 0


def _is(tokens: list[Token], i: int, kind: Kind, *texts: str) -> bool:
    return i < len(tokens) and tokens[i].kind is kind and (not texts or tokens[i].text in texts)
