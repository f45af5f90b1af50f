"""Deciding what the exact reader emitted of a chain, statement by statement: what was shown so far is known here, and
text is not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial

from verifier.chain import Step
from verifier.judging.fuse import told
from verifier.judging.judgements.judgement import JudgedClaim
from verifier.judging.settling.guarding import (
    EXCUSED,
    GUARDED,
    PROVED,
    REFUTED,
    UNKNOWN,
    Action,
    Found,
    concerns,
    guarded,
    stands,
)
from verifier.judging.settling.portfolio import LineUp
from verifier.judging.settling.worked import worked
from verifier.judging.weighing.slips import is_held
from verifier.judging.weighing.standing import Standing as Guards
from verifier.judging.weighing.withheld import doubted, unbelieved
from verifier.kernel.claim import FIRM, Claim, Premise, Standing
from verifier.kernel.expr import Expr
from verifier.kernel.verdict import Contradiction, Proved, Reason, Refuted, Unknown, Verdict
from verifier.mathtext.guards.guard import Abstention
from verifier.readers.exact.claims.besides import Besides
from verifier.readers.exact.claims.bonds import unnamed
from verifier.readers.exact.claims.functions import undefining
from verifier.readers.exact.claims.premises import Premises, place
from verifier.readers.exact.formal.guarded import Against, Weighed
from verifier.readers.exact.formal.steps import Said, StepRead
from verifier.readers.exact.guards.excuses import excuses
from verifier.readers.exact.guards.table import verdicts as guards
from verifier.readers.exact.reading import Formula, Reading

Settled = tuple[Verdict, str | None]
"""A verdict, and the name of the engine that it comes from."""


@dataclass(slots=True)
class StepWeighed:
    """A step on its way to judgement. ``condemned``: what would settle it incorrect, each with how the chain may take
    it back; ``raised``: the guards that were raised of the whole step; ``unshown``: it tells an operation that was not
    shown to lead to what it says."""

    step: Step
    reading: Reading
    claims: list[JudgedClaim] = field(default_factory=list)
    condemned: list[tuple[Verdict, list[Against]]] = field(default_factory=list)
    rests_on_error: bool = False
    raised: list[Abstention] = field(default_factory=list)
    unshown: bool = False


@dataclass(slots=True)
class Deciding:
    """Decides the steps of one chain, in order. ``held``: the premises, as firm as they were shown.

    ``found``: what became of each formula, by step and place; ``shown``: the relations that were proved; ``unsound``:
    formulas that were refuted, or go on from such in a chain of relations; ``blurred``: letters whose value holds as
    rounded alone; ``errors``: numbers that stand only as the value of what was refuted; ``always``: the last formula
    holds for all values of its letters.
    """

    lineup: LineUp
    guards: Guards
    held: Premises
    found: dict[str, Found] = field(default_factory=dict)
    shown: set[tuple[object, Expr, Expr]] = field(default_factory=set)
    unsound: set[str] = field(default_factory=set)
    blurred: set[str] = field(default_factory=set)
    errors: set[Fraction] = field(default_factory=set)
    always: bool = False

    def step(self, read: StepRead) -> StepWeighed:
        """Return a step with its statements decided."""
        done = StepWeighed(read.step, read.reading, rests_on_error=bool(read.numbers & self.errors))
        for one in read.said:
            done.claims.append(self._formula(one, done))
        self.lineup.place = None
        done.raised += self.guards.taken()
        if done.rests_on_error:
            self.errors |= {one.error for one in read.said if one.error is not None}
        return done

    def mended(self, done: StepWeighed) -> Iterator[Abstention]:
        """Yield how the chain takes back what a step holds wrong, once all its steps are decided."""
        for verdict, back in done.condemned:
            for each in back:
                if stands(each.when, self.found) and concerns(each.when, verdict):
                    yield each.why

    def _formula(self, one: Said, done: StepWeighed) -> JudgedClaim:
        self.lineup.place = one.id
        held, claim = one.weighed, self._here(one.claim, one)
        if one.everywhere is not None and not self.held.bind(one.everywhere.letters):
            claim = one.everywhere
        verdict, engine = self._verdict(one, claim)
        if isinstance(verdict, Unknown):
            held, claim, (verdict, engine) = self._besides(one) or (held, claim, (verdict, engine))
        done.unshown = done.unshown or (isinstance(verdict, Proved) and not worked(one.formula, self._lines(one)))
        judged = _judged(one.id, held.formula, claim, verdict, engine)
        plain = held.formula
        if isinstance(verdict, Refuted):
            plain = self.guards.formula(held.asserted)
            why = self._excuse(plain, held, one)
            judged = replace(judged, excuse=why)
            self.found[place(one.id)] = REFUTED if why is None else EXCUSED
            done.condemned += [] if why else [(verdict, one.back)]
        self._learn(one, judged)
        return self._raised(judged, self.guards.formula(plain))

    def _here(self, claim: Claim, one: Said) -> Claim:
        """The claim under the premises that it has here, as firm as they were shown: in the place of those that were
        stated, those that still stand and speak of no letter with two meanings."""
        if not claim.premises or any(each.standing is Standing.HYPOTHESIS for each in claim.premises):
            return claim
        rests = any(each.standing is Standing.STATED for each in claim.premises)
        chosen = self.held.about(set(claim.letters), self._doubled(one))
        chosen = [each for each in chosen if rests or each.standing is not Standing.STATED]
        others = [each for each in claim.premises if place(each.id) == each.id and not self.held.has(each)]
        return replace(claim, premises=tuple(undefining((*chosen, *others), claim.letters)))

    def _doubled(self, one: Said) -> set[str]:
        return {name for name, when in one.doubles if stands(when, self.found)}

    def _verdict(self, one: Said, claim: Claim) -> Settled:
        asked: list[Settled] = []

        def ask() -> Verdict:
            asked.append(self.lineup.settled(claim, one.formula.role == "asserted"))
            return asked[0][0]

        verdict = guarded(ask, partial(self._against, one, claim))
        believed = not asked or verdict is asked[0][0] or not isinstance(asked[0][0], Refuted)
        self.found[place(one.id)] = _found(verdict) if believed else GUARDED
        return self.lineup.certified(*asked[0]) if asked and verdict is asked[0][0] else (verdict, None)

    def _against(self, one: Said, claim: Claim, action: Action, found: Verdict | None) -> Unknown | None:
        """Why a claim is not decided, or what was found of it is not believed."""
        if action is Action.DECIDE and one.formula.doubts:
            return Unknown(Reason.AMBIGUOUS, str(one.formula.doubts[0]))
        every = (*one.against, *one.weighed.against)
        raised = self._raised_for(action, every, found)
        if isinstance(found, Refuted):
            twice = [guards.DEFINED_TWICE()] if one.formula.role == "defined" and claim.letters else []
            if why := self.guards.first(twice):
                return Unknown(Reason.AMBIGUOUS, str(why))
            why = self.guards.first(self._doubted(one.weighed, claim, raised))
            return None if why is None else unbelieved(why)
        why = self.guards.first(raised)
        reason = Reason.AMBIGUOUS if action is Action.DECIDE else Reason.ROUNDED
        return None if why is None else Unknown(reason, str(why))

    def _raised_for(self, action: Action, every: Iterable[Against], found: Verdict | None) -> Iterator[Abstention]:
        """Yield the guards that stand against an action, of what was ``found``."""
        for each in every:
            if each.action == action and stands(each.when, self.found) and concerns(each.when, found):
                yield each.why

    def _doubted(self, held: Weighed, claim: Claim, raised: Iterable[Abstention]) -> Iterator[Abstention]:
        """Yield why a refutation is not believed."""
        yield from raised
        if claim.letters & self.blurred:
            yield guards.BLURRED()
        yield from doubted(held, claim)

    def _besides(self, one: Said) -> tuple[Weighed, Claim, Settled] | None:
        """What a formula says besides, and its refutation; None where nothing of the kind is refuted."""
        for each, held in one.besides:
            if self._is_out(each, one):
                continue
            claim = self._here(each.claim, one)
            verdict, engine = self.lineup.settled(claim, False)
            if not isinstance(verdict, Refuted):
                continue
            raised = self._doubted(held, claim, self._raised_for(Action.REFUTE, held.against, verdict))
            if each.link is not None and self.guards.first(raised) is not None:
                continue
            if is_held(replace(each, claim=claim, bonds=self._bonds(each))):
                return held, claim, self.lineup.certified(verdict, engine)
        return None

    def _bonds(self, each: Besides) -> tuple[Premise, ...] | None:
        """The relations that may be what is used quietly: what was proved is not, nor what only names something."""
        if each.bonds is None:
            return None
        left = [bond for bond in each.bonds if (bond.relation, bond.left, bond.right) not in self.shown]
        return tuple(unnamed(each.claim.letters, left))

    def _is_out(self, each: Besides, one: Said) -> bool:
        """Whether something that was decided before takes away what a formula may say besides."""
        if each.claim.letters & (self.blurred | self._doubled(one)) or (each.carried and not self.always):
            return True
        used = {premise.id for premise in each.claim.premises} | ({one.thread} if each.threaded else set())
        return bool(used & self.unsound)

    def _excuse(self, plain: Formula, held: Weighed, one: Said) -> str | None:
        """Why a refuted formula is not held against its step, None where it is: by its own sentence, else for what
        stands before it, else for what it leads to."""
        own, before = (self._raised_for(Action.ACCUSE, every, None) for every in (held.against, one.against))
        if found := self.guards.all(excuses(plain)) or self.guards.all(own):
            return told(found)
        why = self.guards.first(before)
        return None if why is None else told([why])

    def _lines(self, one: Said) -> Sequence[Premise]:
        return [line for line in one.lines if line.id not in self.unsound]

    def _learn(self, one: Said, judged: JudgedClaim) -> None:
        """Take in what a verdict shows: of what the formula states, and of all that goes on from it."""
        verdict, held = judged.verdict, judged.certificate
        rests = isinstance(verdict, Proved) and bool(verdict.certificate.leaf.premises)
        self.always = isinstance(verdict, Proved) and bool(one.claim.letters) and not rests
        if isinstance(verdict, Refuted) or (one.formula.position and one.thread in self.unsound):
            self.unsound.add(one.id)
        if isinstance(verdict, Proved):
            formula = one.formula
            self.shown.add((formula.relation, formula.left.term, formula.right.term))
        if isinstance(verdict, Refuted) and one.error is not None:
            self.errors.add(one.error)
        if held is not None and isinstance(verdict, Proved) and held.notes.get("as_rounded"):
            self.blurred |= one.chained
        elif one.premise is not None and not isinstance(verdict, Refuted | Contradiction) and (held is None or rests):
            firm = held is not None and all(one.standing in FIRM for one in held.leaf.premises)
            self.held.add(replace(one.premise, standing=Standing.PROVED) if firm else one.premise)

    def _raised(self, judged: JudgedClaim, formula: Formula) -> JudgedClaim:
        """The claim with the guards that were raised of it, by its reading and since."""
        raised = (*formula.doubts, *formula.qualms, *formula.obstacles, *self.guards.taken())
        return replace(judged, raised=tuple(dict.fromkeys(raised)), defeated=formula.defeated)


def excused(claims: Iterable[JudgedClaim], why: str | None) -> list[JudgedClaim]:
    """Return the claims, the refuted ones among them with this excuse where they have none."""
    return [replace(one, excuse=one.excuse or why) if isinstance(one.verdict, Refuted) else one for one in claims]


def _found(verdict: Verdict) -> Found:
    """What became of a formula that is not excused, as conditions name it."""
    if isinstance(verdict, Proved | Refuted):
        return PROVED if isinstance(verdict, Proved) else REFUTED
    return UNKNOWN


def _judged(id: str, formula: Formula, claim: Claim, verdict: Verdict, engine: str | None) -> JudgedClaim:
    certificate = verdict.certificate if isinstance(verdict, Proved | Refuted) else None
    premises = certificate.leaf.premises if certificate else ()
    rests_on = tuple(p.id for p in premises)
    assumes = tuple(p.id for p in premises if p.standing in (Standing.STATED, Standing.SUPPOSED))
    return JudgedClaim(
        id,
        formula.text,
        formula.span,
        role=formula.role,
        claim=claim,
        verdict=verdict,
        engine=engine,
        rests_on=rests_on,
        assumes=assumes,
    )
