"""Canonical forms: a term becomes a quotient of polynomials, and its divisors become side conditions.

Over the rationals with roots of primes (and i) a reduced form is zero exactly when its value is (Besicovitch 1940).
Sines, logarithms, powers with letters in the exponent and other functions are polynomials in few of their kind, as
``formulas.rules.forms`` has it. These, other roots and absolute values are opaque: equal forms have equal values, not
the converse.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, islice

import flint
from flint import fmpq, fmpq_poly, fmpz, fmpz_poly

from verifier.checkers.canonical.ring import Kind, Poly, Quotient, Ring, over_budget
from verifier.checkers.enclosure import Doubtful, enclose, rational, sign, step_value
from verifier.checkers.evaluate import value
from verifier.checkers.formulas.places.monomials import Form, Monomial, written
from verifier.checkers.formulas.rules.forms import polynomial, ring_of_reals
from verifier.checkers.formulas.rules.functions import PI, of_sixtieths
from verifier.checkers.functions import REAL_LETTER, NotEvaluated, OverBudget, Undefined
from verifier.checkers.spelling import spelled
from verifier.kernel.expr import Const, Dec, Expr, Head, Int, Node, Sym, Text, Type, free_names, node, walk_expr
from verifier.kernel.verdict import CheckFailed, Reason

MAX_NODES = 4000  # largest term, in nodes
MAX_FACTORED_BITS = 80  # largest number taken apart into primes
MAX_TIMES = 45  # largest multiple of a part of an angle
MAX_PARTS = 360  # of pi: the smallest part whose cosine has a form
POINTS = tuple((Fraction(a, b), Fraction(c, b)) for a, b, c in ((3, 7, 5), (2, 1, 1), (17, 5, 7)))
"""The first coordinates of points where a divisor is looked at, and how far the next ones are apart."""
MAX_INDEX = 24  # largest common index of the roots of one claim


@dataclass(frozen=True)
class Divisor:
    """A term with letters that must not be zero, and its numerator."""

    term: Expr
    num: Poly


def closed_value(term: Expr) -> Fraction:
    """Return the kernel's value of a closed term. Raises: CheckFailed."""
    try:
        return value(term, {})
    except NotEvaluated as error:
        if isinstance(error, OverBudget):
            raise over_budget(str(error)) from error
        reason = Reason.SIDE_CONDITION if isinstance(error, Undefined) else Reason.OUT_OF_SCOPE
        raise CheckFailed(str(error), reason) from error


_E = Const("e")
_WAVES = frozenset({Head.SIN, Head.COS, Head.TAN, Head.LOG})
_SLOTS = frozenset({Head.COS, Head.LN, Head.EXP, Head.FLOOR, Head.MIN, Head.MAX, Head.GCD, Head.LCM, Head.MOD})
_OF_REALS = frozenset({Head.SQRT, Head.ROOT, Head.ABS})
_STEPS = frozenset({Head.FLOOR, Head.CEIL, Head.MIN, Head.MAX, Head.GCD, Head.LCM, Head.MOD})


Roots = Mapping[tuple[int, Expr], Expr]


