"""Judging one translation: every statement of every step, from what stands before it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from verifier.engines.formulas.candidate import FormulaCandidate, ProposesFormulas
from verifier.engines.formulas.models import has_model
from verifier.engines.formulas.propose import most_telling
from verifier.judging.formal.context import Context, defined, formulas, opened
from verifier.kernel.claim import FIRM, Standing
from verifier.kernel.formula import Expr, Head, free, node, parts
from verifier.kernel.formula_claim import FormulaClaim
from verifier.kernel.term import Dec, Int
from verifier.kernel.verdict import (
    Certificate,
    CheckFailed,
    Decided,
    FormulaChecker,
    FormulaVerdict,
    Proved,
    Reason,
    Refuted,
    Unknown,
    admit,
)
from verifier.language.formal_chain import FormalChain, FormalStep, Role, Spelled, Statement
from verifier.language.functions import Sort

ASSERTED = frozenset({Role.CLAIM, Role.ANSWER, Role.RECALL})
"""The roles of what a step says is so."""


class State(StrEnum):
    """What became of a statement, or of a step: of all its statements."""

    PROVED, REFUTED, OPEN, SILENT = "proved", "refuted", "open", "nothing stated"
    RESTS_ON_ERROR = "rests on error"


@dataclass(frozen=True, slots=True)
class Decision:
    """One expression of a statement: the claim that it is here, and the verdict."""

    id: str
    said: Spelled
    claim: FormulaClaim | None
    verdict: FormulaVerdict

    @property
    def certificate(self) -> Certificate | None:
        """The certificate of a decided claim."""
        return self.verdict.certificate if isinstance(self.verdict, Decided) else None

    @property
    def rests_on(self) -> tuple[str, ...]:
        """The premises that the verdict needs, by id."""
        found = self.certificate
        return () if found is None else tuple(one.id for one in found.claim.premises)

    @property
    def firm(self) -> bool:
        """Whether the verdict needs firm premises alone."""
        found = self.certificate
        return found is not None and all(one.standing in FIRM for one in found.claim.premises)


@dataclass(frozen=True, slots=True)
class JudgedStatement:
    """A statement with what was decided of each of its expressions."""

    statement: Statement
    decisions: tuple[Decision, ...]
    state: State


@dataclass(frozen=True, slots=True)
class JudgedFormalStep:
    """A step of one translation: its statements, and what they come to. ``whole``: nothing in it was left unsaid."""

    statements: tuple[JudgedStatement, ...]
    state: State
    whole: bool


@dataclass(frozen=True, slots=True)
class JudgedTranslation:
    """One translation, judged by itself. ``asked`` are the values that the facts force for what is asked, if any."""

    chain: FormalChain
    steps: tuple[JudgedFormalStep, ...]
    context: Context

    @property
    def first_error(self) -> int | None:
        """The first step that this translation alone would call incorrect."""
        return next((i for i, step in enumerate(self.steps) if step.state is State.REFUTED), None)


class TranslationJudge:
    """Judges translations with an engine of formulas and the checker that the door asks."""

    def __init__(self, engine: ProposesFormulas, checker: FormulaChecker) -> None:
        self._engine, self._checker = engine, checker

    def __call__(self, chain: FormalChain) -> JudgedTranslation:
        """Return the judged translation."""
        context = opened(chain)
        steps = []
        for index, step in enumerate(chain.steps):
            context.leave(index)
            statements = tuple(self._statements(step, index, context))
            steps.append(JudgedFormalStep(statements, _state(statements), _whole(step)))
        taken = {one.of for _, _, one in chain.statements() if one.role is Role.RETRACT}
        kept = (_taken_back(step) if i in taken else step for i, step in enumerate(steps))
        return JudgedTranslation(chain, tuple(kept), context)

    def decide(self, claim: FormulaClaim) -> FormulaVerdict:
        """Return the verdict of a claim."""
        unknowns: list[Unknown] = []
        for offer in self._engine.propose(claim):
            found = self._admitted(offer) if isinstance(offer, FormulaCandidate) else offer
            if not isinstance(found, Unknown):
                return found
            unknowns.append(found)
        return most_telling(unknowns)

    def _under_suppositions(self, claim: FormulaClaim, verdict: FormulaVerdict) -> FormulaVerdict:
        """The verdict; Unknown where something is supposed, of which with all that is firm no model was found, and the
        verdict is a refutation or rests on it."""
        within = claim.premises if isinstance(verdict, Refuted) else ()
        used = verdict.certificate.claim.premises if isinstance(verdict, Decided) else ()
        if not any(one.standing is Standing.HYPOTHESIS for one in (*within, *used)):
            return verdict
        firm = claim.under(i for i, one in enumerate(claim.premises) if one.standing in FIRM)
        if has_model(firm):
            return verdict
        why = "no model of the supposition with all that is given was found"
        return Unknown(Reason.CONTRADICTORY_SUPPOSITION, why)

    def _admitted(self, offer: FormulaCandidate) -> FormulaVerdict:
        try:
            return admit(offer.claim, offer.proof, self._checker)
        except CheckFailed as failure:
            return Unknown(failure.reason, str(failure))

    def _statements(self, step: FormalStep, index: int, context: Context) -> Iterator[JudgedStatement]:
        for number, statement in enumerate(step.statements):
            id = f"s{index}.{number}"
            match statement.role:
                case Role.CLAIM | Role.RECALL | Role.ANSWER:
                    yield self._asserted(statement, id, context)
                case Role.DEFINE:
                    yield self._defined(statement, id, context)
                case Role.SUPPOSE:
                    until = index if statement.until is None else statement.until
                    for k, said in enumerate(formulas(statement.said)):
                        if (formula := context.unfold(said)) is not None:
                            context.hold(f"{id}.{k}", Standing.HYPOTHESIS, formula, until)
                    yield JudgedStatement(statement, (), State.SILENT)
                case _:
                    yield JudgedStatement(statement, (), State.SILENT)

    def _asserted(self, statement: Statement, id: str, context: Context) -> JudgedStatement:
        decisions = tuple(
            self._decision(f"{id}.{k}", said, formula, context)
            for k, (said, formula) in enumerate(_claims(statement, context))
        )
        return JudgedStatement(statement, decisions, _of(decisions, context))

    def _decision(self, id: str, said: Spelled, formula: Expr | None, context: Context) -> Decision:
        if formula is None:
            return Decision(id, said, None, Unknown(Reason.OUT_OF_SCOPE, "it spells no formula"))
        claim = context.claim(formula)
        if context.denied:
            why = f"the facts contradict each other: {', '.join(context.denied)}"
            return Decision(id, said, claim, Unknown(Reason.INCONSISTENT_CONTEXT, why))
        verdict = self._under_suppositions(claim, self.decide(claim))
        if isinstance(verdict, Refuted):
            context.wrong.append(claim.formula)
        else:
            context.learn(id, formula, verdict.certificate if isinstance(verdict, Proved) else None)
        return Decision(id, said, claim, verdict)

    def _defined(self, statement: Statement, id: str, context: Context) -> JudgedStatement:
        decisions = []
        for k, said in enumerate(statement.said):
            formula = context.unfold(said) if said.sort is Sort.FORMULA else None
            name = None if formula is None else defined(formula)
            if formula is not None and name is not None and context.fresh(name):
                context.hold(f"{id}.{k}", Standing.DEFINED, formula, context.supposed_until())
            else:
                decisions.append(self._decision(f"{id}.{k}", said, formula, context))
        return JudgedStatement(statement, tuple(decisions), _of(tuple(decisions), context))


def _claims(statement: Statement, context: Context) -> Iterator[tuple[Spelled, Expr | None]]:
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


def _of(decisions: tuple[Decision, ...], context: Context) -> State:
    """What the decisions of a statement come to."""
    if not decisions:
        return State.SILENT
    refuted = [one for one in decisions if isinstance(one.verdict, Refuted)]
    if refuted:
        return State.REFUTED if any(not _infected(one, context) for one in refuted) else State.RESTS_ON_ERROR
    return State.PROVED if all(isinstance(one.verdict, Proved) for one in decisions) else State.OPEN


def _infected(decision: Decision, context: Context) -> bool:
    """Whether a refuted formula uses a name or a number that came from one that was refuted before it."""
    if decision.claim is None:
        return False
    formula = decision.claim.formula
    before = context.wrong[: context.wrong.index(formula)] if formula in context.wrong else context.wrong
    names = free(formula)
    given = {part for one in context.held if one.standing is Standing.FACT for part in parts(one.formula)}
    for wrong in before:
        numbers = {part for part in parts(wrong) if isinstance(part, Int | Dec)} - given
        shared = numbers & set(parts(formula))
        if names & free(wrong) or shared:
            return True
    return False


def _state(statements: tuple[JudgedStatement, ...]) -> State:
    """What the statements of a step come to."""
    states = [one.state for one in statements if one.decisions]
    asserted = [one for one in statements if one.statement.role in ASSERTED and one.decisions]
    if State.REFUTED in states:
        return State.REFUTED
    if State.RESTS_ON_ERROR in states:
        return State.RESTS_ON_ERROR
    if not asserted:
        return State.SILENT
    return State.PROVED if all(state is State.PROVED for state in states) else State.OPEN


def _whole(step: FormalStep) -> bool:
    unsaid = any(one.role is Role.UNSAID or any(s.expr is None for s in one.said) for one in step.statements)
    return not unsaid and not step.unread


def _taken_back(step: JudgedFormalStep) -> JudgedFormalStep:
    refuted = step.state in (State.REFUTED, State.RESTS_ON_ERROR)
    return JudgedFormalStep(step.statements, State.OPEN, step.whole) if refuted else step
