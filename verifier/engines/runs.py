"""Claims about runs, proposed: the program is run once, and what it does is offered as proof."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import ClassVar, Final

from verifier.checkers.runs.checker import ProgramChecker, decided, python
from verifier.checkers.runs.interpreters import Interpreter
from verifier.engines.run_candidate import RunCandidate
from verifier.kernel.run_claim import RunClaim, Said
from verifier.kernel.verdict import CheckFailed, Proof, Reason, Shows, Unknown

NONE_FOUND: Final = "no input was found for which it is not so, and that proves nothing"
"""Why what a function is said to do always stays open."""


class RunEngine:
    """Proposes what a run of its own shows. The checker runs the program again. Use ``close`` in the end."""

    name: ClassVar[str] = "run"

    def __init__(self) -> None:
        self._interpreter, self._checker = Interpreter(), ProgramChecker()

    @property
    def interpreter(self) -> Interpreter:
        """What runs the programs for proposals, and for showing what a run did."""
        return self._interpreter

    def begin(self, program: str, call: str) -> None:
        """Begin a run that claims are going to be about: both sandboxes at once, while others go on."""
        self._interpreter.begin(program, call)
        self._checker.begin(program, call)

    def propose(self, claim: RunClaim) -> Iterator[RunCandidate | Unknown]:
        """Yield one candidate, or an Unknown that says why there is none."""
        try:
            proof = self._against(claim) if claim.said is Said.ALWAYS else self._seen(claim)
        except CheckFailed as failure:
            yield Unknown(failure.reason, str(failure))
            return
        yield Unknown(Reason.NOT_ENTAILED, NONE_FOUND) if proof is None else RunCandidate(claim, proof, self._checker)

    def _seen(self, claim: RunClaim) -> Proof:
        found = decided(claim, self._interpreter)
        data = {"python": python(), "event": found.event, "value": found.value}
        return Proof(self.name, Shows.TRUE if found.holds else Shows.FALSE, data)

    def _against(self, claim: RunClaim) -> Proof | None:
        """Another call, for which it is not so. Raises: CheckFailed."""
        from verifier.engines.counterexamples import counterexample  # it needs hypothesis, which few chains need

        try:
            found = counterexample(claim, self._interpreter)
        except ValueError as wrong:
            raise CheckFailed(str(wrong), Reason.OUT_OF_SCOPE) from None
        shows = Shows.FALSE if claim.values == ("True",) else Shows.TRUE
        return found and Proof(self.name, shows, {"python": python(), "call": found[0], "value": found[1]})

    def close(self) -> None:
        """End both sandboxes."""
        self._interpreter.close()
        self._checker.close()


@functools.cache
def shared() -> RunEngine:
    """Return the engine that lives as long as this process; nothing is started before it is asked."""
    return RunEngine()
