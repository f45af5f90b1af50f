"""Deciding one translation: every statement of every step, from what stands before it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import Final

from verifier.checkers.formulas.places.place import conjuncts, is_complex, is_doubtful
from verifier.claims.context import formulas
from verifier.claims.decimals import told_rounded, told_whole
from verifier.claims.definitions import Decide, is_definition
from verifier.engines.candidate import NO_PROOF, Candidate, Engine
from verifier.engines.formulas.models.whole_numbers import may_round
from verifier.engines.formulas.usable import without_names
from verifier.engines.run_candidate import ProposesRuns, decide_run
from verifier.engines.settle import most_telling
from verifier.judging.deciding.opened import JudgingContext, opened
from verifier.judging.deciding.rests_on_error import Refutation, rests_on_error
from verifier.judging.deciding.support import FindsModels, Model, Noted
from verifier.judging.deciding.suppositions import CONTRADICTION, HasModel, under_suppositions
from verifier.judging.deciding.translation import (
    Decision,
    Decisions,
    JudgedFormalStep,
    JudgedStatement,
    judged_step,
    state_of_statement,
)
from verifier.judging.guarding import (
    EXCUSED,
    GUARDED,
    PROVED,
    REFUTED,
    UNKNOWN,
    Action,
    Found,
    barred,
    excuses,
    forbidden,
    guarded,
    is_spared,
    standing,
)
from verifier.judging.judgements.judgement import State
from verifier.kernel.claim import FIRM, Claim, Hypothesis, Standing, claim_of
from verifier.kernel.expr import Expr, Head, Node, Sym, Type, node
from verifier.kernel.run_claim import RunClaim
from verifier.kernel.verdict import (
    OF_FORMULAS,
    AnyClaim,
    Checker,
    CheckFailed,
    Decided,
    Independent,
    Proved,
    Reason,
    Refuted,
    Unknown,
    Verdict,
    admit,
)
from verifier.language.expressions.functions import Sort
from verifier.language.expressions.spell import spell
from verifier.language.formal_chain import FormalChain, FormalStep, OtherReading, Role, Spelled, Statement

WHOLE = frozenset({Type.INT, Type.COUNT, Type.POS})
_TYPES = "types"


def typed(claim: Claim, verdict: Verdict, decide: Decide) -> Verdict:
    """Return the verdict; Unknown(TYPE_ONLY) where it is none, and would be one if letters were as whole as their types
    say. Nobody said that half a clip is impossible."""
    if not isinstance(verdict, Unknown) or all(one.type not in WHOLE for one in claim.types):
        return verdict
    if verdict.reason is Reason.OUT_OF_BUDGET:  # more premises seldom make it cheaper
        return verdict
    said = {part for one in claim.premises for part in conjuncts(one.formula)}
    tied = _tied(claim)
    whole = [node(Head.IS_INT, Sym(one.name)) for one in claim.types if one.type in WHOLE and one.name in tied]
    untold = tuple(Hypothesis(_TYPES, Standing.FACT, one) for one in whole if one not in said)
    if not untold:
        return verdict
    found = decide(claim_of(claim.formula, claim.types, (*claim.premises, *untold), claim.rounded))
    if isinstance(found, Decided) and any(one.id == _TYPES for one in found.certificate.claim.premises):
        return Unknown(Reason.TYPE_ONLY, "that it holds or fails follows from a type alone, which no fact tells")
    return verdict


def _tied(claim: Claim) -> frozenset[str]:
    """The letters of a claim's formula, and those that premises tie to them, directly or in turn."""
    found, left, moved = set(claim.formula.free), [one.formula.free for one in claim.premises], True
    while moved:
        apart = [names for names in left if found.isdisjoint(names)]
        moved = len(apart) < len(left)
        if moved:
            found.update(*(names for names in left if not found.isdisjoint(names)))
        left = apart
    return frozenset(found)


