"""Claims of a text: what a decision about a statement means for the claim that was read there. It knows no text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from verifier.chain import Chain
from verifier.judging.deciding.translation import Decision, JudgedStatement
from verifier.judging.guarding import FORBIDS, Action, parts_of, place_of
from verifier.judging.judgements.judgement import FinalAnswer, JudgedStep, Unjudgement
from verifier.kernel.claim import Standing
from verifier.kernel.verdict import Decided, Independent, Reason, Unknown, Verdict
from verifier.language.formal_chain import Role

NOTHING_ASSERTED: Final = Unknown(Reason.NOT_ENTAILED, "it is set up here, and not claimed")
"""What is said of a definition."""
BOTH_WAYS: Final = Unknown(Reason.NOT_ENTAILED, "it holds for some values that fit what is known, and fails for others")
"""What is said of a claim that neither follows nor fails."""
_ENGINES: Final[Mapping[str, str]] = {"structure": "prover", "lean": "lean", "run": "run"}
"""What proposes the proofs of a checker, as records name it."""

FROM_ERROR: Final = "it follows from what is wrong before it"
"""Why a refuted claim is not held against its step, where an earlier step is wrong."""

OF_ROUNDING: Final = frozenset({"rounded", "rounded-letter"})
"""The codes of guards of what may hold up to rounding."""

OF_WORDS: Final = frozenset({"another-deed", "another-operation"})
"""The codes of guards of what the words say besides."""

LONGEST_ANSWER: Final = 60
"""Most characters of an answer that an alarm shows."""

_ASSUMED: Final = frozenset({Standing.STATED, Standing.SUPPOSED})


def verdict_of(judged: JudgedStatement, decision: Decision | None) -> Verdict:
    """Return the verdict of a statement of a text; Unknown where nothing of it is decided."""
    if decision is None:
        unsaid = judged.statement.role is Role.UNSAID
        return Unknown(Reason.OUT_OF_SCOPE, judged.statement.reason) if unsaid else NOTHING_ASSERTED
    return BOTH_WAYS if isinstance(decision.verdict, Independent) else decision.verdict


def guard_against(verdict: Verdict) -> str | None:
    """Return the guard that kept a claim from being decided; None where none did."""
    guarded = isinstance(verdict, Unknown) and verdict.reason is Reason.GUARDED
    return verdict.detail.removeprefix(FORBIDS) if isinstance(verdict, Unknown) and guarded else None


def withheld(guard: str, message: str) -> Unknown:
    """Return what is said of a claim that a guard keeps from being decided: that it may be rounded, or be ambiguous."""
    action, code, when = parts_of(guard)
    proves = action == Action.PROVE and code not in OF_WORDS and when in ("", "rounded", "exact")
    rounds = code in OF_ROUNDING or proves
    return Unknown(Reason.ROUNDED if rounds else Reason.AMBIGUOUS, message)


def engine_of(verdict: Verdict) -> str | None:
    """Return what proposed the proof of a verdict, as records name it; None where there is none."""
    return _ENGINES[verdict.certificate.proof.checker] if isinstance(verdict, Decided) else None


def rests_on(verdict: Verdict) -> tuple[str, ...]:
    """Return the ids of the facts and claims that a proof rests on."""
    return tuple(dict.fromkeys(_names(verdict, frozenset(Standing))))


def assumes(verdict: Verdict) -> tuple[str, ...]:
    """Return the ids of the claims that a proof rests on, and that nobody proved."""
    return tuple(dict.fromkeys(_names(verdict, _ASSUMED)))


def _names(verdict: Verdict, standings: frozenset[Standing]) -> Iterator[str]:
    """Yield the ids of premises with these standings."""
    premises = verdict.certificate.claim.premises if isinstance(verdict, Decided) else ()
    for one in premises:
        if one.standing in standings and one.standing is not Standing.HYPOTHESIS:
            step, _, number = place_of(one.id).partition(".")
            yield f"s{step}.c{number}" if step.isdecimal() else one.id


def with_scores(steps: Iterable[JudgedStep]) -> Iterator[JudgedStep]:
    """Yield the steps with the probability of the chain up to and including each, where it is known: 1 while all that
    claims something is settled correct, 0 after an error."""
    prefix: float | None = 1.0
    for step in steps:
        if prefix != 0.0:
            silent = step.reason == Unjudgement.NOTHING_CLAIMED
            prefix = 0.0 if step.correct is False else prefix if step.correct or silent else None
        yield replace(step, score=prefix)


def alarm_of(chain: Chain, final: FinalAnswer | None, steps: Sequence[JudgedStep]) -> str | None:
    """Return what is odd when every step that claims something checks, and the final answer is another than the
    reference answer; None where nothing is, or where it cannot be told."""
    claiming = [step for step in steps if step.claims]
    if not claiming or not all(step.correct or step.checked for step in claiming):
        return None
    if chain.answer is None or final is None or final.text is None or final.state != "different":
        return None
    said, reference = (" ".join(text.split())[:LONGEST_ANSWER] for text in (final.text, chain.answer))
    return f"every claim checks, and the final answer is {said}, not the reference answer {reference}"
