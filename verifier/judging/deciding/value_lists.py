"""Lists of values, such as ``x == 3 or x == -3``: a list that is padded is not right merely because it is weak."""

from __future__ import annotations

from verifier.judging.deciding.suppositions import HasModel
from verifier.kernel.claim import FIRM, Claim, Hypothesis, Standing, claim_of
from verifier.kernel.expr import Expr, Head, Node, Sym
from verifier.kernel.verdict import Reason, Unknown
from verifier.language.expressions.spell import spell


def unfounded(claim: Claim, has_model: HasModel) -> Unknown | None:
    """Return why a proved list of values settles nothing: one of them has no model that is found with what is firm."""
    firm = tuple(one for one in claim.premises if one.standing in FIRM)
    for value in _values(claim.formula):
        with_it = (*firm, Hypothesis("value", Standing.HYPOTHESIS, value))
        if not has_model(claim_of(claim.formula, claim.types, with_it, claim.rounded)):
            return Unknown(Reason.NO_MODEL_FOUND, f"{spell(value):.80} was found possible nowhere")
    return None


def _values(formula: Expr) -> tuple[Expr, ...]:
    """The equations of a list of values for one letter, else none."""
    if not isinstance(formula, Node) or formula.head is not Head.OR:
        return ()
    names = set[str]()
    for one in formula.args:
        match one:
            case Node(head=Head.EQ, args=(Sym(name), value)) | Node(head=Head.EQ, args=(value, Sym(name))) if (
                not value.free
            ):
                names.add(name)
            case _:
                return ()
    return formula.args if len(names) == 1 else ()
