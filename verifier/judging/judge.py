"""The judge: a chain goes in, each step comes out settled correct, settled incorrect or not settled, with
certificates."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import deepcopy
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import TracebackType

from verifier.chain import Chain, Step
from verifier.checkers.lean.toolchain.cache import Progress, quiet
from verifier.estimators.choose import model_of
from verifier.estimators.model import ProcessRewardModel
from verifier.judging.certify import certified_chains, versions
from verifier.judging.estimates.by_length import named
from verifier.judging.estimates.calibrated import Calibrated, calibration_for, lengths_for, level_for, votes_for
from verifier.judging.estimates.drift import Watch, drifted, seen
from verifier.judging.estimates.estimate import estimated
from verifier.judging.estimates.fusion import MODEL_ALONE, Fusion, fusion_of
from verifier.judging.fuse import judgement_of, told
from verifier.judging.judgements.judgement import (
    WRONG_BELOW,
    JudgedChain,
    JudgedClaim,
    JudgedStep,
    Judgement,
    Settled,
    Unjudged,
    Unjudgement,
)
from verifier.judging.judgements.notes import noted
from verifier.judging.settling.guarding import Action, guarded
from verifier.judging.settling.options import LeanMode
from verifier.judging.settling.portfolio import LineUp
from verifier.judging.settling.programs import begun, with_runs
from verifier.judging.settling.worked import worked
from verifier.judging.weighing.slips import otherwise_refuted
from verifier.judging.weighing.standing import Standing as Guards
from verifier.judging.weighing.taken_back import StepRead, mended
from verifier.judging.weighing.withheld import doubted, unbelieved
from verifier.kernel.claim import Claim, Standing
from verifier.kernel.verdict import Contradiction, Proved, Reason, Refuted, Unknown, Verdict
from verifier.readers.exact.claims.context import Context
from verifier.readers.exact.discourse.discourse import quotes
from verifier.readers.exact.guards.excuses import absurd, excuses
from verifier.readers.exact.guards.guard import Abstention
from verifier.readers.exact.guards.quantities.unrounded import unrounded
from verifier.readers.exact.guards.table import verdicts as guards
from verifier.readers.exact.guards.untested import untested
from verifier.readers.exact.guards.withheld import unproved
from verifier.readers.exact.opened import chosen, opened
from verifier.readers.exact.reading import MAX_LENGTH, Formula, Reading
from verifier.readers.exact.told import Statement


class Judge:
    """Judges chains with engines that stay warm between them. Use as a context manager; ``judge(chain)`` judges.

    ``lean``: ``off`` never starts Lean, ``auto`` uses it where it is to be had, ``require`` fails without it.
    ``timeout``: wall-clock seconds for one chain, after which Lean is asked no more; it protects the machine.
    ``progress`` is told how far the first run's installation of Lean has come.
    ``certify``: every decided claim is put to Lean as well, and Lean's certificate is kept where it gives one.
    ``prm``: a process reward model or its name (as for ``--prm``, such as ``"default"``), which estimates the steps
    that exact means do not settle. ``fusion``: how its scores and the evidence make an estimate; by default, as was
    fitted with the model. ``calibration``: what ``verifier calibrate`` wrote for the model: what the shares that come
    of it are worth, and below which score of a chain of its length a first error is named.
    """

    def __init__(
        self,
        lean: LeanMode = "auto",
        timeout: float = 60.0,
        progress: Progress = quiet,
        *,
        certify: bool = False,
        prm: str | ProcessRewardModel | None = "none",
        fusion: Fusion | None = None,
        calibration: Calibrated | str | Path | None = None,
    ) -> None:
        """Start nothing; a model that is named is loaded now.

        Raises: ValueError on a mode that does not exist, or on ``certify`` without Lean; PrmUnavailable.
        """
        self.lineup = LineUp(lean, timeout, progress, certify=certify)
        self.prm = model_of(prm)
        self.fusion = fusion or (MODEL_ALONE if self.prm is None else fusion_of(self.prm))
        self.calibrated = calibration_for(self.prm, calibration)
        self.lengths = lengths_for(self.prm, self.fusion, self.calibrated)
        self.votes = votes_for(self.prm, self.fusion, self.calibrated)
        self.watch = Watch()
        self.guards = Guards()

    def __enter__(self) -> Judge:
        self.lineup.prepare()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Stop what was started."""
        self.lineup.close()

    def __call__(self, chain: Chain) -> JudgedChain:
        """Return the judged chain.

        Fails: never on any text; LeanUnavailable when Lean is required and cannot be had.
        """
        return self.all([chain])[0]

    def all(self, chains: Sequence[Chain]) -> list[JudgedChain]:
        """Return the judged chains, in order, each as ``judge(chain)`` gives it. Fails: as one chain.

        The process reward model sees them as one batch, and Lean is asked for certificates of all their claims at once.
        """
        exact = [self.exactly(chain) for chain in chains]
        if self.prm is None:
            return self.certified(exact)
        scores = self.prm.score(chains)
        return self.certified([self._estimated(*pair) for pair in zip(exact, scores, strict=True)])

    def certified(self, judged: Sequence[JudgedChain]) -> list[JudgedChain]:
        """Return judged chains (of this judge or of another) with Lean's certificates, where ``certify`` is wanted.

        Lean is asked about all their decided claims at once, a pool of Leans where that is worth it; a chain with a
        claim that Lean shows otherwise is judged again, claim by claim. Fails: as one chain.
        """
        if not self.lineup.certifies:
            return list(judged)
        return certified_chains(judged, self.lineup.certified_many, self._again)

    def _again(self, chain: Chain) -> JudgedChain:
        exact = self.exactly(chain, each=True)
        return exact if self.prm is None else self._estimated(exact, self.prm.score([chain])[0])

    def _estimated(self, judged: JudgedChain, scores: Sequence[float]) -> JudgedChain:
        assert self.prm is not None
        watched = tuple(seen(judged.steps, scores))
        self.watch.see(watched)
        after = None if self.calibrated is None else self.calibrated.of(judged.chain)
        fused = self.fusion(judged.steps, scores, after)
        steps = estimated(judged.steps, fused)
        by = {**judged.versions, "prm": self.estimator}
        likely = fused[-1] is None or fused[-1] >= WRONG_BELOW
        accused = not likely and self.lengths is not None and self.lengths.accuses(judged.chain, fused[-1])
        first = named(steps, fused) if accused else None
        return replace(judged, steps=steps, versions=by, watched=watched, named=first)

    @property
    def estimator(self) -> str:
        """What estimates, as records name it; empty where nothing does."""
        names = [*([self.prm.name] if self.prm else []), *([self.calibrated.name] if self.calibrated else [])]
        return ", ".join(names)

    def drift(self) -> list[str]:
        """Return warnings where the model goes worse with what was settled so far than with its calibration set.

        *Fails:* never; OSError or ValueError where the model's folder was damaged meanwhile.
        """
        level = level_for(self.prm, self.calibrated)
        return [] if level is None else drifted(self.watch.agreement(), level)

    def exactly(self, chain: Chain, *, each: bool = False) -> JudgedChain:
        """Return the chain as judged by exact means alone. Fails: as a call.

        ``each``: where certificates are wanted, Lean is asked for each as soon as its claim is decided.
        """
        self.lineup.new_chain(each)
        of_run, (context, readings) = begun(chain, self.lineup.runs), self.opened(chain)
        readings = self.guards.read(readings)
        reads = [self._read(step, reading, context) for step, reading in zip(chain.steps, readings, strict=True)]
        steps = with_runs(of_run, tuple(self._judgements(reads, context)), self.lineup.runs, self.lineup.stand)
        return noted(JudgedChain(chain, steps, versions(steps)), readings, context.said)

    def opened(self, chain: Chain) -> tuple[Context, list[Reading]]:
        """Return the context that a chain's problem opens, and its steps as read. Fails: never."""
        return opened(chain)

    def in_context(self, chain: Chain, step: int) -> tuple[JudgedStep, Reading, Context]:
        """Return a step as judged, as read, and the context that it was read in: what an explanation shows.

        Raises: IndexError when the chain has no such step.
        """
        judged = self(chain).steps[step]
        context, readings = opened(chain)
        for earlier in chain.steps[: judged.index]:
            self._read(earlier, readings[earlier.index], context)
        return judged, readings[judged.index], deepcopy(context)

    def _read(self, step: Step, reading: Reading, context: Context) -> StepRead:
        context.overhear(reading)
        done = StepRead(step, reading, rests_on_error=context.rests_on_error(reading))
        quoted = context.others or quotes(step.text)
        excused = False  # a false equation stands before it, which is not held against the step: a test or a condition
        for number, formula in enumerate(reading.formulas):
            id = self.lineup.place = f"s{step.index}.c{number}"
            claim = context.claim(formula)
            verdict, engine = self._verdict(formula, claim, context)
            if isinstance(verdict, Unknown):
                formula, claim, (verdict, engine) = otherwise_refuted(formula, context, self.lineup, self.guards) or (
                    formula,
                    claim,
                    (verdict, engine),
                )
            done.unshown = done.unshown or (isinstance(verdict, Proved) and not worked(formula, context))
            context.thread.passed(id, formula, isinstance(verdict, Refuted))
            always = isinstance(verdict, Proved) and claim.letters and not verdict.certificate.leaf.premises
            context.carried = formula.right.term if always else None
            judged = _judged(id, formula, claim, verdict, engine)
            context.bind(formula, claim, judged.state == "proved")
            if formula.role == "supposed" and not claim.letters and judged.state != "proved":
                context.mode = True  # whatever follows may follow from an absurdity
            plain = chosen(formula, context)
            if isinstance(verdict, Refuted):
                context.blame(formula)
                plain = self.guards.formula(untested(unrounded(plain, context.exact), reading, context.numbers))
                why = told(self.guards.all(excuses(plain)) or self._besides(formula, claim, context, quoted))
                excused = bool(claim.letters) and (why is not None or (excused and "." not in formula.before))
                why = why or (told(self.guards.all([guards.LED()])) if excused else None)
                judged = replace(judged, excuse=why)
                if why is None:
                    done.condemned.append(formula)
            elif not isinstance(verdict, Contradiction):
                context.learn(id, formula, judged.certificate)
            done.claims.append(self._raised(judged, plain))
        if any(
            isinstance(c.verdict, Refuted) and absurd(f) for f, c in zip(reading.formulas, done.claims, strict=True)
        ) and (why := told(self.guards.all([guards.REACHED()]))):
            done.condemned.clear()
            done.claims = _excused(done.claims, why)
        self._hear(done, context)
        self.lineup.place = None
        done.raised += self.guards.taken()
        if done.rests_on_error:
            context.infect(reading.formulas)
        context.thread.ended(reading.after)
        context.note_numbers(reading)
        return done

    def _besides(self, formula: Formula, claim: Claim, context: Context, quoted: bool) -> list[Abstention]:
        """Why a refuted formula that its own sentence asserts is not held against its step."""
        if quoted and (found := self.guards.all([guards.QUOTED()])):
            return found
        instance = not formula.put and context.instance(claim)
        return self.guards.all([guards.INSTANCE()]) if instance else []

    def _raised(self, judged: JudgedClaim, formula: Formula) -> JudgedClaim:
        """The claim with the guards that were raised of it, by its reading and since."""
        raised = (*formula.doubts, *formula.qualms, *formula.obstacles, *self.guards.taken())
        return replace(judged, raised=tuple(dict.fromkeys(raised)), defeated=formula.defeated)

    def _hear(self, done: StepRead, context: Context) -> None:
        """Decide what a step says of the problem's world. After the first error the world is another in the chain."""
        quoted = context.others or quotes(done.step.text)
        quoted = bool(done.reading.statements) and quoted and bool(self.guards.all([guards.QUOTED()]))
        done.rests_on_error = done.rests_on_error or (context.astray and bool(done.reading.statements))
        for number, statement in enumerate(done.reading.statements, len(done.claims)):
            id = self.lineup.place = f"s{done.step.index}.c{number}"
            verdict, engine = self.lineup.certified(*self.lineup.settled(statement.claim, False))
            judged = _judged(id, statement, statement.claim, verdict, engine)
            why = guards.QUOTED() if quoted else guards.ASTRAY() if done.rests_on_error else None
            done.claims += _excused([judged], why.message if why else None)
            self.guards.raised += [why] if why and isinstance(verdict, Refuted) else []
            programs = context.programs and bool(self.guards.all([guards.PROGRAM()]))
            if isinstance(verdict, Refuted) and not (done.rests_on_error or quoted or programs):
                context.astray = True
                done.untrue.append(statement)

    def _verdict(self, formula: Formula, claim: Claim, context: Context) -> tuple[Verdict, str | None]:
        asked: list[tuple[Verdict, str | None]] = []

        def ask() -> Verdict:
            asked.append(self.lineup.settled(claim, formula.role == "asserted"))
            return asked[0][0]

        verdict = guarded(ask, partial(self._against, formula, claim, context))
        return self.lineup.certified(*asked[0]) if asked and verdict is asked[0][0] else (verdict, None)

    def _against(
        self, formula: Formula, claim: Claim, context: Context, action: Action, found: Verdict | None
    ) -> Unknown | None:
        """Why a claim is not decided, or what was found of it is not believed."""
        if action is Action.DECIDE:
            two = [guards.TWO_MEANINGS()] if claim.letters & context.ambiguous else []
            why = formula.doubts[0] if formula.doubts else self.guards.first(two)
            return None if why is None else Unknown(Reason.AMBIGUOUS, str(why))
        if isinstance(found, Refuted):
            twice = [guards.DEFINED_TWICE()] if formula.role == "defined" and claim.letters else []
            if why := self.guards.first(twice):
                context.ambiguous |= claim.letters
                return Unknown(Reason.AMBIGUOUS, str(why))
            counted = self.guards.formula(chosen(formula, context))
            why = self.guards.first(doubted(counted, claim, context, found))
            return None if why is None else unbelieved(why)
        assert isinstance(found, Proved)
        held = found.certificate
        why = self.guards.first(unproved(formula, held.leaf, bool(held.notes.get("as_rounded")), context))
        return None if why is None else Unknown(Reason.ROUNDED, str(why))

    def _judgements(self, reads: list[StepRead], context: Context) -> Iterable[JudgedStep]:
        """The steps' judgements, and the probability of each prefix where it is known: 1 while all is settled correct,
        0 after an error."""
        prefix: float | None = 1.0
        mode = context.mode or context.programs  # what is equal is congruent, and ends in the same digits
        for done, mends in zip(reads, mended(reads, context.known), strict=True):
            why = self.guards.first(mends)
            errs, claims = done.wrong and why is None, tuple(_excused(done.claims, str(why) if why else None))
            own = mode and not done.reading.statements
            judgement: Judgement = (
                Unjudged(Unjudgement.TOO_LONG)
                if len(done.step.text) > MAX_LENGTH
                else judgement_of(done.reading, claims, errs, done.rests_on_error, own, done.unshown, self.guards)
            )
            if prefix != 0.0:
                prefix = (
                    (1.0 if judgement.correct else 0.0)
                    if isinstance(judgement, Settled) and (prefix or not judgement.correct)
                    else None
                )
            raised = tuple(dict.fromkeys((*done.raised, *self.guards.taken())))
            yield JudgedStep(
                done.step.index, done.step.text, judgement, claims, done.reading.unread, prefix, raised=raised
            )


