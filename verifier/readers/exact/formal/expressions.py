"""Claims as expressions of the formal language, with the text that spells them; or they are not said at all."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from typing import Final

from verifier.checkers.evaluate import shown
from verifier.kernel.claim import Claim, Standing
from verifier.kernel.expr import Dec, Expr, ExprTooLarge, Head, Int, Letter, Node, Sym, free_names, node
from verifier.language.expressions.functions import Sort
from verifier.language.expressions.spell import spell
from verifier.language.formal_chain import Spelled
from verifier.language.of_terms import of_term
from verifier.language.vocabulary import spell_in
from verifier.readers.exact.formal.names import Names, TooManyNames

MOST_SIMPLE: Final = 20
SHORT: Final = 400
"""Deepest nesting and longest text of an expression that surely spells what can be read."""


def spelled(claim: Claim, names: Names) -> Spelled | None:
    """Return a claim without its premises as the language spells it; None where the language cannot say it."""
    try:
        return _spelled(_formula(claim, names), names, Sort.FORMULA)
    except (ExprTooLarge, TooManyNames, KeyError):
        return None


def spelled_term(term: Expr, names: Names) -> Spelled | None:
    """Return a term as the language spells it; None where the language cannot say it."""
    try:
        return _spelled(of_term(term, names.of(term)), names, Sort.NUMBER)
    except (ExprTooLarge, TooManyNames, KeyError):
        return None


def spelled_body(body: Expr, letter: str, names: Names) -> Spelled:
    """Return the body of a function as the language spells it.

    Raises:
        ExprTooLarge: beyond the bounds of expressions.
        TooManyNames: where it has more letters than a chain may declare.
    """
    others = names.of(*map(Sym, body.free - {letter}))
    found = of_term(body, {**others, letter: Sym(letter)})
    return Spelled(spell(found), found, Sort.NUMBER)


def _spelled(expr: Expr, names: Names, sort: Sort) -> Spelled | None:
    """The expression with its text; of one that nests deep, or is long, where reading that gives the same."""
    text = spell(expr)
    if expr.depth > MOST_SIMPLE or len(text) > SHORT:
        return found if (found := spell_in(text, names.scope())).expr == expr else None
    return Spelled(text, expr, sort)


def _formula(claim: Claim, names: Names) -> Expr:
    always = claim.is_for_all
    known = [one for one in claim.premises if one.standing is Standing.HYPOTHESIS] if always else []
    sides = [claim.left, claim.right, *(side for one in known for side in (one.left, one.right))]
    stand = names.bound(*sides) if always else names.of(*sides)
    said = _compared(claim.relation, claim.left, claim.right, stand)
    if known:
        held = [_compared(one.relation, one.left, one.right, stand) for one in known]
        said = node(Head.IMPLIES, reduce(lambda a, b: node(Head.AND, a, b), held), said)
    bound = [Letter(name, claim.domain) for name in sorted(free_names(*stand.values()) - names.applied)]
    return node(Head.FOR_ALL, said, letters=tuple(bound)) if always and bound else said


def _compared(relation: Head, left: Expr, right: Expr, stand: Mapping[str, Expr]) -> Expr:
    if relation in (Head.EQ, Head.APPROX):
        left, right = _in_hundredths(left, right)
    sides = of_term(left, stand), of_term(right, stand)
    if relation is not Head.APPROX:
        return node(relation, *sides)
    if shown(right) is None and shown(left) is not None:
        left, right, sides = right, left, sides[::-1]
    return node(Head.ABOUT, *sides, Int(_places(right)))


def _in_hundredths(left: Expr, right: Expr) -> tuple[Expr, Expr]:
    """Both sides a hundred times, where one is a percentage: its decimal then stands alone, as what it may round."""
    match left, right:
        case Node(Head.PERCENT, (Dec() | Int() as share,)), other if shown(other) is None:
            return share, node(Head.MUL, other, Int(100))
        case other, Node(Head.PERCENT, (Dec() | Int() as share,)) if shown(other) is None:
            return node(Head.MUL, other, Int(100)), share
    return left, right


def _places(term: Expr) -> int:
    """How many places a bare numeral shows. Raises: KeyError where it is none, or a percentage."""
    while isinstance(term, Node) and term.head is Head.NEG:
        term = term.args[0]
    if isinstance(term, Int | Dec):
        return term.places if isinstance(term, Dec) else 0
    raise KeyError("about")
