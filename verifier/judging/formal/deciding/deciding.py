"""Deciding one translation: every statement of every step, from what stands before it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from verifier.checkers.formulas.places.place import is_doubtful
from verifier.claims.context import formulas
from verifier.claims.decimals import told_rounded
from verifier.claims.definitions import is_definition
from verifier.engines.formulas.candidate import FormulaCandidate, ProposesFormulas
from verifier.engines.formulas.propose import most_telling
from verifier.judging.formal.deciding.leaves import has_model
from verifier.judging.formal.deciding.opened import JudgingContext, opened
from verifier.judging.formal.deciding.rests_on_error import Refutation, rests_on_error
from verifier.judging.formal.deciding.suppositions import CONTRADICTION, under_suppositions
from verifier.judging.formal.deciding.translation import (
    Decision,
    JudgedFormalStep,
    JudgedStatement,
    JudgedTranslation,
    State,
    judged_step,
    state_of_statement,
)
from verifier.judging.formal.deciding.types_only import typed
from verifier.judging.formal.deciding.value_lists import unfounded
from verifier.judging.settling.guarding import Found, barred, excuses, guarded, standing
from verifier.judging.settling.programs import ProposesRuns, decided
from verifier.kernel.claim import Standing
from verifier.kernel.expr import Expr, Head, node
from verifier.kernel.formula_claim import FormulaClaim
from verifier.kernel.run_claim import RunClaim
from verifier.kernel.verdict import (
    CheckFailed,
    FormulaChecker,
    FormulaVerdict,
    Independent,
    Proved,
    Reason,
    Refuted,
    Unknown,
    admit,
)
from verifier.language.expressions.functions import Sort
from verifier.language.formal_chain import FormalChain, FormalStep, Role, Spelled, Statement

MOST_KNOWN: Final = 200
"""Most verdicts that are kept, for claims that are asked about again while a statement is decided."""


class TranslationJudge:
    """Judges translations with an engine of formulas and the checker that the door asks."""

    def __init__(self, engine: ProposesFormulas, checker: FormulaChecker, runs: ProposesRuns) -> None:
        self._engine, self._checker, self._runs = engine, checker, runs
        self._known: dict[FormulaClaim, FormulaVerdict] = {}  # since a statement was begun, at most ``MOST_KNOWN``

    def __call__(self, chain: FormalChain) -> JudgedTranslation:
        """Return the judged translation."""
        context = opened(chain)
        self._examine(context)
        steps: list[JudgedFormalStep] = []
        for index, step in enumerate(chain.steps):
            context.leave(index)
            steps.append(judged_step(step, tuple(self._statements(step, index, context))))
            for of in (one.of for one in step.statements if one.role is Role.RETRACT):
                if of is not None and of < index:
                    steps[of] = _taken_back(steps[of])
        spared = (_spared(*pair, context) for pair in zip(chain.steps, steps, strict=True))
        return JudgedTranslation(chain, tuple(spared), context)

    def decide(self, claim: FormulaClaim) -> FormulaVerdict:
        """Return the verdict of a claim."""
        found = self._known.get(claim)
        if found is None:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            found = self._known[claim] = self._decided(claim)
        return found

    def _decided(self, claim: FormulaClaim) -> FormulaVerdict:
        unknowns: list[Unknown] = []
        try:
            for offer in self._engine.propose(claim):
                found = self._admitted(offer) if isinstance(offer, FormulaCandidate) else offer
                if not isinstance(found, Unknown):
                    return found
                unknowns.append(found)
        except RecursionError:
            unknowns.append(Unknown(Reason.OUT_OF_BUDGET, "a search that nests too deep"))
        except (ArithmeticError, ValueError) as error:
            unknowns.append(Unknown(Reason.ENGINE_LOST, f"the search failed: {error}"))
        return most_telling(unknowns)

    def _admitted(self, offer: FormulaCandidate) -> FormulaVerdict:
        try:
            return admit(offer.claim, offer.proof, self._checker)
        except CheckFailed as failure:
            return Unknown(failure.reason, str(failure))

    def _examine(self, context: JudgingContext) -> None:
        """Look for a contradiction among the facts, where no model of them is found."""
        claim = context.firm_claim(CONTRADICTION)
        if claim.premises and not has_model(claim):
            found = self.decide(claim)
            if isinstance(found, Proved):
                context.denied = tuple(dict.fromkeys(one.id for one in found.certificate.claim.premises))

    def _statements(self, step: FormalStep, index: int, context: JudgingContext) -> Iterator[JudgedStatement]:
        for number, statement in enumerate(step.statements):
            self._known.clear()
            counting = _counting(statement, context)
            judged = replace(self._statement(counting, f"s{index}.{number}", index, context), statement=statement)
            context.found[f"{index}.{number}"] = _found(judged)
            yield judged

    def _statement(self, statement: Statement, id: str, index: int, context: JudgingContext) -> JudgedStatement:
        match statement.role:
            case Role.CLAIM | Role.RECALL | Role.ANSWER:
                return self._asserted(statement, id, context)
            case Role.DEFINE:
                return self._defined(statement, id, context)
            case Role.SUPPOSE:
                return self._supposed(statement, id, index, context)
            case Role.RETRACT if statement.of is not None:
                context.take_back(statement.of)
        return JudgedStatement(statement, (), State.SILENT)

    def _supposed(self, statement: Statement, id: str, index: int, context: JudgingContext) -> JudgedStatement:
        until = index if statement.until is None else statement.until
        supposed = [context.unfold(said) for said in formulas(statement.said)]
        if len(supposed) < len(statement.said) or not supposed or None in supposed:
            context.unread.append(until)
        for k, formula in enumerate(supposed):
            if formula is not None:
                context.speak(formula)
                context.hold(f"{id}.{k}", Standing.HYPOTHESIS, formula, until)
        return JudgedStatement(statement, (), State.SILENT)

    def _asserted(self, statement: Statement, id: str, context: JudgingContext) -> JudgedStatement:
        reading = self._besides(statement, self._reading(statement, context), context)
        decisions = tuple(
            self._of_run(f"{id}.{k}", said, said.run, reading)
            if said.run is not None
            else self._decision(f"{id}.{k}", said, formula, reading, context)
            for k, (said, formula) in enumerate(_claims(reading, context))
        )
        return JudgedStatement(statement, decisions, state_of_statement(decisions))

    def _reading(self, statement: Statement, context: JudgingContext) -> Statement:
        """The statement, or with other readings of the same words: the first that is proved, else the first that is
        not refuted, so that nobody is accused whose words can be read otherwise."""
        readings = [replace(statement, said=one) for one in (statement.said, *statement.alternatives)]
        of_runs = any(said.run is not None for one in readings for said in one.said)
        if len(readings) == 1 or context.denied or of_runs:
            return statement
        verdicts = [[self._verdict(f, statement, context) for _, f in _claims(one, context)] for one in readings]
        for bad in ((lambda v: not isinstance(v, Proved)), (lambda v: isinstance(v, Refuted))):
            for reading, found in zip(readings, verdicts, strict=True):
                if found and not any(map(bad, found)):
                    return reading
        return statement

    def _besides(self, statement: Statement, reading: Statement, context: JudgingContext) -> Statement:
        """The reading or, where that is left open, the first of what the words say besides that is refuted."""
        if not statement.besides or context.denied or not self._is_open(reading, context):
            return reading
        for one in statement.besides:
            other = replace(one, quote=statement.quote, rounded=statement.rounded)
            if all(self._refuted(replace(other, said=said), context) for said in (one.said, *one.alternatives)):
                return other
        return reading

    def _refuted(self, reading: Statement, context: JudgingContext) -> bool:
        return any(isinstance(self._verdict(f, reading, context), Refuted) for _, f in _claims(reading, context))

    def _is_open(self, reading: Statement, context: JudgingContext) -> bool:
        verdicts = [self._verdict(formula, reading, context) for _, formula in _claims(reading, context)]
        return not (any(isinstance(v, Refuted) for v in verdicts) or all(isinstance(v, Proved) for v in verdicts))

    def _decision(
        self, id: str, said: Spelled, formula: Expr | None, statement: Statement, context: JudgingContext
    ) -> Decision:
        if formula is None:
            return Decision(id, said, None, Unknown(Reason.OUT_OF_SCOPE, "it spells no formula"))
        context.speak(formula)
        claim = context.claim(formula, told_rounded(formula, statement))
        if context.denied:
            why = f"the facts contradict each other: {', '.join(context.denied)}"
            return Decision(id, said, claim, Unknown(Reason.INCONSISTENT_CONTEXT, why))
        if context.unread:
            return Decision(id, said, claim, Unknown(Reason.OUT_OF_SCOPE, "what is supposed here could not be read"))
        verdict = self._verdict(formula, statement, context)
        if isinstance(verdict, Refuted):
            inherited = rests_on_error(claim, context.wrong, self.decide)
            by = frozenset(one.id for one in verdict.certificate.claim.premises)
            context.wrong.append(Refutation(claim.formula, by))
            return Decision(id, said, claim, verdict, inherited, excuses(statement.guards, verdict))
        if isinstance(verdict, Proved) and formula == CONTRADICTION:
            context.discharge(verdict.certificate)
        else:
            context.learn(id, formula, verdict.certificate if isinstance(verdict, Proved) else None)
        return Decision(id, said, claim, verdict)

    def _of_run(self, id: str, said: Spelled, run: RunClaim, statement: Statement) -> Decision:
        """What a run of the chain's program shows of a statement: nothing else of the chain has a say in that."""
        verdict = guarded(lambda: decided(run, self._runs), partial(barred, statement.guards))
        excused = isinstance(verdict, Refuted) and excuses(statement.guards, verdict)
        return Decision(id, said, None, verdict, excused=excused, run=run)

    def _verdict(self, formula: Expr | None, statement: Statement, context: JudgingContext) -> FormulaVerdict:
        """The verdict of a formula where it stands, with all that stands in the way of one."""
        if formula is None:
            return Unknown(Reason.OUT_OF_SCOPE, "it spells no formula")
        if is_doubtful(formula) and context.complex(formula):
            return Unknown(Reason.OUT_OF_SCOPE, "a root or a logarithm may be no real number")
        claim = context.claim(formula, told_rounded(formula, statement))
        may_hold = context.loosened(formula, claim)
        return guarded(lambda: self._unguarded(claim, may_hold, context), partial(barred, statement.guards))

    def _unguarded(self, claim: FormulaClaim, may_hold: FormulaClaim, context: JudgingContext) -> FormulaVerdict:
        found = self.decide(claim)
        if isinstance(found, Refuted) and may_hold != claim and not isinstance(self.decide(may_hold), Refuted):
            return Unknown(Reason.ROUNDED, "it fails as it is written, and may hold up to rounding")
        found = typed(claim, found, self.decide)
        found = under_suppositions(claim, found, self.decide)
        if isinstance(found, Independent) and len(claim.premises) < len(context.held):
            return Unknown(Reason.OUT_OF_SCOPE, "more is held of roots or logarithms that may be no real numbers")
        why = unfounded(claim) if isinstance(found, Proved) else None
        return found if why is None else why

    def _defined(self, statement: Statement, id: str, context: JudgingContext) -> JudgedStatement:
        decisions = []
        for k, said in enumerate(statement.said):
            formula = context.unfold(said) if said.sort is Sort.FORMULA else None
            if formula is not None and is_definition(formula, context, self.decide):
                context.speak(formula)
                context.hold(f"{id}.{k}", Standing.DEFINED, formula, context.supposed_until())
            else:
                decisions.append(self._decision(f"{id}.{k}", said, formula, statement, context))
        return JudgedStatement(statement, tuple(decisions), state_of_statement(tuple(decisions)))


