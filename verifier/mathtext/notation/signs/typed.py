"""What typed mathematics may mean besides: brackets or exponents that were lost, ranges, points between thousands.

Each is another claim that the same characters may make; a refutation is not believed where one of them holds.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from itertools import pairwise, takewhile

from verifier.kernel.claim import Claim
from verifier.kernel.expr import Const, Dec, Expr, ExprTooLarge, Head, Int, Node
from verifier.mathtext.characters import digit


def typed(claim: Claim, text: str) -> list[Claim]:
    """Return the other claims that a closed claim's text may make."""
    if claim.letters:
        return []
    changes: list[Callable[[Expr], Expr]] = [_grouped, _stacked, _turned]
    if " of " in text:
        changes.append(_shared)
    if "√" in text:
        changes.append(_indexed)
    if " + " not in text and " - " not in text and "\\" not in text:
        changes += [_bracketed, _mixed]
    found = []
    for change in changes:
        try:
            sides = _everywhere(claim.left, change), _everywhere(claim.right, change)
        except ExprTooLarge:
            continue
        found += [claim.between(*sides)] if sides != (claim.left, claim.right) else []
    return found + _ranges(claim, text) + _lowered(claim)


def _indexed(term: Expr) -> Expr:
    """``3√8``: the index of a root, raised in print."""
    match term:
        case Node(Head.MUL, (Int(n), Node(Head.SQRT, (inner,)))) if 2 < n < 10:
            return Node(Head.ROOT, (inner, Int(n)))
    return term


def _lowered(claim: Claim) -> list[Claim]:
    """``3.5 x 10-2``, ``2 x 103 = 2000``, ``32 + 42 = 52``: exponents that were lost when the text was copied, and
    ``4.2 x 10^8 / 2.1 x 10^4``: numbers in scientific notation, divided."""
    found = []
    for change in (_raised, lambda term: term):
        try:
            left, right = (_everywhere(_everywhere(side, change), _scientific) for side in (claim.left, claim.right))
        except ExprTooLarge:
            continue
        found += [claim.between(left, claim.right), claim.between(claim.left, right), claim.between(left, right)]
    return [other for other in found if other != claim]


