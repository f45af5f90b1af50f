"""Re-readings that need a cue: other units, modular counting, estimates, scores. Each yields both sides."""

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
from verifier.readers.exact.rereading.tokens import SIGNS, parse_tokens, to_tokens

MAX_RATES: Final = 200
"""Most rates of a text that one equation is converted by."""


def _map(term: Expr, change: Callable[[Expr], Expr]) -> Expr:
    if isinstance(term, Node):
        term = Node(term.head, tuple(_map(arg, change) for arg in term.args))
    return change(term)


def _change_sides(seen: Seen, change: Callable[[Expr], Expr]) -> Iterator[Sides]:
    """Yield the sides with every term changed: in both sides, in the left one, in the right one."""
    left, right = seen.claim.left, seen.claim.right
    other, more = _map(left, change), _map(right, change)
    yield from dict.fromkeys(((other, more), (other, right), (left, more)))


def _read_estimate(seen: Seen) -> Iterator[Sides]:
    """Round the numerals of the left side to one or two digits."""
    for digits in (1, 2):
        yield _map(seen.claim.left, partial(_round_numeral, digits)), seen.claim.right


def _read_rounded_result(seen: Seen) -> Iterator[Sides]:
    """Round the left side to an integer of at most three digits and zeros, or to any zeros if the text rounds."""
    found = shown(seen.claim.right)
    if found is None or found[2] or not found[0]:
        return
    digits = str(abs(found[0].numerator))
    zeros = len(digits) - len(digits.rstrip("0"))
    kept, rounds = len(digits) - zeros, bool(seen.vocabulary & words.ROUNDING)
    measured = any(isinstance(term, Dec) for term in walk_expr(seen.claim.left))
    if zeros and (rounds or (1 < kept <= 3 and (measured or zeros > 2 or zeros + kept > 4))):
        half = node(Head.ADD, node(Head.DIV, seen.claim.left, Int(10**zeros)), number(Fraction(1, 2)))
        yield node(Head.MUL, node(Head.FLOOR, half), Int(10**zeros)), seen.claim.right


def _round_numeral(digits: int, term: Expr) -> Expr:
    """Round a numeral to a number of digits."""
    if not isinstance(term, Int | Dec) or not term.value:
        return term
    unit = Fraction(10) ** (math.floor(math.log10(term.value)) + 1 - digits)
    return number(math.floor(term.value / unit + Fraction(1, 2)) * unit)


def _read_integer_quotients(seen: Seen) -> Iterator[Sides]:
    """Round the quotients of the left side down, or up, if the result is an integer."""
    if isinstance(seen.claim.right, Int):
        for head in (Head.FLOOR, Head.CEIL):
            yield _map(seen.claim.left, partial(_to_integer, head)), seen.claim.right


def _to_integer(head: Head, term: Expr) -> Expr:
    return Node(head, (term,)) if _is(term, Head.DIV) and abs(value(term, {})) > 1 else term


def _is(term: Expr, head: Head) -> bool:
    return isinstance(term, Node) and term.head is head


def _read_pooled(seen: Seen) -> Iterator[Sides]:
    """Add numerators and denominators, as for marks: ``3/5 + 4/7 = 7/12``."""
    pairs = _list_quotients(seen.claim.left)
    if len(pairs) > 1:
        yield node(Head.DIV, *(number(sum(part)) for part in zip(*pairs, strict=True))), seen.claim.right


def _list_quotients(term: Expr) -> list[tuple[int, int]]:
    match term:
        case Node(Head.DIV, (Int(a), Int(b))):
            return [(a, b)]
        case Node(Head.ADD, (a, b)):
            first, second = _list_quotients(a), _list_quotients(b)
            return [*first, *second] if first and second else []
    return []


def _read_losses(seen: Seen) -> Iterator[Sides]:
    """Negate amounts in brackets, as accountants write losses: ``800 - 950 = (150)``."""
    marked = [list(_find_bracketed(text)) for text in seen.text]
    changed = [_negate(side, marks) for side, marks in zip(seen.sides, marked, strict=True)]
    if any(map(any, marked)) and None not in changed:
        left, right = (one if one is not None else side for one, side in zip(changed, seen.sides, strict=True))
        yield left, right


