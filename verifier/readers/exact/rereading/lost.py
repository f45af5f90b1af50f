"""What was lost from an equation, and is put back without a cue: brackets, superscripts, blanks; labels are taken away.

A bounded search over the tokens of both sides, for the fewest edits by which the equation holds.
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
from verifier.readers.exact.rereading.tokens import Token, Tokens, parsed, to_float, to_tokens

MAX_EDITS: Final = 2
"""Lost brackets, superscripts, blanks and labels that are put back at once."""
MAX_SIDES: Final = 300
"""Spellings of one side that are tried."""
NEAR: Final = 0.01
"""How far, of their size, the values of two sides may be apart that hold as rounded."""
MAX_LETTERED: Final = 6
"""Pairs of brackets that are tried in an equation of letters."""
MAX_CHOICES: Final = 64
"""Choices of numerals that lost a superscript, or a blank."""

Edit = Callable[[Tokens, Seen, int], Iterable[Tokens]]
Spelling = tuple[tuple[str, ...], Expr, float]
"""What a side says after these edits, and its value."""


def put_back(seen: Seen) -> Iterator[tuple[str, Sides]]:
    """Yield the re-readings that may hold by their values, those with the fewest edits first."""
    if not _as_written(seen):
        return
    lefts, rights = (sorted(_spellings(side, seen, at), key=_worth) for at, side in enumerate(seen.sides))
    number = shown(seen.claim.right)
    slack, values, found = float(number[1]) if number else 0.0, list(map(_worth, rights)), []
    for first, left, worth in lefts:
        near = max(abs(worth) * NEAR, slack)
        for second, right, _ in rights[bisect_left(values, worth - near) : bisect_right(values, worth + near)]:
            edits = (*first, *(one for one in second if one not in first or one in _EACH))
            alone = number is not None and "superscripts" in second and "superscripts" not in first
            if 0 < len(edits) <= MAX_EDITS and not alone:  # a result alone is no power
                found.append((edits, (left, right)))
    yield from ((edits[0], sides) for edits, sides in sorted(found, key=lambda one: len(one[0])))


def _as_written(seen: Seen) -> bool:
    """Whether the numerals of both sides are those of the text: not those of a root that was put in, or of a row."""
    runs = "".join(c if digit(c) or c in ".," else " " for c in seen.formula.text).split()
    numerals = (term for side in seen.sides for term in walk_expr(side) if isinstance(term, Int | Dec))
    return sum(any(map(digit, run)) for run in runs) == sum(1 for _ in numerals)


def with_brackets(side: Expr) -> Iterator[Expr]:
    """Yield a side with one pair of brackets more, a few of them."""
    made = map(parsed, islice(_bracketed(to_tokens(side)), MAX_LETTERED))
    return (one for one in made if one is not None)


def _worth(spelling: Spelling) -> float:
    return spelling[2]


def _spellings(side: Expr, seen: Seen, place: int) -> Iterator[Spelling]:
    """Yield what a side says with at most ``MAX_EDITS`` edits, one for each value."""
    first, edits = to_tokens(side), [(name, edit) for name, (allowed, edit) in EDITS.items() if allowed(seen)]
    layer: list[tuple[tuple[str, ...], Tokens]] = [((), first)]
    known, values = {first}, set[float]()
    for made in range(MAX_EDITS + 1):
        following = []
        for names, tokens in layer:
            expr = parsed(tokens)
            worth = None if expr is None else to_float(expr)
            if expr is not None and worth is not None and worth not in values:
                values.add(worth)
                yield names, expr, worth
            for name, edit in edits if made < MAX_EDITS else ():
                if name in names and name not in _EACH:
                    continue
                for other in edit(tokens, seen, place):
                    if other not in known and len(known) < MAX_SIDES:
                        known.add(other)
                        following.append(((*names, name), other))
        layer = following


def _bracketed(tokens: Tokens) -> Iterator[Tokens]:
    """Yield the tokens with one pair of brackets more, around or beside a product, a quotient or a power."""
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


def _raised(tokens: Tokens, seen: Seen, place: int) -> Iterator[Tokens]:
    """Yield the tokens with one numeral, or all, taken for powers that lost their superscripts: ``52`` for 5²,
    ``1.052`` for 1.05², ``10-2`` for 10 to the power of -2, ``3√8`` for a cube root."""
    powers = [list(_powers(token)) for token in tokens]
    for i, ways in enumerate(powers):
        yield from ((*tokens[:i], *way, *tokens[i + 1 :]) for way in ways)
    if sum(map(bool, powers)) > 1:
        yield from _joined([ways or [(token,)] for token, ways in zip(tokens, powers, strict=True)])
    for i in range(len(tokens) - 2):
        match tokens[i : i + 3]:
            case (Int(10), "-", Int() as exponent):
                yield (*tokens[:i], "(", Int(10), "^", "(", "-", exponent, ")", ")", *tokens[i + 3 :])
            case (Int(index), "*", Node(Head.SQRT, (inner,))) if 2 < index < 10:
                yield (*tokens[:i], Node(Head.ROOT, (inner, Int(index))), *tokens[i + 3 :])


def _powers(token: Token) -> Iterator[Tokens]:
    digits = str(token.value) if isinstance(token, Int) else str(token.digits) if isinstance(token, Dec) else ""
    if isinstance(token, Dec) and token.places > 1 and digits[-1] in "2345":
        yield ("(", Dec(token.digits // 10, token.places - 1), "^", Int(token.digits % 10), ")")
    if isinstance(token, Int) and len(digits) > 1:
        small = digits[:-1] in ("2", "3", "5", "10")
        if digits[-1] in "23" or (small and digits[-1] != "0"):
            yield ("(", Int(int(digits[:-1])), "^", Int(int(digits[-1])), ")")
        if len(digits) == 4 and digits.startswith("10") and digits[2] != "0":
            yield ("(", Int(10), "^", Int(int(digits[2:])), ")")


def _mixed(tokens: Tokens, seen: Seen, place: int) -> Iterator[Tokens]:
    """Yield the tokens with quotients taken for mixed numbers that lost their blank or their sign: ``11/2`` for one and
    a half, ``2-1/2`` for two and a half."""
    joined = list[Token]()
    rest = list(tokens[::-1])
    while rest:
        match rest[-3:][::-1]:
            case [Int() as over, "/", Int() as under]:
                joined.append(Node(Head.DIV, (over, under)))
                del rest[-3:]
            case _:
                joined.append(rest.pop())
    yield from _chosen(tuple(joined), _parts)
    hyphened, rest = list[Token](), joined[::-1]
    while rest:
        match rest[-3:][::-1]:
            case [Int(n), "-", Node(Head.DIV, (Int(a), Int(b)))] if a < b and f"{n}-{a}/{b}" in seen.text[place]:
                hyphened += ["(", Int(n), "+", Int(a), "/", Int(b), ")"]
                del rest[-3:]
            case _:
                hyphened.append(rest.pop())
    yield tuple(hyphened)


def _parts(token: Token) -> Iterator[Tokens]:
    match token:
        case Node(Head.DIV, (Int(over), Int(under))) if over > 9:
            digits = str(over)
            for k in range(1, len(digits)):
                whole, part = int(digits[:k]), int(digits[k:])
                if 0 < part < under and digits[k] != "0":
                    yield ("(", Int(whole), "+", Int(part), "/", Int(under), ")")


def _chosen(tokens: Tokens, ways: Callable[[Token], Iterable[Tokens]]) -> Iterator[Tokens]:
    """Yield the tokens with some of them read in another of their ways."""
    return (made for made in _joined([[(token,), *ways(token)] for token in tokens]) if made != tokens)


def _joined(choices: Sequence[Sequence[Tokens]]) -> Iterator[Tokens]:
    if math.prod(map(len, choices)) <= MAX_CHOICES:
        yield from (tuple(token for part in choice for token in part) for choice in product(*choices))


def _unlabelled(tokens: Tokens, seen: Seen, place: int) -> Iterator[Tokens]:
    """Yield the tokens without a label or a dash at the beginning of a line, and without what a slash parts from the
    side: ``15 × 2 = 30 / 15 × 3 = 45``; or with a first numeral that is a label and a number."""
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
    """Whether the text shows no brackets of its own: who types some types all."""
    text = formula.text
    return not any(c in "([{" and not text[i - 1 : i].isalpha() for i, c in enumerate(text))


def _may_lose_superscripts(seen: Seen) -> bool:
    """Whether the equation shows no power."""
    text = seen.formula.text
    return "**" not in text and not set(text) & set("\\^²³⁴ⁿ")


def _may_lose_blanks(seen: Seen) -> bool:
    return "\\" not in seen.formula.text


def _may_be_labelled(seen: Seen) -> bool:
    return True


EDITS: Final[Mapping[str, tuple[Callable[[Seen], bool], Edit]]] = {
    "labels": (_may_be_labelled, _unlabelled),
    "superscripts": (_may_lose_superscripts, _raised),
    "mixed-numbers": (_may_lose_blanks, _mixed),
    "brackets": (lambda seen: may_lose_brackets(seen.formula), lambda tokens, seen, place: _bracketed(tokens)),
}
"""What is tried without a cue: where it may be, and what it makes of the tokens of a side."""

_EACH: Final = frozenset({"brackets"})
"""Each pair of brackets is an edit; what is done to many numerals alike is one."""
