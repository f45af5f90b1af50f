"""Polynomial equations and inequalities with the letters taken out that the others give: what is left speaks of few."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import fmpq

from verifier.checkers.formulas.places.monomials import ONE, Form, Monomial, flint_number, fraction, plus, scaled
from verifier.checkers.formulas.rules.forms import multiplied, polynomial
from verifier.engines.formulas.sums.simplex import TooMuch, nonnegative
from verifier.kernel.expr import Const, Expr, Head, Node, Sym, node
from verifier.kernel.verdict import CheckFailed

MAX_FORMS = 60  # most equations and inequalities that are looked at
MAX_LENGTH = 80  # most terms of a polynomial that is kept
MARGINS = (Fraction(1), Fraction(1, 100), Fraction(1, 10**6))
"""By how much what is greater is sought to be greater, the likeliest first."""


@dataclass(frozen=True, slots=True)
class Left:
    """What is left: polynomials that are zero, others that are at least zero (or greater, where it says ``True``), and
    the letters that were taken out."""

    zero: tuple[Form, ...]
    least: tuple[tuple[Form, bool], ...]
    out: frozenset[str]


def eliminated(facts: Iterable[Expr], kept: frozenset[str] = frozenset()) -> Left:
    """Return what the polynomial equations and inequalities among formulas come to; letters ``kept`` are taken out
    last."""
    zero, least = list[Form](), list[tuple[Form, bool]]()
    for fact in facts:
        if not isinstance(fact, Node) or len(zero) + len(least) >= MAX_FORMS:
            continue
        form = _of_letters(fact)
        if form is None:
            continue
        if fact.head is Head.EQ:
            zero.append(form)
        elif fact.head in (Head.LT, Head.LE, Head.GT, Head.GE):
            up = form if fact.head in (Head.GT, Head.GE) else scaled(form, Fraction(-1))
            least.append((up, fact.head in (Head.LT, Head.GT)))
    return _reduced(zero, least, kept)


def _reduced(zero: list[Form], least: list[tuple[Form, bool]], kept: frozenset[str]) -> Left:
    out = set[str]()
    while (found := _solved(zero, kept)) is not None:
        index, name, value = found
        rest = zero[:index] + zero[index + 1 :]
        try:
            zero = [form for one in rest if (form := _put(one, name, value))]
            least = [(_put(form, name, value), strict) for form, strict in least]
        except CheckFailed:
            break
        out.add(name)
    return Left(tuple(zero), tuple(least), frozenset(out))


def _solved(zero: Sequence[Form], kept: frozenset[str]) -> tuple[int, str, Form] | None:
    """The shortest equation that gives a letter as a polynomial in the others: its index, the letter, what it is."""
    for index in sorted(range(len(zero)), key=lambda i: len(zero[i])):
        for name in sorted(names(zero[index]), key=lambda name: (name in kept, name)):
            alone: Monomial = frozenset({(Sym(name), 1)})
            if alone in zero[index] and sum(name in _letters(key) for key in zero[index]) == 1:
                factor = zero[index][alone]
                return index, name, {key: -x / factor for key, x in zero[index].items() if key != alone}
    return None


def names(form: Form) -> frozenset[str]:
    """Return the letters of a polynomial."""
    return frozenset().union(*map(_letters, form))


def _letters(monomial: Monomial) -> frozenset[str]:
    return frozenset(atom.name for atom, _ in monomial if isinstance(atom, Sym))


def _put(form: Form, name: str, value: Form) -> Form:
    """A polynomial with another one in the place of a letter."""
    found: Form = {}
    for monomial, factor in form.items():
        term: Form = {frozenset((atom, k) for atom, k in monomial if atom != Sym(name)): factor}
        for _ in range(next((k for atom, k in monomial if atom == Sym(name)), 0)):
            term = multiplied(term, value)
        found = plus(found, term, Fraction(1))
    if len(found) > MAX_LENGTH:
        raise CheckFailed("a polynomial with too many terms")
    return found


def _of_letters(comparison: Node) -> Form | None:
    """The left side less the right side as a polynomial in letters, divisors multiplied out in equations."""
    if len(comparison.args) != 2 or comparison.head not in (Head.EQ, Head.LT, Head.LE, Head.GT, Head.GE):
        return None
    try:
        over, under = _cleared(node(Head.SUB, *comparison.args))
    except CheckFailed:
        return None
    if under.keys() != {ONE} and comparison.head is not Head.EQ:
        return None
    over = scaled(over, 1 / under[ONE]) if under.keys() == {ONE} else over
    known = all(isinstance(x, Sym) or x == Const("pi") for key in over for x, _ in key)
    return over if known and len(over) <= MAX_LENGTH else None


def _cleared(expr: Expr) -> tuple[Form, Form]:
    """An expression as a polynomial over another."""
    match expr:
        case Node(head=Head.DIV, args=(a, b)):
            (p, q), (r, s) = _cleared(a), _cleared(b)
            if not r:
                raise CheckFailed("a division by zero")
            return multiplied(p, s), multiplied(q, r)
        case Node(head=Head.MUL, args=(a, b)):
            (p, q), (r, s) = _cleared(a), _cleared(b)
            return multiplied(p, r), multiplied(q, s)
        case Node(head=Head.ADD | Head.SUB, args=(a, b)):
            (p, q), (r, s) = _cleared(a), _cleared(b)
            sign = Fraction(1 if expr.head is Head.ADD else -1)
            if q == s:
                return plus(p, r, sign), q
            return plus(multiplied(p, s), multiplied(r, q), sign), multiplied(q, s)
        case Node(head=Head.NEG, args=(a,)):
            p, q = _cleared(a)
            return scaled(p, Fraction(-1)), q
    return polynomial(expr), {ONE: Fraction(1)}


def feasible(left: Left) -> Mapping[str, Fraction] | None:
    """Return a point at which the linear ones among what is left hold, or None where none is found."""
    rows = [(form, False, True) for form in left.zero if is_linear(form)]
    rows += [(form, strict, False) for form, strict in left.least if is_linear(form)]
    order = sorted(frozenset().union(*(names(form) for form, _, _ in rows)))
    if not order:
        return None
    for margin in MARGINS:
        try:
            found = nonnegative(*_table(rows, order, margin))
        except TooMuch:
            return None
        if found is not None:
            values = [found[2 * i] - found[2 * i + 1] for i in range(len(order))]
            return {name: fraction(x) for name, x in zip(order, values, strict=True)}
    return None


def is_linear(form: Form) -> bool:
    """Return whether a form is a sum of multiples of letters and of a number."""
    return all(len(key) <= 1 and all(isinstance(atom, Sym) and k == 1 for atom, k in key) for key in form)


def _table(
    rows: Sequence[tuple[Form, bool, bool]], order: Sequence[str], margin: Fraction
) -> tuple[list[list[fmpq]], list[fmpq]]:
    """Equations in numbers that are not negative: a letter is the difference of two, an inequality has one more."""
    table, right = [], []
    for index, (form, strict, equation) in enumerate(rows):
        gap = (margin if strict else Fraction(0)) - form.get(ONE, Fraction(0))
        line = [x for name in order for x in _signs(form.get(frozenset({(Sym(name), 1)}), Fraction(0)))]
        line += [Fraction(-1 if i == index and not equation else 0) for i in range(len(rows))]
        sign = -1 if gap < 0 else 1
        table.append([flint_number(sign * x) for x in line])
        right.append(flint_number(sign * gap))
    return table, right


def _signs(value: Fraction) -> Iterator[Fraction]:
    yield value
    yield -value
