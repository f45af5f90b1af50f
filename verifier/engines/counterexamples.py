"""A call for which a function does not do what it is said to do always: inputs by hypothesis, run in the sandbox.

Inputs are made here, outside the sandbox, and run there, many in one go. That none is found proves nothing.
"""

from __future__ import annotations

import ast
import random
import string
import warnings
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, cast

from verifier.checkers.runs.checker import returned_against
from verifier.checkers.runs.decide import tells_apart
from verifier.checkers.runs.interpreters import Interpreter, NotRun
from verifier.checkers.runs.shapes import RESULT, Shape, parts_of, shape_of
from verifier.checkers.runs.values import NotSpelled, spelled
from verifier.kernel.run_claim import RunClaim
from verifier.kernel.verdict import CheckFailed

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

TRIED: Final = 240
"""Inputs that are made for a claim; fewer are different."""

_BYTES: Final = 256  # of chance for an input
_AT_ONCE: Final = 40  # inputs that are run in one go
_LOST: Final = 2  # goes that may be lost to an input that takes too long
_CONFIRMED: Final = 5  # calls that are run once more, alone

State = Mapping[str, str]


def counterexample(claim: RunClaim, interpreter: Interpreter) -> tuple[str, str] | None:
    """Return the shortest call found for which the condition of a claim fails, with what it returns; or None.

    Raises: ValueError where the claim is about no calls of its program; CheckFailed where its condition is none that
    values can tell, or no call could be run.
    """
    tells_apart(claim.subject)
    shape = shape_of(claim.program, claim.call)
    inputs = sorted(_inputs(shape), key=lambda one: (len(str(one)), str(one)))
    found = sorted(shape.call(one) for one in _failing(claim, shape, inputs, interpreter))
    for call in sorted(found, key=len)[:_CONFIRMED]:
        try:
            return call, returned_against(claim, call, interpreter)
        except CheckFailed:
            continue
    return None


def _failing(claim: RunClaim, shape: Shape, inputs: Sequence[State], interpreter: Interpreter) -> Iterator[State]:
    """Yield the inputs of the first go in which the condition fails for some. Raises: NotRun where every go is lost."""
    lost, asked = list[NotRun](), f"{shape.function}({', '.join(shape.names)})"
    goes = [inputs[i : i + _AT_ONCE] for i in range(0, len(inputs), _AT_ONCE)]
    for go in goes:
        try:
            returned = interpreter.values(claim.program, claim.call, asked, go)
            states = [{**one, RESULT: value} for one, value in zip(go, returned, strict=True) if value[:1] not in "!<"]
            holds = interpreter.values(claim.program, claim.call, claim.subject, states) if states else []
        except NotRun as why:
            lost.append(why)
            if len(lost) > _LOST or len(lost) == len(goes):
                raise why from None
            continue
        failed = [state for state, text in zip(states, holds, strict=True) if text == "False"]
        if failed:
            yield from failed
            return


def _inputs(shape: Shape) -> list[State]:
    """Inputs of a shape, each once: the same ones at every time, for hypothesis makes them of bytes that are given."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of what hypothesis thinks of its host
        from hypothesis import given, settings
        from hypothesis import strategies as st

        made = dict[str, State]()

        @settings(database=None, deadline=None)
        @given(st.tuples(*map(_strategy, shape.types)))
        def keep(values: tuple[Any, ...]) -> None:
            try:
                state = dict(zip(shape.names, map(spelled, values), strict=True))
            except NotSpelled:
                return
            made.setdefault(str(state), state)

        asked, dice = cast(Any, keep), random.Random(0)
        for _ in range(TRIED):
            asked.hypothesis.fuzz_one_input(dice.randbytes(_BYTES))
    return list(made.values())


_LETTERS: Final = string.ascii_letters + string.digits + " .,-_!"


def _strategy(kind: ast.expr) -> SearchStrategy[Any]:
    """Return what makes values of a type, small ones above all."""
    from hypothesis import strategies as st

    parts = [_strategy(part) for part in parts_of(kind) or ()]
    match kind:
        case ast.Name(id="int"):
            return st.one_of(st.integers(-3, 12), st.integers(-100, 100))
        case ast.Name(id="bool"):
            return st.booleans()
        case ast.Name(id="str"):
            few, many = (
                st.lists(st.sampled_from(signs), max_size=most) for signs, most in (("ab 1", 4), (_LETTERS, 8))
            )
            return st.one_of(few, many).map("".join)
        case ast.Name(id="float"):
            return st.one_of(st.integers(-20, 20).map(lambda n: n / 2), st.floats(-100, 100))
        case ast.BinOp():
            return st.one_of(*parts)
        case ast.Subscript(value=ast.Name(id="list")):
            return st.lists(parts[0], max_size=5)
        case ast.Subscript(value=ast.Name(id="set")):
            return st.sets(parts[0], max_size=5)
        case ast.Subscript(value=ast.Name(id="dict")):
            return st.dictionaries(parts[0], parts[1], max_size=4)
        case ast.Subscript():
            return st.tuples(*parts)
    return st.none()