def unfounded(claim: Claim, has_model: HasModel) -> Unknown | None:
    """Return why a proved list of values settles nothing: one of them has no model that is found with what is firm."""
    firm = tuple(one for one in claim.premises if one.standing in FIRM)
    for value in _values(claim.formula):
        with_it = (*firm, Hypothesis("value", Standing.HYPOTHESIS, value))
        if not has_model(claim_of(claim.formula, claim.types, with_it, claim.rounded)):
            return Unknown(Reason.NO_MODEL_FOUND, f"{spell(value):.80} was found possible nowhere")
    return None


def _values(formula: Expr) -> tuple[Expr, ...]:
    """The equations of a list of values for one letter, else none."""
    if not isinstance(formula, Node) or formula.head is not Head.OR:
        return ()
    names = set[str]()
    for one in formula.args:
        match one:
            case Node(head=Head.EQ, args=(Sym(name), value)) | Node(head=Head.EQ, args=(value, Sym(name))) if (
                not value.free
            ):
                names.add(name)
            case _:
                return ()
    return formula.args if len(names) == 1 else ()


BOND_STEPS: Final = 10_000
"""Steps of work to find where a relation holds and what may use it does not."""
MOST_KNOWN: Final = 200
"""Most verdicts that are kept, for claims that are asked about again while a statement is decided."""


Reread = Callable[[int, int], Sequence[OtherReading]]
"""What gives other readings of a statement, by its step and its place there."""


def no_other(step: int, number: int) -> Sequence[OtherReading]:
    """Return no other reading: a person or a model says which there are."""
    return ()


