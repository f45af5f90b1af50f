"""What checkers that ask Lean share: statements put to it in few requests, and the certificates of what it accepts
(trusted)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from verifier.checkers.lean.process.batch_check import Axioms, Job, done
from verifier.checkers.lean.process.prover import Prover
from verifier.checkers.lean.script import named_modules
from verifier.checkers.lean.statement.render import Statement
from verifier.checkers.lean.toolchain import mathlib, project
from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable
from verifier.checkers.points import spell_point
from verifier.kernel.claim import Claim
from verifier.kernel.verdict import AnyClaim, Certificate, CheckFailed, Proof, Reason, Shows

KEPT = 20_000
"""Most certificates of a batch that a checker keeps for the door."""


class Certifying:
    """Accepts what Lean's kernel accepts of the statements that ``job`` makes of claims of one kind."""

    name: ClassVar[str]
    version: ClassVar[str]

    def __init__(self, session: Prover, deadline: float = 60.0) -> None:
        """``deadline`` is in seconds, for one request. Starts nothing."""
        self._session, self._deadline = session, deadline
        self._checked: dict[tuple[str, Shows], Certificate] = {}
        self._hashes: Mapping[str, str] = {}

    def check(self, claim: Claim, proof: Proof) -> Certificate:
        """Return the certificate when Lean accepts the proof. Raises: CheckFailed."""
        if (kept := self._kept(claim, proof)) is not None:
            return kept
        [found] = self._certificates([(claim, proof)])
        if isinstance(found, CheckFailed):
            raise found
        return found

    def check_many(self, pairs: Sequence[tuple[Claim, Proof]]) -> list[Certificate | CheckFailed]:
        """Return the certificate of each pair, or why there is none, asking Lean in few requests.

        ``check`` finds these certificates again, so that ``admit`` need not ask Lean a second time. That is sound:
        what is kept was made here, by this checker, from Lean's answer about this very claim and proof (both are
        compared, not only their key); both are frozen and what Lean has accepted stays accepted; nothing comes in
        from outside, and refusals are not kept. One request or many, each statement is put to Lean by itself.
        """
        kept = [self._kept(claim, proof) for claim, proof in pairs]
        new = iter(self._certificates([pair for pair, old in zip(pairs, kept, strict=True) if old is None]))
        found = [next(new) if old is None else old for old in kept]
        if len(self._checked) + len(found) > KEPT:
            self._checked.clear()
        for certificate in found:
            if isinstance(certificate, Certificate):
                self._checked[certificate.claim.fingerprint, certificate.proof.shows] = certificate
        return found

    def _kept(self, claim: Claim, proof: Proof) -> Certificate | None:
        kept = self._checked.get((claim.fingerprint, proof.shows))
        return kept if kept is not None and kept.claim == claim and kept.proof == proof else None

    def _certificates(self, pairs: Sequence[tuple[Claim, Proof]]) -> list[Certificate | CheckFailed]:
        jobs = [self.job(claim, proof) for claim, proof in pairs]
        # the same statement with the same proof, of whatever claims, is asked once
        asked = {(job.statement.text, job.text): job for job in jobs if isinstance(job, Job)}
        outcomes = dict(zip(asked, done(self._session, list(asked.values()), self._deadline), strict=True))
        found: list[Certificate | CheckFailed] = []
        for job in jobs:
            if isinstance(job, CheckFailed):
                found.append(job)
                continue
            outcome = outcomes[job.statement.text, job.text]
            if job.statement.mathlib and not mathlib.is_in(self._session.version):
                outcome = CheckFailed(f"it needs Mathlib: set {mathlib.VARIABLE}", Reason.NO_ENGINE)
            found.append(outcome if isinstance(outcome, CheckFailed) else self._certificate(job, outcome))
        return found

    def job(self, claim: Claim, proof: Proof) -> Job | CheckFailed:
        """Return what Lean is to be asked, or why nothing is."""
        raise NotImplementedError

    def _certificate(self, job: Job, axioms: Axioms) -> Certificate | CheckFailed:
        claim, proof, statement, proved_by = job.claim, job.proof, job.statement, job.text
        try:
            self._hashes = self._hashes or project.hashes()
        except LeanUnavailable as error:
            return CheckFailed(str(error), Reason.NO_ENGINE)
        needed = imports(statement, proved_by)
        if missing := [name for name in needed if name not in self._session.audited]:
            return CheckFailed(f"{', '.join(missing)}: not audited, so nothing that imports it holds", Reason.NO_ENGINE)
        modules = {name: self._hashes[name] for name in needed}
        notes: dict[str, Any] = {"lean": text(claim, proof.shows, statement, proved_by), "modules": modules} | job.noted
        if statement.mathlib:
            notes |= {"mathlib": mathlib.CLAIMED}
        if statement.letters:
            notes |= {"letters": {f"x{i}": letter for i, letter in enumerate(statement.letters)}}
            notes |= {"point": spell_point(job.point)}
        version, sides = self._session.version, statement.side_conditions
        return Certificate(claim, proof, self.version, version, axioms, sides, notes=notes)


def imports(statement: Statement, proof: str) -> tuple[str, ...]:
    """Return our modules that the statement or the text of its proof names."""
    return named_modules(f"{statement.text}\n{proof}")


def theorem_name(claim: AnyClaim, shows: Shows) -> str:
    """Return the name of the theorem that shows the claim true, or false."""
    return f"{'proves' if shows is Shows.TRUE else 'refutes'}_{claim.fingerprint[:16]}"


def text(claim: AnyClaim, shows: Shows, statement: Statement, proof: str) -> str:
    """Return the Lean file that shows it all by itself."""
    named = ((mathlib.MODULE,) if statement.mathlib else ()) + imports(statement, proof)
    head = "".join(f"import {name}\n" for name in named)
    # Laid out as the process that checks it does: Lean minds how lines are indented.
    body = f"theorem {theorem_name(claim, shows)} :\n{statement.text}\n:=\n{proof}\n"
    return f"{head}\n{body}" if head else body