def _raised(term: Expr) -> Expr:
    ten = Int(10)
    match term:
        case Int(n) if n > 100 and str(n).startswith("10") and n < 10_000:
            return Node(Head.POW, (ten, Int(int(str(n)[2:]))))
        case Int(n) if 20 <= n < 100 and n % 10 > 1:
            return Node(Head.POW, (Int(n // 10), Int(n % 10)))
        case Node(Head.SUB, (Int(10), Int() as n)):
            return Node(Head.POW, (ten, Node(Head.NEG, (n,))))
        case Node(Head.SUB, (Node(Head.MUL, (a, Int(10))), Int() as n)):
            return Node(Head.MUL, (a, Node(Head.POW, (ten, Node(Head.NEG, (n,))))))
    return term


def _scientific(term: Expr) -> Expr:
    match term:
        case Node(Head.MUL, (Node(Head.DIV, (a, b)), Node(Head.POW, (Int(10), _)) as scale)):
            return Node(Head.DIV, (a, Node(Head.MUL, (b, scale))))
    return term


def worked(claim: Claim) -> list[Claim]:
    """Return a sum's claims where the words before it work on it: half of it, twice it, its average, its square."""
    numbers = [Int(n) for n in range(2, 7)]
    made = [claim.between(Node(op, (claim.left, n)), claim.right) for op in (Head.MUL, Head.DIV) for n in numbers]
    squares = [Node(Head.POW, (claim.left, Int(2))), Node(Head.SQRT, (claim.left,)), _squared(claim.left)]
    return made + [claim.between(left, claim.right) for left in squares]


def _squared(term: Expr) -> Expr:
    """The sum with every summand squared."""
    if isinstance(term, Node) and term.head in (Head.ADD, Head.SUB):
        return Node(term.head, tuple(map(_squared, term.args)))
    return Node(Head.POW, (term, Int(2)))


def _everywhere(term: Expr, change: Callable[[Expr], Expr]) -> Expr:
    if isinstance(term, Node):
        term = Node(term.head, tuple(_everywhere(arg, change) for arg in term.args))
    return change(term)


def clocked(claim: Claim, units: Set[str]) -> list[Claim]:
    """Return the claim with times of day in it, ``11.15 - 10.45 = 30 minutes``, where times or hours are told.

    Raises: ExprTooLarge."""
    if not units & {"hour", "hr", "minute", "min", "am", "pm"}:
        return []
    left, right = _everywhere(claim.left, _of_day), _everywhere(claim.right, _of_day)
    if left == claim.left:
        return []
    sixty = Int(60)
    return [claim.between(left, side) for side in (right, claim.right, Node(Head.DIV, (right, sixty)))]


def _of_day(term: Expr) -> Expr:
    """Hours and minutes with a point between them, in hours."""
    if isinstance(term, Dec) and term.places == 2 and term.digits % 100 < 60:
        return Node(Head.ADD, (Int(term.digits // 100), Node(Head.DIV, (Int(term.digits % 100), Int(60)))))
    return term


def _grouped(term: Expr) -> Expr:
    """``1.000`` as a thousand."""
    return Int(term.digits) if isinstance(term, Dec) and term.places == 3 and term.digits >= 1000 else term


def _turned(term: Expr) -> Expr:
    """``π/3`` as 60 degrees."""
    return Int(180) if term == Const("pi") else term


def _stacked(term: Expr) -> Expr:
    """``2^3^2`` as (2^3)^2."""
    match term:
        case Node(Head.POW, (a, Node(Head.POW, (b, c)))):
            return Node(Head.POW, (Node(Head.POW, (a, b)), c))
    return term


def _bracketed(term: Expr) -> Expr:
    """``3+5/2`` as (3+5)/2, ``27^2/3`` as 27^(2/3)."""
    match term:
        case Node(Head.ADD | Head.SUB as op, (a, Node(Head.DIV, (b, c)))):
            return Node(Head.DIV, (Node(op, (a, b)), c))
        case Node(Head.DIV, (Node(Head.POW, (a, Int() as m)), Int() as n)):
            return Node(Head.POW, (a, Node(Head.DIV, (m, n))))
    return term


def _shared(term: Expr) -> Expr:
    """``20% of 50 + 10`` as a share of the sum."""
    match term:
        case Node(Head.ADD | Head.SUB as op, (Node(Head.MUL, (Node(Head.PERCENT | Head.DIV) as share, a)), b)):
            return Node(Head.MUL, (share, Node(op, (a, b))))
    return term


def _mixed(term: Expr) -> Expr:
    """``2-1/2`` as two and a half."""
    match term:
        case Node(Head.SUB, (Int() as whole, Node(Head.DIV, (Int(a), Int(b))) as part)) if 0 < a < b:
            return Node(Head.ADD, (whole, part))
    return term


def _ranges(claim: Claim, text: str) -> list[Claim]:
    """``3-5`` as a range, counted with or without its end, or as a score."""
    left, _, _ = text.partition("=")
    match claim.left:
        case Node(Head.SUB, (Int(a), Int(b))) if a < b and claim.relation is Head.EQ:
            first, dash, last = left.strip().replace("–", "-").partition("-")
            if dash and digit(first) and digit(last.split(" ")[0]):
                return [claim.between(Int(n), claim.right) for n in (b - a + 1, b - a, a + b, a)]
    return []


def hyphened(text: str) -> bool:
    """Return whether a mixed number may stand in a text, written with a hyphen: ``2-1/2 + 1-1/2``."""
    parts = text.replace("–", "-").split("-")
    return any(_ends_whole(before) and _begins_fraction(after) for before, after in pairwise(parts))


def _ends_whole(text: str) -> bool:
    return digit(text[-1:]) and "/" not in text.split(" ")[-1]


def _begins_fraction(text: str) -> bool:
    over, bar, rest = text.partition("/")
    under = "".join(takewhile(digit, rest))
    return bool(bar) and len(over) < 3 and digit(over) and digit(under) and len(under) < 4 and int(over) < int(under)


def open_sum(text: str) -> bool:
    """Return whether something is added outside of brackets after the sign of a sum: ``\\sum_{i=1}^{4} i^2 + 1``."""
    sign = max(text.rfind("\\sum"), text.rfind("∑"), text.rfind("\\prod"))
    depth = 0
    for c in text[sign:] if sign >= 0 else "":
        depth += (c in "([{") - (c in ")]}")
        if depth == 0 and c in "+-−":
            return True
    return False
