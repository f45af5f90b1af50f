"""Whole numbers that a letter is set equal to, and that may be what its value rounds to."""

from __future__ import annotations

from fractions import Fraction

from flint import fmpz_poly

from verifier.checkers.formulas.places.place import conjuncts
from verifier.engines.formulas.models.telling import difference
from verifier.kernel.claim import Hypothesis
from verifier.kernel.expr import Expr, Head, Int, Node, Sym
from verifier.kernel.verdict import Certificate

MAX_DEGREE = 12


def may_round(formula: Expr, refutation: Certificate) -> bool:
    """Return whether a refuted equation sets a letter equal to a whole number that is less than one from a value that
    the premises leave to it; where that is not known as well."""
    match formula:
        case Node(head=Head.EQ, args=(Sym(name), Int(number))) | Node(head=Head.EQ, args=(Int(number), Sym(name))):
            held = [one.formula for one in refutation.claim.premises if isinstance(one, Hypothesis)]
            about = [one for one in held if name in one.free]
            equations = [part for one in about for part in conjuncts(one) if name in part.free]
            return any(_near(one, name, number, refutation) for one in equations)
    return False


def _near(equation: Expr, name: str, number: int, refutation: Certificate) -> bool:
    form = difference(equation) if isinstance(equation, Node) and equation.head is Head.EQ else None
    if form is None:
        return True
    model = refutation.notes.get("model", {})
    powers: dict[int, Fraction] = {}
    for key, factor in form.items():
        degree, value = 0, Fraction(factor)
        for atom, times in key:
            if atom == Sym(name):
                degree = times
            elif isinstance(atom, Sym) and isinstance(spelled := model.get(atom.name), str) and times >= 0:
                value *= Fraction(spelled) ** times
            else:
                return True
        powers[degree] = powers.get(degree, Fraction(0)) + value
    if min(powers, default=0) < 0 or max(powers, default=0) > MAX_DEGREE:
        return True
    common = 1
    for one in powers.values():
        common *= one.denominator
    polynomial = fmpz_poly([int(powers.get(k, 0) * common) for k in range(max(powers, default=0) + 1)])
    if polynomial.degree() < 1:
        return bool(polynomial.degree() < 0)
    return any(_is_near(ball, number) for ball, _ in polynomial.complex_roots())


def _is_near(root: object, number: int) -> bool:
    where = complex(root)  # type: ignore[call-overload]
    gap = float(abs(where - number))
    return 1e-9 < gap < 1 - 1e-9
