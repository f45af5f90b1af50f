"""Processes for one thread of work: an elaborator for many candidates, one for a single candidate, an auditor."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable
from verifier.proofs.elaboration.modules import Program
from verifier.proofs.elaboration.session import Lean, LeanLost, Permit

RECYCLE_RESIDENT = 3 << 30
RECYCLE_ASKED = 300
MEASURE_EVERY = 8

MOST_HEARTBEATS = 4_000_000
"""In thousands: Lean counts them in 32 bits where it is compiled to WebAssembly."""

Imports = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Budget:
    """What one proof may use: heartbeats (thousands), processor seconds, and seconds in which it must get those."""

    heartbeats: int = 200_000
    cpu: float = 120.0
    wall: float = 900.0


class Worker:
    """At most one elaborator and one auditor at a time; another set of imports replaces them. One owner at a time."""

    def __init__(self, program: Program, budget: Budget) -> None:
        """Start nothing."""
        self._program, self._budget = program, budget
        self._held: dict[str, tuple[Imports, Lean]] = {}
        self._running: set[Lean] = set()
        self._ended = False

    def start(self, imports: Imports) -> None:
        """Start both processes, side by side. Raises: LeanUnavailable."""
        roles = [role for role in ("elaborator", "auditor") if role not in self._held]
        with ThreadPoolExecutor(len(roles) or 1) as pool:
            list(pool.map(lambda role: self._get(role, imports), roles))  # the list raises what a start raised

    def close(self) -> None:
        """End all processes."""
        for _, lean in self._held.values():
            lean.close()
        self._held.clear()

    def cut_short(self) -> None:
        """End what is being asked, from another thread: it fails, and so does all that is asked later."""
        self._ended = True
        for lean in list(self._running):
            lean.cut_short()

    def elaborate(
        self, imports: Imports, text: str, targets: list[Any] | None, permit: Permit, isolated: bool = False
    ) -> dict[str, Any]:
        """Return what elaborating a candidate leaves behind. Raises: LeanLost (twice), LeanUnavailable.

        ``isolated``: in a process that sees no other candidate, for one that may run code of its own.
        """

        def ask(lean: Lean) -> dict[str, Any]:
            return lean.elaborate(text, targets, self._budget.heartbeats, permit)

        if not isolated:
            try:
                return ask(self._get("elaborator", imports))
            except LeanLost as error:
                self._drop("elaborator")
                if error.how == "time":
                    raise
        try:
            return self._alone(imports, ask)
        except LeanLost as error:
            # Code of its own can sleep: then it is not the machine that was too busy.
            raise (LeanLost("time", str(error)) if isolated and error.how == "starved" else error) from error

    def challenge(self, imports: Imports, text: str) -> dict[str, Any]:
        """Return what elaborating a challenge, which is ours, leaves behind. Raises: LeanLost, LeanUnavailable."""
        return self._twice(imports, lambda lean: lean.elaborate(text, None, self._budget.heartbeats))

    def audit(
        self,
        imports: Imports,
        candidate: Any,
        challenge: Any,
        targets: list[Any],
        axioms: list[str],
        holes: Sequence[str] = (),
    ) -> Any:
        """Return the faults of a candidate's declarations. Raises: LeanLost (twice), LeanUnavailable."""
        heartbeats = min(10 * self._budget.heartbeats, MOST_HEARTBEATS)
        found = self._twice(imports, lambda lean: lean.audit(candidate, challenge, targets, axioms, heartbeats, holes))
        return found["faults"]

    def _alone(self, imports: Imports, ask: Callable[[Lean], dict[str, Any]]) -> dict[str, Any]:
        # A process that has seen no candidate yet may as well be the one that sees only this.
        held = self._held.pop("elaborator", None)
        if held is not None and (held[0] != imports or held[1].asked or not held[1].alive):
            self._held["elaborator"] = held
            held = None
        lean = held[1] if held is not None else self._started(imports)
        try:
            return ask(lean)
        finally:
            self._running.discard(lean)
            lean.close()

    def _twice(self, imports: Imports, ask: Callable[[Lean], dict[str, Any]]) -> dict[str, Any]:
        try:
            return ask(self._get("auditor", imports))
        except LeanLost as error:
            self._drop("auditor")
            if error.how == "time":
                raise
        try:
            return ask(self._get("auditor", imports))
        except LeanLost:
            self._drop("auditor")
            raise

    def _get(self, role: str, imports: Imports) -> Lean:
        held = self._held.get(role)
        if held is not None and (held[0] != imports or _worn(held[1])):
            self._drop(role)
            held = None
        if held is None:
            held = (imports, self._started(imports))
            self._held[role] = held
        return held[1]

    def _started(self, imports: Imports) -> Lean:
        if self._ended:
            raise LeanUnavailable("the gate was interrupted")
        lean = Lean(self._program, imports, self._budget.cpu, self._budget.wall)
        self._running.add(lean)
        return lean

    def _drop(self, role: str) -> None:
        held = self._held.pop(role, None)
        if held is not None:
            self._running.discard(held[1])
            held[1].close()


def _worn(lean: Lean) -> bool:
    if not lean.alive or lean.asked >= RECYCLE_ASKED:
        return True
    return lean.asked % MEASURE_EVERY == MEASURE_EVERY - 1 and lean.resident() > RECYCLE_RESIDENT
