"""Claims about runs, proposed: the program is run once, and what it does is offered as proof."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from verifier.checkers.runs.checker import ProgramChecker, decided, python
from verifier.checkers.runs.interpreters import Interpreter
from verifier.kernel.run_claim import RunClaim
from verifier.kernel.verdict import CheckFailed, Proof, Shows, Unknown


@dataclass(frozen=True, slots=True)
class RunCandidate:
    """A proof of ``claim``, and the checker that is to judge it."""

    claim: RunClaim
    proof: Proof
    checker: ProgramChecker


class RunEngine:
    """Proposes what a run of its own shows. The checker runs the program again. Use ``close`` in the end."""

    name: ClassVar[str] = "run"

    def __init__(self) -> None:
        self._interpreter, self._checker = Interpreter(), ProgramChecker()

    @property
    def interpreter(self) -> Interpreter:
        """What runs the programs for proposals, and for showing what a run did."""
        return self._interpreter

    def propose(self, claim: RunClaim) -> Iterator[RunCandidate | Unknown]:
        """Yield one candidate, or an Unknown that says why there is none."""
        try:
            found = decided(claim, self._interpreter)
        except CheckFailed as failure:
            yield Unknown(failure.reason, str(failure))
            return
        data = {"python": python(), "event": found.event, "value": found.value}
        yield RunCandidate(claim, Proof(self.name, Shows.TRUE if found.holds else Shows.FALSE, data), self._checker)

    def close(self) -> None:
        """End both sandboxes."""
        self._interpreter.close()
        self._checker.close()


@functools.cache
def shared() -> RunEngine:
    """Return the engine that lives as long as this process; nothing is started before it is asked."""
    return RunEngine()