def _find_bracketed(text: str) -> Iterator[bool]:
    """Yield for each numeral of a text whether it is a summand in round brackets."""
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


def _negate(side: Expr, marks: Sequence[bool]) -> Expr | None:
    """Negate the marked numerals of a side. None if marks and numerals differ in number."""
    rest = list(marks[::-1])

    def change(term: Expr) -> Expr:
        return Node(Head.NEG, (term,)) if isinstance(term, Int | Dec) and rest and rest.pop() else term

    numerals = sum(isinstance(term, Int | Dec) for term in walk_expr(side))
    return _map(side, change) if numerals == len(marks) else None


def _read_ranges(seen: Seen) -> Iterator[Sides]:
    """Read ``3-5`` as a score, or as a range with or without its end."""
    if not _has_hyphen(seen.text[0]):
        return
    match seen.claim.left:
        case Node(Head.SUB, (Int(a), Int(b))):
            yield from ((number(n), seen.claim.right) for n in ((b - a + 1, b - a) if a < b else ((b - a) % 12,)))
    if words.SCORES & seen.vocabulary:
        yield _to_sum(seen.claim.left), seen.claim.right


def _to_sum(term: Expr) -> Expr:
    """Replace subtraction by addition."""
    minus = isinstance(term, Node) and term.head is Head.SUB
    return Node(Head.ADD, (_to_sum(term.args[0]), term.args[1])) if minus else term  # type: ignore[union-attr]


def _has_hyphen(text: str) -> bool:
    """Whether a hyphen joins two numerals without blanks."""
    return any(digit(text[i - 1 : i]) and digit(text[i + 1 : i + 2]) for i, c in enumerate(text) if c == "-")


def _read_two_units(seen: Seen) -> Iterator[Sides]:
    """Read a point or a hyphen between two units: hours and minutes, feet and inches."""
    left, right = seen.sides
    if not all(isinstance(term, Int | Dec) or term.head in (Head.ADD, Head.SUB) for term in _nodes(left)):
        return
    for times, cues in TWO_UNITS.items():
        if cues.isdisjoint(seen.vocabulary) and not (times == 60 and _look_like_times(seen)):
            continue
        finer = [_map(side, partial(_to_small_unit, times)) for side in (left, right)]
        hyphened = [_join_hyphens(side, times, text) for side, text in zip((left, right), seen.text, strict=True)]
        pairs = [(finer[0], finer[1])] if any(isinstance(term, Dec) for term in _nodes(left)) else []
        pairs += [(hyphened[0], hyphened[1] or right)] if hyphened[0] is not None else []
        for made, other in pairs:
            yield from ((made, other), (made, right), (made, node(Head.MUL, right, Int(times))))


def _look_like_times(seen: Seen) -> bool:
    """Whether all numerals have two places and fewer than 60 hundredths, and none is an amount of money."""
    numerals = [term for side in seen.sides for term in _nodes(side) if not isinstance(term, Node)]
    minutes = all(isinstance(term, Dec) and term.places == 2 and term.digits % 100 < 60 for term in numerals)
    return minutes and not seen.units & words.CURRENCY


def _nodes(term: Expr) -> Iterator[Int | Dec | Node]:
    return (one for one in walk_expr(term) if isinstance(one, Int | Dec | Node))


def _to_small_unit(times: int, term: Expr) -> Expr:
    """Convert ``11.15``, or an integer, to the small unit."""
    if isinstance(term, Dec) and term.places <= 2:
        whole, more = divmod(term.digits, 10**term.places)
        return Int(whole * times + more) if more < times else term
    return Int(term.value * times) if isinstance(term, Int) else term


