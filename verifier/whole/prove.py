"""Whole chains proved: judged, followed back to what the problem gives, put into one theorem, and that put to Lean."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from types import TracebackType
from typing import overload

from verifier.answers.compare import against
from verifier.answers.final_answer import FinalAnswer
from verifier.answers.kinds import Quantity
from verifier.answers.terms import Sameness
from verifier.chain import Chain
from verifier.checkers.lean.toolchain.cache import Progress, quiet
from verifier.checkers.points import spell_point
from verifier.engines.lean.sketch_search import ChainedEngine, Stated, stated
from verifier.engines.lean.tactics.structured_proof import Have
from verifier.engines.points import connected
from verifier.engines.settle import settle
from verifier.intake.given import given_chain
from verifier.judging.decide import formal_judge
from verifier.judging.judgements.judgement import JudgedChain
from verifier.kernel.claim import Claim, relate
from verifier.kernel.expr import Const, Dec, Head, Int, Sym, free_names, walk_expr
from verifier.kernel.verdict import CheckFailed, Contradiction, Reason, Refuted, Unknown, Verdict, admit
from verifier.pipeline.judge import Judge
from verifier.pipeline.options import LeanMode
from verifier.readers.exact.opened import opened
from verifier.records.views.show import show_term
from verifier.whole.answer import Lack, NoGoal, Reached, answer_of, arriving, found_answer
from verifier.whole.derive import Derivation, derived, exact
from verifier.whole.findings import Finding, Kind, countermodel, findings, spelled
from verifier.whole.formal.prove import FormalWhole, formal_whole
from verifier.whole.given import Given, given
from verifier.whole.goal import Goal, goal
from verifier.whole.said import Said, said
from verifier.whole.whole import Theorem, WholeChain

_ADRIFT = {Lack.NOT_REACHED: Kind.NOT_REACHED, Lack.NOT_OF_THE_PROBLEM: Kind.FROM_NOWHERE}

_MARKING = frozenset({"the", "final", "answer", "is", "answer:"})
"""Words that only mark an answer."""

_CONSTANTS = frozenset({"i", "e"})
"""Letters that may be constants."""

Show = Callable[[Theorem], tuple[Verdict, str | None]]
"""What becomes of a theorem: a verdict through the door, and the engine that it comes from."""


class ChainProver:
    """Proves whole chains, with engines that stay warm between them. Use as a context manager; call it with a chain.

    ``lean``: ``off`` states theorems and has the exact engines alone show them, ``auto`` puts them to Lean where it is
    to be had, ``require`` fails without it. ``timeout``: seconds for one request to Lean."""

    def __init__(self, lean: LeanMode = "auto", timeout: float = 60.0, progress: Progress = quiet) -> None:
        """Start nothing. Raises: ValueError on a mode that does not exist."""
        self.judge = Judge(lean, timeout, progress)
        session = self.judge.lineup.session
        self._engine = None if session is None else ChainedEngine(session, timeout)

    def __enter__(self) -> ChainProver:
        self.judge.lineup.prepare()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Stop what was started."""
        self.judge.close()

    def __call__(self, chain: Chain | JudgedChain) -> WholeChain:
        """Return the chain as a whole, judged first where it is not yet.

        Raises: LeanUnavailable when Lean is required and cannot be had.
        """
        judged = chain if isinstance(chain, JudgedChain) else self.judge(chain)
        return whole(judged, self._shown)

    def _shown(self, theorem: Theorem) -> tuple[Verdict, str | None]:
        """Put the theorem to Lean; where it finds no proof, an exact engine's verdict stands."""
        verdict, name = settle(theorem.claim, exact())
        if isinstance(verdict, Refuted | Contradiction) or self._engine is None or self.judge.lineup.missing:
            return verdict, name
        offer = self._engine.propose(theorem.claim, theorem.steps, theorem.followed)
        if isinstance(offer, Unknown):
            return (offer, None) if isinstance(verdict, Unknown) else (verdict, name)
        assert offer.checker is not None  # which this engine names
        try:
            return admit(offer.claim, offer.proof, offer.checker), "lean"
        except CheckFailed as failure:
            return (Unknown(failure.reason, str(failure)), None) if isinstance(verdict, Unknown) else (verdict, name)


@overload
def prove_chain(problem: JudgedChain) -> WholeChain | FormalWhole: ...


@overload
def prove_chain(
    problem: str | Chain, steps: Sequence[str] | None = None, *, lean: LeanMode = "auto", timeout: float = 60.0
) -> WholeChain: ...