def _judged(id: str, formula: Formula | Statement, claim: Claim, verdict: Verdict, engine: str | None) -> JudgedClaim:
    certificate = verdict.certificate if isinstance(verdict, Proved | Refuted) else None
    premises = certificate.leaf.premises if certificate else ()
    rests_on = tuple(p.id for p in premises)
    assumes = tuple(p.id for p in premises if p.standing in (Standing.STATED, Standing.SUPPOSED))
    role = formula.role if isinstance(formula, Formula) else "asserted"
    return JudgedClaim(
        id,
        formula.text,
        formula.span,
        role=role,
        claim=claim,
        verdict=verdict,
        engine=engine,
        rests_on=rests_on,
        assumes=assumes,
    )


def _excused(claims: Iterable[JudgedClaim], why: str | None) -> list[JudgedClaim]:
    """The claims, the refuted ones among them with this excuse where they have none."""
    return [replace(one, excuse=one.excuse or why) if isinstance(one.verdict, Refuted) else one for one in claims]


def verify(
    problem: str | Chain,
    steps: Sequence[str] | None = None,
    *,
    lean: LeanMode = "auto",
    timeout: float = 60.0,
    certify: bool = False,
    prm: str | ProcessRewardModel | None = "none",
    fusion: Fusion | None = None,
    calibration: Calibrated | str | Path | None = None,
) -> JudgedChain:
    """Return the judged chain of a problem and its steps (or of a Chain), judged as by a ``Judge`` of these settings.

    Raises: TypeError or ValueError on what is not a chain, LeanUnavailable when Lean is required and cannot be had,
    PrmUnavailable where there is no such model.
    """
    chain = Chain.given(problem, steps)
    judge = Judge(lean=lean, timeout=timeout, certify=certify, prm=prm, fusion=fusion, calibration=calibration)
    try:
        if lean == "require":
            judge.lineup.prepare()
        return judge(chain)
    finally:
        judge.close()
