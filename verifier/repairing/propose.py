"""Edits of one claim after which it may hold: numbers worked out, signs, operators, relations and letters exchanged,
summands, factors and roots put in. Every one is a proposal: the judge decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product

from verifier.checkers.evaluate import Point, shown
from verifier.kernel.expr import Dec, Head, Int, Node, Sym, free_names, walk_expr
from verifier.mathtext.lexicon.signs import Kind as Sign
from verifier.mathtext.notation.frames import PlacedExpr
from verifier.mathtext.numerals import Token
from verifier.readers.exact.reading import Formula
from verifier.repairing.edits import Edit
from verifier.repairing.place import Place, Spent
from verifier.repairing.values import Number, numeral, radical, root, size, spellings, worth

MAX_PAIRED = 24
"""Most single edits of which pairs are tried."""

SMALL = range(1, 13)
"""Numbers that are tried where none can be worked out, as in exponents."""

MOST_TURNS = 12
"""Most readings after which a number that is not on a line must be found."""

_TURNED = {"<": (">", "≤"), ">": ("<", "≥"), "≤": ("≥", "<"), "≥": ("≤", ">")}
_LATEX = {"≤": "\\leq ", "≥": "\\geq ", "<": "<", ">": ">"}

LONGEST = 4
"""Most numbers and letters of a side that is replaced whole, and one more."""

LARGEST = 10**15
"""The largest number that is put in."""


def single(place: Place) -> Iterator[tuple[Edit, ...]]:
    """Yield the edits of one place of the claim after which it seems to hold; each may be several tokens long."""
    try:
        for make in (_numbers, _swaps, _cases, _missing):
            yield from make(place)
    except Spent:
        return


def double(place: Place) -> Iterator[tuple[Edit, ...]]:
    """Yield pairs of edits after which the claim seems to hold: two letters, signs or operators, or two numbers."""
    options = list(_swap_options(place))[:MAX_PAIRED]
    try:
        for a, b in combinations(options, 2):
            if (a.end <= b.start or b.end <= a.start) and place.may_hold((a, b)):
                yield tuple(sorted((a, b)))
        lettered = bool(place.points and place.points[0])  # among numbers alone a pair would be a coincidence
        numbers = [token for token in _numerals(place) if lettered and len(_source(place, token)) == 1]
        for one, other in combinations(numbers, 2):
            for x, y in product(SMALL, repeat=2):
                pair = tuple(_number(place, token, str(v)) for token, v in ((one, x), (other, y)))
                if all(e.old != e.new for e in pair) and place.may_hold(pair):
                    yield pair
    except Spent:
        return


def _source(place: Place, token: Token) -> str:
    return place.text[token.start : token.end]


def _numerals(place: Place) -> list[Token]:
    return [t for t in place.tokens if t.kind is Sign.NUM and numeral(_source(place, t)) is not None]


def _number(place: Place, token: Token, new: str) -> Edit:
    return Edit(token.start, _source(place, token), new, "number")


def _before(place: Place, token: Token) -> Token | None:
    at = place.tokens.index(token)
    return place.tokens[at - 1] if at else None


def _may_be_signed(place: Place, token: Token) -> bool:
    """Whether a sign may stand before a token: it begins a side, a bracket or a member of a list."""
    last = _before(place, token)
    return last is None or last.kind in (Sign.REL, Sign.OPEN, Sign.PUNCT, Sign.BREAK)


def _numbers(place: Place) -> Iterator[tuple[Edit, ...]]:
    """Each numeral replaced by what it must be, and each side without letters by what the other comes to."""
    found = place.formula
    if found is None or not place.points:
        return
    equation = found.relation in (Head.EQ, Head.APPROX)
    for token in reversed(_numerals(place)) if equation else ():
        side = next((one for one in (found.right, found.left) if one.start <= token.start < one.end), None)
        bare = side is not None and sum(isinstance(term, Int | Dec) for term in walk_expr(side.term)) == 1
        made = [(edit,) for edit in _worked_out(place, token, bare) if place.may_hold((edit,))]
        yield from made
        source = _source(place, token)
        for value in SMALL if not made and _is_exponent(place, token) else ():
            if str(value) != source and place.may_hold((_number(place, token, str(value)),)):
                yield (_number(place, token, str(value)),)
    for side, other in ((found.right, found.left), (found.left, found.right)) if equation else ():
        yield from ((edit,) for edit in _whole_side(place, side, other) if place.may_hold((edit,)))


def _is_exponent(place: Place, token: Token) -> bool:
    before = place.text[: token.start].rstrip(" {(-")
    return before.endswith("^")


def _worked_out(place: Place, token: Token, bare: bool) -> Iterator[Edit]:
    """The numeral replaced by the number at which both sides agree: on a line through two gaps, or close to lines."""
    source, latex = _source(place, token), token.region > 0
    point = next((p for p in place.points if place.gap((), p)), place.points[0])  # where it does not hold yet
    a: Number | None = numeral(source)
    assert a is not None  # of _numerals
    b: Number = a + 1
    if b > LARGEST:
        return
    at_a, at_b = place.gap((), point), place.gap((_number(place, token, next(spellings(b, source, latex))),), point)
    for turn in range(MOST_TURNS):
        if a is None or at_a is None or at_b is None or (wanted := root(a, at_a, b, at_b)) is None:
            return
        if size(wanted) > LARGEST:
            return
        for edit in _spelled(place, token, wanted if turn == 0 else Fraction(round(wanted)), bare):
            yield edit
            if place.may_hold((edit,)):
                return
        close = f"{abs(float(wanted)):.9f}"
        a, at_a, b = b, at_b, Fraction(close)
        at_b = place.gap((_number(place, token, close),), point) if wanted > 0 else None


def _spelled(place: Place, token: Token, wanted: Number, bare: bool) -> Iterator[Edit]:
    """The number in the notation of the one that stands there. No operand becomes nought, or a fraction from whole."""
    source, start = _source(place, token), token.start
    coin = _before(place, token)
    if wanted < 0 and coin is not None and coin.kind is Sign.MONEY:  # -$5, not $-5
        start = coin.start
    first = token if start == token.start or coin is None else coin
    if (wanted < 0 and not _may_be_signed(place, first)) or (not bare and not wanted):
        return
    sign = "-" if wanted < 0 else ""
    for new in spellings(size(wanted), source, token.region > 0):
        if sign and new == source:
            yield Edit(start, "", "-", "sign")
        elif (bare or "." in source or (numeral(new) is not None and "." not in new)) and new != source:
            yield Edit(start, place.text[start : token.end], sign + place.text[start : token.start] + new, "number")


def _whole_side(place: Place, side: PlacedExpr, other: PlacedExpr) -> Iterator[Edit]:
    """A fraction or a root, replaced by what the other side comes to."""
    old = place.text[side.start : side.end]
    values = [worth(other.term, one) for one in place.points]
    wanted = values[0]
    if wanted is None or any(value != wanted for value in values) or size(wanted) > LARGEST:
        return
    if side.term.free or side.units or not 1 < _leaves(side) <= min(_leaves(other), LONGEST):
        return
    latex = any(token.region > 0 for token in place.tokens)
    sign = "-" if wanted < 0 else ""
    found = list(spellings(size(wanted), "", latex))
    if isinstance(wanted, float) and (rooted := radical(float(size(wanted)), latex)) is not None:
        found.append(rooted)
    yield from (Edit(side.start, old, sign + new, "number") for new in found)


def _leaves(side: PlacedExpr) -> int:
    return sum(not isinstance(term, Node) for term in walk_expr(side.term)) + (
        side.compound and shown(side.term) is None
    )


def _swaps(place: Place) -> Iterator[tuple[Edit, ...]]:
    yield from ((edit,) for edit in _swap_options(place) if place.may_hold((edit,)))


def _swap_options(place: Place) -> Iterator[Edit]:
    """Yield signs put in or taken out, operators, relations and letters exchanged for others."""
    found = {_source(place, t) for t in place.tokens if _is_letter(place, t)}
    for token in place.tokens:
        source = _source(place, token)
        if _may_be_signed(place, token) and token.kind in (Sign.NUM, Sign.SYM, Sign.CMD, Sign.OPEN):
            yield Edit(token.start, "", "-", "sign")
        if token.kind is Sign.OP and token.text in ("+", "-", "*", "/"):
            if token.text == "-" and _may_be_signed(place, token):
                yield Edit(token.start, source, "", "sign")
            elif not _neutral(place, token):
                yield from (_operator(place, token, op) for op in "+-*/" if op != token.text)
        elif token.kind is Sign.REL and token.text in _TURNED:
            for other in _TURNED[token.text]:
                yield Edit(token.start, source, _LATEX[other] if source.startswith("\\") else other, "relation")
        elif _is_letter(place, token):
            yield from (Edit(token.start, source, other, "letter") for other in sorted(found - {source}))


def _neutral(place: Place, token: Token) -> bool:
    """Whether an operator stands beside a bare 0, with which other operators undo what stands beside it."""
    at = place.tokens.index(token)
    return any(_source(place, t) == "0" for t in (place.tokens[at - 1 : at] + place.tokens[at + 1 : at + 2]))


def _is_letter(place: Place, token: Token) -> bool:
    return token.kind in (Sign.SYM, Sign.WORD) and token.end - token.start == 1


def _operator(place: Place, token: Token, op: str) -> Edit:
    source, latex, new = _source(place, token), token.region > 0, op
    if op == "*":
        signs = ("\\times", "\\cdot") if latex else ("*", "×", "·")
        new = max(signs, key=lambda sign: (place.text.count(sign), place.around.count(sign)))
    if new.startswith("\\") and place.text[token.end : token.end + 1].isalpha():
        new += " "
    return Edit(token.start, source, new, "operator")


def _cases(place: Place) -> Iterator[tuple[Edit, ...]]:
    """A letter's value replaced by every value that the premises leave it: ``x = 4`` by ``x = 2 or x = 3``."""
    found = place.formula
    if found is None or found.relation is not Head.EQ or not isinstance(found.left.term, Sym):
        return
    name, right = found.left.term.name, found.right
    if right.term.free or len(place.points) < 2 or any(name not in point for point in place.points):
        return
    if any(abs(over) > LARGEST for point in place.points for over in point[name].as_integer_ratio()):
        return
    last = place.tokens[-1]
    roots = sorted({point[name] for point in place.points}, key=lambda r: (abs(r), -r))
    spelled = [f"{'-' * (r < 0)}{next(spellings(abs(r), '', last.region > 0))}" for r in roots]
    letter = place.text[found.left.start : found.left.end]
    old = place.text[right.start : right.end]
    if len(roots) == 2 and roots[0] == -roots[1]:
        both = "\\pm " if last.region > 0 else "±"
        yield (Edit(right.start, old, both + spelled[0], "case"),)
    word = " \\text{ or } " if last.region > 0 else " or "
    join = f"{word}{letter} = "
    yield (Edit(right.start, old, join.join(spelled), "case"),)