def _join_hyphens(term: Expr, times: int, text: str) -> Expr | None:
    """Convert the pairs of ``5-9 - 4-11`` to the small unit. None if no hyphen joins a pair."""
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
    return parse_tokens(tuple(tokens)) if tight else None


_DAYS_BEFORE: Final = (0, 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334)
"""Days of a year before each month."""


def _read_dates(seen: Seen) -> Iterator[Sides]:
    """Read a slash between day and month: ``25/11 + 21 = 46/11 = 16/12``."""
    for day_first in (True, False):
        yield from _change_sides(seen, partial(_to_day, day_first))


def _to_day(day_first: bool, term: Expr) -> Expr:
    match term:
        case Node(Head.DIV, (Int(a), Int(b))):
            day, month = (a, b) if day_first else (b, a)
            return Int(_DAYS_BEFORE[month] + day) if 0 < month < 13 else term
    return term


def _read_modular(seen: Seen) -> Iterator[Sides]:
    """Compare remainders: hours, days of the week, turns, or by a number of the problem."""
    parts = [term for side in seen.sides for term in walk_expr(side)]
    bare, moduli = len(parts) == 2, {times for times, cues in ROUNDS.items() if not cues.isdisjoint(seen.vocabulary)}
    given = {n.numerator for n in seen.context.given if n.denominator == 1 and n > 1}
    divisors = {n + more for n in given for more in (0, 1) if seen.vocabulary & words.CIRCLING}
    if "remainder" in seen.vocabulary and (bare or "divided" in seen.vocabulary):
        divisors |= given
    for modulus in sorted(moduli | divisors):
        most = None if bare or modulus in divisors else 2 * max(modulus, 15)
        if all(_is_countable(term, most) for term in parts):
            left, right = (Node(Head.MOD, (side, Int(modulus))) for side in seen.sides)
            yield left, right


def _is_countable(term: Expr, most: int | None) -> bool:
    """Whether a term is an integer up to ``most``, a sum, or, without a limit, a product."""
    if isinstance(term, Int):
        return most is None or term.value <= most
    return any(_is(term, head) for head in (Head.ADD, Head.SUB, *([Head.MUL] if most is None else [])))


def _read_other_base(seen: Seen) -> Iterator[Sides]:
    """Read integers in a base that the text names, or in a number of the text, or twice that number."""
    given = {int(n) for n in seen.context.numbers if n.denominator == 1}
    given |= {_WORDS[word] for word in seen.vocabulary & _WORDS.keys()}
    named = {_BASES[word] for word in seen.vocabulary & _BASES.keys()}
    parts = [term for side in seen.sides for term in walk_expr(side)]
    if seen.formula.modular or not all(isinstance(term, Int) or _is_plain(term) for term in parts):
        return
    for base in sorted(named | {n for one in given for n in (one, 2 * one) if 1 < n <= 16}):
        left, right = (_map(side, partial(_convert_base, base)) for side in seen.sides)
        yield left, right
        if isinstance(seen.claim.left, Int):  # it is converted to another base
            yield from ((left, seen.claim.right), (seen.claim.left, right))


_BASES: Final = {"binary": 2, "ternary": 3, "octal": 8, "hex": 16, "hexadecimal": 16}
_WORDS: Final = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "twelve": 12}


def _is_plain(term: Expr) -> bool:
    return any(_is(term, head) for head in (Head.ADD, Head.SUB, Head.MUL))


def _convert_base(base: int, term: Expr) -> Expr:
    if not isinstance(term, Int) or (base < 10 and any(int(c) >= base for c in str(term.value))):
        return term
    return Int(reduce(lambda found, c: found * base + int(c), str(term.value), 0))


def _read_logic(seen: Seen) -> Iterator[Sides]:
    """Read sums of 0 and 1 as `or`, and as `exclusive or`."""
    if all(not isinstance(t, Int) or t.value < 2 for t in walk_expr(seen.claim.left)) and seen.claim.left.size > 1:
        yield node(Head.MIN, Int(1), seen.claim.left), seen.claim.right
        yield node(Head.MOD, seen.claim.left, Int(2)), seen.claim.right


