"""Models in which letters are the roots of polynomials: all of them, as Vieta's formulas speak of them.

A premise tells letters as roots where it writes a polynomial as a product of linear factors, or says of each that the
polynomial is zero there. Letters in its coefficients get the value that the equations leave them, or a small one. Other
letters get the number, or the expression in the roots, that an equation gives them.
"""

from __future__ import annotations

import cmath
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

from flint import fmpz_poly

from verifier.checkers.formulas.places.monomials import ONE, Form, numeral
from verifier.checkers.formulas.places.place import Place, conjuncts
from verifier.checkers.formulas.places.splits import MAX_ROOTS, MAX_SPLITS
from verifier.checkers.formulas.rules.forms import polynomial
from verifier.checkers.formulas.values.evaluation import value
from verifier.checkers.functions import NotEvaluated
from verifier.engines.formulas.models.determined import determined
from verifier.engines.formulas.models.models import SMALL, model_for
from verifier.engines.formulas.models.plainer import plainer
from verifier.engines.formulas.rewriting.rewriting import written_number
from verifier.engines.formulas.solving.candidates import roots_of
from verifier.engines.formulas.solving.forcing import forced, forced_values
from verifier.engines.formulas.solving.zeros import MAX_BITS, real_zeros
from verifier.kernel.claim import Claim
from verifier.kernel.expr import Expr, ExprTooLarge, Head, Int, Letter, Node, Sym, Type, node, substitute
from verifier.kernel.verdict import CheckFailed

MAX_TRIED = 4  # most small numbers that are tried for letters that nothing determines


def values_left(claim: Claim) -> Iterator[Mapping[str, Fraction]]:
    """Yield rational values of letters: those that the premises of a claim force, then with those that its equations
    leave, by polynomials in one letter, then with small ones for the other letters in what is written as a product."""
    known = forced(claim)
    yield known
    types = {one.name: one.type for one in claim.types}
    said = [part for one in claim.premises for part in plainer(one.formula, types)]
    sides = [pair for one in claim.premises if (pair := _everywhere(one.formula)) is not None]
    wanted = frozenset(name for pair in sides for side in pair for name in side.free) & types.keys()
    if not sides:
        return
    given, before = len(known), -1
    while len(known) > before:
        before = len(known)
        at = {name: numeral(value) for name, value in known.items()}
        facts = [substitute(one, {name: at[name] for name in one.free & at.keys()}) for one in said]
        known = {**known, **{name: value for name, value, _ in forced_values(facts, wanted - known.keys())}}
        if len(known) == before:
            known = {**known, **_rational_roots(facts)}
    if len(known) > given:
        yield known
    roots = frozenset(name for pair in sides for side in pair for name in _linear_letters(side))
    loose = sorted(wanted - roots - known.keys())
    for number in SMALL[:MAX_TRIED] if loose else ():
        yield {**known, **dict.fromkeys(loose, number)}


def _everywhere(formula: Expr) -> tuple[Expr, ...] | None:
    """The sides of an equation that holds everywhere, with other letters."""
    match formula:
        case Node(head=Head.FOR_ALL, args=(Node(head=Head.EQ, args=sides),)) if formula.free:
            return sides
    return None


def _rational_roots(facts: Iterable[Expr]) -> dict[str, Fraction]:
    """A letter with a rational number that equations leave it, where that is one alone."""
    forms = [polynomial(node(Head.SUB, *one.args)) for one in facts if isinstance(one, Node) and one.head is Head.EQ]
    for form in determined([one for one in forms if one.keys() - {ONE}]):
        [name] = {atom.name for key in form for atom, _ in key if isinstance(atom, Sym)}
        by = {dict(key).get(Sym(name), 0): factor for key, factor in form.items()}
        numbers = [one for one, _ in roots_of(by, Letter(name, Type.REAL), Place((), {}, False))]
        if len(numbers) == 1 and not numbers[0].free:
            return {name: value(numbers[0], {})}
    return {}


def _linear_letters(side: Expr) -> frozenset[str]:
    """The letters that stand in differences of a product: those that may be roots."""
    found = list(factors(side))
    gaps = [one for one in found if len(found) > 1 and isinstance(one, Node) and one.head is Head.SUB]
    return frozenset(name for one in gaps for name in one.free)


def factors(product: Expr) -> Iterator[Expr]:
    """Yield the factors of a product."""
    if isinstance(product, Node) and product.head is Head.MUL:
        for one in product.args:
            yield from factors(one)
    elif isinstance(product, Node) and product.head is Head.NEG:
        yield from factors(product.args[0])
    else:
        yield product


NEAR = 1e-9  # how near a number must be to one of few digits to be taken for it
MAX_UNDER = 5040  # largest denominator of such a number