class Decider(Noted):
    """Decides formal chains with an engine of formulas and the checker that ``admit`` asks."""

    def __init__(
        self,
        engine: Engine,
        checker: Checker,
        runs: ProposesRuns,
        models: FindsModels,
        forget: Callable[[], None] = lambda: None,
        within: int | None = None,
    ) -> None:
        """``forget`` is called before each chain: what the engine remembers of those before it is needed no more.
        ``within``: steps of work to find a model of the facts; None for as many as it takes."""
        super().__init__()
        self._models, self._within = models, within
        self._engine, self._checker, self._runs, self._forget = engine, checker, runs, forget
        self._reread: Reread = no_other
        self._known: dict[Claim, Verdict] = {}  # since a statement was begun, at most ``MOST_KNOWN``

    def __call__(self, chain: FormalChain, reread: Reread = no_other) -> Decisions:
        """Return what becomes of every statement of a chain. ``reread`` gives other readings of one that is refuted."""
        self._forget()
        self._reread = reread
        context = opened(chain)
        if chain.run is not None and any(said.run for _, _, one in chain.statements() for said in one.said):
            self._runs.begin(chain.run.program, chain.run.call)
        self._examine(context)
        steps: list[JudgedFormalStep] = []
        for index, step in enumerate(chain.steps):
            context.leave(index)
            steps.append(judged_step(step, tuple(self._statements(step, index, context)), context.found))
            for of in (one.of for one in step.statements if one.role is Role.RETRACT):
                if of is not None and of < index:
                    steps[of] = _taken_back(steps[of])
        spared = (_spared(*pair, context) for pair in zip(chain.steps, steps, strict=True))
        return Decisions(chain, tuple(spared), context, context.found)

    def decide(self, claim: Claim) -> Verdict:
        """Return the verdict of a claim."""
        found = self._known.get(claim)
        if found is None:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            found = self._known[claim] = self._decided(claim)
            if self.support is not None and isinstance(found, Decided):
                self.support.proofs[claim] = found.certificate
        return found

    def _decided(self, claim: Claim) -> Verdict:
        unknowns: list[Unknown] = []
        try:
            for offer in self._engine.propose(claim):
                found = self.admitted(offer) if isinstance(offer, Candidate) else offer
                if isinstance(found, Decided) and _reads_otherwise(claim, found.certificate.claim):
                    found = Unknown(Reason.OUT_OF_SCOPE, "a root or a logarithm may be no real number")
                if not isinstance(found, Unknown):
                    return found
                unknowns.append(found)
        except RecursionError:
            unknowns.append(Unknown(Reason.OUT_OF_BUDGET, "a search that nests too deep"))
        except (ArithmeticError, ValueError) as error:
            unknowns.append(Unknown(Reason.ENGINE_LOST, f"the search failed: {error}"))
        return most_telling(unknowns, NO_PROOF)

    def admitted(self, offer: Candidate) -> Verdict:
        """Return what ``admit`` says of an offer."""
        if offer.proof.checker not in OF_FORMULAS:
            return Unknown(Reason.OUT_OF_SCOPE, "a formula is shown by checkers of formulas")
        try:
            return admit(offer.claim, offer.proof, offer.checker or self._checker)
        except CheckFailed as failure:
            return Unknown(failure.reason, str(failure))

    def _examine(self, context: JudgingContext) -> None:
        """Look for a contradiction among the facts, where no model of them is found."""
        claim = context.firm_claim(CONTRADICTION)
        if claim.premises and self._models(claim, self._within) is None:
            found = self.decide(claim)
            if isinstance(found, Proved):
                context.denied = tuple(dict.fromkeys(one.id for one in found.certificate.claim.premises))

    def model(self, claim: Claim, steps: int | None = None) -> Model | None:
        """Return a model of the premises of a claim, None where none is found within so many steps of work."""
        found = self._models(claim, steps)
        if self.support is not None and found is not None:
            self.support.models[claim] = found
        return found

    def has_model(self, claim: Claim) -> bool:
        """Return whether a model of the premises of a claim is found, however much work it takes."""
        return self.model(claim) is not None

    def _has_model(self, claim: Claim) -> bool:
        return self.model(claim, self._within) is not None

    def _statements(self, step: FormalStep, index: int, context: JudgingContext) -> Iterator[JudgedStatement]:
        proved = True  # so far, all that the step asserts
        for number, statement in enumerate(step.statements):
            self._known.clear()
            counting = _counting(statement, context)
            counting = counting if proved or counting.role is not Role.UNSAID else replace(counting, said=())
            judged = replace(self._statement(counting, f"s{index}.{number}", index, context), statement=statement)
            proved = proved and judged.state in (State.PROVED, State.SILENT)
            context.found[f"{index}.{number}"] = _found(judged)
            yield judged

    def _statement(self, statement: Statement, id: str, index: int, context: JudgingContext) -> JudgedStatement:
        match statement.role:
            case Role.CLAIM | Role.RECALL | Role.ANSWER:
                return self._asserted(statement, id, context)
            case Role.DEFINE:
                return self._defined(statement, id, context)
            case Role.UNSAID if statement.said:
                return self._unsaid(statement, context)
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
        reading, besides = self._besides(statement, self._reading(statement, context), context)
        decisions = tuple(
            self._of_run(f"{id}.{k}", said, said.run, reading)
            if said.run is not None
            else self._decision(f"{id}.{k}", said, formula, reading, context)
            for k, (said, formula) in enumerate(_claims(reading, context))
        )
        return JudgedStatement(statement, decisions, state_of_statement(decisions), besides)

    def _unsaid(self, statement: Statement, context: JudgingContext) -> JudgedStatement:
        """What is unsaid, with whether one of its readings is proved: nothing of it is asserted."""
        readings = (replace(statement, said=one) for one in (statement.said, *statement.alternatives))
        verdicts = ([self._verdict(f, one, context) for _, f in _claims(one, context)] for one in readings)
        shown = any(all(isinstance(verdict, Proved) for verdict in every) for every in verdicts)
        return JudgedStatement(statement, (), State.PROVED if shown else State.OPEN)

    def _reading(self, statement: Statement, context: JudgingContext) -> Statement:
        """The statement, or with other readings of the same words: the first that is proved, else the first that is
        not refuted, so that nobody is accused whose words can be read otherwise."""
        readings = [replace(statement, said=one) for one in (statement.said, *statement.alternatives)]
        of_runs = any(said.run is not None for one in readings for said in one.said)
        if len(readings) == 1 or context.denied or of_runs:
            return statement
        unrefuted: list[Statement] = []
        for reading in readings:
            found = [self._verdict(f, statement, context) for _, f in _claims(reading, context)]
            if found and all(isinstance(one, Proved) for one in found):
                return reading
            if found and not any(isinstance(one, Refuted) or is_spared(one) for one in found):
                unrefuted.append(reading)
        return unrefuted[0] if unrefuted else statement

    def _besides(
        self, statement: Statement, reading: Statement, context: JudgingContext
    ) -> tuple[Statement, int | None]:
        """The reading or, where that is left open, the first of what the words say besides that is refuted, and which
        that is."""
        if not statement.besides or context.denied or not self._is_open(reading, context):
            return reading, None
        for which, one in enumerate(statement.besides):
            other = replace(one, quote=statement.quote, rounded=statement.rounded)
            others = (replace(other, said=said, guards=()) for said in one.alternatives)  # guards are of what is said
            refuted = self._refuted(other, context) and all(self._refuted(each, context) for each in others)
            if refuted and not (one.bonds and self._may_use(other, context)):
                return other, which
        return reading, None

    def _may_use(self, statement: Statement, context: JudgingContext) -> bool:
        """Whether relations that a statement names may be what it uses: one or two that hold together, and where they
        hold it does. What was proved is not, nor what only gives something a name."""
        bonds = [
            one for said in statement.bonds if (one := context.unfold(said)) is not None and one not in context.shown
        ]
        for _, formula in _claims(statement, context):
            if formula is None or not isinstance(formula, Node) or formula.head is not Head.FOR_ALL:
                return True
            said = formula.args[0]
            claim = context.claim_from(said, bonds)
            left = [bonds[i] for i in without_names(claim, range(len(bonds)))]
            for size in (1, 2):
                for group in combinations(left, size):
                    fails = self.model(context.claim_from(said, (*group, node(Head.NOT, said))), BOND_STEPS)
                    if fails is None and (
                        size == 1 or self.model(context.claim_from(said, group), BOND_STEPS) is not None
                    ):
                        return True
        return False

    def _refuted(self, reading: Statement, context: JudgingContext) -> bool:
        return any(isinstance(self._verdict(f, reading, context), Refuted) for _, f in _claims(reading, context))

    def _is_open(self, reading: Statement, context: JudgingContext) -> bool:
        verdicts = [self._verdict(formula, reading, context) for _, formula in _claims(reading, context)]
        return not (any(isinstance(v, Refuted) for v in verdicts) or all(isinstance(v, Proved) for v in verdicts))

    def _may_say(self, id: str, context: JudgingContext) -> OtherReading | None:
        """The first other reading of a refuted statement that is right."""
        step, number = map(int, id[1:].split(".")[:2])
        for other in self._reread(step, number):
            formula = None if other.said is None else context.unfold(other.said)
            if other.said is None:
                return other
            if formula is not None and isinstance(self.decide(context.claim(formula)), Proved):
                return other
        return None

    def _decision(
        self,
        id: str,
        said: Spelled,
        formula: Expr | None,
        statement: Statement,
        context: JudgingContext,
    ) -> Decision:
        if formula is None:
            return Decision(id, said, None, Unknown(Reason.OUT_OF_SCOPE, "it spells no formula"))
        context.speak(formula)
        claim = self._claim(formula, statement, context)
        if context.denied:
            why = f"the facts contradict each other: {', '.join(context.denied)}"
            return Decision(id, said, claim, Unknown(Reason.INCONSISTENT_CONTEXT, why))
        if context.unread:
            return Decision(id, said, claim, Unknown(Reason.OUT_OF_SCOPE, "what is supposed here could not be read"))
        verdict = self._verdict(formula, statement, context, claim)
        if isinstance(verdict, Refuted) and (other := self._may_say(id, context)) is not None:
            verdict = Unknown(Reason.ALTERNATIVE, f"{other.message} [{other.code}]")
            context.learn(id, formula, None)
            return Decision(id, said, claim, verdict, spared_by=other)
        if isinstance(verdict, Refuted):
            by = frozenset(one.id for one in verdict.certificate.claim.premises)
            inherited = rests_on_error(claim, by, context.wrong, self.decide)
            excused = excuses(statement.guards, verdict)
            if not excused:
                context.wrong.append(Refutation(claim.formula, by))
            return Decision(id, said, claim, verdict, inherited, excused)
        if isinstance(verdict, Proved) and formula == CONTRADICTION:
            context.discharge(verdict.certificate)
            return Decision(id, said, claim, verdict)
        if isinstance(verdict, Proved):
            context.shown.add(formula)
        if Action.USE not in forbidden(statement.guards):
            context.learn(id, formula, verdict.certificate if isinstance(verdict, Proved) else None)
        return Decision(id, said, claim, verdict)

    def _of_run(self, id: str, said: Spelled, run: RunClaim, statement: Statement) -> Decision:
        """What a run of the chain's program shows of a statement: nothing else of the chain has a say in that."""
        verdict = guarded(lambda: decide_run(run, self._runs), partial(barred, statement.guards))
        excused = isinstance(verdict, Refuted) and excuses(statement.guards, verdict)
        return Decision(id, said, None, verdict, excused=excused, run=run)

    def _verdict(
        self, formula: Expr | None, statement: Statement, context: JudgingContext, claim: Claim | None = None
    ) -> Verdict:
        """The verdict of a formula where it stands, with all that stands in the way of one. ``claim``: what it claims
        there, where that is known."""
        if formula is None:
            return Unknown(Reason.OUT_OF_SCOPE, "it spells no formula")
        if is_doubtful(formula) and context.complex(formula):
            return Unknown(Reason.OUT_OF_SCOPE, "a root or a logarithm may be no real number")
        claim = claim or self._claim(formula, statement, context)
        may_hold = context.loosened(formula, claim)
        found = guarded(lambda: self._unguarded(claim, may_hold, context), partial(barred, statement.guards))
        if isinstance(found, Refuted) and told_whole(formula, statement) and may_round(formula, found.certificate):
            return Unknown(Reason.ROUNDED, "a whole number may be what a value rounds to")
        return found

    def _claim(self, formula: Expr, statement: Statement, context: JudgingContext) -> Claim:
        """What a formula of a statement claims: from what is held, or from what the statement alone names."""
        given = [context.unfold(one) for one in statement.given]
        if given and None not in given:
            return context.claim_from(formula, [one for one in given if one is not None])
        return context.claim(formula, told_rounded(formula, statement))

    def _unguarded(self, claim: Claim, may_hold: Claim, context: JudgingContext) -> Verdict:
        found = self.decide(claim)
        if isinstance(found, Refuted) and may_hold != claim and not isinstance(self.decide(may_hold), Refuted):
            return Unknown(Reason.ROUNDED, "it fails as it is written, and may hold up to rounding")
        found = typed(claim, found, self.decide)
        found = under_suppositions(claim, found, self.decide, self._has_model)
        if isinstance(found, Independent) and len(claim.premises) < len(context.held):
            return Unknown(Reason.OUT_OF_SCOPE, "more is held of roots or logarithms that may be no real numbers")
        why = unfounded(claim, self.has_model) if isinstance(found, Proved) else None
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