def _read_vector_sizes(seen: Seen) -> Iterator[Sides]:
    """Add the sizes of two vectors that are perpendicular or opposite."""
    match seen.claim.left:
        case Node(Head.ADD, (Int() | Dec() as a, Int() | Dec() as b)) if not seen.formula.left.rows:
            square = node(Head.ADD, node(Head.POW, a, Int(2)), node(Head.POW, b, Int(2)))
            yield node(Head.SQRT, square), seen.claim.right
            yield node(Head.ABS, node(Head.SUB, a, b)), seen.claim.right


def _read_point_product(seen: Seen) -> Iterator[Sides]:
    """Read a point as multiplication if no other sign multiplies: ``2.24 = 48``."""
    if not any(_is(term, Head.MUL) for side in seen.sides for term in walk_expr(side)):
        yield from _change_sides(seen, _to_product)


def _to_product(term: Expr) -> Expr:
    if not isinstance(term, Dec):
        return term
    whole, part = divmod(term.digits, 10**term.places)
    return term if str(part) != str(term.digits)[-term.places :] else Node(Head.MUL, (Int(whole), Int(part)))


def _read_thousands(seen: Seen) -> Iterator[Sides]:
    """Read a point as a separator of thousands: ``1.000``."""
    yield from _change_sides(
        seen, lambda t: Int(t.digits) if isinstance(t, Dec) and t.places == 3 and t.digits > 999 else t
    )


def _read_half_turn(seen: Seen) -> Iterator[Sides]:
    yield from _change_sides(seen, lambda term: Int(180) if term == Const("pi") else term)


def _read_percent_unit(seen: Seen) -> Iterator[Sides]:
    """Read the percent sign as a unit."""
    yield from _change_sides(
        seen, lambda term: term.args[0] if isinstance(term, Node) and _is(term, Head.PERCENT) else term
    )


def _read_composed(seen: Seen) -> Iterator[Sides]:
    """Compose two changes in percent: their sum plus or minus their product."""
    match seen.claim.left:
        case Node(Head.ADD, (Node(Head.PERCENT, _) as first, Node(Head.PERCENT, _) as second)):
            both = node(Head.MUL, first, second)
            yield from ((node(op, seen.claim.left, both), seen.claim.right) for op in (Head.ADD, Head.SUB))


def _read_change(seen: Seen) -> Iterator[Sides]:
    """Read the difference of a quotient from one."""
    if _is(seen.claim.left, Head.DIV) and _is(seen.claim.right, Head.PERCENT):
        yield node(Head.ABS, node(Head.SUB, seen.claim.left, Int(1))), seen.claim.right


def _read_converted(seen: Seen) -> Iterator[Sides]:
    """Convert the left side to another unit."""
    left, right = seen.sides
    percent = any(_is(side, Head.PERCENT) for side in (left, right))
    if isinstance(left, Node) and left.head is Head.MUL and left.args[0] in seen.formula.otherwise:
        yield left.args[0], right  # the table of units converted it; one unit may be a slip of the pen
        return
    if not (seen.units or percent):
        return
    factors = hidden(seen.formula.left.units, seen.formula.right.units, seen.context.heard)
    known = factor(seen.formula.left.units, seen.formula.right.units)
    for times in (*factors, *([known] if known and seen.claim.relation is Head.APPROX else [])):
        yield node(Head.MUL, left, number(times)), right
        yield node(Head.DIV, left, number(times)), right


