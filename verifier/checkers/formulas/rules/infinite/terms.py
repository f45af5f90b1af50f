"""Sums and products over ranges, taken apart (trusted): the last or the first term by itself, all of them, and what is
empty."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from verifier.checkers.formulas.places.monomials import number, plus, written
from verifier.checkers.formulas.places.place import Place
from verifier.checkers.formulas.rules.forms import polynomial
from verifier.checkers.formulas.rules.linear import Shows, listed
from verifier.checkers.formulas.rules.replacing import replaced
from verifier.checkers.formulas.rules.whole_numbers import spelled
from verifier.checkers.formulas.values.evaluation import value
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.expr import Expr, Head, Int, Node, node, substitute
from verifier.kernel.verdict import CheckFailed

MAX_TERMS = 400  # most terms that are written out at once


def by_term(walk: Shows, holds: bool, formula: Expr, place: Place, tree: Mapping[str, Any]) -> None:
    """Check a formula with the sum or product ``number`` in it replaced by that of all terms but one, and that one: the
    last, or, where ``first`` is true, the first; or, where ``every`` is, by all terms, written out.

    ``Sum(f, k, a, b)`` and ``Sum(f, k, a, b - 1) + f(b)`` are both undefined, or equal, wherever b is at least a.

    Raises:
        CheckFailed: where it is none, or a tree does not show that the range has a term, or the formula.
    """
    said, trees = spelled(tree.get("number"), place), listed(tree.get("trees"))
    if tree.get("every") is True:
        [only] = trees if len(trees) == 1 else [None]
        walk.show(holds, replaced(formula, said, written_out(said)), place.inside(), only)
        return
    needed, put = parted(said, tree.get("first") is True)
    if len(trees) != (1 if needed is None else 2):
        raise CheckFailed("a tree for the range is needed, where it has letters, and one for the formula")
    if needed is not None:
        walk.show(True, needed, place.inside(), trees[0])
    walk.show(holds, replaced(formula, said, put), place.inside(), trees[-1])


def parted(said: Expr, first: bool) -> tuple[Node | None, Expr]:
    """Return what shows that a sum or product has a term, None where its range is empty, and what it is then.

    Raises:
        CheckFailed: where it is no sum or product over one letter.
    """
    if not isinstance(said, Node) or said.head not in (Head.SUM, Head.PROD) or len(said.letters) != 1:
        raise CheckFailed("terms are taken from a sum or product over one letter")
    (body, low, high), [letter] = said.args, said.letters
    if _is_empty(low, high):
        return None, Int(0) if said.head is Head.SUM else Int(1)
    one = number(Fraction(1))
    if first:
        rest = Node(said.head, (body, written(plus(polynomial(low), one, Fraction(1))), high), said.letters)
    else:
        rest = Node(said.head, (body, low, written(plus(polynomial(high), one, Fraction(-1)))), said.letters)
    term = substitute(body, {letter.name: low if first else high})
    return node(Head.GE, high, low), node(Head.ADD if said.head is Head.SUM else Head.MUL, rest, term)


def written_out(said: Expr) -> Expr:
    """Return a sum or product over one letter between whole numbers as its terms.

    Raises:
        CheckFailed: where it is none, or has more than ``MAX_TERMS``.
        ExprTooLarge: where its terms are too large together.
    """
    if not isinstance(said, Node) or said.head not in (Head.SUM, Head.PROD) or len(said.letters) != 1:
        raise CheckFailed("terms are taken from a sum or product over one letter")
    (body, low, high), [letter] = said.args, said.letters
    if (ends := _ends(low, high)) is None or not 0 <= ends[1] - ends[0] < MAX_TERMS:
        raise CheckFailed(f"the ends are not known, or more than {MAX_TERMS} terms apart")
    terms = [substitute(body, {letter.name: Int(k)}) for k in range(ends[0], ends[1] + 1)]
    while len(terms) > 1:  # in pairs, so that nothing nests deep
        pairs = [terms[i : i + 2] for i in range(0, len(terms), 2)]
        joined = Head.ADD if said.head is Head.SUM else Head.MUL
        terms = [node(joined, *pair) if len(pair) == 2 else pair[0] for pair in pairs]
    return terms[0]


def _ends(low: Expr, high: Expr) -> tuple[int, int] | None:
    """The ends of a range where they are whole numbers without letters."""
    try:
        first, last = value(low, {}), value(high, {})
    except NotEvaluated:
        return None
    return (int(first), int(last)) if first.denominator == last.denominator == 1 else None


def _is_empty(low: Expr, high: Expr) -> bool:
    """Whether the ends of a range are whole numbers without letters, the upper one below the lower one."""
    ends = _ends(low, high)
    return ends is not None and ends[1] < ends[0]
