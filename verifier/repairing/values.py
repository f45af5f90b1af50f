"""What formulas come to at a point, so that edits are proposed where they may hold. Nothing here is a verdict: the
judge decides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import isfinite, isqrt

from verifier.checkers.enclosure import Ball, Doubtful, enclose, precisions
from verifier.checkers.evaluate import Outcome, Point, compare, shown, value
from verifier.checkers.functions import NotEvaluated, Undefined
from verifier.engines.symbolic.model import model
from verifier.judging.judgements.judgement import JudgedClaim
from verifier.kernel.claim import Claim, Standing, relate, suppose
from verifier.kernel.expr import Expr, ExprTooLarge, Head, Sym, free_names, number
from verifier.kernel.verdict import Certificate, CheckFailed
from verifier.mathtext.notation.applied import substituted
from verifier.records.views.why import point_of, rational, relation_between, relation_of

MOST_POINTS = 4
"""Most points at which a formula is tried."""

_FRESH = (Fraction(2), Fraction(3), Fraction(5), Fraction(7), Fraction(11), Fraction(13))


def points(claim: JudgedClaim) -> list[Point]:
    """Return points at which whatever is put in the place of the claim must hold: one without letters where it has
    none; for an identity any; else points at which the premises hold. None where none is found.
    """
    made = claim.claim if claim.certificate is None else _relation(claim.certificate) or claim.claim
    if made is None:
        return []
    names = sorted(free_names(*made.terms))
    if not names:
        return [{}]
    if made.is_for_all or (claim.certificate is not None and not made.premises):
        return [dict(zip(names, _turned(shift), strict=False)) for shift in range(3)] if len(names) <= 6 else []
    found = list(_models(made))
    return found or list(_named(claim))


def _relation(certificate: Certificate) -> Claim | None:
    """What was decided, as a relation under those of its premises that are relations."""
    found = relation_of(certificate.claim)
    if found is None or not isinstance(certificate.claim, Claim):
        return None
    premises = [(one.id, one.standing, relation_between(one.formula)) for one in certificate.claim.premises]
    made = tuple(suppose(id, standing, *said) for id, standing, said in premises if said is not None)
    return relate(*found, made).for_all() if certificate.claim.is_for_all else relate(*found, made)


def _turned(shift: int) -> tuple[Fraction, ...]:
    return tuple(x + shift * k for k, x in enumerate((*_FRESH[shift:], *_FRESH[:shift]), 1))


def _named(claim: JudgedClaim) -> Iterator[Point]:
    """The point that a refutation names."""
    if claim.certificate is None:
        return
    spelled = {name: rational(text) for name, text in point_of(claim.certificate).items()}
    known = {name: found for name, found in spelled.items() if found is not None}
    if known:
        yield known


def _models(claim: Claim) -> Iterator[Point]:
    """Points at which the premises hold, each other than those before."""
    if not claim.premises:
        return
    asked = claim
    for _ in range(MOST_POINTS):
        found = model(asked)
        if found is None:
            return
        yield found
        name = next(iter(sorted(claim.letters & found.keys())), None)
        if name is None:
            return
        other = suppose("", Standing.STATED, Head.NE, Sym(name), number(found[name]))
        asked = replace(asked, premises=(*asked.premises, other))


def closed(term: Expr, point: Point) -> Expr:
    """Return the term with the letters of the point replaced by their values. Raises: ExprTooLarge."""
    for name in term.free & point.keys():
        term = substituted(term, name, number(point[name]))
    return term


def worth(term: Expr, point: Point) -> Number | None:
    """Return the value of a term at a point: exact where it is rational, close where not, None where there is none."""
    try:
        return value(term, point)
    except Undefined:
        return None
    except NotEvaluated:
        ball = _ball(term, point)
        return None if ball is None else float(ball.mid())


def _ball(term: Expr, point: Point) -> Ball | None:
    try:
        plain = closed(term, point)
        for _ in precisions():
            try:
                return enclose(plain, frozenset())
            except Doubtful:
                continue
    except (CheckFailed, ExprTooLarge, OverflowError, ValueError):
        return None
    return None


def holds(relation: Head, left: Expr, right: Expr, point: Point) -> bool:
    """Return whether the relation seems to hold at the point, exactly or as rounded."""
    try:
        return compare(relate(relation, left, right), point) in (Outcome.HOLDS, Outcome.HOLDS_ROUNDED)
    except Undefined:
        return False
    except NotEvaluated:
        a, b = _ball(left, point), _ball(right, point)
    if a is None or b is None:
        return False
    gap = float((a - b).mid())
    near = abs(gap) <= 1e-12 * max(abs(float(a.mid())), 1.0)
    match relation:
        case Head.EQ | Head.APPROX:
            return near or _as_rounded(left, right, gap)
        case Head.LT | Head.LE:
            return gap < 0 or (near and relation is Head.LE)
        case Head.GT | Head.GE:
            return gap > 0 or (near and relation is Head.GE)
    return not near


def _as_rounded(left: Expr, right: Expr, gap: float) -> bool:
    bare = [found for side in (left, right) if (found := shown(side)) is not None and found[2]]
    return any(abs(gap) <= float(unit) / 2 for _, unit, _ in bare)


Number = Fraction | float


def size(number_: Number) -> Number:
    """Return a number without its sign."""
    return -number_ if number_ < 0 else number_


def root(a: Number, at_a: Number, b: Number, at_b: Number) -> Number | None:
    """Return where a line through two gaps is zero, exact where all four numbers are."""
    rise, run = at_b - at_a, b - a
    if not rise:
        return None
    if isinstance(rise, Fraction) and isinstance(run, Fraction):
        return a - at_a * run / rise
    try:
        found = float(a) - float(at_a) * float(run) / float(rise)
    except OverflowError:
        return None
    return found if isfinite(found) else None


def spellings(wanted: Number, like: str, latex: bool) -> Iterator[str]:
    """Yield how a number that is not negative may be written where ``like`` stands."""
    places = len(like.partition(".")[2])
    number_ = wanted if isinstance(wanted, Fraction) else _near(wanted)
    if number_ is None:
        if places:
            yield _grouped(f"{float(wanted):.{places}f}", like)
        return
    if number_ < 0 or max(number_.numerator, number_.denominator) > 10**18:
        return
    fits = next((p for p in range(max(places, 6) + 1) if (number_ * 10**p).denominator == 1), None)
    if fits is not None:
        yield _grouped(_decimal(number_, max(fits, 2) if places == 2 else fits), like)  # 2 places: money
    elif places:
        yield _grouped(_decimal(number_, places), like)
    if number_.denominator != 1:
        over, under = number_.numerator, number_.denominator
        yield f"\\frac{{{over}}}{{{under}}}" if latex else f"{over}/{under}"


def _decimal(number_: Fraction, places: int) -> str:
    whole, part = divmod(round(number_ * 10**places), 10**places)
    return f"{whole}.{part:0{places}d}" if places else str(whole)


def radical(wanted: float, latex: bool) -> str | None:
    """Return how a number that is not negative and whose square is rational may be written with a root, None where it
    is no such number."""
    square = _near(wanted * wanted)
    if square is None or square <= 0 or square.denominator > 400 or square.numerator > 10**6:
        return None
    under, inside = square.denominator, square.numerator * square.denominator
    over = max(k for k in range(1, isqrt(inside) + 1) if inside % (k * k) == 0)
    share, inside = Fraction(over, under), inside // (over * over)
    if inside == 1:
        return None
    root_ = f"\\sqrt{{{inside}}}" if latex else f"sqrt({inside})"
    top = root_ if share.numerator == 1 else f"{share.numerator}{'' if latex else '*'}{root_}"
    if share.denominator == 1:
        return top
    return f"\\frac{{{top}}}{{{share.denominator}}}" if latex else f"{top}/{share.denominator}"


def _near(wanted: float) -> Fraction | None:
    if not abs(wanted) < 1e12:
        return None
    found = Fraction(wanted).limit_denominator(1000)
    return found if abs(float(found) - wanted) <= 1e-10 * max(1.0, abs(wanted)) else None


def _grouped(spelled: str, like: str) -> str:
    whole, point, part = spelled.partition(".")
    return f"{int(whole):,}{point}{part}" if "," in like else spelled


def numeral(text: str) -> Fraction | None:
    """Return the number that a numeral of a text spells, None where it spells none."""
    whole, point, part = text.replace(",", "").partition(".")
    digits = whole + part
    if not (digits.isascii() and digits.isdigit() and len(digits) < 40) or (point and not part):
        return None
    return Fraction(int(digits), 10 ** len(part))