def _claims(statement: Statement, context: JudgingContext) -> Iterator[tuple[Spelled, Expr | None]]:
    """Yield the formulas that a statement asserts; a bare value as answer is set equal to what is asked."""
    asks = [context.unfold(ask) for ask in context.chain.asks]
    for k, said in enumerate(statement.said):
        found = context.unfold(said)
        if statement.role is Role.ANSWER and found is not None and said.sort is not Sort.FORMULA:
            ask = asks[k] if k < len(asks) else None
            found = None if ask is None or context.chain.asks[k].sort is not said.sort else node(Head.EQ, ask, found)
        elif said.sort is not Sort.FORMULA:
            found = None
        yield said, found


def _counting(statement: Statement, context: JudgingContext) -> Statement:
    """The statement with the guards that count, and so what it says besides."""
    besides = tuple(_counting(one, context) for one in statement.besides)
    return replace(statement, besides=besides, guards=standing(statement.guards, context.found))


def _found(judged: JudgedStatement) -> Found:
    """What became of a statement."""
    verdicts = [one.verdict for one in judged.decisions]
    if any(isinstance(one, Refuted) for one in verdicts):
        return Found.REFUTED if judged.state is State.REFUTED else Found.EXCUSED
    if any(isinstance(one, Unknown) and one.reason is Reason.GUARDED for one in verdicts):
        return Found.GUARDED
    return Found.PROVED if verdicts and all(isinstance(one, Proved) for one in verdicts) else Found.UNKNOWN


