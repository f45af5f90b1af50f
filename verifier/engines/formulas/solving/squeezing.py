"""Values that hypotheses about one letter leave to it: two bounds that meet, or the root of an equation that others
leave. Each is shown by sums."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from verifier.checkers.formulas.places.monomials import ONE, numeral
from verifier.checkers.formulas.places.place import Place
from verifier.checkers.formulas.rules.linear import gap_of
from verifier.engines.formulas.prover import Tree
from verifier.engines.formulas.solving.candidates import candidates
from verifier.engines.formulas.sums.sums import by_sums
from verifier.engines.formulas.usable import of_one
from verifier.kernel.expr import COMPARISONS, Expr, Head, Letter, Node, Sym, Type, node
from verifier.kernel.verdict import CheckFailed

MAX_TRIED = 4  # most values of one letter that are tried


def squeezed(
    place: Place, wanted: frozenset[str], tried: dict[object, Tree | None]
) -> Iterator[tuple[str, Fraction, Tree]]:
    """Yield letters, the values that the hypotheses about each alone leave, and trees that show these.

    ``tried`` keeps what was not shown, whatever else was held.
    """
    for name in sorted(wanted & place.types.keys()):
        about = tuple(one.formula for one in place.held if one.formula.free == {name})
        if (name, about) in tried:
            continue
        values = list(dict.fromkeys(_values(name, about, place)))[:MAX_TRIED]
        for value in values:
            tree = by_sums(True, node(Head.EQ, Sym(name), numeral(value)), of_one(name, place), [])
            if tree is not None:
                yield name, value, tree
                break
        else:
            tried[name, about] = None


def _values(name: str, about: Sequence[Expr], place: Place) -> Iterator[Fraction]:
    """The ends of weak inequalities that stand there twice, and the rational roots of equations."""
    ends: list[Fraction] = []
    for formula in about:
        if not isinstance(formula, Node) or formula.head not in COMPARISONS:
            continue
        if formula.head is Head.EQ:
            for number, spelled in candidates(Letter(name, Type.REAL), formula, place):
                if isinstance(spelled, str) and not number.free:
                    yield Fraction(spelled)
        elif formula.head in (Head.LE, Head.GE):
            ends += _end(name, formula, place)
    yield from (value for value in ends if ends.count(value) > 1)


def _end(name: str, formula: Node, place: Place) -> list[Fraction]:
    try:
        form = gap_of(formula, place)
    except CheckFailed:
        return []
    alone = frozenset({(Sym(name), 1)})
    return [-form.get(ONE, Fraction(0)) / form[alone]] if form.keys() - {ONE} == {alone} else []
