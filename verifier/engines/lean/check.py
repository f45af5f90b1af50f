"""The registered checker: Lean's kernel accepts a proof of the statement that we render from the claim itself.

A stored proof is ``{"tactic": name, "point": {letter: value}, "assume_defined": bool}``. The statement and the proof
text are made anew from the claim and the name; nothing of Lean's language is ever taken from a record.
At the point (of a counterexample, or a model of the premises) the kernel's evaluator must agree with Lean, which
guards against contradictory premises and against a slip of the renderer at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from verifier.engines.lean import project
from verifier.engines.lean.portfolio import Script, scripts
from verifier.engines.lean.render import Statement, render
from verifier.engines.lean.session import LeanSession, SessionLost
from verifier.engines.lean.terms import NotRenderable
from verifier.engines.lean.unavailable import LeanUnavailable
from verifier.engines.points import read_point, reason_of, spell_point, usable
from verifier.kernel.claim import Binder, Claim
from verifier.kernel.evaluate import NotEvaluated, Outcome, Point, compare, inside, satisfies
from verifier.kernel.term import Dec, letters, walk
from verifier.kernel.verdict import Certificate, CheckFailed, Proof, Reason, Shows

HEARTBEATS = 50_000
"""Lean's measure of work for one candidate, in thousands of small allocations."""


class LeanChecker:
    """Accepts what Lean's kernel accepts of a statement that it renders itself."""

    name: ClassVar[str] = "lean"
    version: ClassVar[str] = "1"

    def __init__(self, session: LeanSession, deadline: float = 60.0) -> None:
        """``deadline`` is in seconds, for one request. Starts nothing. Fails: never."""
        self._session, self._deadline = session, deadline

    def check(self, claim: Claim, proof: Proof) -> Certificate:
        """Return the certificate when Lean accepts the proof. Fails: CheckFailed."""
        if proof.checker != self.name:
            raise CheckFailed(f"{self.name} was handed a proof for {proof.checker!r}")
        statement, script, point = prepared(claim, proof)
        agrees(claim, proof.shows, point, statement)
        try:
            answer = self._session.prove(statement.text, script.text, heartbeats=HEARTBEATS, deadline=self._deadline)
            modules = module_hashes(statement, script)
        except SessionLost as error:
            raise CheckFailed(f"Lean was lost: {error}", Reason.ENGINE_LOST) from error
        except LeanUnavailable as error:
            raise CheckFailed(str(error), Reason.NO_ENGINE) from error
        if not answer.ok:
            reason = Reason.OUT_OF_BUDGET if answer.exhausted else Reason.NOT_ENTAILED
            raise CheckFailed(f"Lean does not accept the proof: {answer.why_not}", reason)
        notes: dict[str, Any] = {"lean": text(claim, proof.shows, statement, script), "modules": modules}
        if statement.letters:
            notes |= {"letters": {f"x{i}": letter for i, letter in enumerate(statement.letters)}}
            notes |= {"point": spell_point(point)}
        version, sides = self._session.version, statement.side_conditions
        return Certificate(claim, proof, self.version, version, answer.axioms, sides, notes=notes)


def prepared(claim: Claim, proof: Proof) -> tuple[Statement, Script, Point]:
    """Return the statement, the proof text and the point that a stored proof stands for. Fails: CheckFailed."""
    point, names = _point(proof.data), _letters(claim)
    if point.keys() != names:
        raise CheckFailed("the point does not give every letter one value")
    assume = proof.data.get("assume_defined", False)
    try:
        statement = render(claim, proof.shows, assume_defined=assume is True)
    except NotRenderable as error:
        raise CheckFailed(str(error), Reason.OUT_OF_SCOPE) from error
    tactic = proof.data.get("tactic")
    script = scripts(statement, point).get(tactic) if isinstance(tactic, str) else None
    if script is None:
        raise CheckFailed(f"no proof of the portfolio is called {tactic!r:.40}")
    return statement, script, point


def _point(data: Mapping[str, Any]) -> dict[str, Any]:
    return dict(read_point(data["point"])) if "point" in data else {}


def _letters(claim: Claim) -> frozenset[str]:
    if not claim.letters:
        return frozenset()  # closed: no premise is used
    return letters(claim.left, claim.right, *(side for p in claim.premises for side in (p.left, p.right)))


def agrees(claim: Claim, shows: Shows, point: Point, statement: Statement) -> None:
    """Do nothing if the kernel's evaluator says at ``point`` what Lean is to show. Fails: CheckFailed."""
    try:
        _fits(claim, shows, point)
        outcome = compare(claim, point)
    except NotEvaluated as error:
        raise CheckFailed(str(error), reason_of(error)) from error
    if outcome is not (Outcome.HOLDS if shows is Shows.TRUE else Outcome.FAILS):
        rounded = outcome in (Outcome.ROUNDED, Outcome.HOLDS_ROUNDED)
        reason = Reason.ROUNDED if rounded else Reason.NOT_ENTAILED
        raise CheckFailed("the values at the point do not show that exactly", reason)
    decimals = any(isinstance(t, Dec) for side in (claim.left, claim.right) for t in walk(side))
    if decimals and shows is Shows.FALSE and not statement.at_point:
        raise CheckFailed("a decimal beside letters may be rounded at other values of the letters", Reason.ROUNDED)


def _fits(claim: Claim, shows: Shows, point: Point) -> None:
    counterexample = claim.binder is Binder.FOR_ALL and shows is Shows.FALSE
    if not (usable(claim, point) if counterexample else inside(claim.domain, point)):
        raise CheckFailed("the point is outside the domain", Reason.SIDE_CONDITION)
    if claim.letters and not satisfies(claim.premises, point):
        raise CheckFailed("the premises do not hold at the point", Reason.INCONSISTENT_CONTEXT)


def imports(statement: Statement, script: Script) -> tuple[str, ...]:
    """Return our modules that the statement or the proof mentions. Fails: never."""
    closed = ("Verifier.Closed",) if "Verifier." in statement.text else ()
    return (*closed, *script.modules)


def module_hashes(statement: Statement, script: Script) -> dict[str, str]:
    """Return the SHA-256 of each imported module's source. Fails: LeanUnavailable."""
    known = project.hashes()
    return {name: known[name] for name in imports(statement, script)}


def theorem_name(claim: Claim, shows: Shows) -> str:
    """Return the name of the theorem that shows the claim true, or false. Fails: never."""
    return f"{'proves' if shows is Shows.TRUE else 'refutes'}_{claim.fingerprint[:16]}"


def text(claim: Claim, shows: Shows, statement: Statement, script: Script) -> str:
    """Return the Lean file that shows it all by itself. Fails: never."""
    head = "".join(f"import {name}\n" for name in imports(statement, script)) or ""
    # Laid out as the process that checks it does: Lean minds how lines are indented.
    body = f"theorem {theorem_name(claim, shows)} :\n{statement.text}\n:=\n{script.text}\n"
    return f"{head}\n{body}" if head else body
