"""Definitions: what gives fresh names a meaning and says nothing else, so that it may be held as firm."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from verifier.checkers.formulas.places.place import bounds, conjunction
from verifier.checkers.formulas.places.totality import REAL, real, total
from verifier.claims.context import Context, defined, plain_parts
from verifier.kernel.claim import FIRM, Claim, Hypothesis, Standing, claim_of
from verifier.kernel.expr import Expr, ExprTooLarge, Head, Letter, Node, Type, node, substitute
from verifier.kernel.verdict import Proved, Verdict

Decide = Callable[[Claim], Verdict]
"""What gives the verdict of a claim."""


def is_definition(formula: Expr, context: Context, decide: Decide) -> bool:
    """Return whether a formula gives fresh names a meaning where it stands.

    Each part of it is ``name == expr``, with a name that nothing has used and an expression that is defined; of all
    other parts it is proved, from what is firm, that their fresh names can be as they say.
    """
    spoken = {*context.spoken, *filter(_is_call, formula.free)}  # what a function is at a number is no new name
    held, others = list[Hypothesis](), list[Expr]()
    for part in plain_parts(formula, context.types):
        found = defined(part)
        named = found is not None and found[0] not in spoken and _fits(*found, context, held, decide)
        if found is not None and named and _is_defined(found[1], context, held, decide):
            held.append(Hypothesis("", Standing.DEFINED, part))
            spoken |= part.free
        else:
            others.append(part)
    return not others or _can_be(others, spoken, context, held, decide)


def _is_call(name: str) -> bool:
    """Whether a name is that of a letter for a function at numerals."""
    return "(" in name


def _fits(name: str, expr: Expr, context: Context, held: Sequence[Hypothesis], decide: Decide) -> bool:
    """Whether what a name is set equal to is of its type as far as that is taken at its word: real, not negative."""
    kind = context.types[name].type if name in context.types else Type.UNDECLARED
    if kind not in REAL:
        return True
    letters = all(name in context.types and context.types[name].type in REAL for name in expr.free)
    if not (letters and real(expr)):
        return False
    for bound in bounds(Letter(name, kind)):
        try:
            said = substitute(bound, {name: expr})
        except ExprTooLarge:
            return False
        verdict = decide(_claim(said, context, held))
        if not isinstance(verdict, Proved) or verdict.certificate.side_conditions:
            return False
        if not all(one.standing in FIRM for one in verdict.certificate.claim.premises):
            return False
    return True


def _is_defined(expr: Expr, context: Context, held: Sequence[Hypothesis], decide: Decide) -> bool:
    types = {name: context.types[name].type for name in expr.free if name in context.types}
    if types.keys() == expr.free and REAL.issuperset(types.values()) and total(expr, types):
        return True
    verdict = decide(_claim(node(Head.EQ, expr, expr), context, held))
    return isinstance(verdict, Proved) and not verdict.certificate.side_conditions


def _can_be(
    parts: Sequence[Expr], spoken: set[str], context: Context, held: Sequence[Hypothesis], decide: Decide
) -> bool:
    """Whether numbers of their types for the fresh names of formulas make these hold."""
    said = conjunction(parts)
    letters = tuple(Letter(name, context.types[name].type) for name in sorted(said.free - spoken))
    if not letters:
        return False
    verdict = decide(_claim(Node(Head.EXISTS, (said,), letters), context, held))
    if not isinstance(verdict, Proved) or verdict.certificate.side_conditions:
        return False
    return all(one.standing in FIRM for one in verdict.certificate.claim.premises)


def _claim(formula: Expr, context: Context, held: Sequence[Hypothesis]) -> Claim:
    found = context.claim(formula)
    return claim_of(found.formula, context.types.values(), (*found.premises, *held), found.rounded)
