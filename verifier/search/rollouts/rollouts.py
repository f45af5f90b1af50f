"""Monte-Carlo step values: from each prefix of a chain many rollouts, and the share of them that come out right.

Math-Shepherd (Wang et al., arXiv:2312.08935) and OmegaPRM (Luo et al., arXiv:2406.06592).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import Final, Literal

from verifier.answers.compare import against
from verifier.answers.final_answer import final_answer
from verifier.chain import Chain
from verifier.intake.example import first_of
from verifier.labelling.outputs.labels import Labelled
from verifier.search.choices import Labels
from verifier.search.policies.policy import Partial, Policy, PolicyLost

Result = Literal["right", "wrong", "could not tell"]


def wilson(right: float, tries: int, confidence: float = 0.95) -> tuple[float, float]:
    """Return the Wilson score interval of a share, four digits; (0, 1) without tries.

    E. B. Wilson, J. Am. Stat. Assoc. 22 (1927) 209-212; recommended for few tries by Brown, Cai and DasGupta,
    Statistical Science 16 (2001) 101-133. Raises: ValueError where the counts make no sense.
    """
    if not 0 <= right <= tries or not 0 < confidence < 1:
        raise ValueError(f"expected 0 <= right <= tries and a confidence inside (0, 1), got {right}, {tries}")
    if tries == 0:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share, spread = right / tries, z * z / tries
    centre = (share + spread / 2) / (1 + spread)
    half = z / (1 + spread) * math.sqrt(share * (1 - share) / tries + spread / (4 * tries))
    low, high = max(0.0, centre - half), min(1.0, centre + half)
    return (0.0 if right == 0 else round(low, 4)), (1.0 if right == tries else round(high, 4))


@dataclass(frozen=True, slots=True)
class RolloutSettings:
    """How many rollouts a prefix gets: ``batch`` at a time, ``most`` in all, fewer where that is decided.

    It is decided, ``hard``, as soon as one comes out right; ``soft``, when the Wilson interval lies on one side of
    ``threshold``. Looking after every batch makes the interval's real coverage smaller than ``confidence``, which is
    the price of stopping early; ``batch = most`` looks once.
    """

    labels: Labels = "hard"
    batch: int = 4
    most: int = 16
    threshold: float = 0.5
    confidence: float = 0.95

    def __post_init__(self) -> None:
        """Raises: ValueError."""
        sound = 1 <= self.batch <= self.most and 0 <= self.threshold <= 1 and 0 < self.confidence < 1
        if not sound or self.labels not in ("hard", "soft"):
            raise ValueError(f"expected 1 <= batch <= most, shares from 0 to 1, and labels hard or soft, got {self}")


DEFAULT: Final = RolloutSettings()
PREFIX: Final = 10_007  # between the seeds of prefixes of one length and the next


@dataclass(frozen=True, slots=True)
class Value:
    """The rollouts of one prefix: how many came out ``right``, ``wrong``, or ``untold``: they were cut off,
    or of their answer that could not be told, and count for neither. ``reused`` of them were made from a shorter
    prefix."""

    right: int = 0
    wrong: int = 0
    untold: int = 0
    reused: int = 0

    @property
    def share(self) -> float | None:
        """The share that came out right, None where nothing could be told."""
        told = self.right + self.wrong
        return round(self.right / told, 4) if told else None

    def interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """Return the Wilson interval of the share. Raises: ValueError."""
        return wilson(self.right, self.right + self.wrong, confidence)

    def label(self, labels: Labels) -> float | None:
        """Return the label of the step that the prefix ends in, None where nothing could be told."""
        if self.share is None or labels == "soft":
            return self.share
        return float(self.right > 0)

    def decided(self, plan: RolloutSettings) -> bool:
        """Whether more rollouts would not change what is asked for."""
        if plan.labels == "hard":
            return self.right > 0
        low, high = self.interval(plan.confidence)
        return low > plan.threshold or high < plan.threshold


Scored = Callable[[Partial], Result]


def by_answer(reference: str) -> Scored:
    """Return what tells how a whole chain came out: its final answer held against ``reference``, by our own engines.

    A chain without a final answer came out wrong; one that only seems to end in another could not be told.
    """

    def scored(chain: Partial) -> Result:
        found = final_answer(list(chain.steps), chain.problem) if chain.steps else None
        state = "different" if found is None else against(found, reference).state
        return "right" if state == "equal" else "wrong" if state == "different" else "could not tell"

    return scored


class Rollouts:
    """Rollouts of one problem, kept: a rollout that goes on as the chain does counts for the longer prefix too.

    ``counts``: rollouts, tokens, prompt tokens; ``faults``: what the policy said instead.
    """

    def __init__(self, policy: Policy, scored: Scored, plan: RolloutSettings = DEFAULT, seed: int = 0) -> None:
        """Ask nothing yet."""
        self._policy, self.scored, self.plan, self._seed = policy, scored, plan, seed
        self.seen: list[tuple[tuple[str, ...], int, Result]] = []  # the steps, from which prefix, how it came out
        self.counts: Counter[str] = Counter()
        self.faults: Counter[str] = Counter()
        self._tried: Counter[tuple[str, ...]] = Counter()

    def value(self, prefix: Partial) -> Value:
        """Return what is known of a prefix so far, reused rollouts included."""
        found: Counter[str] = Counter()
        for steps, start, result in self.seen:
            if start <= len(prefix.steps) <= len(steps) and steps[: len(prefix.steps)] == prefix.steps:
                found[result] += 1
                found["reused"] += start < len(prefix.steps)
        return Value(found["right"], found["wrong"], found["could not tell"], found["reused"])

    def sampled(self, prefix: Partial) -> Value:
        """Return the value of a prefix after as many rollouts as the plan wants. Raises: PolicyLost."""
        while True:
            value = self.value(prefix)
            have = value.right + value.wrong + value.untold
            if have >= self.plan.most or value.decided(self.plan) or self._tried[prefix.steps] >= self.plan.most:
                return value
            self._more(prefix, min(self.plan.batch, self.plan.most - have))

    def _more(self, prefix: Partial, count: int) -> None:
        # A prefix has the same seeds whichever others are looked at: methods that share kept answers share these.
        seed = self._seed + PREFIX * len(prefix.steps) + self._tried[prefix.steps]
        self._tried[prefix.steps] += count
        proposed = self._policy.next_steps([prefix], count, seed, whole=True)[0]
        self.counts["tokens"] += proposed.tokens
        self.counts["prompt_tokens"] += proposed.prompt_tokens
        if proposed.fault:
            self.faults[proposed.fault] += 1
        for one in proposed.continuations:
            whole = prefix.with_steps(one.steps)
            self.counts["rollouts"] += 1
            # One that comes to no end is not right; of one that was cut off, nobody knows.
            result: Result = self.scored(whole) if one.ends else "could not tell" if one.cut else "wrong"
            if one.cut:
                self.faults["a rollout was cut off at the limit of tokens"] += 1
            self.seen.append((whole.steps, len(prefix.steps), result))


@dataclass(frozen=True, slots=True)
class StepValues:
    """What rollouts say of a chain: the value of each prefix (None: not looked at), the first error (-1: none, None:
    not known), and why there is not more, where the policy was lost; ``settled``: steps whose labels are verdicts."""

    chain: Chain
    values: tuple[Value | None, ...]
    first_error: int | None
    lost: str = ""
    settled: Settled = ()

    def labels(self, labels: Labels) -> list[float | None]:
        """Return the labels of the steps: the verdict where there is one, else that of the rollouts."""
        known = self.settled or (None,) * len(self.values)
        rolled = [None if value is None else value.label(labels) for value in self.values]
        return [one if correct is None else float(correct) for one, correct in zip(rolled, known, strict=True)]


Settled = Sequence[bool | None]
"""For each step of a chain whether it is settled correct, None where it is not settled; empty: nothing is."""


def every_step(chain: Chain, rollouts: Rollouts, settled: Settled = ()) -> StepValues:
    """Return the values of all prefixes, the last included, by Math-Shepherd.

    The last prefix is the chain itself, which may end there: then its own outcome is its value. A step that is
    ``settled`` gets no rollouts, and neither does what follows one that is settled incorrect.
    """
    values: list[Value | None] = []
    lost = ""
    known = settled or (None,) * len(chain.steps)
    try:
        for end in range(1, len(chain.steps) + 1):
            open_ = known[end - 1] is None and False not in known[:end]
            values.append(_of_prefix(chain, end, rollouts) if open_ else None)
    except PolicyLost as error:
        lost = str(error)
    values += [None] * (len(chain.steps) - len(values))
    found = StepValues(chain, tuple(values), None, lost, settled)
    return replace(found, first_error=first_of(found.labels("hard")))


def first_error(chain: Chain, rollouts: Rollouts, settled: Settled = ()) -> StepValues:
    """Return the values that a binary search for the first error looks at, and that error, as OmegaPRM does.

    The first error is the first step from whose prefix no rollout comes out right, given that none does from a longer
    one; about log2 of the steps are looked at. A chain that comes out right itself has none. With ``settled``, the
    error is searched among the steps that are not settled correct, up to the first that is settled incorrect.
    """
    values: list[Value | None] = [None] * len(chain.steps)
    known = [*settled] or [None] * len(chain.steps)
    end = known.index(False) + 1 if False in known else len(known)
    open_ = [i for i in range(end) if known[i] is not True]
    low, high, lost = 0, len(open_) - 1, ""  # the error is among these; that of ``high`` is the last that it can be
    if not open_:
        return StepValues(chain, tuple(values), -1, settled=settled)
    try:
        if False not in known:
            last = values[-1] = _of_prefix(chain, end, rollouts)
            if last.label("hard") != 0.0:
                return StepValues(chain, tuple(values), -1 if last.right else None, settled=settled)
        while low < high:
            middle = (low + high + 1) // 2 - 1
            value = values[open_[middle]] = _of_prefix(chain, open_[middle] + 1, rollouts)
            if value.share is None:
                return StepValues(chain, tuple(values), None, settled=settled)
            low, high = (middle + 1, high) if value.right else (low, middle)
    except PolicyLost as error:
        lost = str(error)
    return StepValues(chain, tuple(values), None if lost else open_[high], lost, settled)


def _of_prefix(chain: Chain, end: int, rollouts: Rollouts) -> Value:
    prefix = Partial(chain.problem, tuple(step.text for step in chain.steps[:end]))
    if end == len(chain.steps):
        found = final_answer(list(prefix.steps), chain.problem)
        if found is not None and found.is_told:  # nothing is left to write
            result = rollouts.scored(prefix)
            return Value(int(result == "right"), int(result == "wrong"), int(result == "could not tell"))
    return rollouts.sampled(prefix)


def labelled(found: StepValues, labels: Labels) -> Labelled | None:
    """Return the chain with its labels, as the labelling formats write them; None where there is no label at all.

    Steps that a binary search passed over have the labels that it implies: good before the first error, the error bad;
    a soft label is never implied. A settled step has its verdict.
    """
    marks = found.labels(labels)
    if labels == "hard" and found.first_error is not None:
        end = len(marks) if found.first_error < 0 else found.first_error
        marks = [1.0 if i < end else 0.0 if i == end else mark for i, mark in enumerate(marks)]
    if all(mark is None for mark in marks):
        return None
    shares = tuple(None if value is None else value.share for value in found.values)
    return Labelled(found.chain, tuple(marks), shares, found.first_error, soft=labels == "soft")