def _spared(step: FormalStep, judged: JudgedFormalStep, context: JudgingContext) -> JudgedFormalStep:
    """The step with what is not held against it, now that what comes later is decided: guards may name that."""
    statements = tuple(_excused(one, standing(one.statement.guards, context.found)) for one in judged.statements)
    if all(one is other for one, other in zip(statements, judged.statements, strict=True)):
        return judged
    found = judged_step(step, statements)
    return replace(found, state=State.OPEN) if judged.state is State.OPEN else found


def _excused(judged: JudgedStatement, guards: Sequence[str]) -> JudgedStatement:
    """The statement, with its refuted expressions excused where these guards forbid to accuse."""
    decisions = tuple(_held(one, guards) for one in judged.decisions)
    if decisions == judged.decisions:
        return judged
    return JudgedStatement(judged.statement, decisions, state_of_statement(decisions))


def _held(one: Decision, guards: Sequence[str]) -> Decision:
    refuted = isinstance(one.verdict, Refuted) and not one.excused
    return replace(one, excused=True) if refuted and excuses(guards, one.verdict) else one


def _taken_back(step: JudgedFormalStep) -> JudgedFormalStep:
    refuted = step.state in (State.REFUTED, State.RESTS_ON_ERROR)
    return JudgedFormalStep(step.statements, State.OPEN, step.whole) if refuted else step
