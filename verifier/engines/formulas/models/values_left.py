"""Values of letters in the coefficients of polynomials that premises write as products: such as leave it possible."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from verifier.checkers.formulas.places.monomials import ONE, numeral
from verifier.checkers.formulas.places.place import Place
from verifier.checkers.formulas.rules.forms import polynomial
from verifier.checkers.formulas.values.evaluation import value
from verifier.engines.formulas.models.determined import determined
from verifier.engines.formulas.models.models import SMALL
from verifier.engines.formulas.models.plainer import plainer
from verifier.engines.formulas.solving.candidates import roots_of
from verifier.engines.formulas.solving.forcing import forced, forced_values
from verifier.kernel.claim import Claim
from verifier.kernel.expr import Expr, Head, Letter, Node, Sym, Type, node, substitute

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
