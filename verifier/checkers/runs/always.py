"""What a function always does, against one of its calls: whether it is such a call, and what it shows. Trusted."""

from __future__ import annotations

import ast

from verifier.checkers.runs.decide import tells_apart
from verifier.checkers.runs.interpreters import Interpreter
from verifier.checkers.runs.reproduced import reproduces
from verifier.checkers.runs.shapes import RESULT, Shape, fits, shape_of
from verifier.checkers.runs.syntax import NotPython, expression
from verifier.checkers.runs.values import NotSpelled, alike, in_order, value_of
from verifier.kernel.run_claim import RunClaim
from verifier.kernel.verdict import CheckFailed, Reason


def arguments_of(call: str, shape: Shape) -> dict[str, str]:
    """Return the arguments of a call by their names, spelled. Raises: CheckFailed where it is no call of this shape."""
    try:
        tree = expression(call)
        if not (isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name) and tree.func.id == shape.function):
            raise NotSpelled("it calls something else")
        if tree.keywords or len(tree.args) != len(shape.names):
            raise NotSpelled("it has other arguments")
        values = [value_of(ast.unparse(one)) for one in tree.args]
        if not all(map(fits, values, shape.types)):
            raise NotSpelled("its arguments are of other types")
        return dict(zip(shape.names, map(in_order, values), strict=True))
    except (NotSpelled, NotPython) as wrong:
        raise CheckFailed(f"the claim is not about this call: {wrong}", Reason.OUT_OF_SCOPE) from None


def returned_against(claim: RunClaim, call: str, interpreter: Interpreter) -> str:
    """Return what a call returns that the condition of a claim fails for: it returns, and the condition is False.

    Raises: CheckFailed where it is no such call; NotRun.
    """
    try:
        shape = shape_of(claim.program, claim.call)
    except ValueError as wrong:
        raise CheckFailed(str(wrong), Reason.OUT_OF_SCOPE) from None
    tells_apart(claim.subject)
    arguments = arguments_of(call, shape)
    returned = interpreter.trace(claim.program, call).returned
    if returned is None or returned.startswith("<"):
        raise CheckFailed("the call raises, or returns what cannot be written down", Reason.OUT_OF_SCOPE)
    state = {**arguments, RESULT: returned}
    reproduces(claim.subject, claim.program, state.keys(), [state])
    if interpreter.values(claim.program, call, claim.subject, [state]) != ["False"]:
        raise CheckFailed("the condition does not fail for this call")
    return alike(returned)
