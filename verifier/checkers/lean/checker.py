"""The registered checker: Lean's kernel accepts a proof of the statement that is made from the claim itself (trusted).

A stored proof is ``{"text": ..., "model": {letter: value}}``, with ``mathlib`` where it is stated of the fields of
Mathlib, and with ``assume_defined`` where what is asserted is shown where it is defined (``defined_at``: values at
which it is and holds). The statement is made anew from the claim; the text is looked at (``script``), and Lean takes it
for a proof of that statement, or does not.
The model is one of the premises, as structural proofs have it, so that nothing is concluded from premises that
contradict each other; if the evaluator decides the formula there, it must agree with Lean.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from verifier.checkers.evaluate import Outcome, Point, compare
from verifier.checkers.formulas.leaves import checker_of
from verifier.checkers.formulas.places.models import of_type
from verifier.checkers.formulas.places.place import leaf_claim
from verifier.checkers.formulas.structure import StructureChecker
from verifier.checkers.formulas.values.evaluation import truth
from verifier.checkers.functions import NotEvaluated, Undefined
from verifier.checkers.lean.process.batch_check import HEARTBEATS, Axioms, Job, done
from verifier.checkers.lean.process.prover import Prover
from verifier.checkers.lean.script import named_modules, proof_text, reflected
from verifier.checkers.lean.statement.laws import NotRenderable
from verifier.checkers.lean.statement.statement import Statement, stated
from verifier.checkers.lean.toolchain import mathlib, project
from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable
from verifier.checkers.points import read_point, spell_point
from verifier.kernel.claim import Claim
from verifier.kernel.expr import COMPARISONS, Expr, Head, Node
from verifier.kernel.verdict import AnyClaim, Certificate, CheckFailed, Proof, Reason, Shows

KEPT = 20_000
"""Most certificates of a batch that a checker keeps until `admit` asks for them."""

MOST_STEPS = 40
"""Most steps inside a proof, each of which may take the work of a proof."""


class LeanChecker:
    """Accepts what Lean's kernel accepts of the statement of a claim."""

    name: ClassVar[str] = "lean"
    version: ClassVar[str] = "1"

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
        try:
            if proof.checker != self.name:
                raise CheckFailed(f"{self.name} was handed a proof for {proof.checker!r}")
            point = modelled(claim, proof)
            found = rendered(claim, proof, point)
            seen = agrees(claim, proof.shows, point, found)
            if found.side_conditions:
                defined_somewhere(claim.formula, point, proof.data.get("defined_at"))
            text = proof_text(proof.data)
        except CheckFailed as failure:
            return failure
        formula = reflected(text, found.text)
        noted: dict[str, Any] = {"as_rounded": True} if found.as_rounded else {}
        noted |= {} if seen else {"model": "its values do not decide the formula"}
        values, steps = len(found.writer.valued), min(MOST_STEPS, text.count("have step"))
        return Job(claim, proof, found, text, point, formula, noted, heartbeats=HEARTBEATS * (1 + values + steps))

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


def modelled(claim: Claim, proof: Proof) -> Point:
    """Return the rational values of letters in the model of a proof, in which the premises and what the types say hold.

    Raises:
        CheckFailed: where they do not, or a letter has no value.
    """
    if not claim.types and not claim.premises:
        return {}
    StructureChecker(checker_of).model(claim, proof.data)
    model = proof.data["model"]
    if model.keys() != {one.name for one in claim.types}:
        raise CheckFailed("the model does not give every letter one value")
    return read_point({name: one for name, one in model.items() if isinstance(one, str)})


def rendered(claim: Claim, proof: Proof, point: Point) -> Statement:
    """Return the statement that a proof is of.

    Raises:
        CheckFailed: if there is no Lean statement; ``str`` says why.
    """
    if proof.shows is Shows.INDEPENDENT:
        raise CheckFailed("that two models differ is no theorem of all fields", Reason.OUT_OF_SCOPE)
    try:
        manner = (proof.data.get(name) is True for name in ("assume_defined", "mathlib"))
        return stated(claim, proof.shows, point, *manner)
    except NotRenderable as error:
        raise CheckFailed(str(error), Reason.OUT_OF_SCOPE) from error


def defined_somewhere(formula: Expr, point: Point, at: object) -> None:
    """Check that what is shown where it is defined is so somewhere, and holds there: where the letters of the ForAll
    around it have the values ``at``.

    Raises:
        CheckFailed: where it does not hold there, or a letter has no value.
    """
    values = dict(read_point(at)) if at is not None else {}
    while isinstance(formula, Node) and formula.head is Head.FOR_ALL:
        letters = {one.name: one.type for one in formula.letters}
        if not all(name in values and of_type(values[name], kind) for name, kind in letters.items()):
            raise CheckFailed("no values of the bound variables show where it is defined", Reason.SIDE_CONDITION)
        point = {**point, **{name: values[name] for name in letters}}
        formula = formula.args[0]
    try:
        holds = truth(formula, point)
    except NotEvaluated as error:
        raise CheckFailed(f"it is not known to be defined anywhere: {error}", Reason.SIDE_CONDITION) from error
    if holds is not True:
        raise CheckFailed("it does not hold where it is said to be defined", Reason.SIDE_CONDITION)


def agrees(claim: Claim, shows: Shows, point: Point, found: Statement) -> bool:
    """Return whether the values at the point agree with what Lean is to show; False if they do not decide it.

    Raises:
        CheckFailed: where they say otherwise.
    """
    formula, wanted = claim.formula, shows is Shows.TRUE
    try:
        if isinstance(formula, Node) and formula.head in COMPARISONS:
            outcome = compare(leaf_claim(formula, [], {}, claim.rounded), point)
            true = Outcome.HOLDS_ROUNDED if found.as_rounded else Outcome.HOLDS
            same = outcome is (true if wanted else Outcome.FAILS)
        elif found.side_conditions:
            return False  # it is shown where it is defined: ``defined_somewhere`` looks
        elif (said := truth(formula, point)) is None:
            same = False
        else:
            same = said is wanted
    except Undefined as error:
        raise CheckFailed(f"a side is not defined at the model: {error}", Reason.SIDE_CONDITION) from error
    except (NotEvaluated, CheckFailed):
        return False
    if not same:
        raise CheckFailed("the values at the model do not show that")
    return True


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
