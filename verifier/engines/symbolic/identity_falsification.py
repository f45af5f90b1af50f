"""Identities with roots, logarithms or waves that fail wherever they are tried.

Such an identity may hold for some values only, ``√(x²) = x``, and a letter may be known to have such values without a
word that was read. So one point is not asked, but points near and far, of one sign and of both, in every order: the
counterexample is one of them, and it is proposed only where all of them are.
"""

from __future__ import annotations

from typing import Any

from verifier.checkers.balls import enclosed, placed
from verifier.checkers.evaluate import Outcome
from verifier.checkers.formulas.places.place import Held, conjuncts, leaf_claim
from verifier.kernel.claim import Claim
from verifier.kernel.expr import Const, Expr, Head, Node, walk_expr
from verifier.kernel.verdict import CheckFailed, Reason

POINTS = (
    ("7/3", "11/5", "13/4"),
    ("5", "3", "2"),
    ("1/3", "2/7", "3/5"),
    ("40", "90", "25"),
    ("1001", "13", "170"),
    ("-5/2", "-3", "-7/4"),
    ("-30", "4/3", "9"),
    ("2/9", "50", "1/8"),
    ("19/10", "23/10", "29/10"),
    ("-1/3", "-2/5", "-3/7"),
)
"""Values of the first letter, the second, the third, and so on from the first again."""

FEWEST = 3  # points at which the identity must be defined

_CURVED = (Head.SQRT, Head.ROOT, Head.LOG, Head.SIN, Head.COS, Head.TAN, Head.ABS)


def failing_everywhere(claim: Claim) -> dict[str, Any] | None:
    """Return the proof data of a counterexample to an identity that fails at every point at which it is defined; None
    where it does not."""
    names, found = sorted(claim.letters), list[dict[str, Any]]()
    for values in POINTS:
        data = {"point": {name: values[i % len(values)] for i, name in enumerate(names)}}
        try:
            outcome = enclosed(placed(claim, data))[0]
        except CheckFailed as error:
            if error.reason in (Reason.SIDE_CONDITION, Reason.OUT_OF_SCOPE):
                continue  # not defined there
            return None
        if outcome is not Outcome.FAILS:
            return None
        found.append(data)
    return found[0] if len(found) >= FEWEST else None


def relation_for_all(formula: Expr) -> Claim | None:
    """Return what a formula that says a comparison of all numbers, under comparisons or none, claims of its
    letters; else None."""
    if not isinstance(formula, Node) or formula.head is not Head.FOR_ALL:
        return None
    [body] = formula.args
    given, said = (body.args[0], body.args[1]) if isinstance(body, Node) and body.head is Head.IMPLIES else (None, body)
    types = {one.name: one.type for one in formula.letters}
    try:
        held = [] if given is None else [Held(part) for part in conjuncts(given)]
        return leaf_claim(said, held, types, frozenset())
    except CheckFailed:
        return None


def curved(claim: Claim) -> bool:
    """Return whether a root, a logarithm or a wave of letters stands there, no angle of which may be told in
    degrees."""
    parts = [t for side in (claim.left, claim.right) for t in walk_expr(side) if isinstance(t, Node)]
    angles = [t.args[0] for t in parts if t.head in (Head.SIN, Head.COS, Head.TAN)]
    if any(t.head is Head.DIFF for t in parts) or any(map(_shifted, angles)):
        return False
    return bent(claim)


def bent(claim: Claim) -> bool:
    """Return whether a root, a logarithm, a wave or an absolute value of letters stands there."""
    parts = (t for side in (claim.left, claim.right) for t in walk_expr(side) if isinstance(t, Node))
    return any(t.head in _CURVED and t.free for t in parts)


def _shifted(angle: Expr) -> bool:
    """Whether a number without pi may be part of an angle: ``90 - x`` may be meant in degrees."""
    if isinstance(angle, Node) and angle.head in (Head.ADD, Head.SUB, Head.NEG):
        return any(map(_shifted, angle.args))
    return not angle.free and Const("pi") not in walk_expr(angle)
