"""Credit assignment: from what is known of a chain's prefixes to how likely each step is the first wrong one.

A final answer says that some step is wrong, and not which. Given what is believed of each step so far, the blame is
shared out (the expectation step of Dempster, Laird and Rubin 1977; the noisy-or of Pearl 1988); fitting to the shares
and sharing out anew goes up in likelihood.
"""

from __future__ import annotations

from collections.abc import Sequence

from verifier.training.data.examples import Target

ROUNDS = 12
"""How often blame is shared out and the fit made anew."""


def credited(shares: Sequence[float], targets: Sequence[Target]) -> list[tuple[float, float]]:
    """Return, for each step, how much it counts as right and how much as wrong where all before it is right.

    ``shares``: what is believed of each step, 0 where it is settled incorrect and 1 where settled correct; ``targets``:
    of prefixes. What is known to be right counts as that; the next target that is known is shared out among the steps
    up to it, and nothing is known of what follows. Raises: ValueError where the lengths differ.
    """
    if len(shares) != len(targets):
        raise ValueError(f"expected a target for each of {len(shares)} steps, got {len(targets)}")
    right = max((index for index, target in enumerate(targets) if target == 1.0), default=-1) + 1
    end = next((index for index in range(right, len(targets)) if targets[index] is not None), None)
    found = [(1.0, 0.0)] * right
    if end is not None:
        found += _shared(shares[right : end + 1], targets[end] or 0.0)
    return found + [(0.0, 0.0)] * (len(targets) - len(found))


def _shared(shares: Sequence[float], right: float) -> list[tuple[float, float]]:
    """The same for steps that all are right with the probability ``right``, and else hold the first wrong one."""
    first, alive = [], 1.0
    for share in shares:
        first.append(alive * (1 - share))
        alive *= share
    total = sum(first)
    if total <= 0:  # all of them are settled correct: whatever is wrong is not theirs
        return [(right, 0.0)] * len(shares)
    found, left = [], 1.0
    for mass in first:
        blame = (1 - right) * mass / total
        left -= blame
        found.append((max(left, 0.0), blame))
    return found
