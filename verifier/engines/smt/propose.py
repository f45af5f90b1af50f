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

from verifier.checkers.points import PointChecker, spell_point
from verifier.engines.candidate import Candidate
from verifier.engines.points import connected
from verifier.engines.smt.render import NotRendered, Rendering, renders
from verifier.engines.symbolic.propose import SymbolicEngine
from verifier.kernel.claim import FIRM, Binder, Claim, Premise
from verifier.kernel.expr import Head
from verifier.kernel.verdict import Proof, Shows, Unknown

RLIMIT: Final = 40_000  # Z3's count of work for one question
LONGEST: Final = (
    10_000  # milliseconds of one question: Z3 does not count while it factors polynomials, for hours if let
)
MEMORY: Final = 512  # megabytes that Z3 may take
LARGEST: Final = 31 << 20  # bytes; the largest block of which glibc learns how much it may keep
MIN_PREMISES: Final = 3  # with fewer, the symbolic engine has looked at all of them
MAX_PREMISES: Final = 12


def available() -> bool:
    """Return whether Z3 is installed (the extra ``smt``)."""
    return find_spec("z3") is not None


class SmtEngine:
    """Proposes points and choices of premises; silent where Z3 is not installed or finds nothing."""

    name: ClassVar[str] = "smt"

    def __init__(self) -> None:
        self._points, self._symbolic = PointChecker(), SymbolicEngine()
        self._z3: ModuleType | None = None

    def propose(self, claim: Claim) -> Iterator[Candidate | Unknown]:
        """Yield candidates; nothing where there are none."""
        few = claim.binder is Binder.FIXED and len(claim.premises) < MIN_PREMISES
        if not claim.letters or few or not renders(claim.left, claim.right) or not available():
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
            bytearray(LARGEST)  # given back at once: from now on glibc keeps memory, and maps no context's pages anew
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
        solver.add(rendering.fails(under), *map(rendering.premise, under.premises))
        point = rendering.point(solver.model()) if solver.check() == z3.sat else None
        if point is not None:
            data = {"point": spell_point(point)}
            yield Candidate(under, Proof(self._points.name, Shows.FALSE, data), self._points)

    def _picked(self, claim: Claim, z3: Any) -> Iterator[Candidate | Unknown]:
        """What the symbolic engine shows from the premises of an unsatisfiable core; from firm ones first."""
        about = [i for i in connected(claim) if _rendered(claim.premises[i])][:MAX_PREMISES]
        firm = [i for i in about if claim.premises[i].standing in FIRM]
        for allowed in [firm, about] if firm != about else [about]:
            for kept in self._cores(claim, allowed, z3) if allowed else ():
                if len(kept) < len(claim.premises):
                    offers = self._symbolic.propose(claim.under(kept))
                    yield from (offer for offer in offers if isinstance(offer, Candidate))

    def _cores(self, claim: Claim, allowed: list[int], z3: Any) -> Iterator[list[int]]:
        """Premises from which the claim follows, and such from which its opposite does, as Z3 says; nothing where it
        does not say so, nor where it knows no model of the premises alone."""
        for proved in (True, False):
            rendering, solver = self._question(claim, z3)
            for i in allowed:
                solver.assert_and_track(rendering.premise(claim.premises[i]), f"p{i}")
            if solver.check() != z3.sat:
                return  # which it would say a second time
            told = rendering.fails(claim) if proved else rendering.holds(claim.relation, claim.left, claim.right)
            solver.add(told)
            if solver.check() == z3.unsat:
                yield sorted(int(str(name)[1:]) for name in solver.unsat_core())


def _rendered(premise: Premise) -> bool:
    return premise.relation is not Head.APPROX and renders(premise.left, premise.right)
