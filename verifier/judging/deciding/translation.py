"""Judged translations: every statement of every step with its verdict, and what these come to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from verifier.claims.context import Context
from verifier.judging.deciding.support import Support
from verifier.judging.guarding import Action, Found, forbidden, standing
from verifier.judging.judgements.judgement import State
from verifier.kernel.claim import FIRM, Claim, Hypothesis, Standing
from verifier.kernel.run_claim import RunClaim
from verifier.kernel.verdict import Certificate, Decided, Proved, Refuted, Verdict
from verifier.language.formal_chain import FormalChain, FormalStep, OtherReading, Role, Spelled, Statement

ASSERTED = frozenset({Role.CLAIM, Role.ANSWER, Role.RECALL})
"""The roles of what a step says is so."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One expression of a statement: the claim that it is here, and the verdict.

    ``from_error``: it is refuted, and rests on what was refuted before it. ``excused``: it is refuted, and a guard of
    its statement forbids to accuse. ``run``: what it says of a run, in the place of ``claim``. ``lean``: what Lean
    makes of it, by itself, where it was asked; nothing is judged by that. ``spared_by``: it is refuted, and the words
    may be right as read so.
    """

    id: str
    said: Spelled
    claim: Claim | None
    verdict: Verdict
    from_error: bool = False
    excused: bool = False
    lean: Verdict | None = None
    run: RunClaim | None = None
    spared_by: OtherReading | None = None

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
    """A statement with what was decided of each of its expressions.

    ``besides``: which of what its words say besides was decided in its place.
    """

    statement: Statement
    decisions: tuple[Decision, ...]
    state: State
    besides: int | None = None

    @property
    def guards(self) -> tuple[str, ...]:
        """The guards of what was decided."""
        return self.statement.guards if self.besides is None else self.statement.besides[self.besides].guards


@dataclass(frozen=True, slots=True)
class JudgedFormalStep:
    """A step of one translation: its statements, and what they come to. ``whole``: nothing in it was left unsaid."""

    statements: tuple[JudgedStatement, ...]
    state: State
    whole: bool


@dataclass(frozen=True, slots=True)
class Decisions:
    """What becomes of every statement of one formal chain, by itself. ``found``: in the words of conditions, by step
    and place. ``support``: what deciding it asked for, where that was wanted."""

    chain: FormalChain
    steps: tuple[JudgedFormalStep, ...]
    context: Context
    found: Mapping[str, Found]
    support: Support | None = None

    @property
    def first_error(self) -> int | None:
        """The first step that this translation alone would call incorrect."""
        return next((i for i, step in enumerate(self.steps) if step.state is State.REFUTED), None)

    def decisions(self) -> Iterator[Decision]:
        """Yield every decision, in order."""
        for step in self.steps:
            for statement in step.statements:
                yield from statement.decisions

    def facts(self, decision: Decision) -> tuple[str, ...]:
        """Return the facts that a verdict rests on, itself or through what was decided before it, in order."""
        needed = {one.id for one in self.grounds(decision)}
        return tuple(fact.id for fact in self.chain.facts if fact.id in needed)

    def model_facts(self, decision: Decision) -> tuple[str, ...]:
        """Return those facts that a verdict rests on which are the translator's own."""
        return tuple(id for id in self.facts(decision) if id in self.context.model_facts)

    def grounds(self, decision: Decision) -> frozenset[Hypothesis]:
        """Return the facts, part by part, that a verdict rests on, itself or through what was decided before it."""
        decided = {one.id: one.certificate for one in self.decisions()}
        found, stack = set[Hypothesis](), [decision.certificate]
        while stack:
            if (certificate := stack.pop()) is None:
                continue
            premises = [one for one in certificate.claim.premises if isinstance(one, Hypothesis)]
            found.update(one for one in premises if one.standing is Standing.FACT)
            stack += [decided.pop(one.id, None) for one in premises]
        return frozenset(found)


def proves_whole(step: JudgedFormalStep) -> bool:
    """Return whether a step is proved, and nothing in it was left unsaid."""
    return step.state is State.PROVED and step.whole


def state_of_statement(decisions: tuple[Decision, ...]) -> State:
    """Return what the decisions of a statement come to."""
    if not decisions:
        return State.SILENT
    refuted = [one for one in decisions if isinstance(one.verdict, Refuted)]
    if any(not (one.from_error or one.excused) for one in refuted):
        return State.REFUTED
    if refuted:
        return State.RESTS_ON_ERROR if any(one.from_error for one in refuted) else State.OPEN
    return State.PROVED if all(isinstance(one.verdict, Proved) for one in decisions) else State.OPEN


def judged_step(
    step: FormalStep, statements: tuple[JudgedStatement, ...], found: Mapping[str, Found]
) -> JudgedFormalStep:
    """Return a step with what its statements come to, where this was ``found`` of the chain's statements. A step that
    leaves something unsaid is open, not silent."""
    unsaid = any(_leaves_unsaid(one, found) for one in statements)
    state = _state_of_step(statements)
    return JudgedFormalStep(
        statements, State.OPEN if state is State.SILENT and unsaid else state, not unsaid and not step.unread
    )


def _leaves_unsaid(judged: JudgedStatement, found: Mapping[str, Found]) -> bool:
    """Whether something of a statement is not said, or a guard forbids to approve its step. What is unsaid may have
    readings: it counts unless one of them is proved."""
    one = judged.statement
    if one.role is Role.UNSAID and judged.state is not State.PROVED:
        return True
    if Action.APPROVE in forbidden(standing(one.guards, found)):
        return True
    return any(said.expr is None and said.run is None for said in one.said)


def _state_of_step(statements: tuple[JudgedStatement, ...]) -> State:
    states = [one.state for one in statements if one.decisions and one.statement.role is not Role.UNSAID]
    asserted = [one for one in statements if one.statement.role in ASSERTED and one.decisions]
    for state in (State.REFUTED, State.RESTS_ON_ERROR):
        if state in states:
            return state
    if not asserted or _plans(statements):
        return State.SILENT if not states or all(state is State.PROVED for state in states) else State.OPEN
    return State.PROVED if all(state is State.PROVED for state in states) else State.OPEN


def _plans(statements: tuple[JudgedStatement, ...]) -> bool:
    """Whether a step says what it is after and claims nothing of its own: what it recalls makes no plan right."""
    roles = {one.statement.role for one in statements}
    return Role.GOAL in roles and roles.isdisjoint({Role.CLAIM, Role.ANSWER})


def with_told(judged: Decisions, told: Iterator[Verdict | None]) -> Decisions:
    """Return a translation with what Lean makes of its decided formulas, in their order."""
    return replace(judged, steps=tuple(_told_step(step, told) for step in judged.steps))


def _told_step(step: JudgedFormalStep, told: Iterator[Verdict | None]) -> JudgedFormalStep:
    statements = tuple(
        replace(statement, decisions=tuple(_told_decision(one, told) for one in statement.decisions))
        for statement in step.statements
    )
    return replace(step, statements=statements)


def _told_decision(one: Decision, told: Iterator[Verdict | None]) -> Decision:
    return one if one.certificate is None else replace(one, lean=next(told))
