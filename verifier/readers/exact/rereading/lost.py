"""Edits of an equation that need no cue: restore lost brackets, superscripts and blanks, and remove labels.

A bounded search over the tokens of both sides finds the fewest edits that make the equation true.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice, product
from typing import Final

from verifier.checkers.evaluate import shown
from verifier.kernel.expr import Dec, Expr, Head, Int, Node, walk_expr
from verifier.mathtext.characters import digit
from verifier.readers.exact.reading import Formula
from verifier.readers.exact.rereading.table import Seen, Sides
from verifier.readers.exact.rereading.tokens import Token, Tokens, parse_tokens, to_float, to_tokens

MAX_EDITS: Final = 2
"""Edits of one equation."""
MAX_TOKENS: Final = 40
"""Tokens of a side that is edited: a longer side is read only as written."""
MAX_SIDES: Final = 300
"""Readings of one side that are tried."""
NEAR: Final = 0.01
"""Largest relative difference of two sides that may be equal after rounding."""
MAX_LETTERED: Final = 6
"""Pairs of brackets that are tried in an equation with variables."""
MAX_CHOICES: Final = 64
"""Combinations of numerals with a lost superscript or blank."""

Edit = Callable[[Tokens, Seen, int], Iterable[Tokens]]
SideReading = tuple[tuple[str, ...], Expr, float]
"""The names of the edits, the side after them, and its value."""


def restore_lost(seen: Seen) -> Iterator[tuple[str, Sides]]:
    """Yield readings whose sides have nearly equal values, those with the fewest edits first."""
    if not _is_written(seen):
        return
    lefts, rights = (sorted(_list_readings(side, seen, at), key=_get_value) for at, side in enumerate(seen.sides))
    number = shown(seen.claim.right)
    slack, values, found = float(number[1]) if number else 0.0, list(map(_get_value, rights)), []
    for first, left, worth in lefts:
        near = max(abs(worth) * NEAR, slack)
        for second, right, _ in rights[bisect_left(values, worth - near) : bisect_right(values, worth + near)]:
            edits = (*first, *(one for one in second if one not in first or one in _EACH))
            alone = number is not None and "superscripts" in second and "superscripts" not in first
            if 0 < len(edits) <= MAX_EDITS and not alone:  # a result alone is no power
                found.append((edits, (left, right)))
    yield from ((edits[0], sides) for edits, sides in sorted(found, key=lambda one: len(one[0])))


def _is_written(seen: Seen) -> bool:
    """Whether the text has all numerals of both sides. It lacks those of a substituted root or of a matrix row."""
    runs = "".join(c if digit(c) or c in ".," else " " for c in seen.formula.text).split()
    numerals = (term for side in seen.sides for term in walk_expr(side) if isinstance(term, Int | Dec))
    return sum(any(map(digit, run)) for run in runs) == sum(1 for _ in numerals)


def add_brackets(side: Expr) -> Iterator[Expr]:
    """Yield a side with one more pair of brackets, at most ``MAX_LETTERED`` times."""
    made = map(parse_tokens, islice(_add_brackets(to_tokens(side)), MAX_LETTERED))
    return (one for one in made if one is not None)


def _get_value(spelling: SideReading) -> float:
    return spelling[2]


def _list_readings(side: Expr, seen: Seen, place: int) -> Iterator[SideReading]:
    """Yield the readings of a side with at most ``MAX_EDITS`` edits, one for each value."""
    values = set[float]()
    for names, tokens in islice(_apply_edits(to_tokens(side), seen, place), MAX_SIDES):
        expr = parse_tokens(tokens)
        worth = None if expr is None else to_float(expr)
        if expr is not None and worth is not None and worth not in values:
            values.add(worth)
            yield names, expr, worth


def _apply_edits(first: Tokens, seen: Seen, place: int) -> Iterator[tuple[tuple[str, ...], Tokens]]:
    """Yield the tokens of a side and what edits make of them, fewer edits first, each result once."""
    edits = [(name, edit) for name, (is_allowed, edit) in EDITS.items() if is_allowed(seen)]
    layer: list[tuple[tuple[str, ...], Tokens]] = [((), first)]
    known = {first}
    yield (), first
    for _ in range(MAX_EDITS if len(first) <= MAX_TOKENS else 0):
        following = []
        for (names, tokens), (name, edit) in product(layer, edits):
            for other in edit(tokens, seen, place) if name not in names or name in _EACH else ():
                if other not in known:
                    known.add(other)
                    following.append(((*names, name), other))
                    yield following[-1]
        layer = following


def _add_brackets(tokens: Tokens) -> Iterator[Tokens]:
    """Yield the tokens with one more pair of brackets, around or next to a product, a quotient or a power."""
    for start, token in enumerate(tokens):
        signed = token == "-" and (start == 0 or tokens[start - 1] in ("(", "*", "/", "^"))
        if isinstance(token, str) and token != "(" and not signed:
            continue
        depth = 0
        for end in range(start, len(tokens)):
            depth += (tokens[end] == "(") - (tokens[end] == ")")
            if depth < 0:
                break
            operand = depth == 0 and end > start and (not isinstance(tokens[end], str) or tokens[end] == ")")
            near = tokens[max(start - 1, 0) : end + 2]
            if operand and end - start + 1 < len(tokens) and not {"*", "/", "^"}.isdisjoint(map(str, _strings(near))):
                yield (*tokens[:start], "(", *tokens[start : end + 1], ")", *tokens[end + 1 :])


def _strings(tokens: Tokens) -> Iterator[str]:
    return (one for one in tokens if isinstance(one, str))


def _restore_superscripts(tokens: Tokens, seen: Seen, place: int) -> Iterator[Tokens]:
    """Yield the tokens with one numeral, or all, read as powers without their superscripts: ``52`` for 5², ``1.052``
    for 1.05², ``10-2`` for 10 to the power of -2, ``3√8`` for a cube root."""
    powers = [list(_list_powers(token)) for token in tokens]
    for i, ways in enumerate(powers):
        yield from ((*tokens[:i], *way, *tokens[i + 1 :]) for way in ways)
    if sum(map(bool, powers)) > 1:
        yield from _join([ways or [(token,)] for token, ways in zip(tokens, powers, strict=True)])
    for i in range(len(tokens) - 2):
        match tokens[i : i + 3]:
            case (Int(10), "-", Int() as exponent):
                yield (*tokens[:i], "(", Int(10), "^", "(", "-", exponent, ")", ")", *tokens[i + 3 :])
            case (Int(index), "*", Node(Head.SQRT, (inner,))) if 2 < index < 10:
                yield (*tokens[:i], Node(Head.ROOT, (inner, Int(index))), *tokens[i + 3 :])


def _list_powers(token: Token) -> Iterator[Tokens]:
    digits = str(token.value) if isinstance(token, Int) else str(token.digits) if isinstance(token, Dec) else ""
    if isinstance(token, Dec) and token.places > 1 and digits[-1] in "2345":
        yield ("(", Dec(token.digits // 10, token.places - 1), "^", Int(token.digits % 10), ")")
    if isinstance(token, Int) and len(digits) > 1:
        small = digits[:-1] in ("2", "3", "5", "10")
        if digits[-1] in "23" or (small and digits[-1] != "0"):
            yield ("(", Int(int(digits[:-1])), "^", Int(int(digits[-1])), ")")
        if len(digits) == 4 and digits.startswith("10") and digits[2] != "0":
            yield ("(", Int(10), "^", Int(int(digits[2:])), ")")


def _restore_blanks(tokens: Tokens, seen: Seen, place: int) -> Iterator[Tokens]:
    """Yield the tokens with quotients read as mixed numbers: ``11/2`` for one and a half, ``2-1/2`` for two and a
    half."""
    joined = list[Token]()
    rest = list(tokens[::-1])
    while rest:
        match rest[-3:][::-1]:
            case [Int() as over, "/", Int() as under]:
                joined.append(Node(Head.DIV, (over, under)))
                del rest[-3:]
            case _:
                joined.append(rest.pop())
    yield from _choose(tuple(joined), _list_mixed)
    hyphened, rest = list[Token](), joined[::-1]
    while rest:
        match rest[-3:][::-1]:
            case [Int(n), "-", Node(Head.DIV, (Int(a), Int(b)))] if a < b and f"{n}-{a}/{b}" in seen.text[place]:
                hyphened += ["(", Int(n), "+", Int(a), "/", Int(b), ")"]
                del rest[-3:]
            case _:
                hyphened.append(rest.pop())
    yield tuple(hyphened)


def _list_mixed(token: Token) -> Iterator[Tokens]:
    match token:
        case Node(Head.DIV, (Int(over), Int(under))) if over > 9:
            digits = str(over)
            for k in range(1, len(digits)):
                whole, part = int(digits[:k]), int(digits[k:])
                if 0 < part < under and digits[k] != "0":
                    yield ("(", Int(whole), "+", Int(part), "/", Int(under), ")")


def _choose(tokens: Tokens, ways: Callable[[Token], Iterable[Tokens]]) -> Iterator[Tokens]:
    """Yield the tokens with some of them replaced."""
    return (made for made in _join([[(token,), *ways(token)] for token in tokens]) if made != tokens)


def _join(choices: Sequence[Sequence[Tokens]]) -> Iterator[Tokens]:
    if math.prod(map(len, choices)) <= MAX_CHOICES:
        yield from (tuple(token for part in choice for token in part) for choice in product(*choices))


def _remove_labels(tokens: Tokens, seen: Seen, place: int) -> Iterator[Tokens]:
    """Yield the tokens without a label or a dash at the start of a line, without the part on the other side of a slash
    (``15 × 2 = 30 / 15 × 3 = 45``), or with a first numeral that is a label and a number."""
    slashes = [i for i, token in enumerate(tokens) if token == "/"] if " / " in seen.text[place] else []
    for i in slashes:
        yield tokens[:i] if place else tokens[i + 1 :]
    if place or seen.formula.position:
        return
    yield from (to_tokens(other) for other in seen.formula.otherwise)
    first = tokens[0]
    if seen.formula.before or seen.formula.clause:
        return
    if first == "-" or (len(tokens) > 3 and isinstance(first, Int) and tokens[1] == "-"):
        yield tokens[1:] if first == "-" else tokens[2:]
    if isinstance(first, Dec) and 1 <= first.value < 100:
        rest = str(first.digits)[len(str(int(first.value))) :]
        if digit(rest[:1]) and rest[0] != "0":
            yield (Int(int(rest)), *tokens[1:])


def may_lose_brackets(formula: Formula) -> bool:
    """Return whether the text has no brackets: an author who types some of them types all."""
    text = formula.text
    return not any(c in "([{" and not text[i - 1 : i].isalpha() for i, c in enumerate(text))


def _may_lose_superscripts(seen: Seen) -> bool:
    """Whether the equation has no written power."""
    text = seen.formula.text
    return "**" not in text and not set(text) & set("\\^²³⁴ⁿ")


def _may_lose_blanks(seen: Seen) -> bool:
    return "\\" not in seen.formula.text


EDITS: Final[Mapping[str, tuple[Callable[[Seen], bool], Edit]]] = {
    "labels": (lambda seen: True, _remove_labels),
    "superscripts": (_may_lose_superscripts, _restore_superscripts),
    "mixed-numbers": (_may_lose_blanks, _restore_blanks),
    "brackets": (lambda seen: may_lose_brackets(seen.formula), lambda tokens, seen, place: _add_brackets(tokens)),
}
"""Each edit: whether it is allowed in an equation, and the function that applies it to the tokens of a side."""

_EACH: Final = frozenset({"brackets"})
"""Edits that count each time. The others count once for both sides."""