def _reads_otherwise(claim: Claim, shown: AnyClaim) -> bool:
    """Return whether a claim is of complex numbers, and the claim that was shown, with fewer premises, is not: roots
    and logarithms of the latter have real values only."""
    if not isinstance(shown, Claim) or len(shown.premises) >= len(claim.premises):
        return False
    return is_doubtful(claim.formula) and is_complex(claim) and not is_complex(shown)


def _claims(statement: Statement, context: JudgingContext) -> Iterator[tuple[Spelled, Expr | None]]:
    """Yield the formulas that a statement asserts. An answer is set equal to what is asked, where both are of one sort;
    a formula that answers no formula is asserted as it is."""
    for k, said in enumerate(statement.said):
        found, ask = context.unfold(said), None
        if statement.role is Role.ANSWER and k < len(context.chain.asks) and context.chain.asks[k].sort is said.sort:
            asked = context.chain.asks[k]
            ask = context.unfold(asked)
            found = None if ask is None or found is None else _answered(ask, found, said.sort)
        elif said.sort is not Sort.FORMULA:
            found = None
        yield said, found


def _answered(ask: Expr, answer: Expr, sort: Sort | None) -> Expr:
    if sort is not Sort.FORMULA:
        return node(Head.EQ, ask, answer)
    if answer in (Node(Head.TRUE), Node(Head.FALSE)):
        return ask if answer == Node(Head.TRUE) else Node(Head.NOT, (ask,))
    return node(Head.IFF, ask, answer)


