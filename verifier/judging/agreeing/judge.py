"""Judging the translations of chains: each by itself, and what several of one chain agree on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from verifier.judging.agreeing.agreement import Together
from verifier.judging.agreeing.examined import examined
from verifier.judging.deciding.decider import Decider
from verifier.judging.deciding.translation import Decisions
from verifier.judging.judgements.judgement import State
from verifier.judging.translations.apart import copies
from verifier.kernel.claim import Claim
from verifier.kernel.verdict import Verdict
from verifier.language.formal_chain import FormalChain
from verifier.language.linting.findings import Doubt
from verifier.language.linting.numbers import Span, left_out, ungrounded
from verifier.language.linting.saying import needless, unsaid


def uncovered(texts: Sequence[str], chains: Sequence[FormalChain]) -> tuple[tuple[str, ...], ...]:
    """Return for each step of a chain the words that its translations leave out or say otherwise, in order.

    A number that *some* translation quotes is accounted for: what this one states is proved where the step is approved.
    So is one that says how both sides of an equation were changed, or that counts nothing. What *any* translation
    quotes and says otherwise, and a number of its own, is not. Of a step whose text is not there nothing is said.
    """
    invented = [_ungrounded(chain) for chain in chains]
    return tuple(
        (
            *(text[begin:end] for begin, end in sorted(_left_out(text, i, chains) | _otherwise(text, i, chains))),
            *dict.fromkeys(number for one in invented for number in one.get(i, ())),
        )
        if text
        else ()
        for i, text in enumerate(texts)
    )


def _left_out(text: str, index: int, chains: Sequence[FormalChain]) -> frozenset[Span]:
    left = [left_out(text, chain.steps[index]) for chain in chains]
    every = frozenset.intersection(*(frozenset(one.numbers) for one in left))
    return every.difference(*(needless(text, index, chain) for chain in chains)) if every else every


def _otherwise(text: str, index: int, chains: Sequence[FormalChain]) -> frozenset[Span]:
    return frozenset(span for chain in chains for span in unsaid(text, index, chain))


def _ungrounded(chain: FormalChain) -> dict[int, list[str]]:
    """The numbers of each step's expressions that stand neither in its words nor in what came before."""
    found: dict[int, list[str]] = {}
    for finding in ungrounded(chain):
        if finding.place.step is not None:
            found.setdefault(finding.place.step, []).append(finding.message.partition(":")[0])
    return found


@dataclass(frozen=True, slots=True)
class JudgedFormal:
    """The translations of one chain, judged, and what becomes of each step.

    ``agreed`` is a state for each step: what the translations agree on; with one translation, what it alone comes to.
    ``uncovered`` are the words of each step that they leave out or say otherwise: it is not settled correct.
    ``doubts`` are those that kept a step from being settled; ``unjustified`` tells of each step whether several
    translations agree that it does not follow.
    """

    translations: tuple[Decisions, ...]
    agreed: tuple[State, ...]
    uncovered: tuple[tuple[str, ...], ...] = ()
    doubts: tuple[tuple[Doubt, ...], ...] = ()
    unjustified: tuple[bool, ...] = ()

    @property
    def first_error(self) -> int | None:
        """The first step that is incorrect by agreement, or None."""
        return next((i for i, state in enumerate(self.agreed) if state is State.REFUTED), None)


class FormalJudge:
    """Judges formal chains. It knows no text but the words that quotes stand in; Lean is not asked."""

    def __init__(self, by: Decider) -> None:
        self.by = by

    def decide(self, claim: Claim) -> Verdict:
        """Return the verdict of a claim by itself."""
        return self.by.decide(claim)

    def __call__(self, chains: Sequence[FormalChain], words: Sequence[str] = ()) -> JudgedFormal:
        """Return the judged translations of one chain; ``words`` are the texts of its steps.

        Raises:
            ValueError: without a translation, or where they have different numbers of steps.
        """
        texts = _texts(chains, words)
        apart = [chain for chain, copied in zip(chains, copies(chains), strict=True) if copied is None]
        return self._agreed([self.by(chain) for chain in apart], texts)

    def alone_and_together(
        self, chains: Sequence[FormalChain], words: Sequence[str] = ()
    ) -> tuple[list[JudgedFormal], JudgedFormal]:
        """Return each translation as it is judged alone, and all of them as they are judged together.

        Raises:
            ValueError: as a call.
        """
        texts = _texts(chains, words)
        judged = [self.by(chain) for chain in chains]
        alone = [self._together([one], texts) for one in judged]
        apart = [one for one, copied in zip(judged, copies(chains), strict=True) if copied is None]
        return alone, self._agreed(apart, texts)

    def _agreed(self, judged: Sequence[Decisions], texts: Sequence[str]) -> JudgedFormal:
        """What several translations agree on: of three or more, what one of them and at least half of the others agree
        on, pair by pair, where none says the opposite."""
        if len(judged) < 3 or not texts:
            return self._together(judged, texts)
        pairs = [(pair, self._together(pair, texts)) for pair in combinations(judged, 2)]
        return JudgedFormal(tuple(judged), *zip(*(_most(judged, pairs, i) for i in range(len(texts))), strict=True))

    def _together(self, judged: Sequence[Decisions], texts: Sequence[str]) -> JudgedFormal:
        left = uncovered(texts, [one.chain for one in judged])
        side_by_side = Together(judged, self.by)
        if len(judged) == 1:
            found = [
                State.OPEN if one.state is State.PROVED and not one.whole else one.state for one in judged[0].steps
            ]
        else:
            found = side_by_side.agreed(texts)
        states = [
            State.OPEN if state is State.PROVED and out else state for state, out in zip(found, left, strict=True)
        ]
        kept, doubts = examined(states, judged, texts, side_by_side)
        return JudgedFormal(tuple(judged), kept, left, doubts, tuple(side_by_side.unjustified(texts)))


OPPOSITE: Final = {
    State.PROVED: frozenset((State.REFUTED, State.RESTS_ON_ERROR)),
    State.REFUTED: frozenset((State.PROVED,)),
}
"""What no translation may say of a step that two others settle so."""

Pair = tuple[tuple[Decisions, Decisions], JudgedFormal]


def _most(
    judged: Sequence[Decisions], pairs: Sequence[Pair], index: int
) -> tuple[State, tuple[str, ...], tuple[Doubt, ...], bool]:
    """What most translations make of a step, with what the first pair of that state leaves out and doubts."""
    alone = {one.steps[index].state for one in judged}
    state = State.OPEN
    for wanted in (State.REFUTED, State.PROVED, State.SILENT, State.RESTS_ON_ERROR):
        agree = [pair for pair, found in pairs if found.agreed[index] is wanted]
        votes = max((sum(one in pair for pair in agree) for one in judged), default=0)
        if votes >= len(judged) // 2 and alone.isdisjoint(OPPOSITE.get(wanted, ())):
            state = wanted
            break
    held = [found for _, found in pairs if found.agreed[index] is state]
    first = next(iter(held), pairs[0][1])
    left, doubts = first.uncovered[index], first.doubts[index]
    return state, left, doubts, all(found.unjustified[index] for _, found in pairs)


def _texts(chains: Sequence[FormalChain], words: Sequence[str]) -> tuple[str, ...]:
    """The texts of the steps. Raises: ValueError where the translations are of different numbers of steps."""
    counts = {len(chain.steps) for chain in chains}
    if len(counts) != 1:
        raise ValueError(f"expected translations of one chain, got {sorted(counts)} steps")
    return tuple(words) or next((c.steps_text for c in chains if c.steps_text), ("",) * counts.pop())
