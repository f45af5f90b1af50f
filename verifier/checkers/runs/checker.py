"""The checker of claims about a run: it runs the program again, in the sandbox, and agrees or not. Trusted."""

from __future__ import annotations

import ast
from typing import Any, ClassVar

from verifier.checkers.runs.decide import Decision, decide, last_of_call, tells_apart
from verifier.checkers.runs.interpreters import Interpreter, NotRun
from verifier.checkers.runs.pythons import INTERPRETER, python, second_interpreter
from verifier.checkers.runs.reproduced import reproduces
from verifier.checkers.runs.shapes import RESULT, Shape, fits, shape_of
from verifier.checkers.runs.syntax import NotPython, expression
from verifier.checkers.runs.trace import Trace
from verifier.checkers.runs.values import NotSpelled, alike, in_order, value_of
from verifier.kernel.run_claim import RunClaim, Said
from verifier.kernel.verdict import Certificate, CheckFailed, Proof, Reason, Shows

VERSION = "1"
SEED = 1
"""Of the hashes of texts: another than that of whoever proposes."""


class OtherVersion(CheckFailed):
    """The proof is of another version of Python: it is not checked here, and nothing is wrong with it."""


class ProgramChecker:
    """Checks what is said of a run by running it again. ``close`` it in the end."""

    name: ClassVar[str] = "run"

    def __init__(self, interpreter: Interpreter | None = None) -> None:
        self._interpreter = interpreter or Interpreter(SEED)

    def begin(self, program: str, call: str) -> None:
        """Begin a run that proofs are going to be about."""
        self._interpreter.begin(program, call, confirmed=True)

    def check(self, claim: RunClaim, proof: Proof) -> Certificate:
        """Return the certificate of a proof that was checked. Raises: CheckFailed, OtherVersion."""
        if (told := proof.data.get("python")) != python():
            raise OtherVersion(f"it was run by Python {told!s:.20}, and this is {python()}", Reason.NO_ENGINE)
        if claim.said is Said.ALWAYS:
            return self._against(claim, proof)
        found = decided(claim, self._interpreter)
        again = {"python": python(), "event": found.event, "value": found.value}
        if dict(proof.data) != again:
            raise CheckFailed("the run does not do what the proof says", Reason.NOT_ENTAILED)
        if found.holds is not (proof.shows is Shows.TRUE):
            raise CheckFailed("the run shows the opposite", Reason.NOT_ENTAILED)
        trace = self._interpreter.trace(claim.program, claim.call)
        notes = {"value": found.value, **_seen_there(trace, found.event)}
        self._confirm(claim.program, claim.call)
        return Certificate(claim, proof, VERSION, toolchain=f"Python {python()}", notes=notes)

    def _against(self, claim: RunClaim, proof: Proof) -> Certificate:
        """The certificate of one call for which it is not so. Raises: CheckFailed."""
        call = proof.data.get("call")
        if not isinstance(call, str) or claim.values not in _ALWAYS:
            raise CheckFailed("the proof names no call", Reason.OUT_OF_SCOPE)
        returned = returned_against(claim, call, self._interpreter)
        if dict(proof.data) != {"python": python(), "call": call, "value": returned}:
            raise CheckFailed("the call does not return what the proof says")
        if proof.shows is not _ALWAYS[claim.values]:
            raise CheckFailed("the call shows the opposite")
        self._confirm(claim.program, call)
        notes = {"value": returned, "call": call}
        return Certificate(claim, proof, VERSION, toolchain=f"Python {python()}", notes=notes)

    def _confirm(self, program: str, call: str) -> None:
        """Raises: CheckFailed, where a second interpreter sees something else returned."""
        second = self._interpreter.second(program, call)
        returned = self._interpreter.trace(program, call).returned
        if second is not None and second != (None if returned is None else alike(returned)):
            raise CheckFailed(
                f"{INTERPRETER} and {second_interpreter()} differ about what the call returns",
                Reason.INTERPRETERS_DIFFER,
            )

    def close(self) -> None:
        """End the sandbox."""
        self._interpreter.close()

    def __enter__(self) -> ProgramChecker:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()


_ALWAYS = {("True",): Shows.FALSE, ("False",): Shows.TRUE}
"""What a call for which a condition fails shows of the claim that it always holds, and of its denial."""


def _seen_there(trace: Trace, number: int) -> dict[str, Any]:
    """The line of an event, and what the names of its frame are bound to after it; those at the end of the call, where
    it is the run as a whole."""
    event = trace.events[number] if number >= 0 else last_of_call(trace)
    if event is None:
        return {}
    after = {name: alike(text) for name, text in event.after.items()}
    bound = {name: text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}..." for name, text in after.items()}
    return {"line": event.line, "point": dict(sorted(bound.items())[:MOST_NAMES])}


MOST_SHOWN = 200  # characters of a value that is shown beside a verdict
MOST_NAMES = 20


def decided(claim: RunClaim, interpreter: Interpreter) -> Decision:
    """Return what a run says of a claim. Raises: CheckFailed."""
    trace = interpreter.trace(claim.program, claim.call)
    return decide(claim, trace, lambda expr, states: interpreter.values(claim.program, claim.call, expr, states))


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


__all__ = ["INTERPRETER", "NotRun", "OtherVersion", "ProgramChecker", "decided", "python", "returned_against"]
