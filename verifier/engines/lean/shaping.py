"""Trees for Lean by the shape of a formula: where its truth was evaluated, the parts, the index of one that holds, and
numbers at which a body holds."""

from __future__ import annotations

from verifier.checkers.evaluate import Point
from verifier.checkers.formulas.places.monomials import numeral
from verifier.checkers.formulas.values.evaluation import truth
from verifier.checkers.functions import NotEvaluated
from verifier.engines.formulas.prover import Tree
from verifier.engines.formulas.solving.sampling import extreme_place, sampled
from verifier.kernel.claim import Claim
from verifier.kernel.expr import Expr, ExprTooLarge, Head, Node, NotSubstituted, substitute
from verifier.kernel.verdict import CheckFailed

LEAF: Tree = {"rule": "leaf"}
FEW = 4  # most bound letters whose squares are spoken of
_NO_SHAPE = (NotEvaluated, CheckFailed, ExprTooLarge, ExprTooLarge, NotSubstituted)


def shaped(claim: Claim, said: Expr, holds: bool, point: Point) -> Tree | None:
    """Return a tree for the T or F reading of the claim's formula, ``said`` as it is spelled out, at a model of its
    premises; or None."""
    values = {name: numeral(x) for name, x in point.items()}
    try:
        return _shaped(said, substitute(said, values), holds, _nearest(claim.formula, values))
    except _NO_SHAPE:
        return None


def _nearest(formula: Expr, values: dict[str, Expr]) -> list[str] | None:
    """Where an extreme is reached."""
    if not isinstance(formula, Node) or formula.head not in (Head.IS_MAX, Head.IS_MIN):
        return None
    put = substitute(formula, {name: x for name, x in values.items() if name in formula.free})
    found = extreme_place(put) if isinstance(put, Node) else None
    return None if found is None else found[0][1]


def _shaped(said: Expr, there: Expr, holds: bool, near: list[str] | None) -> Tree | None:
    """``there`` is the formula at the model."""
    if not isinstance(said, Node) or not isinstance(there, Node):
        return LEAF
    match said.head:
        case Head.NOT:
            inside = _shaped(said.args[0], there.args[0], not holds, near)
            return None if inside is None else {"rule": "not", "tree": inside}
        case Head.AND | Head.OR if holds is (said.head is Head.AND):
            pairs = zip(said.args, there.args, strict=True)
            trees = [_shaped(*pair, holds, near) for pair in pairs]
            return None if None in trees else {"rule": "all", "trees": trees}
        case Head.AND | Head.OR:
            return _one(said, there, holds, near)
        case Head.FOR_ALL | Head.EXISTS if holds is (said.head is Head.FOR_ALL):
            beside = near if near is not None and len(near) == len(said.letters) else ["0"] * len(said.letters)
            return {"rule": "arbitrary", "tree": LEAF, **({"near": beside} if len(beside) <= FEW else {})}
        case Head.FOR_ALL | Head.EXISTS:
            found = [near] if near is not None and len(near) == len(said.letters) else []
            found += [] if there.free else [spelled for _, spelled in sampled(there, holds)[0][:1]]
            return {"rule": "witness", "at": found[0]} if found else None
    return LEAF


def _one(said: Node, there: Node, holds: bool, near: list[str] | None) -> Tree | None:
    """The first part that evaluation says to hold, or fail; else the first that can be shown by a number."""
    for index, arg in enumerate(there.args):
        try:
            known = truth(arg, {}) is holds
        except NotEvaluated:
            known = False
        inside = _shaped(said.args[index], arg, holds, near)
        if inside is not None and (known or inside.get("rule") == "witness"):
            return {"rule": "one", "index": index, "tree": inside}
    return None
