"""Lists of roots in a text's tokens, written out: ``x ∈ {2, 3}``, ``the roots are 2 and 3`` as ``x = 2 or x = 3``."""

from __future__ import annotations

from typing import Final

from verifier.mathtext.lexicon.signs import Kind
from verifier.mathtext.numerals import Token

ROOTS: Final = frozenset({"root", "roots", "solution", "solutions", "zeros", "zeroes"})
MAX_LIST: Final = 60
"""Most tokens of one list."""

_OF_IT: Final = frozenset({"of", "to", "the", "this", "original", "given", "equation"})
_BEFORE: Final = frozenset({"the", "two", "three", "real", "both"})
_BLOCKING: Final = frozenset({Kind.REL, Kind.BAD, Kind.LINK, Kind.CALC, Kind.BREAK, Kind.MONEY})


def written_out(tokens: list[Token], unknown: str) -> list[Token]:
    """Return the tokens with every list of roots written as equations, joined by ``or``.

    ``unknown`` is the letter that the problem's equation is in; without one, only ``x ∈ {2, 3}`` is a list of roots.
    """
    made: list[Token] = []
    i = 0
    while i < len(tokens):
        found = _in_braces(tokens, i) or (_after_words(tokens, i, unknown) if unknown else None)
        found = found or (_after_equals(tokens, i, unknown) if unknown else None)
        if found is None:
            made.append(tokens[i])
            i += 1
        else:
            made += found[0]
            i = found[1]
    return made


Found = tuple[list[Token], int] | None


def _letter(token: Token) -> bool:
    return token.kind in (Kind.SYM, Kind.WORD) and len(token.text) == 1


def _in_braces(tokens: list[Token], i: int) -> Found:
    """``x ∈ {2, 3}``."""
    head = tokens[i : i + 3]
    if len(head) < 3 or not _letter(head[0]) or head[1].text not in ("∈", "\\in") or head[2].text != "{":
        return None
    if head[2].kind not in (Kind.BAD, Kind.OPEN):
        return None
    end = i + 3
    while end < len(tokens) and tokens[end].text != "}" and end - i < MAX_LIST:
        end += 2 if tokens[end].kind is Kind.CMD else 1
        while end < len(tokens) and tokens[end - 1].kind is Kind.OPEN and tokens[end - 1].text == "{":
            end = _closed(tokens, end - 1)
    if end >= len(tokens) or tokens[end].text != "}":
        return None
    parts = _parts(tokens[i + 3 : end])
    return None if parts is None else (_equations(head[0], parts), end + 1)


def _closed(tokens: list[Token], at: int) -> int:
    """The index after the bracket that closes the one at ``at``."""
    depth = 0
    for i in range(at, min(len(tokens), at + MAX_LIST)):
        depth += (tokens[i].kind is Kind.OPEN) - (tokens[i].kind is Kind.CLOSE)
        if depth == 0:
            return i + 1
    return len(tokens)


def _after_words(tokens: list[Token], i: int, unknown: str) -> Found:
    """``the roots are 2 and 3``, ``the solutions to the equation are 2 and 3``."""
    if tokens[i].kind is not Kind.WORD or tokens[i].text.lower() not in ROOTS:
        return None
    if i and tokens[i - 1].kind is Kind.WORD and tokens[i - 1].text.lower() not in _BEFORE:
        return None  # possible roots, rational roots: candidates
    if any(token.text.lower() == "of" for token in tokens[max(i - 2, 0) : i]):
        return None  # the squares of the roots are something else
    at = i + 1
    while at < len(tokens) and tokens[at].kind is Kind.WORD and tokens[at].text.lower() in _OF_IT:
        at += 1
    if at + 1 >= len(tokens) or tokens[at].text.lower() != "are":
        return None
    end = _stretch(tokens, at + 1)
    parts = _parts(tokens[at + 1 : end])
    if parts is None or len(parts) < 2:
        return None
    first = parts[0][0]
    letter = first._replace(kind=Kind.SYM, text=unknown, end=first.start, value=None)
    return [*tokens[i : at + 1], *_equations(letter, parts)], end


def _after_equals(tokens: list[Token], i: int, unknown: str) -> Found:
    """``x = 2, 3`` in a formula of its own."""
    head = tokens[i : i + 2]
    if len(head) < 2 or not _letter(head[0]) or head[0].text != unknown or head[1].text != "=":
        return None
    if head[0].region <= 0 or (i and tokens[i - 1].region == head[0].region):
        return None
    end = i + 2
    while end < len(tokens) and tokens[end].region == head[0].region and end - i < MAX_LIST:
        end += 1
    parts = _parts(tokens[i + 2 : end])
    return None if parts is None or len(parts) < 2 else (_equations(head[0], parts), end)


def _stretch(tokens: list[Token], at: int) -> int:
    """The index of what ends the list that begins at ``at``."""
    end = at
    while end < len(tokens) and end - at < MAX_LIST:
        here = tokens[end]
        if here.kind is Kind.BREAK or (here.kind is Kind.PUNCT and here.text != ","):
            break
        end += 1
    return end


def _parts(tokens: list[Token]) -> list[list[Token]] | None:
    """The members of a list: no relations, no words but ``and`` and ``or`` between them."""
    parts: list[list[Token]] = [[]]
    depth = 0
    for token in tokens:
        depth += (token.kind is Kind.OPEN) - (token.kind is Kind.CLOSE)
        if depth == 0 and (token.text == "," or (token.kind is Kind.WORD and token.text.lower() in ("and", "or"))):
            if parts[-1]:
                parts.append([])
        elif token.kind in _BLOCKING or token.kind is Kind.PUNCT or (token.kind is Kind.WORD and len(token.text) > 1):
            return None
        else:
            parts[-1].append(token)
    return parts if all(parts) and depth == 0 else None


def _equations(letter: Token, parts: list[list[Token]]) -> list[Token]:
    """``letter = part or letter = part ...``; what is not in the text takes no place in it."""
    made: list[Token] = []
    for part in parts:
        first = part[0]
        at = letter if part is parts[0] else letter._replace(start=first.start, end=first.start, region=first.region)
        if made:
            made.append(Token(Kind.WORD, "or", first.start, first.start, True, min(first.region, 0)))
        made += [at._replace(space=True), Token(Kind.REL, "=", first.start, first.start, True, first.region), *part]
    return made