def _missing(place: Place) -> Iterator[tuple[Edit, ...]]:
    """A factor before a letter, or a summand at the end of a side, that was missing: ``(x + 3)^2 = x^2 + 9``."""
    found = place.formula
    if found is None or found.relation is not Head.EQ or not place.points:
        return
    for token in place.tokens:
        last = _before(place, token)
        if _is_letter(place, token) and token.kind is Sign.SYM and (last is None or last.kind is not Sign.NUM):
            yield from _factor(place, token)
    names = sorted(free_names(found.left.term, found.right.term))
    gaps = [place.gap((), point) for point in place.points]
    if not names or len(place.points) < 3 or any(gap is None for gap in gaps):
        return
    for monomial in _monomials(names):
        values = [worth_of(monomial, point) for point in place.points]
        shares = {g / v for g, v in zip(gaps, values, strict=True) if isinstance(g, Fraction) and v}
        if len(shares) == 1 and len(values) == len(gaps) and (share := shares.pop()):
            yield from _summands(place, found, monomial, share)


def _factor(place: Place, token: Token) -> Iterator[tuple[Edit, ...]]:
    point = place.points[0]
    put = Edit(token.start, "", "2", "term")
    here, there = place.gap((), point), place.gap((put,), point)
    wanted = None if here is None or there is None else root(Fraction(1), here, Fraction(2), there)
    if isinstance(wanted, Fraction) and wanted.denominator == 1 and wanted > 1:
        put = Edit(token.start, "", str(wanted), "term")
        if place.may_hold((put,)):
            yield (put,)