def _counting(statement: Statement, context: JudgingContext) -> Statement:
    """The statement with the guards that count, and so what it says besides."""
    besides = tuple(_counting(one, context) for one in statement.besides)
    return replace(statement, besides=besides, guards=standing(statement.guards, context.found))


def _found(judged: JudgedStatement) -> Found:
    """What became of a statement."""
    verdicts = [one.verdict for one in judged.decisions]
    if any(isinstance(one, Refuted) for one in verdicts):
        return REFUTED if judged.state is State.REFUTED else EXCUSED
    if any(isinstance(one, Unknown) and one.reason is Reason.GUARDED for one in verdicts):
        return GUARDED
    proofs = [one.certificate for one in verdicts if isinstance(one, Proved)]
    if not proofs or len(proofs) < len(verdicts):
        return UNKNOWN
    used = {one.standing for proof in proofs for one in proof.claim.premises}
    told = {
        "firm": used <= FIRM,
        "given": used == {Standing.FACT},
        "resting": bool(used),
        "rounded": any(proof.notes.get("as_rounded") for proof in proofs),
        "conditional": any(proof.side_conditions for proof in proofs),
        "exactly": all(
            one.run is not None and one.verdict.certificate.notes.get("value") == one.run.values[0]
            for one in judged.decisions
            if isinstance(one.verdict, Proved)
        ),
    }
    return PROVED.union(word for word, holds in told.items() if holds)


def _spared(step: FormalStep, judged: JudgedFormalStep, context: JudgingContext) -> JudgedFormalStep:
    """The step with what is not held against it, now that what comes later is decided: guards may name that."""
    statements = tuple(_excused(one, standing(one.guards, context.found)) for one in judged.statements)
    found = judged_step(step, statements, context.found)
    return replace(found, state=State.OPEN) if judged.state is State.OPEN else found


def _excused(judged: JudgedStatement, guards: Sequence[str]) -> JudgedStatement:
    """The statement, with its refuted expressions excused where these guards forbid to accuse."""
    decisions = tuple(_held(one, guards) for one in judged.decisions)
    if decisions == judged.decisions:
        return judged
    return replace(judged, decisions=decisions, state=state_of_statement(decisions))


def _held(one: Decision, guards: Sequence[str]) -> Decision:
    refuted = isinstance(one.verdict, Refuted) and not one.excused
    return replace(one, excused=True) if refuted and excuses(guards, one.verdict) else one


def _taken_back(step: JudgedFormalStep) -> JudgedFormalStep:
    refuted = step.state in (State.REFUTED, State.RESTS_ON_ERROR)
    return JudgedFormalStep(step.statements, State.OPEN, step.whole) if refuted else step