def prove_chain(
    problem: str | Chain | JudgedChain,
    steps: Sequence[str] | None = None,
    *,
    lean: LeanMode = "auto",
    timeout: float = 60.0,
) -> WholeChain | FormalWhole:
    """Return a problem and its steps (or a Chain) as a whole: its theorem, whether that is proved, and what is found.

    One text in place of the steps is split as ``verifier.split`` does. A chain that ``verify`` or a ``Judge`` judged
    with translations has a theorem for each translation that counts; Lean is not used for those.

    >>> prove_chain("Solve 3x + 5 = 20 for x.", ["So 3x = 15.", "Then x = 5."], lean="off").status
    'proved'

    Raises: TypeError or ValueError on what is not a chain, LeanUnavailable when Lean is required and cannot be had.
    """
    if isinstance(problem, JudgedChain):
        if problem.trust is not None:
            return formal_whole(problem, formal_judge())
        chain: Chain | JudgedChain = problem
    else:
        chain = given_chain(problem, steps)
    prover = ChainProver(lean, timeout)
    try:
        if lean == "require":
            prover.judge.lineup.prepare()
        return prover(chain)
    finally:
        prover.close()


def whole(judged: JudgedChain, show: Show) -> WholeChain:
    """Return a judged chain as a whole; ``show`` says what becomes of its theorem. Raises: as ``show``."""
    found = _looked_at(judged)
    try:
        stated_ = _theorem(found)
    except NoGoal as none:
        return _whole(found, None, None, None, none)
    verdict, engine = show(stated_)
    withheld = _withheld(verdict, stated_, found)
    return _whole(found, stated_, withheld, engine if withheld is verdict else None, None)


@dataclass(frozen=True, slots=True)
class _Looked:
    """A judged chain with everything that was made of it before its theorem."""

    judged: JudgedChain
    given: Given
    said: tuple[Said, ...]
    derivation: Derivation
    findings: tuple[Finding, ...]
    own_meaning: bool
    answer: FinalAnswer | None
    reached: Reached | None = None

    def followed(self, aim: Goal | None = None) -> tuple[str, ...]:
        """The ids of the relations that the answer is followed back through, in order."""
        ids = set() if aim is None else set(aim.through)
        ids |= set() if self.reached is None else {one.id for one in self.reached[0].run}
        return tuple(one.id for one in self.said if one.id in ids)


def _looked_at(judged: JudgedChain) -> _Looked:
    context, readings = opened(judged.chain)
    gives = given(judged.chain.problem, context, [step.text for step in judged.steps], readings)
    says = tuple(said(judged, readings, gives.letters))
    gives = (
        gives.with_unit() if any(Const("i") in walk_expr(t) for one in says for t in (one.left, one.right)) else gives
    )
    derivation = derived(says, gives)
    found = tuple(findings(judged, says, readings, gives, derivation))
    own = context.turning
    looked = _Looked(
        judged,
        gives,
        says,
        derivation=derivation,
        findings=found,
        own_meaning=own,
        answer=found_answer(judged, says),
    )
    try:
        return replace(looked, reached=arriving(_quantity(looked), says))
    except NoGoal:
        return looked


def _theorem(found: _Looked) -> Theorem:
    """The theorem that a chain amounts to. Raises: NoGoal."""
    if found.own_meaning:
        raise NoGoal(Lack.OWN_MEANING, "the text sets a modulus, a base or an operation of its own")
    decided = any(step.count("proved") + step.count("refuted") for step in found.judged.steps)
    shown = any(finding.kind in (Kind.LEAP, Kind.CONFLICT) for finding in found.findings)
    if not (decided or shown or found.derivation.found):
        raise NoGoal(Lack.NOTHING_SETTLED, "nothing in the chain was decided, so there is nothing to put together")
    aim = goal(_quantity(found), found.reached, found.said, found.given)
    if strange := free_names(aim.left, aim.right) & found.given.applied:
        raise NoGoal(Lack.ONLY_STATED, f"{', '.join(sorted(strange))} is a function, and was read as a number")
    claim = _claim(aim, found.given)
    _says_something(claim, aim, found.given)
    steps = tuple(_have(one) for one in found.said if _stands(one, found.derivation))
    offer = next((offer for offer in stated(claim) if isinstance(offer, Stated)), None)
    followed = found.followed(aim)
    return Theorem(claim, aim, steps, followed, None if offer is None else offer.statement.text)


def _quantity(found: _Looked) -> Quantity:
    """The answer as read. Raises: NoGoal."""
    answer = answer_of(found.answer, found.said)
    return replace(answer, term=found.given.unit(answer.term))


def _claim(aim: Goal, gives: Given) -> Claim:
    """The claim that the hypotheses which speak of its letters entail the goal."""
    names = free_names(aim.left, aim.right)
    claim = relate(Head.EQ, aim.left, aim.right, gives.premises(names), aim.rounded)
    claim = claim.under(connected(claim) if names else ())
    return claim if claim.premises else claim.for_all()


def _says_something(claim: Claim, aim: Goal, gives: Given) -> None:
    """What is asked in letters of which nothing is laid down is an identity to show, or cannot follow from anything.

    Raises: NoGoal."""
    if not claim.is_for_all:
        return
    names = ", ".join(sorted(claim.letters)[:4])
    never = aim.right.free or gives.is_read or not isinstance(settle(claim, exact())[0], Refuted)
    if isinstance(aim.left, Sym) or not never:
        raise NoGoal(Lack.ONLY_STATED, f"the problem gives no formula of {names} that was read")


