"""What an equation of numbers may say where its text gives a cue: other units, counting round, estimates, scores."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from fractions import Fraction
from functools import partial, reduce
from itertools import product
from typing import Final

from verifier.checkers.evaluate import shown, value
from verifier.kernel.expr import Const, Dec, Expr, Head, Int, Node, node, number, walk_expr
from verifier.mathtext.characters import digit
from verifier.mathtext.lexicon import words
from verifier.mathtext.lexicon.measures import TABLE, TIMES, factor
from verifier.readers.exact.discourse.conversions import hidden
from verifier.readers.exact.rereading.table import FACTORS, ROUNDS, TWO_UNITS, Seen, Sides
from verifier.readers.exact.rereading.tokens import SIGNS, parsed, to_tokens


def _everywhere(term: Expr, change: Callable[[Expr], Expr]) -> Expr:
    if isinstance(term, Node):
        term = Node(term.head, tuple(_everywhere(arg, change) for arg in term.args))
    return change(term)


def _both(seen: Seen, change: Callable[[Expr], Expr]) -> Iterator[Sides]:
    """Yield the sides with a change made everywhere: in both, in the left one, in the right one."""
    left, right = seen.claim.left, seen.claim.right
    other, more = _everywhere(left, change), _everywhere(right, change)
    yield from dict.fromkeys(((other, more), (other, right), (left, more)))


def _estimated(seen: Seen) -> Iterator[Sides]:
    """Numbers of the left side, rounded to one or two digits."""
    for digits in (1, 2):
        yield _everywhere(seen.claim.left, partial(_rounded, digits)), seen.claim.right


def _coarse(seen: Seen) -> Iterator[Sides]:
    """A whole result of at most three digits and zeros: some zeros, where nothing is said of rounding."""
    found = shown(seen.claim.right)
    if found is None or found[2] or not found[0]:
        return
    digits = str(abs(found[0].numerator))
    zeros = len(digits) - len(digits.rstrip("0"))
    kept, told = len(digits) - zeros, bool(seen.heard & words.ROUNDING)
    measured = any(isinstance(term, Dec) for term in walk_expr(seen.claim.left))
    if zeros and (told or (1 < kept <= 3 and (measured or zeros > 2 or zeros + kept > 4))):
        half = node(Head.ADD, node(Head.DIV, seen.claim.left, Int(10**zeros)), number(Fraction(1, 2)))
        yield node(Head.MUL, node(Head.FLOOR, half), Int(10**zeros)), seen.claim.right


def _rounded(digits: int, term: Expr) -> Expr:
    """A numeral rounded to so many digits."""
    if not isinstance(term, Int | Dec) or not term.value:
        return term
    unit = Fraction(10) ** (math.floor(math.log10(term.value)) + 1 - digits)
    return number(math.floor(term.value / unit + Fraction(1, 2)) * unit)


def _whole(seen: Seen) -> Iterator[Sides]:
    """Quotients that are whole numbers on the way to a whole result: the rest is left out, or makes one more."""
    if isinstance(seen.claim.right, Int):
        for head in (Head.FLOOR, Head.CEIL):
            yield _everywhere(seen.claim.left, partial(_cut, head)), seen.claim.right


def _cut(head: Head, term: Expr) -> Expr:
    return Node(head, (term,)) if _is(term, Head.DIV) and abs(value(term, {})) > 1 else term


def _is(term: Expr, head: Head) -> bool:
    return isinstance(term, Node) and term.head is head


def _pooled(seen: Seen) -> Iterator[Sides]:
    """So many out of so many, put together: ``3/5 + 4/7 = 7/12``."""
    pairs = _quotients(seen.claim.left)
    if len(pairs) > 1:
        yield node(Head.DIV, *(number(sum(part)) for part in zip(*pairs, strict=True))), seen.claim.right


def _quotients(term: Expr) -> list[tuple[int, int]]:
    match term:
        case Node(Head.DIV, (Int(a), Int(b))):
            return [(a, b)]
        case Node(Head.ADD, (a, b)):
            first, second = _quotients(a), _quotients(b)
            return [*first, *second] if first and second else []
    return []


def _in_accounts(seen: Seen) -> Iterator[Sides]:
    """Amounts in brackets as losses: ``800 - 950 = (150)``."""
    marked = [list(_amounts(text)) for text in seen.text]
    changed = [_negated(side, marks) for side, marks in zip(seen.sides, marked, strict=True)]
    if any(map(any, marked)) and None not in changed:
        left, right = (one if one is not None else side for one, side in zip(changed, seen.sides, strict=True))
        yield left, right


def _amounts(text: str) -> Iterator[bool]:
    """For each numeral of a text, whether it stands alone in round brackets, as a summand."""
    plain = text.replace(",", "").replace("\\left", "").replace("\\right", "").replace(" ", "").replace("$", "")
    at = 0
    while at < len(plain):
        end = at
        while digit(plain[end : end + 1]) or (end > at and plain[end : end + 1] == "."):
            end += 1
        if end > at:
            beside = plain[max(at - 2, 0) : at], plain[end : end + 2]
            yield beside[0][-1:] == "(" and beside[0][:-1] in ("", "+", "-") and beside[1][:1] == ")"
        at = max(end, at + 1)


def _negated(side: Expr, marks: Sequence[bool]) -> Expr | None:
    """A side with the marked ones of its numerals negated; None where they are not as many."""
    rest = list(marks[::-1])

    def change(term: Expr) -> Expr:
        return Node(Head.NEG, (term,)) if isinstance(term, Int | Dec) and rest and rest.pop() else term

    numerals = sum(isinstance(term, Int | Dec) for term in walk_expr(side))
    return _everywhere(side, change) if numerals == len(marks) else None


def _ranges(seen: Seen) -> Iterator[Sides]:
    """``3-5``: a score, or a range, counted with or without its end."""
    if not _tight(seen.text[0]):
        return
    match seen.claim.left:
        case Node(Head.SUB, (Int(a), Int(b))):
            yield from ((number(n), seen.claim.right) for n in ((b - a + 1, b - a) if a < b else ((b - a) % 12,)))
    if words.SCORES & seen.heard:
        yield _added(seen.claim.left), seen.claim.right


def _added(term: Expr) -> Expr:
    """A difference as a sum."""
    minus = isinstance(term, Node) and term.head is Head.SUB
    return Node(Head.ADD, (_added(term.args[0]), term.args[1])) if minus else term  # type: ignore[union-attr]


def _tight(text: str) -> bool:
    """Whether a text joins two numerals by a hyphen without blanks."""
    return any(digit(text[i - 1 : i]) and digit(text[i + 1 : i + 2]) for i, c in enumerate(text) if c == "-")


def _two_units(seen: Seen) -> Iterator[Sides]:
    """Sums of numbers of two units, with a point or a hyphen between them: hours and minutes, feet and inches."""
    left, right = seen.sides
    if not all(isinstance(term, Int | Dec) or term.head in (Head.ADD, Head.SUB) for term in _nodes(left)):
        return
    for times, cues in TWO_UNITS.items():
        if cues.isdisjoint(seen.heard) and not (times == 60 and _look_like_times(seen)):
            continue
        finer = [_everywhere(side, partial(_finer, times)) for side in (left, right)]
        hyphened = [_hyphened(side, times, text) for side, text in zip((left, right), seen.text, strict=True)]
        pairs = [(finer[0], finer[1])] if any(isinstance(term, Dec) for term in _nodes(left)) else []
        pairs += [(hyphened[0], hyphened[1] or right)] if hyphened[0] is not None else []
        for made, other in pairs:
            yield from ((made, other), (made, right), (made, node(Head.MUL, right, Int(times))))


def _look_like_times(seen: Seen) -> bool:
    """Whether all numerals show two places and fewer than 60 hundredths, and none is of money."""
    shown_there = [term for side in seen.sides for term in _nodes(side) if not isinstance(term, Node)]
    minutes = all(isinstance(term, Dec) and term.places == 2 and term.digits % 100 < 60 for term in shown_there)
    return minutes and not seen.units & words.CURRENCY


def _nodes(term: Expr) -> Iterator[Int | Dec | Node]:
    return (one for one in walk_expr(term) if isinstance(one, Int | Dec | Node))


def _finer(times: int, term: Expr) -> Expr:
    """``11.15`` as so many of the finer unit, as a whole number is too."""
    if isinstance(term, Dec) and term.places <= 2:
        whole, more = divmod(term.digits, 10**term.places)
        return Int(whole * times + more) if more < times else term
    return Int(term.value * times) if isinstance(term, Int) else term


def _hyphened(term: Expr, times: int, text: str) -> Expr | None:
    """``5-9 - 4-11`` as a difference of two lengths; None where no hyphens join pairs."""
    tokens = list(to_tokens(term))
    signs = [i for i, c in enumerate(text) if c == "-"]
    minus = [i for i, token in enumerate(tokens) if token == "-"]
    if len(signs) != len(minus):
        return None
    tight = [at for at, i in zip(minus, signs, strict=True) if digit(text[i - 1 : i]) and digit(text[i + 1 : i + 2])]
    for at in reversed(tight):
        match tokens[at - 1 : at + 2]:
            case [Int(a), "-", Int(b)] if b < times:
                tokens[at - 1 : at + 2] = [Int(a * times + b)]
            case _:
                return None
    return parsed(tuple(tokens)) if tight else None


_BEFORE: Final = (0, 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334)
"""The days of a year before each month."""


def _dates(seen: Seen) -> Iterator[Sides]:
    """Days and months with a slash between them: ``25/11 + 21 = 46/11 = 16/12``."""
    for day_first in (True, False):
        yield from _both(seen, partial(_dated, day_first))


def _dated(day_first: bool, term: Expr) -> Expr:
    match term:
        case Node(Head.DIV, (Int(a), Int(b))):
            day, month = (a, b) if day_first else (b, a)
            return Int(_BEFORE[month] + day) if 0 < month < 13 else term
    return term


def _round(seen: Seen) -> Iterator[Sides]:
    """What is left when counting round: hours, days of the week, turns, remainders by a number that is told."""
    parts = [term for side in seen.sides for term in walk_expr(side)]
    bare, moduli = len(parts) == 2, {times for times, cues in ROUNDS.items() if not cues.isdisjoint(seen.heard)}
    given = {n.numerator for n in seen.context.given if n.denominator == 1 and n > 1}
    told = {n + more for n in given for more in (0, 1) if seen.heard & words.CIRCLING}
    if seen.heard & {"remainder", "remainders"} and (bare or "divided" in seen.heard):
        told |= given
    for times in sorted(moduli | told):
        most = None if bare or times in told else 2 * max(times, 15)
        if all(_counts(term, most) for term in parts):
            left, right = (Node(Head.MOD, (side, Int(times))) for side in seen.sides)
            yield left, right


def _counts(term: Expr, most: int | None) -> bool:
    """Whether a part of an equation may be counted round: a whole number of that size, or a sum; of any, a product."""
    if isinstance(term, Int):
        return most is None or term.value <= most
    return any(_is(term, head) for head in (Head.ADD, Head.SUB, *([Head.MUL] if most is None else [])))


def _in_base(seen: Seen) -> Iterator[Sides]:
    """Whole numbers in a base that is named, or in one of the numbers that are told, or of twice as many."""
    told = {int(n) for n in seen.context.numbers if n.denominator == 1} | {
        _WORDS[w] for w in seen.heard & _WORDS.keys()
    }
    named = {_BASES[word] for word in seen.heard & _BASES.keys()}
    parts = [term for side in seen.sides for term in walk_expr(side)]
    if seen.formula.modular or not all(isinstance(term, Int) or _is_plain(term) for term in parts):
        return
    for base in sorted(named | {n for one in told for n in (one, 2 * one) if 1 < n <= 16}):
        left, right = (_everywhere(side, partial(_numeral, base)) for side in seen.sides)
        yield left, right
        if isinstance(seen.claim.left, Int):  # told in another base
            yield from ((left, seen.claim.right), (seen.claim.left, right))


_BASES: Final = {"binary": 2, "ternary": 3, "octal": 8, "hex": 16, "hexadecimal": 16}
_WORDS: Final = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "twelve": 12}


def _is_plain(term: Expr) -> bool:
    return any(_is(term, head) for head in (Head.ADD, Head.SUB, Head.MUL))


def _numeral(base: int, term: Expr) -> Expr:
    if not isinstance(term, Int) or (base < 10 and any(int(c) >= base for c in str(term.value))):
        return term
    return Int(reduce(lambda found, c: found * base + int(c), str(term.value), 0))


def _logical(seen: Seen) -> Iterator[Sides]:
    """Sums of the digits 0 and 1 as `or`, and as `exclusive or`."""
    if all(not isinstance(t, Int) or t.value < 2 for t in walk_expr(seen.claim.left)) and seen.claim.left.size > 1:
        yield node(Head.MIN, Int(1), seen.claim.left), seen.claim.right
        yield node(Head.MOD, seen.claim.left, Int(2)), seen.claim.right


def _by_size(seen: Seen) -> Iterator[Sides]:
    """Sizes of two vectors that stand at right angles, or against each other."""
    match seen.claim.left:
        case Node(Head.ADD, (Int() | Dec() as a, Int() | Dec() as b)) if not seen.formula.left.rows:
            square = node(Head.ADD, node(Head.POW, a, Int(2)), node(Head.POW, b, Int(2)))
            yield node(Head.SQRT, square), seen.claim.right
            yield node(Head.ABS, node(Head.SUB, a, b)), seen.claim.right


def _point_product(seen: Seen) -> Iterator[Sides]:
    """A point that multiplies, where no other sign does: ``2.24 = 48``."""
    if not any(_is(term, Head.MUL) for side in seen.sides for term in walk_expr(side)):
        yield from _both(seen, _multiplied)


def _multiplied(term: Expr) -> Expr:
    if not isinstance(term, Dec):
        return term
    whole, part = divmod(term.digits, 10**term.places)
    return term if str(part) != str(term.digits)[-term.places :] else Node(Head.MUL, (Int(whole), Int(part)))


def _grouped(seen: Seen) -> Iterator[Sides]:
    """A point between thousands: ``1.000``."""
    yield from _both(seen, lambda t: Int(t.digits) if isinstance(t, Dec) and t.places == 3 and t.digits > 999 else t)


def _half_turn(seen: Seen) -> Iterator[Sides]:
    yield from _both(seen, lambda term: Int(180) if term == Const("pi") else term)


def _without_percent(seen: Seen) -> Iterator[Sides]:
    """The percent sign as a unit."""
    yield from _both(seen, lambda term: term.args[0] if isinstance(term, Node) and _is(term, Head.PERCENT) else term)


def _composed(seen: Seen) -> Iterator[Sides]:
    """Two percentages, one after the other: their sum, with their product or less it."""
    match seen.claim.left:
        case Node(Head.ADD, (Node(Head.PERCENT, _) as first, Node(Head.PERCENT, _) as second)):
            both = node(Head.MUL, first, second)
            yield from ((node(op, seen.claim.left, both), seen.claim.right) for op in (Head.ADD, Head.SUB))


def _grown(seen: Seen) -> Iterator[Sides]:
    """By how much a quotient is more or less than one."""
    if _is(seen.claim.left, Head.DIV) and _is(seen.claim.right, Head.PERCENT):
        yield node(Head.ABS, node(Head.SUB, seen.claim.left, Int(1))), seen.claim.right


def _converted(seen: Seen) -> Iterator[Sides]:
    """A side counted in other units than it says."""
    left, right = seen.sides
    percent = any(_is(side, Head.PERCENT) for side in (left, right))
    if isinstance(left, Node) and left.head is Head.MUL and left.args[0] in seen.formula.otherwise:
        yield left.args[0], right  # it was converted by the table of units; one of the words may be a slip of the pen
        return
    if not (seen.units or percent):
        return
    factors = hidden(seen.formula.left.units, seen.formula.right.units, seen.context.heard)
    known = factor(seen.formula.left.units, seen.formula.right.units)
    for times in (*factors, *([known] if known and seen.claim.relation is Head.APPROX else [])):
        yield node(Head.MUL, left, number(times)), right
        yield node(Head.DIV, left, number(times)), right


def _of_two_units(seen: Seen) -> Iterator[Sides]:
    """A sum of quantities in two units of one kind, which it names or the text does: ``3 MB + 512 KB = 3.5 MB``."""
    letters = "".join(c if c.isalpha() else " " for c in seen.text[0]).split()
    parts = _summands(seen.claim.left)
    if not 2 <= len(parts) <= 4 or any(_is(part, Head.MUL) for part in parts):
        return  # a product is a quantity that was converted already
    told = [[units[word] for word in seen.heard & units.keys()] for units in TABLE]
    ratios = {a // b for sizes in told for a in sizes for b in sizes if a > b and a % b == 0}
    for times, chosen in product(FACTORS if len(set(letters)) > 1 else sorted(ratios), range(len(parts))):
        for finer in (number(Fraction(1, times)), Int(times)):
            made = [node(Head.MUL, part, finer) if i == chosen else part for i, part in enumerate(parts)]
            yield reduce(lambda a, b: node(Head.ADD, a, b), made), seen.claim.right


def _summands(term: Expr) -> list[Expr]:
    match term:
        case Node(Head.ADD, (a, b)):
            return [*_summands(a), b]
        case Node(Head.SUB, (a, b)):
            return [*_summands(a), node(Head.NEG, b)]
    return [term]


def _in_thousands(seen: Seen) -> Iterator[Sides]:
    """A result that is told in full, where the text counts in thousands or millions."""
    yield from ((node(Head.MUL, seen.claim.left, Int(10**k)), seen.claim.right) for k in (3, 6, 9))


def _told_rate(seen: Seen) -> Iterator[Sides]:
    """One quantity for another by a number that the text tells, or by two of them: a map, hours of 45 minutes."""
    left, right = seen.sides
    if not seen.formula.left.units:
        return
    given = seen.context.given
    told = {n for n in seen.context.numbers | {n / m for n in given for m in given if m} if n > 1}
    single = seen.formula.right.units and not set(seen.formula.text) & set("+-−–*/×÷·^\\(")
    for times, side in product(sorted(told), (*seen.formula.otherwise, *([left] if single else []))):
        yield from ((node(op, side, number(times)), right) for op in (Head.MUL, Head.DIV))
    shown_there = {n for n in TIMES if str(n) in seen.formula.text}
    for n in sorted(n.numerator for n in told if n.denominator == 1 and n < 10_000):
        yield from _both(seen, lambda term, n=n: Int(n) if _is_factor(term, shown_there) else term)  # type: ignore[misc]


def _is_factor(term: Expr, shown_there: Set[int]) -> bool:
    """Whether a numeral may be how many of a finer unit there are, that the text does not show."""
    return isinstance(term, Int) and term.value in TIMES and term.value not in shown_there


def _in_all(seen: Seen) -> Iterator[Sides]:
    """``2 + 4 pens, which is 20 in all``: with what was there before."""
    if " which " in seen.formula.text:
        yield from ((node(Head.ADD, seen.claim.left, number(n)), seen.claim.right) for n in sorted(seen.context.given))


def _worked(seen: Seen) -> Iterator[Sides]:
    """What the words before a sum do to it: half of it, twice it, its square."""
    left, right = seen.sides
    if not (_is(left, Head.ADD) or _is(left, Head.SUB)):
        return
    for times in range(2, 7):
        yield from ((node(op, left, Int(times)), right) for op in (Head.MUL, Head.DIV))
    yield from ((one, right) for one in (node(Head.POW, left, Int(2)), node(Head.SQRT, left), _squared(left)))


def _squared(term: Expr) -> Expr:
    """The sum with every summand squared."""
    if isinstance(term, Node) and term.head in (Head.ADD, Head.SUB):
        return Node(term.head, tuple(_squared(arg) for arg in term.args))
    return node(Head.POW, term, Int(2))


def _apart(seen: Seen) -> Iterator[Sides]:
    """How far apart two numbers are, whichever is larger."""
    yield node(Head.ABS, seen.claim.left), seen.claim.right


def _carried_on(seen: Seen) -> Iterator[Sides]:
    """``7 · 60 = 420 + 23 = 443``: the left side is what the right one begins with; ``500 / 13 = 13 · 38 + 6``."""
    left, right = seen.sides
    old = {part for part in walk_expr(left) if isinstance(part, Int | Dec)}
    while isinstance(right, Node) and right.head in SIGNS:
        new = {part for part in walk_expr(right.args[1]) if isinstance(part, Int | Dec)} - old
        if right.head in (Head.ADD, Head.SUB) and len(old) > 2 and not new:
            return  # summands of a long left side that come back are rewritten, not carried on
        right = right.args[0]
    if isinstance(right, Int | Dec) and right.value and right != seen.claim.right and seen.formula.closes:
        yield left, right
    if isinstance(left, Node) and left.head is Head.DIV and _is(seen.claim.right, Head.ADD):
        yield left.args[0], seen.claim.right


def _exclaimed(seen: Seen) -> Iterator[Sides]:
    if seen.formula.text.endswith("!"):
        yield seen.claim.left, _unmarked(seen.claim.right)


def _unmarked(term: Expr) -> Expr:
    """A term whose factorial at the end is an exclamation mark."""
    if isinstance(term, Node) and term.head is Head.FACTORIAL:
        return term.args[0]
    return Node(term.head, (term.args[0], _unmarked(term.args[1]))) if _ends(term) else term  # type: ignore[union-attr]


def _ends(term: Expr) -> bool:
    return isinstance(term, Node) and term.head in SIGNS


def _ends_counted(seen: Seen) -> Iterator[Sides]:
    """Both ends counted, or none; and a sum less what both parts share."""
    left, right = seen.sides
    if (
        isinstance(left, Node)
        and left.head in (Head.SUB, Head.DIV, Head.ADD)
        and all(isinstance(a, Int) for a in left.args)
    ):
        yield node(Head.SUB, left, Int(1)), right
        if left.head is not Head.ADD:
            yield node(Head.ADD, left, Int(1)), right


def _cents(seen: Seen) -> Iterator[Sides]:
    """A sum of prices that lost their cents: ``4 + 7 = 12.50``."""
    parts, right = _summands(seen.claim.left), seen.claim.right
    if isinstance(right, Dec) and len(parts) > 1 and all(isinstance(part, Int) for part in parts):
        lost = right.value - sum(part.value for part in parts if isinstance(part, Int))
        if 0 < lost < len(parts) and lost.denominator > 1:
            yield node(Head.ADD, seen.claim.left, number(lost)), right


CUED: Final[Mapping[str, Callable[[Seen], Iterable[Sides]]]] = {
    "estimate": _estimated,
    "round-result": _coarse,
    "whole-quotients": _whole,
    "pooled": _pooled,
    "accounts": _in_accounts,
    "ranges": _ranges,
    "two-units": _two_units,
    "dates": _dates,
    "counted-round": _round,
    "other-base": _in_base,
    "logical": _logical,
    "by-size": _by_size,
    "point-product": _point_product,
    "thousands": _grouped,
    "half-turn": _half_turn,
    "percent-unit": _without_percent,
    "composed": _composed,
    "change": _grown,
    "converted": _converted,
    "units-of-a-sum": _of_two_units,
    "in-thousands": _in_thousands,
    "told-rate": _told_rate,
    "in-all": _in_all,
    "worked-on": _worked,
    "distance": _apart,
    "carried-on": _carried_on,
    "exclamation": _exclaimed,
    "ends": _ends_counted,
    "cents": _cents,
}
"""What each row with a cue makes of both sides."""