class Forms:
    """Forms of several terms over one ring; collects the divisors met and other side conditions."""

    def __init__(self, terms: tuple[Expr, ...], domain: Type, roots: Roots | None = None) -> None:
        """``roots``: what closed roots are said to be, by their indices and what is below them; each is checked."""
        self._roots: dict[tuple[int, Expr], Expr | Quotient] = dict(roots or {})
        nodes = list(islice(chain.from_iterable(map(walk_expr, (*terms, *(roots or {}).values()))), MAX_NODES + 1))
        if len(nodes) > MAX_NODES:
            raise over_budget(f"more than {MAX_NODES} nodes")
        apps = [node for node in nodes if isinstance(node, Node) and _may_need_slots(node)]
        self._units = _units(apps)
        halved = any(one.head in _WAVES or (one.head is Head.POW and one.args[1].free) for one in apps)
        self.index = _common_index(apps, 2 if halved else 1)
        constants = {node.name for node in nodes if isinstance(node, Const)}
        self.imaginary = "i" in constants or domain is Type.COMPLEX
        self.real = domain is Type.REAL and not self.imaginary
        self.domain = domain
        self.ring = Ring(free_names(*terms), len(constants) + self.imaginary + min(24, 5 * len(apps)))
        self.divisors: dict[Expr, Divisor] = {}
        self.demands: dict[tuple[Expr, str], None] = {}

    @property
    def conditions(self) -> tuple[str, ...]:
        """What must hold for the forms to be the terms' values, as text."""
        return (*(f"{spelled(term)} ≠ 0" for term in self.divisors), *self.demanded)

    @property
    def demanded(self) -> tuple[str, ...]:
        """What besides divisors that are not zero must hold for the forms to be the terms' values, as text."""
        return tuple(f"{spelled(term)} {demand}" for term, demand in self.demands)

    def of(self, term: Expr) -> Quotient:
        """Return the form of ``term``. Raises: CheckFailed."""
        match term:
            case Int(n):
                return self._whole(self.ring.constant(Fraction(n)))
            case Dec():
                return self._whole(self.ring.constant(term.value))
            case Sym(name):
                return self._whole(self.ring.gen(name))
            case Const("i"):
                return self._whole(self._i())
            case Const(name):
                return self._whole(self.ring.slot(("constant", name), Kind.TRANSCENDENTAL))
            case Text():
                raise CheckFailed("digits in quotation marks", Reason.OUT_OF_SCOPE)
        match term.head:
            case Head.ADD | Head.SUB:
                a, b = map(self.of, term.args)
                return self.ring.minus(a, b) if term.head is Head.SUB else self.ring.plus(a, b)
            case Head.MUL:
                return self.ring.times(*map(self.of, term.args))
            case Head.NEG:
                a = self.of(term.args[0])
                return Quotient(-a.num, a.den)
            case Head.PERCENT:
                return self.ring.times(self.of(term.args[0]), self._whole(self.ring.constant(Fraction(1, 100))))
            case Head.DIV:
                return self.ring.times(self.of(term.args[0]), self._inverse(term.args[1]))
            case Head.POW:
                return self._power(*term.args)
            case Head.SQRT:
                return self._root(2, term.args[0])
            case Head.ROOT:
                return self._root(_index(closed_value(term.args[1])), term.args[0])
            case Head.ABS:
                return self._size(term.args[0])
            case Head.BINOMIAL if term.args[0].free:
                for arg in (arg for arg in term.args if arg.free):
                    self.demands[arg, "is a natural number or zero"] = None
                return self._function(term)
            case Head.FACTORIAL | Head.BINOMIAL:
                return self._whole(self.ring.constant(closed_value(term)))
            case Head.SIN | Head.COS | Head.TAN:
                return self._function(term)
            case Head.LOG | Head.LN:
                self._demand_logarithm(*term.args)
                return self._function(term)
            case Head.DIFF:
                return self._derivative(*term.args)
            case head if head in _STEPS:
                return self._step(term)
            case _:
                raise CheckFailed(f"{term.head} has no form here", Reason.OUT_OF_SCOPE)

    def closed(self, p: Poly) -> bool:
        """Return whether ``p`` speaks of no letter."""
        return not any(slot.on_letters for slot in self.ring.used(p))

    def faithful(self, p: Poly) -> bool:
        """Return whether ``p``, closed and reduced, is zero only when it looks it."""
        kinds = [slot.kind for slot in self.ring.used(p)]
        return Kind.OPAQUE not in kinds and kinds.count(Kind.TRANSCENDENTAL) <= 1

    def _step(self, term: Node) -> Quotient:
        """A floor, a remainder, a common divisor, a maximum: its value, or a quantity that equals only itself."""
        if not term.free:
            return self._whole(self.ring.constant(step_value(term)))
        if self.imaginary and term.head not in (Head.GCD, Head.LCM, Head.MOD):
            raise CheckFailed(f"{term.head} of what may be no real number", Reason.OUT_OF_SCOPE)
        if term.head is Head.MOD:
            self._demand_modulus(term)
        return self._function(term)

    def _function(self, term: Node) -> Quotient:
        """A function by the forms of real numbers, of arguments whose divisors and roots are seen to here."""
        for arg in term.args:
            self.of(arg)
        parts = (part for part in walk_expr(term) if isinstance(part, Node) and part.head in _OF_REALS)
        if not self.real and any(part.free or self.imaginary for part in parts):  # these have forms in real numbers
            if term.head is Head.TAN:
                raise CheckFailed("a tangent of a root or an absolute value", Reason.OUT_OF_SCOPE)
            return self._whole(self._slot(term))
        return self._of_form(polynomial(term))

    def _of_form(self, form: Form) -> Quotient:
        total = self._whole(self.ring.zero)
        for monomial, factor in sorted(form.items(), key=repr):
            part = self._whole(self.ring.constant(factor))
            for atom, k in sorted(monomial, key=repr):
                one = self._atom(atom)
                part = self.ring.times(part, Quotient(self.ring.power(one.num, k), self.ring.power(one.den, k)))
            total = self.ring.plus(total, part)
        return total

    def _atom(self, atom: Expr) -> Quotient:
        """What is no sum or product in the form of a function."""
        match atom:
            case Node(Head.DIV, (Int(1), Node(Head.POW | Head.EXP) as under)) if under.free and _is_positive(under):
                form = self._atom(under)
                return self.ring.quotient(form.den, form.num)
            case Node(Head.DIV, (Int(1), under)):
                return self._inverse(under)
            case Node(Head.SIN | Head.COS as head, (angle,)) if (turn := _turn(angle)) is not None:
                return self._of_turn(head, turn)
            case Node(Head.SIN | Head.COS as head, (angle,)) if (times := self._times(angle))[0] > 1:
                return self._whole(self._multiple(head, *times))
            case Node(Head.SIN, (angle,)):
                cos = self._atom(Node(Head.COS, (angle,))).num
                rule = self.ring.add(self.ring.one, -self.ring.multiply(cos, cos))
                return self._whole(self._slot(atom, (2, rule)))
            case Node(head) if head in _SLOTS or (head is Head.POW and atom.free):
                return self._whole(self._slot(atom))
            case Node(head) if head not in (Head.SQRT, Head.ROOT, Head.ABS, Head.POW):
                raise CheckFailed(f"{head} has no form here", Reason.OUT_OF_SCOPE)
        return self.of(atom)

    def _of_turn(self, head: Head, turn: Fraction) -> Quotient:
        """The sine or the cosine of so many times pi: by roots of sixtieths, else by that of a common part of pi."""
        if 60 % turn.denominator == 0:
            return self._of_form(of_sixtieths(turn, ring_of_reals())[head is Head.COS])
        unit = self._units.get(PI, 1)
        times = (turn if head is Head.COS else Fraction(1, 2) - turn) * unit
        if times.denominator > 1 or unit > MAX_PARTS or abs(times) > MAX_PARTS:
            raise over_budget(f"a part of pi below pi/{MAX_PARTS}, or too many of them")
        twice = fmpz_poly.cos_minpoly(2 * unit).coeffs()  # the minimal polynomial of 2 cos(pi/unit)
        least = fmpq_poly([fmpq(c * 2**i) for i, c in enumerate(twice)])
        cos, index = self.ring.slot(("cos pi", unit), Kind.OPAQUE), self.ring.slots["cos pi", unit].index
        self.ring.rules[index] = least.degree(), _at(fmpq_poly([0] * least.degree() + [1]) % least, cos)
        return self._whole(_at(fmpq_poly(fmpz_poly.chebyshev_t(abs(int(times)))) % least, cos))

    def _times(self, angle: Expr) -> tuple[int, Expr]:
        """How often the smallest part of such an angle in the claim is in one, and that part."""
        form = polynomial(angle)
        for key, factor in form.items() if len(form) == 1 else ():
            times = factor * self._units.get(key, 1)
            if times.denominator == 1 and 1 < times <= MAX_TIMES:
                return times.numerator, written({key: factor / times})
        return 1, angle

    def _multiple(self, head: Head, times: int, part: Expr) -> Poly:
        """The sine or the cosine of a multiple of an angle, by Chebyshev polynomials of its cosine."""
        cos = self._atom(Node(Head.COS, (part,))).num
        known = fmpz_poly.chebyshev_t(times) if head is Head.COS else fmpz_poly.chebyshev_u(times - 1)
        found = _at(fmpq_poly(known), cos)
        return found if head is Head.COS else self.ring.multiply(found, self._atom(Node(Head.SIN, (part,))).num)

    def _slot(self, atom: Expr, rule: tuple[int, Poly] | None = None) -> Poly:
        return self.ring.slot(atom, Kind.OPAQUE, rule, self.ring.gen(min(atom.free)) if atom.free else None)

    def _demand_logarithm(self, x: Expr, base: Expr = _E) -> None:
        """Record that a logarithm is one of positive numbers, to a base other than 1, or see that it is."""
        if self.imaginary:  # ln(e^z) is z only up to whole turns
            raise CheckFailed("a logarithm among complex numbers", Reason.OUT_OF_SCOPE)
        for one, demand in ((x, "> 0"), (base, "> 0, ≠ 1")):
            if one.free:
                self.demands[one, demand] = None
            elif sign(one) != 1 or (one is base and sign(node(Head.SUB, base, Int(1))) is None):
                raise CheckFailed(f"{spelled(one)} is not sure to be {demand} in a logarithm", Reason.SIDE_CONDITION)
        every = chain(walk_expr(x), walk_expr(base))
        powers = (part for part in every if isinstance(part, Node) and part.head is Head.POW)
        for name in () if self.real else sorted(name for part in powers for name in part.args[1].free):
            self.demands[Sym(name), REAL_LETTER] = None  # elsewhere the power may be a whole turn away

    def _demand_modulus(self, term: Node) -> None:
        """Record that a modulus must be at least 1, or see that it is. That arguments are whole is asked elsewhere.

        Raises:
            CheckFailed: where it is not.
        """
        modulus = term.args[1]
        if modulus.free:
            self.demands[modulus, "≥ 1"] = None
        elif closed_value(modulus) < 1:
            raise CheckFailed(f"{spelled(modulus)} is no modulus", Reason.SIDE_CONDITION)

    def _derivative(self, body: Expr, letter: Expr, order: Expr) -> Quotient:
        """The derivative of a quotient of polynomials by a letter."""
        if not isinstance(letter, Sym) or order != Int(1):
            raise CheckFailed("a derivative by something other than a letter, or not the first", Reason.OUT_OF_SCOPE)
        form, index = self.of(body), self.ring.slots[letter.name].index
        used = (*self.ring.used(form.num), *self.ring.used(form.den))
        if any(slot.on_letters and slot.kind is not Kind.LETTER for slot in used):
            raise CheckFailed("a derivative of more than a quotient of polynomials", Reason.OUT_OF_SCOPE)
        over = self.ring.multiply(form.num.derivative(index), form.den)
        under = self.ring.multiply(form.num, form.den.derivative(index))
        return self.ring.quotient(self.ring.add(over, -under), self.ring.multiply(form.den, form.den))

    def _whole(self, p: Poly) -> Quotient:
        return Quotient(p, self.ring.one)

    def _i(self) -> Poly:
        return self.ring.slot(("constant", "i"), Kind.RADICAL, (2, self.ring.constant(Fraction(-1))))

    def _inverse(self, term: Expr) -> Quotient:
        form = self.of(term)
        self.nonzero(term, form)
        return self.ring.quotient(form.den, form.num)

    def nonzero(self, term: Expr, form: Quotient) -> None:
        """Record that ``term`` must not be zero, or see that it is not. Raises: CheckFailed(SIDE_CONDITION)."""
        num = form.num
        if num.is_zero():
            raise CheckFailed(f"{spelled(term)} is zero under a division", Reason.SIDE_CONDITION)
        used = self.ring.used(num)
        if self.closed(num):
            if not self.faithful(num) and sign(term) is None:
                raise CheckFailed(f"{spelled(term)} may be zero under a division", Reason.SIDE_CONDITION)
            return
        opaque = any(slot.kind is Kind.OPAQUE for slot in used)
        if (opaque or sum(slot.kind is Kind.TRANSCENDENTAL for slot in used) > 1) and not _nonzero_somewhere(term):
            raise CheckFailed(f"{spelled(term)} may be zero everywhere", Reason.SIDE_CONDITION)
        self.divisors.setdefault(term, Divisor(term, num))

    def _power(self, base: Expr, exponent: Expr) -> Quotient:
        if isinstance(exponent, Node) and exponent.head is Head.LOG and exponent.args[1] == base:
            self.of(exponent)  # b^log_b(x) is x wherever the logarithm is defined
            return self.of(exponent.args[0])
        if exponent.free:
            return self._exponential(base, exponent)
        n = closed_value(exponent)
        form = self.of(base) if n.denominator == 1 else self._root(_index(Fraction(n.denominator)), base)
        if n <= 0:
            self.nonzero(base, self.of(base))
            form = self.ring.quotient(form.den, form.num)
        k = abs(n.numerator)
        return self.ring.quotient(self.ring.power(form.num, k), self.ring.power(form.den, k))

    def _root(self, n: int, term: Expr) -> Quotient:
        form = self.of(term)
        if form.den != self.ring.one:
            raise CheckFailed("a root of a quotient with letters or roots below", Reason.OUT_OF_SCOPE)
        if form.num.is_zero():
            return form
        if form.num.is_constant():
            return self._whole(self.radical(n, _fraction(form.num)))
        if (n, term) in self._roots:
            return self._known_root(n, term, form)
        scale = abs(_fraction(form.num))
        inner = form.num / form.num.leading_coefficient() * (1 if _fraction(form.num) > 0 else -1)
        if not self.closed(inner):
            if self.domain is not Type.COMPLEX:
                self.demands[term, "≥ 0"] = None
        elif sign(term) != 1:
            raise CheckFailed(f"{spelled(term)} is not sure to be positive under a root", Reason.OUT_OF_SCOPE)
        slot = self.ring.slot(("root", n, str(inner)), Kind.OPAQUE, (n, inner), inner)
        return self._whole(self.ring.multiply(self.radical(n, scale), slot))

    def _known_root(self, n: int, term: Expr, form: Quotient) -> Quotient:
        """The form of what a closed root is said to be: a positive number whose n-th power is what is below the root.

        Raises: CheckFailed where it is not.
        """
        said = self._roots.pop((n, term))
        if not isinstance(said, Quotient):
            root = self.of(said)
            power = Quotient(self.ring.power(root.num, n), self.ring.power(root.den, n))
            if sign(said) != 1 or not self.ring.minus(power, form).num.is_zero():
                raise CheckFailed(f"{spelled(said)} is not said root of {spelled(term)}")
            said = root
        self._roots[n, term] = said
        return said

    def radical(self, n: int, x: Fraction) -> Poly:
        """The principal n-th root of a rational number, in roots of primes of the common index."""
        if x < 0:
            if n != 2 or not self.imaginary:
                raise CheckFailed("a root of a negative number", Reason.OUT_OF_SCOPE)
            return self.ring.multiply(self._i(), self.radical(n, -x))
        if self.index % n:
            raise over_budget("a root whose index the claim does not have")
        outside, inside = Fraction(1), self.ring.one
        for k, way in ((x.numerator, 1), (x.denominator, -1)):
            for prime, times in _factored(k, n):
                whole, left = divmod(way * times * (self.index // n), self.index)
                outside *= Fraction(prime) ** whole
                if left:
                    rule = (self.index, self.ring.constant(Fraction(prime)))
                    slot = self.ring.slot(("prime", prime), Kind.RADICAL, rule)
                    inside = self.ring.multiply(inside, self.ring.power(slot, left))
        return self.ring.multiply(self.ring.constant(outside), inside)

    def _size(self, term: Expr) -> Quotient:
        form = self.of(term)
        if form.num.is_zero():
            return form
        if self.closed(form.num) and self.closed(form.den):
            known = sign(term)
            if known is None:
                raise CheckFailed(f"the sign of {spelled(term)} is not sure", Reason.OUT_OF_SCOPE)
            return Quotient(form.num if known > 0 else -form.num, form.den)
        if form.den != self.ring.one:
            raise CheckFailed("the absolute value of a quotient with letters", Reason.OUT_OF_SCOPE)
        inner = form.num / form.num.leading_coefficient()
        rule = (2, self.ring.multiply(inner, inner)) if self.real else None
        slot = self.ring.slot(("abs", str(inner)), Kind.OPAQUE, rule, inner)
        return self._whole(self.ring.multiply(self.ring.constant(abs(_fraction(form.num))), slot))

    def _exponential(self, base: Expr, exponent: Expr) -> Quotient:
        """Powers of a positive number with letters above: ``2^(n+1) = 2*2^n``, in powers of primes."""
        if base.free or sign(base) != 1:
            raise CheckFailed("letters above a base that is not a positive number", Reason.OUT_OF_SCOPE)
        return self._function(Node(Head.POW, (base, exponent)))


def _turn(angle: Expr) -> Fraction | None:
    """How many times pi an angle is, if it is a rational multiple of pi."""
    form = polynomial(angle)
    return form.get(PI) if len(form) == 1 else None


def _at(p: fmpq_poly, gen: Poly) -> Poly:
    """A polynomial in one letter, at a generator of the ring."""
    found = gen - gen
    for c in reversed(p.coeffs()):
        found = found * gen + c
    return found


def _units(apps: list[Node]) -> dict[Monomial, int]:
    """By what occurs in angles: the common denominator of its coefficients there. Of pi alone it is even, since sines
    are cosines a quarter away, and of those angles whose cosines are no roots."""
    units: dict[Monomial, int] = {}
    for angle in (one.args[0] for one in apps if one.head in (Head.SIN, Head.COS, Head.TAN)):
        with suppress(CheckFailed):
            for key, factor in polynomial(angle).items():
                own = factor.denominator
                if key != PI or 60 % own:
                    units[key] = math.lcm(units.get(key, 1), own * (1 + (key == PI and own % 2)))
    return units


def _is_positive(power: Node) -> bool:
    """Whether a power, of e or of what ``POW`` has below, is surely one of a positive number: nowhere zero."""
    return power.head is Head.EXP or sign(power.args[0]) == 1


def _nonzero_somewhere(term: Expr) -> bool:
    """Whether a term is surely not zero at one of a few points with positive coordinates."""
    for start, step in POINTS:
        point = {name: start + k * step for k, name in enumerate(sorted(term.free))}
        with suppress(NotEvaluated):
            if value(term, point) != 0:
                return True
        with suppress(CheckFailed, Doubtful), flint.ctx.workprec(64):
            ball = enclose(term, frozenset(), {name: rational(x) for name, x in point.items()})
            if ball.is_finite() and not ball.contains(0):
                return True
    return False


def _fraction(p: Poly) -> Fraction:
    lead = p.leading_coefficient()
    return Fraction(int(lead.p), int(lead.q))


def _may_need_slots(app: Node) -> bool:
    return app.head not in _WITHOUT_SLOTS and not (app.head is Head.POW and isinstance(app.args[1], Int))


_WITHOUT_SLOTS = frozenset(
    {Head.ADD, Head.SUB, Head.MUL, Head.DIV, Head.NEG, Head.PERCENT, Head.FACTORIAL, Head.BINOMIAL, Head.DIFF}
)


def _index(x: Fraction) -> int:
    if x.denominator != 1 or not 2 <= x <= MAX_INDEX:
        raise CheckFailed(f"a root whose index is not a whole number from 2 to {MAX_INDEX}", Reason.OUT_OF_SCOPE)
    return x.numerator


def _has_log(term: Expr) -> bool:
    return any(isinstance(inner, Node) and inner.head is Head.LOG for inner in walk_expr(term))


def _common_index(apps: list[Node], index: int) -> int:
    """The least common multiple of all root indices: one root of each prime then expresses them all."""
    for app in apps:
        if app.head is Head.SQRT:
            index = math.lcm(index, 2)
        elif app.head is Head.ROOT:
            index = math.lcm(index, _index(closed_value(app.args[1])))
        elif app.head is Head.POW and not app.args[1].free and not _has_log(app.args[1]):
            index = math.lcm(index, closed_value(app.args[1]).denominator)
    if index > MAX_INDEX:
        raise over_budget("roots of too many indices")
    return index


def _factored(k: int, n: int) -> list[tuple[int, int]]:
    """The primes of ``k`` with their exponents; a perfect n-th power too large to factor is left whole."""
    if k.bit_length() <= MAX_FACTORED_BITS:
        return [(int(p), int(e)) for p, e in fmpz(k).factor()]
    root = int(fmpz(k).root(n))
    if root**n != k:
        raise over_budget(f"a root of a number of more than {MAX_FACTORED_BITS} bits")
    return [(root, n)]
