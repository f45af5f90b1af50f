"""What a letter is by a polynomial equation of it alone whose other factors no real number satisfies.

A lemma says which numbers solve the equation, which is evaluated; the letter is then one of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from verifier.checkers.expression_json import expression_to_json
from verifier.checkers.formulas.places.monomials import ONE, Form, numeral
from verifier.checkers.formulas.places.place import Place
from verifier.checkers.formulas.places.totality import REAL
from verifier.checkers.formulas.rules.lemmas import pushed
from verifier.checkers.formulas.rules.linear import gap_of
from verifier.checkers.formulas.rules.solving import put
from verifier.checkers.formulas.values.evaluation import truth
from verifier.checkers.functions import NotEvaluated
from verifier.engines.formulas.prover import Tree
from verifier.engines.formulas.solving.factors import factored
from verifier.kernel.expr import Dec, Expr, Head, Letter, Node, Sym, Type, substitute, walk_expr
from verifier.kernel.verdict import CheckFailed

MAX_ROOTS: Final = 4  # most numbers that the letter may be


def by_roots(index: int, place: Place) -> Iterator[tuple[Expr, Tree]]:
    """Yield that a letter is one of the rational roots of a hypothesis, and the lemma that adds it; where all factors
    are of degree one, they tell as much by themselves."""
    given = place.held[index].formula
    if not (isinstance(given, Node) and given.head is Head.EQ and len(given.free) == 1):
        return
    [name] = given.free
    if place.types.get(name) not in REAL or any(isinstance(part, Dec) for part in walk_expr(given)):
        return
    try:
        found = factored(gap_of(given, place))
        roots = sorted(root for factor, _ in found if (root := _root(factor, name)) is not None)
        if 0 < len(roots) <= MAX_ROOTS and len(roots) < len(found):
            yield from _among(index, given, name, roots, place)
    except (CheckFailed, NotEvaluated):
        return


def _root(factor: Form, name: str) -> Fraction | None:
    """Where a factor of degree one in a letter is zero."""
    own = frozenset({(Sym(name), 1)})
    return -factor.get(ONE, Fraction(0)) / factor[own] if factor.keys() <= {own, ONE} and own in factor else None


def _among(index: int, given: Node, name: str, roots: list[Fraction], place: Place) -> Iterator[tuple[Expr, Tree]]:
    values = Node(Head.LIST, tuple(map(numeral, roots)))
    bound = name.partition("#")[0]
    lemma = Node(Head.SOLVES, (values, substitute(given, {name: Sym(bound)})), (Letter(bound, Type.REAL),))
    if truth(lemma, {}) is not True:
        return
    first = place.inside().with_(lemma)
    second = first.inside().with_(pushed(lemma, first))
    only = len(second.held) - 1
    law = second.held[only].formula
    if not (isinstance(law, Node) and law.head is Head.FOR_ALL):
        return
    third = second.with_(put(law.args[0], law.letters, [name], second))
    detached = third.held[-1].formula
    if not (isinstance(detached, Node) and detached.head is Head.IMPLIES and detached.args[0] == given):
        return
    said = detached.args[1]
    tree: Tree = {"rule": "given", "of": len(third.held)}
    tree = {"rule": "detach", "of": len(third.held) - 1, "trees": [{"rule": "given", "of": index}, tree]}
    tree = {"rule": "instance", "of": only, "at": [name], "tree": tree}
    tree = {"rule": "push", "of": len(first.held) - 1, "tree": tree}
    tree = {"rule": "lemma", "lemma": expression_to_json(lemma), "trees": [{"rule": "values", "pins": []}, tree]}
    yield said, {"rule": "lemma", "lemma": expression_to_json(said), "trees": [tree]}
