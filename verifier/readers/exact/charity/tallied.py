"""Tallies: scores, dates, hours and points that are written with the signs of a difference or of a quotient.

``6-4`` may be a set of ten games, ``9-5`` a working day of eight hours, ``18/20`` a mark of 90, ``12/25`` a day in
December. A false equation is not refuted where it may tell one of these.
"""

from __future__ import annotations

from collections.abc import Set
from typing import Final

from verifier.checkers.evaluate import shown, value
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.claim import Claim
from verifier.kernel.expr import Dec, Expr, Head, Int, Node
from verifier.mathtext.lexicon import words

_HOURS: Final = frozenset({"hour", "hr", "h", "am", "pm"})
_DAYS: Final = frozenset({"day", "days", "week", "weeks", "date", "dates"})
_TIMES: Final = _HOURS | _DAYS
_INCLUSIVE: Final = frozenset({"inclusive", "inclusively", "countdown"})
_YEARS: Final = range(1800, 2200)


def tallied(claim: Claim, text: str, units: Set[str], heard: Set[str]) -> bool:
    """Return whether a false equation without letters may tell a score, a date, a time or a mark. ``units``: those of
    both its sides; ``heard``: the words of the chain."""
    right = _number(claim.right)
    if claim.letters or claim.relation is not Head.EQ:
        return False
    left = text.partition("=")[0].strip()
    return (
        _apart(claim, units)
        or _round_the_clock(claim.left, right, units)
        or _of_hundred(claim, right)
        or _added_as_marks(claim, heard)
        or _minutes(claim, units)
        or (_tight(left, "-–−") and _hyphened(claim.left, right, heard))
        or (_tight(left, "/") and _slashed(claim.left, right, units, heard))
    )


def _number(term: Expr) -> int | None:
    found = shown(term)
    return None if found is None or found[0].denominator != 1 else int(found[0])


def _tight(text: str, signs: str) -> bool:
    """Whether one of these signs stands in a text, and none of them beside a blank or at its beginning."""
    places = [i for i, c in enumerate(text) if c in signs]
    beside = (text[i - 1 : i + 2] for i in places if i)
    return bool(places) and 0 not in places and not any(" " in near for near in beside)


def _hyphened(left: Expr, right: int | None, heard: Set[str]) -> bool:
    """Whether whole numbers joined by hyphens may be a score, or a range counted with both ends."""
    parts = _parts(left, Head.SUB)
    if len(parts) < 2 or right is None:
        return False
    ends = heard & _INCLUSIVE and abs(parts[0] - parts[-1]) + 1 == right
    return sum(parts) == right or bool(heard & words.SCORES) or bool(ends)


def _round_the_clock(left: Expr, right: int | None, units: Set[str]) -> bool:
    """Whether hours are counted from one to another: ``9-5 = 8 hours``."""
    parts = _parts(left, Head.SUB)
    return right is not None and len(parts) == 2 and bool(units & _HOURS) and (parts[1] - parts[0] - right) % 12 == 0


def _slashed(left: Expr, right: int | None, units: Set[str], heard: Set[str]) -> bool:
    """Whether whole numbers joined by slashes may be dates, hours a day and days a week, or the years of a season."""
    pairs = _quotients(left)
    dates = len(pairs) > 1 and all(0 < a <= 12 and 0 < b <= 31 for a, b in pairs)
    if dates and units & _DAYS:
        return True
    if len(pairs) != 1:
        return False
    a, b = pairs[0]
    told = (a, b) == (24, 7) or bool((units | heard) & _TIMES)
    return (told and right == a * b) or (a in _YEARS and b in (a + 1, (a + 1) % 100))


def _of_hundred(claim: Claim, right: int | None) -> bool:
    """Whether a quotient is told in hundredths, without the sign: ``18/20 = 90``."""
    pairs = _quotients(claim.left)
    return (
        right is not None
        and len(pairs) == 1
        and 0 <= pairs[0][0] <= pairs[0][1]
        and (pairs[0][0] * 100 == right * pairs[0][1])
    )


def _added_as_marks(claim: Claim, heard: Set[str]) -> bool:
    """Whether points out of so many are added, where the chain speaks of scores: ``7/10 + 8/10 = 15/20``."""
    pairs, whole = _quotients(claim.left), _quotients(claim.right)
    if len(pairs) < 2 or len(whole) != 1 or not heard & words.SCORES:
        return False
    over, under = sum(a for a, _ in pairs), sum(b for _, b in pairs)
    return over * whole[0][1] == under * whole[0][0]


def _apart(claim: Claim, units: Set[str]) -> bool:
    """Whether a difference of measures is told without its sign: ``68 - 86 = 18 degrees``."""
    measured = units & (words.MEASURES - words.CURRENCY)
    minus = isinstance(claim.left, Node) and claim.left.head is Head.SUB
    try:
        return bool(measured) and minus and value(claim.left, {}) == -value(claim.right, {})
    except NotEvaluated:
        return False


def _minutes(claim: Claim, units: Set[str]) -> bool:
    """Whether decimals of two places may be hours (or degrees) and minutes: ``8.30 + 1.45 = 10.15``."""
    if units & words.CURRENCY or not isinstance(claim.left, Node) or claim.left.head not in (Head.ADD, Head.SUB):
        return False
    leaves = (*claim.left.args, claim.right)
    if not all(isinstance(term, Dec) and term.places == 2 and term.digits % 100 < 60 for term in leaves):
        return False
    first, second, whole = (60 * (t.digits // 100) + t.digits % 100 for t in leaves if isinstance(t, Dec))
    return whole == (first + second if claim.left.head is Head.ADD else first - second)


def _parts(term: Expr, op: Head) -> list[int]:
    """The whole numbers that an operation joins, from the left; nothing where other things stand there."""
    if isinstance(term, Int):
        return [term.value]
    if isinstance(term, Node) and term.head is op and isinstance(term.args[1], Int):
        before = _parts(term.args[0], op)
        return [*before, term.args[1].value] if before else []
    return []


def _quotients(term: Expr) -> list[tuple[int, int]]:
    """The quotients of whole numbers that are added or subtracted; nothing where other things stand there."""
    match term:
        case Node(Head.DIV, (Int(a), Int(b))):
            return [(a, b)]
        case Node(Head.ADD | Head.SUB, (a, b)):
            first, second = _quotients(a), _quotients(b)
            return [*first, *second] if first and second else []
    return []