Monomial = tuple[tuple[str, int], ...]


def _monomials(names: Sequence[str]) -> Iterator[Monomial]:
    """Products of at most two letters, up to the third power of one."""
    yield ()
    for name in names:
        yield from (((name, power),) for power in (1, 2, 3))
    for a, b in combinations(names, 2):
        yield from (((a, 1), (b, 1)), ((a, 2), (b, 1)), ((a, 1), (b, 2)))


def worth_of(monomial: Monomial, point: Point) -> Fraction:
    """Return the value of a monomial at a point that has its letters. Raises: KeyError."""
    value = Fraction(1)
    for name, power in monomial:
        value *= point[name] ** power
    return value


def _summands(place: Place, found: Formula, monomial: Monomial, share: Fraction) -> Iterator[tuple[Edit, ...]]:
    """The summand at the end of either side, with its sign: ``share`` is how much more the left side is."""
    if any(len(name) > 1 for name, _ in monomial) or share.denominator != 1:
        return
    product_ = "".join(name if power == 1 else f"{name}^{power}" for name, power in monomial)
    size = "" if abs(share) == 1 and monomial else str(abs(share))
    for side, plus in ((found.right, share > 0), (found.left, share < 0)):
        at = side.end
        made = (Edit(at, "", f" {'+' if plus else '-'} {size}{product_}", "term"),)
        if at in (place.span[1], found.left.end) and place.may_hold(made):
            yield made