Powers = tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Roots:
    """A polynomial, its coefficients from the lowest, and letters of a claim that stand for roots of it; whether a
    premise writes it as a product."""

    polynomial: Powers
    letters: tuple[str, ...]
    factored: bool = False


def split_models(claim: Claim, factored: bool = True) -> Iterator[dict[str, Any]]:
    """Yield what may be a model of a claim's premises in which letters are roots of polynomials: where a premise writes
    one of these as a product (``factored``), or where none does."""
    types = {one.name: one.type for one in claim.types}
    try:
        for known in values_left(claim) if factored else [forced(claim)]:
            told = list(_told(claim, types, known))
            names = [name for one in told for name in one.letters]
            fits = 0 < len(told) <= MAX_SPLITS and len(set(names)) == len(names)
            if fits and any(one.factored for one in told) is factored:
                yield from _split(claim, types, known, told)
    except (CheckFailed, ExprTooLarge, NotEvaluated):
        return


def _split(
    claim: Claim, types: Mapping[str, Type], known: Mapping[str, Fraction], told: Sequence[Roots]
) -> Iterator[dict[str, Any]]:
    """Yield what may be a model in which letters are roots as ``told``, and others have the ``known`` values."""
    data: dict[str, Any] = {"model": {}, "zeros": {}, "splits": []}
    values: dict[str, Expr] = {}
    near: dict[str, complex] = {}
    for number, one in enumerate(told):
        degree = len(one.polynomial) - 1
        names = [_fresh(f"root_{number}_{k}", types) for k in range(degree)]
        if all(types[name] is Type.REAL for name in one.letters):
            zeros = real_zeros(one.polynomial)
            if len(zeros) < degree:
                return
            data["zeros"] |= {name: zero.spelled(name) for name, zero in zip(names, zeros, strict=True)}
            near |= {name: complex(zero.low + zero.high) / 2 for name, zero in zip(names, zeros, strict=True)}
        else:
            near |= dict(zip(names, _numbers(one.polynomial), strict=True))
        data["splits"].append({"polynomial": list(map(str, one.polynomial)), "roots": names})
        values |= {letter: Sym(name) for letter, name in zip(one.letters, names, strict=False)}
    values |= {name: numeral(value) for name, value in known.items() if name not in values}
    _given(claim, types, values, near)
    _others(claim, types, values)
    data["model"] = {name: written_number(value) for name, value in values.items() if name in types}
    yield data


def _told(claim: Claim, types: Mapping[str, Type], known: Mapping[str, Fraction]) -> Iterator[Roots]:
    """The polynomials whose roots premises name, with as many letters as they name."""
    zero: dict[Powers, list[str]] = {}
    named = set[str]()
    at = {name: numeral(value) for name, value in known.items()}
    for one in claim.premises:
        for part in conjuncts(one.formula):
            said = substitute(part, {n: v for n, v in at.items() if n in part.free})
            if (found := _factored(said, types)) is not None:
                if named.isdisjoint(found.letters):
                    named |= set(found.letters)
                    yield found
            elif (lone := _zero(said, types)) is not None:
                zero.setdefault(lone.polynomial, []).extend(n for n in lone.letters if n not in zero[lone.polynomial])
    for powers, letters in zero.items():
        rest = tuple(name for name in letters if name not in named)
        if rest and len(rest) < len(powers):
            yield Roots(powers, rest)


def _factored(said: Expr, types: Mapping[str, Type]) -> Roots | None:
    """What says for every number that a polynomial is a product of linear factors."""
    match said:
        case Node(head=Head.FOR_ALL, args=(Node(head=Head.EQ, args=(a, b)),), letters=(letter,)):
            for whole, product in ((a, b), (b, a)):
                roots = _linear(product, letter.name, types)
                if roots and whole.free <= {letter.name}:
                    powers = _powers(polynomial(whole), letter.name)
                    letters = tuple(one for one in roots if isinstance(one, str))
                    if powers is not None and letters and len(powers) == len(roots) + 1:
                        for number in (one for one in roots if isinstance(one, Fraction)):
                            powers = _divided(powers, number)
                        return Roots(powers, letters, factored=True)
    return None


def _divided(powers: Powers, root: Fraction) -> Powers:
    """The quotient of a polynomial by the linear factor of a number, whether that is a root or not (Horner)."""
    found = [powers[-1]]
    for one in powers[-2:0:-1]:
        found.append(one + root * found[-1])
    return tuple(found[::-1])


