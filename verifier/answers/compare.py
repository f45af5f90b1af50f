"""Whether two final answers are the same: equal, different, or could not tell, decided by the engines and the door.

The rules, where the field's answer checkers go wrong:

- *Exact.* Nothing is compared by floating point. Numbers without letters go to the evaluator and to enclosures,
  expressions to canonical forms; only what the door admits is ``equal`` or ``different``.
- *Rounding.* ``0.333333`` is not 1/3. What is equal only as rounded, or may be, is *could not tell*: whether rounding
  was asked for is not in the answer. Decimals that no rounding explains are different.
- *Side conditions.* ``x/x`` and 1 are equal only where x ≠ 0: *could not tell*. What denotes nothing (``1/0``) equals
  nothing, not even itself.
- *Units.* A unit on one side only is overlooked where the numbers are equal; units that are multiples of each other
  are converted; other units, and a percent sign on one side that would decide, are *could not tell*.
- *Order.* Sets and lists of solutions have none; tuples, intervals and matrices do.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import product
from typing import Final

from verifier.answers.final_answer import MAX_ANSWER, FinalAnswer
from verifier.answers.forms.real_sets import FLIPPED, compare_sets, is_region
from verifier.answers.kinds import (
    Assigned,
    Based,
    Choice,
    Form,
    Infinite,
    Matrix,
    Name,
    Quantity,
    Ratio,
    Related,
    Row,
    Several,
    Without,
)
from verifier.answers.normalization import grouped, plain, spelling, written
from verifier.answers.number_words import may_convert, scale, spelled_out
from verifier.answers.parser import form
from verifier.answers.terms import EQUAL, Sameness, differ, left_open, same_terms
from verifier.checkers.evaluate import value
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.expr import Const, Expr, ExprTooLarge, Head, Int, Node, Sym, node, number, walk_expr
from verifier.mathtext.lexicon import words

MAX_MONOMIALS: Final = 200
MAX_DEGREE: Final = 12

Monomial = tuple[tuple[str, int], ...]
Polynomial = dict[Monomial, Fraction]


def compare_equations(a: Related, b: Related) -> bool | None:
    """Return whether two equations with polynomial sides say the same: True where one is a multiple of the other, False
    where both are linear and are no multiples, None where that is not known."""
    first, second = _difference(a), _difference(b)
    if not first or not second:
        return None
    names = {name for found in (first, second) for monomial in found for name, _ in monomial}
    own = [{name for monomial in found for name, _ in monomial} for found in (first, second)]
    if own[0] != own[1] or not names:
        return None
    lead = next(iter(first))
    if first.keys() == second.keys() and all(
        number * second[lead] == second[monomial] * first[lead] for monomial, number in first.items()
    ):
        return True
    linear = all(sum(power for _, power in monomial) <= 1 for found in (first, second) for monomial in found)
    return False if linear else None


def _difference(equation: Related) -> Polynomial | None:
    """The left side less the right one."""
    if equation.left.units or equation.right.units:
        return None
    left, right = _polynomial(equation.left.term), _polynomial(equation.right.term)
    return None if left is None or right is None else _sum(left, right, -1)


def _polynomial(term: Expr) -> Polynomial | None:
    """A term as a polynomial with rational coefficients; None where it is none, or a large one."""
    match term:
        case Sym(name):
            return None if name in ("i", "e") else {((name, 1),): Fraction(1)}
        case Node(Head.NEG, (inner,)):
            found = _polynomial(inner)
            return None if found is None else _sum({}, found, -1)
        case Node(Head.ADD | Head.SUB, (left, right)):
            sides = _polynomial(left), _polynomial(right)
            if sides[0] is None or sides[1] is None:
                return None
            return _sum(sides[0], sides[1], 1 if term.head is Head.ADD else -1)
        case Node(Head.MUL, (left, right)):
            return _times(_polynomial(left), _polynomial(right))
        case Node(Head.DIV, (left, right)):
            number = _number(right)
            return None if not number else _times(_polynomial(left), {(): 1 / number})
        case Node(Head.POW, (base, exponent)) if (power := _number(exponent)) is not None and power in range(7):
            found = {(): Fraction(1)}
            for _ in range(int(power)):
                found = _times(found, _polynomial(base)) or {}
            return found if found else None
    number = _number(term)
    return None if number is None else ({(): number} if number else {})


def _number(term: Expr) -> Fraction | None:
    try:
        return value(term, {})
    except NotEvaluated:
        return None


def _sum(a: Polynomial, b: Polynomial, sign: int) -> Polynomial:
    found = dict(a)
    for monomial, factor in b.items():
        found[monomial] = found.get(monomial, Fraction(0)) + sign * factor
    return {monomial: factor for monomial, factor in found.items() if factor}


def _times(a: Polynomial | None, b: Polynomial | None) -> Polynomial | None:
    if a is None or b is None or len(a) * len(b) > MAX_MONOMIALS**2:
        return None
    found: Polynomial = {}
    for (one, x), (other, y) in product(a.items(), b.items()):
        powers = dict(one)
        for name, power in other:
            powers[name] = powers.get(name, 0) + power
        monomial = tuple(sorted(powers.items()))
        found[monomial] = found.get(monomial, Fraction(0)) + x * y
    small = len(found) <= MAX_MONOMIALS and all(sum(power for _, power in one) <= MAX_DEGREE for one in found)
    return {monomial: number for monomial, number in found.items() if number} if small else None


def same_answer(a: str, b: str) -> Sameness:
    """Return whether two final answers, as written, are the same: ``state`` is ``equal``, ``different`` or ``could not
    tell``, ``same`` is True, False or None, and ``reason`` says why. Symmetric, and never by floating point.

    >>> same_answer("1/2", "0.5").same
    True

    Raises: TypeError on what is no string."""
    for one in (a, b):
        if not isinstance(one, str):
            raise TypeError(f"expected an answer as a string, got {type(one).__name__}")
    return compare(a, b)


def compare(found: str, reference: str) -> Sameness:
    """Return whether two final answers, as written, are the same, with the reason. Symmetric."""
    if max(len(found), len(reference)) > MAX_ANSWER:
        return left_open(f"an answer of more than {MAX_ANSWER} characters")
    left, right = form(found), form(reference)
    if left is None or right is None:
        if written(found) and written(found) == written(reference):
            return Sameness("equal", "the same as written")
        which = found if left is None else reference
        return left_open(f"not understood: {which.strip()!r:.80}")
    told = _compared(left, right)
    if told.state == "different" and _points(found) == _points(reference):
        return left_open("the same as written, but for blanks, or a comma for a point")
    bare = [text.strip().replace(",", "") for text in (found, reference)]
    if told.state == "different" and bare[0] == bare[1] and bare[0].isdecimal() and " " not in found + reference:
        return left_open("the same digits, and commas between them")
    if told.state == "different" and None is not grouped(found) == grouped(reference) is not None:
        return left_open("the same digits, and points or commas that may group them")
    if told.state == "different" and "\\lg" in found + reference:
        return left_open("a logarithm whose base may be 2 or 10")
    if told.state == "equal" and _vectors(found, reference) and written(found) != written(reference):
        return left_open("a product that may be one of vectors")
    if told.state == "equal" and None is not _letter(found) != _letter(reference) is not None:
        return left_open("values of other letters")
    return told


def against(found: FinalAnswer, reference: str | FinalAnswer) -> Sameness:
    """Return whether the final answer that was found in a text is the reference, or that of another text.

    What is only a guess may be a check, or a value that is put aside: it may be the same, and is never *different*."""
    told = compare(found.text, reference if isinstance(reference, str) else reference.text)
    sure = found.is_told and (isinstance(reference, str) or reference.is_told)
    if told.state != "different" or sure:
        return told
    return left_open(f"{told.reason}; whether the last formula is the final answer is not known")


def _vectors(*texts: str) -> bool:
    """Whether letters are set bold, or a cross stands between letters."""
    bold = any(font in text for text in texts for font in ("\\mathbf", "\\vec", "\\boldsymbol"))
    bare = [text.replace("\\times", "×").replace(" ", "") for text in texts if "\\times" in text or "×" in text]
    crosses = [(t[at - 1 : at], t[at + 1 : at + 2]) for t in bare for at, sign in enumerate(t) if sign == "×"]
    return bold or any(a.isalpha() and b.isalpha() for a, b in crosses)


def _letter(text: str) -> str | None:
    """The letter that an answer gives a value to: ``x = 3``."""
    name, sign, _ = plain(text).partition("=") if "=" in text else ("", "", "")
    return name.strip() if sign and len(name.strip()) == 1 and text.count("=") == 1 else None


def _points(text: str) -> str:
    return spelling(text).replace(",", ".")


def _compared(a: Form, b: Form) -> Sameness:
    if (is_region(a) or is_region(b)) and (found := compare_sets(a, b)) is not None:
        return found
    match a, b:
        case Quantity(), Quantity():
            return _quantities(a, b)
        case (Infinite(), Infinite()):
            return EQUAL if a == b else differ("opposite infinities")
        case (Infinite(), Quantity()) | (Quantity(), Infinite()):
            other = b if isinstance(a, Infinite) else a
            closed = isinstance(other, Quantity) and not other.term.free
            return differ("a number is not infinite") if closed else left_open("an infinity beside an expression")
        case Name(), Name():
            if a.among != b.among:
                return left_open("names of other kinds")
            return Sameness("equal", "the same name") if a.name == b.name else differ("another name")
        case Choice(), Choice():
            if a.letter != b.letter:
                return differ("another choice")
            values = isinstance(a.content, Quantity) and isinstance(b.content, Quantity)
            clash = values and a.content and b.content and _compared(a.content, b.content).state == "different"
            return left_open("one letter, with other values") if clash else Sameness("equal", "the same choice")
        case (Choice(_, Quantity() as content), _):
            return _compared(content, b)
        case (_, Choice(_, Quantity() as content)):
            return _compared(a, content)
        case Row(), Row() if (a.opening, a.closing) == (b.opening, b.closing):
            return _in_order(a.parts, b.parts)
        case Row(), Row():
            inner = _in_order(a.parts, b.parts)
            return inner if inner.state == "different" else differ("other brackets")
        case Matrix(), Matrix():
            if [len(row) for row in a.rows] != [len(row) for row in b.rows]:
                return differ("matrices of other shapes")
            return _in_order([x for row in a.rows for x in row], [x for row in b.rows for x in row])
        case Several(), Several():
            return _lists(a, b)
        case Without(), Without():
            both = _all((_compared(a.base, b.base), _compared(a.removed, b.removed)))
            return both if both.state == "equal" else left_open("sets without members of others")
        case (Several((only,)), other) | (other, Several((only,))):
            return _compared(only, other)
        case (Several(), Quantity()) | (Quantity(), Several()) if not is_region(a) and not is_region(b):
            many = a if isinstance(a, Several) else b
            assert isinstance(many, Several)
            if not many.parts and (_is_zero(a) or _is_zero(b)):
                return left_open("nothing, or the number 0")
            return _lists(many, Several((b if many is a else a,)))
        case Related(), Related():
            return _relations(a, b)
        case Assigned(), Assigned() if a.names == b.names:
            return _in_order(a.values, b.values)
        case (Assigned() as named, Row("(", parts, ")")) | (Row("(", parts, ")"), Assigned() as named):
            return _coordinates(named, parts)
        case Ratio(), Ratio():
            return _ratios(a, b)
        case Based(), Based():
            return _based(a, b)
        case (Related(Head.EQ, Quantity(Sym()), Quantity() as right), other) | (
            other,
            Related(Head.EQ, Quantity(Sym()), Quantity() as right),
        ):
            return _compared(right, other)
        case (Related(), Row() | Several()) | (Row() | Several(), Related()):
            sides = [_interval(x) if isinstance(x, Related) else x for x in (a, b)]
            if sides[0] is not None and sides[1] is not None:
                return _compared(sides[0], sides[1])
    return left_open(f"{_kind(a)} beside {_kind(b)}")


def _is_zero(found: Form) -> bool:
    return isinstance(found, Quantity) and same_terms(found.term, Int(0)).state != "different"


def _interval(found: Related) -> Row | None:
    """``x > 3`` as the interval from 3 on."""
    left, right, relation = found.left, found.right, found.relation
    if isinstance(right.term, Sym) and not left.term.free:
        left, right, relation = right, left, FLIPPED.get(relation, relation)
    if not isinstance(left.term, Sym) or right.term.free:
        return None
    match relation:
        case Head.GT | Head.GE:
            return Row("(" if relation is Head.GT else "[", (right, Infinite(False)), ")")
        case Head.LT | Head.LE:
            return Row("(", (Infinite(True), right), ")" if relation is Head.LT else "]")
    return None


def _kind(found: Form) -> str:
    names = {Quantity: "a value", Several: "several values", Row: "a row", Related: "a relation"}
    return names.get(type(found), f"a {type(found).__name__.lower()}")


def _quantities(a: Quantity, b: Quantity) -> Sameness:
    if a.units == b.units or not (a.units and b.units):
        found = same_terms(a.term, b.term)
        if found.state != "different":
            return found
        if (a.bare is None) is not (b.bare is None) and same_terms(
            a.bare or a.term, b.bare or b.term
        ).state != "different":
            return left_open("a word such as dozen or million on one side only, which may be the unit asked for")
        if a.units != b.units and _converts(a, b):
            return left_open("a unit on one side only, and the numbers differ as by a change of units")
        if ("degree" in a.units) != ("degree" in b.units) and Const("pi") in {*walk_expr(a.term), *walk_expr(b.term)}:
            return left_open("degrees beside a multiple of π")
        return _percents(a.term, b.term, found)
    scales = scale(a.units), scale(b.units)
    if spelled_out(a.units) == spelled_out(b.units):
        return same_terms(a.term, b.term)
    if scales[0] is None or scales[1] is None or scales[0][0] != scales[1][0]:
        return left_open(f"other units: {', '.join(sorted(a.units))} beside {', '.join(sorted(b.units))}")
    try:
        sides = [node(Head.MUL, x.term, number(s[1])) for x, s in ((a, scales[0]), (b, scales[1]))]
    except ExprTooLarge:
        return left_open("an answer that is too large")
    return same_terms(*sides)


def _converts(a: Quantity, b: Quantity) -> bool:
    """Whether one number is the other, times what a change of units multiplies by, or may be."""
    units = a.units or b.units
    measured = scale(units)
    if measured is None:
        return bool(units & words.MEASURES)
    try:
        x, y = value(a.term, {}), value(b.term, {})
    except NotEvaluated:
        return True
    warm = measured[0] == "angle" and any(p * 9 / 5 + 32 == q for p, q in ((x, y), (y, x)))  # Celsius, Fahrenheit
    return warm or (y != 0 and x != 0 and may_convert(measured[0], x / y))


def _percents(a: Expr, b: Expr, found: Sameness) -> Sameness:
    """A percent sign on one side only may have been asked for: then the numbers before it decide."""
    marks = [isinstance(x, Node) and x.head is Head.PERCENT for x in (a, b)]
    if marks[0] is marks[1]:
        return found
    bare = [x.args[0] if isinstance(x, Node) and x.head is Head.PERCENT else x for x in (a, b)]
    if same_terms(*bare).state == "different":
        return found
    return left_open("a percent sign on one side only")


def _in_order(a: Sequence[Form], b: Sequence[Form]) -> Sameness:
    if len(a) != len(b):
        return differ(f"{len(a)} parts, not {len(b)}")
    return _all(_compared(x, y) for x, y in zip(a, b, strict=True))


def _all(found: Iterable[Sameness]) -> Sameness:
    """Equal where all are, different where one is."""
    worst = EQUAL
    for one in found:
        if one.state == "different":
            return one
        worst = one if one.state != "equal" else worst
    return worst


def _without_order(a: Sequence[Form], b: Sequence[Form], what: str) -> Sameness:
    """Every part of each side is among the other's: equal; a part that differs from all of the other's: different."""
    table = [[_compared(x, y) for y in b] for x in a]
    lines = [*table, *([row[j] for row in table] for j in range(len(b)))]
    if any(all(one.state == "different" for one in line) for line in lines):
        return differ(f"other {what}")
    if all(any(one.state == "equal" for one in line) for line in lines):
        return EQUAL
    return next(one for line in lines for one in line if one.state == "could not tell")


def _lists(a: Several, b: Several) -> Sameness:
    """Sets, and lists of solutions, in which a value may be written as often as it occurs."""
    found = _without_order(a.parts, b.parts, "solutions")
    if a.union or b.union:
        return found if found.state != "different" else left_open("unions that are not written alike")
    if found.state != "equal" or (a.once and b.once):
        return found
    often = [[sum(_compared(x, y).state == "equal" for y in one.parts) for x in a.parts] for one in (a, b)]
    repeats = [not one.once and len(one.parts) > len(_distinct(one.parts)) for one in (a, b)]
    if repeats[0] is not repeats[1]:
        return left_open("a value is repeated on one side only")
    return found if not repeats[0] or often[0] == often[1] else differ("values repeated in another way")


def _distinct(parts: Sequence[Form]) -> list[Form]:
    found: list[Form] = []
    for part in parts:
        if all(_compared(part, other).state != "equal" for other in found):
            found.append(part)
    return found


def _coordinates(a: Assigned, parts: Sequence[Form]) -> Sameness:
    """``x = 3, y = 4`` beside (3, 4): letters that follow each other in the alphabet, in this order."""
    codes = [ord(name) if len(name) == 1 and name.isascii() else 0 for name in a.names]
    if 0 in codes or codes != list(range(codes[0], codes[0] + len(parts))):
        return left_open("letters with values, beside a row")
    found = _in_order(a.values, parts)
    if found.state == "different" and _without_order(a.values, parts, "values").state != "different":
        return left_open("the same values in another order")
    return found


def _relations(a: Related, b: Related) -> Sameness:
    if a.relation is b.relation is Head.EQ and (same := compare_equations(a, b)) is not None:
        return EQUAL if same else differ("another line")
    turned = Related(FLIPPED.get(b.relation, b.relation), b.right, b.left)
    for other in (b, turned):
        if a.relation is other.relation:
            found = _all((_quantities(a.left, other.left), _quantities(a.right, other.right)))
            if found.state == "equal":
                return found
            if found.state == "different" and a.left == other.left and isinstance(a.left.term, Sym):
                return found
    return left_open("two relations that are not written alike")


def _ratios(a: Ratio, b: Ratio) -> Sameness:
    """Ratios are equal as written; other ones whose cross products agree may be times of day, so they are left open."""
    if len(a.parts) != len(b.parts):
        return left_open("ratios of other lengths")
    found = _all(_compared(x, y) for x, y in zip(a.parts, b.parts, strict=True))
    if found.state == "equal":
        return found
    times = [_time(one) for one in (a, b)]
    if times[0] is not None and times[1] is not None and times[0] % 720 != times[1] % 720:
        return differ("another time")
    first, other = a.parts[0].term, b.parts[0].term
    crossed = [
        (node(Head.MUL, first, y.term), node(Head.MUL, other, x.term)) for x, y in zip(a.parts, b.parts, strict=True)
    ]
    if any(same_terms(*sides).state == "different" for sides in crossed):
        return differ("another ratio")
    return left_open("ratios that are not written alike")


def _time(found: Ratio) -> int | None:
    """The minutes since midnight, of a whole hour; None for what may be a ratio."""
    match found.parts:
        case (Quantity(Int(hour)), Quantity(Int(0))) if 0 < hour < 25:
            return hour * 60
    return None


def _based(a: Based, b: Based) -> Sameness:
    if a.base != b.base:
        return left_open("digits in other bases")
    same = a.digits.lstrip("0") == b.digits.lstrip("0")
    return Sameness("equal", "the same digits") if same else differ("other digits")
