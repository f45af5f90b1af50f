"""The SMT engine: Z3's models as counterexamples, its unsatisfiable cores as a choice of premises.

Neither is believed: a model goes to the point checker, and what a core picks to the symbolic engine, whose checkers
decide. Work is bounded by Z3's own count (``rlimit``), which is the same on every machine for one version of Z3; a
clock ends only what that count does not.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from types import ModuleType
from typing import Any, ClassVar, Final

from verifier.engines.candidate import Candidate
from verifier.engines.points import PointChecker, connected, spell_point
from verifier.engines.smt.render import NotRendered, Rendering
from verifier.engines.symbolic.propose import SymbolicEngine
from verifier.kernel.claim import FIRM, Binder, Claim
from verifier.kernel.verdict import Proof, Shows, Unknown

RLIMIT: Final = 40_000  # Z3's count of work for one question
LONGEST: Final = (
    10_000  # milliseconds of one question: Z3 does not count while it factors polynomials, for hours if let
)
MEMORY: Final = 512  # megabytes that Z3 may take
MIN_PREMISES: Final = 3  # with fewer, the symbolic engine has looked at all of them
MAX_PREMISES: Final = 12


def available() -> bool:
    """Return whether Z3 is installed (the extra ``smt``). Fails: never."""
    return find_spec("z3") is not None


class SmtEngine:
    """Proposes points and choices of premises; silent where Z3 is not installed or finds nothing."""

    name: ClassVar[str] = "smt"

    def __init__(self) -> None:
        self._points, self._symbolic = PointChecker(), SymbolicEngine()
        self._z3: ModuleType | None = None

    def propose(self, claim: Claim) -> Iterator[Candidate | Unknown]:
        """Yield candidates; nothing where there are none. Fails: never."""
        few = claim.binder is Binder.FIXED and len(claim.premises) < MIN_PREMISES
        if not claim.letters or few or not available():
            return
        z3 = self._module()
        try:
            yield from self._counterexample(claim, z3) if claim.binder is Binder.FOR_ALL else self._picked(claim, z3)
        except (NotRendered, z3.Z3Exception):
            return  # silent: the other engines have said why they could not tell

    def _module(self) -> Any:
        if self._z3 is None:
            import z3  # heavy, and an extra

            z3.set_param("memory_max_size", MEMORY)
            self._z3 = z3
        return self._z3

    def _question(self, claim: Claim, z3: Any) -> tuple[Rendering, Any]:
        """A rendering and a solver in a context of their own: a question is answered as if it were the first."""
        ctx = z3.Context()
        solver = z3.Solver(ctx=ctx)
        solver.set("rlimit", RLIMIT)
        solver.set("timeout", LONGEST)
        solver.set("random_seed", 0)
        solver.set("arith.solver", 2)  # under the newer one a question may run for minutes, whatever its limits
        return Rendering(claim, z3, ctx), solver

    def _counterexample(self, claim: Claim, z3: Any) -> Iterator[Candidate | Unknown]:
        """A point where the firm premises hold and the claim does not."""
        firm = [i for i in connected(claim) if claim.premises[i].standing in FIRM]
        under = claim.under(firm)
        rendering, solver = self._question(under, z3)
        solver.add(rendering.fails(under), *map(rendering.premise, under.premises), *rendering.within)
        point = rendering.point(solver.model()) if solver.check() == z3.sat else None
        if point is not None:
            data = {"point": spell_point(point)}
            yield Candidate(under, Proof(self._points.name, Shows.FALSE, data), self._points)

    def _picked(self, claim: Claim, z3: Any) -> Iterator[Candidate | Unknown]:
        """What the symbolic engine shows from the premises of an unsatisfiable core; from firm ones first."""
        trial = Rendering(claim, z3, z3.Context())
        about = [i for i in connected(claim) if self._rendered(trial, claim, i)][:MAX_PREMISES]
        firm = [i for i in about if claim.premises[i].standing in FIRM]
        for allowed in [firm, about] if firm != about else [about]:
            for wanted in (True, False):
                kept = self._core(claim, allowed, wanted, z3)
                if kept is not None and len(kept) < len(claim.premises):
                    offers = self._symbolic.propose(claim.under(kept))
                    yield from (offer for offer in offers if isinstance(offer, Candidate))

    def _rendered(self, trial: Rendering, claim: Claim, index: int) -> bool:
        try:
            trial.premise(claim.premises[index])
        except NotRendered:
            return False
        return True

    def _core(self, claim: Claim, allowed: list[int], proved: bool, z3: Any) -> list[int] | None:
        """Premises from which the claim (or its opposite) follows, as Z3 says; None where it does not say so, and
        where the premises contradict each other without it."""
        rendering, solver = self._question(claim, z3)
        solver.add(*rendering.within)
        for i in allowed:
            solver.assert_and_track(rendering.premise(claim.premises[i]), f"p{i}")
        if not allowed or solver.check() != z3.sat:
            return None
        told = rendering.fails(claim) if proved else rendering.holds(claim.relation, claim.left, claim.right)
        solver.add(told)
        if solver.check() != z3.unsat:
            return None
        return sorted(int(str(name)[1:]) for name in solver.unsat_core())