def _stands(one: Said, derivation: Derivation) -> bool:
    """Whether a relation may stand in the proof as a step: it follows, and it says something."""
    return one.id in derivation.found and one.left != one.right


def _have(one: Said) -> Have:
    return Have(one.id, relate(one.relation, one.left, one.right))


def _withheld(verdict: Verdict, theorem: Theorem, found: _Looked) -> Verdict:
    """The verdict, unless the theorem is refuted and words that were not read may say why it need not hold."""
    if not isinstance(verdict, Refuted):
        return verdict
    if theorem.claim.letters & _CONSTANTS:
        return Unknown(Reason.AMBIGUOUS, "i or e may be a letter or a constant")
    failing = {finding.claim for finding in found.findings if finding.kind is Kind.FAILS}
    if found.given.is_read or (not theorem.goal.asked and failing.intersection(theorem.followed)):
        return verdict
    return Unknown(Reason.AMBIGUOUS, "as read it is refuted, but not every word of the problem was read")


def _whole(
    found: _Looked, theorem: Theorem | None, verdict: Verdict | None, engine: str | None, none: NoGoal | None
) -> WholeChain:
    chain, answer = found.judged.chain, found.answer
    same = against(answer, chain.answer) if answer is not None and chain.answer is not None else None
    more = tuple(_of_the_whole(found, theorem, verdict, none, same))
    needed = found.derivation.needed(found.followed(None if theorem is None else theorem.goal))
    used = {one.step for one in found.said if one.id in needed}
    unneeded = tuple(dict.fromkeys(one.step for one in found.said if found.reached and one.step not in used))
    lack, why = (none.lack, str(none)) if none is not None else (None, "")
    if isinstance(verdict, Unknown):
        why = verdict.detail or verdict.reason.value
    return WholeChain(
        found.judged,
        found.given.hypotheses,
        answer,
        same=same,
        theorem=theorem,
        verdict=verdict,
        engine=engine,
        lack=lack,
        why=why,
        findings=(*found.findings, *more),
        needed=needed,
        unneeded=unneeded,
        is_followed=_is_followed(found),
    )


def _is_followed(found: _Looked) -> bool:
    """Whether every step says something in equations, or is the last and marks the answer, and every word was read."""
    steps = found.judged.steps
    left = " ".join(step.text[slice(*span)] for step in steps for span in step.unread)
    plain = all(word in _MARKING for word in left.lower().split() if word[0].isalpha())
    told = found.answer is not None and found.answer.is_told and not steps[-1].claims
    equations = all(one.holds and one.relation in (Head.EQ, Head.APPROX) for one in found.said)
    return plain and equations and all(step.claims or (told and step is steps[-1]) for step in steps)


def _uses(found: _Looked) -> bool:
    """Whether any relation of the chain holds a number of the problem, or the problem tells fewer than two of note."""
    told = found.given.numbers - found.given.known
    used = {
        Fraction(t.value)
        for one in found.said
        for side in (one.left, one.right)
        for t in walk_expr(side)
        if isinstance(t, Int | Dec)
    }
    return len(told) < 2 or bool(told & used)


def _of_the_whole(
    found: _Looked,
    theorem: Theorem | None,
    verdict: Verdict | None,
    none: NoGoal | None,
    same: Sameness | None,
) -> Iterator[Finding]:
    """What is to be said of the chain and its answer, rather than of a step."""
    if none is not None and none.lack in _ADRIFT:
        adrift = none.lack is Lack.NOT_REACHED or not _uses(found)
        yield Finding(_ADRIFT[none.lack] if adrift else Kind.OWN_NUMBER, str(none))
    if theorem is not None and theorem.goal.reached is None:
        yield Finding(Kind.NOT_REACHED, "no equation of the chain arrives at the answer")
    for source in theorem.goal.sources if theorem is not None else ():
        if source.origin == "chain":
            why = f"{source.text} stands neither in the problem nor is it the result of a step before"
            yield Finding(Kind.OWN_NUMBER, why)
    if theorem is not None and isinstance(verdict, Refuted):
        said_ = f"{show_term(theorem.goal.left)} = {show_term(theorem.goal.right)}"[:200]
        why = f"what the problem gives, or the chain computes, is against the answer: {said_} is refuted"
        yield Finding(Kind.CONTRADICTED, why, certificate=verdict.certificate)
    open_ = theorem is not None and isinstance(verdict, Unknown) and not theorem.claim.letters & _CONSTANTS
    if open_ and theorem is not None and theorem.claim.letters and found.given.is_read:
        point = countermodel(theorem.claim.under(()), theorem.claim.premises)
        if point is not None:
            said_ = f"at {spelled(point)} what the problem gives holds, and the answer does not"
            yield Finding(Kind.NOT_ENTAILED, f"the answer does not follow: {said_}", point=spell_point(point))
    if same is not None and same.state == "different":
        yield Finding(Kind.OTHER_ANSWER, f"the answer is not the reference answer: {same.reason}")