def _linear(product: Expr, variable: str, types: Mapping[str, Type]) -> tuple[str | Fraction, ...] | None:
    """The letters and numbers of a product of numbers and differences of a variable and one of these, each letter
    once."""
    found: list[str | Fraction] = []
    for factor in factors(product):
        form = polynomial(factor)
        if form.keys() <= {ONE}:
            continue
        x = form.get(frozenset({(Sym(variable), 1)}))
        rest = [(key, value) for key, value in form.items() if key != frozenset({(Sym(variable), 1)})]
        if x is None or len(rest) != 1:
            return None
        match tuple(rest[0][0]):
            case ():
                found.append(-rest[0][1] / x)
            case ((Sym(name), 1),) if (
                rest[0][1] == -x and name not in found and types.get(name) in (Type.COMPLEX, Type.REAL)
            ):
                found.append(name)
            case _:
                return None
    return tuple(found) or None


def _zero(said: Expr, types: Mapping[str, Type]) -> Roots | None:
    """What says that a polynomial is zero at a letter; the polynomial with leading coefficient 1."""
    match said:
        case Node(head=Head.EQ, args=(a, b)) if len(said.free) == 1:
            [name] = said.free
            if types.get(name) not in (Type.COMPLEX, Type.REAL):
                return None
            powers = _powers(polynomial(node(Head.SUB, a, b)), name)
            if powers is not None and len(powers) > 2:
                return Roots(tuple(one / powers[-1] for one in powers), (name,))
    return None


def _powers(form: Form, name: str) -> Powers | None:
    """The coefficients of a polynomial in one letter, from the lowest."""
    found: dict[int, Fraction] = {}
    for key, factor in form.items():
        match tuple(key):
            case ():
                found[0] = factor
            case ((Sym(letter), power),) if letter == name:
                found[power] = factor
            case _:
                return None
    degree = max(found, default=0)
    if not 1 <= degree <= MAX_ROOTS or any(x.numerator.bit_length() > MAX_BITS for x in found.values()):
        return None
    return tuple(found.get(k, Fraction(0)) for k in range(degree + 1))


def _numbers(powers: Powers) -> list[complex]:
    """Numbers near the roots, each as often as it is one."""
    common = lcm(*(one.denominator for one in powers))
    found: list[complex] = []
    for ball, times in fmpz_poly([int(one * common) for one in powers]).complex_roots():
        found += [complex(float(ball.real.mid()), float(ball.imag.mid()))] * times
    return found


def _given(claim: Claim, types: Mapping[str, Type], values: dict[str, Expr], near: Mapping[str, complex]) -> None:
    """Give letters the values that equations give them, in turn."""
    facts = [part for one in claim.premises for part in conjuncts(one.formula)]
    for _ in types:
        before = len(values)
        for fact in facts:
            match fact:
                case Node(head=Head.EQ, args=(Sym(name), said)) | Node(head=Head.EQ, args=(said, Sym(name))):
                    if name in types and name not in values and said.free <= values.keys():
                        value = substitute(said, values)
                        number = _guessed(value, near)
                        if number is not None:
                            values[name] = numeral(number)
                        elif types[name] is Type.COMPLEX:
                            values[name] = value
        if len(values) == before:
            return


def _guessed(value: Expr, near: Mapping[str, complex]) -> Fraction | None:
    """The number of few digits that an expression in roots seems to be."""
    try:
        found = _near(value, near)
    except (OverflowError, ZeroDivisionError, ValueError):
        return None
    if found is None or not cmath.isfinite(found):
        return None
    whole = Fraction(found.real).limit_denominator(MAX_UNDER)
    return whole if abs(found - complex(whole)) <= NEAR * max(1.0, abs(found)) else None


def _near(value: Expr, near: Mapping[str, complex]) -> complex | None:
    match value:
        case Int(number):
            return complex(number)
        case Sym(name):
            return near.get(name)
        case Node(head=head, args=args):
            found = [_near(one, near) for one in args]
            match head, found:
                case Head.NEG, [complex() as a]:
                    return -a
                case Head.ADD, [complex() as a, complex() as b]:
                    return a + b
                case Head.SUB, [complex() as a, complex() as b]:
                    return a - b
                case Head.MUL, [complex() as a, complex() as b]:
                    return a * b
                case Head.DIV, [complex() as a, complex() as b]:
                    return a / b
                case Head.POW, [complex() as a, complex(imag=0.0, real=power)] if power == int(power):
                    return complex(a ** int(power))
    return None


def _others(claim: Claim, types: Mapping[str, Type], values: dict[str, Expr]) -> None:
    """Give the letters that no root is tied to the values of a model of what speaks of them alone."""
    left = types.keys() - values.keys()
    if not left:
        return
    alone = [i for i, one in enumerate(claim.premises) if one.formula.free <= left]
    found = model_for(claim.under(alone)) or {}
    values |= {name: numeral(Fraction(value)) for name, value in found.items() if isinstance(value, str)}


def _fresh(name: str, types: Mapping[str, Type]) -> str:
    while name in types:
        name += "_"
    return name
