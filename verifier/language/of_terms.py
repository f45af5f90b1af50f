"""From the terms and relations of leaves to expressions of the language: what ``kernel.formula.lowered`` undoes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from verifier.kernel.claim import Relation
from verifier.kernel.formula import COMPARISONS, Expr, Head, node
from verifier.kernel.term import Const, Dec, Int, Op, Sym, Term

_HEADS: Final[Mapping[Op, Head]] = {
    **{Op.ADD: Head.ADD, Op.SUB: Head.SUB, Op.MUL: Head.MUL, Op.DIV: Head.DIV, Op.POW: Head.POW, Op.NEG: Head.NEG},
    **{Op.SQRT: Head.SQRT, Op.ABS: Head.ABS, Op.FLOOR: Head.FLOOR, Op.CEIL: Head.CEIL, Op.FACT: Head.FACTORIAL},
    **{Op.BINOM: Head.BINOMIAL, Op.MOD: Head.MOD, Op.SIN: Head.SIN, Op.COS: Head.COS, Op.TAN: Head.TAN},
    **{Op.MIN: Head.MIN, Op.MAX: Head.MAX, Op.GCD: Head.GCD, Op.LCM: Head.LCM},
}
_SIGNS: Final[Mapping[Relation, Head]] = {relation: head for head, relation in COMPARISONS.items()}


def of_term(term: Term, letters: Mapping[str, Expr]) -> Expr:
    """Return the expression that means what a term does; ``letters``: what stands for each of its letters.

    Raises:
        FormulaTooLarge: beyond the bounds of expressions.
        KeyError: on a letter that nothing stands for.
    """
    if isinstance(term, Sym):
        return letters[term.name]
    if isinstance(term, Int | Dec | Const):
        return term
    args = [of_term(arg, letters) for arg in term.args]
    match term.op:
        case Op.PERCENT:
            return node(Head.DIV, args[0], Int(100))
        case Op.LOG if args[0] == Const("e"):
            return node(Head.LN, args[1])
        case Op.LOG | Op.ROOT:
            return node(Head.LOG if term.op is Op.LOG else Head.ROOT, args[1], args[0])
        case Op.DIFF:
            return node(Head.DIFF, *args, Int(1))
    return node(_HEADS[term.op], *args)


def of_relation(relation: Relation, left: Expr, right: Expr) -> Expr:
    """Return the comparison of two expressions.

    Raises:
        FormulaTooLarge: beyond the bounds of expressions.
        KeyError: on ``≈``, which says to how many places in the language alone.
    """
    return node(_SIGNS[relation], left, right)
