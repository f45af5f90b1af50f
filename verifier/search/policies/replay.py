"""Recorded candidates as a policy: what was written for a problem once is written again."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterable, Sequence

from verifier.chain import Chain
from verifier.intake.bad import Bad, Unreadable
from verifier.intake.source import examples
from verifier.search.policies.policy import Continuation, Partial, PolicyUnavailable, Proposed


class Replay:
    """Goes on as the recorded chains of the same problem do that begin with the same steps.

    Its distribution is that of the records: ``logprob`` is the logarithm of the share that goes on so. Continuations
    are drawn without replacement, so a step that all share is offered once.
    """

    name = "replay"

    def __init__(self, chains: Iterable[Chain]) -> None:
        """Keep the chains, by problem."""
        self._by_problem: dict[str, list[tuple[str, ...]]] = {}
        for chain in chains:
            steps = tuple(step.text for step in chain.steps)
            self._by_problem.setdefault(chain.problem, []).append(steps)

    @classmethod
    def of_file(cls, name: str) -> Replay:
        """Return the policy of a file of chains, in any format that ``verifier label`` reads.

        Raises: PolicyUnavailable where no chain can be read.
        """
        try:
            found = cls(row.chain for row in examples([name]) if not isinstance(row, Bad))
        except (OSError, Unreadable) as error:
            raise PolicyUnavailable(f"{name}: expected a file of recorded chains ({error})", usage=True) from error
        if not found._by_problem:
            raise PolicyUnavailable(f"{name}: expected a file of recorded chains, found none", usage=True)
        return found

    def next_steps(self, chains: Sequence[Partial], count: int, seed: int, *, whole: bool = False) -> list[Proposed]:
        """Return what the records go on with."""
        return [self._for(chain, count, random.Random(f"{seed} {i}"), whole) for i, chain in enumerate(chains)]

    def _for(self, chain: Partial, count: int, chance: random.Random, whole: bool) -> Proposed:
        at = len(chain.steps)
        known = self._by_problem.get(chain.problem)
        if known is None:
            return Proposed(fault="nothing is recorded for this problem")
        rests = [steps[at:] for steps in known if steps[:at] == chain.steps and len(steps) > at]
        if not rests:
            return Proposed(fault="no recorded chain goes on from here")
        shares = Counter((rest if whole else rest[:1], whole or len(rest) == 1) for rest in rests)
        chosen = _drawn(shares, count, chance)
        made = tuple(
            Continuation(steps, last, math.log(shares[steps, last] / len(rests)), sum(len(s.split()) for s in steps))
            for steps, last in chosen
        )
        short = f"{len(made)} recorded, {count} asked" if len(made) < count else ""
        return Proposed(made, short)


Way = tuple[tuple[str, ...], bool]


def _drawn(shares: Counter[Way], count: int, chance: random.Random) -> list[Way]:
    """Draw without replacement, each time by the shares of what is left."""
    left, chosen = dict(shares), list[Way]()
    while left and len(chosen) < count:
        one = chance.choices(list(left), list(left.values()))[0]
        chosen.append(one)
        del left[one]
    return chosen
