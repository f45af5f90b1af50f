"""Known candidates that go through the gate before any other: it must refuse the bad ones, and not the good one.

They go past the look before elaboration, so that the elaboration and the audit show what they are worth by themselves.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable
from verifier.proofs.elaboration.session import UNCHECKED, LeanLost
from verifier.proofs.elaboration.workers import Imports, Worker

IMPORTS: Imports = ("Init",)

CHALLENGE = """def double (n : Nat) : Nat := n + n
theorem canary (n : Nat) : double n = 2 * n := by
  sorry
"""

PROOF = "  unfold double\n  omega"
GOOD = f"def double (n : Nat) : Nat := n + n\ntheorem canary (n : Nat) : double n = 2 * n := by\n{PROOF}\n"

BAD = {
    "an unfinished proof": GOOD.replace(PROOF, "  sorry"),
    "a proof by an axiom": "axiom cheat : False\n" + GOOD.replace(PROOF, "  exact cheat.elim"),
    "another statement": GOOD.replace("double n = 2 * n", "double n = double n").replace(PROOF, "  rfl"),
    "another definition": GOOD.replace("n + n", "2 * n"),
    "a missing theorem": "theorem another : True := trivial\n",
}


class GateBroken(LeanUnavailable):
    """The gate accepts what it must refuse, or refuses what is sound: nothing that it says can be used."""


def hear(worker: Worker, axioms: Sequence[str]) -> None:
    """Do nothing if the gate tells good from bad. Raises: GateBroken, LeanUnavailable."""
    try:
        asked = worker.challenge(IMPORTS, CHALLENGE)
        if (faults := _faults(worker, asked, GOOD, axioms)) != []:
            raise GateBroken(f"the gate refuses a sound proof ({faults[0]['message']}); it judges nothing")
        for name, text in BAD.items():
            if not _faults(worker, asked, text, axioms):
                raise GateBroken(f"the gate accepts {name}; it judges nothing")
        if not _forged(worker, asked, axioms):
            raise GateBroken("the gate accepts declarations that the kernel must refuse; it judges nothing")
    except LeanLost as error:
        raise LeanUnavailable(f"Lean was lost over the gate's own examples: {error}") from error


def _faults(worker: Worker, asked: Any, text: str, axioms: Sequence[str]) -> list[Any]:
    said = worker.elaborate(IMPORTS, text, asked["targets"], UNCHECKED)
    faults: list[Any] = worker.audit(IMPORTS, said["export"], asked["export"], asked["targets"], sorted(axioms))
    return faults


def _forged(worker: Worker, asked: Any, axioms: Sequence[str]) -> list[Any]:
    """Return the faults of a theorem whose proof was replaced by its statement: no Lean made these declarations."""
    said = worker.elaborate(IMPORTS, GOOD, asked["targets"], UNCHECKED)
    forged = copy.deepcopy(said["export"])
    last = forged["decls"][-1]  # ["theorem", name, levels, type, value]
    last[4] = last[3]
    faults: list[Any] = worker.audit(IMPORTS, forged, asked["export"], asked["targets"], sorted(axioms))
    return faults
