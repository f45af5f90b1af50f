"""Induction (trusted): what holds of the first whole numbers, and of each one after those before it, holds of all.

Proof data of the rule ``induction``, which shows a ForAll over one letter of whole numbers from a least one on::

    {"rule": "induction", "trees": [..., ...]}

The first trees show the body at the least value and those after it, the last one at a number beyond these, where it
holds of as many numbers just below as there are such trees.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from verifier.checkers.formulas.places.monomials import numeral
from verifier.checkers.formulas.places.place import LEAST, Place, below, conjuncts
from verifier.checkers.formulas.rules.linear import Shows, listed
from verifier.kernel.expr import Expr, Head, Int, Node, Sym, Type, node, substitute
from verifier.kernel.verdict import CheckFailed, Reason

MAX_BEFORE = 3  # most numbers of which a step of an induction may use that the body holds of them


def by_induction(walk: Shows, holds: bool, formula: Expr, place: Place, tree: Mapping[str, Any]) -> None:
    """Check a ForAll over one letter by induction.

    Raises:
        CheckFailed: where it is no such formula, has no least value, or a tree does not show its part.
    """
    first, inside, name = opened(holds, formula, place)
    trees = listed(tree.get("trees"))
    before = len(trees) - 1
    if not 0 < before <= MAX_BEFORE:
        raise CheckFailed(f"an induction has a step, and from one to {MAX_BEFORE} first values")
    for value, shown in enumerate(trees[:-1], start=first):
        walk.show(True, at_number(formula, value), place.inside(), shown)
    known, said = step(formula, inside, name, first, before)
    walk.show(True, said, known, trees[-1])


def opened(holds: bool, formula: Expr, place: Place) -> tuple[int, Place, str]:
    """Return the least value of the letter of a ForAll, the place where that letter is free, and its name there.

    Raises:
        CheckFailed: where it is no ForAll over one letter of whole numbers, or the letter has no least value.
    """
    if not (holds and isinstance(formula, Node) and formula.head is Head.FOR_ALL and len(formula.letters) == 1):
        raise CheckFailed("an induction shows a ForAll over one letter")
    first = least_value(formula)
    if first is None:
        raise CheckFailed("the letter has no least value", Reason.OUT_OF_SCOPE)
    _, inside = below(formula, place)
    [name] = inside.types.keys() - place.types.keys()
    return first, inside.inside(), name


def least_value(formula: Node) -> int | None:
    """Return the whole number below which the letter of a ForAll is not, or the condition of its implication fails;
    None where there is none."""
    [letter], [body] = formula.letters, formula.args
    if letter.type not in (Type.INT, Type.COUNT, Type.POS):
        return None
    found = [LEAST[letter.type]] if letter.type in LEAST else []
    if isinstance(body, Node) and body.head is Head.IMPLIES:
        for one in conjuncts(body.args[0]):
            match one:
                case Node(head=Head.GE, args=(Sym(name), low)) | Node(head=Head.LE, args=(low, Sym(name))):
                    found += [] if name != letter.name or (value := _whole(low)) is None else [value]
    return max(found, default=None)


def _whole(expr: Expr) -> int | None:
    match expr:
        case Int(value):
            return value
        case Node(head=Head.NEG, args=(Int(value),)):
            return -value
    return None


def at_number(formula: Expr, value: int) -> Expr:
    """Return the body of a ForAll over one letter at a whole number."""
    assert isinstance(formula, Node)
    return substitute(formula.args[0], {formula.letters[0].name: numeral(Fraction(value))})


def step(formula: Expr, inside: Place, name: str, first: int, before: int) -> tuple[Place, Expr]:
    """Return where the step of an induction is shown, the letter ``name`` being the first of the numbers of which the
    body holds, and what it has to show there."""
    assert isinstance(formula, Node)
    body, letter = formula.args[0], formula.letters[0].name
    numbers: list[Expr] = [Sym(name), *(node(Head.ADD, Sym(name), Int(k)) for k in range(1, before + 1))]
    bodies = [substitute(body, {letter: number}) for number in numbers]
    beyond = node(Head.GE, Sym(name), numeral(Fraction(first)))
    return inside.with_(beyond, *bodies[:-1]), bodies[-1]