def _read_mixed_sum(seen: Seen) -> Iterator[Sides]:
    """Convert one summand to another unit of the equation or the text: ``3 MB + 512 KB = 3.5 MB``."""
    letters = "".join(c if c.isalpha() else " " for c in seen.text[0]).split()
    parts = _list_summands(seen.claim.left)
    if not 2 <= len(parts) <= 4 or any(_is(part, Head.MUL) for part in parts):
        return  # a product is a converted quantity
    sizes = [[units[word] for word in seen.vocabulary & units.keys()] for units in TABLE]
    ratios = {a // b for one in sizes for a in one for b in one if a > b and a % b == 0}
    for times, chosen in product(FACTORS if len(set(letters)) > 1 else sorted(ratios), range(len(parts))):
        for finer in (number(Fraction(1, times)), Int(times)):
            made = [node(Head.MUL, part, finer) if i == chosen else part for i, part in enumerate(parts)]
            yield reduce(lambda a, b: node(Head.ADD, a, b), made), seen.claim.right


def _list_summands(term: Expr) -> list[Expr]:
    match term:
        case Node(Head.ADD, (a, b)):
            return [*_list_summands(a), b]
        case Node(Head.SUB, (a, b)):
            return [*_list_summands(a), node(Head.NEG, b)]
    return [term]


def _read_large_result(seen: Seen) -> Iterator[Sides]:
    """Read a full result of a text that counts in thousands or millions."""
    yield from ((node(Head.MUL, seen.claim.left, Int(10**k)), seen.claim.right) for k in (3, 6, 9))


def _read_given_rate(seen: Seen) -> Iterator[Sides]:
    """Convert by a number of the text, or a ratio of two: a map, hours of 45 minutes."""
    left, right = seen.sides
    if not seen.formula.left.units:
        return
    given = seen.context.given
    rates = {n for n in seen.context.numbers | {n / m for n in given for m in given if m} if n > 1}
    single = seen.formula.right.units and not set(seen.formula.text) & set("+-−–*/×÷·^\\(")
    tried = sorted(rates)[:MAX_RATES]
    for rate, side in product(tried, (*seen.formula.otherwise, *([left] if single else []))):
        yield from ((node(op, side, number(rate)), right) for op in (Head.MUL, Head.DIV))
    written = {n for n in TIMES if str(n) in seen.formula.text}
    for n in (n.numerator for n in tried if n.denominator == 1 and n < 10_000):
        yield from _change_sides(seen, partial(_replace_factor, n, written))


def _replace_factor(rate: int, written: Set[int], term: Expr) -> Expr:
    """Replace a factor between units that the equation does not show."""
    hidden_factor = isinstance(term, Int) and term.value in TIMES and term.value not in written
    return Int(rate) if hidden_factor else term


def _read_total(seen: Seen) -> Iterator[Sides]:
    """Add a number of the problem: ``2 + 4 pens, which is 20 in all``."""
    if " which " in seen.formula.text:
        yield from ((node(Head.ADD, seen.claim.left, number(n)), seen.claim.right) for n in sorted(seen.context.given))


def _read_worked_sum(seen: Seen) -> Iterator[Sides]:
    """Apply an operation of the words before a sum: half of it, twice it, its square."""
    left, right = seen.sides
    if not (_is(left, Head.ADD) or _is(left, Head.SUB)):
        return
    for times in range(2, 7):
        yield from ((node(op, left, Int(times)), right) for op in (Head.MUL, Head.DIV))
    yield from ((one, right) for one in (node(Head.POW, left, Int(2)), node(Head.SQRT, left), _square(left)))


def _square(term: Expr) -> Expr:
    """Square every summand."""
    if isinstance(term, Node) and term.head in (Head.ADD, Head.SUB):
        return Node(term.head, tuple(_square(arg) for arg in term.args))
    return node(Head.POW, term, Int(2))


def _read_distance(seen: Seen) -> Iterator[Sides]:
    """Read the absolute value of the left side."""
    yield node(Head.ABS, seen.claim.left), seen.claim.right


def _read_running(seen: Seen) -> Iterator[Sides]:
    """Read ``7 · 60 = 420 + 23 = 443`` as a running computation, and ``500 / 13 = 13 · 38 + 6`` as a division."""
    left, right = seen.sides
    old = {part for part in walk_expr(left) if isinstance(part, Int | Dec)}
    while isinstance(right, Node) and right.head in SIGNS:
        new = {part for part in walk_expr(right.args[1]) if isinstance(part, Int | Dec)} - old
        if right.head in (Head.ADD, Head.SUB) and len(old) > 2 and not new:
            return  # the side is rewritten, not continued
        right = right.args[0]
    if isinstance(right, Int | Dec) and right.value and right != seen.claim.right and seen.formula.closes:
        yield left, right
    if isinstance(left, Node) and left.head is Head.DIV and _is(seen.claim.right, Head.ADD):
        yield left.args[0], seen.claim.right


def _read_occurrences(seen: Seen) -> Iterator[Sides]:
    """Read the number before the word as a count of occurrences: ``100/5 = 20 times 2 people come``."""
    left, right = seen.sides
    if " times " in seen.text[1] and isinstance(right, Node) and right.head is Head.MUL:
        yield left, right.args[0]


def _read_heading(seen: Seen) -> Iterator[Sides]:
    """Read a quantity as what the calculation is for, if the calculation uses it: ``8 bags = 5.5 * 8``."""
    left, right = seen.sides
    quantity = isinstance(left, Int | Dec) and seen.formula.left.units
    if quantity and isinstance(right, Node) and left in walk_expr(right):
        yield right, right


def _read_exclamation(seen: Seen) -> Iterator[Sides]:
    if seen.formula.text.endswith("!"):
        yield seen.claim.left, _drop_mark(seen.claim.right)


def _drop_mark(term: Expr) -> Expr:
    """Drop a factorial at the end of a term."""
    if isinstance(term, Node) and term.head is Head.FACTORIAL:
        return term.args[0]
    if isinstance(term, Node) and term.head in SIGNS:
        return Node(term.head, (term.args[0], _drop_mark(term.args[1])))
    return term


def _read_ends(seen: Seen) -> Iterator[Sides]:
    """Count both ends or none, or count once what two parts share."""
    left, right = seen.sides
    heads = (Head.SUB, Head.DIV, Head.ADD)
    if isinstance(left, Node) and left.head in heads and all(isinstance(arg, Int) for arg in left.args):
        yield node(Head.SUB, left, Int(1)), right
        if left.head is not Head.ADD:
            yield node(Head.ADD, left, Int(1)), right


def _read_cents(seen: Seen) -> Iterator[Sides]:
    """Add the missing cents of prices: ``4 + 7 = 12.50``."""
    parts, right = _list_summands(seen.claim.left), seen.claim.right
    if isinstance(right, Dec) and len(parts) > 1 and all(isinstance(part, Int) for part in parts):
        lost = right.value - sum(part.value for part in parts if isinstance(part, Int))
        if 0 < lost < len(parts) and lost.denominator > 1:
            yield node(Head.ADD, seen.claim.left, number(lost)), right


CUED: Final[Mapping[str, Callable[[Seen], Iterable[Sides]]]] = {
    "estimate": _read_estimate,
    "round-result": _read_rounded_result,
    "whole-quotients": _read_integer_quotients,
    "pooled": _read_pooled,
    "accounts": _read_losses,
    "ranges": _read_ranges,
    "two-units": _read_two_units,
    "dates": _read_dates,
    "counted-round": _read_modular,
    "other-base": _read_other_base,
    "logical": _read_logic,
    "by-size": _read_vector_sizes,
    "point-product": _read_point_product,
    "thousands": _read_thousands,
    "half-turn": _read_half_turn,
    "percent-unit": _read_percent_unit,
    "composed": _read_composed,
    "change": _read_change,
    "converted": _read_converted,
    "units-of-a-sum": _read_mixed_sum,
    "in-thousands": _read_large_result,
    "given-rate": _read_given_rate,
    "in-all": _read_total,
    "worked-on": _read_worked_sum,
    "distance": _read_distance,
    "carried-on": _read_running,
    "occurrences": _read_occurrences,
    "heading": _read_heading,
    "exclamation": _read_exclamation,
    "ends": _read_ends,
    "cents": _read_cents,
}
"""The function of each row with a cue."""
