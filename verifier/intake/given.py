"""A chain as a caller of Python gives it: as it is, as a problem and steps, or as a problem and one text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from verifier.chain import Chain
from verifier.intake.splitting.split import Splitting, split

AUTO: Splitting = "auto"


def given_chain(problem: str | Chain, steps: str | Sequence[str] | None = None) -> Chain:
    """Return the chain that a caller gave. One text is split into steps as ``verifier.split`` does, and the chain names
    the way (``split``).

    Raises: TypeError or ValueError on what is not a chain, as a text without steps."""
    if not isinstance(steps, str) or isinstance(problem, Chain):
        return Chain.given(problem, steps)
    return replace(Chain.of(problem, split(steps, AUTO)), split=AUTO)
